//! The list of record formats, from which every choice of a format is generated.

use partie_rules::GameKind;

/// Passes the list to a macro. Each row is a format: its description, its variant, its module in `notation` (the name
/// for users), and the game of records that do not name one. The first format is the default for texts that resemble no
/// other.
#[macro_export]
macro_rules! formats {
    ($each:ident) => {
        $each! {
            /// Portable Game Notation: tag pairs and movetext.
            Pgn pgn Chess;
            /// Games without tags, each from a line that begins with move number 1, or of one line.
            Lines lines Chess;
            /// The same of hexagonal chess.
            HexLines hex_lines Hex;
            /// Games without tags and move numbers, of one paragraph each.
            Paragraphs paragraphs Chess;
            /// A table of text with a game in a cell of each row.
            Csv csv Chess;
            /// A printed score: numbered rows of moves, prose between them.
            Score score Chess;
            /// Kakinoki's format for shogi, one move a line.
            Kif kif Shogi;
            /// Its short form, with relative words instead of origins.
            Ki2 ki2 Shogi;
            /// The format of the Computer Shogi Association.
            Csa csa Shogi;
            /// A `position` command of the Universal Shogi Interface.
            Usi usi Shogi;
            /// The moves of shogi as addresses of web pages carry them.
            Usen usen Shogi;
            /// json-kifu-format.
            Jkf jkf Shogi;
            /// Portable Shogi Notation: tag pairs and western moves.
            Psn psn Shogi;
            /// Shogi in PGN, with the squares of chess.
            Pychess pychess Shogi;
            /// Positions in FEN, one a line.
            Fen fen Chess;
            /// Positions in EPD, one a line, with their operations.
            Epd epd Chess;
            /// Our own lossless JSON.
            Json json Chess;
        }
    };
}
macro_rules! declare {
    ($($(#[doc = $description:literal])+ $name:ident $module:ident $game:ident;)+) => {
        /// A record format. The notation of its moves is a separate choice (see `notation`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Format {
            $($(#[doc = $description])+ $name,)+
        }

        impl Format {
            /// All formats, in list order.
            pub const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];

            /// The name for `--from` and for every output form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($module),)+
                }
            }

            /// A description in one line.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($description),+).trim_start(),)+
                }
            }

            /// Returns the default kind of game, for records that do not name one.
            pub const fn game(self) -> GameKind {
                match self {
                    $(Self::$name => GameKind::$game,)+
                }
            }

            /// True if each record is a position, without which it cannot be replayed.
            pub const fn is_position_list(self) -> bool {
                matches!(self, Self::Fen | Self::Epd)
            }

            pub const fn is_shogi(self) -> bool {
                matches!(self.game(), GameKind::Shogi)
            }
        }
    };
}

formats!(declare);

impl Default for Format {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl Format {
    /// Finds a format by name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}
