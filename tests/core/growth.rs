//! Repeated tokens behind a sound beginning cost time in proportion: games of each format that begin well, then one token
//! again and again on one line, for three commands. The grammars themselves: `tests/notation/growth.rs`.

use std::time::Duration;

use partie_core::{Grade, Session, Target};

use crate::common::{computing, ratio_of_least};

/// Bytes of the shortest run, and how many times as long the others are.
const BYTES: usize = 16 << 10;
const TIMES: usize = 4;
/// Bounded searches go on for 64 KiB at most: a longer run shows whether a search is bounded.
const BYTES_LONG: usize = 128 << 10;
/// How many times as long a run of four times the bytes may take. A quadratic search takes sixteen times as long.
const MAX_RATIO: f64 = 6.5;
/// Time that a run may take beside that.
const NOISE: Duration = Duration::from_millis(1);
/// One of so many runs is measured; `PARTIE_GROWTH=all` measures all.
const SHARE: usize = 40;

const ROSTER: &str = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n";

/// A game that begins well: the format, its text, the end of the text, and the target of `convert`.
struct Host {
    format: &'static str,
    before: String,
    after: &'static str,
    target: &'static str,
}

fn hosts() -> Vec<Host> {
    let host = |format, before: &str, target| Host { format, before: before.to_owned(), after: "\n", target };
    let record = "{\"v\":1,\"type\":\"record\",\"format\":\"pgn\",\"tags\":[[\"White\",\"A\"]],\"items\":[{\"move\":\"";
    vec![
        host("pgn", &format!("{ROSTER}\n1. e4 e5 2. Nf3 Nc6 3. "), "pgn"),
        host("pgn", &format!("{ROSTER}[Variant \"Hexasach\"]\n\n1. De1-c3 De10-c6 2. "), "pgn"),
        host("score", "White Black\n1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3\n", "pgn"),
        host("score", "GAME 1.\n\nWhite: A.   Black: B.\n\n1 P-K4 P-K4\n", "pgn"),
        host(
            "score",
            "     WHITE. (A.)             BLACK. (B.)\n  1. P. to K's 4th.           1. P. to K's 4th.\n",
            "pgn",
        ),
        host("score", "GAME I.\n\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4; ", "pgn"),
        host("kif", "手合割：平手\n先手：A\n手数----指手---------消費時間--\n   1 ７六歩(77)\n", "kif"),
        host("ki2", "先手：A\n後手：B\n\n▲７六歩 △３四歩 ", "ki2"),
        host("csa", "V2.2\nN+A\nPI\n+\n+7776FU\n-3334FU\n", "csa"),
        host("usi", "position startpos moves 7g7f 3c3d ", "usi"),
        host("lines", "e4 e5 Nf3 Nc6\nd4 d5 c4 e6\nc4 ", "pgn"),
        host("psn", "[Sente \"A\"]\n[Gote \"B\"]\n\n1. P-7f P-3d 2. ", "psn"),
        host("pychess", "[White \"A\"]\n[Variant \"Shogi\"]\n\n1. Pc4 Pg6 2. ", "kif"),
        host("epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a\"; ", "epd"),
        host("jkf", "{\"header\":{},\"moves\":[{},{\"special\":\"", "jkf"),
        Host { after: "\"}]}\n", ..host("json", record, "json") },
    ]
}

/// Moves of every notation, numbers, signs, comments, words.
const TOKENS: &[&str] = &[
    "O-O ",
    "0-0 ",
    "e4 ",
    "Nf3 Nc6 ",
    "e2e4 ",
    "e2-e4 ",
    "exd5 ",
    "e8=Q ",
    "Sf3 ",
    "Nxf3+ ",
    "x ",
    "e ",
    "Kg ",
    "5254 ",
    "P-K4 ",
    "Kt-KB3 ",
    "PxP ",
    "Castles ",
    "dis ch ",
    "B-B4 ch. ",
    "P. to K. 4. ",
    "K. Kt. to B's 3d. ",
    "KtxKt/",
    "P4R ",
    "C 3 FR ",
    "k11 l6 ",
    "De1-c3 ",
    "b1-b2 ",
    "7g7f ",
    "P*5e ",
    "P-7f ",
    "▲７六歩 ",
    "△同歩 ",
    "同　歩(23) ",
    "+7776FU,T1,",
    "-3334FU",
    "T12 ",
    "%TORYO ",
    "変化：3手 ",
    "まで",
    "：",
    "1. ",
    "1 ",
    "1... ",
    "1 P-K4 ",
    "12) ",
    "l ",
    "( ",
    "(1. ",
    ") ",
    "(a) ",
    "{ ",
    "{a} ",
    "; ",
    "$1 ",
    "! ",
    "... ",
    "-- ",
    "--- ",
    "/ ",
    "| ",
    "[A \"b\"] ",
    "[A \"b\\\"] ",
    "[%clk ",
    "[ ",
    "]",
    "' ",
    "'* ",
    "\\",
    "* ",
    "1-0 ",
    "Resigns. ",
    "White ",
    "Black: B. ",
    "moves ",
    "position ",
    "a ",
    "a",
];

/// A command over a text.
#[derive(Clone, Copy, Debug)]
enum Command {
    Validate,
    Convert,
    Fix,
}

struct Run {
    host: usize,
    token: &'static str,
    command: Command,
}

impl Command {
    /// The time that this thread takes for a text.
    fn cost(self, format: &str, target: &str, text: &str) -> Duration {
        let session = Session::builder().from(format).build().unwrap();
        let target = Target::find(target).unwrap();
        let begin = computing();
        match self {
            Self::Validate => {
                let _: usize = session.games(text.as_bytes()).map(|game| game.findings().count()).sum();
            }
            Self::Convert => drop(session.convert(text.as_bytes(), target)),
            Self::Fix => drop(session.fix(text.as_bytes(), Grade::Certain)),
        }
        computing() - begin
    }
}

impl Run {
    /// The time that this thread takes for so many bytes of the token.
    fn cost(&self, host: &Host, bytes: usize) -> Duration {
        let text = format!("{}{}{}", host.before, self.token.repeat(bytes / self.token.len()), host.after);
        self.command.cost(host.format, host.target, &text)
    }

    /// A message if the cost grows faster than the bytes.
    fn growth(&self, host: &Host) -> Option<String> {
        let exceeds = |bytes: usize| self.cost(host, TIMES * bytes) > self.cost(host, bytes).mul_f64(MAX_RATIO) + NOISE;
        if !exceeds(BYTES) {
            return None;
        }
        let (less, more) = (|| self.cost(host, BYTES_LONG) + NOISE, || self.cost(host, TIMES * BYTES_LONG));
        let ratio = ratio_of_least(less, more, MAX_RATIO);
        let Self { token, command, .. } = self;
        (ratio > MAX_RATIO).then(|| format!("{command:?} of {:?} behind {:?}: {ratio:.1} times", token, host.before))
    }
}

#[test]
fn what_is_repeated_behind_a_sound_row_costs_no_more_than_its_bytes() {
    let share = if std::env::var("PARTIE_GROWTH").is_ok_and(|wish| wish == "all") { 1 } else { SHARE };
    let hosts = hosts();
    let commands = [Command::Validate, Command::Convert, Command::Fix];
    let runs = (0..hosts.len())
        .flat_map(|host| TOKENS.iter().flat_map(move |token| commands.map(|command| Run { host, token, command })));
    let wrong: Vec<String> = runs.step_by(share).filter_map(|run| run.growth(&hosts[run.host])).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rows of which each part went through all parts before it.
#[test]
fn a_row_of_many_parts_costs_no_more_than_its_bytes() {
    let hosts = hosts();
    for token in ["O-O ", "P-K4 ", "P. to K. 4. "] {
        for (host, row) in hosts.iter().enumerate().filter(|(_, host)| host.format == "score") {
            let run = Run { host, token, command: Command::Validate };
            let wrong = run.growth(row);
            assert!(wrong.is_none(), "{wrong:?}");
        }
    }
}

/// Numbered rows of knights' moves that fit both knights; after either reading the game can be played to its end.
fn ambiguous_rows(bytes: usize) -> String {
    let mut text = "GAME 1.\n\n     WHITE. (A.)             BLACK. (B.)\n".to_owned();
    text.push_str("  1. P. to K's 4th.           1. P. to K's 4th.\n");
    let moves = ["Kt. to B 3d.", "Kt. to Kt. sq."].into_iter().cycle();
    for (row, mv) in (2..).zip(moves) {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&format!("{row:3}. {mv:25}{row}. {mv}\n"));
    }
    text
}

/// Moves with several readings, for each of which the rest of the game was played again.
#[test]
fn ambiguous_moves_cost_no_more_than_their_bytes() {
    for command in [Command::Validate, Command::Convert, Command::Fix] {
        let cost = |bytes: usize| command.cost("score", "pgn", &ambiguous_rows(bytes));
        let ratio = ratio_of_least(|| cost(BYTES) + NOISE, || cost(TIMES * BYTES), MAX_RATIO);
        assert!(ratio <= MAX_RATIO, "{command:?}: {ratio:.1} times");
    }
}
