//! How often a slip of someone who types KIF is put right: sound games of shogi, each with one of the mistakes that are made at a
//! keyboard.

use std::time::{Duration, Instant};

use partie_record::finding::Grade;
use partie_repair::Effort;
use partie_replay::Options;

use crate::own_games::{counted, real};
use crate::rates_row::RatesRow;
use crate::repair_rates::{Dice, is_right_so_far, moves, replayed};

/// Games that are damaged.
const GAMES: usize = 300;

/// The lines of a record that hold moves.
fn move_lines(lines: &[String]) -> Vec<usize> {
    let is_move = |line: &String| {
        let text = line.trim_start();
        text.starts_with(|c: char| c.is_ascii_digit()) && (text.contains('(') || text.contains('打'))
    };
    (0..lines.len()).filter(|at| is_move(&lines[*at])).collect()
}

/// Another of the characters that are as near as one key, or one square.
fn next(text: &str, of: &str, dice: &mut Dice) -> Option<char> {
    let all: Vec<char> = of.chars().collect();
    let character = text.chars().next()?;
    let at = all.iter().position(|other| *other == character)?;
    let steps: Vec<usize> =
        [at.checked_sub(1), Some(at + 1).filter(|at| *at < all.len())].into_iter().flatten().collect();
    Some(all[steps[dice.below(steps.len())]])
}

/// Replaces the first of some characters of a line.
fn swap_first(line: &str, pairs: &[(char, char)]) -> Option<String> {
    let at = line.find(|c: char| pairs.iter().any(|(from, _)| *from == c))?;
    let character = line[at..].chars().next()?;
    let to = pairs.iter().find(|(from, _)| *from == character)?.1;
    Some(format!("{}{to}{}", &line[..at], &line[at + character.len_utf8()..]))
}

/// The record with one mistake of a kind at one of its lines.
fn mistaken(lines: &[String], kind: usize, dice: &mut Dice) -> Option<Vec<String>> {
    let places = move_lines(lines);
    let at = *places.get(4 + dice.below(places.len().checked_sub(8).filter(|length| *length > 0)?))?;
    let mut lines = lines.to_vec();
    let line = lines[at].clone();
    let head = line.find(|c: char| "１２３４５６７８９同".contains(c))?;
    let (number, text) = line.split_at(head);
    let square = text.chars().next().filter(|first| *first != '同');
    let origin = line.find('(').filter(|at| line[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    let with = |text: String| Some(format!("{number}{text}"));
    let rest = |from: usize| text.chars().skip(from).collect::<String>();
    let changed = match kind {
        0 => swap_first(&line, &[('二', 'ニ'), ('八', 'ハ'), ('一', 'ー')])?,
        // File or rank by one.
        1 => with(format!("{}{}", next(&square?.to_string(), "１２３４５６７８９", dice)?, rest(1)))?,
        2 => {
            let rank = rest(1).chars().next()?.to_string();
            with(format!("{}{}{}", square?, next(&rank, "一二三四五六七八九", dice)?, rest(2)))?
        }
        // The origin turned round, or one of its figures by one.
        3 => {
            let at = origin?;
            let (file, rank) = (&line[at + 1..at + 2], &line[at + 2..at + 3]);
            format!("{}({rank}{file}){}", &line[..at], &line[at + 4..])
        }
        4 => {
            let at = origin? + 1 + dice.below(2);
            format!("{}{}{}", &line[..at], next(&line[at..=at], "123456789", dice)?, &line[at + 1..])
        }
        5 => swap_first(&line, &[('金', '銀'), ('銀', '金'), ('香', '桂'), ('桂', '香')])?,
        6 => line.replacen('成', "", 1),
        // The same square where another one was meant, and a square where the same was.
        7 => with(format!("同　{}", text.chars().skip(2).collect::<String>())).filter(|_| square.is_some())?,
        8 => {
            let at = line.find('打')?;
            format!("{}(00){}", &line[..at], &line[at + '打'.len_utf8()..])
        }
        9 => {
            lines.remove(at);
            return Some(lines);
        }
        10 => {
            lines.insert(at, line);
            return Some(lines);
        }
        _ => {
            let after = places.iter().find(|place| **place > at)?;
            let cut = |line: &str| line.find(|c: char| "１２３４５６７８９同".contains(c));
            let (one, other) = (cut(&lines[at])?, cut(&lines[*after])?);
            let (first, second) = (lines[at][one..].to_owned(), lines[*after][other..].to_owned());
            lines[at].replace_range(one.., &second);
            lines[*after].replace_range(other.., &first);
            return Some(lines);
        }
    };
    (changed != line).then(|| {
        lines[at] = changed;
        lines
    })
}

const KINDS: [&str; 12] = [
    "katakana",
    "file by one",
    "rank by one",
    "origin turned",
    "origin by one",
    "piece for piece",
    "成 lost",
    "同 for a square",
    "(00) for 打",
    "line lost",
    "line doubled",
    "lines swapped",
];

#[test]
fn slips_of_typists_are_put_right() {
    let folder = real("shogi/selfplay");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "kifu"));
    files.sort();
    let (mut dice, mut times) = (Dice(300), Vec::<Duration>::new());
    let mut kinds = [[0_u32; 5]; KINDS.len()];
    let keep = Options { keep: true, ..Options::default() };
    for (number, path) in files.iter().chain(&files).enumerate() {
        if kinds.iter().map(|kind| kind[0]).sum::<u32>() as usize >= GAMES {
            break;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let sound = replayed(&text, &keep);
        if sound.findings.iter().any(|finding| finding.ply.is_some()) {
            continue;
        }
        let truth = moves(&sound);
        let lines: Vec<String> = text.lines().filter(|line| !line.starts_with('*')).map(str::to_owned).collect();
        let kind = number % KINDS.len();
        let Some(lines) = (0..20).find_map(|_| mistaken(&lines, kind, &mut dice)) else { continue };
        let damaged = lines.join("\n") + "\n";
        let plain = replayed(&damaged, &keep);
        // What is read all the same, or can be played, no search is asked for.
        if plain.replayed.as_ref().is_none_or(|game| game.status.name() == "ok") || moves(&plain) == truth {
            continue;
        }
        let start = Instant::now();
        let game = replayed(&damaged, &Options { search: Effort::THOROUGH, ..keep.clone() });
        times.push(start.elapsed());
        let repairs = game.replayed.map(|replayed| replayed.repairs).unwrap_or_default();
        let right = |count: usize| repairs.iter().take(count).any(|repair| repair.moves.as_ref() == Some(&truth));
        let likely = repairs.first().is_some_and(|repair| repair.grade == Grade::Likely);
        let wrong = likely && repairs.first().is_some_and(|repair| !is_right_so_far(repair, &truth));
        let row = [true, right(1), right(3), likely, wrong];
        kinds[kind].iter_mut().zip(row).for_each(|(count, is)| *count += u32::from(is));
    }
    let mut all = [0_u32; 5];
    for (name, counts) in KINDS.iter().zip(&kinds) {
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
        println!("{name}: {counts:?}");
    }
    times.sort();
    let [games, first, three, likely, wrong] = all;
    let share = |part: u32| 100.0 * f64::from(part) / f64::from(games.max(1));
    println!("typists: median {:?}, p99 {:?}", times[times.len() / 2], times[times.len() * 99 / 100]);
    RatesRow { name: "shogi, KIF, slips of typists", games, first, three, likely, wrong }.stands_on_the_page();
    assert!(games >= 200, "too few games: {games}");
    assert!(share(first) >= counted(97.0, 95.0) && wrong == 0);
}
