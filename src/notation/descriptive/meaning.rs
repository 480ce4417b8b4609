//! The legal moves that a descriptive move can mean, in the order in which a reader of its time would take them.
//!
//! Not for choosing among several by the rest of the game: replay does that.

use super::descriptive_move::{Action, Check, DescriptiveMove, Piece};
use super::meaning_list::Moves;
use super::meaning_pieces::{Naming, doubled, pieces, squares_of};
use partie_rules::chess::{Bitboard, Move, MoveKind, Origins, Pattern, Position, Role, Square, squares};
use partie_rules::{BoardSide, Resolution, Rules, Side};

const LAST_RANK: [Bitboard; 2] = [0xff << 56, 0xff];

/// The rules that decided on the readings, from the text as written to ignored errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The words alone, including marks.
    Words,
    /// An unmarked move gives no check and is not an en passant capture: this excluded some readings.
    Unmarked,
    /// A mark of check, mate or en passant is wrong, or claims too much.
    WrongMark,
    /// A piece is named after a side of the board on which it neither began nor is now.
    WrongName,
}

/// The legal moves that a text can mean, best first.
#[derive(Clone, Debug)]
pub struct Readings {
    moves: Moves,
    meant: usize,
    by_place: usize,
    level: Level,
}

impl Readings {
    /// The readings left by every rule: one move for a good text, empty if no move fits. Readings that name a piece by
    /// its present place count only without other readings.
    #[inline]
    pub fn meant(&self) -> &[Move] {
        &self.moves.as_slice()[..self.meant]
    }

    /// All readings: the meant ones, then those excluded by the rule for unmarked moves, then those by place. The last
    /// are the meant ones if all others are missing.
    #[inline]
    pub fn all(&self) -> &[Move] {
        self.moves.as_slice()
    }

    /// Readings excluded by the rule for unmarked moves.
    pub fn left_out(&self) -> &[Move] {
        let all = self.moves.as_slice();
        all.get(self.meant..all.len().saturating_sub(self.by_place)).unwrap_or_default()
    }

    /// The number of readings, at the end of [`Readings::all`], that name a piece by its present place, not its origin.
    #[inline]
    pub const fn by_place(&self) -> usize {
        self.by_place
    }

    /// The move, if only one is meant.
    #[inline]
    pub fn one(&self) -> Option<Move> {
        match self.meant() {
            [only] => Some(*only),
            _ => None,
        }
    }

    #[inline]
    pub const fn level(&self) -> Level {
        self.level
    }
}

/// Returns the readings of a text. If no move fits, ignores first its marks, then the names of its pieces.
pub fn readings(written: &DescriptiveMove, position: &Position, origins: &Origins) -> Readings {
    let board = Board { written, position, origins };
    let named = board.is_named();
    let first = board.at_level(written.check, written.en_passant, named);
    if first.moves.len() > 0 {
        return first;
    }
    board.overlooking(named)
}

/// Returns the target squares of a text. Victims are named by the side of the board on which they began.
pub(super) fn targets(written: &DescriptiveMove, position: &Position, origins: &Origins) -> Bitboard {
    Board { written, position, origins }.targets(Naming::Origin)
}

struct Board<'a> {
    written: &'a DescriptiveMove,
    position: &'a Position,
    origins: &'a Origins,
}

impl Board<'_> {
    fn is_named(&self) -> bool {
        let victim = if let Action::Takes(victim) = self.written.action { victim.board_side } else { None };
        self.written.mover.board_side.is_some() || victim.is_some()
    }

    /// Called if no move fits as written: ignores marks first, then names.
    #[cold]
    fn overlooking(&self, named: bool) -> Readings {
        let weaker = match self.written.check {
            Check::None | Check::Check => None,
            _ => Some(Check::Check),
        };
        let checks = [Some(self.written.check), weaker, (self.written.check != Check::None).then_some(Check::None)];
        let marks = checks.into_iter().flatten().map(|check| (check, self.written.en_passant));
        let unmarked = checks.into_iter().flatten().filter(|_| self.written.en_passant).map(|check| (check, false));
        let all = marks.chain(unmarked);
        for (check, en_passant) in all.clone().skip(1) {
            let mut found = self.at_level(check, en_passant, named);
            if found.moves.len() > 0 {
                found.level = Level::WrongMark;
                return found;
            }
        }
        for (check, en_passant) in all.filter(|_| named) {
            let mut moves = Moves::new();
            self.fitting([Naming::Unheeded; 2], check, en_passant, &mut moves);
            if moves.len() > 0 {
                let (moves, meant) = self.without_marks(moves);
                return Readings { moves, meant, by_place: 0, level: Level::WrongName };
            }
        }
        Readings { moves: Moves::new(), meant: 0, by_place: 0, level: Level::Words }
    }

    /// Returns the readings by origin, then by place, with these marks.
    #[inline]
    fn at_level(&self, check: Check, en_passant: bool, named: bool) -> Readings {
        let mut moves = Moves::new();
        self.fitting([Naming::Origin; 2], check, en_passant, &mut moves);
        let (mut meant, mut level) = (moves.len(), Level::Words);
        if meant > 1 {
            (moves, meant) = self.without_marks(moves);
            level = if meant < moves.len() { Level::Unmarked } else { Level::Words };
        }
        let mut by_place = 0;
        if named {
            by_place = self.by_place(check, en_passant, &mut moves);
            if meant == 0 && by_place > 0 {
                (moves, meant) = self.without_marks(moves);
                level = if meant < moves.len() { Level::Unmarked } else { Level::Words };
            }
        }
        Readings { moves, meant, by_place, level }
    }

    /// Adds the readings by place and returns their number.
    #[inline(never)]
    fn by_place(&self, check: Check, en_passant: bool, moves: &mut Moves) -> usize {
        let before = moves.len();
        let mut more = Moves::new();
        for (mover, victim) in [
            (Naming::Standing, Naming::Origin),
            (Naming::Origin, Naming::Standing),
            (Naming::Standing, Naming::Standing),
        ] {
            self.fitting([mover, victim], check, en_passant, &mut more);
        }
        for &mv in more.as_slice() {
            if !moves.as_slice().contains(&mv) {
                moves.push(mv);
            }
        }
        moves.len() - before
    }

    /// Moves the readings of an unmarked text to the front: no check, no en passant capture. Excludes none if no
    /// reading would be left.
    #[inline(never)]
    fn without_marks(&self, moves: Moves) -> (Moves, usize) {
        let loose = matches!(self.written.action, Action::Checks | Action::Mates);
        let bare = |mv: Move| {
            (self.written.en_passant || mv.kind != MoveKind::EnPassant)
                && (loose || self.written.check != Check::None || !holds(self.position, mv, Check::Check))
        };
        let (mut sorted, mut rest) = (Moves::new(), Moves::new());
        for &mv in moves.as_slice() {
            if bare(mv) { sorted.push(mv) } else { rest.push(mv) }
        }
        let meant = sorted.len();
        if meant == 0 {
            let all = moves.len();
            return (moves, all);
        }
        for &mv in rest.as_slice() {
            sorted.push(mv);
        }
        (sorted, meant)
    }

    /// Adds the legal moves that fit.
    #[inline]
    fn fitting(&self, [mover, victim]: [Naming; 2], check: Check, en_passant: bool, moves: &mut Moves) {
        let Self { written, position, origins } = *self;
        if let Action::Castles(board_side) = written.action {
            for side in [BoardSide::King, BoardSide::Queen] {
                if board_side.is_none_or(|board_side| board_side == side)
                    && let Resolution::Unique(mv) = position.resolve(&Pattern::castling(side))
                    && holds(position, mv, check)
                {
                    moves.push(mv);
                }
            }
            return;
        }
        let from = match mirrored(written, origins) {
            Some((from, _)) => from,
            None => pieces(&written.mover, position.turn(), position, origins, mover),
        };
        let to = self.targets(victim);
        position.each_legal(written.mover.roles, (from, to), written.promotion, |mv| {
            if self.does(mv)
                && (!en_passant || mv.kind == MoveKind::EnPassant)
                && (check == Check::None || holds(position, mv, check))
            {
                moves.push(mv);
            }
        });
    }

    #[inline]
    fn targets(&self, naming: Naming) -> Bitboard {
        let Self { written, position, origins } = *self;
        let side = position.turn();
        let empty = !position.occupied();
        match &written.action {
            Action::To(place) => squares_of(*place, side) & empty,
            Action::Takes(victim) => {
                let on_board = pieces(victim, side.other(), position, origins, naming);
                on_board | position.en_passant().map_or(0, |at| self.en_passant(victim, at))
            }
            Action::Interposes => empty,
            Action::Steps(count) => self.steps(*count) & empty,
            Action::Promotes => LAST_RANK[side.index()],
            Action::Same => mirrored(written, origins).map_or(0, |(_, to)| to),
            Action::Checks | Action::Mates | Action::Moves | Action::Castles(_) => !position.of_side(side),
        }
    }

    /// The target of an en passant capture, if the captured pawn fits the name. A named square is the target, not the
    /// square of the captured pawn.
    fn en_passant(&self, victim: &Piece, at: Square) -> Bitboard {
        let Self { position, .. } = *self;
        let pawns = position.pieces(position.turn().other(), Role::Pawn);
        let fits = victim.roles.has(Role::Pawn)
            && victim.board_side.is_none()
            && squares_of(victim.at, position.turn()) & at.bit() != 0
            && (!victim.doubled || doubled(pawns) & at.file_set() != 0);
        if fits { at.bit() } else { 0 }
    }

    /// Squares `count` ranks ahead of a pawn.
    fn steps(&self, count: u8) -> Bitboard {
        let pawns = self.position.pieces(self.position.turn(), Role::Pawn);
        let ahead = |at: Square| match self.position.turn() {
            Side::First => at.bit().checked_shl(8 * u32::from(count)).unwrap_or(0),
            Side::Second => at.bit().checked_shr(8 * u32::from(count)).unwrap_or(0),
        };
        squares(pawns).fold(0, |all, at| all | ahead(at))
    }

    /// True if a move to the right square performs the action.
    #[inline]
    fn does(&self, mv: Move) -> bool {
        match self.written.action {
            // An empty square may also be the target of an en passant capture.
            Action::To(_) => mv.captured.is_none(),
            Action::Takes(_) => mv.captured.is_some(),
            Action::Checks => holds(self.position, mv, Check::Check),
            Action::Mates => holds(self.position, mv, Check::Mate),
            Action::Interposes => self.position.in_check() && mv.role != Role::King && mv.captured.is_none(),
            Action::Steps(count) => mv.from.file() == mv.to.file() && mv.from.rank().abs_diff(mv.to.rank()) == count,
            Action::Moves | Action::Promotes | Action::Castles(_) | Action::Same => true,
        }
    }
}

/// Origin and target of `The same`: the previous move, mirrored to the other side of the board.
pub(super) fn mirrored(written: &DescriptiveMove, origins: &Origins) -> Option<(Bitboard, Bitboard)> {
    if written.action != Action::Same {
        return None;
    }
    // Empty sets, not `None`: `None` means that the move is not "The same".
    Some(origins.last().map_or((0, 0), |before| (before.from.bit().swap_bytes(), before.to.bit().swap_bytes())))
}

/// True if a move gives the check that a mark claims.
pub(super) fn holds(position: &Position, mv: Move, check: Check) -> bool {
    if check == Check::None {
        return true;
    }
    let mut after = position.clone();
    after.play(mv);
    let checkers = after.checkers();
    if checkers == 0 {
        return false;
    }
    match check {
        Check::None | Check::Check => true,
        Check::Discovered => checkers & !mv.to.bit() != 0,
        Check::Double => !checkers.is_power_of_two(),
        Check::DoubleOrMate => !checkers.is_power_of_two() || !after.has_legal_move(),
        Check::Mate => !after.has_legal_move(),
    }
}
