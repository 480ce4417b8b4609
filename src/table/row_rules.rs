//! The parts of rows that depend on the kind of game.

use super::identity::{self, Identity};
use super::labels;
use super::material;
use super::opened::Opened;
use super::opening_tracker::OpeningTracker;
use super::value::Label;
use partie_notation::letters::Letters;
use partie_notation::{Packed, fen, hex as hex_text, hex_fen, sfen, shogi_names, spell, usi};
use partie_replay::Line;
use partie_rules::{GameKind, Rules, chess, hex, shogi};

#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Index of the origin square; [`Step::HAND`] for a drop.
    pub from: u16,
    pub to: u16,
    pub captures: bool,
    pub promotes: bool,
    pub drop: bool,
    pub castling: bool,
    pub en_passant: bool,
    /// True if the move resets the halfmove clock, or the kind of game has none.
    pub resets: bool,
}

impl Step {
    /// The origin of a drop.
    pub const HAND: u16 = 0xffff;
}

/// The properties of a move that its number encodes.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// True if the origin equals the target, as in a null move.
    pub nothing: bool,
    pub promotes: bool,
    pub drops: bool,
}

/// The labels of the pieces of a move.
#[derive(Clone, Copy, Debug)]
pub struct MovePieces {
    pub piece: Label,
    pub captured: Option<Label>,
    pub promotion: Option<Label>,
}

/// A game from which rows are made.
pub trait RowRules: Rules {
    /// True if time controls have classes: bullet, blitz, rapid.
    const HAS_TIME_CLASSES: bool = false;
    /// True if move numbers count plies.
    const NUMBERS_PLIES: bool = false;

    /// The number of the first move from this position.
    fn first_number(&self) -> u32;
    /// The digest of this start position.
    fn digest(&self) -> u64;
    /// Appends the position after `plies` plies as text.
    fn text(&self, text: &mut String, plies: u32);
    /// Appends a move in this position in its usual notation.
    fn notation(&self, text: &mut String, mv: Self::Move, previous: Option<Self::Move>);
    fn material(&self, text: &mut String);
    fn step(mv: Self::Move) -> Step;
    /// Encodes a move as the number that [`super::identity`] hashes.
    fn number(mv: Self::Move) -> u16;
    /// Decodes the number of a move. The loop that calls it for all moves must compile to vector code.
    fn facts(number: u16) -> Facts;
    /// The number of captures in a main line.
    fn captures(line: &Line<'_, Self>) -> u32;
    fn pieces_of(mv: Self::Move) -> MovePieces;
    /// The move in coordinates; empty for a takeback.
    fn coordinates(mv: Self::Move) -> Packed;
    fn begins(&self, _: &mut OpeningTracker) {}
    /// Visits each position of the main line.
    #[inline(always)]
    fn position_reached(&self, _: u32, _: &mut OpeningTracker) {}
    /// Visits the end of the main line.
    fn ended(_: &Line<'_, Self>, _: &mut OpeningTracker) {}
    /// The opening of the game.
    fn opened(_: &OpeningTracker) -> Opened {
        Opened::default()
    }
}

/// Properties of a kind of game that need no position.
pub struct KindFacts {
    kind: GameKind,
    pub has_time_classes: bool,
    pub opened: fn(&OpeningTracker) -> Opened,
}

impl KindFacts {
    const fn new<G: RowRules>() -> Self {
        Self { kind: G::KIND, has_time_classes: G::HAS_TIME_CLASSES, opened: G::opened }
    }
}

static KINDS: [KindFacts; GameKind::ALL.len()] =
    [KindFacts::new::<chess::Position>(), KindFacts::new::<shogi::Position>(), KindFacts::new::<hex::Position>()];

/// Returns the properties of a kind of game.
pub fn of(kind: GameKind) -> &'static KindFacts {
    KINDS.iter().find(|known| known.kind == kind).unwrap_or(&KINDS[0])
}

/// Writes the moves of a game to `identity`. Null moves have their own number; takebacks are skipped.
pub fn identify<G: RowRules>(moves: &[G::Move], identity: &mut Identity) {
    let moves = moves.iter().filter(|mv| !G::is_taken_back(**mv));
    for (place, mv) in identity.moves(moves.clone().count()).iter_mut().zip(moves) {
        let number = if G::is_null(*mv) { identity::NULL } else { G::number(*mv) };
        *place = number.to_le_bytes();
    }
}

/// The properties of a move that chess and hexagonal chess share.
#[inline(always)]
const fn orthodox((from, to): (usize, usize), role: chess::Role, captured: bool, promotes: bool) -> Step {
    Step {
        from: from as u16,
        to: to as u16,
        captures: captured,
        promotes,
        drop: false,
        castling: false,
        en_passant: false,
        resets: captured || matches!(role, chess::Role::Pawn),
    }
}

impl RowRules for chess::Position {
    const HAS_TIME_CLASSES: bool = true;

    fn first_number(&self) -> u32 {
        self.number()
    }

    fn digest(&self) -> u64 {
        identity::chess_start(self)
    }

    fn text(&self, text: &mut String, _: u32) {
        fen::push(text, self);
    }

    fn notation(&self, text: &mut String, mv: chess::Move, _: Option<chess::Move>) {
        text.push_str(&spell::san(self, mv, Letters::ENGLISH));
    }

    fn material(&self, text: &mut String) {
        material::chess(text, self);
    }

    #[inline(always)]
    fn step(mv: chess::Move) -> Step {
        let way = (mv.from.index(), mv.to.index());
        Step {
            castling: mv.kind == chess::MoveKind::Castling,
            en_passant: mv.kind == chess::MoveKind::EnPassant,
            ..orthodox(way, mv.role, mv.captured.is_some(), mv.promotion.is_some())
        }
    }

    #[inline(always)]
    fn number(mv: chess::Move) -> u16 {
        let becomes = mv.promotion.map_or(6, |role| role.index() as u16);
        mv.from.index() as u16 | (mv.to.index() as u16) << 6 | becomes << 12
    }

    #[inline(always)]
    fn facts(number: u16) -> Facts {
        Facts { nothing: (number ^ number >> 6) & 63 == 0, promotes: number >> 12 != 6, drops: false }
    }

    fn captures(line: &Line<'_, Self>) -> u32 {
        line.start.occupied().count_ones().saturating_sub(line.last.occupied().count_ones())
    }

    #[inline(always)]
    fn pieces_of(mv: chess::Move) -> MovePieces {
        MovePieces {
            piece: labels::role(mv.role),
            captured: mv.captured.map(labels::role),
            promotion: mv.promotion.map(labels::role),
        }
    }

    #[inline(always)]
    fn coordinates(mv: chess::Move) -> Packed {
        spell::uci_packed(mv, true)
    }

    fn ended(line: &Line<'_, Self>, openings: &mut OpeningTracker) {
        openings.chess(line.positions);
    }

    fn opened(openings: &OpeningTracker) -> Opened {
        openings.chess_opened()
    }
}

impl RowRules for hex::Position {
    fn first_number(&self) -> u32 {
        self.number()
    }

    fn digest(&self) -> u64 {
        identity::hex_start(self)
    }

    fn text(&self, text: &mut String, _: u32) {
        text.push_str(&hex_fen::write(self));
    }

    fn notation(&self, text: &mut String, mv: hex::Move, _: Option<hex::Move>) {
        text.push_str(&hex_text::long(self, mv, Letters::ENGLISH));
    }

    fn material(&self, text: &mut String) {
        material::hex(text, self);
    }

    #[inline(always)]
    fn step(mv: hex::Move) -> Step {
        let way = (mv.from.index(), mv.to.index());
        Step {
            en_passant: mv.kind == hex::MoveKind::EnPassant,
            ..orthodox(way, mv.role, mv.captured.is_some(), mv.promotion.is_some())
        }
    }

    #[inline(always)]
    fn number(mv: hex::Move) -> u16 {
        let becomes = mv.promotion.map_or(0, |role| role.index() as u16 + 1);
        (mv.from.index() as u16 * 91 + mv.to.index() as u16) * 6 + becomes
    }

    #[inline(always)]
    fn facts(number: u16) -> Facts {
        let way = number / 6;
        Facts { nothing: way / 91 == way % 91, promotes: !number.is_multiple_of(6), drops: false }
    }

    fn captures(line: &Line<'_, Self>) -> u32 {
        line.start.occupied().count_ones().saturating_sub(line.last.occupied().count_ones())
    }

    #[inline(always)]
    fn pieces_of(mv: hex::Move) -> MovePieces {
        MovePieces {
            piece: labels::role(mv.role),
            captured: mv.captured.map(labels::role),
            promotion: mv.promotion.map(labels::role),
        }
    }

    #[inline(always)]
    fn coordinates(mv: hex::Move) -> Packed {
        hex_text::coordinates_packed(mv)
    }
}

impl RowRules for shogi::Position {
    const NUMBERS_PLIES: bool = true;

    fn first_number(&self) -> u32 {
        1
    }

    fn digest(&self) -> u64 {
        identity::shogi_start(self)
    }

    fn text(&self, text: &mut String, plies: u32) {
        text.push_str(&sfen::write(&shogi::Setup::from(self), plies + 1));
    }

    fn notation(&self, text: &mut String, mv: shogi::Move, previous: Option<shogi::Move>) {
        text.push_str(shogi_names::mark(self.turn()));
        text.push_str(&shogi_names::kif(mv, previous.map(shogi::Move::to)));
    }

    fn material(&self, text: &mut String) {
        material::shogi(text, self);
    }

    #[inline(always)]
    fn step(mv: shogi::Move) -> Step {
        Step {
            from: mv.from().map_or(Step::HAND, |from| from.index() as u16),
            to: mv.to().index() as u16,
            captures: mv.captured().is_some(),
            promotes: mv.promotes(),
            drop: mv.is_drop(),
            castling: false,
            en_passant: false,
            resets: true,
        }
    }

    #[inline(always)]
    fn number(mv: shogi::Move) -> u16 {
        let to = mv.to().index() as u16;
        match mv.from() {
            Some(from) => from.index() as u16 | to << 7 | u16::from(mv.promotes()) << 14,
            None => 1 << 15 | to | (mv.kind().index() as u16) << 7,
        }
    }

    #[inline(always)]
    fn facts(number: u16) -> Facts {
        let drops = number >> 15 > 0;
        // Shogi has no null moves.
        Facts { nothing: false, promotes: !drops & (number >> 14 & 1 > 0), drops }
    }

    fn captures(line: &Line<'_, Self>) -> u32 {
        line.moves.iter().map(|mv| u32::from(mv.captured().is_some())).sum()
    }

    #[inline(always)]
    fn pieces_of(mv: shogi::Move) -> MovePieces {
        MovePieces {
            piece: labels::shogi(mv.kind()),
            captured: mv.captured().map(labels::shogi),
            promotion: mv.promotes().then(|| labels::shogi(mv.after())),
        }
    }

    #[inline(always)]
    fn coordinates(mv: shogi::Move) -> Packed {
        usi::packed(mv)
    }

    fn begins(&self, openings: &mut OpeningTracker) {
        openings.shogi_begins(self);
    }

    #[inline(always)]
    fn position_reached(&self, plies: u32, openings: &mut OpeningTracker) {
        openings.shogi_stands(self, plies);
    }

    fn ended(line: &Line<'_, Self>, openings: &mut OpeningTracker) {
        openings.shogi_stands(line.last, line.moves.len() as u32);
    }

    fn opened(openings: &OpeningTracker) -> Opened {
        openings.shogi_opened()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks on random legal moves that the decoded numbers match the moves.
    fn numbers_say_what_moves_do<G: RowRules>(start: &G, seed: u64) -> [u32; 3] {
        let mut state = seed;
        let (mut position, mut moves, mut seen) = (start.clone(), Vec::new(), Vec::new());
        for _ in 0..400 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for mv in &legal {
                let (step, facts) = (G::step(*mv), G::facts(G::number(*mv)));
                assert_eq!((facts.promotes, facts.drops, facts.nothing), (step.promotes, step.drop, false), "{mv:?}");
            }
            let mut numbers: Vec<u16> = legal.iter().map(|mv| G::number(*mv)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), legal.len());
            assert!(!numbers.contains(&identity::NULL));
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let mv = legal[(state >> 33) as usize % legal.len()];
            position.play(mv);
            moves.push(mv);
            seen.push(G::step(mv));
        }
        let line = Line { start, last: &position, moves: &moves, positions: &[] };
        let count = |does: fn(&Step) -> bool| seen.iter().filter(|step| does(step)).count() as u32;
        assert_eq!(G::captures(&line), count(|step| step.captures));
        [count(|step| step.captures), count(|step| step.promotes), count(|step| step.drop)]
    }

    #[test]
    fn numbers_of_all_games() {
        let mut all = [[0; 3]; 3];
        for seed in 1..40 {
            let games = [
                numbers_say_what_moves_do(&chess::Position::start(), seed),
                numbers_say_what_moves_do(&hex::Position::start(), seed),
                numbers_say_what_moves_do(&shogi::Position::start(), seed),
            ];
            for (sum, game) in all.iter_mut().flatten().zip(games.iter().flatten()) {
                *sum += game;
            }
        }
        let [chess, hex, shogi] = all;
        assert!(chess[..2].iter().chain(&hex[..2]).chain(&shogi).all(|count| *count > 0), "{all:?}");
    }
}
