//! Time controls in words: `90 minutes + 30 seconds`, `40/2h, 30 min`, `G/60;+5`, `Blitz`. Bare numbers are parsed in
//! `grammar`.

use std::sync::OnceLock;

use super::control::{DAY, Periods, TimeControl};
use super::grammar::{self, Lexeme};
use partie_record::word_rows;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Seconds of a unit.
    Unit(u64),
    /// An index into [`CLASSES`].
    Class(usize),
    Move,
    /// An increment.
    Added,
    /// `per`, before a move.
    Each,
    EachMove,
    /// Before an increment or a delay.
    Without,
    /// Changes nothing.
    Between,
}

/// Columns: language, meaning, words.
const TABLE: &str = include_str!("time_words.tsv");

const HOUR: Word = Word::Unit(3600);

/// Meanings by their names in the table.
const MEANINGS: [(&str, Word); 10] = [
    ("second", Word::Unit(1)),
    ("minute", Word::Unit(60)),
    ("hour", HOUR),
    ("day", Word::Unit(86_400)),
    ("move", Word::Move),
    ("added", Word::Added),
    ("each", Word::Each),
    ("each-move", Word::EachMove),
    ("without", Word::Without),
    ("between", Word::Between),
];

/// Classes, and their maximum minutes at the beginning of a game.
const CLASSES: [(&str, u64); 6] =
    [("ultrabullet", 0), ("bullet", 3), ("blitz", 15), ("rapid", 60), ("classical", 300), ("correspondence", 0)];

/// The words of the table, sorted.
fn words() -> &'static [(&'static [u8], Word)] {
    static WORDS: OnceLock<Vec<(&[u8], Word)>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let meaning = |name: &str| {
            let class = CLASSES.iter().position(|(class, _)| *class == name).map(Word::Class);
            class.or_else(|| MEANINGS.iter().find(|(known, _)| *known == name).map(|(_, word)| *word))
        };
        let known = word_rows(TABLE).filter_map(|(name, words)| Some((meaning(name)?, words)));
        let mut all: Vec<_> =
            known.flat_map(|(meaning, words)| words.split(' ').map(move |word| (word.as_bytes(), meaning))).collect();
        all.sort_by_key(|(word, _)| *word);
        all
    })
}

/// The meanings of a word.
fn meanings(word: &[u8]) -> impl Iterator<Item = Word> {
    let words = words();
    let first = words.partition_point(|(known, _)| *known < word);
    words[first..].iter().take_while(move |(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

fn means(word: &[u8], meaning: Word) -> bool {
    meanings(word).any(|known| known == meaning)
}

/// The lexemes of a text; `None` if any part of it is not a lexeme.
fn lexemes(text: &str) -> Option<Vec<Lexeme<'_>>> {
    let mut lexemes = Vec::new();
    let mut rest = text.trim().as_bytes();
    while !rest.is_empty() {
        let (after, next) = grammar::lexeme(rest).ok()?;
        lexemes.push(next);
        rest = after.trim_ascii_start();
    }
    Some(lexemes)
}

fn unit(lexeme: Option<&Lexeme<'_>>) -> Option<u64> {
    match lexeme? {
        Lexeme::Mark(b'\'') => Some(60),
        Lexeme::Mark(b'"') => Some(1),
        Lexeme::Word(word) => {
            meanings(word).find_map(|word| if let Word::Unit(unit) = word { Some(unit) } else { None })
        }
        _ => None,
    }
}

/// Parses a value in words; `None` unless every word is understood.
pub(super) fn read_words(value: &str) -> Option<TimeControl> {
    let text: String = value
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            '’' | '‘' | '′' | '´' => '\'',
            '”' | '“' | '″' => '"',
            '–' | '—' | '\u{a0}' => ' ',
            c => c,
        })
        .collect();
    let text = with_points(&text);
    let Some((class, most, rest)) = class(&text) else { return times(&lexemes(&text)?) };
    let rest = lexemes(rest)?;
    match rest.as_slice() {
        [] => Some(TimeControl { class: Some(class), ..TimeControl::default() }),
        [Lexeme::Number(base)] => of_class(most, *base, 0),
        [Lexeme::Number(base), Lexeme::Mark(b'+' | b'|' | b'/'), Lexeme::Number(increment)] => {
            of_class(most, *base, *increment)
        }
        rest => times(rest),
    }
}

/// The class that begins or ends a text, its maximum minutes, and the rest of the text.
fn class(text: &str) -> Option<(&'static str, u64, &str)> {
    let bare = |text: &'static str| move |character: char| text.contains(character);
    let text = text.trim();
    let text = text.strip_suffix(" chess").unwrap_or(text);
    let (first, after) = text.split_at(text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len()));
    let (before, last) = text.split_at(text.rfind(' ').map_or(0, |at| at + 1));
    let of = |word: &str| {
        meanings(word.as_bytes()).find_map(|word| if let Word::Class(index) = word { CLASSES.get(index) } else { None })
    };
    let (known, rest) = match (of(first), of(last.trim_matches(bare("()")))) {
        (Some(known), _) => (known, after),
        (None, Some(known)) => (known, before),
        (None, None) => return None,
    };
    let rest = rest.trim().strip_prefix("chess").unwrap_or(rest);
    Some((known.0, known.1, rest.trim_matches(bare(" :,;-()"))))
}

/// Numbers without a unit, next to the name of a class: minutes if plausible, else seconds.
fn of_class(most: u64, base: u64, increment: u64) -> Option<TimeControl> {
    let base = match base {
        minutes if minutes <= most * 1000 => minutes * 60,
        seconds if seconds <= most * 60_000 && seconds >= most * 4000 => seconds,
        _ => return None,
    };
    (increment <= 60_000 && base > 0).then(|| TimeControl {
        base: Some(base),
        increment: Some(increment),
        ..TimeControl::default()
    })
}

/// Replaces the decimal comma of `1,5 h` by a point.
fn with_points(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_point = |at: usize| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let hours = |rest: &str| {
            let (rest, _) = rest
                .trim_start()
                .split_at(rest.trim_start().find(|c: char| !c.is_alphabetic()).unwrap_or(rest.trim_start().len()));
            means(rest.as_bytes(), HOUR)
        };
        at > 0
            && digit(at - 1)
            && digit(at + 1)
            && !digit(at + 2)
            && text.get(at + 2..).is_some_and(hours)
            && !text[..at].contains('/')
    };
    text.char_indices().map(|(at, character)| if character == ',' && is_point(at) { '.' } else { character }).collect()
}

/// True if a value in words has a word for an increment.
pub(super) fn says_increment(value: &str) -> bool {
    let text = value.to_lowercase();
    lexemes(&text)
        .unwrap_or_default()
        .iter()
        .any(|lexeme| matches!(lexeme, Lexeme::Word(word) if means(word, Word::Added)))
}

/// A time for a stretch of the game, or an increment.
#[derive(Clone, Copy, Debug)]
struct Time {
    time: u64,
    /// The last unit, so that `1 hour 30` can continue.
    unit: u64,
    added: bool,
}

/// State of the parser.
#[derive(Debug, Default)]
struct Reading {
    times: Vec<Time>,
    // State since the last time: a plus sign, an increment word, no separator, a delay.
    plus: bool,
    added: bool,
    joined: bool,
    delayed: bool,
    /// Numbers of moves, in order.
    moves: Vec<u64>,
    /// True if the time is for each single move.
    one_move: bool,
}

/// Base and increment; `None` unless every lexeme is understood.
fn times(lexemes: &[Lexeme<'_>]) -> Option<TimeControl> {
    let mut reading = Reading::default();
    let american = is_american(lexemes);
    let mut at = 0;
    while at < lexemes.len() {
        at += reading.step(lexemes, at, american)?;
    }
    let Reading { times, moves, one_move, .. } = reading;
    let base = times.first().filter(|first| !first.added)?.time;
    // Each number of moves belongs to a stretch; only the last stretch may have none.
    let of_game = || times.iter().filter(|time| !time.added).map(|time| time.time);
    let stretches = of_game().count();
    let increment = times.iter().filter(|time| time.added).map(|time| time.time).max();
    let of_moves = one_move && stretches == 1;
    Some(TimeControl {
        base: Some(base),
        increment: Some(increment.unwrap_or(0)),
        per_move: of_moves.then_some(base),
        periods: Periods::of(of_game().enumerate().map(|(index, time)| (moves.get(index).copied(), time))),
        rises_freely: of_moves,
        daily: of_moves && base >= DAY,
        ..TimeControl::default()
    })
}

impl Reading {
    /// Interprets the lexeme at `at` and returns the number of lexemes consumed.
    fn step(&mut self, lexemes: &[Lexeme<'_>], at: usize, american: bool) -> Option<usize> {
        let next = lexemes.get(at + 1);
        let before = at.checked_sub(1).and_then(|at| lexemes.get(at));
        match *lexemes.get(at)? {
            // `40 moves`, `40/`.
            Lexeme::Number(count)
                if next.is_some_and(|next| is_of(Word::Move, next) || *next == Lexeme::Mark(b'/')) =>
            {
                self.count(count);
                return Some(2);
            }
            // `2h/40`: a number of moves.
            Lexeme::Number(count) if self.is_count(lexemes, at) => {
                self.count(count);
                return Some(1);
            }
            Lexeme::Number(number) => {
                let minutes = american && before.is_some_and(|before| *before == Lexeme::Mark(b'/') || is_game(before));
                // `G60 d5`: a delay, not days.
                let delay = american && next == Some(&Lexeme::Word(b"d"));
                let known = unit(next).filter(|_| !delay);
                self.number(number, known, minutes)?;
                return Some(1 + usize::from(known.is_some()));
            }
            Lexeme::Mark(b'+') => (self.plus, self.joined) = (true, false),
            Lexeme::Mark(b'.' | b'(' | b')' | b'-') => {}
            Lexeme::Mark(b',' | b';' | b':' | b'/' | b'&') => self.joined = false,
            Lexeme::Word(word) if means(word, Word::Move) => {
                self.joined = false;
                // `from move 1`; `30 seconds per move` and `30 seconds/move`.
                if matches!(next, Some(Lexeme::Number(_))) {
                    return Some(2);
                }
                if let Some(last) = self.times.last_mut().filter(|_| before.is_some_and(is_each)) {
                    last.added = last.time < DAY;
                    self.one_move |= !last.added;
                }
            }
            Lexeme::Word(word) if means(word, Word::Added) => {
                // `an increment of 30 seconds` and `30 seconds increment`.
                let ahead = matches!(next, Some(Lexeme::Number(_)));
                match self.times.last_mut().filter(|_| self.joined && !ahead) {
                    Some(last) => last.added = true,
                    None => self.added = true,
                }
                self.joined = false;
            }
            Lexeme::Word(word) if means(word, Word::EachMove) => {
                self.joined = false;
                match (next, self.times.last_mut()) {
                    (Some(Lexeme::Number(_)), _) => self.added = true,
                    (_, Some(last)) => last.added = last.time < DAY,
                    _ => return None,
                }
            }
            Lexeme::Word(word) if means(word, Word::Without) => {
                let denied = |lexeme: &Lexeme<'_>| is_of(Word::Added, lexeme) || *lexeme == Lexeme::Word(b"delay");
                return next.is_some_and(denied).then_some(2);
            }
            // A delay adds no time.
            Lexeme::Word(b"d" | b"delay" | b"bronstein") => match next {
                Some(Lexeme::Number(_)) => (self.delayed, self.added) = (true, true),
                Some(Lexeme::Mark(b'/')) if matches!(lexemes.get(at + 2), Some(Lexeme::Number(_))) => {
                    (self.delayed, self.added) = (true, true);
                    return Some(2);
                }
                _ => drop(self.times.pop_if(|last| last.added)),
            },
            Lexeme::Word(b"g" | b"sd") => self.joined = false,
            Lexeme::Word(b"and" | b"und") => {}
            Lexeme::Word(word) if means(word, Word::Between) || means(word, Word::Each) => self.joined = false,
            _ => return None,
        }
        Some(1)
    }

    /// Adds a number of moves, given in thousandths like every number.
    fn count(&mut self, count: u64) {
        self.moves.push(count / 1000);
        (self.one_move, self.joined) = (count == 1000, false);
    }

    /// True if a number after a time and a slash is a number of moves.
    fn is_count(&self, lexemes: &[Lexeme<'_>], at: usize) -> bool {
        let before = |back: usize| at.checked_sub(back).and_then(|at| lexemes.get(at));
        let ends = |next: &Lexeme<'_>| {
            matches!(next, Lexeme::Mark(b',' | b';' | b':' | b'+') | Lexeme::Word(b"then" | b"and"))
        };
        !self.times.is_empty()
            && before(1) == Some(&Lexeme::Mark(b'/'))
            && unit(before(2)).is_some()
            && lexemes.get(at + 1).is_none_or(ends)
    }

    /// Adds a time. Without a known unit, the preceding lexemes determine it.
    fn number(&mut self, number: u64, known: Option<u64>, minutes: bool) -> Option<()> {
        // `2 hours + 1 hour` is two stretches, but in `2 hours + 30 seconds` the seconds are an increment.
        self.added |= std::mem::take(&mut self.plus) && known.is_none_or(|unit| unit == 1);
        let before = self.times.last().copied().filter(|_| self.joined);
        let unit = match known {
            Some(unit) => unit,
            // `1h30`, `90 min + 30`, and times in minutes as in the United States: `G/60`, `40/120`.
            None if before.is_some_and(|before| before.unit == 3600) => 60,
            None if self.added && !self.times.is_empty() => 1,
            None if minutes => 60,
            None => return None,
        };
        let time = number.checked_mul(unit)?;
        match self.times.last_mut() {
            Some(last) if before.is_some_and(|before| before.unit > unit) && !self.added => {
                (last.time, last.unit) = (last.time.checked_add(time)?, unit);
            }
            // Seconds after a longer time are an increment.
            last => {
                let added = self.added || last.is_some() && unit == 1;
                if !std::mem::take(&mut self.delayed) {
                    self.times.push(Time { time, unit, added });
                }
            }
        }
        (self.added, self.joined) = (false, true);
        Some(())
    }
}

/// True if numbers without a unit are minutes, as in the notation of the United States federation.
fn is_american(lexemes: &[Lexeme<'_>]) -> bool {
    lexemes.windows(2).any(|pair| match pair {
        [Lexeme::Word(b"g" | b"game" | b"sd"), Lexeme::Mark(b'/')] => true,
        [before, Lexeme::Number(_)] => is_game(before),
        _ => false,
    })
}

/// `G60`, `SD60`
fn is_game(lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme, Lexeme::Word(b"g" | b"sd"))
}

fn is_of(meaning: Word, lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme, Lexeme::Word(word) if means(word, meaning))
}

fn is_each(lexeme: &Lexeme<'_>) -> bool {
    *lexeme == Lexeme::Mark(b'/') || is_of(Word::Each, lexeme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(value: &str) -> (Option<u64>, Option<u64>) {
        let control = TimeControl::of_tag(value.as_bytes()).unwrap_or_default();
        (control.base.map(|time| time / 1000), control.increment.map(|time| time / 1000))
    }

    #[test]
    fn each_row_has_a_known_meaning() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(word_rows(TABLE).count(), lines, "a row without three columns");
        let words = word_rows(TABLE).flat_map(|(_, words)| words.split(' '));
        assert_eq!(super::words().len(), words.count(), "a meaning that is unknown");
    }

    #[test]
    fn regular_words() {
        for (text, base, increment) in [
            ("90 minutes + 30 seconds", 5400, 30),
            ("90 min. + 30 sec. per move", 5400, 30),
            ("90 min + 30", 5400, 30),
            ("90'+30''", 5400, 30),
            ("90'+30\\\"", 5400, 30),
            ("90’ + 30”", 5400, 30),
            ("15m+10s", 900, 10),
            ("3 minutes plus 2 seconds increment", 180, 2),
            ("40/2h", 7200, 0),
            ("40/2h, 20/1h, 30 min", 7200, 0),
            ("2h for 40 moves", 7200, 0),
            ("90 min/40 moves + 30 min + 30 sec per move", 5400, 30),
            ("2 hours + 1 hour", 7200, 0),
            ("40 moves in 2 hours + 1 hour", 7200, 0),
            ("2 hours with an increment of 1 minute", 7200, 60),
            ("40 moves in 2 hours", 7200, 0),
            ("1 hour 30 minutes", 5400, 0),
            ("1 hour and 30 minutes + 30 seconds", 5400, 30),
            ("1h30", 5400, 0),
            ("G/60", 3600, 0),
            ("G/90;+30", 5400, 30),
            ("G/90;d5", 5400, 0),
            ("40/120, SD/60", 7200, 0),
            ("40/90, SD/30; +30", 5400, 30),
            ("3 days per move", 259_200, 0),
            ("60 minutes for the whole game", 3600, 0),
            ("5 min", 300, 0),
            ("40/2h, G/1h", 7200, 0),
            ("90min+30sec", 5400, 30),
            ("1.5 hours", 5400, 0),
            ("1/1d", 86_400, 0),
            ("3d", 259_200, 0),
            ("90 Minuten + 30 Sekunden pro Zug", 5400, 30),
            ("2 Std. für 40 Züge, danach 1 Std. für den Rest", 7200, 0),
            ("90 minut + 30 sekund na tah", 5400, 30),
            ("1 heure 30 minutes + 30 secondes par coup", 5400, 30),
            (
                ": 90 minutes for the first 40 moves, followed by 30 minutes for the rest of the gamewith an increment of \
                 30 seconds per move starting from move 1",
                5400,
                30,
            ),
            ("Rapid 15+10", 900, 10),
            ("rapid (15 + 10)", 900, 10),
            ("Blitz 3+2", 180, 2),
            ("Blitz 180+2", 180, 2),
            ("Blitz: 5", 300, 0),
            ("5+0 Blitz", 300, 0),
            ("Bullet 1+0", 60, 0),
            ("Rapid, 25 min + 10 sec", 1500, 10),
            ("Classical 90+30", 5400, 30),
            ("Рапид 15+10", 900, 10),
            ("Schnellschach 15+10", 900, 10),
            ("G60", 3600, 0),
            ("G 60", 3600, 0),
            ("G60 d5", 3600, 0),
            ("G/60;d5", 3600, 0),
            ("G/60, d/5", 3600, 0),
            ("G/90 inc 30", 5400, 30),
            ("G90;inc30", 5400, 30),
            ("G/60 no delay", 3600, 0),
            ("40/120, SD60", 7200, 0),
            ("2h/40", 7200, 0),
            ("2h/40, 1h", 7200, 0),
            ("90'/40 + 30' + 30''", 5400, 30),
            ("2h/40 + 1h/20 + 30min", 7200, 0),
            ("40/2h, SD/1h", 7200, 0),
            ("40/2h; SD 1h", 7200, 0),
            ("90 min + 30 sec", 5400, 30),
            ("5'+3\\\"", 300, 3),
            ("3'+2''", 180, 2),
            ("3m+2s", 180, 2),
            ("3m + 2s/move", 180, 2),
            ("1h30m+30s", 5400, 30),
            ("1,5 h + 30 s", 5400, 30),
            ("90 мин + 30 сек", 5400, 30),
            ("90 минут + 30 секунд на ход", 5400, 30),
            ("1 час 30 минут + 30 секунд на каждый ход", 5400, 30),
            ("5 мин. + 3 сек.", 300, 3),
            ("1,5 часа", 5400, 0),
            ("2 часа на 40 ходов, затем 1 час до конца партии", 7200, 0),
            ("15 минут с добавлением 10 секунд", 900, 10),
            ("90 perc + 30 másodperc", 5400, 30),
            ("90 perc + 30 mp lépésenként", 5400, 30),
            ("90 perc + lépésenként 30 másodperc", 5400, 30),
            ("90p + 30mp", 5400, 30),
            ("2 óra 40 lépésre, majd 1 óra", 7200, 0),
            ("1 óra 30 perc", 5400, 0),
            ("90 minút + 30 sekúnd na ťah", 5400, 30),
            ("2 timmar på 40 drag, sedan 1 timme", 7200, 0),
            ("90 minuter + 30 sekunder per drag", 5400, 30),
            ("90 minutos + 30 segundos por lance", 5400, 30),
            ("90 minutos + 30 segundos por jugada", 5400, 30),
            ("90 minuti + 30 secondi a mossa", 5400, 30),
            ("90 minuten + 30 seconden per zet", 5400, 30),
            ("100 minutes for the first 40 moves then 50 minutes for the next 20 moves, 30 seconds per move", 6000, 30),
        ] {
            assert_eq!(control(text), (Some(base), Some(increment)), "{text}");
        }
        for text in [
            "30 seconds per move",
            "blitz, 5 or so",
            "as agreed",
            "90 minutes or less",
            "5 min, see rules",
            "G60x",
            "40/90 + 30 min + 30 sec",
            "90 + 30 sec",
            "Rapid 100+10",
            "Blitz 1.e4",
            "Rapid of Zürich",
            "15+10 or 900",
        ] {
            assert_eq!(control(text), (None, None), "{text}");
        }
        let class = |value: &[u8]| TimeControl::of_tag(value).and_then(|control| control.class);
        assert_eq!(class(b"Blitz"), Some("blitz"));
        assert_eq!(class(b"rapid chess"), Some("rapid"));
        assert_eq!(class(b"90 minutes + 30 seconds"), None);
    }
}
