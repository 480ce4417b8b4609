//! What can go wrong with a run of the command: files that cannot be read, wrong usage, output that nobody takes.

use crate::common;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use crate::common::{partie, run_in as run};

const GAME: &str = "[Event \"club\"]\n[Site \"?\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n\
                    [Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";

#[test]
fn files_that_hold_nothing_or_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("empty.pgn"), "").unwrap();
    fs::write(path.join("good.pgn"), GAME).unwrap();
    fs::write(path.join("garbage.pgn"), (0..5000u32).map(|n| ((n * 7919) >> 3) as u8).collect::<Vec<_>>()).unwrap();
    fs::write(path.join(".hidden.pgn"), "1. e5 *").unwrap();
    let (code, stdout, stderr) = run(&["validate", "empty.pgn"], path);
    assert!(code == Some(2) && stdout.is_empty() && stderr.contains("error[X005]"), "{code:?} {stdout} {stderr}");
    let (code, _, stderr) = run(&["validate", "good.pgn", "missing.pgn", "good.pgn"], path);
    assert!(code == Some(2) && stderr.contains("missing.pgn") && stderr.contains("2 games, 12 plies"), "{stderr}");
    let (code, _, stderr) = run(&["validate", "garbage.pgn"], path);
    assert!(matches!(code, Some(1 | 2)), "{code:?} {stderr}");
    fs::remove_file(path.join("garbage.pgn")).unwrap();
    let (code, _, stderr) = run(&["validate", "."], path);
    assert!(code == Some(0) && stderr.contains("1 game, 6 plies"), "{code:?} {stderr}");
    let (code, _, stderr) = run(&["show", "."], path);
    assert!(code == Some(2) && stderr.contains("folder"), "{code:?} {stderr}");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(".", path.join("loop")).unwrap();
        let (code, _, stderr) = run(&["validate", "."], path);
        assert!(matches!(code, Some(0 | 2)) && stderr.contains("1 game, 6 plies"), "{code:?} {stderr}");
    }
}

#[test]
fn usage_that_is_wrong() {
    let folder = common::root();
    let (code, stdout, stderr) = run(&[], folder);
    assert!(code == Some(2) && (stdout + &stderr).contains("partie --help"));
    for (arguments, word) in [
        (&["validate", "--fromat", "jsonl", "x"][..], "--format"),
        (&["validate", "--format", "json", "x"][..], "jsonl"),
        (&["valdate", "x"][..], "validate"),
        (&["validate"][..], "INPUT"),
        (&["validate", "--rules", "fidee", "x"][..], "fide"),
        (&["validate", "--select", "Q1", "x"][..], "Q1"),
        (&["explain", "L999"][..], "L999"),
    ] {
        let (code, stdout, stderr) = run(arguments, folder);
        assert!(code == Some(2) && stdout.is_empty() && stderr.contains(word), "{arguments:?}: {code:?} {stderr}");
    }
}

#[test]
fn standard_output_that_is_closed_or_full() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let game = GAME.replace("Nc6", "Nd6");
    file.write_all(game.repeat(20_000).as_bytes()).unwrap();
    for jobs in ["1", "2"] {
        let mut command = partie();
        command.args(["validate", "--format", "jsonl", "-j", jobs]).arg(file.path());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some_and(|code| code < 3) && !stderr.contains("panic"), "{stderr}");
    }
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [&["validate", "--format", "jsonl"][..], &["show"], &["analyze"], &["convert", "--to", "uci"]] {
        let mut command = partie();
        command.args(arguments).arg(file.path()).stdout(full.try_clone().unwrap());
        let output = command.stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        // One code for one cause, whatever is written.
        let wanted = "error[X004]: cannot write to standard output: no space is left";
        assert!(output.status.code() == Some(2) && stderr.contains(wanted), "{:?} {stderr}", output.status);
    }
}

/// Two places of a finding that stand far apart on one line are cut like all others.
#[test]
fn long_lines_are_cut_at_every_place() {
    let folder = tempfile::tempdir().unwrap();
    let moves = "1. e4 e5 ".to_owned()
        + &(2..60).map(|move_| format!("{move_}. Ke2 Ke7 {move_}. Ke1 Ke8 ")).collect::<String>();
    fs::write(folder.path().join("a.pgn"), format!("[Event \"a\"] [Result \"1-0\"] {moves} 0-1\n")).unwrap();
    let (_, stdout, _) = run(&["validate", "--select", "R010", "a.pgn"], folder.path());
    assert!(stdout.contains("error[R010]") && stdout.contains("the tag"), "{stdout}");
    assert!(stdout.lines().all(|line| line.chars().count() <= 110), "{stdout}");
}

/// An extension that says another encoding than the bytes have.
#[test]
fn a_wrong_extension_has_its_help() {
    let folder = tempfile::tempdir().unwrap();
    let record = "手合割：平手\n先手：A\n後手：B\n   1 ７六歩(77)\n   2 中断\n";
    fs::write(folder.path().join("a.kif"), record).unwrap();
    let (_, stdout, _) = run(&["validate", "--min-severity", "info", "a.kif"], folder.path());
    assert!(stdout.contains("S007") && stdout.contains("rename the file to .kifu, or save it in"), "{stdout}");
}

#[test]
fn an_archive_that_holds_its_own_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for name in ["a.pgn", "z.pgn"] {
        fs::write(path.join(name), GAME).unwrap();
    }
    for run_again in [false, true] {
        let (code, _, stderr) = run(&["analyze", ".", "-o", "out"], path);
        assert!(code == Some(0) && stderr.contains("2 games"), "{run_again}: {code:?} {stderr}");
    }
    for command in [&["validate", "."][..], &["analyze", "."], &["convert", "--to", "uci", ".", "-o", "all.uci"]] {
        let (code, stdout, stderr) = run(command, path);
        assert!(code != Some(2) && (stdout + &stderr).contains("2 games"), "{command:?} {stderr}");
    }
    // A folder that is named is read, whoever wrote it.
    fs::write(path.join("out/late.pgn"), GAME).unwrap();
    let (_, stdout, stderr) = run(&["analyze", "out/late.pgn"], path);
    assert!((stdout + &stderr).contains("1 game"), "{stderr}");
}

#[test]
fn tables_do_not_take_the_place_of_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    for name in ["summary.json", "parts.jsonl", "plan.jsonl", "journal.jsonl"] {
        let mine = path.join("mine").join(name);
        fs::create_dir_all(path.join("mine")).unwrap();
        fs::write(&mine, "mine").unwrap();
        for restart in [&[][..], &["--restart"]] {
            let (code, _, stderr) = run(&[&["analyze", "a.pgn", "-o", "mine"], restart].concat(), path);
            assert!(code == Some(2) && stderr.contains(name) && stderr.contains("not written by partie"), "{stderr}");
            assert_eq!(fs::read(&mine).unwrap(), b"mine");
        }
        fs::remove_dir_all(path.join("mine")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn pages_and_plans_go_where_links_and_devices_lead() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    assert_eq!(run(&["analyze", "a.pgn", "-o", "out"], path).0, Some(0));
    for command in [&["report", "out", "-o"][..], &["analyze", "a.pgn", "--write-plan"]] {
        fs::write(path.join("old"), "old").unwrap();
        std::os::unix::fs::symlink("old", path.join("link")).unwrap();
        assert_eq!(run(&[command, &["link"]].concat(), path).0, Some(0));
        assert!(path.join("link").is_symlink() && fs::read(path.join("old")).unwrap().len() > 100);
        fs::remove_file(path.join("link")).unwrap();
        if Path::new("/dev/full").exists() {
            // Through a link, so that nothing is lost if it goes wrong.
            std::os::unix::fs::symlink("/dev/full", path.join("full")).unwrap();
            let (code, _, stderr) = run(&[command, &["full"]].concat(), path);
            assert!(code == Some(2) && stderr.starts_with("error[X00"), "{code:?} {stderr}");
            // One code, and the message only.
            assert!(stderr.contains("]: cannot write full: no space is left"), "{stderr}");
            fs::remove_file(path.join("full")).unwrap();
        }
    }
}

#[test]
fn what_could_not_be_read_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    // A compressed file that is cut is whole later.
    let whole = zstd::encode_all(GAME.repeat(500).as_bytes(), 3).unwrap();
    fs::write(path.join("in/a.pgn"), GAME).unwrap();
    fs::write(path.join("in/b.pgn.zst"), &whole).unwrap();
    assert_eq!(run(&["analyze", "in", "--write-plan", "plan.jsonl"], path).0, Some(0));
    let modified = fs::metadata(path.join("in/b.pgn.zst")).unwrap().modified().unwrap();
    let put = |bytes: &[u8]| {
        fs::write(path.join("in/b.pgn.zst"), bytes).unwrap();
        fs::File::options().append(true).open(path.join("in/b.pgn.zst")).unwrap().set_modified(modified).unwrap();
    };
    // As long as the whole one, so that it is the file that was planned.
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..].fill(0);
    put(&damaged);
    let (code, _, stderr) = run(&["analyze", "--plan", "plan.jsonl", "-o", "out"], path);
    assert!(code == Some(2) && stderr.contains("b.pgn.zst"), "{code:?} {stderr}");
    let (code, stdout, _) = run(&["analyze", "--status", "out"], path);
    assert!(code == Some(1) && stdout.contains("unreadable"), "{code:?} {stdout}");
    let (_, stdout, _) = run(&["analyze", "--status", "out", "-q"], path);
    assert!(!stdout.trim().is_empty());
    put(&whole);
    let (code, _, stderr) = run(&["analyze", "--plan", "plan.jsonl", "-o", "out"], path);
    assert!(code == Some(0) && stderr.contains("501 games"), "{code:?} {stderr}");
    assert_eq!(run(&["analyze", "--status", "out"], path).0, Some(0));
}

#[test]
fn a_text_in_two_bytes_a_letter_that_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let bytes: Vec<u8> = format!("\u{feff}{GAME}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for cut in 1..60 {
        fs::write(path.join("cut.pgn"), &bytes[..bytes.len() - cut]).unwrap();
        for command in ["validate", "analyze"] {
            let (code, ..) = run(&[command, "cut.pgn"], path);
            assert!(matches!(code, Some(0..=2)), "{command} {cut}: {code:?}");
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for arguments in
        [&["validate", "-j", "0", "x"][..], &["validate", "-j", "100000", "x"], &["analyze", "--task-size", "0", "x"]]
    {
        let (code, _, stderr) = run(arguments, common::root());
        assert!(code == Some(2) && stderr.contains("is not in"), "{arguments:?}: {code:?} {stderr}");
    }
}

/// What a thread reads ahead of the game that is looked for is not reported, however soon that was.
#[test]
fn a_game_before_the_damage_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let games: String = (0..1200).map(|game| GAME.replace("club", &format!("club {game}"))).collect();
    let packed = zstd::encode_all(games.as_bytes(), 1).unwrap();
    fs::write(folder.path().join("cut.pgn.zst"), &packed[..packed.len() - 9]).unwrap();
    for threads in ["1", "2", "2", "2", "2", "2", "2", "2"] {
        let (code, stdout, stderr) = run(&["show", "-j", threads, "cut.pgn.zst"], folder.path());
        assert!(code == Some(0) && stdout.contains("ply 6 of 6") && stderr.is_empty(), "{threads}: {code:?} {stderr}");
    }
}

#[test]
fn a_run_that_stops_at_a_broken_game_says_what_it_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    fs::write(path.join("b.pgn"), "1. e4 Ke3 *\n").unwrap();
    let stop = |more: &[&str]| {
        let words = [&["convert", "--to", "uci", "--on-broken", "fail", "-j", "1", "a.pgn", "b.pgn"], more].concat();
        let (code, _, stderr) = run(&words, path);
        assert_eq!(code, Some(1), "{stderr}");
        stderr.lines().find(|line| line.starts_with("stopped at")).unwrap().to_owned()
    };
    assert!(stop(&[]).ends_with("(--on-broken fail)"));
    assert!(stop(&["-o", "all.uci"]).ends_with("; all.uci is unchanged") && !path.join("all.uci").exists());
    assert!(stop(&["--out-dir", "out"]).ends_with("; 1 file was complete and is kept in out"));
    assert!(path.join("out/a.uci").exists() && !path.join("out/b.uci").exists());
}

/// Line and column, from 1, of the bytes of a text that `at` characters stand before.
fn ply_span(text: &str, at: usize) -> (usize, usize) {
    let before: String = text.chars().take(at).collect();
    let lines = before.replace("\r\n", "\n").replace('\r', "\n");
    let last = lines.rsplit('\n').next().unwrap().chars().filter(|c| *c != '\u{feff}').count();
    (lines.matches('\n').count() + 1, last + 1)
}

/// The places that a form of output names for the findings of a code: those of causes where it shows them, too.
fn places(form: &str, path: &str, folder: &Path) -> Vec<(usize, usize)> {
    let (_, stdout, stderr) = run(&["validate", "--format", form, "--select", "L", path], folder);
    assert!(!stderr.contains("error["), "{stderr}");
    let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut places = Vec::new();
    for line in stdout.lines() {
        if form == "jsonl" {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            if value["type"] == "finding" {
                places.push((number(&value["line"]), number(&value["column"])));
            }
        } else if let Some(at) = line.find(&format!("{path}:")).filter(|_| form == "concise" || line.contains('╭')) {
            let mut numbers = line[at + path.len() + 1..].split(|c: char| !c.is_ascii_digit());
            let mut next = || numbers.next().unwrap().parse().unwrap();
            places.push((next(), next()));
        }
    }
    places
}

#[test]
fn a_place_is_the_same_in_every_form_and_the_one_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let encode = |text: &str, encoding: &str| -> Vec<u8> {
        match encoding {
            "utf-16" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "windows-1252" => encoding_rs::WINDOWS_1252.encode(text).0.into_owned(),
            "shift_jis" => encoding_rs::SHIFT_JIS.encode(text).0.into_owned(),
            _ => text.as_bytes().to_vec(),
        }
    };
    let mut cases = 0;
    // What stands before the move, on its line: nothing, tabs, wide and combining characters, and ever longer comments.
    let comment = |unit: &str, times: usize| format!("{{{}}} ", unit.repeat(times));
    for (encoding, units) in [
        ("utf-8", ["x", "é", "将棋", "\t", "a\u{301}"]),
        ("utf-16", ["x", "é", "将棋", "\t", "é "]),
        ("windows-1252", ["x", "é", "mæster ", "\t", "é\t"]),
    ] {
        for end in ["\n", "\r\n", "\r"] {
            for (index, unit) in units.iter().enumerate() {
                // Bytes around the widths of terminals and of what is shown of a line.
                for times in [0, 1, 40, 99, 150, 151, 299, 300, 301, 1000] {
                    // The whole product takes long and shows no more.
                    if (times + index + end.len()) % 2 == 1 && times > 1 && times != 301 {
                        continue;
                    }
                    let marked = if encoding == "utf-16" || index == 3 { "\u{feff}" } else { "" };
                    let head = format!("{marked}[White \"Bj\u{f8}rn\"]{end}[Result \"*\"]{end}{end}");
                    let head = if times == 1 { marked.to_owned() } else { head };
                    let before = format!("{head}{}1. e4{end}{}", comment("y", times), comment(unit, times));
                    let text = format!("{before}Ke5 {}*{end}", comment("z", times));
                    let name = format!("case{cases}.pgn");
                    fs::write(path.join(&name), encode(&text, encoding)).unwrap();
                    let right = vec![ply_span(&text, before.chars().count())];
                    for form in ["jsonl", "concise", "full"] {
                        assert_eq!(places(form, &name, path), right, "{form} {encoding} {end:?} {unit:?} {times}");
                    }
                    cases += 1;
                }
            }
        }
    }
    assert!(cases > 150, "{cases}");
    // Two bytes a character, the second of which may be a letter or a backslash; a fault beyond what is shown.
    for times in [0, 1, 149, 150, 151, 700] {
        let before = format!("手合割：平手\r\n手数----指手---------消費時間--\r\n   1 {}", "　".repeat(times));
        let text = format!("{before}５五歩(57)   ( 0:01/00:00:01)\r\n");
        fs::write(path.join("game.kif"), encode(&text, "shift_jis")).unwrap();
        let concise = places("concise", "game.kif", path);
        assert_eq!(concise.len(), 1, "{times}: {concise:?}");
        assert_eq!((places("jsonl", "game.kif", path), places("full", "game.kif", path)), (concise.clone(), concise));
    }
}

#[test]
fn places_after_what_is_too_long_to_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    for (line, end) in [("x", ""), ("é", ""), ("xyz", "\n"), ("xyz", "\r\n"), ("æ", "\r")] {
        // More than is read at once, so that it is left out.
        let long = format!("{line}{end}").repeat(6_000_000 / (line.len() + end.len()));
        let before = format!("[Event \"x\"]\n[Result \"*\"]\n\n1. e4 {{{long}last}} ");
        let text = format!("{before}Ke5 *\n");
        fs::write(folder.path().join("long.pgn"), &text).unwrap();
        let right = vec![ply_span(&text, before.chars().count())];
        for form in ["jsonl", "concise", "full"] {
            assert_eq!(places(form, "long.pgn", folder.path()), right, "{form} {line:?} {end:?}");
        }
    }
}

/// A position of shogi as programs print it.
const BOARD: &str = "後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
";

/// A folder of anything: what is no record is told from what is one by its content.
#[test]
fn a_folder_of_anything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let put = |name: &str, text: &[u8]| {
        let file = path.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    let quoted = format!("//! Games.\n\nconst GAME: &str = \"\\\n{GAME}\";\n");
    for (name, text) in [
        ("minutes.txt", "## Plan\n\n1. Meet at 8 (bring d4 cable)\n2. Vote 1-0\n"),
        ("list.md", "# Notes\n\n1. First do this\n2. Then do that\n"),
        ("budget.csv", "Budget 2025\n\nItem,Cost\na4 paper,12\ne4,3\n"),
        ("tool.py", "x = {1: 2}\n# 1. first step: see [docs]\n"),
        ("shell.txt", ">>> a = [1, 2]\n1. e4\n"),
        ("main.rs", &quoted),
        (
            "boards.rs",
            &format!(
                "// Boards.\nconst CHESS: &str = \"\\\n8  r n b q k b n r\";\n\nconst SHOGI: &str = \"\\\n{BOARD}\";\n"
            ),
        ),
        ("help.md", &format!("# Help\n\n```pgn\n{GAME}```\n")),
        ("kif.md", "# 棋譜\n\n```kif\n手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n```\n"),
        ("package.json", "{\n  \"name\": \"chess\",\n  \"header\": {}\n}\n"),
        ("Cargo.toml", "[package]\nname = \"x\"\n"),
        ("letter", "Dear Jan,\n\n1. the board is on e4 street\n2. Nf3 is no word\n"),
    ] {
        put(&format!("other/{name}"), text.as_bytes());
    }
    put("other/x.pyc", b"\x6f\r\r\n\0\0\0\0[Event \"x\"]\n1. e4 e5 2. Nf3 Nc6 *\n");
    put("other/y.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\n");
    put("other/.hidden/x.pgn", b"1. e5 *\n");
    let (code, stdout, stderr) = run(&["validate", "other"], path);
    assert!(code == Some(2) && stdout.is_empty(), "{code:?} {stdout} {stderr}");
    assert!(stderr.starts_with("error[X005]: no game record in other: ") && stderr.lines().count() == 1, "{stderr}");
    for command in [&["analyze", "other"][..], &["analyze", "other", "-o", "out"], &["convert", "--to", "uci", "other"]]
    {
        let (code, _, stderr) = run(command, path);
        assert!(code == Some(2) && stderr.contains("error[X005]: no game record in other: "), "{command:?} {stderr}");
    }
    // Infos are counted, and said where they are asked for.
    let (_, _, stderr) = run(&["validate", "--fail-on", "info", "other"], path);
    assert_eq!(stderr.matches("info[X005]: no game record in other/").count(), 14, "{stderr}");
    // What holds a game is read whatever its name is.
    for (name, text, games) in [
        ("a.txt", GAME.as_bytes(), 1),
        ("b", GAME.as_bytes(), 1),
        ("letter.txt", &[b"Here is my game.\n\n", GAME.as_bytes()].concat()[..], 1),
        ("c.txt", b"1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0\n", 1),
        ("d.txt", b"f3 e5 g4 Qh4 0-1", 1),
        ("e.txt", b"1. P-K4  P-K4\n2. Kt-KB3  Kt-QB3\n", 1),
        ("f.old", GAME.as_bytes(), 1),
        ("g.txt", "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n".as_bytes(), 1),
        ("h.txt", b"V2.2\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", 1),
        ("i.log", b"position startpos moves 7g7f 3c3d\n", 1),
        ("j.json", "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{},{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}]}".as_bytes(), 1),
        ("k.txt", b"1. b1-b2 b7-b5\n2. Jh1-f4 Jd9-f8\n3. c2-c3 c7-c6\n", 1),
    ] {
        put(&format!("games/{name}"), text);
        let (_, _, stderr) = run(&["validate", "games"], path);
        let wanted = if games == 1 { "1 game, ".to_owned() } else { format!("{games} games, ") };
        assert!(stderr.contains(&wanted), "{name}: {stderr}");
        fs::remove_file(path.join("games").join(name)).unwrap();
    }
    // What it is named for.
    put("other/z.pgn", GAME.as_bytes());
    let (code, _, stderr) = run(&["validate", "other"], path);
    assert!(code == Some(0) && stderr.contains("1 game, 6 plies") && !stderr.contains("X005"), "{code:?} {stderr}");
    let (_, _, stderr) = run(&["validate", "--from", "san", "other"], path);
    assert!(!stderr.contains("1 game, 6 plies"), "every file is read: {stderr}");
}

/// Sources and pages that quote games are no records.
#[test]
fn the_folder_of_this_project() {
    let inputs = ["src", "docs", "tests", "grammars", "fixtures"];
    let arguments = [&["validate", "--quiet", "--format", "jsonl"][..], &inputs].concat();
    let (_, stdout, stderr) = run(&arguments, Path::new(env!("CARGO_MANIFEST_DIR")));
    // The inputs of cases and of the conformance suite are records like the fixtures; those of fuzz targets and their words
    // may be some.
    let is_record = |path: &str| {
        path.starts_with("fixtures/")
            || path.starts_with("tests/fuzz/")
            || path.starts_with("tests/conformance/cases/")
            || path.starts_with("tests/cases/") && path.contains("/case.")
    };
    let path =
        |line: &str| line.split_once("\"path\":\"").and_then(|(_, rest)| Some(rest.split_once('"')?.0.to_owned()));
    let elsewhere: Vec<&str> = stdout
        .lines()
        // An input that holds no record is said to be one, too.
        .filter(|line| {
            line.contains("\"type\":\"finding\"")
                && !line.contains("\"X005\"")
                && !path(line).is_some_and(|path| is_record(&path))
        })
        .collect();
    assert!(stdout.contains("\"path\":\"fixtures/") && elsewhere.is_empty(), "{elsewhere:?} {stderr}");
}

/// A record's extension is a promise: who breaks it is named.
#[test]
fn a_record_without_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    for (name, text) in
        [("broken.kif", "garbage"), ("empty.pgn", ""), ("image.pgn", "\u{89}PNG\r\n\u{1a}\n\0\0\0\rIHDR")]
    {
        fs::write(path.join("in").join(name), text).unwrap();
    }
    // A zero in a game does not make another file of it.
    fs::write(path.join("in/zero.pgn"), GAME.replace("club", "cl\0b")).unwrap();
    for command in [
        &["validate", "in"][..],
        &["convert", "--to", "uci", "in"],
        &["analyze", "in"],
        &["analyze", "in", "-o", "out"],
    ] {
        let (code, stdout, stderr) = run(command, path);
        assert!(
            stdout.contains("1 game") || stdout.contains("e2e4") || stderr.contains("1 game"),
            "{command:?} {stderr}"
        );
        assert_ne!(code, Some(2), "{command:?} {stderr}");
        for name in ["broken.kif", "empty.pgn", "image.pgn"] {
            let line = format!("warning[X005]: no game record in in/{name}, despite its extension; skipped");
            assert_eq!(stderr.matches(&line).count(), 1, "{command:?} {stderr}");
        }
    }
    let (_, _, stderr) = run(&["validate", "-q", "in"], path);
    assert!(stderr.lines().count() == 3 && stderr.lines().all(|line| line.starts_with("warning[X005]")), "{stderr}");
}

#[test]
fn what_is_left_out_of_a_walk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir_all(path.join("sub/CVS")).unwrap();
    for name in ["a.pgn", "old.pgn", "draft.pgn", "sub/b.pgn", "sub/old.pgn", "sub/CVS/c.pgn", "sub/CVS/Entries"] {
        fs::write(path.join(name), GAME).unwrap();
    }
    fs::write(path.join(".ignore"), "old.pgn\n").unwrap();
    fs::write(path.join(".gitignore"), "draft.pgn\n").unwrap();
    let games = |arguments: &[&str]| {
        let (_, stdout, stderr) = run(&[arguments, &["."]].concat(), path);
        let all = stdout + &stderr;
        // Totals begin with them, other summaries count them in words.
        if let Some(totals) = all.strip_prefix("games ") {
            return totals.split_ascii_whitespace().next().unwrap().to_owned();
        }
        let at = all.find(" game").unwrap();
        all[..at].rsplit(|sign: char| !sign.is_ascii_digit()).next().unwrap().to_owned()
    };
    for command in [&["validate"][..], &["analyze"], &["convert", "--to", "epd"], &["analyze", "-o", "../out"]] {
        let out = tempfile::tempdir().unwrap();
        let out = out.path().join("out");
        let place = |arguments: &[&str]| -> Vec<String> {
            arguments
                .iter()
                .map(|word| if *word == "../out" { out.to_str().unwrap() } else { word }.to_owned())
                .collect()
        };
        let words = place(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(games(&words), "3", "{command:?}");
        let again: Vec<&str> = words.iter().copied().chain(["--gitignore"]).collect();
        let again: Vec<&str> = if again.contains(&"-o") { [&again[..], &["--restart"]].concat() } else { again };
        assert_eq!(games(&again), "2", "{command:?}");
    }
    // What is named is read.
    assert!(run(&["validate", "old.pgn"], path).2.contains("1 game"));
}
