//! How often a repair is the truth: sound games, damaged in one place or two by this test, and put right.
//!
//! Prints what `docs/fix.md` tells, and holds it to less.

use std::time::{Duration, Instant};

use partie_record::finding::Grade;
use partie_repair::{Effort, ProposedEdit, Repair};
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

use crate::own_games::real;
use crate::rates_row::RatesRow;

/// Last moves of a game.
const LAST: usize = 5;

/// Numbers that look random and are the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

pub(crate) fn replayed(text: &str, options: &Options) -> ReplayedGame {
    replay_with(text.as_bytes(), options, &Wanted::default()).remove(0)
}

pub(crate) fn moves(game: &ReplayedGame) -> String {
    game.replayed.as_ref().and_then(|replayed| replayed.played.coordinates()).unwrap_or_default()
}

/// The words of a game's movetext that are moves.
fn places(text: &str) -> Vec<(usize, usize)> {
    let from = text.rfind("]\n").map_or(0, |at| at + 2);
    let words = text[from..].split_ascii_whitespace().map(|word| word.as_ptr() as usize - text.as_ptr() as usize);
    let ends = words.map(|at| (at, at + text[at..].find(char::is_whitespace).unwrap_or(text.len() - at)));
    ends.filter(|(from, to)| text[*from..*to].starts_with(|c: char| c.is_ascii_alphabetic())).collect()
}

/// The game with one move damaged that is none of the first or last four: another character, one lost, two turned round; left
/// out, or written twice.
pub(crate) fn damaged(text: &str, dice: &mut Dice) -> Option<String> {
    let count = places(text).len().checked_sub(8).filter(|length| *length > 0)?;
    damaged_in(text, (4, count), dice)
}

/// The same with one of the last moves.
fn damaged_at_end(text: &str, dice: &mut Dice) -> Option<String> {
    damaged_in(text, (places(text).len().checked_sub(LAST)?, LAST), dice)
}

fn damaged_in(text: &str, (first, count): (usize, usize), dice: &mut Dice) -> Option<String> {
    let (from, to) = *places(text).get(first + dice.below(count))?;
    let word = &text[from..to];
    let at = dice.below(word.len());
    let other = |class: &str, dice: &mut Dice| class.as_bytes()[dice.below(class.len())] as char;
    let new = match dice.below(5) {
        0 => {
            let class = ["12345678", "abcdefgh", "KQRBN"].into_iter().find(|class| class.contains(&word[at..=at]))?;
            format!("{}{}{}", &word[..at], other(class, dice), &word[at + 1..])
        }
        1 => format!("{}{}", &word[..at], &word[at + 1..]),
        2 => format!("{}{}{}{}", &word[..at], word.get(at + 1..at + 2)?, &word[at..=at], &word[at + 2..]),
        3 => String::new(),
        _ => format!("{word} {word}"),
    };
    (new != word).then(|| format!("{}{new}{}", &text[..from], &text[to..]))
}

/// Whether a repair agrees with the truth: to its end where it promises a whole line, else as far as it changes something.
pub(crate) fn is_right_so_far(repair: &Repair<ProposedEdit>, truth: &str) -> bool {
    let changed = repair.edits.iter().filter_map(|edit| edit.ply).max().unwrap_or(0) as usize;
    let plies = if repair.whole { usize::MAX } else { changed };
    let [moves, truth] =
        [repair.moves.as_deref().unwrap_or_default(), truth].map(|moves| moves.split(' ').collect::<Vec<_>>());
    let part = |moves: &[&str]| moves[..moves.len().min(plies)].join(" ");
    part(&moves) == part(&truth)
}

/// What came of so many games: `first` and `three` count lines that go to the end, `wrong` every change that is not the truth.
#[derive(Default)]
struct Rates {
    games: u32,
    first: u32,
    three: u32,
    likely: u32,
    wrong: u32,
    times: Vec<Duration>,
}

impl Rates {
    fn add(&mut self, damaged: &str, truth: &str) {
        let keep = Options { keep: true, ..Options::default() };
        let plain = replayed(damaged, &keep);
        // What leaves a legal game nothing shows.
        if moves(&plain) == truth || plain.replayed.as_ref().is_some_and(|game| game.status.name() == "ok") {
            return;
        }
        let start = Instant::now();
        let game = replayed(damaged, &Options { search: Effort::THOROUGH, ..keep });
        self.times.push(start.elapsed());
        let repairs = game.replayed.map(|replayed| replayed.repairs).unwrap_or_default();
        // What is sure up to the first doubt stands before the lines that go to the end.
        let sure = repairs.first().filter(|repair| repair.grade == Grade::Likely);
        let wholes = repairs.iter().skip(usize::from(sure.is_some_and(|sure| !sure.whole)));
        let right = |count: usize| wholes.clone().take(count).any(|repair| repair.moves.as_deref() == Some(truth));
        self.games += 1;
        self.first += u32::from(right(1));
        self.three += u32::from(right(3));
        self.likely += u32::from(sure.is_some());
        self.wrong += u32::from(sure.is_some_and(|sure| !is_right_so_far(sure, truth)));
    }

    fn percent(part: u32, whole: u32) -> f64 {
        100.0 * f64::from(part) / f64::from(whole.max(1))
    }

    fn print(&mut self, name: &'static str) -> f64 {
        self.times.sort();
        let time = |share: usize| self.times.get(self.times.len() * share / 100).copied().unwrap_or_default();
        let first = Self::percent(self.first, self.games);
        println!("{name}: median {:?}, p99 {:?}", time(50), time(99));
        let Self { games, three, likely, wrong, .. } = *self;
        RatesRow { name, games, first: self.first, three, likely, wrong }.stands_on_the_page();
        first
    }
}

#[test]
fn repairs_are_the_truth_as_often_as_the_guide_says() {
    let data = real("chess/real.pgn.zst");
    let packed = std::fs::read(data).unwrap();
    let bytes = zstd::decode_all(packed.as_slice()).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    let (mut dice, mut one, mut two, mut end) = (Dice(20), Rates::default(), Rates::default(), Rates::default());
    let mut dice_of_end = Dice(21);
    for game in starts.windows(2).step_by(7).take(600).map(|range| &text[range[0]..range[1]]) {
        let sound = replayed(game, &Options { keep: true, ..Options::default() });
        let truth = moves(&sound);
        if game.contains(['{', '(', '$']) || sound.findings.iter().any(|finding| finding.ply.is_some()) {
            continue;
        }
        if let Some(late) = damaged_at_end(game, &mut dice_of_end) {
            end.add(&late, &truth);
        }
        let Some(once) = damaged(game, &mut dice) else { continue };
        one.add(&once, &truth);
        if let Some(twice) = damaged(&once, &mut dice) {
            two.add(&twice, &truth);
        }
    }
    assert!(one.games > 100, "too few games: {}", one.games);
    assert!(one.print("chess, SAN, one place") > 90.0 && two.print("chess, SAN, two places") > 75.0);
    end.print("chess, SAN, one of the last five");
    assert!(end.wrong * 100 <= end.likely, "{} of {} likely repairs of a last move are wrong", end.wrong, end.likely);
    assert!(two.wrong * 50 <= two.likely, "{} of {} likely repairs of two places are wrong", two.wrong, two.likely);
    assert!(one.wrong * 200 <= one.likely, "{} of {} likely repairs are wrong", one.wrong, one.likely);
}
