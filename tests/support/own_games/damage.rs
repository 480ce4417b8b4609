//! Damage that is made up: files as programs and people spoil them, and games with one illegal move.

use std::fmt::Write as _;

use partie_notation::spell;
use partie_rules::Rules;

use super::chance::Random;
use super::chess::chess_games;
use super::pgn::{Layout, PgnWriter};
use super::real_game::Files;
use super::shogi::kif_files;

/// Games in a messy file.
const GAMES: usize = 8;

/// Changes the text of a file.
type Spoil = fn(&str) -> Vec<u8>;

/// Ways in which a file of sound games is spoiled and remains readable, each with its change.
const SPOILED: &[(&str, Spoil)] = &[
    ("crlf", |text| text.replace('\n', "\r\n").into()),
    ("byte_order_mark", |text| format!("\u{feff}{text}").into()),
    ("utf16", |text| std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()),
    ("utf16_big", |text| std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()),
    ("western", |text| text.replace("Lindner", "M\u{e4}rz").chars().map(|c| c as u8).collect()),
    ("no_blank_lines", |text| text.replace("\n\n", "\n").into()),
    ("many_blank_lines", |text| text.replace("\n\n", "\n\n\n\n").into()),
    ("no_last_line_end", |text| text.trim_end().into()),
    ("trailing_blanks", |text| text.replace('\n', "  \t\n").into()),
    ("indented", |text| text.replace("\n[", "\n   [").into()),
    ("tabs", |text| moves_of(text, |words| words.replace(' ', "\t"))),
    ("one_word_a_line", |text| moves_of(text, |words| words.replace(' ', "\n"))),
    ("wide_lines", |text| moves_of(text, |words| words.replace('\n', " ") + "\n")),
    ("zeros_for_castling", |text| moves_of(text, |words| words.replace("O-O", "0-0"))),
    ("no_numbers", |text| moves_of(text, |words| without(words, |word| word.ends_with('.')))),
    ("no_results", |text| moves_of(text, |words| without(words, |word| word.contains('-') && !word.contains('O')))),
    ("no_check_marks", |text| moves_of(text, |words| words.replace(['+', '#'], ""))),
    ("glued_numbers", |text| moves_of(text, |words| words.replace(". ", "."))),
    ("no_quotes", |text| text.replace("[Site \"", "[Site ").replace("Lindach\"]", "Lindach]").into()),
    ("one_tag_a_game", |text| tags_of(text, |name| name == "Event")),
    ("results_alone", |text| tags_of(text, |name| name == "Result")),
    ("lines_for_programs", |text| text.replace("\n1. ", "\n% written by nobody\n1. ").into()),
    ("comments_to_the_end", |text| text.replace("\n1. ", "\n; begins here {\n1. ").into()),
    ("dots", |text| moves_of(text, |words| words.replace(". ", "... "))),
];

/// Changes the moves of each game.
fn moves_of(text: &str, change: impl Fn(&str) -> String) -> Vec<u8> {
    let mut out = String::new();
    for game in text.split_inclusive("\n\n").collect::<Vec<_>>().chunks(2) {
        let [tags, moves] = game else { panic!("{game:?}") };
        let _ = write!(out, "{tags}{}\n\n", change(moves.trim_end()));
    }
    out.into()
}

/// Leaves out words.
fn without(words: &str, is_out: impl Fn(&str) -> bool) -> String {
    words.split_whitespace().filter(|word| !is_out(word)).collect::<Vec<_>>().join(" ")
}

/// Leaves out the tags but some.
fn tags_of(text: &str, is_kept: impl Fn(&str) -> bool) -> Vec<u8> {
    let is_kept = |line: &&str| line.strip_prefix('[').is_none_or(|tag| is_kept(tag.split(' ').next().unwrap_or("")));
    text.split_inclusive('\n').filter(is_kept).collect::<String>().into()
}

/// Sound games in spoiled files; and a table of how many are in each.
pub(super) fn messy() -> Files {
    let mut table = "file,games_expected,note_variant\n".to_owned();
    let mut files = Files::new();
    for (index, (name, spoil)) in SPOILED.iter().enumerate() {
        let mut writer = PgnWriter::new(Layout::default(), 0);
        for (number, game) in chess_games().iter().enumerate().skip(40 * index).take(GAMES) {
            writer.game(number, game);
        }
        let _ = writeln!(table, "{name}.pgn,{GAMES},");
        files.push((format!("{name}.pgn"), spoil(&String::from_utf8(writer.out).unwrap())));
    }
    files.push(("MANIFEST.csv".to_owned(), table.into()));
    files
}

/// Numbers in the table of the games of a messy file.
pub fn messy_games(file: &str) -> std::ops::Range<usize> {
    let index = SPOILED.iter().position(|(name, _)| Some(*name) == file.strip_suffix(".pgn")).unwrap();
    40 * index..40 * index + GAMES
}

/// Files of one game with an illegal move in it, and a table of what must be found at which ply.
pub(super) fn faults_of_chess() -> Files {
    let mut random = Random(5);
    let mut table = "file\texpect\n".to_owned();
    let mut files = Files::new();
    let decisive = chess_games().iter().filter(|game| game.result != "1/2-1/2");
    for (number, game) in decisive.step_by(20).take(40).enumerate() {
        let at = 8 + random.below(game.moves.len() - 9);
        let mut text = format!("[Event \"Fault\"]\n[Site \"?\"]\n[Date \"{}\"]\n[Round \"{number}\"]\n", game.date);
        let _ = write!(text, "[White \"A\"]\n[Black \"B\"]\n[Result \"{}\"]\n\n", game.result);
        game.visit(|ply, before, mv| {
            if before.turn() == partie_rules::Side::First {
                let _ = write!(text, "{}. ", before.number());
            }
            let mut word = spell::san(before, mv, partie_notation::letters::Letters::ENGLISH);
            if ply == at {
                // The king goes to the other end of the board.
                let king = before.king(before.turn());
                let to = format!("{}{}", (b'a' + (king.file() + 4) % 8) as char, (king.rank() + 4) % 8 + 1);
                word = format!("K{to}");
            }
            let _ = write!(text, "{word}{}", if ply % 12 == 11 { "\n" } else { " " });
        });
        let _ = writeln!(text, "{}", game.result);
        let ply = at + 1;
        let _ = writeln!(table, "{number:02}.pgn\tL003|L004|L005@{ply}");
        files.push((format!("{number:02}.pgn"), text.into()));
    }
    files.push(("EXPECT.tsv".to_owned(), table.into()));
    files
}

/// KIF with lines that are lost, doubled, exchanged, cut off and misread.
pub(super) fn faults_of_shogi() -> Files {
    let mut random = Random(6);
    let sound = kif_files().into_iter().filter(|(name, _)| name.ends_with("kifu"));
    let spoiled = sound.step_by(3).enumerate().map(|(number, (name, bytes))| {
        let text = String::from_utf8(bytes).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // Behind the headers, before the end.
        let at = 8 + random.below(lines.len() - 12);
        match number % 6 {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines.swap(at, at + 2),
            3 => lines.truncate(at),
            4 => lines[at] = lines[at].replace(['一', '二', '三', '四', '五', '六', '七', '八', '九'], "九"),
            _ => lines[at] = lines[at].replace(['歩', '銀', '金', '飛', '角'], "桂"),
        }
        (name, (lines.join("\n") + "\n").into_bytes())
    });
    spoiled.collect()
}
