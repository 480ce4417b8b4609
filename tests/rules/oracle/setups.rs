//! Random set-ups, damaged.

use super::games::assert_same;
use super::*;

/// Board, side, castling and en passant fields, to be damaged.
#[derive(Clone)]
pub(crate) struct Draft {
    pieces: [Option<char>; 64],
    white: bool,
    castling: String,
    en_passant: String,
}

impl Draft {
    pub(crate) fn of(board: &Board, shredder: bool) -> Self {
        let text = if shredder { format!("{board:#}") } else { format!("{board}") };
        let fields: Vec<&str> = text.split(' ').collect();
        let mut pieces = [None; 64];
        for (rank, row) in fields[0].rsplit('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        pieces[rank * 8 + file] = Some(letter);
                        file += 1;
                    }
                }
            }
        }
        Self { pieces, white: fields[1] == "w", castling: fields[2].to_owned(), en_passant: fields[3].to_owned() }
    }

    pub(crate) fn mutate(&mut self, random: &mut Random, shredder: bool) {
        match random.below(12) {
            0..=2 => self.pieces.swap(random.below(64), random.below(64)),
            3 => {
                // A piece and a king change places: checks and doubtful rights.
                let kings: Vec<usize> = (0..64).filter(|at| matches!(self.pieces[*at], Some('K' | 'k'))).collect();
                if !kings.is_empty() {
                    self.pieces.swap(random.of(&kings), random.below(64));
                }
            }
            4 | 5 => {
                self.pieces[random.below(64)] = Some(random.of(&['P', 'N', 'B', 'R', 'Q', 'p', 'n', 'b', 'r', 'q']));
            }
            6 | 7 => self.pieces[random.below(64)] = None,
            8 => self.white = !self.white,
            9 => {
                let letters = if shredder { "ABCDEFGHabcdefgh" } else { "KQkq" };
                let chance = if shredder { 6 } else { 2 };
                self.castling = letters.chars().filter(|_| random.once_in(chance)).collect();
                if self.castling.is_empty() {
                    self.castling.push('-');
                }
            }
            10 => {
                let rank = if self.white { 5 } else { 2 };
                let at = if random.once_in(8) { random.square() } else { Square::at(random.below(8) as u8, rank) };
                self.en_passant = at.to_string();
            }
            _ => {
                // A pawn as if it had just made its double step, with a neighbour that could take it.
                let (from, over, at, pawn, taker) = if self.white { (6, 5, 4, 'p', 'P') } else { (1, 2, 3, 'P', 'p') };
                let file = random.below(7);
                let (file, beside) = if random.once_in(2) { (file, file + 1) } else { (file + 1, file) };
                self.pieces[from * 8 + file] = None;
                self.pieces[over * 8 + file] = None;
                self.pieces[at * 8 + file] = Some(pawn);
                self.pieces[at * 8 + beside] = Some(taker);
                self.en_passant = Square::at(file as u8, over as u8).to_string();
            }
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.pieces[rank * 8 + file] {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let turn = if self.white { 'w' } else { 'b' };
        format!("{text} {turn} {} {} 0 1", self.castling, self.en_passant)
    }
}

#[derive(Default, Debug)]
struct Acceptance {
    both: usize,
    neither: usize,
    /// We count promoted pieces, they only count pieces and pawns.
    only_they_promoted: usize,
    /// They let the kings stand side by side.
    only_they_kings: usize,
    /// With K and Q they ask for the king's home rank only, we for its home square: the claim is dropped.
    claim_dropped_by_us: usize,
    /// They refuse more than two checkers.
    only_we_checkers: usize,
    /// They refuse the board, we drop the claim and report it.
    only_we_castling: usize,
    /// In an array of Chess960 we read K and Q as the outermost rooks.
    only_we_arrays: usize,
    only_we_en_passant: usize,
    /// They refuse a check that the double step cannot have given, we accept the square.
    only_we_en_passant_in_check: usize,
}

/// The FEN with files instead of K and Q.
fn shredder_fen(position: &Position) -> String {
    let text = fen::write(position);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let rooks = squares(position.castling_rooks());
    let letter = |rook: Square| {
        let white = position.of_side(Side::First) & rook.bit() != 0;
        (if white { b'A' } else { b'a' } + rook.file()) as char
    };
    fields[2] = rooks.map(letter).collect();
    if fields[2].is_empty() {
        fields[2].push('-');
    }
    fields.join(" ")
}

fn compare_setups(text: &str, shredder: bool, seen: &mut Acceptance) {
    let read = fen::read_fen(text, shredder);
    let ours = read.setup.position();
    let theirs = Board::from_fen(text, shredder);
    if let Ok((position, _)) = &ours {
        // Whatever was dropped, what remains is the same position for both.
        let remains = shredder_fen(position);
        match Board::from_fen(&remains, true) {
            Ok(board) => assert_same(position, &board, true),
            Err(error) => assert!(
                position.checkers().count_ones() > 2 || (position.in_check() && position.en_passant().is_some()),
                "{remains}: {error}"
            ),
        }
    }
    match (ours, theirs) {
        (Ok((position, claims)), Ok(board)) => {
            assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
            assert_eq!(position.checkers(), board.checkers().0, "{text}");
            let (our, their) = (our_moves(&position), their_moves(&board));
            if claims.is_empty() {
                assert_eq!(our, their, "{text}");
                assert_fresh(&position, text);
                let again = read_fen(&fen::write(&position), shredder);
                assert!(again.same_for_repetition(&position) && again.zobrist() == position.zobrist(), "{text}");
                seen.both += 1;
                return;
            }
            // The one kind of claim that they take and we drop.
            for claim in &claims {
                let SetupFault::Right { letter } = claim else { panic!("{text}: {claim:?}") };
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                assert!(!shredder && position.king(side).file() != 4, "{text}: {claim:?}");
            }
            let own = position.of_side(position.turn());
            let plain = |moves: &[Triple]| -> Vec<Triple> {
                moves.iter().filter(|(_, to, _)| own & (1 << to) == 0).copied().collect()
            };
            assert_eq!(plain(&our), plain(&their), "{text}");
            assert!(our.iter().all(|mv| their.contains(mv)), "{text}");
            seen.claim_dropped_by_us += 1;
        }
        (Err(faults), Ok(_)) => {
            for fault in &faults {
                match fault {
                    SetupFault::TooMany { what, .. } => {
                        assert!(matches!(what, Surplus::Promoted { .. }), "{text}: {fault:?}");
                        seen.only_they_promoted += 1;
                    }
                    SetupFault::OpponentInCheck { attacker: Role::King, .. } => seen.only_they_kings += 1,
                    SetupFault::Right { .. } if !shredder => {}
                    other => panic!("{text}: {other:?}"),
                }
            }
            assert!(faults.iter().any(SetupFault::is_fatal), "{text}");
        }
        (Ok((position, claims)), Err(FenParseError::InvalidBoard)) => {
            assert!(position.checkers().count_ones() > 2, "{text}: {claims:?}");
            seen.only_we_checkers += 1;
        }
        (Ok((_, claims)), Err(FenParseError::InvalidCastlingRights)) if read.chess960 && !shredder => {
            assert!(!claims.iter().any(|claim| matches!(claim, SetupFault::Right { .. })), "{text}: {claims:?}");
            seen.only_we_arrays += 1;
        }
        (Ok((_, claims)), Err(FenParseError::InvalidCastlingRights)) => {
            assert!(claims.iter().any(|claim| matches!(claim, SetupFault::Right { .. })), "{text}: {claims:?}");
            seen.only_we_castling += 1;
        }
        (Ok((position, claims)), Err(FenParseError::InvalidEnPassant)) => {
            if claims.iter().any(|claim| matches!(claim, SetupFault::EnPassant { .. })) {
                seen.only_we_en_passant += 1;
            } else {
                assert!(position.in_check(), "{text}");
                seen.only_we_en_passant_in_check += 1;
            }
        }
        (Ok(_), Err(error)) => panic!("{text}: {error}"),
        (Err(_), Err(_)) => seen.neither += 1,
    }
}

#[test]
fn damaged_setups_are_judged_alike() {
    let mut seen = Acceptance::default();
    let mut count = 0;
    Games::new(4, 200).run(1000, |random, _, board, chess960| {
        if !random.once_in(10) {
            return;
        }
        let shredder = chess960 || random.once_in(4);
        let mut draft = Draft::of(board, shredder);
        for _ in 0..3 {
            draft.mutate(random, shredder);
            compare_setups(&draft.text(), shredder, &mut seen);
            count += 1;
        }
    });
    println!("{count} set-ups: {seen:?}");
    assert!(count >= 20_000 && seen.both > 5_000, "{count} set-ups: {seen:?}");
}

#[test]
fn two_rights_on_one_wing_are_one_too_many() {
    let read = fen::read_fen("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", true);
    let (position, claims) = read.setup.position().expect("a position");
    assert_eq!(claims, [SetupFault::Right { letter: 'G' }]);
    assert_eq!(position.castling_rooks(), Square::at(7, 0).bit());
    let twice = fen::read_fen("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", false);
    assert_eq!(twice.setup.position().map(|(_, claims)| claims), Ok(Vec::new()), "the same right said twice");
}
