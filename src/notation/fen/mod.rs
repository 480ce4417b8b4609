//! Forsyth-Edwards Notation with the castling fields of X-FEN and Shredder-FEN.
//!
//! Not for asking whether the position can be: that is asked of its set-up.

mod format;
mod grammar;
mod read;
mod write;

pub use super::text::fields::FenFault;
pub(super) use format::FORMAT;
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub(super) use grammar::{fen_gap, fen_letter, fen_turn, lenient_fen_clock, lenient_fen_number};
pub use read::{Read, read_fen};
pub use write::{push, write, write_alone};

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::Code;
    use partie_rules::Rules;
    use partie_rules::chess::Position;

    #[test]
    fn the_start_position_comes_back() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(write(&Position::start()), fen);
        let read = read_fen(fen, false);
        assert!(read.faults.is_empty());
        let (position, faults) = read.setup.position().expect("legal");
        assert!(faults.is_empty());
        assert_eq!(write(&position), fen);
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes: Vec<Code> =
            read_fen("9/8/8/8/8/8/x7 z KX zz -5 0", false).faults.iter().map(|fault| fault.code).collect();
        assert!(codes.contains(&Code::H010) && codes.contains(&Code::H011) && codes.contains(&Code::H018));
    }
}
