//! `partie convert`: what comes out, that nothing is lost silently, and what happens to files when something fails.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::partie;

const GAME: &str = "[Event \"club\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                    [Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";

fn run(arguments: &[&str], folder: &Path) -> (Option<i32>, Vec<u8>, String) {
    let Output { status, stdout, stderr } = partie().current_dir(folder).args(arguments).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code(), stdout, stderr)
}

/// Converts a text, from a file; the output.
fn converted(text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), text).unwrap();
    let all: Vec<&str> = ["convert", "-q"].into_iter().chain(arguments.iter().copied()).chain(["in"]).collect();
    let (code, stdout, stderr) = run(&all, folder.path());
    (code, String::from_utf8(stdout).unwrap(), stderr)
}

/// The movetext of one game in PGN.
fn movetext(moves: &str, arguments: &[&str]) -> String {
    let all: Vec<&str> = ["--to", "pgn"].into_iter().chain(arguments.iter().copied()).collect();
    let (_, text, stderr) = converted(&format!("[White \"A\"]\n\n{moves}\n"), &all);
    let (tags, moves) = text.split_once("\n\n").unwrap_or_else(|| panic!("{text} {stderr}"));
    assert!(tags.starts_with("[Event \"?\"]"), "{tags}");
    // Its own output stays as it is.
    let (_, again, _) = converted(&text, &["--to", "pgn", "--line-length", &line_length(arguments)]);
    let plain = arguments.iter().all(|argument| argument.starts_with("--strip") || argument.contains("line-length"));
    assert!(!plain || again == text, "{text}\n{again}");
    moves.trim_end().to_owned()
}

fn line_length(arguments: &[&str]) -> String {
    arguments.iter().find_map(|argument| argument.strip_prefix("--line-length=")).unwrap_or("80").to_owned()
}

#[test]
fn a_game_of_a_variant_that_is_not_judged_is_written_as_it_is() {
    let house = "[Variant \"Crazyhouse\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:01:00]} d5 2. exd5 Qxd5 ( 2... Nf6 ) 3. P@e4 $1 *\n\n";
    let (code, text, stderr) = converted(&format!("{GAME}{house}{GAME}"), &["--to", "pgn"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{text}");
    assert_eq!(text.matches(house).count(), 1, "{text}");
    assert_eq!(text.matches("[Event \"club\"]").count(), 2, "{text}");
    let (_, split, _) = converted(house, &["--to", "pgn", "--split-variations"]);
    assert_eq!(split, house);
    let (_, other, stderr) = converted(house, &["--to", "uci"]);
    assert!(other.is_empty() && stderr.contains("V003"), "{other}{stderr}");
    let mini = "手合割：5五将棋\n先手：a\n   1 ３四歩(35)   ( 0:01/00:00:01)\n";
    assert_eq!(converted(mini, &["--to", "kif"]).1, mini);
    assert!(converted(mini, &["--to", "csa"]).1.is_empty());
    // Nothing of it can be edited, and that is said.
    for edit in ["--drop-tag=Result", "--set=Event=x", "--strip=comments"] {
        let (code, text, stderr) = converted(house, &["--to", "pgn", edit]);
        assert!(code == Some(1) && text.is_empty() && stderr.contains("V003"), "{edit}: {text}{stderr}");
    }
    // What comes from JSON has no text of its own.
    for (game, target) in [(house, "pgn"), (mini, "kif")] {
        let (_, json, _) = converted(game, &["--to", "json"]);
        let (code, text, stderr) = converted(&json, &["--to", target]);
        assert!(code == Some(1) && text.is_empty() && stderr.contains("V003"), "{target}: {text}{stderr}");
    }
}

#[test]
fn the_time_of_a_move_that_cannot_be_played_stays_beside_it() {
    let kif =
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ５五歩(53)   ( 0:07/00:00:07)\n*a remark\n   3 中断\n";
    let (_, text, _) = converted(kif, &["--to", "kif"]);
    assert!(text.contains("not converted: ５五歩(53) ( 0:07/00:00:07)") && text.contains("a remark"), "{text}");
}

#[test]
fn moves_behind_a_missing_row_are_kept() {
    let page = "WHITE.          BLACK.\n1. P-K4         P-K4\n2. Kt-KB3       Kt-QB3\n3. B-B4         B-B4\n\
                4. P-B3         Kt-B3\n5. P-Q4         PxP\n7. Kt-B3        KtxKP\n8. Castles      KtxKt\n\
                9. PxKt         BxP\n10. Q-Kt3      BxR\n";
    let (code, stdout, stderr) = converted(page, &["--to", "pgn"]);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    let (played, behind) = stdout.split_once("{not converted:").unwrap_or_else(|| panic!("{stdout}{stderr}"));
    assert!(played.trim_end().ends_with("5. d4 exd4"), "{stdout}");
    for cell in ["Kt-B3", "KtxKP", "Castles", "KtxKt", "PxKt", "BxP", "Q-Kt3", "BxR"] {
        assert!(behind.contains(cell), "{cell}: {stdout}");
    }
}

#[test]
fn moves_are_written_as_the_standard_asks() {
    for (given, arguments, wanted) in [
        ("e4 e5 Ng1f3 Nc6 Bb5 a6 0-0", &[][..], "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *"),
        ("1. e2-e4! e7e5?! 2. d4 {a} exd4 1-0", &[], "1. e4 $1 e5 $6 2. d4 {a} 2... exd4 1-0"),
        ("1. e4 (1. d4 d5 (1... Nf6)) (1. c4) e5", &[], "1. e4 (1. d4 d5 (1... Nf6)) (1. c4) 1... e5 *"),
        ("1. e4 e5 (1... c5 2. -- a6) 2. f4", &[], "1. e4 e5 (1... c5 2. -- a6) 2. f4 *"),
        ("1. e4 ; a } b\ne5 $3 N +-", &[], "1. e4 {a ) b} 1... e5 $3 $146 $18 *"),
        ("1. e4 () ( ( ) ) {} e5", &[], "1. e4 () (()) {} 1... e5 *"),
        // A variation that takes the place of a move that could not be played.
        (
            "1. e4 e5 (1... c5 2. Ke3 (2. Nf3) a6) 2. d4",
            &[],
            "1. e4 e5 (1... c5 {not converted: Ke3 ( Nf3 ) a6}) 2. d4 *",
        ),
        ("1. e4 (1. d4) ({c}) e5", &["--strip=comments"], "1. e4 (1. d4) 1... e5 *"),
        ("{a} ; b\n1. e4 * {c} ; d", &[], "{a} {b} 1. e4 {c} {d} *"),
        ("1. f4 e5 2. g4 Qh4", &[], "1. f4 e5 2. g4 Qh4# *"),
        ("1. f4 e5 2. g4 Qh4#", &["--no-checks"], "1. f4 e5 2. g4 Qh4 *"),
        ("1. e4 e5 2. Nf3", &["--no-move-numbers"], "e4 e5 Nf3 *"),
        ("1. e4 e5 2. Nf3", &["--movetext", "long"], "1. e2-e4 e7-e5 2. Ng1-f3 *"),
        ("1. e4 e5 2. Nf3", &["--movetext", "uci"], "1. e2e4 e7e5 2. g1f3 *"),
        ("1. e4 e5 2. Nf3", &["--movetext", "figurine"], "1. e4 e5 2. ♘f3 *"),
        ("1. e4 e5 2. Nf3", &["--to-letters", "de"], "1. e4 e5 2. Sf3 *"),
        ("1. e4 e5 2. Nf3", &["--to-letters", "ru"], "1. e4 e5 2. Кf3 *"),
        ("1. e4 {[%clk 0:01:00] good} e5 {[%emt 1]}", &["--strip=clocks"], "1. e4 {good} 1... e5 *"),
        ("1. e4 $1 {x} (1. d4) e5!", &["--strip=comments,nags,variations"], "1. e4 e5 *"),
        ("1. e4 e5 2. Nf3 Nc6", &["--line-length=10"], "1. e4 e5\n2. Nf3 Nc6\n*"),
        (
            "1. e4 e5",
            &["--fen-comments", "end"],
            "1. e4 e5 {rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2} *",
        ),
    ] {
        assert_eq!(movetext(given, arguments), wanted, "{given} {arguments:?}");
    }
    let each = movetext("1. e4 $1 (1. d4) e5", &["--fen-comments", "each", "--line-length", "0"]);
    assert_eq!(
        each,
        "1. e4 $1 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} (1. d4) 1... e5 \
         {rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2} *"
    );
}

#[test]
fn tags_stand_in_the_order_of_the_roster() {
    let given =
        "[Result \"1-0\"]\n[White \"A \\\"B\\\"\"]\n[PlyCount \"9\"]\n[Annotator \"C\"]\n[White \"D\"]\n\n1. e4 1-0";
    let (code, text, stderr) = converted(given, &["--to", "pgn", "--ply-count"]);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"B\\\"\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[Annotator \"C\"]\n[White \"D\"]\n[PlyCount \"9\"]\n\n1. e4 1-0\n\n"
    );
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    // What the record says stays where moves may be missing, and only there.
    for (says, arguments, wanted) in [
        ("9", &["--add", "plycount"][..], "9"),
        ("2", &["--ply-count"], "3"),
        ("?", &["--ply-count"], "3"),
        ("9", &["--ply-count", "--plies", "1..2"], "2"),
    ] {
        let given = format!("[PlyCount \"{says}\"]\n\n1. e4 e5 2. Nf3 *");
        let (_, text, _) = converted(&given, &[&["--to", "pgn"], arguments].concat());
        assert!(text.contains(&format!("[PlyCount \"{wanted}\"]")), "{says} {arguments:?}: {text}");
    }
    let (_, text, _) = converted("1. e4 e5 1/2-1/2", &["--to", "pgn"]);
    assert_eq!(text, "1. e4 e5 1/2-1/2\n\n");
    let (_, text, _) = converted("[White \"Dvo\u{159}\u{e1}k\"]\n\n1. e4 *", &["--to", "pgn"]);
    assert!(text.contains("Dvořák"), "{text}");
}

#[test]
fn output_goes_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    let second =
        GAME.replace("\"A\"", "\"../C\"").replace("1. e4", "1. d4").replace("Bb5", "Bg5").replace("e5 ", "d5 ");
    fs::write(path.join("in/one.pgn"), GAME.repeat(3) + &second).unwrap();
    fs::create_dir(path.join("in/deep")).unwrap();
    fs::write(path.join("in/deep/two.pgn"), GAME).unwrap();
    let names = |folder: &str| {
        let mut names: Vec<String> = walkdir::WalkDir::new(path.join(folder))
            .into_iter()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| entry.path().strip_prefix(path.join(folder)).unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    let ok = |arguments: &[&str]| {
        let (code, stdout, stderr) = run(arguments, path);
        assert!(code == Some(0) && stdout.is_empty(), "{code:?} {stderr}");
    };
    ok(&["convert", "--to", "uci", "--out-dir", "a", "in"]);
    assert_eq!(names("a"), ["deep/two.uci", "one.uci"]);
    ok(&["convert", "--to", "pgn", "--out-dir", "b", "--games-per-file", "3", "in/one.pgn"]);
    assert_eq!(names("b"), ["one-1.pgn", "one-2.pgn"]);
    assert_eq!(fs::read_to_string(path.join("b/one-1.pgn")).unwrap(), GAME.repeat(3));
    ok(&["convert", "--to", "pgn", "--out-dir", "c", "--split-by", "White", "in"]);
    assert_eq!(names("c"), ["A.pgn", "_C.pgn"]);
    assert_eq!(fs::read_to_string(path.join("c/A.pgn")).unwrap(), GAME.repeat(4));
    for (name, magic) in [("x.pgn.gz", &[0x1f, 0x8b][..]), ("x.pgn.zst", &[0x28, 0xb5]), ("x.pgn.bz2", b"BZh")] {
        ok(&["convert", "--to", "pgn", "-o", name, "in"]);
        assert!(fs::read(path.join(name)).unwrap().starts_with(magic));
        let (code, stdout, _) = run(&["convert", "--to", "pgn", name], path);
        assert_eq!(code, Some(0));
        let (_, straight, _) = run(&["convert", "--to", "pgn", "in"], path);
        assert_eq!(stdout, straight);
    }
    assert!(names(".").iter().all(|name| !name.ends_with(".partie")), "{:?}", names("."));
    let usi = "position startpos moves 7g7f\nposition startpos moves 2g2f\n";
    fs::write(path.join("g.usi"), usi).unwrap();
    ok(&["convert", "--to", "jkf", "--out-dir", "d", "g.usi"]);
    assert_eq!(names("d"), ["g-2.jkf", "g.jkf"]);
}

/// What is said above a game is none of it, a result neither.
#[test]
fn a_result_in_text_before_a_game_is_not_its_own() {
    for (tags, token) in [("[Result \"0-1\"]", "0-1"), ("[Event \"A\"]", "*")] {
        let text = format!("Smith beat Jones 1-0 in a fine game.\n\n{tags}\n\n1. e4 e5\n");
        let (_, pgn, stderr) = converted(&text, &["--to", "pgn"]);
        assert!(pgn.trim_end().ends_with(&format!("1. e4 e5 {token}")), "{pgn}{stderr}");
        let (_, json, _) = converted(&text, &["--to", "json"]);
        assert!(!json.contains("\"outcome\""), "{json}");
    }
}

/// The token of a record in JSON is what counts, whatever stands beside it.
#[test]
fn a_result_that_was_edited_in_json_counts() {
    let (_, json, _) = converted("[Variant \"Shogi\"]\n[Result \"1-0\"]\n\n1. Pc4 Pg6 1-0\n", &["--to", "json"]);
    assert!(json.contains("\"1-0\"") && !json.contains("\"outcome\""), "{json}");
    let (_, json, _) = converted("[Result \"1-0\"]\n\n1. e4 e5 1-0\n", &["--to", "json"]);
    let edited = json.trim_end().strip_suffix('}').unwrap().to_owned() + ",\"outcome\":\"0-1\"}\n";
    let (_, pgn, stderr) = converted(&edited, &["--to", "pgn"]);
    assert!(pgn.trim_end().ends_with("1. e4 e5 1-0"), "{edited}{pgn}{stderr}");
}

/// More values than files may be open at once.
#[test]
fn many_values_of_a_tag() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let text: String = (0..600).map(|n| GAME.replace("\"A\"", &format!("\"P{}\"", n % 200))).collect();
    fs::write(path.join("in.pgn"), text).unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "pgn", "--out-dir", "out", "--split-by", "White", "in.pgn"], path);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(fs::read_dir(path.join("out")).unwrap().count(), 200);
    assert_eq!(fs::read_to_string(path.join("out/P7.pgn")).unwrap(), GAME.replace("\"A\"", "\"P7\"").repeat(3));
}

#[test]
fn an_output_that_is_an_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    fs::hard_link(path.join("a.pgn"), path.join("b.pgn")).unwrap();
    for arguments in [
        &["-o", "a.pgn", "a.pgn"][..],
        &["-o", "b.pgn", "a.pgn"],
        &["-o", "./a.pgn", "."],
        &["--out-dir", ".", "a.pgn"],
        &["--out-dir", ".", "--split-by", "Site", "a.pgn", "unknown.pgn"],
    ] {
        fs::write(path.join("unknown.pgn"), GAME).unwrap();
        let all: Vec<&str> = ["convert", "--to", "pgn"].into_iter().chain(arguments.iter().copied()).collect();
        let (code, _, stderr) = run(&all, path);
        assert!(code == Some(2) && stderr.contains("error[X003]"), "{arguments:?} {stderr}");
        assert_eq!(fs::read_to_string(path.join("a.pgn")).unwrap(), GAME);
        assert_eq!(fs::read_to_string(path.join("unknown.pgn")).unwrap(), GAME);
        assert_eq!(fs::read_dir(path).unwrap().count(), 3, "a temporary file stays");
    }
}

#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "pgn", "-o", "none/x.pgn", "a.pgn"], path);
    assert!(code == Some(2) && stderr.contains("error[X002]: cannot write none/x.pgn"), "{stderr}");
    let (code, _, stderr) = run(&["convert", "--to", "pgn", "-o", ".", "a.pgn"], path);
    assert!(code == Some(2) && stderr.contains("error[X002]"), "{stderr}");
    #[cfg(target_os = "linux")]
    {
        let (code, _, stderr) = run(&["convert", "--to", "pgn", "-o", "/dev/full", "a.pgn"], path);
        assert!(code == Some(2) && stderr.contains("error[X004]: cannot write /dev/full"), "{stderr}");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output =
            partie().current_dir(path).args(["convert", "--to", "pgn", "a.pgn"]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("error[X004]"));
    }
    // An input that breaks off must not replace what is complete.
    fs::write(path.join("old.pgn"), "old").unwrap();
    let packed = zstd::encode_all(GAME.repeat(5000).as_bytes(), 3).unwrap();
    fs::write(path.join("half.pgn.zst"), &packed[..packed.len() / 2]).unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "pgn", "-o", "old.pgn", "half.pgn.zst"], path);
    assert!(code == Some(2) && stderr.contains("error[X001]"), "{stderr}");
    assert_eq!(fs::read_to_string(path.join("old.pgn")).unwrap(), "old");
    let (code, ..) = run(&["convert", "--to", "pgn", "--on-broken", "fail", "-o", "old.pgn", "bad.pgn"], path);
    assert_eq!(code, Some(2));
    fs::write(path.join("bad.pgn"), "1. e4 e5 2. Ke4 *").unwrap();
    let (code, ..) = run(&["convert", "--to", "pgn", "--on-broken", "fail", "-o", "old.pgn", "bad.pgn"], path);
    assert_eq!(code, Some(1));
    assert_eq!(fs::read_to_string(path.join("old.pgn")).unwrap(), "old");
}

#[cfg(unix)]
#[test]
fn folders_and_files_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    let locked = path.join("locked");
    fs::create_dir(&locked).unwrap();
    fs::write(locked.join("old.uci"), "old").unwrap();
    // A file that is marked as read-only is refused whoever asks.
    fs::set_permissions(locked.join("old.uci"), fs::Permissions::from_mode(0o444)).unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "uci", "-o", "locked/old.uci", "a.pgn"], path);
    assert!(code == Some(2) && stderr.contains("error[X002]"), "{stderr}");
    fs::set_permissions(locked.join("old.uci"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(locked.join("probe"), "").is_ok() {
        println!("this user writes everywhere: read-only folders skipped");
    } else {
        let (code, _, stderr) = run(&["convert", "--to", "uci", "-o", "locked/old.uci", "a.pgn"], path);
        assert!(code == Some(2) && stderr.contains("error[X002]"), "{stderr}");
        assert_eq!(fs::read_to_string(locked.join("old.uci")).unwrap(), "old");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    let (code, ..) = run(&["convert", "--to", "uci", "-o", "locked/old.uci", "a.pgn"], path);
    assert_eq!(code, Some(0));
    assert_eq!(fs::read_to_string(locked.join("old.uci")).unwrap(), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\n");
    assert_eq!(fs::metadata(locked.join("old.uci")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn killed_in_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("old.pgn"), "old").unwrap();
    let mut child = partie()
        .current_dir(path)
        .args(["convert", "--to", "pgn", "-o", "old.pgn", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(GAME.repeat(20_000).as_bytes()).unwrap();
    let written = temporary(path, "").expect("a temporary file");
    assert!(fs::metadata(written).unwrap().len() > 0, "nothing was written before the end");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(path.join("old.pgn")).unwrap(), "old");
    // What is left does not disturb the next run.
    fs::write(path.join("a.pgn"), GAME).unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "uci", "-o", "old.pgn", "a.pgn"], path);
    assert_eq!(code, Some(0), "{stderr}");
}

/// A file that is not complete.
fn temporary(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut paths = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    paths.find(|path| path.to_str().is_some_and(|path| path.ends_with(".partie") && path.contains(name)))
}

#[cfg(unix)]
#[test]
fn interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    fs::write(path.join("old.pgn"), "old").unwrap();
    let games = GAME.repeat(20_000);
    for (arguments, place, kept, said) in [
        (&["-o", "old.pgn", "-"][..], ".", &["a.pgn", "old.pgn"][..], "old.pgn is unchanged"),
        (&["-o", "new.pgn.zst", "-j", "1", "-"], ".", &["a.pgn", "old.pgn"], "new.pgn.zst is unchanged"),
        (&["--out-dir", "one", "a.pgn", "-"], "one", &["a.pgn"], "1 file was complete and is kept in one"),
        (
            &["--out-dir", "two", "--games-per-file", "6000", "-"],
            "two",
            &["stdin-1.pgn", "stdin-2.pgn", "stdin-3.pgn"],
            "",
        ),
        (&["--out-dir", "three", "--split-by", "White", "a.pgn", "-"], "three", &[], "no file was complete"),
    ] {
        for signal in ["-INT", "-TERM"] {
            let mut command = partie();
            command.current_dir(path).args(["convert", "--to", "pgn"]).args(arguments);
            let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            // It waits for more when the signal comes: the input is not closed.
            let mut stdin = child.stdin.take().unwrap();
            stdin.write_all(games.as_bytes()).unwrap();
            let start = Instant::now();
            // In `one` the first input has a file, too, until it is complete.
            let name = if place == "one" { ".stdin" } else { "" };
            while temporary(&path.join(place), name).is_none() {
                assert!(start.elapsed() < Duration::from_secs(60), "{arguments:?}: no temporary file");
                std::thread::sleep(Duration::from_millis(2));
            }
            let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
            let output = child.wait_with_output().unwrap();
            drop(stdin);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{arguments:?} {signal} {stderr}");
            assert!(stderr.starts_with("interrupted; ") && stderr.contains(said), "{arguments:?} {stderr}");
            let left = files(&path.join(place));
            assert!(left.iter().all(|name| kept.contains(&name.as_str())), "{arguments:?} {left:?}");
            assert_eq!(fs::read_to_string(path.join("old.pgn")).unwrap(), "old");
            for name in &left {
                // What is there is whole.
                assert!(place == "." || fs::read_to_string(path.join(place).join(name)).unwrap().ends_with("*\n\n"));
            }
        }
    }
}

#[test]
fn no_file_without_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    fs::write(path.join("in/COUNTS.tsv"), "file\tgames\na.pgn\t1\n").unwrap();
    fs::write(path.join("in/a.pgn"), GAME).unwrap();
    fs::write(path.join("in/b.pgn"), GAME).unwrap();
    fs::write(path.join("in/bad.pgn"), "1. e4 e5 2. Ke4 *").unwrap();
    let at = |out: &str| files(&path.join(out));
    let (code, _, stderr) = run(&["convert", "--to", "pgn", "--out-dir", "all", "in"], path);
    assert_eq!((code, at("all")), (Some(1), ["a.pgn", "b.pgn", "bad.pgn"].map(String::from).to_vec()), "{stderr}");
    assert!(stderr.contains("3 games, 14 plies to pgn"), "{stderr}");
    let skip = ["convert", "--to", "pgn", "--on-broken", "skip", "--drop-duplicates", "--out-dir"];
    let (code, _, stderr) = run(&[&skip[..], &["some", "in"]].concat(), path);
    assert_eq!((code, at("some")), (Some(1), vec!["a.pgn".to_owned()]), "{stderr}");
    assert!(stderr.contains("1 game, 6 plies to pgn"), "{stderr}");
    assert!(stderr.contains(": 1 game left out, 1 copy not written"), "{stderr}");
    // What stood there stays.
    fs::create_dir(path.join("none")).unwrap();
    fs::write(path.join("none/bad.pgn"), "old").unwrap();
    for (target, input, status) in [("pgn", "in/COUNTS.tsv", 2), ("pgn", "in/bad.pgn", 1), ("kif", "in/a.pgn", 1)] {
        let arguments = ["convert", "--to", target, "--on-broken", "skip", "--out-dir", "none", input];
        let (code, _, stderr) = run(&arguments, path);
        assert_eq!((code, at("none")), (Some(status), vec!["bad.pgn".to_owned()]), "{input} {stderr}");
        assert_eq!(stderr.contains("error[X005]"), status == 2, "{stderr}");
    }
    assert_eq!(fs::read_to_string(path.join("none/bad.pgn")).unwrap(), "old");
    // One output that is named is made in any case: it holds no games.
    let (code, ..) = run(&["convert", "--to", "pgn", "--on-broken", "skip", "-o", "one.pgn", "in/bad.pgn"], path);
    assert_eq!((code, fs::read(path.join("one.pgn")).unwrap().len()), (Some(1), 0));
}

/// The names in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file());
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A disk of 1 MiB, where the system lets us make one; full at several offsets.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mount = |arguments: &[&str]| Command::new("mount").args(arguments).arg(&disk).output();
    if !mount(&["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).is_ok_and(|output| output.status.success()) {
        return println!("no disk can be mounted here: skipped");
    }
    fs::write(folder.path().join("a.pgn"), GAME.repeat(20_000)).unwrap();
    for (filler, name) in [(0, "old.pgn"), (500_000, "old.pgn"), (1_000_000, "old.pgn"), (1_040_000, "old.pgn.zst")] {
        fs::write(disk.join("filler"), vec![0; filler]).unwrap();
        fs::write(disk.join(name), "old").unwrap();
        // Zeros compress; noise does not.
        fs::write(disk.join("rest"), vec![0; 1 << 20]).ok().filter(|()| filler > 1_000_000);
        let target = format!("disk/{name}");
        let (code, _, stderr) = run(&["convert", "--to", "pgn", "-o", &target, "a.pgn"], folder.path());
        let old = fs::read_to_string(disk.join(name)).unwrap();
        let left: Vec<_> = fs::read_dir(&disk).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        for name in ["filler", "rest", name] {
            let _ = fs::remove_file(disk.join(name));
        }
        assert!(code == Some(2) && stderr.contains("error[X004]"), "{filler} {code:?} {stderr}");
        assert_eq!(old, "old");
        assert!(left.iter().all(|name| !name.to_str().unwrap().ends_with(".partie")), "{left:?}");
    }
    Command::new("umount").arg(&disk).output().unwrap();
}

#[test]
fn shogi_in_the_older_encoding() {
    let text = "先手：é\n手合割：平手\n*9:00〜10:00 中終盤—☗優勢‖☖\n   1 ７六歩(77)\n   2 投了\n";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.kifu"), text).unwrap();
    let arguments = ["convert", "-q", "--to", "kif", "--to-encoding", "shift_jis", "--newline", "crlf", "in.kifu"];
    let (code, out, stderr) = run(&arguments, folder.path());
    assert_eq!(code, Some(0), "{stderr}");
    let holds = |part: &[u8]| out.windows(part.len()).any(|window| window == part);
    assert!(holds(b"9:00\x81\x6010:00") && holds(b"\x81\x5c\x81\xa3"), "{out:x?}");
    assert!(holds(b"\x81\x61\x81\xa2\r\n"), "{out:x?}");
    let feeds = out.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(feeds, out.windows(2).filter(|pair| pair == b"\r\n").count());
    assert!(stderr.contains("V002") && stderr.contains("'é' in line 3"), "{stderr}");
    // Between games, too.
    let two = "PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%TORYO\n";
    let (_, out, _) = converted(two, &["--to", "csa", "--newline", "crlf"]);
    assert!(out.contains("%TORYO\r\n/\r\nV2.2\r\n") && !out.replace("\r\n", "").contains('\n'), "{out:?}");
}

#[test]
fn games_without_a_code_go_with_those_that_have_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = |tags: &str, moves: &str| format!("[Event \"x\"]\n{tags}\n{moves} *\n\n");
    let najdorf = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6";
    let text = [
        game("", najdorf),
        game("[ECO \"?\"]\n", najdorf),
        game("[ECO \"-\"]\n", "1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6"),
        // What a tag says is not doubted here.
        game("[ECO \"C42\"]\n", najdorf),
        // No code is known where nothing was played, nor of another game.
        game("", ""),
        game("[Variant \"Glinski\"]\n", "1. b1-b2 h7-h5"),
        // In descriptive notation as well, and where the game breaks off.
        game("", "1. P-K4 P-QB4 2. Kt-KB3 P-Q3 3. P-Q4 PxP 4. KtxP Kt-KB3 5. Kt-QB3 P-QR3"),
        game("", &format!("{najdorf} 6. Qa8")),
    ];
    fs::write(path.join("in.pgn"), text.concat()).unwrap();
    let split = |jobs: &str| {
        let arguments = ["convert", "-q", "--to", "pgn", "--split-by", "ECO", "-j", jobs, "--out-dir", jobs, "in.pgn"];
        let (code, _, stderr) = run(&arguments, path);
        assert!(code.is_some_and(|code| code < 2), "{stderr}");
        let mut counts: Vec<(String, usize)> = fs::read_dir(path.join(jobs))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|file| (file.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&file).unwrap()))
            .map(|(name, text)| (name, text.matches("[Event ").count()))
            .collect();
        counts.sort();
        counts
    };
    let files = [("B90.pgn", 5), ("C42.pgn", 1), ("unknown.pgn", 2)].map(|(name, games)| (name.to_owned(), games));
    assert_eq!(split("1"), files);
    assert_eq!(split("2"), files);
    // No code is written into a record that gives none.
    let written = fs::read_to_string(path.join("1/B90.pgn")).unwrap();
    assert_eq!(written.matches("[ECO \"B90\"]").count(), 0);
    // The same codes as those of the tables.
    let (_, _, stderr) = run(&["analyze", "-q", "--format", "csv", "-o", "out", "in.pgn"], path);
    let table = walkdir::WalkDir::new(path.join("out/games")).into_iter().map(Result::unwrap);
    let table =
        table.filter(|entry| entry.file_type().is_file()).map(|entry| fs::read_to_string(entry.path()).unwrap());
    assert_eq!(table.collect::<String>().matches(",B90,").count(), 6, "{stderr}");
}

/// Files that are made safe together have their names and no others, whether they take a place or not.
#[test]
fn many_files_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let games = |moves: &str| -> String {
        (0..300).map(|name| format!("[White \"Player {name}\"]\n[Result \"*\"]\n\n{moves} *\n\n")).collect()
    };
    for (moves, wanted) in [("1. e4 e5", "e2e4 e7e5\n"), ("1. d4 d5 2. c4", "d2d4 d7d5 c2c4\n")] {
        fs::write(path.join("a.pgn"), games(moves)).unwrap();
        for more in [&["--split-by", "White"][..], &["--games-per-file", "2"]] {
            let (code, _, stderr) =
                run(&[&["convert", "--to", "uci", "--out-dir", "out", "a.pgn"], more].concat(), path);
            assert_eq!(code, Some(0), "{stderr}");
        }
        let made = files(&path.join("out"));
        assert_eq!(made.len(), 300 + 150, "{made:?}");
        assert!(made.iter().all(|name| !name.starts_with('.')), "{made:?}");
        assert_eq!(fs::read_to_string(path.join("out/Player 299.uci")).unwrap(), wanted);
        assert_eq!(fs::read_to_string(path.join("out/a-150.uci")).unwrap(), wanted.repeat(2));
    }
}

/// A game that the target does not hold leaves nothing behind in the game after it.
#[test]
fn games_of_another_kind_are_left_out() {
    let chess = "[White \"A\"]\n\n1. e4 {a comment of some length} e5 2. Nf3 Nc6 *\n\n";
    let hex = "[White \"B\"]\n[Variant \"Glinski\"]\n\n1. b1-b2 {another one} b7-b6 *\n\n";
    let long = format!("[White \"{}\"]\n\n1. d4 *\n\n", "x".repeat(300));
    for target in ["kober", "descriptive", "iccf", "uci", "epd"] {
        let alone = converted(&[chess, chess].concat(), &["--to", target]).1;
        let (code, text, stderr) = converted(&[chess, hex, chess].concat(), &["--to", target]);
        assert!(code == Some(1) && text == alone && stderr.contains("V003"), "{target}: {stderr}");
        let (_, _, stderr) = converted(&[&long, hex, hex, chess].concat(), &["--to", target]);
        assert_eq!(stderr.matches("V003").count(), 2, "{target}: {stderr}");
    }
}
