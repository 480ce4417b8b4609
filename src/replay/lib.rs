//! Replay: where notation, rules and book meet.
//!
//! Reads the moves of a record against positions, watches what ends or draws the
//! game, and judges what the record says of itself. What a broken line may have meant is
//! asked of `repair`. Not for printing, and not for changing a record.

mod allowances;
mod annotator_marks;
mod assume;
mod chess_like;
mod clocks;
mod collect;
mod context;
pub mod copies;
mod damaged;
pub mod diagram;
mod division;
mod draw;
mod evidence;
mod game_report;
mod game_tags;
pub mod game_worker;
pub mod games;
mod judge;
mod languages;
mod line_replayer;
mod lines;
mod notes;
mod odds;
pub mod openings;
mod options;
mod pairs;
mod place;
mod played;
mod position_at;
pub mod repair;
mod repairs;
mod repetition;
mod replay_rules;
mod replayer;
mod seen;
mod shogi;
mod source;
mod suggestions;
mod text;
pub mod texts;
mod token_rules;
mod tokens;
mod trail;
mod unjudged;
mod variant_moves;
mod verdict;
mod visitor;
mod whole_file;

pub use collect::{Collector, Counts, Severities, Wanted};
pub use division::{Divider, Division, Part, Prose, Segments};
pub use draw::{DrawEvent, DrawKind, How};
pub use evidence::{is_record, mentions_moves};
pub use game_report::{Replayed, RulesFrom, Status};
pub use game_tags::{GameTags, Variant, players, stated_plies};
pub use judge::{GameOut, Judge, JudgePlan, Judged, file_finding};
pub use notes::of_noise;
pub use odds::Squares;
pub use options::Options;
pub use place::{GameInSlice, GamePlace, Placed};
pub use played::{CastlingForm, MainLine, Played};
pub use position_at::{PositionAt, ply_of};
pub use repetition::PositionRecord;
pub use replayer::Replayer;
pub use seen::{EncodingsSeen, EndsSeen};
pub use source::{MOVETEXTS, Source, descriptive, named_encoding, named_letters};
pub use text::Text;
pub use unjudged::{OTHERS, Unjudged};
pub use verdict::{End, Verdict};
pub use visitor::{AnyGameVisitor, Line, MoveEvent, ReplayVisitor};
pub use whole_file::{FirstOfEncoding, WholeFile};
