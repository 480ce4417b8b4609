//! How often two damaged records of one game give the truth together, and whether every place is said where they differ and both
//! can be played.

use std::sync::Arc;
use std::time::{Duration, Instant};

use partie_notation::letters::Letters;
use partie_notation::spell;
use partie_record::finding::{Code, Grade};
use partie_repair::Effort;
use partie_replay::copies::{CopyIndex, GameCopy};
use partie_replay::game_worker::{GameEvent, each};
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Played, Replayer, Wanted};

use partie_rules::Rules as _;

use crate::own_games::real;
use crate::rates_row::RatesRow;
use crate::repair_rates::{Dice, damaged, is_right_so_far, moves, replayed};

/// Damaged places of each record.
const FAULTS: usize = 3;

/// An index that holds the games of a text.
pub(crate) fn index(text: &str) -> Arc<CopyIndex> {
    let mut index = CopyIndex::default();
    let mut replayer = Replayer::new(Options { keep: true, ..Options::default() }, Wanted::default());
    each(text.as_bytes().to_vec(), |event| {
        let GameEvent::Game(game) = event else { return };
        let replayed = replayer.replay(game.text, game.record, game.plain);
        replayer.collector.findings.clear();
        let copy = GameCopy::new(game, replayed.played, 0);
        copy.into_iter().for_each(|copy| index.add(copy.placed(&"copies.pgn".into(), 0, 0)));
    });
    index.settle();
    Arc::new(index)
}

/// A game read beside the others.
fn beside(text: &str, copies: &Arc<CopyIndex>) -> ReplayedGame {
    let options =
        Options { keep: true, search: Effort::THOROUGH, copies: Some(Arc::clone(copies)), ..Options::default() };
    replay_with(text.as_bytes(), &options, &Wanted::default()).remove(0)
}

/// Sound games without comments, and their moves.
fn sound_games(text: &str) -> Vec<(&str, String)> {
    let starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    let games = starts.windows(2).step_by(7).take(600).map(|range| &text[range[0]..range[1]]);
    let plain = games.filter(|game| !game.contains(['{', '(', '$']));
    let sound = plain.filter_map(|game| {
        let sound = replayed(game, &Options { keep: true, ..Options::default() });
        let is_sound = sound.findings.iter().all(|finding| finding.ply.is_none());
        is_sound.then(|| (game, moves(&sound)))
    });
    sound.collect()
}

/// Where the moves stand, one place a ply.
fn move_places(game: &str) -> Vec<(usize, usize)> {
    let from = game.rfind(']').map_or(0, |at| at + 1);
    let words =
        game[from..].split_ascii_whitespace().map(|word| (word.as_ptr() as usize - game.as_ptr() as usize, word));
    let places = words.filter_map(|(at, word)| {
        let number = word.find(|c: char| c.is_ascii_alphabetic())?;
        Some((at + number, at + word.len()))
    });
    places.collect()
}

fn real_games() -> String {
    let packed = std::fs::read(real("chess/real.pgn.zst")).unwrap();
    String::from_utf8_lossy(&zstd::decode_all(packed.as_slice()).unwrap()).into_owned()
}

#[test]
fn two_damaged_records_give_the_truth_together() {
    let text = real_games();
    let mut dice = Dice(37);
    let (mut games, mut first, mut three, mut likely, mut wrong) = (0_u32, 0, 0, 0, 0);
    let mut times: Vec<Duration> = Vec::new();
    let all = sound_games(&text);
    let mut twice = |game: &str| -> Option<[String; 2]> {
        let mut record = || (0..FAULTS).try_fold(game.to_owned(), |game, _| damaged(&game, &mut dice));
        Some([record()?, record()?])
    };
    let pairs: Vec<([String; 2], &String)> =
        all.iter().filter_map(|(game, truth)| Some((twice(game)?, truth))).collect();
    let others: String = pairs.iter().map(|([_, other], _)| other.as_str()).collect();
    let copies = index(&others);
    for ([one, _], truth) in &pairs {
        let plain = replayed(one, &Options { keep: true, ..Options::default() });
        if plain.replayed.as_ref().is_some_and(|game| game.status.name() == "ok") {
            continue;
        }
        let start = Instant::now();
        let game = beside(one, &copies);
        times.push(start.elapsed());
        let repairs = game.replayed.map(|replayed| replayed.repairs).unwrap_or_default();
        let is_right = |count: usize| repairs.iter().take(count).any(|repair| is_right_so_far(repair, truth));
        let is_likely = repairs.first().is_some_and(|repair| repair.grade == Grade::Likely);
        games += 1;
        first += u32::from(is_right(1));
        three += u32::from(is_right(3));
        likely += u32::from(is_likely);
        wrong += u32::from(is_likely && !is_right(1));
    }
    times.sort();
    println!("two copies: median {:?}, p99 {:?}", times[times.len() / 2], times[times.len() * 99 / 100]);
    RatesRow { name: "chess, two records with three faults each", games, first, three, likely, wrong }
        .stands_on_the_page();
    let share = |part: u32| 100.0 * f64::from(part) / f64::from(games.max(1));
    assert!(games > 100, "too few games: {games}");
    // Of a machine that does other things beside.
    assert!(times[times.len() * 99 / 100] < Duration::from_secs(1));
    assert!(share(first) >= 95.0 && share(likely) >= 80.0 && wrong * 200 <= likely);
}

#[test]
fn two_records_that_can_be_played_and_differ_are_said() {
    let text = real_games();
    let mut dice = Dice(73);
    let (mut cases, mut reported) = (0, 0);
    for (game, truth) in sound_games(&text) {
        let places = move_places(game);
        let keep = Options { keep: true, ..Options::default() };
        let played = replayed(game, &keep).replayed.map(|game| game.played);
        let Some(Played::Chess(line, _)) = played else { continue };
        // Another move that leaves the rest as it is.
        let other = (0..40).find_map(|_| {
            let at = 8 + dice.below(places.len().checked_sub(8).filter(|rest| *rest > 0)?);
            let before = line.position_at(at as u32);
            let legal = before.legal();
            let mv = legal[dice.below(legal.len())];
            let (from, to) = places[at];
            let changed = format!("{}{}{}", &game[..from], spell::san(&before, mv, Letters::ENGLISH), &game[to..]);
            let now = replayed(&changed, &keep);
            let is_sound = now.replayed.as_ref().is_some_and(|game| game.status.name() == "ok");
            let (now, plies) = (moves(&now), |moves: &str| moves.split(' ').count());
            (is_sound && now != truth && plies(&now) == plies(&truth)).then_some((at, changed))
        });
        let Some((at, changed)) = other else { continue };
        cases += 1;
        let findings = beside(game, &index(&changed)).findings;
        let differs = |finding: &&partie_record::finding::Finding| finding.code == Code::P001;
        reported += u32::from(findings.iter().filter(differs).any(|finding| finding.ply == Some(at as u32 + 1)));
    }
    println!("differences: {reported} of {cases} are reported");
    assert!(cases > 100 && reported == cases);
}
