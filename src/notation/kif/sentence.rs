//! Sentences that close a record, as programs and people write them: `まで123手で先手の勝ち`,
//! `以上3手にて後手の投了により先手の勝ち`, `（まで三手で後手の反則負け）`.
//!
//! Not for judging them, and not for the words that stand where a move would.

use crate::kanji;
use partie_record::{Outcome, Terminal};
use partie_rules::Side;

/// Longest sentence that is looked at, in bytes.
const LONGEST: usize = 256;

/// What a closing sentence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub plies: Option<u32>,
    /// Who won, as far as it is said; `Unknown` where the game was broken off or sealed.
    pub outcome: Option<Outcome>,
    /// Why; the words are used as from the mover's view only where the sentence names no side.
    pub cause: Option<Terminal>,
    /// Whether no side is named.
    pub unnamed: bool,
    /// Whether the reason is one for which there is no word: 棄権, 接続切れ.
    pub own_reason: bool,
}

impl Ending {
    /// The result where `mover` is to move: a word that names no side is meant from there, as behind a number.
    pub fn outcome_at(&self, mover: Side) -> Option<Outcome> {
        self.outcome.or_else(|| Some(self.word()?.outcome(mover)))
    }

    /// The word that the sentence stands for where it names no side; a foul may be either side's.
    pub fn word(&self) -> Option<Terminal> {
        self.cause.filter(|cause| self.unnamed && !matches!(cause, Terminal::FoulByMover | Terminal::FoulByPrevious))
    }
}

/// Reasons for which there is no word.
const OWN_REASONS: [&str; 7] = ["接続切", "通信切", "回線切", "切断", "棄権", "失格", "放棄"];

/// What a sentence may hold, in the order in which it is looked for.
const CAUSES: [(&str, Terminal); 28] = [
    ("反則勝", Terminal::FoulByPrevious),
    ("反則", Terminal::FoulByMover),
    // The fouls by name, before 詰 and 千日手.
    ("二歩", Terminal::FoulByMover),
    ("王手放置", Terminal::FoulByMover),
    ("王手見落", Terminal::FoulByMover),
    ("打ち歩詰", Terminal::FoulByMover),
    ("打歩詰", Terminal::FoulByMover),
    ("二手指", Terminal::FoulByMover),
    ("２手指", Terminal::FoulByMover),
    ("行き所のない駒", Terminal::FoulByMover),
    ("禁じ手", Terminal::FoulByMover),
    ("連続王手", Terminal::FoulByMover),
    ("切れ", Terminal::TimeUp),
    ("切負", Terminal::TimeUp),
    ("時間切", Terminal::TimeUp),
    ("入玉", Terminal::DeclaredWin),
    ("宣言", Terminal::DeclaredWin),
    ("不戦勝", Terminal::WinByDefault),
    ("不戦", Terminal::LossByDefault),
    ("トライ", Terminal::Try),
    ("千日手", Terminal::Sennichite),
    ("持将棋", Terminal::Impasse),
    ("最大手数", Terminal::MaxMoves),
    ("中断", Terminal::Interrupted),
    ("封じ手", Terminal::Sealed),
    ("不詰", Terminal::NoMate),
    ("詰", Terminal::Mate),
    ("投了", Terminal::Resignation),
];

/// Names and signs of the sides.
const SIDES: [(&str, Side); 10] = [
    ("先手", Side::First),
    ("下手", Side::First),
    ("後手", Side::Second),
    ("上手", Side::Second),
    ("▲", Side::First),
    ("☗", Side::First),
    ("▼", Side::First),
    ("△", Side::Second),
    ("☖", Side::Second),
    ("▽", Side::Second),
];

/// What decides a game against the side of which it is said, where neither 勝ち nor 負け is.
const LOSES: [&str; 19] = [
    "接続切",
    "通信切",
    "回線切",
    "投了",
    "反則",
    "切れ",
    "時間切",
    "棄権",
    "失格",
    "二歩",
    "王手放置",
    "王手見落",
    "打ち歩詰",
    "打歩詰",
    "二手指",
    "２手指",
    "行き所のない駒",
    "禁じ手",
    "連続王手",
];
/// The same for that side.
const WINS: [&str; 3] = ["入玉", "宣言", "トライ"];

/// Blanks and punctuation between the parts of a sentence.
const BETWEEN: [char; 10] = [' ', '　', '\t', '\u{a0}', '、', ',', '，', '､', '。', '・'];
/// Brackets in which a whole sentence may stand.
const BRACKETS: [char; 12] = ['(', '（', '[', '［', '【', '「', '『', '〔', '<', '＜', '〈', '《'];

/// Reads a closing sentence: まで or 以上, a number of moves, and how it ended. Nothing if it does not begin so.
pub fn ending(sentence: &[u8]) -> Option<Ending> {
    let text = kanji::text(&sentence[..sentence.len().min(LONGEST)]).trim_start_matches(BETWEEN);
    let bare = text.trim_start_matches(BRACKETS);
    let bare = bare.strip_prefix("終局").unwrap_or(bare).trim_start_matches(BETWEEN);
    let usual = text.strip_prefix("まで");
    let begun = bare.strip_prefix("まで").or_else(|| bare.strip_prefix("以上"));
    let (plies, rest) = number(begun.unwrap_or(bare).trim_start_matches(BETWEEN));
    let read = said(plies, rest);
    // Whatever begins with まで is meant as the end; other words begin other sentences as well.
    let certain = usual.is_some()
        || plies.is_some()
            && (read.outcome.is_some() || read.cause.is_some())
            && (begun.is_some()
                || ["まで", "にて", "で", "をもって", "を以て"].iter().any(|word| rest.starts_with(word)));
    certain.then_some(read)
}

/// What stands behind the number.
fn said(plies: Option<u32>, rest: &str) -> Ending {
    let own_reason = OWN_REASONS.iter().any(|word| rest.contains(word));
    // A lost connection is not the time that ran out.
    let fits = |(word, _): &&(&str, Terminal)| rest.contains(word) && (*word != "切れ" || !own_reason);
    let cause = CAUSES.iter().find(fits).map(|(_, cause)| *cause);
    let outcome = winner(rest).map(Outcome::won_by).or(match cause {
        Some(Terminal::Sennichite | Terminal::Impasse | Terminal::MaxMoves) => Some(Outcome::Draw),
        Some(Terminal::Interrupted | Terminal::Sealed | Terminal::NoMate) => Some(Outcome::Unknown),
        _ => (rest.contains("引き分け") || rest.contains("引分")).then_some(Outcome::Draw),
    });
    let unnamed = !rest.char_indices().any(|(at, _)| side_at(&rest[at..]).is_some());
    Ending { plies, outcome, cause, unnamed, own_reason: own_reason && cause.is_none() }
}

/// How surely something is said of a side: 勝ち decides, then 負け, then what a reason means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Reason,
    Loss,
    Win,
}

/// Who won by the sentence: each side is followed by what is said of it, `後手の投了により` `先手の勝ち`.
fn winner(text: &str) -> Option<Side> {
    let sides =
        || text.char_indices().filter_map(|(at, _)| side_at(&text[at..]).map(|(length, side)| (at, length, side)));
    let mut best: Option<(Weight, Option<Side>)> = None;
    let mut mentions = sides().peekable();
    while let Some((at, length, side)) = mentions.next() {
        let end = mentions.peek().map_or(text.len(), |next| next.0);
        let Some((weight, wins)) = predicate(&text[at + length..end]).or_else(|| title(&text[..at])) else { continue };
        let named = Some(if wins { side } else { side.other() });
        best = match best {
            Some((known, _)) if known > weight => best,
            // Two that win, or two that lose: the sentence contradicts itself.
            Some((known, other)) if known == weight && other != named => Some((weight, None)),
            _ => Some((weight, named)),
        };
    }
    best?.1
}

/// The side that a text begins with, and the length of its name.
fn side_at(text: &str) -> Option<(usize, Side)> {
    SIDES.iter().find(|(name, _)| text.starts_with(name)).map(|(name, side)| (name.len(), *side))
}

/// What is said of a side behind its name, and whether it wins by that.
fn predicate(said: &str) -> Option<(Weight, bool)> {
    // 勝負 is the game itself.
    let said = said.replace("勝負", "");
    if let Some(result) = against(&said) {
        return Some(result);
    }
    let (win, loss) = (said.find('勝'), said.find(['負', '敗']));
    match (win, loss) {
        (Some(win), Some(loss)) if loss < win => Some((Weight::Loss, false)),
        (Some(_), _) => Some((Weight::Win, true)),
        (None, Some(_)) => Some((Weight::Loss, false)),
        (None, None) if LOSES.iter().any(|word| said.contains(word)) => Some((Weight::Reason, false)),
        (None, None) if WINS.iter().any(|word| said.contains(word)) => Some((Weight::Reason, true)),
        (None, None) => None,
    }
}

/// What is said of the other side behind に or を: `後手に勝ち`, `先手に敗れる`, `後手を破る`.
fn against(said: &str) -> Option<(Weight, bool)> {
    const WINS: [&str; 9] = ["勝", "快勝", "大勝", "辛勝", "圧勝", "完勝", "楽勝", "連勝", "逆転勝"];
    const LOSSES: [&str; 7] = ["敗", "負", "惜敗", "完敗", "大敗", "逆転負", "屈"];
    const BEATEN: [&str; 7] = ["破", "下", "降", "倒", "制", "退け", "負か"];
    let begins = |text: &str, words: &[&str]| words.iter().any(|word| text.starts_with(word));
    if let Some(text) = said.strip_prefix('に') {
        let text = text.trim_start_matches(BETWEEN);
        // 先手に勝ちがある: the win is that side's own.
        if begins(text, &WINS) && !begins(text, &["勝ちが", "勝ちあ", "勝ち目", "勝利が"]) {
            return Some((Weight::Loss, false));
        }
        return begins(text, &LOSSES).then_some((Weight::Win, true));
    }
    begins(said.strip_prefix('を')?, &BEATEN).then_some((Weight::Loss, false))
}

/// `勝者：先手`, `勝ち 先手`
fn title(before: &str) -> Option<(Weight, bool)> {
    let before = before.trim_end_matches(BETWEEN).trim_end_matches(['：', ':', 'は']);
    let ends = |words: [&str; 2]| words.iter().any(|word| before.ends_with(word));
    match (ends(["勝者", "勝ち"]), ends(["敗者", "負け"])) {
        (true, _) => Some((Weight::Win, true)),
        (_, true) => Some((Weight::Loss, false)),
        _ => None,
    }
}

/// The number of moves, in digits or in kanji, and what stands behind its 手.
fn number(text: &str) -> (Option<u32>, &str) {
    // In kanji tens and hundreds are added up: 百二十三; digits may also stand one after the other: 一二三.
    let (mut sum, mut plies): (u32, Option<u32>) = (0, None);
    for (at, character) in text.char_indices() {
        let scale = match character {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            '手' => {
                let plies = plies.map(|plies| sum.saturating_add(plies));
                return (plies, &text[at + character.len_utf8()..]);
            }
            ' ' | '　' => continue,
            _ => 0,
        };
        if scale > 0 {
            sum = sum.saturating_add(plies.filter(|plies| *plies > 0).unwrap_or(1).saturating_mul(scale));
            plies = Some(0);
            continue;
        }
        let Some(digit) = digit(character) else { break };
        plies = Some(plies.unwrap_or(0).saturating_mul(10).saturating_add(digit));
    }
    (None, text)
}

fn digit(character: char) -> Option<u32> {
    const KANJI: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match character {
        '0'..='9' => Some(character as u32 - '0' as u32),
        '０'..='９' => Some(character as u32 - '０' as u32),
        _ => KANJI.iter().position(|kanji| *kanji == character).map(|value| value as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<u32>, Option<Outcome>, Option<Terminal>)> {
        ending(text.as_bytes()).map(|ending| (ending.plies, ending.outcome, ending.cause))
    }

    const FIRST: Option<Outcome> = Some(Outcome::FirstWins);
    const SECOND: Option<Outcome> = Some(Outcome::SecondWins);

    #[test]
    fn sentences_of_programs() {
        let draw = Some(Outcome::Draw);
        assert_eq!(read("まで123手で先手の勝ち"), Some((Some(123), FIRST, None)));
        assert_eq!(read("まで、9手で上手の勝ち"), Some((Some(9), SECOND, None)));
        assert_eq!(read("まで3手で時間切れにより先手の勝ち"), Some((Some(3), FIRST, Some(Terminal::TimeUp))));
        assert_eq!(read("まで3手で後手の反則勝ち"), Some((Some(3), SECOND, Some(Terminal::FoulByPrevious))));
        assert_eq!(read("まで2手で先手の反則負け"), Some((Some(2), SECOND, Some(Terminal::FoulByMover))));
        assert_eq!(read("まで99手で千日手"), Some((Some(99), draw, Some(Terminal::Sennichite))));
        assert_eq!(read("まで7手詰"), Some((Some(7), None, Some(Terminal::Mate))));
        assert_eq!(read("まで52手で封じ手"), Some((Some(52), Some(Outcome::Unknown), Some(Terminal::Sealed))));
        assert_eq!(read("まで"), Some((None, None, None)));
        assert_eq!(read("ここまで"), None);
    }

    #[test]
    fn who_won_stands_where_won_stands() {
        use Terminal::{DeclaredWin, FoulByMover, FoulByPrevious, Resignation, TimeUp};
        for (text, outcome, cause) in [
            ("まで3手で後手の投了により先手の勝ち", FIRST, Some(Resignation)),
            ("まで4手で先手の投了により後手の勝ち", SECOND, Some(Resignation)),
            ("まで3手で先手の勝ち（後手の投了）", FIRST, Some(Resignation)),
            ("まで3手で先手勝ち(後手の反則負け)", FIRST, Some(FoulByMover)),
            ("まで3手で後手の反則負けにより先手の勝ち", FIRST, Some(FoulByMover)),
            ("まで3手で先手の勝ち【後手反則】", FIRST, Some(FoulByMover)),
            ("まで3手で後手の反則により先手の反則勝ち", FIRST, Some(FoulByPrevious)),
            ("まで3手で後手投了", FIRST, Some(Resignation)),
            ("まで4手で下手投了", SECOND, Some(Resignation)),
            ("まで4手で▲の反則負け", SECOND, Some(FoulByMover)),
            ("まで3手で後手の時間切れにより先手の勝ち", FIRST, Some(TimeUp)),
            ("まで4手で下手時間切れ", SECOND, Some(TimeUp)),
            ("まで4手で先手の切れ負け", SECOND, Some(TimeUp)),
            ("まで4手で先手の入玉宣言", FIRST, Some(DeclaredWin)),
            ("まで4手で勝者：後手", SECOND, None),
            ("まで3手で先手が後手に勝ち", FIRST, None),
            ("まで3手で先手、後手に快勝", FIRST, None),
            ("まで4手で後手が先手に敗れる", FIRST, None),
            ("まで4手で先手が後手に負け", SECOND, None),
            ("まで4手で後手が先手を破る", SECOND, None),
            ("まで4手で先手に反則があり後手の勝ち", SECOND, Some(FoulByMover)),
            ("まで4手で後手の二歩により先手の勝ち", FIRST, Some(FoulByMover)),
            ("まで3手で先手の二手指しにより後手の勝ち", SECOND, Some(FoulByMover)),
            ("まで4手で後手の王手放置", FIRST, Some(FoulByMover)),
            ("まで3手で先手の打ち歩詰めで後手の勝ち", SECOND, Some(FoulByMover)),
            ("まで3手で後手の接続切れにより先手の勝ち", FIRST, None),
            ("まで3手で後手の棄権により先手の勝ち", FIRST, None),
            ("まで4手で先手の勝ち、後手の勝ち", None, None),
        ] {
            let read = read(text).map(|(_, outcome, cause)| (outcome, cause));
            assert_eq!(read, Some((outcome, cause)), "{text}");
        }
    }

    #[test]
    fn as_people_begin_and_count() {
        for (text, plies) in [
            ("以上3手にて先手の勝ち", 3),
            ("以上、１２３手をもって先手の勝ち", 123),
            ("（まで3手で先手の勝ち）", 3),
            ("「以上 七十三 手で先手の勝ち」", 73),
            ("終局　まで百手で先手の勝ち", 100),
            ("まで 百二十三手にて 先手の勝ち", 123),
            ("まで一二三手にて 先手の勝ち", 123),
            ("まで ３ 手で先手の勝ち", 3),
            ("3手まで先手の勝ち", 3),
            ("3手にて先手勝ち", 3),
        ] {
            assert_eq!(read(text).map(|read| (read.0, read.1)), Some((Some(plies), FIRST)), "{text}");
        }
        for text in ["以上", "以上3手", "以上の通り先手の勝ち", "終局", "3手目は先手の勝ち", "三手"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
