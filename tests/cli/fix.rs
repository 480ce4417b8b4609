//! `partie fix`: what it proposes, and what it does to files.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use serde_json::Value;

use crate::common::{feed, partie, root, run_in};

/// A game with castling zeros and a check mark that is wrong.
const ZEROS: &str = "[Event \"A\"]\n[Site \"?\"]\n[Date \"1998.03.01\"]\n[Round \"1\"]\n[White \"Novak\"]\n\
    [Black \"Dvorak\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3+ Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *\n";
/// A sound one.
const SOUND: &str = "[Event \"B\"]\n[Site \"?\"]\n[Date \"1998.03.01\"]\n[Round \"1\"]\n[White \"Novak\"]\n\
    [Black \"Dvorak\"]\n[Result \"*\"]\n\n1. d4   d5 ; as it stood in the paper\n*\n";
/// One whose third move can only be a misprint.
const BROKEN: &str = "[Event \"C\"]\n[Site \"?\"]\n[Date \"1998.03.01\"]\n[Round \"1\"]\n[White \"Novak\"]\n\
    [Black \"Dvorak\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5\n7. Bb3 d6 *\n";

fn zeros_fixed() -> String {
    ZEROS.replace("Nf3+", "Nf3").replace("0-0", "O-O")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn rows(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn only_what_is_certain_is_written_and_nothing_else_changes() {
    let folder = folder();
    let text = [ZEROS, SOUND, BROKEN, ZEROS].join("\n");
    for (end, chunk) in [("\n", "100000"), ("\r\n", "1"), ("\n", "300"), ("\r\n", "300")] {
        let with_ends = |text: &str| text.replace('\n', end);
        fs::write(folder.path().join("a.pgn"), with_ends(&text)).unwrap();
        let dry = run_in(&["fix", "-q", "a.pgn", "--chunk", chunk], folder.path());
        assert_eq!((dry.0, fs::read_to_string(folder.path().join("a.pgn")).unwrap()), (Some(1), with_ends(&text)));
        // Something likely is left.
        let (exit, stdout, stderr) = run_in(&["fix", "--write", "a.pgn", "--chunk", chunk], folder.path());
        assert_eq!(exit, Some(1), "{stdout}{stderr}");
        assert!(stderr.contains("6 edits written to 1 file"), "{stderr}");
        let wanted = with_ends(&[&zeros_fixed(), SOUND, BROKEN, &zeros_fixed()].join("\n"));
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), wanted, "slices of {chunk}");
        let (exit, ..) = run_in(&["fix", "--write=likely", "a.pgn", "--chunk", chunk], folder.path());
        let wanted = wanted.replace("Bb6", "Bb5");
        assert_eq!((exit, fs::read_to_string(folder.path().join("a.pgn")).unwrap()), (Some(0), wanted));
        let (exit, stdout, _) = run_in(&["fix", "--write=likely", "a.pgn"], folder.path());
        assert_eq!((exit, stdout.as_str()), (Some(0), ""), "a second time changes nothing");
    }
}

#[test]
fn a_file_without_edits_is_not_touched() {
    let folder = folder();
    let path = folder.path().join("a.pgn");
    fs::write(&path, SOUND).unwrap();
    let before = fs::metadata(&path).unwrap();
    let (exit, stdout, stderr) = run_in(&["fix", "--write=likely", "--backup", "a.pgn"], folder.path());
    assert_eq!((exit, stdout.as_str()), (Some(0), ""), "{stderr}");
    let after = fs::metadata(&path).unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        assert_eq!(before.ino(), after.ino());
    }
    assert_eq!(names(folder.path()), ["a.pgn"]);
}

#[test]
fn validate_finds_less_afterwards() {
    let folder = folder();
    for name in ["fixtures/club.pgn", "fixtures/kober/scan.txt"] {
        let path = folder.path().join(Path::new(name).file_name().unwrap());
        fs::copy(root().join(name), &path).unwrap();
        let path = path.to_str().unwrap();
        let findings = || {
            let (_, stdout, _) = run_in(&["validate", "-q", "--format", "jsonl", path], folder.path());
            rows(&stdout).last().unwrap()["errors"].as_u64().unwrap()
        };
        let before = findings();
        assert!(run_in(&["fix", "-q", "--write=likely", path], folder.path()).0 < Some(2));
        assert!(findings() < before, "{name}");
        assert_eq!(run_in(&["fix", "-q", "--write=likely", path], folder.path()).0, Some(0));
    }
}

#[test]
fn rows_have_what_the_schema_promises() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), [BROKEN, SOUND, ZEROS].join("\n")).unwrap();
    let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "--moves", "a.pgn"], folder.path());
    let rows = rows(&stdout);
    let [broken, zeros, summary] = rows.as_slice() else { panic!("{stdout}") };
    assert_eq!((&broken["type"], &broken["game"], &broken["grade"]), (&"repair".into(), &1.into(), &"likely".into()));
    assert_eq!((&broken["whole"], &broken["reach"]), (&true.into(), &14.into()));
    assert_eq!(broken["moves"], "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6");
    let edit = &broken["edits"][0];
    assert_eq!((&edit["op"], &edit["ply"], &edit["was"]), (&"replace".into(), &5.into(), &"Bb6".into()));
    let span = edit["span"].as_array().unwrap();
    let span = [&span[0], &span[1]].map(|at| at.as_u64().unwrap() as usize);
    let text = fs::read(folder.path().join("a.pgn")).unwrap();
    assert_eq!(&text[span[0]..span[1]], b"Bb6");
    assert!(broken["others"].is_array() && broken["evidence"].is_array() && broken.get("margin").is_some());
    assert_eq!(
        (&zeros["game"], &zeros["grade"], zeros["edits"].as_array().unwrap().len()),
        (&3.into(), &"certain".into(), 3)
    );
    assert_eq!((&summary["type"], &summary["certain"], &summary["likely"]), (&"summary".into(), &3.into(), &1.into()));
    let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "a.pgn"], folder.path());
    assert!(!stdout.contains("\"moves\""));
}

#[test]
fn wrong_usage_is_said() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), ZEROS).unwrap();
    for (arguments, wanted) in [
        (&["fix", "--write=guess", "a.pgn"][..], "invalid value 'guess'"),
        (&["fix", "--write", "-"], "standard input cannot be changed in place"),
        (&["fix", "-o", "b.pgn", "a.pgn"], "--write"),
        (&["fix", "--write", "-o", "b.pgn", "a.pgn", "a.pgn"], "one input"),
        (&["fix", "--write", "-o", "b.pgn", "."], "a folder"),
        (&["fix", "--write", "-o", "./a.pgn", "a.pgn"], "is the input"),
        (&["fix", "--write", "--log", "a.pgn", "a.pgn"], "one of the inputs"),
        (&["fix", "--write", "--backup=/x", "a.pgn"], "no suffix"),
        (&["fix", "--backup", "a.pgn"], "--write"),
        (&["fix", "--moves", "a.pgn"], "jsonl"),
        (&["fix", "--diff", "--format", "jsonl", "a.pgn"], "cannot be used with"),
        (&["fix", "--select", "Q1", "a.pgn"], "no finding code"),
        (&["fix", "none.pgn"], "error[X001]"),
    ] {
        let (exit, stdout, stderr) = run_in(arguments, folder.path());
        assert_eq!((exit, stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(stderr.contains(wanted), "{arguments:?}: {stderr}");
        assert_eq!(names(folder.path()), ["a.pgn"]);
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), ZEROS);
    }
}

#[test]
fn odd_files_are_left_alone() {
    let folder = folder();
    let garbage: Vec<u8> = (0..200_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for bytes in [&b""[..], b"\n\n", b"no game at all", &garbage] {
        fs::write(folder.path().join("a.pgn"), bytes).unwrap();
        let (exit, _, stderr) = run_in(&["fix", "--write=likely", "a.pgn"], folder.path());
        assert!(exit == Some(2) || exit == Some(0), "{exit:?} {stderr}");
        assert_eq!(fs::read(folder.path().join("a.pgn")).unwrap(), bytes);
        assert_eq!(names(folder.path()), ["a.pgn"]);
    }
}

#[test]
fn a_folder_is_gone_through_and_copies_of_originals_are_not() {
    let folder = folder();
    fs::create_dir(folder.path().join("in")).unwrap();
    for name in ["in/a.pgn", "in/b.pgn", "c.pgn"] {
        fs::write(folder.path().join(name), ZEROS).unwrap();
    }
    // The same file by two names is put right once.
    let (exit, _, stderr) = run_in(&["fix", "--write", "--backup", ".", "in", "c.pgn"], folder.path());
    assert_eq!(exit, Some(0), "{stderr}");
    assert!(stderr.contains("3 games") && stderr.contains("9 edits written to 3 files"), "{stderr}");
    for name in ["in/a.pgn", "in/b.pgn", "c.pgn"] {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), zeros_fixed());
        assert_eq!(fs::read_to_string(folder.path().join(format!("{name}~"))).unwrap(), ZEROS);
    }
    let (exit, _, stderr) = run_in(&["fix", "--write", "."], folder.path());
    assert_eq!(exit, Some(0), "{stderr}");
    assert_eq!(fs::read_to_string(folder.path().join("c.pgn~")).unwrap(), ZEROS);
}

#[test]
fn a_copy_that_is_there_is_never_overwritten() {
    let folder = folder();
    fs::write(folder.path().join("a.pgn"), ZEROS).unwrap();
    fs::write(folder.path().join("a.pgn.old"), "somebody's").unwrap();
    let (exit, _, stderr) = run_in(&["fix", "--write", "--backup=.old", "a.pgn"], folder.path());
    assert_eq!(exit, Some(2));
    assert!(stderr.contains("is there already"), "{stderr}");
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), ZEROS);
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn.old")).unwrap(), "somebody's");
}

#[test]
fn packed_files_and_pipes_go_to_another_file() {
    let folder = folder();
    let packed = |text: &[u8]| {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        out.write_all(text).unwrap();
        out.finish().unwrap()
    };
    fs::write(folder.path().join("a.pgn.gz"), packed(ZEROS.as_bytes())).unwrap();
    let before = fs::read(folder.path().join("a.pgn.gz")).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "--write", "a.pgn.gz"], folder.path());
    assert_eq!(exit, Some(2));
    assert!(stderr.contains("compressed (gzip)") && stderr.contains("-o FILE"), "{stderr}");
    assert_eq!(fs::read(folder.path().join("a.pgn.gz")).unwrap(), before);
    for out in ["b.pgn", "b.pgn.gz"] {
        let (exit, _, stderr) = run_in(&["fix", "--write", "-o", out, "a.pgn.gz"], folder.path());
        assert_eq!(exit, Some(0), "{stderr}");
        let bytes = fs::read(folder.path().join(out)).unwrap();
        let mut text = String::new();
        match out {
            "b.pgn" => text = String::from_utf8(bytes).unwrap(),
            _ => drop(flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap()),
        }
        assert_eq!(text, zeros_fixed());
    }
    let out = folder.path().join("c.pgn");
    let output = feed(&["fix", "--write", "-o", out.to_str().unwrap(), "-"], [SOUND, ZEROS].join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read_to_string(&out).unwrap(), [SOUND, &zeros_fixed()].join("\n"));
    // Without an edit the file is a copy.
    let output = feed(&["fix", "--write", "-o", out.to_str().unwrap(), "-"], SOUND.as_bytes());
    assert_eq!((output.status.code(), fs::read_to_string(&out).unwrap().as_str()), (Some(0), SOUND));
    // What is no record takes nobody's place.
    let output = feed(&["fix", "--write", "-o", out.to_str().unwrap(), "-"], b"");
    assert_eq!((output.status.code(), fs::read_to_string(&out).unwrap().as_str()), (Some(2), SOUND));
}

#[test]
fn utf16_is_refused() {
    let folder = folder();
    let bytes: Vec<u8> = format!("\u{feff}{ZEROS}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("a.pgn"), &bytes).unwrap();
    for arguments in [&["fix", "--write", "a.pgn"][..], &["fix", "--write", "-o", "b.pgn", "a.pgn"]] {
        let (exit, _, stderr) = run_in(arguments, folder.path());
        assert_eq!(exit, Some(2));
        assert!(stderr.contains("UTF-16"), "{stderr}");
        assert_eq!(fs::read(folder.path().join("a.pgn")).unwrap(), bytes);
        assert_eq!(names(folder.path()), ["a.pgn"]);
    }
}

#[test]
fn bytes_of_other_encodings_stay() {
    let folder = folder();
    let latin = ZEROS.replace("Novak", "M\u{fc}ller").replace("e4 e5", "e4 {sch\u{f6}n} e5");
    let bytes: Vec<u8> = latin.chars().map(|character| character as u8).collect();
    fs::write(folder.path().join("a.pgn"), &bytes).unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write", "a.pgn"], folder.path()).0, Some(0));
    let fixed = latin.replace("Nf3+", "Nf3").replace("0-0", "O-O");
    let wanted: Vec<u8> = fixed.chars().map(|character| character as u8).collect();
    assert_eq!(fs::read(folder.path().join("a.pgn")).unwrap(), wanted);

    // A record of shogi that declares another encoding than its own, and whose sentence counts wrongly.
    let kif = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：山田\n後手：佐藤\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で先手の勝ち\n";
    let sjis = |text: &str| {
        let (bytes, _, missing) = encoding_rs::SHIFT_JIS.encode(text);
        assert!(!missing);
        bytes.into_owned()
    };
    fs::write(folder.path().join("a.kif"), sjis(kif)).unwrap();
    let (exit, stdout, stderr) = run_in(&["fix", "--write", "a.kif"], folder.path());
    assert_eq!(exit, Some(0), "{stdout}{stderr}");
    let wanted = kif.replace("encoding=UTF-8", "encoding=Shift_JIS").replace("まで3手", "まで2手");
    assert_eq!(fs::read(folder.path().join("a.kif")).unwrap(), sjis(&wanted), "{stdout}");
}

#[test]
fn the_log_tells_of_every_edit() {
    let folder = folder();
    for name in ["a.pgn", "b.pgn"] {
        fs::write(folder.path().join(name), ZEROS).unwrap();
    }
    assert_eq!(run_in(&["fix", "-q", "--write", "--log", "log.csv", "a.pgn"], folder.path()).0, Some(0));
    assert_eq!(run_in(&["fix", "-q", "--write", "--log", "log.csv", "b.pgn"], folder.path()).0, Some(0));
    let row = |path: &str, ply: u32, was: &str, is: &str| format!("{path},1,Novak - Dvorak,{ply},{was},{is},certain\n");
    let of = |path: &str| row(path, 3, "Nf3+", "Nf3") + &row(path, 7, "0-0", "O-O") + &row(path, 10, "0-0", "O-O");
    let wanted = format!("path,game,players,ply,was,is,grade\n{}{}", of("a.pgn"), of("b.pgn"));
    assert_eq!(fs::read_to_string(folder.path().join("log.csv")).unwrap(), wanted);
    fs::write(folder.path().join("a.pgn"), ZEROS).unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write", "--log", "log.jsonl", "a.pgn"], folder.path()).0, Some(0));
    let rows = rows(&fs::read_to_string(folder.path().join("log.jsonl")).unwrap());
    assert_eq!(
        (rows.len(), &rows[1]["was"], &rows[1]["is"], &rows[1]["ply"]),
        (3, &"0-0".into(), &"O-O".into(), &7.into())
    );
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay_and_files_that_nobody_may_write_too() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let (file, link) = (folder.path().join("a.pgn"), folder.path().join("link.pgn"));
    fs::write(&file, ZEROS).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.pgn", &link).unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write", "--backup", "link.pgn"], folder.path()).0, Some(0));
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), zeros_fixed());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let copy = folder.path().join("a.pgn~");
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(&copy).unwrap(), ZEROS);
    fs::write(&file, ZEROS).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o440)).unwrap();
    let (exit, _, stderr) = run_in(&["fix", "--write", "a.pgn"], folder.path());
    assert_eq!(exit, Some(2), "{stderr}");
    assert!(stderr.contains("error[X002]"), "{stderr}");
    assert_eq!(fs::read_to_string(&file).unwrap(), ZEROS);
    assert_eq!(names(folder.path()), ["a.pgn", "a.pgn~", "link.pgn"]);
}

/// At each byte at which the disk is full the original is there, whole, and the log tells of nothing that is not done.
#[test]
fn a_full_disk_leaves_the_original() {
    let text = [ZEROS, SOUND].join("\n");
    let fixed = [&zeros_fixed(), SOUND].join("\n");
    for arguments in [
        &["fix", "-q", "--write", "a.pgn"][..],
        &["fix", "-q", "--write", "--backup", "a.pgn"],
        &["fix", "-q", "--write", "--log", "log.csv", "a.pgn"],
    ] {
        let mut room = 0;
        loop {
            let folder = folder();
            fs::write(folder.path().join("a.pgn"), &text).unwrap();
            let mut command = partie();
            command.args(arguments).current_dir(folder.path()).env("PARTIE_TEST_DISK_ROOM", room.to_string());
            let output = command.output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            let now = fs::read_to_string(folder.path().join("a.pgn")).unwrap();
            let log = fs::read_to_string(folder.path().join("log.csv")).unwrap_or_default();
            if output.status.success() {
                assert_eq!(now, fixed);
                assert!(!arguments.contains(&"--log") || log.lines().count() == 4);
                break;
            }
            assert_eq!(output.status.code(), Some(2), "{arguments:?} with room for {room}: {stderr}");
            assert!(stderr.contains("error[X004]"), "{arguments:?} with room for {room}: {stderr}");
            assert_eq!(now, text, "{arguments:?} with room for {room}");
            assert!(log.lines().count() <= 1, "{arguments:?} with room for {room}: {log}");
            assert!(names(folder.path()).iter().all(|name| !name.ends_with(".partie")));
            // Most bytes are alike; each of the last ones is tried.
            room += if room + 120 < text.len() { 41 } else { 1 };
        }
        assert!(room > text.len(), "{arguments:?}");
    }
}

#[test]
fn what_is_chosen_is_mended_and_style_only_on_demand() {
    let folder = folder();
    let text = ZEROS.replace("5. d3 0-0", "5. Bf7 Kf7 6. d4 Bd4");
    fs::write(folder.path().join("a.pgn"), &text).unwrap();
    let mended = |arguments: &[&str]| {
        let arguments = [&["fix", "-q", "--format", "jsonl", "a.pgn"], arguments].concat();
        let (_, stdout, _) = run_in(&arguments, folder.path());
        let rows = rows(&stdout);
        let edits = rows[0]["edits"].as_array().cloned().unwrap_or_default();
        edits
            .iter()
            .map(|edit| format!("{}>{}", edit["was"].as_str().unwrap(), edit["text"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(mended(&[]), ["Nf3+>Nf3", "0-0>O-O"]);
    assert_eq!(mended(&["--select", "N011"]), ["Nf3+>Nf3"]);
    assert_eq!(mended(&["--ignore", "N011"]), ["0-0>O-O"]);
    assert_eq!(mended(&["--style"]), ["Nf3+>Nf3", "0-0>O-O", "Bf7>Bxf7+", "Kf7>Kxf7", "Bd4>Bxd4"]);
}

/// Results are put right where the board shows mate, and nowhere else.
#[test]
fn a_result_changes_only_by_mate() {
    let folder = folder();
    let game = |tag: &str, token: &str| {
        let head = ZEROS.split_once("[Result").unwrap().0;
        format!("{head}[Result \"{tag}\"]\n\n1. f3 e5 2. g4 Qh4# {token}\n")
    };
    for (tag, token, grade) in
        [("1-0", "0-1", "certain"), ("0-1", "1-0", "certain"), ("*", "0-1", "certain"), ("1-0", "1-0", "likely")]
    {
        fs::write(folder.path().join("a.pgn"), game(tag, token)).unwrap();
        let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "a.pgn"], folder.path());
        assert_eq!(rows(&stdout)[0]["grade"], grade, "{tag} {token}: {stdout}");
        assert_eq!(run_in(&["fix", "-q", "--write=likely", "a.pgn"], folder.path()).0, Some(0));
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), game("0-1", "0-1"));
    }
    // Bare kings: drawn, whatever the record says.
    let drawn =
        "[Event \"?\"]\n[Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/3k4/4P3/8/8/4K3 b - - 0 1\"]\n\n1... Kxe4 1-0\n";
    fs::write(folder.path().join("a.pgn"), drawn).unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write=likely", "--style", "a.pgn"], folder.path()).0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), drawn);
}

#[test]
fn tags_are_put_right() {
    // Nothing can be missing where the count is that of the moves.
    const COUNTED: &str = "[Result \"1-0\"]\n[PlyCount \"2\"]\n";
    let folder = folder();
    let head = "[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n";
    for (tags, moves, wanted, ended) in [
        (
            "[Result \"1-0\"]\n[PlyCount \"1\"]\n",
            "1. e4 e5 1-0",
            "[Result \"1-0\"]\n[PlyCount \"2\"]\n",
            "1. e4 e5 1-0",
        ),
        (COUNTED, "1. e4 e5", COUNTED, "1. e4 e5 1-0"),
        (COUNTED, "1. e4 e5 ; fine", COUNTED, "1. e4 e5 ; fine\n1-0"),
        ("", "1. e4 e5 1-0", "[Result \"1-0\"]\n", "1. e4 e5 1-0"),
        (
            "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
            "1. e4 *",
            "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n",
            "1. e4 *",
        ),
        (
            "[Result \"*\"]\n",
            "1. e4 e5 2. Nf3 Nc6 7. Bb5 a6 4. Ba4 *",
            "[Result \"*\"]\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *",
        ),
    ] {
        for end in ["\n", "\r\n"] {
            let text = |tags: &str, moves: &str| format!("{head}{tags}\n{moves}\n").replace('\n', end);
            fs::write(folder.path().join("a.pgn"), text(tags, moves)).unwrap();
            let (exit, stdout, stderr) = run_in(&["fix", "--write", "a.pgn"], folder.path());
            assert_eq!(exit, Some(0), "{stdout}{stderr}");
            assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), text(wanted, ended), "{stdout}");
        }
    }
}

/// Numbers that later ones go on from are not changed: a move may be missing where they jump.
#[test]
fn a_gap_is_not_numbered_away() {
    let folder = folder();
    let text = ZEROS.split_once("1. e4").unwrap().0.to_owned() + "1. e4 e5 2. Nf3 Nc6 4. Bc4 Bc5 5. d3 d6 *\n";
    fs::write(folder.path().join("a.pgn"), &text).unwrap();
    assert_eq!(run_in(&["fix", "-q", "--write=likely", "--style", "a.pgn"], folder.path()).0, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), text);
    // The same where the jump is made good later.
    let text = text.replace("5. d3 d6", "5. d3 d6 5. h3 h6");
    fs::write(folder.path().join("a.pgn"), &text).unwrap();
    let (_, stdout, _) = run_in(&["fix", "-q", "--write=likely", "a.pgn"], folder.path());
    assert!(stdout.contains("taken back"), "{stdout}");
    assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), text);
}

#[test]
fn white_space_is_put_between_tags_moves_and_games() {
    let folder = folder();
    let text = "[Event \"?\"]\n[Result \"1-0\"] 1. e4 1-0\n[Event \"?\"]\n[Result \"0-1\"]\n1. e40-1\n";
    let wanted = "[Event \"?\"]\n[Result \"1-0\"] \n\n1. e4 1-0\n\n[Event \"?\"]\n[Result \"0-1\"]\n\n1. e4 0-1\n";
    for chunk in ["1", "100000"] {
        fs::write(folder.path().join("a.pgn"), text).unwrap();
        let (exit, stdout, _) = run_in(&["fix", "--write", "a.pgn", "--chunk", chunk], folder.path());
        assert_eq!(
            (exit, fs::read_to_string(folder.path().join("a.pgn")).unwrap().as_str()),
            (Some(0), wanted),
            "{stdout}"
        );
    }
}

/// A record of shogi in JSON, an element a line.
fn jkf(moves: &[&str]) -> String {
    let element = |(ply, mv): (usize, &&str)| {
        let place = |at: &str| format!("{{\"x\":{},\"y\":{}}}", &at[..1], &at[1..]);
        let (from, to) = (place(&mv[..2]), place(&mv[2..4]));
        format!("{{\"move\":{{\"color\":{},\"from\":{from},\"to\":{to},\"piece\":\"{}\"}}}}", ply % 2, &mv[4..])
    };
    let elements: Vec<String> = moves.iter().enumerate().map(element).collect();
    format!("{{\"header\":{{}},\"moves\":[\n{{}},\n{}\n]}}\n", elements.join(",\n"))
}

#[test]
fn moves_that_are_objects_are_put_right_whole() {
    let sound = ["7776FU", "3334FU", "2726FU", "4344FU", "3948GI", "3132GI", "5756FU", "8242HI", "5968OU", "5162OU"];
    let truth = "7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 5g5f 8b4b 5i6h 5a6b";
    let text = jkf(&sound);
    let lines: Vec<&str> = text.lines().collect();
    let without = |at: usize| [&lines[..at], &lines[at + 1..]].concat().join("\n");
    let twice = |at: usize| [&lines[..=at], &lines[at..]].concat().join("\n");
    let folder = folder();
    for damaged in [text.replacen("\"x\":4,\"y\":8", "\"x\":4,\"y\":1", 1), without(7), twice(7)] {
        fs::write(folder.path().join("a.jkf"), &damaged).unwrap();
        let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "--moves", "a.jkf"], folder.path());
        let row = rows(&stdout).remove(0);
        let others = row["others"].as_array().unwrap().iter().map(|other| &other["moves"]);
        assert!([&row["moves"]].into_iter().chain(others).any(|moves| moves == truth), "{damaged}\n{stdout}");
    }
}

#[test]
fn a_line_that_is_put_in_ends_as_the_others_do() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ４四歩(43)\n   5 ４八銀(39)\n   6 ３二銀(31)\n\
        \u{20}  7 ５六歩(57)\n   8 ４二飛(82)\n   9 ６八玉(59)\n  10 ６二玉(51)\n  11 ７八玉(68)\n  12 ７二玉(62)\n  13 中断\n";
    let sound = text.replace('\n', "\r\n");
    let damaged = sound.replacen("   9 ６八玉(59)\r\n", "", 1);
    let folder = folder();
    fs::write(folder.path().join("a.kifu"), damaged).unwrap();
    let (_, stdout, _) = run_in(&["fix", "-q", "--format", "jsonl", "a.kifu"], folder.path());
    let edit = &rows(&stdout)[0]["edits"][0];
    assert_eq!((&edit["op"], &edit["text"]), (&"insert".into(), &"   9 ６八玉(59)\r\n".into()), "{stdout}");
}

/// In words it was the custom to name no more than the rest of the game needs.
#[test]
fn what_the_custom_of_the_time_leaves_out_stays() {
    let folder = folder();
    let book = "       WHITE.                BLACK.\n  1. P. to K's 4th.        1. P. to K's 4th.\n\
        \u{20} 2. Kt. to B's 3d.        2. Kt. to B's 3d.\n  3. Kt. takes P.          3. Kt. takes Kt.\n";
    fs::write(folder.path().join("a.txt"), book).unwrap();
    let (exit, stdout, _) = run_in(&["fix", "a.txt"], folder.path());
    assert!(!stdout.contains("likely") && !stdout.contains("certain"), "{stdout}");
    assert_eq!(exit, Some(0), "{stdout}");
}

#[test]
fn the_readings_of_an_open_move_are_listed_and_never_written() {
    let folder = folder();
    let open = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n[Result \"*\"]\n\n1. Nd2 Ke7 2. Ke2 *\n";
    fs::write(folder.path().join("a.pgn"), open).unwrap();
    let (exit, stdout, _) = run_in(&["fix", "--write=likely", "--format", "full", "a.pgn"], folder.path());
    assert!(
        stdout.ends_with("\n  guess, not written: 1. Nd2 -> Nbd2\n  guess, not written: 1. Nd2 -> Nfd2\n"),
        "{stdout}"
    );
    assert_eq!((exit, fs::read_to_string(folder.path().join("a.pgn")).unwrap().as_str()), (Some(0), open));
    let (_, stdout, _) = run_in(&["fix", "--format", "jsonl", "--moves", "a.pgn"], folder.path());
    let row = &rows(&stdout)[0];
    assert_eq!(
        (&row["grade"], &row["edits"][0]["text"], &row["whole"]),
        (&"guess".into(), &"Nbd2".into(), &true.into())
    );
    assert_eq!(
        (&row["others"][0]["edits"][0]["text"], &row["others"][0]["moves"]),
        (&"Nfd2".into(), &"f1d2 e8e7 e1e2".into())
    );
}

/// A line a game, never wider than a terminal, and twenty of them; the command for the rest is the one that was given.
#[test]
fn a_line_a_game_by_default() {
    let folder = folder();
    let (open, tied) = (
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\"]\n[Result \"*\"]\n\n1. Nd2 Ke7 2. Ke2 *\n",
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/1N6/8/1N2KN2 w - - 0 1\"]\n[Result \"*\"]\n\n1. Nd2 Ke7 2. Ke2 *\n",
    );
    fs::write(folder.path().join("a.pgn"), [BROKEN, ZEROS, open, tied].join("\n")).unwrap();
    let (exit, stdout, _) = run_in(&["fix", "-q", "a.pgn"], folder.path());
    let wanted = "a.pgn:9:24: likely: 3. Bb6 -> Bb5 [game 1, ply 5]\n\
                  a.pgn:20:13: certain: 2. Nf3+ -> Nf3, 4. 0-0 -> O-O, 5... 0-0 -> O-O [game 2, ply 3]\n\
                  a.pgn:26:4: guess: 1. Nd2 -> Nbd2; two readings are equally good [game 3, ply 1]\n\
                  a.pgn:32:4: guess: 1. Nd2 -> Nb1d2";
    assert_eq!(exit, Some(1));
    assert!(stdout.starts_with(&wanted[..wanted.len() - 4]), "{stdout}");
    assert!(stdout.ends_with("; several readings are equally good [game 4, ply 1]\n"), "{stdout}");
    // Long paths are whole; only the first games are shown.
    let name = format!("{}/将棋の棋譜 of the evening.pgn", "a folder with a name".repeat(9));
    fs::create_dir(folder.path().join(name.split('/').next().unwrap())).unwrap();
    fs::write(folder.path().join(&name), [BROKEN, ZEROS, open].join("\n").repeat(9)).unwrap();
    let (_, stdout, _) = run_in(&["fix", "-q", "--style", "--format=text", &name], folder.path());
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 21, "{stdout}");
    let (last, lines) = lines.split_last().unwrap();
    assert!(lines.iter().all(|line| line.starts_with(&name) && line.contains(" [game ")), "{stdout}");
    assert_eq!(*last, format!("... and 7 more games: partie fix --format full -q --style '{name}'"));
    let (_, full, _) = run_in(&["fix", "-q", "--style", "--format", "full", &name], folder.path());
    assert!(full.matches("\n  likely: ").count() == 9 && !full.contains("margin 0.0"), "{full}");
    // Nothing is left to be shown of what is written.
    let (_, stdout, _) = run_in(&["fix", "-q", "--write", &name], folder.path());
    assert!(stdout.ends_with("... and 7 more games\n"), "{stdout}");
}
