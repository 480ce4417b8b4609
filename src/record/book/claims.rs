//! What books older than the Laws leave to the players: objections, demands, odds.
//!
//! Each clause names its paragraph; a book that lacks one holds `None`. Not for what
//! is drawn without anybody's asking by counting positions (see `Count`).

/// The claims that a book leaves to the players.
#[derive(Debug)]
pub struct ClaimRules {
    /// A wrong set-up that somebody notices.
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
    /// A draw after so many moves from a demand on.
    pub demand: Option<Demand>,
    /// A draw by the same series of moves, several times running.
    pub series: Option<Series>,
    /// The paragraph by which perpetual check is a draw.
    pub perpetual: Option<&'static str>,
}

/// A wrong set-up of board or pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// Plies from which on the game stands as it is.
    pub stands_after: u32,
    pub basis: &'static str,
}

/// What holds where the stronger player gives a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddsRules {
    /// The paragraph by which the giver moves first.
    pub first_move: &'static str,
    /// The paragraph on a piece that was given and left on the board.
    pub forgotten: &'static str,
    /// The paragraph by which the king castles to the side of the rook that was given.
    pub castling: &'static str,
}

/// What an illegal move is worth: an objection while nobody has replied, nothing afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Irregular {
    /// The paragraph of the opponent's choice.
    pub choice: &'static str,
    /// The paragraph by which a reply ends it.
    pub lapses: &'static str,
    /// The paragraph on a king that was left or put in check, and on the game that is void by it.
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
    /// How often it must be played running.
    pub times: u32,
    pub basis: &'static str,
}
