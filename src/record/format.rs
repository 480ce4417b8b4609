//! The formats a record can be written in: their list, from which everything that chooses among them is made.

use partie_rules::GameKind;

/// Hands the list to a macro, a row a format: its description, its name here, its folder in `notation`, which is its
/// name for users, and the game of its records, where they name no other. The first one is what a text is read as that looks like none of the others.
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
        /// A record format. How the moves in it are written is another question (see `notation`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Format {
            $($(#[doc = $description])+ $name,)+
        }

        impl Format {
            /// All of them, in the order in which they are listed.
            pub const ALL: [Self; [$(stringify!($name)),+].len()] = [$(Self::$name),+];

            /// The name given to `--from`, and used in every output form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($module),)+
                }
            }

            /// What it is, in a line.
            pub fn description(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($description),+).trim_start(),)+
                }
            }

            /// The game of its records, where they name no other.
            pub const fn game(self) -> GameKind {
                match self {
                    $(Self::$name => GameKind::$game,)+
                }
            }

            /// Whether each of its records is a position, without which nothing of it can be replayed.
            pub const fn is_position_list(self) -> bool {
                matches!(self, Self::Fen | Self::Epd)
            }

            /// Whether it is a format of shogi.
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
    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}
