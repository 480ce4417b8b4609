//! The targets: which games each of them holds, and what it is called.

use super::options::Newline;
use super::shogi::ShogiTarget;
use crate::notation::csa::Version;
use crate::notation::psn;
use crate::rules::GameKind;

/// What records are converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// PGN, the export format: chess and hexagonal chess.
    Pgn,
    /// Chess in descriptive notation.
    Descriptive,
    /// Chess in the notation of Kober's book of 1888.
    Kober,
    /// Chess in the numbers of correspondence chess, as PGN.
    Iccf,
    /// Our own JSON, which holds everything.
    Json,
    /// A line of moves a game, as engines of chess write them.
    Uci,
    /// A line of coordinates a game of hexagonal chess.
    Coordinates,
    /// Positions of chess as EPD.
    Epd,
    /// Positions as FEN: chess and hexagonal chess.
    Fen,
    /// Positions of shogi as SFEN.
    Sfen,
    /// A record of shogi.
    Shogi(ShogiTarget),
}

/// All targets by their names; those of shogi have more under options.
const TARGETS: [(&str, Target); 16] = [
    ("pgn", Target::Pgn),
    ("descriptive", Target::Descriptive),
    ("kober", Target::Kober),
    ("iccf", Target::Iccf),
    ("uci", Target::Uci),
    ("coords", Target::Coordinates),
    ("epd", Target::Epd),
    ("fen", Target::Fen),
    ("kif", Target::Shogi(ShogiTarget::Kif)),
    ("ki2", Target::Shogi(ShogiTarget::Ki2)),
    ("csa", Target::Shogi(ShogiTarget::Csa(Version::V22))),
    ("usi", Target::Shogi(ShogiTarget::Usi)),
    ("jkf", Target::Shogi(ShogiTarget::Jkf)),
    ("psn", Target::Shogi(ShogiTarget::Psn(psn::Style::Hodges))),
    ("sfen", Target::Sfen),
    ("json", Target::Json),
];

impl Target {
    /// The target of a name.
    pub fn find(name: &str) -> Option<Self> {
        TARGETS.iter().find(|(known, _)| *known == name).map(|(_, target)| *target)
    }

    /// All targets in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Self> {
        TARGETS.iter().map(|(_, target)| *target)
    }

    /// Its name, which also is the extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Descriptive => "descriptive",
            Self::Kober => "kober",
            Self::Iccf => "iccf",
            Self::Json => "json",
            Self::Uci => "uci",
            Self::Coordinates => "coords",
            Self::Epd => "epd",
            Self::Fen => "fen",
            Self::Sfen => "sfen",
            Self::Shogi(ShogiTarget::Kif) => "kif",
            Self::Shogi(ShogiTarget::Ki2) => "ki2",
            Self::Shogi(ShogiTarget::Csa(_)) => "csa",
            Self::Shogi(ShogiTarget::Usi) => "usi",
            Self::Shogi(ShogiTarget::Jkf) => "jkf",
            Self::Shogi(ShogiTarget::Psn(_)) => "psn",
        }
    }

    /// Whether games of that kind can be written in it.
    pub const fn supports(self, kind: GameKind) -> bool {
        match self {
            Self::Json => true,
            Self::Pgn | Self::Fen => matches!(kind, GameKind::Chess | GameKind::Hex),
            Self::Descriptive | Self::Kober | Self::Iccf | Self::Uci | Self::Epd => matches!(kind, GameKind::Chess),
            Self::Coordinates => matches!(kind, GameKind::Hex),
            Self::Sfen | Self::Shogi(_) => matches!(kind, GameKind::Shogi),
        }
    }

    /// What it keeps, in a few words.
    pub const fn keeps(self) -> &'static str {
        match self {
            Self::Pgn | Self::Descriptive | Self::Kober | Self::Iccf => "everything",
            Self::Json => "everything, as it is written",
            Self::Uci | Self::Coordinates => "moves of the main line, a game a line",
            Self::Epd | Self::Fen | Self::Sfen => "final positions, or with --every all of the main line",
            Self::Shogi(ShogiTarget::Kif) => "everything",
            Self::Shogi(ShogiTarget::Jkf) => "everything but bookmarks",
            Self::Shogi(ShogiTarget::Ki2) => "everything but times",
            Self::Shogi(ShogiTarget::Csa(_)) => "main line, comments, times, headers",
            Self::Shogi(ShogiTarget::Psn(_)) => "main line, comments, times, headers",
            Self::Shogi(ShogiTarget::Usi) => "start position and moves of the main line, a game a line",
        }
    }

    /// Whether comments stand in it, so that moves which cannot be played are kept.
    pub const fn has_comments(self) -> bool {
        match self {
            Self::Pgn | Self::Descriptive | Self::Kober | Self::Iccf | Self::Json => true,
            Self::Uci | Self::Coordinates | Self::Epd | Self::Fen | Self::Sfen => false,
            Self::Shogi(target) => !matches!(target, ShogiTarget::Usi),
        }
    }

    /// What stands between two records of one text.
    pub const fn separator(self, newline: Newline) -> &'static str {
        match (self, newline) {
            (Self::Shogi(ShogiTarget::Csa(_)), Newline::Lf) => "/\n",
            (Self::Shogi(ShogiTarget::Csa(_)), Newline::CrLf) => "/\r\n",
            _ => "",
        }
    }

    /// Whether a text holds one record only.
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Shogi(ShogiTarget::Jkf))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_is_found_by_its_name() {
        for target in Target::all() {
            assert_eq!(Target::find(target.name()), Some(target));
        }
        assert_eq!(Target::find("xml"), None);
    }
}
