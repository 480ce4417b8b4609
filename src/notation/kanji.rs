//! Japanese text: its symbols of shogi in UTF-8, and the decoding of records in Shift_JIS and EUC-JP.
//!
//! After that no reader knows an encoding. A byte that was no character there is none in UTF-8 either, so that it
//! stays where it is and is seen as what it is.

mod characters;
mod decode;
mod detect;
mod encodings;
mod symbol;

pub use characters::{first_bad, is_cut, step, text};
pub use decode::{decode, decode_line};
pub use detect::{detect, named};
pub use symbol::{Symbol, blank, symbol, trim};
