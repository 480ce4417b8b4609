//! Notations of moves of chess and hexagonal chess: the first line is a start position or blank, every other line or word
//! a move. What the fast path reads the grammar reads too; what is written of a legal move is read as that move.

use std::borrow::Cow;

use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::moves::{Algebraic, ChessNotation, HexNotation, MoveOf, Node};
use partie_notation::{fen, hex_fen};
use partie_record::span::Span;
use partie_rules::{Resolution, Rules, chess, hex};

use super::digest;

/// Moves of one input that are tried.
const MOST_MOVES: usize = 60;

/// SAN and its kin, in letters that the first byte of the input chooses.
pub(crate) fn check_san(bytes: &[u8]) {
    let letters: &'static Letters = &LANGUAGES[usize::from(bytes.first().copied().unwrap_or(0)) % LANGUAGES.len()];
    play(&Algebraic::new(letters), chess_start(bytes), bytes, true);
}

/// The notations of hexagonal chess in the same way.
pub(crate) fn check_hex(bytes: &[u8]) {
    let letters: &'static Letters = &LANGUAGES[usize::from(bytes.first().copied().unwrap_or(0)) % LANGUAGES.len()];
    let text = first_line(bytes);
    let position = hex_fen::read_hex_fen(text.trim(), None).setup.position().ok().map(|(position, _)| position);
    play(&HexNotation::new(letters), position.unwrap_or_else(hex::Position::start), bytes, true);
}

/// Any notation of chess whose words are parted by lines.
pub(crate) fn check<N: ChessNotation<Rules = chess::Position>>(notation: &N, bytes: &[u8]) {
    play(notation, chess_start(bytes), bytes, false);
}

fn first_line(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.split(|byte| *byte == b'\n').next().unwrap_or_default())
}

fn chess_start(bytes: &[u8]) -> chess::Position {
    let position = fen::read_fen(first_line(bytes).trim(), true).setup.position().ok().map(|(position, _)| position);
    position.unwrap_or_else(chess::Position::start)
}

/// Tries each text in the position after those before it; a text that means no move leaves it to chance what is played.
fn play<N: ChessNotation>(notation: &N, start: N::Rules, bytes: &[u8], words: bool) {
    let mut node = Node::new(notation, start);
    let from = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let mut at = from;
    let is_end = |byte: &u8| *byte == b'\n' || words && byte.is_ascii_whitespace();
    for text in bytes[from..].split(is_end).take(MOST_MOVES) {
        let span = Span::new(at, at + text.len());
        at += text.len() + 1;
        if text.is_empty() {
            continue;
        }
        let legal = node.board.legal();
        if legal.is_empty() {
            return;
        }
        let meant = read(notation, &node, bytes, span);
        let mv = meant.filter(|mv| legal.contains(mv)).unwrap_or_else(|| legal[digest(text) % legal.len()]);
        write(notation, &node, mv);
        node.play(mv);
    }
}

/// The move that a text means, if it means one.
fn read<N: ChessNotation>(notation: &N, node: &Node<N>, bytes: &[u8], span: Span) -> Option<MoveOf<N>> {
    let text = span.of(bytes);
    let shown = || text.escape_ascii().to_string();
    let token = notation.parse(text, &node.memory);
    let found = token.as_ref().map(|token| N::candidates(token, node));
    if let Some((mv, fast)) = notation.parse_fast(node, bytes, span) {
        assert_eq!(found, Some(Resolution::Unique(mv)), "{} by the fast path", shown());
        N::marks(&N::expand(fast));
    }
    let token = token?;
    N::marks(&token);
    let pattern = N::pattern(&token, node);
    match found? {
        Resolution::Unique(mv) => {
            assert!(node.board.legal().contains(&mv), "{} is illegal", shown());
            N::is_over_disambiguated(&token, node, mv);
            Some(mv)
        }
        Resolution::Ambiguous(moves) => {
            assert!(!moves.is_empty() && moves.iter().all(|mv| node.board.legal().contains(mv)), "{}", shown());
            moves.first().copied()
        }
        Resolution::None => {
            node.board.illegal_reasons(&pattern);
            node.clone().force(&pattern);
            notation.alternative_parse(text);
            notation.without_file(text);
            notation.wrong_cell(text);
            None
        }
    }
}

/// What is written of a move is read as that move and no other.
fn write<N: ChessNotation>(notation: &N, node: &Node<N>, mv: MoveOf<N>) {
    let text = notation.write(node, mv);
    let token = notation.parse(text.as_bytes(), &node.memory);
    let found = token.as_ref().map(|token| N::candidates(token, node));
    // Words that name a piece by its wing may mean another one as well: that comes second. They cost most to read.
    let is_words = N::READING_COST > 2;
    let is_first = is_words && matches!(&found, Some(Resolution::Ambiguous(moves)) if moves.first() == Some(&mv));
    assert!(is_first || found == Some(Resolution::Unique(mv)), "{text:?} for {mv:?}: {found:?} in {:?}", node.board);
    let fast = notation.parse_fast(node, text.as_bytes(), Span::new(0, text.len()));
    assert!(fast.is_none_or(|(read, _)| read == mv), "{text:?} by the fast path");
}
