//! Positions: any text is read or answered, and what is written of a position is read as the same one.

use partie_notation::{fen, hex_fen, sfen};
use partie_rules::{Rules as _, shogi};

use super::is_shown;

/// FEN, with castling rights of both kinds.
pub(crate) fn check_fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for chess960 in [false, true] {
        let read = fen::read_fen(&text, chess960);
        read.faults.iter().for_each(|fault| assert!(is_shown(&fault.message.to_string()), "{fault:?}"));
        let Ok((position, _)) = read.setup.position() else { continue };
        let written = fen::write(&position);
        let again = fen::read_fen(&written, true);
        assert!(again.faults.is_empty(), "{written}: {:?}", again.faults);
        let (second, claims) = again.setup.position().unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert!(claims.is_empty(), "{written}: {claims:?}");
        assert!(second.same_for_repetition(&position) && second.zobrist() == position.zobrist(), "{written}");
        assert_eq!(fen::write(&second), written);
        assert_eq!((second.number(), second.halfmove_clock()), (position.number(), position.halfmove_clock()));
    }
}

/// SFEN. Of a board that is no position nothing is written but what may be shown.
pub(crate) fn check_sfen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = sfen::read_sfen(&text);
    read.faults.iter().for_each(|fault| assert!(is_shown(&fault.message.to_string()), "{fault:?}"));
    let written = sfen::write(&read.setup, read.ply);
    assert!(is_shown(&written), "{written}");
    let Ok((position, _)) = read.setup.clone().position() else { return };
    assert_eq!(shogi::Setup::from(&position), read.setup, "{written}");
    position.has_legal_move();
    let again = sfen::read_sfen(&written);
    assert!(again.faults.is_empty(), "{written}: {:?}", again.faults);
    assert_eq!((&again.setup, again.ply), (&read.setup, read.ply), "{written}");
}

/// Hexagonal FEN in every dialect.
pub(crate) fn check_hex_fen(bytes: &[u8]) {
    use hex_fen::Dialect::{FilesDown, FilesUp, Ranks};
    let text = String::from_utf8_lossy(bytes);
    for dialect in [None, Some(Ranks), Some(FilesUp), Some(FilesDown)] {
        let read = hex_fen::read_hex_fen(&text, dialect);
        read.faults.iter().for_each(|fault| assert!(is_shown(&fault.message.to_string()), "{fault:?}"));
        let Ok((position, _)) = read.setup.position() else { continue };
        let written = hex_fen::write(&position);
        let again = hex_fen::read_hex_fen(&written, None);
        assert!(again.faults.is_empty() && again.dialect == Ranks, "{written}: {:?}", again.faults);
        let (second, claims) = again.setup.position().unwrap_or_else(|faults| panic!("{written}: {faults:?}"));
        assert!(claims.is_empty(), "{written}: {claims:?}");
        assert_eq!(second.zobrist(), position.zobrist(), "{written}");
        assert_eq!(hex_fen::write(&second), written);
        assert_eq!((second.number(), second.halfmove_clock()), (position.number(), position.halfmove_clock()));
    }
}
