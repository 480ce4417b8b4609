//! Moves of variants that are not judged: recognizes move tokens of any notation, without interpreting them.

use super::collect::Collector;
use super::text::Text;
use partie_notation::letters::Letters;
use partie_notation::lookalike::half_width;
use partie_notation::san;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::moved;
use partie_record::say;
use partie_record::{ItemKind, Record};

/// Variants with the board and pieces of chess, by their [`folded`] names.
const CHESS_BOARD: [&str; 19] = [
    "3check",
    "5check",
    "antichess",
    "atomic",
    "atomicchess",
    "bughouse",
    "crazyhouse",
    "fivecheck",
    "giveaway",
    "horde",
    "kingofthehill",
    "koth",
    "kriegspiel",
    "losers",
    "losing",
    "racingkings",
    "suicide",
    "threecheck",
    "zh",
];

/// Returns the letters and digits of a name in lower case, for comparing spellings.
pub(super) fn folded(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(half_width).filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Reports moves of a variant that fit no known notation.
pub(super) fn judge(text: Text<'_>, record: &Record, variant: &str, collector: &mut Collector) {
    let name: String = folded(variant).collect();
    let board = if CHESS_BOARD.contains(&name.as_str()) { Board::CHESS } else { Board::ANY };
    let mut ply = 0;
    for item in record.items.iter().filter(|item| matches!(item.kind, ItemKind::Move | ItemKind::Null)) {
        ply += u32::from(item.line == 0);
        if item.kind == ItemKind::Null || board.has_move(item.span.of(text.bytes)) {
            continue;
        }
        collector.add(Code::S015, Severity::Error, || {
            let mut finding =
                Finding::new(Code::S015, item.span, say!("unreadable", token = moved(text.show(item.span))));
            finding.line = item.line;
            if item.line == 0 { finding.at_ply(ply) } else { finding }
        });
    }
}

/// The largest board on which a token may name squares.
#[derive(Clone, Copy, Debug)]
struct Board {
    files: u8,
    ranks: u8,
    /// True if the squares and pieces may belong to a game other than chess.
    is_any: bool,
}

impl Board {
    const CHESS: Self = Self { files: 8, ranks: 8, is_any: false };
    /// A board for all other variants: chu shogi and similar games have up to sixteen files.
    const ANY: Self = Self { files: 16, ranks: 16, is_any: true };

    /// True if a token is a move in any notation, or may be one.
    fn has_move(self, token: &[u8]) -> bool {
        if !token.is_ascii() {
            // In chess, letters of other scripts name pieces; in other games any use is possible.
            let ascii: Vec<u8> = token.iter().copied().filter(u8::is_ascii).collect();
            return self.is_any || !ascii.is_empty() && self.has_move(&ascii);
        }
        let suffixes = token.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).count();
        let bare = &token[..token.len() - suffixes];
        let bare = EN_PASSANT.into_iter().find_map(|words| bare.strip_suffix(words)).unwrap_or(bare);
        if bare.is_empty() {
            return false;
        }
        // In shogi, a final `+` is a promotion, not a check.
        let all = [bare, token];
        is_castling(bare)
            || san::read_move(token).is_ok_and(|(rest, _)| rest.is_empty())
            || san::read_general(bare, Letters::ENGLISH).is_ok_and(|(rest, _)| rest.is_empty())
            || matches!(bare, b"--" | b"Z0" | b"0000" | b"null" | b"pass" | b"@@@@")
            || self.is_move_and_more(bare)
            || self.is_any && all.into_iter().any(|token| is_shogi(token) || is_xiangqi(token))
    }

    /// True for a move, alone or with the addition of some variants: a piece that enters, or a square that is blocked.
    fn is_move_and_more(self, token: &[u8]) -> bool {
        if self.is_move(token) {
            return true;
        }
        let added = token.iter().position(|byte| *byte == b'/' || self.is_any && matches!(byte, b',' | b'@'));
        let Some(at) = added.filter(|at| *at > 0) else { return false };
        let (mv, rest) = (&token[..at], &token[at + 1..]);
        let rest = match rest {
            [b'A'..=b'Z', square @ ..] => square,
            rest => rest,
        };
        self.is_move(mv) && (rest.is_empty() && token[at] == b'/' || self.is_square(rest) || self.is_move(rest))
    }

    /// `Nbd7`, `exd8=Q`, `N@f3`, `P*5e`, `e2e4`: a piece, its origin, and its target square.
    fn is_move(self, token: &[u8]) -> bool {
        let token = match token {
            [mv @ .., b'=' | b'/', b'(', b'A'..=b'Z' | b'a'..=b'z', b')']
            | [mv @ .., b'(', b'A'..=b'Z' | b'a'..=b'z', b')']
            | [mv @ .., b'=', b'A'..=b'Z' | b'a'..=b'z'] => mv,
            // A promotion without a sign.
            [.., b'0'..=b'9', b'A'..=b'Z' | b'a'..=b'z'] => &token[..token.len() - 1],
            [mv @ .., b'='] => mv,
            mv => mv,
        };
        (2..=3)
            .filter_map(|length| token.split_at_checked(token.len().checked_sub(length)?))
            .any(|(before, square)| self.is_square(square) && self.is_origin(before))
    }

    fn is_origin(self, before: &[u8]) -> bool {
        let before = match before {
            // A drop, or a piece that enters behind another.
            [before @ .., b'@' | b'*' | b'/'] => {
                return matches!(before, [] | [b'A'..=b'Z' | b'a'..=b'z'] | [b'+', b'A'..=b'Z']);
            }
            [before @ .., b'x' | b':' | b'-'] => before,
            before => before,
        };
        let before = before.strip_prefix(b"+").unwrap_or(before);
        let rest = match before {
            [b'A'..=b'Z', rest @ ..] => rest,
            rest => rest,
        };
        let file = rest.first().is_some_and(|byte| self.has_file(*byte));
        rest.is_empty() || self.has_rank(&rest[usize::from(file)..]) || file && rest.len() == 1
    }

    fn is_square(self, square: &[u8]) -> bool {
        square.split_first().is_some_and(|(file, rank)| self.has_file(*file) && self.has_rank(rank))
    }

    fn has_file(self, byte: u8) -> bool {
        (b'a'..b'a' + self.files).contains(&byte)
    }

    fn has_rank(self, digits: &[u8]) -> bool {
        let rank = match digits {
            [digit @ b'0'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'9'] => 10 + digit - b'0',
            _ => return false,
        };
        // Xiangqi numbers its ranks from 0.
        rank <= self.ranks && (rank > 0 || self.is_any)
    }
}

/// Suffixes of en passant captures, the longer ones first.
const EN_PASSANT: [&[u8]; 5] = [b" e.p.", b"e.p.", b"e.p", b"ep.", b"ep"];

/// `O-O`, `0-0-0`, with any addition of a variant after a slash.
fn is_castling(token: &[u8]) -> bool {
    let castling = token.split(|byte| *byte == b'/').next().unwrap_or_default();
    let parts = castling.split(|byte| *byte == b'-');
    parts.clone().all(|part| matches!(part, b"O" | b"0" | b"o")) && (2..=3).contains(&parts.count())
}

/// `P-7f`, `+R5a`, `S72-83`, `B*5e+`: squares of shogi, whose files are digits.
fn is_shogi(token: &[u8]) -> bool {
    let token = match token {
        [mv @ .., b'+' | b'='] => mv,
        mv => mv,
    };
    let Some((before, square)) = token.split_at_checked(token.len().saturating_sub(2)) else { return false };
    let is_square = |square: &[u8]| matches!(square, [b'1'..=b'9', b'1'..=b'9' | b'a'..=b'i']);
    let before = match before {
        [before @ .., b'x' | b'-' | b'*' | b'@' | b'\''] => before,
        before => before,
    };
    let before = before.strip_prefix(b"+").unwrap_or(before);
    let origin = match before {
        [b'A'..=b'Z', rest @ ..] => rest,
        rest => rest,
    };
    is_square(square) && (origin.is_empty() || is_square(origin))
}

/// `C2=5`, `+H-3`: a piece of xiangqi, its file, its direction, and its target.
fn is_xiangqi(token: &[u8]) -> bool {
    let is_sign = |byte: u8| matches!(byte, b'+' | b'-' | b'=' | b'.');
    let [first, second, sign, last] = *token else { return false };
    let named = first.is_ascii_alphabetic() && (second.is_ascii_digit() || is_sign(second));
    let placed = is_sign(first) && second.is_ascii_alphabetic();
    (named || placed) && is_sign(sign) && last.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_variants() {
        for token in [
            "e4",
            "Nbd7",
            "exd8=Q+",
            "exd8Q",
            "P@e4",
            "@e4",
            "N@f3#",
            "O-O",
            "0-0-0+",
            "e2e4",
            "e7e8q",
            "Qxf7#",
            "R1a3",
            "Ng1f3",
            "Ke2!?",
            "--",
            "bxa8=q",
            "bxa8(q)",
            "bxa8=q+",
            "dxc6e.p.",
            "dxc6ep",
            "dxc6e.p.+",
            "exd",
            "N/e1",
            "Nf3/e1",
            "Nf3/Ee1",
            "p@e4",
            "♘f3",
            "e8=♕+",
            "Кf3",
            "e2–e4",
            "Qh4mate",
            "OO",
            "Nb1xd2x",
        ] {
            assert!(Board::CHESS.has_move(token.as_bytes()) && Board::ANY.has_move(token.as_bytes()), "{token}");
        }
        for token in ["P@@4", "N@z9", "e44", "Qx", "P@", "Nf", "N@@f3", "♘", "O-O-O-O", "xyz", "e9", "Nj5", "@", "K"]
        {
            assert!(!Board::CHESS.has_move(token.as_bytes()), "{token}");
        }
        for token in ["P@@4", "N@z9", "Qx", "P@", "Nf", "N@@f3", "xyz", "e44", "@"] {
            assert!(!Board::ANY.has_move(token.as_bytes()), "{token}");
        }
        for token in
            ["Nj10", "h2+3", "C2=5", "+H-3", "P-7f", "+Rx5a", "B*5e", "B8h2b+", "a10b10", "Nf3/E", "e4,e4d5", "M3c4"]
        {
            assert!(Board::ANY.has_move(token.as_bytes()), "{token}");
        }
    }

    #[test]
    fn spellings_of_a_name() {
        let fold = |name: &str| folded(name).collect::<String>();
        assert_eq!(fold("Three-Check"), "threecheck");
        assert_eq!(fold("５五将棋"), fold("5五将棋"));
    }
}
