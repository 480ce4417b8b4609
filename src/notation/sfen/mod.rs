//! SFEN: a shogi position in four fields, as in the Universal Shogi Interface.
//!
//! Whether a position is possible (kings, too many pieces, nifu) is checked by the rules.

mod grammar;
mod letters;
mod read;
mod write;

#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use read::{Fault, Read, read_sfen, row_widths};
pub use write::write;

pub(super) use letters::{kind, letter_of};

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::Code;
    use partie_rules::shogi::{Handicap, Setup};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn the_start_position_comes_back() {
        assert_eq!(write(&Setup::handicap(Handicap::Even), 1), START);
        let read = read_sfen(START);
        assert!(read.faults.is_empty() && read.ply == 1);
        assert_eq!(read.setup, Setup::handicap(Handicap::Even));
    }

    #[test]
    fn hands_are_written_in_their_order() {
        let text = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w p3pn2GSb 124";
        let read = read_sfen(text);
        assert!(read.faults.is_empty(), "{:?}", read.faults);
        let canonical = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w 2GSbn4p 124";
        assert_eq!(write(&read.setup, read.ply), canonical);
    }

    #[test]
    fn more_pieces_in_hand_than_a_number_counts() {
        let many = read_sfen("k8/9/9/9/9/9/9/9/9 b 99B1b99b 1");
        assert!(many.faults.is_empty(), "{:?}", many.faults);
        let written = write(&many.setup, many.ply);
        assert_eq!(written, "k8/9/9/9/9/9/9/9/9 b 99B99bb 1");
        assert_eq!(read_sfen(&written).setup, many.setup);
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes = |text: &str| read_sfen(text).faults.iter().map(|fault| fault.code).collect::<Vec<_>>();
        assert_eq!(codes("nonsense"), [Code::H010]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/8 b - 1"), [Code::H011]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/8+ b - 1"), [Code::H010, Code::H011]);
        assert_eq!(codes("9/9/9/9/+G8/+18/+k8/9/9 b - 1"), [Code::H010, Code::H010, Code::H010]);
        assert_eq!(
            codes("9/9/9/9/9/9/9/9 x K2 -5 z"),
            [Code::H010, Code::H010, Code::H010, Code::H010, Code::H018, Code::H010]
        );
        assert_eq!(codes("9/9/9/9/9/9/9/9/9 b -"), [Code::H018]);
        assert_eq!(codes("9/9/9/9/9/9/9/9/歩8 b - 1"), [Code::H010]);
    }
}
