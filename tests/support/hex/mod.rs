//! What the tests of hexagonal chess share: positions, moves as texts, chance.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

pub mod texts;

use partie_notation::hex_fen;
use partie_rules::BoardSide;
use partie_rules::hex::{Cell, Pattern, Position, Role, Roles};

pub fn position(text: &str) -> Position {
    let read = hex_fen::read_hex_fen(text, None);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0
}

pub fn cell(name: &str) -> Cell {
    Cell::parse(name.as_bytes()).unwrap().0
}

/// Reads long algebraic, coordinates, and moves without an origin. Letters: K Q R B N, and the
/// Slovak D V S J where `slovak`. Only what these tests need.
pub fn pattern(text: &str, slovak: bool) -> Option<Pattern> {
    match text {
        "O-O" => return Some(Pattern::castling(BoardSide::King)),
        "O-O-O" => return Some(Pattern::castling(BoardSide::Queen)),
        _ => {}
    }
    let letter = |byte: u8| match (byte, slovak) {
        (b'D', true) => Some(Role::Queen),
        (b'V', true) => Some(Role::Rook),
        (b'S', true) => Some(Role::Bishop),
        (b'J', true) => Some(Role::Knight),
        (b'K', _) => Some(Role::King),
        (_, true) => None,
        _ => Role::from_letter(byte),
    };
    let mut rest = text.as_bytes();
    let role = rest.first().and_then(|byte| letter(*byte));
    rest = if role.is_some() { &rest[1..] } else { rest };
    let roles = Roles::one(role.unwrap_or(Role::Pawn));
    let mut pattern = Pattern::to(roles, Cell::new(0));
    let mut from = None;
    if let Some((first, more)) = Cell::parse(rest) {
        rest = more;
        let cut = rest.iter().take_while(|byte| matches!(byte, b'-' | b'x')).count();
        pattern.captures = rest[..cut].contains(&b'x');
        match Cell::parse(&rest[cut..]) {
            Some((to, more)) => {
                from = Some(first);
                pattern.to = to.bit();
                rest = more;
            }
            None => pattern.to = first.bit(),
        }
    } else if let Some((to, more)) = rest.strip_prefix(b"x").and_then(Cell::parse) {
        (pattern.to, pattern.captures, rest) = (to.bit(), true, more);
    } else if let [file, b'x', to, more @ ..] = rest {
        // `fxe`: files only
        let set = |file: u8| Some(Cell::at(Cell::parse_file(file)?, 1)?.file_set());
        (pattern.from, pattern.to, pattern.captures, rest) = (set(*file)?, set(*to)?, true, more);
    } else {
        return None;
    }
    if let Some(from) = from {
        pattern.from = from.bit();
    }
    if let Some(more) = rest.strip_prefix(b"=") {
        pattern.promotion = Some(letter(*more.first()?)?);
        rest = &more[1..];
    }
    if let Some(more) = rest.strip_prefix(b"ep.") {
        rest = more;
    }
    matches!(rest, b"" | b"+" | b"#").then_some(pattern)
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
