//! Games of shogi: the table, and files of them in each format.

use std::fmt::Write as _;
use std::sync::LazyLock;

use partie_notation::{csa, ki2, shogi_names, usi};
use partie_rules::shogi::{Handicap, Move, PieceType, Position, Setup, Square};
use partie_rules::{Rules, Side};

use super::chance::Random;
use super::real_game::{Files, RealGame, lines};

/// Handicaps: their names, what CSA and JKF call them.
const HANDICAPS: [(&str, Handicap, &str, &str); 7] = [
    ("平手", Handicap::Even, "PI", "HIRATE"),
    ("香落ち", Handicap::Lance, "PI11KY", "KY"),
    ("角落ち", Handicap::Bishop, "PI22KA", "KA"),
    ("飛車落ち", Handicap::Rook, "PI82HI", "HI"),
    ("二枚落ち", Handicap::Two, "PI82HI22KA", "2"),
    ("四枚落ち", Handicap::Four, "PI82HI22KA11KY91KY", "4"),
    ("六枚落ち", Handicap::Six, "PI82HI22KA21KE81KE11KY91KY", "6"),
];

/// Words that end a record: of KIF, of CSA, and of the table of truth.
const ENDS: [(&str, &str, &str); 6] = [
    ("投了", "%TORYO", "TORYO"),
    ("詰み", "%TSUMI", "TSUMI"),
    ("千日手", "%SENNICHITE", "SENNICHITE"),
    ("切れ負け", "%TIME_UP", "#TIME_UP"),
    ("反則負け", "%ILLEGAL_MOVE", "ILLEGAL"),
    ("", "%CHUDAN", "CHUDAN"),
];

const COMMENTS: [&str; 5] = ["定跡です", "ここで長考", "a quiet move", "▲４五歩も有力", "まだ互角"];

/// The number of a game that is a file of each format.
const IN_ALL_FORMATS: usize = 14;

/// All games of shogi, in the order of the table.
pub fn shogi_games() -> &'static [RealGame<Position>] {
    static GAMES: LazyLock<Vec<RealGame<Position>>> = LazyLock::new(|| {
        let games = lines("shogi").into_iter().map(|line| {
            let [date, handicap, end, moves, last] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let start = Setup::handicap(handicap_of(handicap).1).into_position_lenient();
            let pattern = |text: &str| usi::read_move(text.as_bytes()).unwrap();
            RealGame::new(start, [date, end, handicap, moves, last], pattern)
        });
        games.collect()
    });
    &GAMES
}

fn handicap_of(name: &str) -> (&'static str, Handicap, &'static str, &'static str) {
    *HANDICAPS.iter().find(|(known, ..)| *known == name).unwrap()
}

fn end_of(word: &str) -> (&'static str, &'static str, &'static str) {
    *ENDS.iter().find(|(known, ..)| *known == word).unwrap()
}

impl RealGame<Position> {
    /// The position command of USI.
    pub fn usi(&self) -> String {
        let sfen = match self.label.as_str() {
            "平手" => "startpos".to_owned(),
            _ => format!("sfen {}", partie_notation::sfen::write(&Setup::from(&self.start), 1)),
        };
        format!("{sfen} moves {}", self.texts.join(" "))
    }

    /// The sides as the record calls them: 先手 and 後手, or 下手 and 上手.
    fn side(&self, side: Side) -> &'static str {
        shogi_names::side(side, self.label != "平手")
    }

    /// The side that moved last.
    fn last_side(&self) -> Side {
        if self.moves.len().is_multiple_of(2) == (self.start.turn() == Side::First) {
            Side::Second
        } else {
            Side::First
        }
    }

    /// The line that closes KIF and KI2.
    fn sentence(&self) -> String {
        let (count, last) = (self.moves.len(), self.last_side());
        match self.result.as_str() {
            "千日手" => format!("まで{count}手で千日手\n"),
            "" => format!("まで{count}手で中断\n"),
            "反則負け" => format!("まで{count}手で{}の反則負け\n", self.side(last.other())),
            _ => format!("まで{count}手で{}の勝ち\n", self.side(last)),
        }
    }

    fn headers(&self, number: usize) -> String {
        let (first, second) = (self.side(Side::First), self.side(Side::Second));
        let date = if self.date.contains('?') {
            String::new()
        } else {
            format!("開始日時：{}\n", self.date.replace('.', "/"))
        };
        format!("{date}手合割：{}\n{first}：甲{number}\n{second}：乙{number}\n", self.label)
    }
}

/// KIF with times that are made up; with variations and comments, too, if chance is given.
fn kif(game: &RealGame<Position>, number: usize, mut chance: Option<Random>) -> String {
    let mut text = game.headers(number) + "手数----指手---------消費時間--\n";
    let (mut totals, mut previous, mut variations) = ([0; 2], None, String::new());
    game.visit(|ply, before, mv| {
        let spent = Random((number * 1000 + ply) as u64).below(90);
        totals[ply % 2] += spent;
        let total = totals[ply % 2];
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
        let written = shogi_names::kif(mv, previous);
        let time = format!("({:2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", spent / 60, spent % 60);
        let _ = writeln!(text, "{:4} {written}   {time}", ply + 1);
        if let Some(random) = &mut chance {
            if random.one_in(9) {
                let _ = writeln!(text, "*{}", random.choose(&COMMENTS));
            }
            if random.one_in(25) {
                // Variations follow from the last to the first.
                variations = variation(before, mv, previous, ply, random) + &variations;
            }
        }
        previous = Some(mv.to());
    });
    let word = if game.result.is_empty() { "中断" } else { &game.result };
    let _ = writeln!(text, "{:4} {word}", game.moves.len() + 1);
    text + &game.sentence() + &variations
}

/// A few legal moves in place of one that was played.
fn variation(before: &Position, played: Move, previous: Option<Square>, ply: usize, random: &mut Random) -> String {
    let (mut position, mut previous, mut text) = (before.clone(), previous, format!("\n変化：{}手\n", ply + 1));
    for at in 0..=random.below(4) {
        let mut legal = position.legal();
        legal.retain(|mv| at > 0 || *mv != played);
        if legal.is_empty() {
            break;
        }
        let mv = *random.choose(&legal);
        let _ = writeln!(text, "{:4} {}", ply + at + 1, shogi_names::kif(mv, previous));
        position.play(mv);
        previous = Some(mv.to());
    }
    if text.lines().count() > 2 { text } else { String::new() }
}

fn ki2_record(game: &RealGame<Position>, number: usize) -> String {
    let mut text = game.headers(number) + "\n";
    let mut previous = None;
    game.visit(|ply, before, mv| {
        ki2::spell(&mut text, before, mv, previous);
        text.push(if ply % 6 == 5 { '\n' } else { ' ' });
        previous = Some(mv.to());
    });
    text + "\n" + &game.sentence()
}

fn csa_record(game: &RealGame<Position>, number: usize) -> String {
    let version = ["V2", "V2.2", "V3.0"][number % 3];
    let mut text = format!("{version}\nN+alpha{number}\nN-beta{number}\n");
    if !game.date.contains('?') {
        let _ = writeln!(text, "$START_TIME:{}", game.date.replace('.', "/"));
    }
    let turn = if game.start.turn() == Side::First { '+' } else { '-' };
    let _ = write!(text, "{}\n{turn}\n", handicap_of(&game.label).2);
    game.visit(|ply, before, mv| {
        csa::spell(&mut text, before.turn(), mv.from(), mv.to(), mv.after());
        let _ = writeln!(text, "\nT{}", Random((number * 1000 + ply) as u64).below(60));
    });
    let _ = writeln!(text, "{}", end_of(&game.result).1);
    text
}

fn jkf(game: &RealGame<Position>) -> String {
    let code = |kind: PieceType| csa::code(kind);
    let at = |square: Square| format!("{{\"x\":{},\"y\":{}}}", square.file(), square.rank());
    let mut moves = vec!["{}".to_owned()];
    let mut previous = None;
    game.visit(|_, before, mv| {
        let mut text = format!("{{\"move\":{{\"color\":{},\"to\":{}", before.turn().index(), at(mv.to()));
        if let Some(from) = mv.from() {
            let _ = write!(text, ",\"from\":{}", at(from));
        }
        let _ = write!(text, ",\"piece\":\"{}\"", code(mv.kind()));
        if previous == Some(mv.to()) {
            text.push_str(",\"same\":true");
        }
        if let Some(captured) = mv.captured() {
            let _ = write!(text, ",\"capture\":\"{}\"", code(captured));
        }
        if mv.promotes() {
            text.push_str(",\"promote\":true");
        }
        moves.push(text + "}}");
        previous = Some(mv.to());
    });
    moves.push(format!("{{\"special\":\"{}\"}}", &end_of(&game.result).1[1..]));
    let preset = handicap_of(&game.label).3;
    format!("{{\"header\":{{}},\"initial\":{{\"preset\":\"{preset}\"}},\"moves\":[{}]}}\n", moves.join(","))
}

/// A text in Shift_JIS, each line ended as on Windows.
fn shift_jis(text: &str) -> Vec<u8> {
    let text = text.replace('\n', "\r\n");
    let (bytes, _, missing) = encoding_rs::SHIFT_JIS.encode(&text);
    assert!(!missing, "{text}");
    bytes.into_owned()
}

/// A file in UTF-8 or, each fourth, in Shift_JIS.
fn file(number: usize, ending: &str, text: &str) -> (String, Vec<u8>) {
    match number % 4 {
        0 => (format!("game{number:04}.{ending}"), shift_jis(text)),
        _ => (format!("game{number:04}.{ending}u"), text.as_bytes().to_vec()),
    }
}

/// Games that are files of KIF, with their numbers in the table.
fn of_kif() -> impl Iterator<Item = (usize, &'static RealGame<Position>)> {
    let games = shogi_games().iter().enumerate();
    games.filter(|(_, game)| matches!(&*game.result, "詰み" | "千日手")).step_by(3)
}

/// Games that are files of CSA.
fn of_csa() -> impl Iterator<Item = (usize, &'static RealGame<Position>)> {
    shogi_games().iter().enumerate().filter(|(_, game)| matches!(&*game.result, "投了" | ""))
}

pub(super) fn kif_files() -> Files {
    of_kif().map(|(number, game)| file(number, "kif", &kif(game, number, None))).collect()
}

pub(super) fn csa_files() -> Files {
    of_csa().map(|(number, game)| (format!("game{number:04}.csa"), csa_record(game, number).into_bytes())).collect()
}

/// Files in every format, those of KIF with variations and comments.
pub(super) fn peers() -> Files {
    let mut files = Files::new();
    let game = &shogi_games()[IN_ALL_FORMATS];
    for (ending, text) in
        [("csa", csa_record(game, IN_ALL_FORMATS)), ("jkf", jkf(game)), ("ki2u", ki2_record(game, IN_ALL_FORMATS))]
    {
        files.push((format!("game{IN_ALL_FORMATS:04}.{ending}"), text.into_bytes()));
    }
    // The program that claimed 千日手 counted two occurrences, which is a fault of its own.
    let games = shogi_games().iter().enumerate().skip(5).step_by(9).filter(|(_, game)| game.result != "千日手");
    for (number, game) in games {
        files.push(match number % 5 {
            0 => (format!("game{number:04}.csa"), csa_record(game, number).into_bytes()),
            1 => (format!("game{number:04}.jkf"), jkf(game).into_bytes()),
            2 => file(number, "ki2", &ki2_record(game, number)),
            _ => file(number, "kif", &kif(game, number, Some(Random(number as u64)))),
        });
    }
    files
}

/// All games, a line each.
pub(super) fn usi_lines() -> Files {
    let lines: String = shogi_games().iter().map(|game| format!("position {}\n", game.usi())).collect();
    vec![("records2016.usi".to_owned(), lines.into_bytes())]
}

/// Tables of files with the word of their end and their moves.
pub(super) fn truth() -> Files {
    let row = |folder: &str, (name, _): &(String, Vec<u8>), game: &RealGame<Position>| {
        format!("{folder}/{name}\t{}\t{}\n", end_of(&game.result).2, game.usi())
    };
    let kif: String = kif_files().iter().zip(of_kif()).map(|(file, (_, game))| row("selfplay", file, game)).collect();
    let csa: String = csa_files().iter().zip(of_csa()).map(|(file, (_, game))| row("real-csa", file, game)).collect();
    vec![("selfplay_usi.tsv".to_owned(), kif.into_bytes()), ("real_csa_usi.tsv".to_owned(), csa.into_bytes())]
}
