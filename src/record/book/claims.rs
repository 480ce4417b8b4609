//! Claims of the players in books older than the Laws: objections, demands, odds.
//!
//! Each clause names its paragraph; it is `None` if a book lacks the clause. Draws
//! without a claim are counts of positions (see `Count`).

/// The claims that a book leaves to the players.
#[derive(Debug)]
pub struct ClaimRules {
    /// A wrong set-up that a player notices.
    pub set_up: Option<SetUp>,
    pub odds: Option<OddsRules>,
    /// Moves that no rule allows.
    pub irregular: Option<Irregular>,
    /// The paragraph by which checks must be announced.
    pub announced: Option<&'static str>,
    /// The paragraph by which attacks on the queen are not announced.
    pub queen: Option<&'static str>,
    /// The paragraph by which a pawn must be captured en passant when no other piece can move.
    pub en_passant: Option<&'static str>,
    /// A draw after a number of moves from a demand on.
    pub demand: Option<Demand>,
    /// A draw by a series of moves, repeated several times in a row.
    pub series: Option<Series>,
    /// The paragraph by which perpetual check is a draw.
    pub perpetual: Option<&'static str>,
}

/// A wrong set-up of board or pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// Plies after which the wrong set-up is accepted.
    pub stands_after: u32,
    pub basis: &'static str,
}

/// Rules for games in which the stronger player gives a piece as odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsRules {
    /// The paragraph by which the giver moves first.
    pub first_move: &'static str,
    /// The paragraph on an odds piece that was left on the board by mistake.
    pub forgotten: &'static str,
    /// The paragraph by which the king castles to the side of the missing rook.
    pub castling: &'static str,
}

/// Rules for an illegal move: the opponent may object until he replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irregular {
    /// The paragraph on the opponent's choice.
    pub choice: &'static str,
    /// The paragraph by which a reply ends the right to object.
    pub lapses: &'static str,
    /// The paragraph on a king that was left or put in check, which may void the game.
    pub check: &'static str,
    /// The paragraph on irregular castling.
    pub castling: &'static str,
}

/// A count that begins with a player's demand; captures restart it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub plies: u32,
    pub basis: &'static str,
}

/// A series of moves of both sides, of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// Number of times in a row that the series must be played.
    pub times: u32,
    pub basis: &'static str,
}
