//! The games on which a release build is trained: legal moves by chance, written as archives write them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use partie_notation::letters::Letters;
use partie_notation::{hex as hex_text, spell, usi};
use partie_record::finding::{Code, Finding, Severity};
use partie_rules::{Rules, chess, hex, shogi};

use crate::chance::Random;

/// A game's moves as texts, and its result.
fn play<G: Rules>(random: &mut Random, spell: impl Fn(&G, G::Move) -> String) -> (Vec<String>, &'static str) {
    let mut position = G::start();
    let mut moves = Vec::new();
    let most = 30 + random.next(110);
    loop {
        let legal = position.legal();
        if legal.is_empty() && position.in_check() {
            return (moves, ["0-1", "1-0"][position.turn().other().index() ^ 1]);
        }
        if legal.is_empty() {
            return (moves, "1/2-1/2");
        }
        if moves.len() == most {
            return (moves, ["1-0", "0-1", "1/2-1/2"][random.next(3)]);
        }
        // Half of the time something is taken or moved for good, if it can be.
        let lasting: Vec<G::Move> = legal.iter().copied().filter(|mv| position.is_irreversible(*mv)).collect();
        let of = if lasting.is_empty() || random.next(2) == 0 { &legal } else { &lasting };
        let mv = of[random.next(of.len())];
        moves.push(spell(&position, mv));
        position.play(mv);
    }
}

fn tags(out: &mut String, number: usize, result: &str, more: &[(&str, &str)]) {
    let (day, round) = (1 + number % 28, 1 + number % 9);
    let _ = writeln!(out, "[Event \"Training\"]\n[Site \"Nowhere\"]\n[Date \"2020.01.{day:02}\"]\n[Round \"{round}\"]");
    let _ = writeln!(out, "[White \"White, W.\"]\n[Black \"Black, B.\"]\n[Result \"{result}\"]");
    for (name, value) in more {
        let _ = writeln!(out, "[{name} \"{value}\"]");
    }
    out.push('\n');
}

/// Movetext in lines of 80 characters.
fn plain(out: &mut String, moves: &[String], result: &str) {
    let mut column = 0;
    for (ply, text) in moves.iter().map(String::as_str).chain([result]).enumerate() {
        let number = if ply % 2 == 0 && ply < moves.len() { format!("{}. ", ply / 2 + 1) } else { String::new() };
        let word = number + text;
        if column + word.len() >= 80 {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(&word);
        column += word.len();
    }
    out.push_str("\n\n");
}

/// Movetext in one line, with an evaluation and a clock behind each move.
fn clocked(out: &mut String, moves: &[String], result: &str) {
    for (ply, text) in moves.iter().enumerate() {
        let (number, dots) = (ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
        let (tenths, left) = (ply % 10, 599 - ply);
        let (minutes, seconds) = (left / 60, left % 60);
        let _ = write!(out, "{number}{dots} {text} {{ [%eval 0.{tenths}] [%clk 0:{minutes:02}:{seconds:02}] }} ");
    }
    let _ = writeln!(out, "{result}\n");
}

/// Every move that is written is read as a legal move, and no mark is wrong; `tests/release_pgo.sh` uses the files.
#[test]
fn games_for_training() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("training");
    fs::create_dir_all(&folder).unwrap();
    let mut random = Random(2026);
    let (mut plain_games, mut clocked_games) = (String::new(), String::new());
    for number in 0..4000 {
        let (moves, result) = play::<chess::Position>(&mut random, |at, mv| spell::san(at, mv, Letters::ENGLISH));
        if number % 4 == 0 {
            tags(&mut clocked_games, number, result, &[("WhiteElo", "1900"), ("TimeControl", "600+0")]);
            clocked(&mut clocked_games, &moves, result);
        } else {
            tags(&mut plain_games, number, result, &[("WhiteElo", "2400"), ("BlackElo", "2380")]);
            plain(&mut plain_games, &moves, result);
        }
    }
    let mut hex_games = String::new();
    for number in 0..800 {
        let (moves, result) = play::<hex::Position>(&mut random, |at, mv| hex_text::san(at, mv, Letters::ENGLISH));
        tags(&mut hex_games, number, result, &[("Variant", "Glinski")]);
        plain(&mut hex_games, &moves, result);
    }
    let mut shogi_games = String::new();
    for _ in 0..800 {
        let (moves, _) = play::<shogi::Position>(&mut random, |_, mv| usi::text(mv));
        let _ = writeln!(shogi_games, "position startpos moves {}", moves.join(" "));
    }
    for (name, games) in
        [("plain.pgn", plain_games), ("clocked.pgn", clocked_games), ("hex.pgn", hex_games), ("games.usi", shogi_games)]
    {
        let replayed = partie_replay::texts::replay(games.as_bytes());
        assert!(replayed.len() >= 800, "{} games in {name}", replayed.len());
        for (number, game) in replayed.iter().enumerate() {
            // Results are drawn by lot, and moves go on after a draw: neither says anything of how a move is written.
            let is_of_move =
                |finding: &&Finding| finding.code.as_str().starts_with(['L', 'N']) && finding.code != Code::N031;
            let fault = game.findings.iter().filter(is_of_move).find(|finding| finding.severity > Severity::Info);
            assert!(fault.is_none(), "game {number} of {name}: {fault:?}");
        }
        fs::write(folder.join(name), games).unwrap();
    }
    println!("{}", folder.display());
}
