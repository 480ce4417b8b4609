//! Words and sentences that end a record, and time cells: `投了`, `まで123手で先手の勝ち`, `( 0:13/00:00:13)`.
//!
//! Not for judging them: what is claimed is compared with the game by replay.

use crate::kanji;
use crate::shogi_names::side;
use partie_record::Terminal;
use partie_rules::Side;

/// Words that stand where a move would.
const TERMINALS: [(&str, Terminal); 31] = [
    ("投了", Terminal::Resignation),
    ("詰み", Terminal::Mate),
    ("詰", Terminal::Mate),
    ("中断", Terminal::Interrupted),
    ("千日手", Terminal::Sennichite),
    ("持将棋", Terminal::Impasse),
    ("切れ負け", Terminal::TimeUp),
    ("時間切れ", Terminal::TimeUp),
    ("時間切れ負け", Terminal::TimeUp),
    ("時間切れ負", Terminal::TimeUp),
    ("切負", Terminal::TimeUp),
    ("反則勝ち", Terminal::FoulByPrevious),
    ("反則勝", Terminal::FoulByPrevious),
    ("反則負け", Terminal::FoulByMover),
    ("反則負", Terminal::FoulByMover),
    ("反則", Terminal::FoulByMover),
    ("反則手", Terminal::FoulByMover),
    ("入玉勝ち", Terminal::DeclaredWin),
    ("入玉勝", Terminal::DeclaredWin),
    ("入玉宣言", Terminal::DeclaredWin),
    ("入玉宣言勝ち", Terminal::DeclaredWin),
    ("宣言勝ち", Terminal::DeclaredWin),
    ("不戦勝", Terminal::WinByDefault),
    ("不戦勝ち", Terminal::WinByDefault),
    ("不戦敗", Terminal::LossByDefault),
    ("不戦負け", Terminal::LossByDefault),
    ("不詰", Terminal::NoMate),
    ("封じ手", Terminal::Sealed),
    ("最大手数", Terminal::MaxMoves),
    ("トライ", Terminal::Try),
    ("引き分け", Terminal::Draw),
];

/// Longest word or sentence that is looked at, in bytes.
const LONGEST: usize = 128;

/// The meaning of a word that stands where a move would; in KI2 the mark of a side may stand before it.
pub fn terminal(word: &[u8]) -> Option<Terminal> {
    if word.len() > LONGEST {
        return None;
    }
    let word = kanji::text(word).trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖', ' ', '　']);
    TERMINALS.iter().find(|(known, _)| *known == word).map(|(_, terminal)| *terminal)
}

/// Length of the longest such word that begins `input`.
pub(super) fn terminal_word(input: &[u8]) -> Option<usize> {
    let first: &[u8; 3] = input.first_chunk()?;
    let words = TERMINALS.iter().map(|(word, _)| word.as_bytes()).filter(|word| word.first_chunk() == Some(first));
    words.filter(|word| input.starts_with(word)).map(<[u8]>::len).max()
}

/// The word that is written for an end; none for what only CSA knows.
pub(crate) fn word(terminal: Terminal) -> Option<&'static str> {
    TERMINALS.iter().find(|(_, known)| *known == terminal).map(|(word, _)| *word)
}

/// The closing sentence of a line with so many moves, where it is the turn of `mover`.
pub(crate) fn sentence(terminal: Terminal, plies: u32, mover: Side, handicap: bool) -> String {
    let (own, other) = (side(mover, handicap), side(mover.other(), handicap));
    let (who, what) = match terminal {
        Terminal::TimeUp => return format!("まで{plies}手で時間切れにより{other}の勝ち"),
        // The sentence alone would mean 投了.
        Terminal::Try => return format!("まで{plies}手でトライにより{other}の勝ち"),
        Terminal::Resignation => (other, "の勝ち"),
        Terminal::FoulByPrevious => (own, "の反則勝ち"),
        Terminal::FoulByMover => (own, "の反則負け"),
        Terminal::DeclaredWin => (own, "の入玉勝ち"),
        Terminal::WinByDefault => (own, "の不戦勝"),
        Terminal::LossByDefault => (own, "の不戦敗"),
        other => ("", word(other).unwrap_or("中断")),
    };
    format!("まで{plies}手で{who}{what}")
}

/// The closing sentence that says that a side won, and no more.
pub fn won(plies: u32, winner: Side, handicap: bool) -> String {
    format!("まで{plies}手で{}の勝ち", side(winner, handicap))
}

/// The time of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeCell {
    /// Time spent on the move, in milliseconds.
    pub spent_ms: u64,
    /// All time of that side up to this move, in milliseconds.
    pub total_ms: Option<u64>,
}

/// Reads `( 0:13/00:00:13)` and its dialects: `(0:4/0:0:4)`, `(00:01 / 00:00:01)`, fractions, no total.
#[inline]
pub fn time_cell(cell: &[u8]) -> Option<TimeCell> {
    match fixed_cell(cell) {
        None => any_cell(cell),
        found => found,
    }
}

/// `( 0:13/00:00:13)`, as nearly all programs write it.
#[inline]
fn fixed_cell(cell: &[u8]) -> Option<TimeCell> {
    let cell: &[u8; 16] = cell.try_into().ok()?;
    let mut word = u128::from_le_bytes(*cell);
    if cell[1] == b' ' {
        word ^= u128::from(b' ' ^ b'0') << 8;
    }
    // What is left of signs and digits: nothing, and the digits' values.
    let digits = word ^ u128::from_le_bytes(*b"(00:00/00:00:00)");
    if digits & SIGNS != 0 || (digits + BEYOND_NINE) & HIGH_BITS != 0 {
        return None;
    }
    let d = digits.to_le_bytes();
    let pair = |at: usize| u64::from(d[at]) * 10 + u64::from(d[at + 1]);
    let (minutes, seconds, hours, more, last) = (pair(1), pair(4), pair(7), pair(10), pair(13));
    if seconds > 59 || more > 59 || last > 59 {
        return None;
    }
    let (spent, total) = (minutes * 60 + seconds, (hours * 60 + more) * 60 + last);
    Some(TimeCell { spent_ms: spent * 1000, total_ms: Some(total * 1000) })
}

/// Bytes of a cell that are signs.
const SIGNS: u128 = u128::from_le_bytes([!0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0, 0, 0, !0]);
/// Added to a digit's value, it sets the high bit from ten on.
const BEYOND_NINE: u128 = 0x7676_7676_7676_7676_7676_7676_7676_7676;
const HIGH_BITS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;

fn any_cell(cell: &[u8]) -> Option<TimeCell> {
    let inner = cell.trim_ascii().strip_prefix(b"(")?.strip_suffix(b")")?;
    let (spent, total) = match inner.iter().position(|byte| *byte == b'/') {
        Some(slash) => (&inner[..slash], Some(&inner[slash + 1..])),
        None => (inner, None),
    };
    let total_ms = match total.map(<[u8]>::trim_ascii) {
        None | Some(b"") => None,
        Some(total) => Some(clock(total)?),
    };
    Some(TimeCell { spent_ms: clock(spent)?, total_ms })
}

/// `[[h:]m:]s[.f]`, blanks inside where programs pad with them; minutes may be 60 or more where they lead.
fn clock(text: &[u8]) -> Option<u64> {
    let text = text.trim_ascii();
    let (mut total, mut value, mut digits, mut parts) = (0u64, 0u64, 0, 0);
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => {
                value = value * 10 + u64::from(byte - b'0');
                digits += 1;
                if digits > 9 {
                    return None;
                }
            }
            b' ' if digits == 0 => {}
            b':' if digits > 0 && parts < 2 && (parts == 0 || value < 60) => {
                total = (total + value) * 60;
                (value, digits, parts) = (0, 0, parts + 1);
            }
            b'.' if digits > 0 && (parts == 0 || value < 60) => {
                let fraction = &text[at + 1..];
                if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
                    return None;
                }
                let digit = |place: usize| u64::from(fraction.get(place).map_or(0, |byte| byte - b'0'));
                return Some((total + value) * 1000 + digit(0) * 100 + digit(1) * 10 + digit(2));
            }
            _ => return None,
        }
    }
    (digits > 0 && (parts == 0 || value < 60)).then(|| (total + value) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let cell = |text: &str| time_cell(text.as_bytes()).map(|cell| (cell.spent_ms, cell.total_ms));
        assert_eq!(cell("( 0:13/00:00:13)"), Some((13_000, Some(13_000))));
        assert_eq!(cell("(0:4/0:0:4)"), Some((4_000, Some(4_000))));
        assert_eq!(cell("(00:01 / 00:00:01)"), Some((1_000, Some(1_000))));
        assert_eq!(cell("( 0:03/ 0:00:19)"), Some((3_000, Some(19_000))));
        assert_eq!(cell("( 90:00/01:30:00)"), Some((5_400_000, Some(5_400_000))));
        assert_eq!(cell("( 0:01.5/00:00:01.250)"), Some((1_500, Some(1_250))));
        assert_eq!(cell("( 0:01)"), Some((1_000, None)));
        for text in ["", "()", "(/)", "( 0:61/00:00:01)", "(a)", "( 0:01", "( 0:01/0:0:0:1)", "(1.x)"] {
            assert_eq!(cell(text), None, "{text}");
        }
    }

    #[test]
    fn words() {
        assert_eq!(terminal("投了".as_bytes()), Some(Terminal::Resignation));
        assert_eq!(terminal("投了図".as_bytes()), None);
    }
}
