//! Parses sentences that close a record, as programs and people write them: `まで123手で先手の勝ち`, `以上3手にて後手の投了により先手の勝ち`,
//! `（まで三手で後手の反則負け）`.
//!
//! A sentence is an opening, a number of moves and a list of words; a fold over the words computes its meaning. End
//! words in the place of a move are in `terminal`.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map_opt, not, opt, peek, value as is, verify};
use nom::multi::{fold_many0, fold_many1};
use nom::sequence::{preceded, terminated};

use crate::japanese::{side, turn};
use crate::text::word as any_of;
use crate::{Expected, Parsed, kanji};
use partie_record::{Outcome, Terminal, Termination};
use partie_rules::Side;

/// Maximum number of bytes read of a sentence.
pub(super) const LONGEST: usize = 256;

/// The meaning of a closing sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub plies: Option<u32>,
    /// The result, as far as it is stated; `Unknown` if the game was broken off or sealed.
    pub outcome: Option<Outcome>,
    /// The reason for the end; from the mover's view only if the sentence names no side.
    pub cause: Option<Terminal>,
    /// True if no side is named.
    pub unnamed: bool,
    /// A reason for which no end word exists: 棄権, 接続切れ.
    pub own_reason: Option<Termination>,
}

impl Ending {
    /// The result with `mover` to move. A reason without a side applies to the mover, as an end word does.
    pub fn outcome_at(&self, mover: Side) -> Option<Outcome> {
        self.outcome.or_else(|| Some(self.word()?.outcome(mover)))
    }

    /// The end word for a sentence that names no side; `None` for fouls, which may be by either side.
    pub fn word(&self) -> Option<Terminal> {
        self.cause.filter(|cause| self.unnamed && !matches!(cause, Terminal::FoulByMover | Terminal::FoulByPrevious))
    }
}

/// Parses a closing sentence: まで or 以上, a number of moves, and the end. `None` if the text begins otherwise.
pub fn ending(sentence: &[u8]) -> Option<Ending> {
    let text = kanji::text(sentence.get(..LONGEST).unwrap_or(sentence));
    closing(text.as_bytes()).ok().map(|(_, ending)| ending)
}

/// Parses a server's comment after the last move, `*時間切れにて終局`; `None` for other comments, and if a side is named.
pub fn ending_of_comment(comment: &[u8]) -> Option<Ending> {
    let text = kanji::text(comment.get(..LONGEST).unwrap_or(comment)).trim_matches(['*', ' ', '　', '。']);
    let (_, words) = words(text.strip_suffix("にて終局")?.as_bytes()).ok()?;
    Some(words.ending(None)).filter(|ending| ending.unnamed && (ending.cause.is_some() || ending.own_reason.is_some()))
}

/// Parses a sentence by a program or a person.
fn closing(input: &[u8]) -> Parsed<'_, Ending> {
    // A text that begins with まで is always a closing sentence; the other openings also begin other texts.
    let usual = preceded((gap, tag("まで"), gap), (opt(number), words)).map(|(plies, words)| words.ending(plies));
    let front = || (gap, fold_many0(bracket, || (), |(), _| ()), opt(tag("終局")), gap);
    let begun = preceded((front(), alt((tag("まで"), tag("以上"))), gap), (number, words));
    let by = alt((tag("まで"), tag("にて"), tag("で"), tag("をもって"), tag("を以て")));
    let counted = preceded(front(), (number, preceded(peek(by), words)));
    let others = alt((begun, counted)).map(|(plies, words)| words.ending(Some(plies)));
    alt((usual, verify(others, |ending| ending.outcome.is_some() || ending.cause.is_some()))).parse(input)
}

fn character(input: &[u8]) -> Parsed<'_, char> {
    let first = input.split_at_checked(kanji::step(input));
    match first.and_then(|(first, rest)| Some((rest, kanji::text(first).chars().next()?))) {
        Some(found) => Ok(found),
        None => Err(nom::Err::Error(Expected { at: input, what: "a character" })),
    }
}

/// A bracket that may enclose a whole sentence.
fn bracket(input: &[u8]) -> Parsed<'_, char> {
    verify(character, |character| "(（[［【「『〔<＜〈《".contains(*character)).parse(input)
}

/// Blanks and punctuation between the parts of a sentence.
///
/// `between = blank / %xE3.80.81 / "," / %xEF.BC.8C / %xEF.BD.A4 / %xE3.80.82 / %xE3.83.BB`
pub(super) fn between(input: &[u8]) -> Parsed<'_, ()> {
    let sign =
        |character: &char| matches!(character, ' ' | '　' | '\t' | '\u{a0}' | '、' | ',' | '，' | '､' | '。' | '・');
    is((), verify(character, sign)).parse(input)
}

fn gap(input: &[u8]) -> Parsed<'_, ()> {
    fold_many0(between, || (), |(), ()| ()).parse(input)
}

/// A part of a number.
#[derive(Clone, Copy)]
enum Figure {
    Digit(u32),
    /// 十, 百 or 千.
    Unit(u32),
    Blank,
}

fn figure(input: &[u8]) -> Parsed<'_, Figure> {
    let meaning = |character: char| {
        Some(match character {
            '十' => Figure::Unit(10),
            '百' => Figure::Unit(100),
            '千' => Figure::Unit(1000),
            ' ' | '　' => Figure::Blank,
            '0'..='9' => Figure::Digit(character as u32 - '0' as u32),
            '０'..='９' => Figure::Digit(character as u32 - '０' as u32),
            _ => Figure::Digit("〇一二三四五六七八九".chars().position(|kanji| kanji == character)? as u32),
        })
    };
    map_opt(character, meaning).parse(input)
}

/// Parses the number of moves, in digits or in kanji. In kanji tens and hundreds are added, 百二十三; digits may also
/// follow each other, 一二三.
fn number(input: &[u8]) -> Parsed<'_, u32> {
    let add = |(sum, ones): (u32, Option<u32>), figure| match figure {
        Figure::Digit(digit) => (sum, Some(ones.unwrap_or(0).saturating_mul(10).saturating_add(digit))),
        Figure::Unit(unit) => {
            let count = ones.filter(|ones| *ones > 0).unwrap_or(1);
            (sum.saturating_add(count.saturating_mul(unit)), Some(0))
        }
        Figure::Blank => (sum, ones),
    };
    let parts = terminated(fold_many1(figure, || (0, None), add), tag("手"));
    map_opt(parts, |(sum, ones)| Some(sum.saturating_add(ones?))).parse(input)
}

/// A word of a sentence. Flags are true if a side wins, false if it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Side(Side),
    /// A side after its title, 勝者：先手.
    Titled(Title, Side),
    /// 勝 or 負, for the preceding side.
    Result(bool),
    /// に or を before the result of the preceding side: 後手に勝ち, 先手に敗れる, 後手を破る.
    Against(bool),
    Cause(Terminal),
    /// 切れ: the time ran out, unless the connection was lost.
    RanOut,
    /// A reason for which no end word exists, and whether it loses the game.
    OwnReason {
        loses: bool,
        how: Termination,
    },
    /// A reason with 勝負 inside, which counts only for the preceding side.
    Parted(bool),
    Draw,
    /// 勝負, the game itself.
    Game,
    Other,
}

impl Word {
    /// True if the side of a reason wins, false if it loses; `None` if the reason alone decides nothing.
    const fn decides(self) -> Option<bool> {
        use Terminal::{DeclaredWin, FoulByMover, FoulByPrevious, Resignation, TimeUp, Try};
        match self {
            Self::Cause(FoulByMover | FoulByPrevious | TimeUp | Resignation) => Some(false),
            Self::Cause(DeclaredWin | Try) => Some(true),
            Self::RanOut | Self::OwnReason { loses: true, .. } => Some(false),
            Self::Parted(wins) => Some(wins),
            _ => None,
        }
    }
}

/// A title before a side: 勝者, 負け.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Title {
    wins: bool,
    /// True if the title is also the result of the preceding side; 負け after the 勝 of 勝負 is not.
    is_result: bool,
}

const TITLES: [(&str, Title); 5] = [
    ("勝者", Title { wins: true, is_result: true }),
    ("勝ち", Title { wins: true, is_result: true }),
    ("敗者", Title { wins: false, is_result: true }),
    ("負け", Title { wins: false, is_result: true }),
    ("勝負け", Title { wins: false, is_result: false }),
];

/// Reasons for the end of a game; all characters have three bytes. None begins with hiragana, or with 勝, 負 or 敗.
const REASONS: [(&str, Word); 33] = [
    ("反則", Word::Cause(Terminal::FoulByMover)),
    ("二歩", Word::Cause(Terminal::FoulByMover)),
    ("王手放置", Word::Cause(Terminal::FoulByMover)),
    ("王手見落", Word::Cause(Terminal::FoulByMover)),
    ("打ち歩詰", Word::Cause(Terminal::FoulByMover)),
    ("打歩詰", Word::Cause(Terminal::FoulByMover)),
    ("二手指", Word::Cause(Terminal::FoulByMover)),
    ("２手指", Word::Cause(Terminal::FoulByMover)),
    ("行き所のない駒", Word::Cause(Terminal::FoulByMover)),
    ("禁じ手", Word::Cause(Terminal::FoulByMover)),
    ("連続王手", Word::Cause(Terminal::FoulByMover)),
    ("切れ", Word::RanOut),
    ("時間切", Word::Cause(Terminal::TimeUp)),
    ("入玉", Word::Cause(Terminal::DeclaredWin)),
    ("宣言", Word::Cause(Terminal::DeclaredWin)),
    ("不戦", Word::Cause(Terminal::LossByDefault)),
    ("トライ", Word::Cause(Terminal::Try)),
    ("千日手", Word::Cause(Terminal::Sennichite)),
    ("持将棋", Word::Cause(Terminal::Impasse)),
    ("最大手数", Word::Cause(Terminal::MaxMoves)),
    ("中断", Word::Cause(Terminal::Interrupted)),
    ("封じ手", Word::Cause(Terminal::Sealed)),
    ("不詰", Word::Cause(Terminal::NoMate)),
    ("詰", Word::Cause(Terminal::Mate)),
    ("投了", Word::Cause(Terminal::Resignation)),
    ("接続切", Word::OwnReason { loses: true, how: Termination::Abandoned }),
    ("通信切", Word::OwnReason { loses: true, how: Termination::Abandoned }),
    ("回線切", Word::OwnReason { loses: true, how: Termination::Abandoned }),
    ("切断", Word::OwnReason { loses: false, how: Termination::Abandoned }),
    ("棄権", Word::OwnReason { loses: true, how: Termination::Forfeit }),
    ("失格", Word::OwnReason { loses: true, how: Termination::Infraction }),
    ("引き分け", Word::Draw),
    ("引分", Word::Draw),
];

/// Of several reasons, the first one in this order counts.
const ORDER: [Terminal; 15] = [
    Terminal::FoulByPrevious,
    Terminal::FoulByMover,
    Terminal::TimeUp,
    Terminal::DeclaredWin,
    Terminal::WinByDefault,
    Terminal::LossByDefault,
    Terminal::Try,
    Terminal::Sennichite,
    Terminal::Impasse,
    Terminal::MaxMoves,
    Terminal::Interrupted,
    Terminal::Sealed,
    Terminal::NoMate,
    Terminal::Mate,
    Terminal::Resignation,
];

/// Returns the first of two reasons in [`ORDER`].
fn first_of(one: Option<Terminal>, other: Option<Terminal>) -> Option<Terminal> {
    ORDER.into_iter().find(|cause| one == Some(*cause) || other == Some(*cause))
}

/// Parses all words after the number of moves.
pub(super) fn words(input: &[u8]) -> Parsed<'_, Said> {
    fold_many0(word, Said::default, Said::with).parse(input)
}

/// Parses the next word. Its first character leaves few alternatives.
fn word(input: &[u8]) -> Parsed<'_, Word> {
    match *input {
        // Hiragana
        [0xe3, 0x81 | 0x82, ..] => alt((against.map(Word::Against), other)).parse(input),
        // 勝, 負 and 敗
        [0xe5, 0x8b, 0x9d, ..] | [0xe8, 0xb2, 0xa0, ..] | [0xe6, 0x95, 0x97, ..] => {
            let titled = titled_side.map(|(title, side)| Word::Titled(title, side));
            alt((titled, is(Word::Game, game), result.map(Word::Result))).parse(input)
        }
        [0x80..=0xff, ..] => alt((named.map(Word::Side), reason, other)).parse(input),
        _ => other(input),
    }
}

/// Skips a character outside of all words.
fn other(input: &[u8]) -> Parsed<'_, Word> {
    match input.split_at_checked(kanji::step(input)) {
        Some((_, rest)) => Ok((rest, Word::Other)),
        None => Err(nom::Err::Error(Expected { at: input, what: "a word" })),
    }
}

fn named(input: &[u8]) -> Parsed<'_, Side> {
    alt((side, turn)).parse(input)
}

/// `titled-side = title *(colon / %xE3.81.AF) *between (side / turn)`
pub(super) fn titled_side(input: &[u8]) -> Parsed<'_, (Title, Side)> {
    let colons = fold_many0(alt((tag("："), tag(":"), tag("は"))), || (), |(), _| ());
    (terminated(title, (colons, gap)), named).parse(input)
}

/// `title = %xE5.8B.9D.E8.80.85 / %xE5.8B.9D.E3.81.A1 / %xE6.95.97.E8.80.85 / %xE8.B2.A0.E3.81.91 /
/// %xE5.8B.9D.E8.B2.A0.E3.81.91`
pub(super) fn title(input: &[u8]) -> Parsed<'_, Title> {
    any_of(&TITLES)(input)
}

fn game(input: &[u8]) -> Parsed<'_, ()> {
    is((), tag(GAME)).parse(input)
}

const GAME: &str = "勝負";

/// Returns true for a win.
///
/// `result = %xE5.8B.9D / %xE8.B2.A0 / %xE6.95.97`
pub(super) fn result(input: &[u8]) -> Parsed<'_, bool> {
    any_of(&[("勝", true), ("負", false), ("敗", false)])(input)
}

/// Strips `word`, even if 勝負 interrupts it. Returns the rest, and true if nothing interrupts the word.
fn strip_word<'a>(word: &str, input: &'a [u8]) -> Option<(&'a [u8], bool)> {
    let (mut rest, mut whole) = (input, true);
    for character in word.as_bytes().chunks(3) {
        while let Some(behind) = rest.strip_prefix(GAME.as_bytes()) {
            (rest, whole) = (behind, false);
        }
        rest = rest.strip_prefix(character)?;
    }
    Some((rest, whole))
}

/// Parses one of several words, with or without a 勝負 inside.
fn any_word<'a>(words: &'static [&'static str]) -> impl Fn(&'a [u8]) -> Parsed<'a, ()> {
    move |input| match words.iter().find_map(|word| strip_word(word, input)) {
        Some((rest, _)) => Ok((rest, ())),
        None => Err(nom::Err::Error(Expected { at: input, what: "a word" })),
    }
}

/// Parses the particle に or を; true if the preceding side wins. The text after the particle is not consumed: 勝ち may
/// be the title of the next side.
fn against(input: &[u8]) -> Parsed<'_, bool> {
    // 先手に勝ちがある: the win belongs to 先手.
    let own = any_word(&["勝ちが", "勝ちあ", "勝ち目", "勝利が"]);
    let won = any_word(&["勝", "快勝", "大勝", "辛勝", "圧勝", "完勝", "楽勝", "連勝", "逆転勝"]);
    let lost = any_word(&["敗", "負", "惜敗", "完敗", "大敗", "逆転負", "屈"]);
    let beaten = any_word(&["破", "下", "降", "倒", "制", "退け", "負か"]);
    let games = || fold_many0(game, || (), |(), ()| ());
    let loose = fold_many0(alt((between, game)), || (), |(), ()| ());
    let dative = preceded(loose, alt((is(false, (not(own), won)), is(true, lost))));
    // 下手 is a side.
    let accusative = is(false, (not((games(), side)), beaten));
    alt((preceded(tag("に"), peek(dative)), preceded(tag("を"), peek(accusative)))).parse(input)
}

/// Parses a reason, up to another word that begins inside of it.
///
/// `reason = %xE5.8F.8D.E5.89.87 / %xE4.BA.8C.E6.AD.A9 / %xE7.8E.8B.E6.89.8B.E6.94.BE.E7.BD.AE /
/// %xE7.8E.8B.E6.89.8B.E8.A6.8B.E8.90.BD / %xE6.89.93.E3.81.A1.E6.AD.A9.E8.A9.B0 / %xE6.89.93.E6.AD.A9.E8.A9.B0 /
/// %xE4.BA.8C.E6.89.8B.E6.8C.87 / %xEF.BC.92.E6.89.8B.E6.8C.87 /
/// %xE8.A1.8C.E3.81.8D.E6.89.80.E3.81.AE.E3.81.AA.E3.81.84.E9.A7.92 / %xE7.A6.81.E3.81.98.E6.89.8B /
/// %xE9.80.A3.E7.B6.9A.E7.8E.8B.E6.89.8B / %xE5.88.87.E3.82.8C / %xE6.99.82.E9.96.93.E5.88.87 / %xE5.85.A5.E7.8E.89 /
/// %xE5.AE.A3.E8.A8.80 / %xE4.B8.8D.E6.88.A6 / %xE3.83.88.E3.83.A9.E3.82.A4 / %xE5.8D.83.E6.97.A5.E6.89.8B /
/// %xE6.8C.81.E5.B0.86.E6.A3.8B / %xE6.9C.80.E5.A4.A7.E6.89.8B.E6.95.B0 / %xE4.B8.AD.E6.96.AD /
/// %xE5.B0.81.E3.81.98.E6.89.8B / %xE4.B8.8D.E8.A9.B0 / %xE8.A9.B0 / %xE6.8A.95.E4.BA.86 /
/// %xE6.8E.A5.E7.B6.9A.E5.88.87 / %xE9.80.9A.E4.BF.A1.E5.88.87 / %xE5.9B.9E.E7.B7.9A.E5.88.87 / %xE5.88.87.E6.96.AD /
/// %xE6.A3.84.E6.A8.A9 / %xE5.A4.B1.E6.A0.BC / %xE6.94.BE.E6.A3.84 / %xE5.BC.95.E3.81.8D.E5.88.86.E3.81.91 /
/// %xE5.BC.95.E5.88.86`
pub(super) fn reason(input: &[u8]) -> Parsed<'_, Word> {
    let before = |word: Word, head: &'static str, tail: &'static str| is(word, terminated(tag(head), peek(tag(tail))));
    let lost = Word::OwnReason { loses: true, how: Termination::Abandoned };
    let given_up = preceded(tag("放棄"), opt(peek(any_word(&["権"]))));
    alt((
        before(Word::Cause(Terminal::FoulByPrevious), "反則", "勝"),
        before(Word::Cause(Terminal::WinByDefault), "不戦", "勝"),
        before(Word::Cause(Terminal::TimeUp), "切", "負"),
        before(lost, "接続", "切負"),
        before(lost, "通信", "切負"),
        before(lost, "回線", "切負"),
        given_up.map(|right| Word::OwnReason { loses: right.is_some(), how: Termination::Forfeit }),
        listed,
    ))
    .parse(input)
}

fn listed(input: &[u8]) -> Parsed<'_, Word> {
    let found = REASONS.iter().find_map(|(text, word)| Some((strip_word(text, input)?, *word)));
    match found {
        Some(((rest, true), word)) => Ok((rest, word)),
        // Consumes only the first character, as the reason contains other words.
        Some((_, word)) => character.map(|_| word.decides().map_or(Word::Other, Word::Parted)).parse(input),
        None => Err(nom::Err::Error(Expected { at: input, what: "a reason" })),
    }
}

/// The weight of a statement about a side: 勝ち decides, then 負け, then the meaning of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    Reason,
    Loss,
    Win,
}

impl Weight {
    const fn of_result(wins: bool) -> Self {
        if wins { Self::Win } else { Self::Loss }
    }
}

/// The combined meaning of the words of a sentence: each side is followed by statements about it, `後手の投了により` `先手の勝ち`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Said {
    cause: Option<Terminal>,
    ran_out: bool,
    own_reason: Option<Termination>,
    drawn: bool,
    /// The side named last.
    side: Option<Side>,
    /// True if no word follows the name of `side` yet.
    bare: bool,
    /// The result by the title of `side`, used if there is no statement about `side`.
    title: Option<bool>,
    /// The statement about `side` that counts; true for a win.
    of_side: Option<(Weight, bool)>,
    /// The winner by the statements about earlier sides; the inner `None` if they contradict each other.
    winner: Option<(Weight, Option<Side>)>,
}

impl Said {
    /// The meaning of 詰 alone.
    pub(super) fn mate() -> Self {
        Self { cause: Some(Terminal::Mate), ..Self::default() }
    }

    fn with(mut self, word: Word) -> Self {
        match word {
            Word::Side(side) => self.name(side, None),
            Word::Titled(title, side) => {
                if title.is_result {
                    self.say(Weight::of_result(title.wins), title.wins);
                }
                self.name(side, Some(title.wins));
            }
            Word::Result(wins) => self.say(Weight::of_result(wins), wins),
            Word::Against(wins) if self.bare => self.say(Weight::of_result(wins), wins),
            Word::Cause(cause) => self.cause = first_of(self.cause, Some(cause)),
            Word::RanOut => self.ran_out = true,
            Word::OwnReason { how, .. } => self.own_reason = self.own_reason.or(Some(how)),
            Word::Draw => self.drawn = true,
            Word::Against(_) | Word::Parted(_) | Word::Game | Word::Other => {}
        }
        if let Some(wins) = word.decides() {
            self.say(Weight::Reason, wins);
        }
        self.bare = matches!(word, Word::Side(_) | Word::Titled(..)) || self.bare && word == Word::Game;
        self
    }

    fn name(&mut self, side: Side, title: Option<bool>) {
        self.judge();
        (self.side, self.title, self.of_side) = (Some(side), title, None);
    }

    /// Adds a statement about the side: the first result counts; of several reasons, one by which the side loses.
    fn say(&mut self, weight: Weight, wins: bool) {
        let counts = match self.of_side {
            None => true,
            Some((Weight::Reason, known)) => weight > Weight::Reason || known && !wins,
            Some(_) => false,
        };
        if counts {
            self.of_side = Some((weight, wins));
        }
    }

    /// Compares the statement about the side with those about earlier sides.
    fn judge(&mut self) {
        let by_title = self.title.map(|wins| (Weight::of_result(wins), wins));
        let (Some(side), Some((weight, wins))) = (self.side, self.of_side.or(by_title)) else { return };
        let named = Some(if wins { side } else { side.other() });
        self.winner = match self.winner {
            Some((known, _)) if known > weight => self.winner,
            // Two winners or two losers contradict each other.
            Some((known, other)) if known == weight && other != named => Some((weight, None)),
            _ => Some((weight, named)),
        };
    }

    pub(super) fn ending(mut self, plies: Option<u32>) -> Ending {
        self.judge();
        // 切れ after a lost connection is not a loss on time.
        let ran_out = (self.ran_out && self.own_reason.is_none()).then_some(Terminal::TimeUp);
        let cause = first_of(self.cause, ran_out);
        let undecided = |cause: Terminal| {
            Some(cause.outcome(Side::First)).filter(|outcome| matches!(outcome, Outcome::Draw | Outcome::Unknown))
        };
        let winner = self.winner.and_then(|(_, winner)| winner).map(Outcome::won_by);
        let outcome = winner.or(cause.and_then(undecided)).or(self.drawn.then_some(Outcome::Draw));
        let own_reason = self.own_reason.filter(|_| cause.is_none());
        Ending { plies, outcome, cause, unnamed: self.side.is_none(), own_reason }
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

    /// Words that overlap have the same meanings as alone.
    #[test]
    fn words_inside_of_words() {
        for (text, outcome, cause) in [
            ("まで3手で後手の接続切負", FIRST, Some(Terminal::TimeUp)),
            ("まで3手で後手の放棄権", FIRST, None),
            ("まで3手で千日手、先手反則", SECOND, Some(Terminal::FoulByMover)),
            ("まで3手で先手の反則勝負け", SECOND, Some(Terminal::FoulByPrevious)),
            ("まで3手で先手の投勝負了", SECOND, None),
            ("まで3手で勝負け：先手", SECOND, None),
        ] {
            assert_eq!(read(text).map(|read| (read.1, read.2)), Some((outcome, cause)), "{text}");
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
