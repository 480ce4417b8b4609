//! Words that end a record in the place of a move, `投了`. Replay compares their claims with the game.

use crate::kanji;
use crate::text::whole;
use crate::{Expected, Parsed};
use partie_record::Terminal;

/// End words in the place of a move.
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

/// Maximum length of an end word.
const MAX_WORD_BYTES: usize = 128;

/// The meaning of a word in the place of a move; in KI2 the mark of a side may precede it.
pub fn terminal_of(word: &[u8]) -> Option<Terminal> {
    if word.len() > MAX_WORD_BYTES {
        return None;
    }
    let word = kanji::text(word).trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖', ' ', '　']);
    whole(word.as_bytes(), terminal)
}

/// `terminal = %xE6.8A.95.E4.BA.86 / %xE8.A9.B0.E3.81.BF / %xE8.A9.B0 / %xE4.B8.AD.E6.96.AD /
/// %xE5.8D.83.E6.97.A5.E6.89.8B / %xE6.8C.81.E5.B0.86.E6.A3.8B / %xE5.88.87.E3.82.8C.E8.B2.A0.E3.81.91 /
/// %xE6.99.82.E9.96.93.E5.88.87.E3.82.8C.E8.B2.A0.E3.81.91 / %xE6.99.82.E9.96.93.E5.88.87.E3.82.8C.E8.B2.A0 /
/// %xE6.99.82.E9.96.93.E5.88.87.E3.82.8C / %xE5.88.87.E8.B2.A0 / %xE5.8F.8D.E5.89.87.E5.8B.9D.E3.81.A1 /
/// %xE5.8F.8D.E5.89.87.E5.8B.9D / %xE5.8F.8D.E5.89.87.E8.B2.A0.E3.81.91 / %xE5.8F.8D.E5.89.87.E8.B2.A0 /
/// %xE5.8F.8D.E5.89.87 / %xE5.8F.8D.E5.89.87.E6.89.8B / %xE5.85.A5.E7.8E.89.E5.8B.9D.E3.81.A1 / %xE5.85.A5.E7.8E.89.E5.8B.9D /
/// %xE5.85.A5.E7.8E.89.E5.AE.A3.E8.A8.80 / %xE5.85.A5.E7.8E.89.E5.AE.A3.E8.A8.80.E5.8B.9D.E3.81.A1 /
/// %xE5.AE.A3.E8.A8.80.E5.8B.9D.E3.81.A1 / %xE4.B8.8D.E6.88.A6.E5.8B.9D / %xE4.B8.8D.E6.88.A6.E5.8B.9D.E3.81.A1 /
/// %xE4.B8.8D.E6.88.A6.E6.95.97 / %xE4.B8.8D.E6.88.A6.E8.B2.A0.E3.81.91 / %xE4.B8.8D.E8.A9.B0 /
/// %xE5.B0.81.E3.81.98.E6.89.8B / %xE6.9C.80.E5.A4.A7.E6.89.8B.E6.95.B0 / %xE3.83.88.E3.83.A9.E3.82.A4 /
/// %xE5.BC.95.E3.81.8D.E5.88.86.E3.81.91`
pub(super) fn terminal(input: &[u8]) -> Parsed<'_, Terminal> {
    // Of several words the longest one matches.
    let begins = |(word, _): &&(&str, Terminal)| input.starts_with(word.as_bytes());
    match TERMINALS.iter().filter(begins).max_by_key(|(word, _)| word.len()) {
        Some((word, terminal)) => Ok((&input[word.len()..], *terminal)),
        None => Err(nom::Err::Error(Expected { at: input, what: "a word that ends a game" })),
    }
}

/// The word written for an end; `None` for ends that only CSA has.
pub(crate) fn word(terminal: Terminal) -> Option<&'static str> {
    TERMINALS.iter().find(|(_, known)| *known == terminal).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(terminal_of("投了".as_bytes()), Some(Terminal::Resignation));
        assert_eq!(terminal_of("▲時間切れ負け".as_bytes()), Some(Terminal::TimeUp));
        assert_eq!(terminal_of("投了図".as_bytes()), None);
    }
}
