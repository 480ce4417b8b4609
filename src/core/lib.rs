//! Reads game records, replays them under a named rule book, and says what holds, what does not, and why.
//!
//! What is wrong with the games of a PGN:
//!
//! ```
//! let pgn = "[Event \"Cup\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n";
//! for game in partie_core::replay(pgn.as_bytes()) {
//!     for finding in &game.findings {
//!         println!("{} {}", finding.code.as_str(), finding.message);
//!     }
//!     assert!(game.findings.iter().any(|finding| finding.code.as_str().starts_with('L')));
//! }
//! ```
//!
//! Where a game of shogi ends that is written in KIF:
//!
//! ```
//! let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
//! let games = partie_core::replay(kif.as_bytes());
//! let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
//! assert_eq!(games[0].final_position().as_deref(), Some(sfen));
//! ```
//!
//! The moves of a PGN as engines write them:
//!
//! ```
//! let target = partie_core::Target::find("uci").ok_or("no such target")?;
//! let moves = partie_core::convert(b"1. e4 e5 2. Nf3 Nc6 *", target)?;
//! assert_eq!(moves, "e2e4 e7e5 g1f3 b8c6\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Formats are found by content; [`Format`] and [`TARGETS`] list what can be read and written. Under another rule book,
//! or with only some findings, games are replayed by [`replay_with`]. How the library is built, and where things are,
//! stands in `docs/design.md`.

mod texts;

pub use partie_convert::{TARGETS, Target};
pub use partie_notation::letters::Letters;
pub use partie_record::book::Books;
pub use partie_record::finding::{Cause, Code, Finding, Fix, Grade, Mark, Remedy, Selection, Severity};
pub use partie_record::message::{Arg, Message};
pub use partie_record::shown::Shown;
pub use partie_record::span::Span;
pub use partie_record::{Encoding, Format, Outcome, Termination};
pub use partie_replay::repair::{Effort, Repair};
pub use partie_replay::{End, Options, Played, Replayed, RulesFrom, Status, Verdict, Wanted};
pub use texts::{Incomplete, ReplayedGame, convert, replay, replay_with};
