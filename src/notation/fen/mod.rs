//! Forsyth-Edwards Notation with the castling fields of X-FEN and Shredder-FEN.
//!
//! The set-up decides whether the position is possible.

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
    fn an_array_of_chess960_means_the_outermost_rooks() {
        let rooks = |fen: &str| -> Option<String> {
            let read = read_fen(fen, false);
            let named =
                read.setup.rights.iter().map(|(_, _, rook)| rook.map_or_else(|| "-".into(), |at| at.to_string()));
            read.chess960.then(|| named.collect::<Vec<String>>().join(" "))
        };
        let array = |first: &str, second: &str, rights: &str| {
            rooks(&format!("{second}/pppppppp/8/8/8/8/PPPPPPPP/{first} w {rights} - 0 1"))
        };
        assert_eq!(array("BQNRNKRB", "bqnrnkrb", "KQkq").as_deref(), Some("g1 d1 g8 d8"));
        // The sides may have different arrays, one of them the standard one.
        assert_eq!(array("RNBQKBNR", "nrbqkbrn", "KQkq").as_deref(), Some("h1 a1 g8 b8"));
        assert_eq!(array("RBBNKNQR", "rbbnknqr", "KQkq"), None);
        assert_eq!(array("RNBQKBNR", "1nbqkbnr", "KQk"), None);
        assert_eq!(array("RNBQKBNR", "nrbqkbrn", "KQ"), None);
        // A king that has moved, or rooks that have.
        assert_eq!(array("R2K3R", "r3k2r", "KQkq"), None);
        assert_eq!(array("RNBKQBNR", "rnbqkb1r", "KQkq"), None);
        assert_eq!(rooks("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w DGdg - 0 1").as_deref(), Some("d1 g1 d8 g8"));
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes: Vec<Code> =
            read_fen("9/8/8/8/8/8/x7 z KX zz -5 0", false).faults.iter().map(|fault| fault.code).collect();
        assert!(codes.contains(&Code::H010) && codes.contains(&Code::H011) && codes.contains(&Code::H018));
    }
}
