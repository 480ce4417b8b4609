//! Hostile and damaged input: nothing panics, nothing hangs, and the sound game after the
//! damage is found. (For what can go wrong with a run of the command see `operation.rs`.)

use crate::common;
use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::{Game, computing, extra, games, judge, partie};
use partie_notation::{ReadOutcome, pgn};
use partie_record::{Encoding, Record};
use partie_repair::Effort;
use partie_replay::{Options, Replayer, Status, Text, Wanted};

/// What is wrong in the tool, with the reason; left out of comparisons.
const EXCEPTIONS: &[(&str, &str)] = &[];

const SENTINEL: &str = "[Event \"sentinel\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                        [Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";

fn is_sentinel(game: Option<&Game>) -> bool {
    game.is_some_and(|game| game.event == b"sentinel" && game.replayed.plies == 6)
}

/// Hostile texts, at a scale; the sound game follows each of them.
fn own_texts(scale: f64) -> Vec<(&'static str, String)> {
    let many = |text: &str| text.repeat((scale * 1e6) as usize / text.len().max(1));
    vec![
        ("variations", format!("1. e4 {}*", many("(1. d4 "))),
        ("closing", format!("1. e4 {} *", many(") "))),
        ("open_comment", format!("1. e4 {{{}", many("never closed "))),
        ("open_tag", format!("[White \"{}\n\n1. e4 *", many("never closed "))),
        ("marks", format!("1. e4 {} *", many("$1 "))),
        ("word", many("e")),
        ("digits", many("9")),
        ("dots", format!("1{} e4 *", many("."))),
        ("nothing", format!("1. e4 {} *", many("\0"))),
        ("escapes", format!("1. e4 {{\x1b[2J{}}} *", many("\x1b[1m"))),
        ("directions", format!("[White \"{}\"]\n\n1. e4 *", many("\u{202e}"))),
        ("tags", format!("{}\n1. e4 *", many("[A \"b\"]\n"))),
        ("value", format!("[White \"{}\"]\n\n1. e4 *", many("x"))),
        ("comments_to_the_end", format!("1. e4\n{}*", many("; x\n"))),
        ("programs", format!("1. e4\n{}*", many("% x\n"))),
        ("results", format!("1. e4 {}", many("1-0 "))),
        ("castles", format!("1. {}*", many("O-O "))),
        ("quotes", format!("1. e4 {} *", many("\""))),
        ("backslashes", format!("[White \"{}\"]\n\n1. e4 *", many("\\\\"))),
        ("braces", format!("1. e4 {}*", many("{} "))),
        ("letters", format!("1. e4 {} *", many("\u{e9}"))),
        ("knights", format!("{}*", many("Nf3 Nf6 Ng1 Ng8 "))),
        ("position", format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n1. e4 *", many("8/"))),
    ]
}

/// What the generator of the shared data writes at some scale, in a folder of its own, or our own texts.
fn generated(scale: &str) -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let Some(script) = extra("hostile/gen_hostile.py") else {
        for (name, text) in own_texts(scale.parse().unwrap()) {
            fs::write(folder.path().join(format!("{name}.pgn")), format!("{text}\n\n{SENTINEL}")).unwrap();
        }
        return Some(folder);
    };
    match Command::new("python3").arg(script).arg(folder.path()).arg(scale).status() {
        Ok(status) if status.success() => Some(folder),
        other => {
            println!("python3 is not at hand ({other:?}): skipped");
            None
        }
    }
}

#[test]
fn hostile_files() {
    for scale in ["0.02", "0.04"] {
        let Some(folder) = generated(scale) else { return };
        let mut wrong = Vec::new();
        let mut paths: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.extend(extra("hostile/p35_python_chess_indexerror.pgn"));
        paths.sort();
        assert!(paths.len() > 20);
        for path in paths {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let start = Instant::now();
            let output = partie().args(["validate", "--format", "jsonl", "--games"]).arg(&path).output().unwrap();
            let time = start.elapsed();
            if !matches!(output.status.code(), Some(0 | 1)) {
                wrong.push(format!("{name}: {:?} {}", output.status, String::from_utf8_lossy(&output.stderr)));
            }
            if time > Duration::from_secs(5) {
                wrong.push(format!("{name}: {time:?}"));
            }
            if output.stdout.iter().any(|byte| *byte < b' ' && *byte != b'\n') {
                wrong.push(format!("{name}: control characters in the output"));
            }
            let last = games(&path, &Options::default()).pop();
            if !is_sentinel(last.as_ref()) && !name.starts_with("p10") && !name.starts_with("p35") {
                wrong.push(format!("{name}: the last game is {}", last.map_or("none".to_owned(), |game| game.text())));
            }
        }
        assert!(wrong.is_empty(), "at scale {scale}:\n{}", wrong.join("\n"));
    }
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

const RICH: &str = "[Event \"Rich \\\"quoted\\\" game\"]\n[Site \"Réti Hall\"]\n[Date \"2021.??.??\"]\n[Round \"1.2\"]\n\
    [White \"Keller, A\"]\n[Black \"Jansen\"]\n[Result \"1-0\"]\n[WhiteElo \"2401\"]\n[ECO \"C65\"]\n[SetUp \"1\"]\n\
    [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[TimeControl \"40/5400+30\"]\n\n\
    1. e4 {[%clk 1:29:58] best by test} e5 {[%clk 1:29:40]} 2. Nf3 $1 Nc6 3. Bb5 (3. Bc4 Bc5 (3... Nf6 4. Ng5 d5\n\
    {two knights}) 4. b4 $5 Bxb4) 3... Nf6 ; Berlin\n4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8+ Kxd8\n\
    9. Nc3 Ke8 10. h3 {main line} h5 11. Bf4 Be7 12. Rad1 Be6 13. Ng5 Rh6 14. g3 Bxg5 15. Bxg5 Rg6 16. h4 f6\n\
    17. exf6 gxf6 18. Bf4 Nxh4 19. f3 Rd8 20. Kf2 Rxd1 21. Nxd1 Nf5 22. Rh1 Bxa2 23. Rxh5 Be6 24. g4 Nd6\n\
    25. Rh7 Nf7 26. Ne3 Kd8 27. Nf5 c5 28. Ng3 Ne5 29. Rh8+ Rg8 30. Bxe5 fxe5 31. Rh5 Bxg4 32. fxg4 Rxg4\n\
    33. Rxe5 b6 34. Ne4 Rh4 35. Ke3 Rh3+ 1-0\n\n";

const WORDS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "\"",
    ";",
    "%",
    "\n",
    "\n\n",
    "\r",
    "\r\n",
    "\\",
    "$",
    "1-0",
    "*",
    "1/2-1/2",
    "0-1",
    "O-O",
    "O-O-O",
    "--",
    "Z0",
    "e8=Q",
    "exd6 e.p.",
    "...",
    "1.",
    "99999999999999999999.",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "\u{2658}f3",
    "[%clk ",
    "[Event \"",
    "[Result \"1-0\"]\n",
    "\n[Event \"x\"]\n",
    "Nbd7",
    "K",
    "x",
    "+",
    "#",
    "{}",
    "()",
    "<>",
    "\x1b[2J",
    "[FEN \"8/8\"]\n",
    "[Variant \"Chess960\"]\n",
    "[SetUp \"1\"]\n",
    "  ",
];

fn mutant(random: &mut Random) -> Vec<u8> {
    let mut bytes = RICH.as_bytes().to_vec();
    for _ in 0..=random.below(12) {
        let at = random.below(bytes.len());
        let word = WORDS[random.below(WORDS.len())].bytes();
        match random.below(6) {
            0 => bytes[at] = random.below(256) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, random.below(256) as u8),
            3 => drop(bytes.splice(at..at, word)),
            4 => {
                let end = (at + 1 + random.below(20)).min(bytes.len());
                bytes.splice(at..end, word);
            }
            _ => {
                let end = (at + 1 + random.below(80)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, copy);
            }
        }
    }
    bytes.extend_from_slice(b"\n\n");
    bytes.extend_from_slice(SENTINEL.as_bytes());
    bytes
}

#[test]
fn the_rich_game_is_sound() {
    let games = judge([RICH, SENTINEL].concat().as_bytes());
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].replayed.status, games[0].replayed.plies), (Status::Ok, 70), "{}", games[0].text());
}

#[test]
fn mutants_never_panic_and_never_hide_the_next_game() {
    const MUTANTS: u32 = 3000;
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mutant.pgn");
    let mut hidden = 0;
    for number in 0..MUTANTS {
        let bytes = mutant(&mut random);
        let cut_off = |line: &str| !EXCEPTIONS.is_empty() && (line.starts_with("S014 ") || line.starts_with("S015 "));
        let text = |games: &[Game]| {
            let text: String = games.iter().map(Game::text).collect();
            text.lines().filter(|line| !cut_off(line)).collect::<Vec<_>>().join("\n")
        };
        let whole = judge(&bytes);
        if !is_sentinel(whole.last()) {
            hidden += 1;
            println!("mutant {number} hides the next game: {:?}", whole.last().map(Game::text));
        }
        fs::write(&path, &bytes).unwrap();
        let mut cut = Vec::new();
        let chunk = 1 + random.below(400);
        let options = Options { search: Effort::BRIEF, ..Options::default() };
        common::run(&path, 1, chunk, &options, |game| cut.push(game));
        let name = String::from_utf8_lossy(&bytes);
        assert_eq!(text(&whole), text(&cut), "mutant {number} in slices of {chunk}:\n{name}");
    }
    println!("{hidden} of {MUTANTS} mutants hide the next game");
    assert!(hidden * 100 <= MUTANTS, "{hidden} of {MUTANTS} hide the next game");
}

#[test]
fn an_unclosed_brace_costs_no_other_game() {
    const GAMES: usize = 5000;
    let mut random = Random(77);
    let mut bytes = String::new();
    for number in 0..GAMES {
        let mut game = SENTINEL.replace("sentinel", &format!("game {number}"));
        let words = ["a word", "two\nlines", "a [%clk 0:01:02] clock", "see [C54] and [Event]", "1-0?", "(brackets"];
        let word = words[random.below(words.len())];
        game = game.replace("Nf3 ", &format!("Nf3 {{{word}}} ")).replace("a6 *", "a6 {the end} *");
        if random.below(100) == 0 {
            let ends: Vec<usize> = game.match_indices('}').map(|(at, _)| at).collect();
            game.remove(ends[random.below(ends.len())]);
        }
        bytes.push_str(&game);
    }
    let games = judge(bytes.as_bytes());
    let found = (0..GAMES).filter(|number| {
        let event = format!("game {number}").into_bytes();
        games.iter().any(|game| game.event == event)
    });
    let found = found.count();
    assert!(found * 1000 >= GAMES * 999, "{found} of {GAMES} were found");
    assert!(games.len() * 1000 <= GAMES * 1001, "{} games were found, {GAMES} are there", games.len());
}

/// The least time of three in which a game is judged whose infos are counted only.
fn time_of(game: &str) -> f64 {
    let bytes = game.as_bytes();
    let mut record = Record::default();
    assert_eq!(pgn::read_record(bytes, 0, true, &mut record), ReadOutcome::Game(bytes.len()));
    let mut replayer = Replayer::new(Options::default(), Wanted::default());
    let mut run = || {
        let start = computing();
        replayer.replay(Text { bytes, encoding: Encoding::Utf8, last: true }, &record, false);
        computing().saturating_sub(start).as_secs_f64()
    };
    [run(), run(), run()].into_iter().fold(f64::INFINITY, f64::min)
}

#[test]
fn a_code_that_is_only_counted_is_not_sought() {
    const ERRORS: usize = 20_000;
    const INFOS: usize = 200_000;
    let game =
        |errors: usize, infos: usize| format!("1. e4 {}{}*\n", "(1. Ke5) ".repeat(errors), "(1. -- ) ".repeat(infos));
    let apart = time_of(&game(ERRORS, 0)) + time_of(&game(0, INFOS));
    let together = time_of(&game(ERRORS, INFOS));
    println!("apart {apart:.4} s, together {together:.4} s");
    assert!(together <= 3.0 * apart, "{together} s, {apart} s apart");
}

/// Whether the letters are those of another language is asked once, not for each move that cannot be played.
#[test]
fn letters_are_sought_once_a_game() {
    let (warnings, errors) = ("(1. E4 ) ".repeat(4_000), "(1. Ke5 Nf6) ".repeat(4_000));
    let apart = time_of(&format!("1. e4 {warnings}*\n")) + time_of(&format!("1. e4 {errors}*\n"));
    let together = time_of(&format!("1. e4 {warnings}{errors}*\n"));
    println!("apart {apart:.4} s, together {together:.4} s");
    assert!(together <= 3.0 * apart, "{together} s, {apart} s apart");
}

/// What is looked for around an oddity is found in a bounded stretch, or once a game.
#[test]
fn nothing_around_an_oddity_is_sought_again_and_again() {
    let shuffle = |count: usize| {
        let moves = (0..count).map(|at| ["Na3 Na6 ", "Nb1 Nb8 "][at % 2]);
        format!("1. e4 e5 2. Ke2 Ke7 {}", moves.collect::<String>())
    };
    let cases: [(&str, &dyn Fn(usize) -> String); 6] = [
        ("words of a comment", &|count| format!("1. e4 {{ {} {{ x }} {count}. e5 *\n", "e5 ".repeat(4 * count))),
        ("comments behind one", &|count| format!("1. e4 {{a{{b}} {} e5 *\n", "{c} ".repeat(4 * count))),
        ("nested braces", &|count| format!("1. e4 e5 {}*\n", "(1... e5 {a 2. Nf3 {b} 2... Nc6) ".repeat(count))),
        ("castling without a king", &|count| format!("{}{}*\n", shuffle(count), "(O-O) ".repeat(500))),
        ("signs apart", &|count| {
            let tags: String = (0..count).map(|at| format!("[T{at} \"b\"]\n")).collect();
            format!("{tags}\n1. {}*\n", "e2 - e4 ".repeat(count))
        }),
        ("text before tags", &|count| {
            format!("{}\n\n{}\n[Event \"x\"]\n\n1. e4 *\n", "~ ".repeat(count), "~ {a{b} ".repeat(count))
        }),
    ];
    for (name, make) in cases {
        let (least, most) = (time_of(&make(4_000)), time_of(&make(16_000)));
        println!("{name}: {least:.4} s, four times as many {most:.4} s");
        assert!(most <= 8.0 * least + 0.02, "{name}: {most} s, a quarter {least} s");
    }
}

/// Each of these many times, after as many of each other one: none makes the other dear.
#[test]
fn no_two_oddities_cost_more_together_than_apart() {
    const TIMES: usize = 1500;
    const ODD: [&str; 28] = [
        "(1. Ke5) ",
        "(1. -- ) ",
        "(1. E4 ) ",
        "(1. Ke5 Nf6) ",
        "(1. Nf3! $1 {x}) ",
        "(1. zz) ",
        "{[%clk 0:01:00]} ",
        "{[%clk 9:99:99]} ",
        "$999 ",
        "$1 ",
        "( ",
        ") ",
        "1-0 ",
        "e5?? ",
        "(1. d4 $3 1-0) ",
        "; c\n",
        "% x\n",
        "<a> ",
        "2... ",
        "{\u{1}} ",
        "{\u{202e}} ",
        "(1. Xc3) ",
        "(1. Nbd2) ",
        "(1. e5 (1. d5)) ",
        "e.p. ",
        "+ ",
        "Z0 ",
        "(1. e4 e5 2. Ke2 {a} -- ) ",
    ];
    // A game may end before the oddity does: only what belongs to it is judged.
    let time = |text: &str| {
        let bytes = format!("1. e4 {text}*\n");
        let bytes = bytes.as_bytes();
        let mut record = Record::default();
        assert!(matches!(pgn::read_record(bytes, 0, true, &mut record), ReadOutcome::Game(_)), "{text}");
        let mut replayer = Replayer::new(Options::default(), Wanted::default());
        let start = computing();
        replayer.replay(Text { bytes, encoding: Encoding::Utf8, last: true }, &record, false);
        computing().saturating_sub(start).as_secs_f64()
    };
    let alone: Vec<f64> = ODD.iter().map(|odd| time(&odd.repeat(TIMES))).collect();
    let pair = |(first, before): (&str, f64), (second, after): (&str, f64)| {
        let text = first.repeat(TIMES) + &second.repeat(TIMES);
        // Again, as a time may have been a bad one.
        let bound = 5.0 * (before + after) + 0.02;
        let times = std::iter::repeat_with(|| time(&text)).take(5);
        let spent = times.scan(f64::INFINITY, |least, time| {
            let over = *least > bound;
            *least = least.min(time);
            over.then_some(*least)
        });
        let spent = spent.last().unwrap_or_default();
        assert!(spent <= bound, "{first:?} and {second:?}: {spent} s, apart {before} and {after}");
    };
    // The longest of these tests by far: on both cores, as each thread counts its own time.
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((first, before)) = ODD.iter().zip(&alone).nth(next.fetch_add(1, Ordering::Relaxed)) {
                    ODD.iter().zip(&alone).for_each(|(second, after)| pair((first, *before), (second, *after)));
                }
            });
        }
    });
}

/// A null move in a variation is worth knowing, in the main line an error, whichever comes first.
#[test]
fn what_is_an_error_is_one_after_what_is_none() {
    for moves in ["1. e4 (1. -- d5) e5 2. -- Nf6 *", "1. e4 e5 2. -- (2. Nf3 --) Nf6 *"] {
        let game = judge(format!("[Event \"x\"]\n\n{moves}\n").as_bytes()).remove(0);
        assert!(game.has("N024") && game.replayed.status != Status::Ok, "{moves}: {}", game.text());
    }
}
