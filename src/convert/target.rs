//! The conversion targets: their games and names.

use super::option_error::OptionError;
use super::options::Newline;
use super::shogi_target::ShogiTarget;
use partie_notation::csa::Version;
use partie_notation::psn;
use partie_rules::GameKind;

/// A conversion target; its properties are in its row of [`TARGETS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// PGN, the export format: chess and hexagonal chess.
    Pgn,
    Descriptive,
    /// Chess in the notation of Kober's book of 1888.
    Kober,
    /// Chess in the numeric notation of correspondence chess, as PGN.
    Iccf,
    /// The JSON format of partie, which keeps everything.
    Json,
    /// A line of moves for each game, as in the UCI protocol.
    Uci,
    /// A line of coordinates for each game of hexagonal chess.
    Coordinates,
    /// Positions of chess as EPD.
    Epd,
    /// Positions as FEN: chess and hexagonal chess.
    Fen,
    /// Positions of shogi as SFEN.
    Sfen,
    Shogi(ShogiTarget),
}

/// A row of the target table.
#[derive(Clone, Copy, Debug)]
pub struct TargetInfo {
    /// The target with its default options.
    pub target: Target,
    /// The name for `--to`.
    pub name: &'static str,
    /// The supported games.
    pub games: &'static [GameKind],
    /// A short description of the parts of a game that the target keeps.
    pub keeps: &'static str,
    /// The file extension.
    pub extension: &'static str,
    /// The file extension for UTF-8.
    pub utf8_extension: &'static str,
    /// The file extension for the column layout; `None` without one.
    pub columns_extension: Option<&'static str>,
    /// Whether the target has comments, so that moves that cannot be played are kept.
    pub has_comments: bool,
    /// The line between two records of one text; empty without one.
    separator: &'static str,
    /// Whether an output text contains only one record.
    pub is_single: bool,
}

const CHESS: &[GameKind] = &[GameKind::Chess];
const HEX: &[GameKind] = &[GameKind::Hex];
const CHESS_AND_HEX: &[GameKind] = &[GameKind::Chess, GameKind::Hex];
const SHOGI: &[GameKind] = &[GameKind::Shogi];
/// All games, in the order of the target table.
pub const ANY: &[GameKind] = &[GameKind::Chess, GameKind::Hex, GameKind::Shogi];

/// All targets, in the order of listing.
pub static TARGETS: [TargetInfo; 16] = [
    TargetInfo { has_comments: true, ..TargetInfo::new(Target::Pgn, "pgn", CHESS_AND_HEX, "everything") },
    TargetInfo {
        extension: "pgn",
        utf8_extension: "pgn",
        columns_extension: Some("txt"),
        has_comments: true,
        ..TargetInfo::new(Target::Descriptive, "descriptive", CHESS, "everything")
    },
    TargetInfo {
        extension: "pgn",
        utf8_extension: "pgn",
        columns_extension: Some("txt"),
        has_comments: true,
        ..TargetInfo::new(Target::Kober, "kober", CHESS, "everything")
    },
    TargetInfo {
        extension: "pgn",
        utf8_extension: "pgn",
        has_comments: true,
        ..TargetInfo::new(Target::Iccf, "iccf", CHESS, "everything")
    },
    TargetInfo::new(Target::Uci, "uci", CHESS, "moves of the main line, one game per line"),
    TargetInfo::new(Target::Coordinates, "coords", HEX, "moves of the main line, one game per line"),
    TargetInfo::new(Target::Epd, "epd", CHESS, "final positions, or with --every all of the main line"),
    TargetInfo::new(Target::Fen, "fen", CHESS_AND_HEX, "final positions, or with --every all of the main line"),
    TargetInfo {
        utf8_extension: "kifu",
        has_comments: true,
        ..TargetInfo::new(Target::Shogi(ShogiTarget::Kif), "kif", SHOGI, "everything")
    },
    TargetInfo {
        utf8_extension: "ki2u",
        has_comments: true,
        ..TargetInfo::new(Target::Shogi(ShogiTarget::Ki2), "ki2", SHOGI, "everything but times")
    },
    TargetInfo {
        has_comments: true,
        separator: "/",
        ..TargetInfo::new(
            Target::Shogi(ShogiTarget::Csa(Version::V22)),
            "csa",
            SHOGI,
            "main line, comments, times, headers",
        )
    },
    TargetInfo::new(
        Target::Shogi(ShogiTarget::Usi),
        "usi",
        SHOGI,
        "start position and moves of the main line, one game per line",
    ),
    TargetInfo {
        has_comments: true,
        is_single: true,
        ..TargetInfo::new(Target::Shogi(ShogiTarget::Jkf), "jkf", SHOGI, "everything but bookmarks")
    },
    TargetInfo {
        has_comments: true,
        ..TargetInfo::new(
            Target::Shogi(ShogiTarget::Psn(psn::Style::Hodges)),
            "psn",
            SHOGI,
            "variations, comments, times, headers",
        )
    },
    TargetInfo::new(Target::Sfen, "sfen", SHOGI, "final positions, or with --every all of the main line"),
    TargetInfo { has_comments: true, ..TargetInfo::new(Target::Json, "json", ANY, "everything, as written") },
];

impl TargetInfo {
    /// A target without comments, with its name as the file extension.
    const fn new(target: Target, name: &'static str, games: &'static [GameKind], keeps: &'static str) -> Self {
        Self {
            target,
            name,
            games,
            keeps,
            extension: name,
            utf8_extension: name,
            columns_extension: None,
            has_comments: false,
            separator: "",
            is_single: false,
        }
    }

    /// Formats all targets as a table: supported games and the parts that they keep.
    pub fn list() -> String {
        let row = |name: &str, cell: &dyn Fn(GameKind) -> &'static str, keeps: &str| {
            let cells = ANY.iter().map(|game| format!("{:<width$}", cell(*game), width = game.name().len() + 2));
            format!("{name:<13}{}{keeps}\n", cells.collect::<String>())
        };
        let rows = TARGETS.iter().map(|target| {
            let holds = |game| if target.supports(game) { "yes" } else { "-" };
            row(target.name, &holds, target.keeps)
        });
        std::iter::once(row("target", &GameKind::name, "keeps")).chain(rows).collect()
    }

    /// True if games of this kind are supported.
    pub fn supports(&self, kind: GameKind) -> bool {
        self.games.contains(&kind)
    }

    /// The line between two records of one text.
    pub fn separator(&self, newline: Newline) -> String {
        match (self.separator, newline) {
            ("", _) => String::new(),
            (line, Newline::Lf) => format!("{line}\n"),
            (line, Newline::CrLf) => format!("{line}\r\n"),
        }
    }
}

impl Target {
    pub fn find(name: &str) -> Option<Self> {
        TARGETS.iter().find(|row| row.name == name).map(|row| row.target)
    }

    /// # Errors
    /// If the target does not allow edits of tags and plies.
    pub fn check_editable(self) -> Result<(), OptionError> {
        if matches!(self, Self::Pgn | Self::Descriptive | Self::Kober | Self::Iccf) {
            return Ok(());
        }
        Err(OptionError::NotEditable(self.name()))
    }

    /// # Errors
    /// If the target cannot contain illegal moves.
    pub fn check_keeps_illegal(self) -> Result<(), OptionError> {
        if matches!(self, Self::Pgn | Self::Json | Self::Uci | Self::Shogi(ShogiTarget::Kif)) {
            return Ok(());
        }
        Err(OptionError::KeepsNoIllegal(self.name()))
    }

    /// The row in the table; options of the target are ignored.
    pub fn info(self) -> &'static TargetInfo {
        let default = match self {
            Self::Shogi(ShogiTarget::Csa(_)) => Self::Shogi(ShogiTarget::Csa(Version::V22)),
            Self::Shogi(ShogiTarget::Psn(_)) => Self::Shogi(ShogiTarget::Psn(psn::Style::Hodges)),
            other => other,
        };
        TARGETS.iter().find(|row| row.target == default).unwrap_or(&TARGETS[0])
    }

    /// The name for `--to`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// True if games of this kind are supported.
    pub fn supports(self, kind: GameKind) -> bool {
        self.info().supports(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_target_is_found_by_its_name() {
        for row in &TARGETS {
            assert_eq!(Target::find(row.name), Some(row.target));
            assert_eq!(row.target.name(), row.name);
        }
        assert_eq!(Target::Shogi(ShogiTarget::Csa(Version::V30)).name(), "csa");
        assert_eq!(Target::find("xml"), None);
    }
}
