//! Japanese text: the symbols of shogi in UTF-8, and the decoding of records in Shift_JIS and EUC-JP.
//!
//! After decoding, readers need not know the encoding. An invalid byte is kept, as it is invalid in UTF-8, too.

mod characters;
mod decode;
mod detect;
mod encodings;
mod symbol;

pub use characters::{first_bad, is_cut, step, text};
pub use decode::{decode, decode_line};
pub use detect::{detect, named};
pub use symbol::{Symbol, blank, symbol, trim};
