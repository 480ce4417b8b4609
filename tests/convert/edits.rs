//! Games that are edited while they are converted: tags and plies.

use std::fs;

use partie_record::finding::Severity;

use crate::common::{found, judge, partie};
use crate::own_games::{chess_games, counted, real};

const GAME: &str = "[Event \"A\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Kasparov, G.\"]\n[Black \"O\\\\B\"]\n[Result \"*\"]\n[ECO \"A00\"]\n\n1. e4 e5 2. Bc4 {quiet} (2. f4 exf4) 2... Nc6 3. Qh5 $2 Nf6 4. Qxf7# 1-0\n";

fn convert(arguments: &[&str], game: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), game).unwrap();
    fs::write(folder.path().join("names.csv"), "from,to\n\"Kasparov, G.\",\"Kasparov, Garry\"\n").unwrap();
    let output = partie()
        .args(["convert", "-q", "--to", "pgn"])
        .args(arguments)
        .arg("a.pgn")
        .current_dir(folder.path())
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{arguments:?} {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn tags(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('[')).collect()
}

#[test]
fn tags_are_edited() {
    let cases: &[(&[&str], &[&str], &[&str])] = &[
        (&["--set", "Event=B \"x\" \\"], &["[Event \"B \\\"x\\\" \\\\\"]"], &["[Event \"A\"]"]),
        (&["--set", "Annotator=C"], &["[Annotator \"C\"]", "[ECO \"A00\"]"], &[]),
        (&["--drop-tag", "ECO,Site"], &[], &["[ECO", "[Site"]),
        (&["--rename-tag", "ECO=Code"], &["[Code \"A00\"]"], &["[ECO"]),
        (&["--names", "names.csv"], &["[White \"Kasparov, Garry\"]"], &["Kasparov, G.\""]),
        (
            &["--add", "eco,opening,plycount,result"],
            &["[ECO \"C23\"]", "[PlyCount \"7\"]", "[Result \"1-0\"]"],
            &["A00"],
        ),
        (
            &["--add", "fen"],
            &["[FinalFEN \"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4\"]"],
            &[],
        ),
        (
            &["--tags", "White,ECO,Black"],
            &["[White \"Kasparov, G.\"]", "[ECO \"A00\"]", "[Black \"O\\\\B\"]"],
            &["[Event"],
        ),
    ];
    for (arguments, wanted, others) in cases {
        let text = convert(arguments, GAME);
        let tags = tags(&text);
        for tag in *wanted {
            assert!(tags.contains(tag), "{arguments:?}\n{text}");
        }
        assert!(!tags.iter().any(|tag| others.iter().any(|other| tag.contains(other))), "{arguments:?}\n{text}");
        assert!(text.contains("4. Qxf7# 1-0"), "{text}");
    }
    assert_eq!(tags(&convert(&["--tags", "White,ECO,Black"], GAME))[1], "[ECO \"A00\"]");
    assert_eq!(tags(&convert(&["--tags", "roster"], GAME)).len(), 7);
    let bare = convert(&["--tags", "roster"], "1. e4 e5 1/2-1/2\n");
    assert!(tags(&bare).len() == 7 && bare.contains("[Result \"1/2-1/2\"]\n\n1. e4"), "{bare}");
    // What the moves cannot be read without stays.
    let begun = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
    assert!(convert(&["--tags", "White"], begun).contains("[FEN \"4k3"));
}

#[test]
fn plies_are_cut_out() {
    let cases = [
        ("3..4", "2. Bc4 {quiet} (2. f4 exf4) 2... Nc6 1-0"),
        ("4..", "2... Nc6 3. Qh5 $2 Nf6 4. Qxf7# 1-0"),
        ("..2", "1. e4 e5 1-0"),
        ("..3", "1. e4 e5 2. Bc4 {quiet} (2. f4 exf4) 1-0"),
        ("1..99", "1. e4 e5 2. Bc4 {quiet} (2. f4 exf4) 2... Nc6 3. Qh5 $2 Nf6 4. Qxf7# 1-0"),
    ];
    for (plies, moves) in cases {
        let text = convert(&["--plies", plies], GAME);
        let (head, movetext) = text.split_once("\n\n").unwrap();
        assert_eq!(movetext.trim(), moves, "{plies}");
        assert_eq!(head.contains("[FEN "), !plies.starts_with('.') && !plies.starts_with('1'), "{plies} {head}");
    }
    for wrong in [&["--plies", "4"][..], &["--plies", "5..3"], &["--set", "x"], &["--set", "a b=c"], &["--add", "all"]]
    {
        let output = partie().args(["convert", "--to", "pgn"]).args(wrong).arg("-").output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{wrong:?}");
    }
    let output = partie().args(["convert", "--to", "uci", "--set", "a=b", "-"]).output().unwrap();
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("not in uci"));
}

/// Tags are the same in any case, as they are for all that reads them; what is needed is refused.
#[test]
fn tags_have_one_name_in_any_case() {
    for arguments in
        [&["--drop-tag", "eco"][..], &["--rename-tag", "eco=Code", "--drop-tag", "CODE"], &["--tags", "roster"]]
    {
        assert!(!convert(arguments, GAME).contains("A00"), "{arguments:?}");
    }
    assert!(convert(&["--set", "eco=B01"], GAME).contains("[ECO \"B01\"]"));
    assert!(convert(&["--tags", "eco,WHITE"], GAME).starts_with("[ECO \"A00\"]\n[White \"Kasparov, G.\"]\n\n"));
    let output = partie().args(["convert", "--to", "pgn", "--drop-tag", "fen", "-"]).output().unwrap();
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("never edited"));
}

#[test]
fn a_game_begins_at_a_position() {
    let italian = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq";
    let text = convert(&["--start-at", italian], GAME);
    assert!(text.contains("[FEN \"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3\"]"), "{text}");
    assert!(text.ends_with("\n3. Qh5 $2 Nf6 4. Qxf7# 1-0\n\n"), "{text}");
    // One that it does not come to leaves it whole, as does the one from which it begins.
    for other in ["8/8/8/8/8/8/8/K1k5 w", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"] {
        assert_eq!(convert(&["--start-at", other], GAME), convert(&[], GAME), "{other}");
    }
}

#[test]
fn variations_become_games() {
    let game = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 {good} (2... d6 3. d4) 3. Bb5 1-0\n";
    let text = convert(&["--split-variations"], game);
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("1.")).collect();
    assert_eq!(
        moves,
        [
            "1. e4 e5 2. Nf3 Nc6 {good} 3. Bb5 1-0",
            "1. e4 c5 {sharp} 2. Nf3 d6 *",
            "1. e4 c5 {sharp} 2. c3 d5 *",
            "1. e4 e5 2. Nf3 d6 3. d4 *"
        ]
    );
    assert_eq!((text.matches("[White \"A\"]").count(), text.matches("[Result \"*\"]").count()), (4, 3));
}

/// As many games as there are lines, and each of them sound.
#[test]
fn variations_of_annotated_games_become_games() {
    let folder = real("chess/annotated");
    let shared = [("GM_games.pgn", 20), ("bali02.pgn", 271), ("hartwig.pgn", 493)];
    let table = fs::read_to_string(folder.join("COUNTS.tsv")).unwrap();
    let own = table.lines().skip(1).filter_map(|row| {
        let mut cells = row.split('\t');
        Some((cells.next()?, cells.nth(1)?.parse().ok()?))
    });
    for (name, lines) in if found("").is_some() { shared.to_vec() } else { own.collect::<Vec<_>>() } {
        let arguments = ["convert", "-q", "--to", "pgn", "--split-variations", "--strip", "comments"];
        let output = partie().args(arguments).arg(folder.join(name)).output().unwrap();
        let games = judge(&output.stdout);
        assert_eq!(games.len(), lines, "{name}");
        let is_wrong = |code: &str| code.starts_with(['L', 'N']);
        let wrong = games.iter().flat_map(|game| &game.findings).find(|finding| is_wrong(finding.code.as_str()));
        assert!(wrong.is_none_or(|finding| finding.severity != Severity::Error), "{name}: {wrong:?}");
    }
}

/// Of real games, what is left of each replays, and begins and ends as it should.
#[test]
fn what_is_cut_out_of_real_games_replays() {
    let path = real("chess/real.pgn.zst");
    for (first, last) in [("11", "30"), ("60", "")] {
        let plies = format!("{first}..{last}");
        let arguments = ["convert", "-q", "--to", "pgn", "--plies", &plies, "--strip", "comments", "--set", "Result=*"];
        let output = partie().args(arguments).arg(&path).output().unwrap();
        let games = judge(&output.stdout);
        assert!(games.len() > counted(18_000, chess_games().len() / 2), "{}", games.len());
        let most = last.parse::<u32>().map_or(u32::MAX, |last| last + 1 - first.parse::<u32>().unwrap());
        for game in &games {
            // A record may say of the whole game what is not true of its part.
            let wrong = game.findings.iter().find(|finding| {
                finding.severity == Severity::Error && !finding.code.as_str().starts_with(['R', 'H', 'D'])
            });
            assert!(wrong.is_none() && game.replayed.plies <= most, "{plies}: {wrong:?}");
        }
    }
}
