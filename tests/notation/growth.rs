//! What is repeated costs no more than its bytes: every rule and every repetition of every grammar, read, cut and
//! replayed at n and 4n bytes, and where that looks like more than a line, at 16n as well.
//!
//! Not for how long a single token may take: `tests/cli/sizes.rs`.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry};
use partie_input::{Share, Slice, Worker};
use partie_notation::{ReadOutcome, score};
use partie_record::{Format, Record};
use partie_replay::game_worker::{GameWorker, Games, SliceOut};
use partie_replay::games::{Game, ReadingHints};
use partie_replay::{Options, Replayer, Wanted};

use crate::common::{computing, ratio_of_least};
use crate::grammar_support::{Dice, Grammar, Sampler};

/// Bytes of the smallest run.
const BYTES: usize = 8 << 10;
/// Bytes of the first longer one: the longest search that is capped goes on for 64 KiB.
const BYTES_LONG: usize = 128 << 10;
/// Bytes after which the slicer looks for a place to cut.
const CHUNK: usize = 2 << 10;
/// One of so many runs is measured, unless `PARTIE_GROWTH=all` asks for all of them, as `.ci/nightly` does.
const SHARE: usize = 24;
/// Times of a run that is four times as long, at most; a quadratic search takes sixteen times as long. Short runs that
/// take more than the first are looked at again.
const SUSPICIOUS: f64 = 5.0;
const MOST: f64 = 6.5;
/// What a run may take beside that.
const NOISE: Duration = Duration::from_micros(50);

/// A place in a record in which a run may stand: the format, what stands before it, moves that grow with it, what
/// stands behind it.
struct Host {
    format: Format,
    before: &'static str,
    moves: &'static str,
    after: &'static str,
}

const fn host(format: Format, before: &'static str, after: &'static str) -> Host {
    Host { format, before, moves: "", after }
}

const PGN_END: &str = "\n\n[Event \"b\"]\n\n1. e4 e5 *\n";
const PGN: Host = host(Format::Pgn, "[Event \"t\"]\n\n1. e4 ", PGN_END);
/// Behind a long game.
const LONG: Host = Host { moves: "Nf3 Nf6 Ng1 Ng8 ", ..PGN };
const DESCRIPTIVE: Host = host(Format::Score, "White: A. Black: B.\n\n1. P-K4  P-K4\n2. ", "\n");
const KIF_HEAD: &str = "手合割：平手\n先手：A\n手数----指手---------消費時間--\n   1 ７六歩(77)\n";

/// A grammar with the files whose rules it uses, and the places in which its texts stand.
struct Case {
    name: &'static str,
    text: &'static str,
    uses: &'static [&'static str],
    hosts: &'static [Host],
}

macro_rules! case {
    ($file:literal, [$($uses:literal),*], $hosts:expr) => {
        Case {
            name: $file,
            text: include_str!(concat!("../../", $file, ".abnf")),
            uses: &[$(include_str!(concat!("../../", $uses, ".abnf"))),*],
            hosts: $hosts,
        }
    };
}

const CASES: &[Case] = &[
    case!("grammars/csa", [], &[host(Format::Csa, "", "\n"), host(Format::Csa, "V2.2\nN+A\nPI\n+\n+7776FU\n", "\n"),]),
    case!("grammars/descriptive", [], &[DESCRIPTIVE, host(Format::Pgn, "1. P-K4 P-K4 2. ", PGN_END)]),
    case!("grammars/fen", [], &[host(Format::Pgn, "[SetUp \"1\"]\n[FEN \"", "\"]\n\n1. e4 *\n")]),
    case!("grammars/hex", [], &[host(Format::Pgn, "[Variant \"Glinski\"]\n\n1. g5 ", PGN_END)]),
    case!(
        "grammars/hex-fen",
        ["grammars/fen", "grammars/hex"],
        &[host(Format::Pgn, "[Variant \"Glinski\"]\n[FEN \"", "\"]\n\n1. g5 *\n"),]
    ),
    case!("grammars/iccf", [], &[host(Format::Pgn, "[Notation \"iccf\"]\n\n1. 5254 5755 ", PGN_END)]),
    case!(
        "grammars/ki2",
        ["grammars/kif"],
        &[host(Format::Ki2, "", "\n"), host(Format::Ki2, "手合割：平手\n先手：A\n\n▲７六歩 ", "\n"),]
    ),
    case!("grammars/kif", [], &[host(Format::Kif, "", "\n"), host(Format::Kif, KIF_HEAD, "\n")]),
    case!("grammars/kober", [], &[host(Format::Score, "White: A. Black: B.\n\n1. e2-e4 e7-e5\n2. ", "\n")]),
    case!("grammars/long", ["grammars/san"], &[PGN]),
    case!("grammars/pgn", ["grammars/san"], &[host(Format::Pgn, "", PGN_END), PGN]),
    case!(
        "grammars/psn",
        [],
        &[host(Format::Psn, "", "\n"), host(Format::Psn, "[Sente \"A\"]\n[Gote \"B\"]\n\n1. P-7f ", "\n"),]
    ),
    case!("grammars/san", [], &[PGN]),
    case!("grammars/score", [], &[host(Format::Score, "", "\n"), DESCRIPTIVE]),
    case!("grammars/sfen", [], &[host(Format::Usi, "position sfen ", " moves 7g7f\n")]),
    case!("grammars/uci", ["grammars/san"], &[PGN]),
    case!("grammars/usi", [], &[host(Format::Usi, "position startpos moves 7g7f ", "\n")]),
    case!("tests/grammars/csa-game", ["grammars/csa"], &[host(Format::Csa, "", "\n")]),
    case!(
        "tests/grammars/iccf-game",
        ["grammars/iccf"],
        &[host(Format::Pgn, "[Notation \"iccf\"]\n\n1. 5254 5755 ", PGN_END),]
    ),
    case!(
        "tests/grammars/pgn-game",
        ["grammars/pgn", "grammars/san", "grammars/long", "grammars/uci"],
        &[host(Format::Pgn, "", PGN_END), PGN, LONG,]
    ),
    case!(
        "tests/grammars/json",
        [],
        &[
            host(Format::Jkf, "", "\n"),
            host(Format::Jkf, "{\"header\":{},\"moves\":[{},", "{}]}\n"),
            host(Format::Json, "", "\n"),
            host(
                Format::Json,
                "{\"v\":1,\"type\":\"record\",\"format\":\"pgn\",\"items\":[{\"move\":\"e4\"},",
                "1]}\n"
            ),
        ]
    ),
    case!("tests/grammars/psn-game", ["grammars/psn"], &[host(Format::Psn, "", "\n")]),
    case!(
        "tests/grammars/usi-line",
        ["grammars/usi", "grammars/sfen", "tests/grammars/sfen-canonical"],
        &[host(Format::Usi, "", "\n"),]
    ),
];

/// What stands between sentences, and between their first halves.
const BETWEEN: [&str; 4] = ["", " ", "\n", "\n\n"];
const BETWEEN_HALVES: [&str; 2] = ["", "\n"];
/// What stands between sentences of two rules.
const BETWEEN_PAIRS: [&str; 2] = [" ", "\n"];

/// A text that repeats something: `before`, the units one after the other, again and again, and `after`.
struct Run {
    what: String,
    format: Format,
    before: Vec<u8>,
    moves: &'static str,
    unit: Vec<u8>,
    after: Vec<u8>,
    ways: &'static [Way],
}

impl Run {
    fn text(&self, bytes: usize) -> Vec<u8> {
        let mut text = self.before.clone();
        text.extend(self.moves.bytes().cycle().take(if self.moves.is_empty() { 0 } else { bytes }));
        let times = bytes.div_ceil(self.unit.len());
        text.extend(self.unit.iter().cycle().take(times * self.unit.len()));
        text.extend_from_slice(&self.after);
        text
    }
}

/// All runs of a grammar.
fn runs(case: &Case) -> Vec<Run> {
    let grammar = Grammar::new(&[&[case.text], case.uses].concat());
    let names: Vec<String> = crate::grammar_support::texts(case.text).into_iter().map(|(name, _)| name).collect();
    let mut runs = Vec::new();
    let mut known = BTreeSet::new();
    let mut dice = Dice(5);
    for name in &names {
        let rule = grammar.rule(name);
        let mut sampler = Sampler::new(&grammar, 7, 30, 50);
        for host in case.hosts {
            let mut add = |what: &str, before: &[u8], unit: Vec<u8>, after: &[u8]| {
                // Files are cut at line ends, which are looked for in vain where something is not closed.
                let is_cut = unit.contains(&b'\n') || what == "half";
                let run = Run {
                    what: format!("{}: {name}: {what}", case.name),
                    format: host.format,
                    before: [host.before.as_bytes(), before].concat(),
                    moves: host.moves,
                    unit,
                    after: [after, host.after.as_bytes()].concat(),
                    ways: if is_cut { &[Way::Whole, Way::Cut] } else { &[Way::Whole] },
                };
                if !run.unit.is_empty() && known.insert((host.format, run.text(64))) {
                    runs.push(run);
                }
            };
            let sentence = (0..20).map(|_| sampler.sentence(rule)).find(|text| !text.is_empty()).unwrap_or_default();
            for between in BETWEEN {
                add("whole", b"", [&sentence, between.as_bytes()].concat(), b"");
            }
            for between in BETWEEN_HALVES {
                add("half", b"", [&sentence[..sentence.len().div_ceil(2)], between.as_bytes()].concat(), b"");
            }
            for between in BETWEEN_PAIRS {
                let other = sampler.sentence(grammar.rule(dice.pick::<String>(&names)));
                add("pair", b"", [&sentence, between.as_bytes(), &other, b"\n"].concat(), b"");
            }
            for (index, repetition) in grammar.repetitions(rule).into_iter().enumerate() {
                let repeated = sampler.around(rule, repetition, 8);
                let mut units: Vec<Vec<u8>> = repeated.units.iter().take(1).cloned().collect();
                units.push(repeated.units.concat());
                for unit in units {
                    add(&format!("repetition {index}"), &repeated.before, unit.clone(), &repeated.after);
                    add(&format!("repetition {index}, no end"), &repeated.before, unit, b"");
                }
            }
        }
    }
    runs
}

struct Reader {
    replayer: Replayer,
}

fn new_reader() -> GameWorker<Reader> {
    let wanted = Wanted { infos: true, ..Wanted::default() };
    let options = Options { keep: true, ..Options::default() };
    GameWorker::new(Reader { replayer: Replayer::new(options, wanted) }, ReadingHints::default(), None)
}

impl Games for Reader {
    type Out = ();

    fn game(&mut self, game: &Game<'_>, (): &mut ()) {
        self.replayer.replay(game.text, game.record, game.plain);
    }

    fn panicked(&mut self, (): &mut ()) {
        panic!("a game panicked");
    }
}

/// Wants nothing of what was read.
struct Nothing;

impl Sink<SliceOut<()>> for Nothing {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, _: &Slice, _: SliceOut<()>) {}

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        assert!(error.is_none(), "{error:?}");
    }

    fn failed(&mut self, failure: Failure) {
        panic!("{failure:?}");
    }

    fn stopped(&self) -> bool {
        false
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// In one slice.
    Whole,
    /// As a file, in many slices.
    Cut,
}

/// The time that this thread takes for a run of `bytes`, the shortest of several.
fn cost(run: &Run, way: Way, bytes: usize, times: usize, path: &Path) -> Duration {
    let text = run.text(bytes);
    let slice = match way {
        Way::Whole => Slice { bytes: text, last: true, format: run.format, ..Slice::default() },
        Way::Cut => {
            std::fs::write(path, text).unwrap();
            Slice::default()
        }
    };
    let once = || {
        let mut reader = new_reader();
        let begin = computing();
        match way {
            Way::Whole => {
                reader.work(&slice, &Share::unbounded());
            }
            Way::Cut => {
                let files =
                    partie_archive::walk(vec![Input { path: path.to_owned() }], &partie_archive::Walking::default());
                let reading = Reading { chunk: CHUNK, format: Some(run.format), is_record: None };
                partie_archive::run(files, 1, reading, new_reader, &mut Nothing);
            }
        }
        computing() - begin
    };
    (0..times).map(|_| once()).min().unwrap_or_default()
}

/// What a run costs, if that grows faster than the run.
fn growth(run: &Run, way: Way, path: &Path) -> Option<String> {
    let exceeds = |less: Duration, more: Duration, times: f64| more > less.mul_f64(times) + NOISE;
    let short = |times| exceeds(cost(run, way, BYTES, times, path), cost(run, way, 4 * BYTES, times, path), SUSPICIOUS);
    if !short(1) || !short(3) {
        return None;
    }
    // Longer ones tell a search that is capped from one that is not.
    let once = |bytes: usize| cost(run, way, bytes, 1, path);
    let longer = |bytes: usize| ratio_of_least(|| once(bytes) + NOISE, || once(4 * bytes), MOST);
    if longer(BYTES_LONG) <= MOST {
        return None;
    }
    let ratio = longer(4 * BYTES_LONG);
    (ratio > MOST).then(|| {
        let beginning = String::from_utf8_lossy(&run.unit[..run.unit.len().min(60)]).into_owned();
        let said = format!("{} {way:?} {:?}: {ratio:.1} times: {beginning:?}", run.what, run.format);
        eprintln!("{said}");
        said
    })
}

#[test]
fn what_is_repeated_costs_no_more_than_its_bytes() {
    let share = if std::env::var("PARTIE_GROWTH").is_ok_and(|asked| asked == "all") { 1 } else { SHARE };
    let runs: Vec<Run> = CASES.iter().flat_map(runs).step_by(share).collect();
    let folder = tempfile::tempdir().unwrap();
    let wrong: Vec<String> = thread::scope(|scope| {
        let parts = (0..2).map(|part| {
            let (runs, path) = (&runs, folder.path().join(part.to_string()));
            scope.spawn(move || -> Vec<String> {
                let mine = runs.iter().skip(part).step_by(2);
                let of = mine.flat_map(|run| run.ways.iter().filter_map(|way| growth(run, *way, &path)));
                of.collect()
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    println!("{} runs", runs.len());
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), runs.len(), wrong.join("\n"));
}

/// What stands on one line of a printed score.
const ON_ONE_LINE: [&str; 4] =
    ["Kt-KB3 ", "Kt-KB3 (a) ", "(a) ", "[a note of more than forty characters, as an author writes] "];

#[test]
fn a_division_into_segments_costs_no_more_than_its_bytes() {
    for unit in ON_ONE_LINE {
        let divide = |bytes: usize| {
            let text = format!("White: A. Black: B.\n\n1. P-K4  P-K4\n2. {}\n", unit.repeat(bytes / unit.len()));
            let mut record = Record::default();
            score::read_record(text.as_bytes(), 0, true, &mut record);
            move || {
                let begin = computing();
                assert!(!score::segments(text.as_bytes(), &record).is_empty());
                computing() - begin
            }
        };
        let ratio = ratio_of_least(divide(BYTES_LONG), divide(4 * BYTES_LONG), MOST);
        assert!(ratio <= MOST, "{unit:?}: {ratio:.1}");
    }
}

#[test]
fn games_behind_each_other_in_running_text_cost_no_more_than_their_bytes() {
    let game = "a remark.\n\nWhite, Mr. A.; Black, Mr. B. 1 P-K 4 P-K 4 2 Kt-K B 3\nP-Q 3 3 B-B ";
    let read = |bytes: usize| {
        let text = format!("{}\n", game.repeat(bytes / game.len()));
        move || {
            let (mut at, mut record, mut games) = (0, Record::default(), 0);
            let begin = computing();
            while let ReadOutcome::Game(end) = score::read_record(text.as_bytes(), at, true, &mut record) {
                (at, games) = (end, games + 1);
            }
            assert!(games >= bytes / game.len() - 1, "{games} games");
            computing() - begin
        }
    };
    let ratio = ratio_of_least(read(BYTES_LONG / 4), read(BYTES_LONG), MOST);
    assert!(ratio <= MOST, "{ratio:.1}");
}
