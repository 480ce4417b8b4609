//! Reads game records and replays them under a named rule book. Reports errors with their reasons.
//!
//! Chess (PGN, UCI, descriptive notation, scores of books), shogi (KIF, KI2, CSA, USI, JKF, PSN) and hexagonal chess:
//! format, encoding and notation are detected. This crate uses no disk, thread or clock.
//!
//! A [`Session`] has the settings for reading texts. It returns the [`Game`]s of a text one after the other. This
//! program prints each broken game of a text with its players, the line of the first error, and the likely repair:
//!
//! ```
//! use partie_core::Session;
//!
//! let text = "[White \"Anna\"]\n[Black \"Bo\"]\n[Result \"*\"]\n\n\
//!             1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 *\n";
//! let mut printed = String::new();
//! for game in Session::new().games(text.as_bytes()).filter(|game| game.is_broken()) {
//!     let [white, black] = game.players().map(|name| name.unwrap_or("?"));
//!     printed += &format!("game {}: {white} - {black}\n", game.number());
//!     if let Some(error) = game.findings().find(|finding| finding.is_error()) {
//!         printed += &format!("  line {}: {}\n", error.place().line, error.message());
//!     }
//!     match game.repairs().and_then(|repairs| repairs.best) {
//!         Some(repair) => printed += &format!("  {repair}\n"),
//!         None => printed += "  no repair is known\n",
//!     }
//! }
//! assert_eq!(
//!     printed,
//!     "game 1: Anna - Bo\n\
//!      \x20 line 5: 3. Bb6 is illegal: no bishop goes to b6 (they are on c1 and f1)\n\
//!      \x20 likely: 3. Bb6 -> Bb5; replays to its end, 11 plies\n"
//! );
//! ```
//!
//! The data of a game:
//!
//! ```
//! use partie_core::{Session, Target};
//!
//! let session = Session::new();
//! let game = session.games("1. e4 c5 2. Nf3 *".as_bytes()).next().ok_or("no game")?;
//! for mv in game.moves() {
//!     println!("{} {} {} {}", mv.ply, mv.san, mv.coordinates, mv.position);
//! }
//! let board = game.svg(3).ok_or("no board")?;
//! let descriptive = game.convert(Target::find("descriptive").ok_or("no such target")?);
//! assert!(board.starts_with("<svg ") && String::from_utf8_lossy(&descriptive.bytes).contains("P-QB4"));
//! # Ok::<(), &str>(())
//! ```
//!
//! [`Session::convert`] rewrites whole texts to any of [`TARGETS`], and [`Session::fix`] fixes them. [`explain`]
//! returns the page of a finding's code. The JSON of findings, games and repairs ([`GameFinding::json`],
//! [`Game::json`], [`Repairs::json`]) equals the command's, and `docs/schema/` specifies it. Texts are read in slices
//! of about 256 KiB, so that [`Session::read`] can process archives of any size; [`Games::until`] stops it between two
//! games.
//!
//! Spans are bytes of the input in any known encoding; only for UTF-16 they are bytes of its UTF-8 form.
//!
//! If you need less, use one of the crates below: `partie-rules` has the rules of the three games and no dependencies;
//! `docs/library.md` lists them all.

#![warn(missing_docs)]

mod contents;
mod converted;
mod decisions;
mod error;
mod explain;
mod expression;
mod finding;
mod fixed;
mod game;
mod game_view;
mod games;
mod home;
mod legal;
mod overview;
mod reading;
mod session;
mod settings;
mod undone;

pub use contents::{GameLine, GameMove, Tag};
pub use converted::{ConversionIssue, Converted};
pub use decisions::{Decided, Decisions};
pub use error::{SessionError, SessionErrorKind};
pub use explain::explain;
pub use expression::Expression;
pub use finding::{Explanation, GameFinding};
pub use fixed::{Fixed, applied};
pub use game::Game;
pub use game_view::{GameView, RowView, TextOffsets};
pub use games::Games;
pub use legal::LegalMove;
pub use partie_convert::{Newline, ShogiTarget, TARGETS, Target, TargetInfo};
pub use partie_fix::{Decision, Difference, Edit, MadeEdit, Repairs};
pub use partie_notation::csa::Version as CsaVersion;
pub use partie_notation::psn::Style as PsnStyle;
pub use partie_record::book::Books;
pub use partie_record::finding::Selection;
pub use partie_record::finding::{Code, Entry, Fix, Grade, Mark, Remedy, Severity};
pub use partie_record::message::Message;
pub use partie_record::{Encoding, Format, Outcome, RecordClass};
pub use partie_repair::{Operation, Repair};
pub use partie_replay::{DrawEvent, DrawKind, End, How, JudgePlan, Place, Source, Status, Verdict};
pub use partie_rules::{GameKind, Side};
pub use session::{Session, SessionBuilder, utf8_form};
pub use undone::{EditLog, Undone};
