//! Duplicates: planted copies are found whatever they look like, nothing else changes, and the best one is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::common::{feed, partie, root, run};
use crate::own_games::real;
use partie_analyze::duplicates::DuplicateRow;
use partie_analyze::schema;
use partie_input::CHUNK;
use partie_notation::descriptive::{Layer, Style, write as describe};
use partie_record::Language;
use partie_replay::{Options, Played};
use partie_rules::Rules as _;
use partie_rules::chess::Origins;
use partie_table::column::Row as _;

/// Reads the page of the schema anew instead of comparing it.
const OVERWRITE: &str = "TRYCMD";
/// Games that are planted.
const PLANTED: usize = 1000;

/// A row as it is listed: level, source and line, game.
type Listed = (String, String, u64);

/// The groups that a command lists.
fn groups(arguments: &[&str], inputs: &[&Path]) -> Vec<Vec<Listed>> {
    let out = partie().args(["analyze", "--duplicates", "-q"]).args(arguments).args(inputs).output().expect("it runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    parse(&String::from_utf8(out.stdout).expect("UTF-8"))
}

fn parse(text: &str) -> Vec<Vec<Listed>> {
    let mut groups: Vec<Vec<Listed>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("group ") {
            groups.push(Vec::new());
            continue;
        }
        let (level, rest) = line.trim_start().split_once(' ').expect("a level");
        let (place, game) = rest.trim_start().split_once("  game ").expect("a game");
        let number = game.split(", ").next().expect("a number").replace(',', "");
        let place = Path::new(place).file_name().expect("a name").to_string_lossy().into_owned();
        groups.last_mut().expect("a group").push((level.to_owned(), place, number.parse().expect("a number")));
    }
    groups
}

fn name(place: &str) -> &str {
    place.split(':').next().expect("a file")
}

fn levels(text: &str) -> Vec<Vec<(String, u64)>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    fs::write(&path, text).expect("written");
    let simple = |group: Vec<Listed>| group.into_iter().map(|(level, _, game)| (level, game)).collect();
    groups(&[], &[&path]).into_iter().map(simple).collect()
}

fn game(white: &str, date: &str, moves: &str) -> String {
    format!("[Event \"?\"]\n[White \"{white}\"]\n[Black \"B\"]\n[Date \"{date}\"]\n\n{moves}\n\n")
}

/// A game of that many plies.
fn shuffle(plies: usize) -> String {
    let cycle = ["Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"];
    let head = ["e4", "e5"];
    head.iter().copied().chain(cycle.iter().copied().cycle()).take(plies).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_schema_is_documented() {
    let path = root().join("docs/schema").join(format!("{}.md", DuplicateRow::TABLE));
    let written = schema::page::<DuplicateRow<'_>>();
    if std::env::var(OVERWRITE).is_ok_and(|value| value == "overwrite") {
        fs::write(&path, &written).expect("the page is written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == written, "{} is not up to date: run with {OVERWRITE}=overwrite", path.display());
}

#[test]
fn the_best_one_is_kept() {
    let listed = |level: &str, game| (level.to_owned(), game);
    // Same moves: annotations before tags before place; the result tells exact from moves.
    let moves = shuffle(18);
    let text = game("A", "????.??.??", &format!("{moves} 1-0"))
        + &game("C", "????.??.??", &format!("{moves} {{good}} 1-0"))
        + &game("D", "????.??.??", &format!("{moves} 0-1"));
    assert_eq!(levels(&text), [[listed("exact", 1), listed("kept", 2), listed("moves", 3)]]);
    // The longer one, by twenty plies at least.
    let pair =
        |short| game("A", "?", &format!("{} *", shuffle(short))) + &game("A", "?", &format!("{} *", shuffle(30)));
    assert_eq!(levels(&pair(20)), [[listed("prefix", 1), listed("kept", 2)]]);
    assert_eq!(levels(&pair(29)), [[listed("prefix", 1), listed("kept", 2)]]);
    assert!(levels(&pair(19)).is_empty());
    // A legal game before a longer one that breaks off, and beginnings of both with it.
    let text = game("A", "?", &format!("{} *", shuffle(22)))
        + &game("A", "?", &format!("{} *", shuffle(28)))
        + &game("A", "?", &format!("{} Qh8 e4 *", shuffle(44)));
    assert_eq!(levels(&text), [[listed("prefix", 1), listed("kept", 2), listed("prefix", 3)]]);
    // Two games that begin alike are not the same one.
    let other = format!("{} a4 a5 *", shuffle(30));
    let text = game("A", "?", &other) + &game("A", "?", &format!("{} *", shuffle(34)));
    assert!(levels(&text).is_empty());
}

#[test]
fn short_games_need_names_and_date() {
    let moves = format!("{} 1/2-1/2", shuffle(15));
    let two = |other: &str, date: &str| levels(&(game("Smith, A.", "1990.01.02", &moves) + &game(other, date, &moves)));
    assert_eq!(two("SMITH A", "1990.01.02").len(), 1);
    assert!(two("Smith, A.", "1990.01.03").is_empty());
    assert!(two("Jones", "1990.01.02").is_empty());
    assert!(two("?", "1990.01.02").is_empty());
    let moves = format!("{} 1/2-1/2", shuffle(16));
    assert_eq!(levels(&(game("A", "1990.01.02", &moves) + &game("C", "?", &moves))).len(), 1);
}

/// Well-known lines are the beginning of many games: of other players they are other games.
#[test]
fn beginnings_are_of_the_same_players() {
    let (short, long) = (format!("{} 1/2-1/2", shuffle(24)), shuffle(40));
    let two = |name: &str, other: &str| levels(&(game(name, "1990.01.02", &short) + &game(other, "?", &long)));
    assert_eq!(two("Smith, A.", "SMITH").len(), 1);
    assert_eq!(two("A. Smith", "Smith, Adam").len(), 1);
    assert_eq!(two("Smith, A.", "?").len(), 1);
    assert!(two("Smith, A.", "Jones, A.").is_empty());
}

#[test]
fn rounds_of_a_match_are_not_copies() {
    let walkover = |round: &str| {
        format!("[Event \"?\"]\n[Round \"{round}\"]\n[White \"A\"]\n[Black \"B\"]\n[Date \"1990.01.02\"]\n\n1-0\n\n")
    };
    assert!(levels(&(walkover("1") + &walkover("2"))).is_empty());
    assert_eq!(levels(&(walkover("1") + &walkover("1"))).len(), 1);
    assert_eq!(levels(&(walkover("?") + &walkover("-"))).len(), 1);
}

/// What is written after a move that cannot be played is part of the game.
#[test]
fn games_that_break_off_are_copies_if_they_are_written_alike() {
    let broken = |plies: usize, rest: &str| game("A", "1990.01.02", &format!("{} {rest} 1-0", shuffle(plies)));
    for plies in [0, 5, 17, 24] {
        let two = broken(plies, "Qh8 d4 d5") + &broken(plies, "Qh7 a4 a5 Nf3");
        assert!(levels(&two).is_empty(), "{plies}");
        let alike = broken(plies, "Qh8 d4 d5") + &broken(plies, "Qh8 {so in the book} d4 $1 d5");
        assert_eq!(levels(&alike).len(), 1, "{plies}");
        // Nor is it the beginning of a game that goes on in another way.
        assert!(levels(&(broken(plies, "Qh8 d4 d5") + &game("C", "?", &shuffle(30)))).is_empty(), "{plies}");
    }
}

#[test]
fn notations_do_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let kif = "手合割：平手\n先手：甲\n手数----指手---------消費時間--\n";
    let csa = "V2.2\nN+X\nPI\n+\n";
    let (mut kif, mut csa, mut usi) = (kif.to_owned(), csa.to_owned(), String::from("position startpos moves"));
    // Rooks to and fro.
    let moves = [("２六歩(27)", "+2726FU", "2g2f"), ("８四歩(83)", "-8384FU", "8c8d")];
    let cycle = [
        ("３八飛(28)", "+2838HI", "2h3h"),
        ("７二飛(82)", "-8272HI", "8b7b"),
        ("２八飛(38)", "+3828HI", "3h2h"),
        ("８二飛(72)", "-7282HI", "7b8b"),
    ];
    for (index, (one, two, three)) in moves.iter().chain(cycle.iter().cycle()).take(18).enumerate() {
        // Nothing of a String fails.
        let _ = writeln!(kif, "{:>4} {one}   ( 0:01/00:00:01)", index + 1);
        let _ = writeln!(csa, "{two}");
        let _ = write!(usi, " {three}");
    }
    let files = [("a.kif", kif), ("b.csa", csa), ("c.usi", usi + "\n")];
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let found = groups(&[], &[folder.path()]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].len(), 3, "{found:?}");
}

#[test]
fn standard_input_is_read_once() {
    let moves = format!("{} *", shuffle(20));
    let text = game("A", "?", &moves) + &game("B", "?", &moves);
    let out = feed(&["analyze", "--duplicates", "-q", "-"], text.as_bytes());
    assert_eq!(parse(&String::from_utf8(out.stdout).expect("UTF-8")).len(), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let out = feed(&["analyze", "--duplicates", "-q", "-", "-o", path], text.as_bytes());
    assert_eq!(out.status.code(), Some(2));
    let out = feed(&["convert", "--to", "pgn", "--drop-duplicates", "-q", "-"], text.as_bytes());
    assert_eq!((out.status.code(), out.stdout.len()), (Some(2), 0));
}

#[test]
fn copies_are_left_out_of_what_is_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("a.pgn"), folder.path().join("b.pgn"));
    let long = format!("{} {{kept}} *", shuffle(30));
    fs::write(&one, game("A. Long", "?", &format!("{} *", shuffle(24))) + &game("Only", "?", "d4 d5 *"))
        .expect("written");
    fs::write(&two, game("Long", "?", &long) + &game("Copy", "?", &format!("{} *", shuffle(30)))).expect("written");
    for jobs in ["1", "2"] {
        let mut command = partie();
        command.args(["convert", "--to", "pgn", "--drop-duplicates", "-j", jobs]).args([&one, &two]);
        let out = command.output().expect("it runs");
        let text = String::from_utf8(out.stdout).expect("UTF-8");
        let whites: Vec<&str> = text.lines().filter(|line| line.starts_with("[White ")).collect();
        assert_eq!(whites, ["[White \"Only\"]", "[White \"Long\"]"]);
        let said = String::from_utf8(out.stderr).expect("UTF-8");
        assert!(said.starts_with("2 games, 32 plies to pgn") && said.contains("2 copies not written"), "{said}");
    }
}

/// The games of a PGN in which each movetext is one line, as their moves.
fn movetexts(form: &str, source: &Path) -> Vec<Vec<String>> {
    let strip = ["--strip", "comments,nags,variations,clocks", "--no-move-numbers", "--line-length", "0", "-q"];
    let mut command = partie();
    command.args(["convert", "--to", "pgn", "--movetext", form]).args(strip).arg(source);
    let stdout = command.output().expect("it runs").stdout;
    // Tags whose encoding is not known are written with their bytes; the moves are ASCII.
    let text = String::from_utf8_lossy(&stdout);
    let mut games: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        if line.starts_with("[Event ") {
            games.push(Vec::new());
        } else if !line.starts_with('[')
            && let Some(game) = games.last_mut()
        {
            game.extend(line.split_whitespace().map(str::to_owned));
        }
    }
    games
}

/// The moves of each game of chess in descriptive notation, numbered; nothing of others.
fn descriptive(source: &Path) -> Vec<Vec<String>> {
    let style = Style::new(Language::English, Layer::Tight);
    let mut games = Vec::new();
    run(source, 1, CHUNK, &Options { keep: true, ..Options::default() }, |game| {
        let mut moves = Vec::new();
        if let Played::Chess(line, _) = game.replayed.played {
            let (mut position, mut origins) = (line.start.clone(), Origins::of(&line.start));
            for (ply, mv) in line.moves.iter().enumerate() {
                let mut text = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() }.into_bytes();
                describe(&mut text, &position, &origins, *mv, &style);
                moves.push(String::from_utf8(text).expect("UTF-8"));
                origins.play(*mv);
                position.play(*mv);
            }
        }
        games.push(moves);
    });
    games
}

/// What is known of a game of the table.
fn table(source: &Path, out: &Path) -> Vec<(bool, usize)> {
    let done =
        partie().args(["analyze", "-q", "--format", "jsonl", "-o"]).args([out, source]).output().expect("it runs");
    assert!(done.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&done.stderr));
    let mut parts: Vec<_> = fs::read_dir(out.join("games"))
        .expect("a table")
        .flat_map(|source| fs::read_dir(source.expect("a source").path()).expect("parts"))
        .map(|part| part.expect("a part").path())
        .collect();
    parts.sort();
    let mut games = Vec::new();
    for part in parts {
        for line in fs::read_to_string(part).expect("readable").lines() {
            let row: serde_json::Value = serde_json::from_str(line).expect("a row");
            games.push((row["status"] == "ok", row["plies"].as_u64().expect("plies") as usize));
        }
    }
    games
}

#[test]
fn planted_copies_are_found_and_nothing_else_changes() {
    let source = real("chess/real.pgn.zst");
    let folder = tempfile::tempdir().expect("a folder");
    let known = table(&source, &folder.path().join("out"));
    let [san, uci, long] = ["san", "uci", "long"].map(|form| movetexts(form, &source));
    assert_eq!((san.len(), uci.len(), long.len()), (known.len(), known.len(), known.len()));
    let described = descriptive(&source);
    assert_eq!(described.len(), known.len());
    let eligible: Vec<usize> = (0..known.len())
        .filter(|at| known[*at].0 && known[*at].1 >= 30 && san[*at].len() == known[*at].1 + 1)
        .collect();
    let step = eligible.len() / PLANTED;
    assert!(step > 0);
    let mut text = String::new();
    let mut planted: Vec<(usize, usize)> = Vec::new();
    for (index, original) in eligible.iter().copied().step_by(step).take(PLANTED).enumerate() {
        let plies = known[original].1;
        let (moves, kept) = match index % 6 {
            0 if index % 12 == 6 && described[original].len() == plies => (&described[original], plies),
            0 => (&uci[original], plies),
            1 => (&long[original], plies),
            // Beginnings of all lengths, in two notations.
            2 => (&san[original], 20 + index % (plies - 20)),
            3 => (&uci[original], 20 + (index / 6) % (plies - 20)),
            _ => (&san[original], plies),
        };
        let _ = write!(text, "[Event \"Copy {index}\"]\n[White \"Nobody {index}\"]\n[Black \"?\"]\n\n");
        for (ply, mv) in moves.iter().take(kept).enumerate() {
            let _ = write!(text, "{mv} ");
            if index % 6 == 4 && ply % 7 == 3 {
                let _ = write!(text, "{{note {ply}}} ");
            }
        }
        let _ = write!(text, "{}\n\n", if index % 6 == 5 { "*" } else { san[original].last().expect("a result") });
        planted.push((original, kept));
    }
    assert_eq!(planted.len(), PLANTED);
    let copies = folder.path().join("copies.pgn");
    fs::write(&copies, text).expect("written");
    let before = groups(&[], &[&source]);
    let after = groups(&[], &[&source, &copies]);
    for arguments in [["--memory", "1", "-j", "1"], ["--memory", "2", "-j", "3"]] {
        assert!(groups(&arguments, &[&source, &copies]) == after, "{arguments:?}");
    }
    let members = |groups: &[Vec<Listed>]| -> BTreeSet<BTreeSet<u64>> {
        let own = |group: &Vec<Listed>| -> BTreeSet<u64> {
            group.iter().filter(|(_, place, _)| name(place) == "real.pgn.zst").map(|(_, _, game)| *game).collect()
        };
        groups.iter().map(own).filter(|group| group.len() > 1).collect()
    };
    assert_eq!(members(&before), members(&after), "what was found before planting");
    let mut group_of: BTreeMap<u64, usize> = BTreeMap::new();
    for (index, group) in after.iter().enumerate() {
        for (_, place, game) in group.iter().filter(|(_, place, _)| name(place) == "copies.pgn") {
            assert!(group_of.insert(*game, index).is_none(), "{place} is in two groups");
        }
    }
    let mut elsewhere = 0;
    for (index, (original, kept)) in planted.iter().enumerate() {
        let group =
            &after[*group_of.get(&(index as u64 + 1)).unwrap_or_else(|| panic!("copy {} is not found", index + 1))];
        let with_original =
            group.iter().any(|(_, place, game)| name(place) == "real.pgn.zst" && *game == *original as u64 + 1);
        if *kept == known[*original].1 {
            assert!(with_original, "copy {} of game {} is in {group:?}", index + 1, original + 1);
        } else if !with_original {
            // A beginning of several games is put to the best of them.
            elsewhere += 1;
            let (_, _, game) = group
                .iter()
                .find(|(_, place, game)| name(place) == "real.pgn.zst" && san[*game as usize - 1].len() > *kept)
                .expect("a longer game");
            assert_eq!(san[*game as usize - 1][..*kept], san[*original][..*kept], "copy {}", index + 1);
        }
    }
    println!(
        "{} groups before planting, {} after; {PLANTED} copies found, {elsewhere} beginnings with another game that begins so",
        before.len(),
        after.len()
    );
}

/// A game of two players in a year.
fn meeting(white: &str, black: &str, date: &str, moves: &str) -> String {
    format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"1/2-1/2\"]\n\n{moves} 1/2-1/2\n\n")
}

#[test]
fn one_game_in_two_orders_of_moves() {
    let main = "1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 4. O-O Be7 5. d3 O-O 6. Nbd2 c5 7. e4 Nc6 8. Re1 b5 9. e5 Nd7 10. Nf1 a5 11. h4 b4";
    let other = "1. g3 Nf6 2. Nf3 d5 3. Bg2 e6 4. O-O Be7 5. d3 O-O 6. Nbd2 c5 7. e4 Nc6 8. Re1 b5 9. e5 Nd7 10. h4 a5 11. Nf1 b4";
    let first = meeting("Novak, Jan", "Brandt, Otto", "1992.05.01", main);
    let order = [("kept".to_owned(), 1), ("order".to_owned(), 2)];
    for (white, black) in [("Novak, J.", "Brandt, O."), ("Brandt, O", "Novak, J")] {
        let second = meeting(white, black, "1992.??.??", other);
        assert_eq!(levels(&format!("{first}{second}")), std::slice::from_ref(&order), "{white}");
    }
    // Other people, another year, another position at the end: other games.
    for second in [
        meeting("Novak, J", "Maier, K", "1992.05.01", other),
        meeting("Novak, J", "Brandt, O", "1993.05.01", other),
        meeting("Novak, J", "Brandt, O", "????.??.??", other),
        meeting("Novak, J", "Brandt, O", "1992.05.01", &other.replace("11. Nf1 b4", "11. Nf1 a4")),
        meeting("Novak, J", "Brandt, O", "1992.05.01", &format!("{other} 12. a3")),
    ] {
        assert_eq!(levels(&format!("{first}{second}")), Vec::<Vec<(String, u64)>>::new(), "{second}");
    }
    // What is a beginning of one of them belongs to both.
    let longer = meeting("Novak, J", "Brandt, O", "1992.05.01", &format!("{main} 12. a3 b3"));
    let second = meeting("Brandt", "Novak", "1992", other);
    let group = &levels(&format!("{first}{second}{longer}"))[..];
    assert_eq!(group.len(), 1, "{group:?}");
    assert_eq!(group[0].len(), 3, "{group:?}");
}
