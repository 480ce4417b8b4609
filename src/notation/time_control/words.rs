//! Time controls in words: `90 minutes + 30 seconds`, `40/2h, 30 min`, `G/60;+5`, `Blitz`. Not for numbers alone.

use super::control::{DAY, TimeControl};
use super::grammar::{self, Lexeme};

/// Words that say of a class only.
const CLASSES: [(&str, &str); 9] = [
    ("ultrabullet", "ultrabullet"),
    ("bullet", "bullet"),
    ("blitz", "blitz"),
    ("rapid", "rapid"),
    ("classical", "classical"),
    ("classic", "classical"),
    ("standard", "classical"),
    ("correspondence", "correspondence"),
    ("daily", "correspondence"),
];

/// Words between the times that change nothing.
const BETWEEN: &str = "a ab added additional all an and are at beginning both by chess control danach dann das death den \
    der die each end finish first followed for from für game gamewith ganze gesamte in is jeden mit next \
    of on one partie per player plus remainder remaining rest restliche side sides start starting sudden \
    the then time to und until whole with";

/// Words that say that a time is added for each move.
const ADDED: &str = "increment increments inc bonus fischer extra cumulative inkrement zuschlag incrément incremento";

/// Words that count moves.
const MOVES: &str =
    "move moves mv züge zug zügen coup coups jugada jugadas mossa mosse tah tahy tahů zet zetten ruch ruchów";

/// Words for one of several.
const EACH: &str = "per each a every pro je jeden par por alla na";

/// Units of time, in the languages in which organizers write them.
const UNITS: [(&str, u64); 4] = [
    (
        "s sec secs second seconds sek sekunde sekunden seconde secondes seg segundo segundos secondi seconden vteřin sekund",
        1,
    ),
    ("m min mins minute minutes minuten minuto minutos minuti minuut minut", 60),
    ("h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur hod hodin hodiny godz godzin", 3600),
    ("d day days tag tage jour jours día días giorno giorni dag dagen dní dzień dni", 86_400),
];

/// The lexemes of a text, unless it holds something that is none.
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

/// Seconds of a unit.
fn unit(lexeme: Option<&Lexeme<'_>>) -> Option<u64> {
    match lexeme? {
        Lexeme::Mark(b'\'') => Some(60),
        Lexeme::Mark(b'"') => Some(1),
        Lexeme::Word(word) => UNITS.iter().find(|(names, _)| is_one_of(names, word)).map(|(_, unit)| *unit),
        _ => None,
    }
}

/// Whether a word is one of those, which stand with blanks between them.
fn is_one_of(names: &str, word: &[u8]) -> bool {
    names.split(' ').any(|name| name.as_bytes() == word)
}

/// A value in words, where every one is understood.
pub(super) fn read(value: &str) -> Option<TimeControl> {
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
    let class = CLASSES.iter().find(|(word, _)| text.trim().trim_end_matches(" chess") == *word);
    if let Some((_, class)) = class {
        return Some(TimeControl { class: Some(class), ..TimeControl::default() });
    }
    times(&lexemes(&text)?)
}

/// Whether a value in words calls what is added by its name.
pub(super) fn says_increment(value: &str) -> bool {
    let text = value.to_lowercase();
    lexemes(&text)
        .unwrap_or_default()
        .iter()
        .any(|lexeme| matches!(lexeme, Lexeme::Word(word) if is_one_of(ADDED, word)))
}

/// A time for a stretch of the game, or one that is added for each move.
#[derive(Clone, Copy, Debug)]
struct Time {
    /// In milliseconds.
    time: u64,
    /// What it was counted in last, so that `1 hour 30` goes on.
    unit: u64,
    added: bool,
}

/// What was read so far.
#[derive(Debug, Default)]
struct Reading {
    times: Vec<Time>,
    // What was said since the last time that bears on the next one: a sign, that it is added, that it goes on.
    plus: bool,
    added: bool,
    joined: bool,
    delayed: bool,
    /// Whether a number of moves is named, and whether that is one.
    moves: bool,
    one_move: bool,
}

/// Base and increment, where every lexeme is understood.
fn times(lexemes: &[Lexeme<'_>]) -> Option<TimeControl> {
    let mut reading = Reading::default();
    let american = is_american(lexemes);
    let mut at = 0;
    while at < lexemes.len() {
        at += reading.step(lexemes, at, american)?;
    }
    let Reading { times, moves, one_move, .. } = reading;
    let base = times.first().filter(|first| !first.added)?.time;
    let stretches = times.iter().filter(|time| !time.added).count();
    let increment = times.iter().filter(|time| time.added).map(|time| time.time).max();
    let of_moves = one_move && stretches == 1;
    Some(TimeControl {
        base: Some(base),
        increment: Some(increment.unwrap_or(0)),
        per_move: of_moves.then_some(base),
        adds: moves || stretches > 1,
        daily: of_moves && base >= DAY,
        ..TimeControl::default()
    })
}

impl Reading {
    /// Takes the lexeme at a place, and says how many that were.
    fn step(&mut self, lexemes: &[Lexeme<'_>], at: usize, american: bool) -> Option<usize> {
        let next = lexemes.get(at + 1);
        let before = at.checked_sub(1).and_then(|at| lexemes.get(at));
        match *lexemes.get(at)? {
            // `40 moves`, `40/`.
            Lexeme::Number(count) if next.is_some_and(|next| is_of(MOVES, next) || *next == Lexeme::Mark(b'/')) => {
                (self.moves, self.one_move, self.joined) = (true, count == 1000, false);
                return Some(2);
            }
            Lexeme::Number(number) => {
                let minutes = american && before == Some(&Lexeme::Mark(b'/'));
                let known = unit(next);
                self.number(number, known, minutes)?;
                return Some(1 + usize::from(known.is_some()));
            }
            Lexeme::Mark(b'+') => (self.plus, self.joined) = (true, false),
            Lexeme::Mark(b'.' | b'(' | b')' | b'-') => {}
            Lexeme::Mark(b',' | b';' | b':' | b'/' | b'&') => self.joined = false,
            Lexeme::Word(word) if is_one_of(MOVES, word) => {
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
            Lexeme::Word(word) if is_one_of(ADDED, word) => {
                // `an increment of 30 seconds` and `30 seconds increment`.
                match self.times.last_mut().filter(|_| self.joined) {
                    Some(last) => last.added = true,
                    None => self.added = true,
                }
                self.joined = false;
            }
            // A delay adds nothing.
            Lexeme::Word(b"d" | b"delay") => match next {
                Some(Lexeme::Number(_)) => (self.delayed, self.added) = (true, true),
                _ => drop(self.times.pop_if(|last| last.added)),
            },
            Lexeme::Word(b"g" | b"sd") => self.joined = false,
            Lexeme::Word(b"and" | b"und") => {}
            Lexeme::Word(word) if is_one_of(BETWEEN, word) || is_one_of(EACH, word) => self.joined = false,
            _ => return None,
        }
        Some(1)
    }

    /// A number of a known unit, or of one that what stands before it tells.
    fn number(&mut self, number: u64, known: Option<u64>, minutes: bool) -> Option<()> {
        // `2 hours + 1 hour` are two stretches, and `2 hours + 30 seconds` are none.
        self.added |= std::mem::take(&mut self.plus) && known.is_none_or(|unit| unit == 1);
        let before = self.times.last().copied().filter(|_| self.joined);
        let unit = match known {
            Some(unit) => unit,
            // `1h30`, `90 min + 30`, and the games of an hour of the United States, `G/60`, `40/120`.
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
            // Seconds after a longer time are what each move adds.
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

/// Whether numbers without a unit are minutes, as the federation of the United States writes them.
fn is_american(lexemes: &[Lexeme<'_>]) -> bool {
    lexemes.windows(2).any(|pair| matches!(pair, [Lexeme::Word(b"g" | b"game" | b"sd"), Lexeme::Mark(b'/')]))
}

fn is_of(words: &str, lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme, Lexeme::Word(word) if is_one_of(words, word))
}

fn is_each(lexeme: &Lexeme<'_>) -> bool {
    *lexeme == Lexeme::Mark(b'/') || is_of(EACH, lexeme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(value: &str) -> (Option<u64>, Option<u64>) {
        let control = TimeControl::of_tag(value.as_bytes()).unwrap_or_default();
        (control.base.map(|time| time / 1000), control.increment.map(|time| time / 1000))
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
        ] {
            assert_eq!(control(text), (None, None), "{text}");
        }
        let class = |value: &[u8]| TimeControl::of_tag(value).and_then(|control| control.class);
        assert_eq!(class(b"Blitz"), Some("blitz"));
        assert_eq!(class(b"rapid chess"), Some("rapid"));
        assert_eq!(class(b"90 minutes + 30 seconds"), None);
    }
}
