//! Inputs that cannot be read or hold no record: said by every run over them, and never forgotten.

use std::fs;

use crate::common::run_in as run;

const GAME: &str = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";

#[test]
fn a_named_file_without_a_record_is_an_error_of_tables_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("a.pgn"), GAME).unwrap();
    for (name, bytes) in [("empty.pgn", ""), ("words.txt", "hello world\n"), ("blank.pgn", "\n \n")] {
        fs::write(path.join(name), bytes).unwrap();
        let line = format!("error[X005]: no game record in {name}");
        for extra in [&[][..], &["a.pgn"]] {
            let out = format!("out-{name}-{}", extra.len());
            for arguments in [&["analyze", name][..], &["analyze", name, "-o", &out], &["analyze", name, "-o", &out]] {
                let (code, _, stderr) = run(&[arguments, extra].concat(), path);
                assert!(code == Some(2) && stderr.matches(&line).count() == 1, "{arguments:?} {code:?} {stderr}");
            }
            let (code, stdout, _) = run(&["analyze", "--status", &out], path);
            assert!(code == Some(0) && stdout.contains(&line), "{stdout}");
        }
        // The task is done: only the whole run says that something is wrong.
        assert_eq!(run(&["analyze", name, "--write-plan", "plan.jsonl"], path).0, Some(0));
        let task = ["analyze", "--plan", "plan.jsonl", "--task", "0", "-o", "tasks"];
        let (code, _, stderr) = run(&task, path);
        assert!(code == Some(0) && stderr.contains(&line), "{code:?} {stderr}");
        assert_eq!(run(&["analyze", "--join", "tasks"], path).0, Some(2));
        fs::remove_dir_all(path.join("tasks")).unwrap();
    }
    // One that is met in a folder is passed over.
    fs::create_dir(path.join("in")).unwrap();
    fs::rename(path.join("words.txt"), path.join("in/words.txt")).unwrap();
    fs::write(path.join("in/a.pgn"), GAME).unwrap();
    assert_eq!(run(&["analyze", "in", "-o", "out"], path).0, Some(0));
}

#[test]
fn all_files_that_cannot_be_read_are_named_and_the_report_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("in")).unwrap();
    let packed = zstd::encode_all(GAME.repeat(500).as_bytes(), 3).unwrap();
    let names = ["in/a.pgn.zst", "in/aa.pgn.zst", "in/b.pgn.zst"];
    for name in names {
        fs::write(path.join(name), &packed[..packed.len() - 5]).unwrap();
    }
    fs::write(path.join("in/c.pgn"), GAME).unwrap();
    let (code, _, stderr) = run(&["analyze", "in", "-o", "out", "--duplicates"], path);
    assert_eq!(code, Some(2));
    for name in names {
        assert_eq!(stderr.matches(&format!(" {name}:")).count(), 1, "{stderr}");
    }
    let (code, stdout, _) = run(&["analyze", "--status", "out"], path);
    assert!(code == Some(1) && names.iter().all(|name| stdout.contains(name)), "{stdout}");
    let (code, _, stderr) = run(&["report", "out", "-o", "page.html"], path);
    assert_eq!(code, Some(0), "{stderr}");
    let page = fs::read_to_string(path.join("page.html")).unwrap();
    assert!(page.contains("3 files could not be read to the end") && !page.contains("class=\"good\""));
    assert!(names.iter().all(|name| page.contains(name)));
    // A file that is not there at all.
    let (code, _, stderr) = run(&["analyze", "missing.pgn", "in/c.pgn", "-o", "other"], path);
    assert!(code == Some(2) && stderr.contains("cannot read missing.pgn"), "{stderr}");
    assert_eq!(run(&["report", "other", "-o", "page.html"], path).0, Some(0));
    assert!(fs::read_to_string(path.join("page.html")).unwrap().contains("1 file could not be read"));
}

/// What was packed and is cut off or damaged: which of the two, where, and what was read before.
#[test]
fn cut_and_damaged_archives_say_what_is_wrong() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // Games that do not pack to nothing.
    let mut seed = 1u64;
    let mut number = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed
    };
    let games: String = (0..20_000).map(|_| format!("[Event \"{:x}\"]\n\n1. e4 e5 2. Nf3 1-0\n\n", number())).collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(games.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(games.as_bytes(), 3).unwrap();
    for (name, form, packed) in [("a.pgn.gz", "gzip", gzip), ("a.pgn.zst", "Zstandard", zstd)] {
        let half = packed.len() / 2;
        fs::write(path.join(name), &packed[..half]).unwrap();
        let (code, _, stderr) = run(&["validate", name], path);
        let wanted = format!("its {form} data break off after {half} bytes, where the file ends: it was cut off");
        assert!(code == Some(2) && stderr.contains(&wanted) && stderr.contains("before that were judged"), "{stderr}");
        let mut damaged = packed.clone();
        damaged[half..half + 64].fill(0x55);
        fs::write(path.join(name), &damaged).unwrap();
        let (code, _, stderr) = run(&["validate", name], path);
        assert!(
            code == Some(2) && stderr.contains(&format!("its {form} data are damaged at or before byte")),
            "{stderr}"
        );
    }
    fs::write(path.join("a.zip"), b"PK\x03\x04\x14\0\0\0\x08\0").unwrap();
    let (code, _, stderr) = run(&["validate", "a.zip"], path);
    assert!(code == Some(2) && stderr.contains("list of members, at its end, is missing"), "{stderr}");
}

/// Two databases of one name in a folder: each is told how its games become PGN, once.
#[test]
fn each_database_is_told_how_to_export() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["base.cbg", "base.cbh", "base.sg4", "base.si4"] {
        fs::write(folder.path().join(name), b"\x01\x02\0\x03").unwrap();
    }
    let (_, _, stderr) = run(&["validate", "."], folder.path());
    assert_eq!((stderr.matches("ChessBase").count(), stderr.matches("Scid").count()), (1, 1), "{stderr}");
}
