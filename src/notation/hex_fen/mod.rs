//! Positions of hexagonal chess in the manner of Forsyth and Edwards. Three dialects are read; the dialect by ranks is
//! written. The set-up decides whether a position is possible.

mod dialect;
mod grammar;
mod read;
mod write;

pub use dialect::{Dialect, ROWS, cell, has_rows, length};
#[cfg(debug_assertions)]
pub use grammar::RULES;
pub use read::{Read, read_hex_fen};
pub use write::write;

#[cfg(test)]
mod tests {
    use super::*;
    use partie_record::finding::Code;
    use partie_rules::hex::{Position, Setup};
    use partie_rules::{Rules, Side};

    const START: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
    /// Files of the start position from the top, as one program prints it.
    const FILES_DOWN: &str = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1";
    const FILES_UP: &str = "6/P5p/RP4pr/N1P3p1n/Q2P2p2q/BBB1P1p1bbb/K2P2p2k/N1P3p1n/RP4pr/P5p/6";

    #[test]
    fn the_start_position_comes_back_from_every_dialect() {
        assert_eq!(write(&Position::start()), START);
        let dialects = [(START, Dialect::Ranks), (FILES_DOWN, Dialect::FilesDown), (FILES_UP, Dialect::FilesUp)];
        for (text, dialect) in dialects {
            for named in [None, Some(dialect)] {
                let read = read_hex_fen(text, named);
                assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
                assert_eq!(read.dialect, dialect, "{text}");
                assert_eq!(read.setup, Setup::initial(), "{text}");
            }
        }
    }

    #[test]
    fn files_without_telling_pawns_go_by_the_fields() {
        let down = read_hex_fen("6/7/8/9/10/k4P4K/10/9/8/7/6 b - - 3 9", None);
        assert_eq!((down.dialect, down.faults.len()), (Dialect::FilesDown, 0));
        assert_eq!((down.setup.turn, down.setup.halfmove_clock, down.setup.number), (Side::Second, 3, 9));
        assert_eq!(read_hex_fen("6/7/8/9/10/k4P4K/10/9/8/7/6", None).dialect, Dialect::FilesUp);
    }

    #[test]
    fn an_en_passant_cell_comes_back_even_if_nothing_can_capture_there() {
        for text in [
            "b/qbk/n1b1n/r5r/ppppppppp/5P5/11/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 b - 0 1",
            "1/3/r4/7/5Q3/8B1k/2N8/6PpP2/11/11/5K5 b i3 0 1",
            "1/2k/5/7/9/11/11/8P2/11/11/6K4 b i3 0 7",
        ] {
            let read = read_hex_fen(text, None);
            let (position, claims) = read.setup.position().expect("legal");
            assert!(read.faults.is_empty() && claims.is_empty(), "{text}");
            assert_eq!(write(&position), text);
        }
    }

    #[test]
    fn says_everything_that_is_wrong() {
        let codes =
            |text: &str| -> Vec<Code> { read_hex_fen(text, None).faults.iter().map(|fault| fault.code).collect() };
        assert_eq!(codes(""), [Code::H010]);
        assert_eq!(codes("b"), [Code::H010]);
        let wrong = codes("2/qxk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2 z j4 -5 0 more");
        assert_eq!(wrong.iter().filter(|code| **code == Code::H010).count(), 5, "rows, x, z, j4, more");
        assert!(wrong.contains(&Code::H011) && wrong.iter().filter(|code| **code == Code::H018).count() == 2);
        let castling = START.replace(" - ", " KQ - ");
        assert!(!codes(&castling).is_empty());
        assert!(codes(&START.replace(" - ", " - - ")).is_empty(), "an empty castling field is let pass");
        assert!(codes("99999999999999999999999999999/1").contains(&Code::H011));
    }
}
