//! Tags in notations other than PGN: reported once a file, fixed, and undone.

use std::fs;

use crate::common::run_in;

fn game(date: &str, result: &str) -> String {
    format!(
        "[Event \"League\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"1\"]\n[White \"Novak\"]\n[Black \"Dvorak\"]\n\
         [Result \"{result}\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n"
    )
}

/// The output of `fix` for a text; its log must undo it.
fn fixed(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, text).unwrap();
    run_in(&["fix", "-q", "--write", "--log", "log.jsonl", "a.pgn"], folder.path());
    let written = fs::read_to_string(&path).unwrap();
    let (exit, stdout, _) = run_in(&["fix", "-q", "--write", "a.pgn"], folder.path());
    // A guess is proposed each time, and never written.
    assert!(exit == Some(0) && stdout.lines().all(|line| line.contains(": guess, not written: ")), "{exit:?} {stdout}");
    assert_eq!(fs::read_to_string(&path).unwrap(), written, "a second time changes nothing");
    if written != text {
        let (exit, _, stderr) = run_in(&["fix", "-q", "--undo", "log.jsonl"], folder.path());
        assert_eq!((exit, fs::read_to_string(&path).unwrap().as_str()), (Some(0), text), "{stderr}");
    }
    written
}

#[test]
fn dates_and_results_with_one_reading_are_written_as_pgn_has_them() {
    for (date, right) in [
        ("1984/05/??", "1984.05.??"),
        ("2022-11-17", "2022.11.17"),
        ("17.10.2023", "2023.10.17"),
        ("1900.01.00", "????.??.??"),
        ("1899.12.30", "????.??.??"),
    ] {
        assert_eq!(fixed(&game(date, "1/2-1/2")), game(right, "1/2-1/2"));
    }
    for result in ["0.5-0.5", "1/2", "1/2 : 1/2", "\u{bd}-\u{bd}"] {
        assert_eq!(fixed(&game("2011.02.03", result)), game("2011.02.03", "1/2-1/2"));
    }
    // Not even the result is lost that nothing else tells.
    let alone = game("2011.02.03", "1:0").replace(" 1/2-1/2\n", "\n");
    assert!(fixed(&alone).contains("[Result \"1-0\"]"));
    for open in ["03/04/2020", "2023.13.05", "17.10.23", "2003/04"] {
        assert_eq!(fixed(&game(open, "1/2-1/2")), game(open, "1/2-1/2"));
    }
    let of_1899 = game("1899.12.30", "1/2-1/2").replace("League", "Vienna 1899");
    assert_eq!(fixed(&of_1899), of_1899, "somebody played on that day");
    let broken = game("2022-11-17", "1/2-1/2").replace("Nc6", "Nc6 3. Ke5 a6");
    assert!(fixed(&broken).contains("[Date \"2022.11.17\"]"), "a line that breaks says nothing of a date");
}

#[test]
fn times_and_quotes_are_written_as_pgn_has_them() {
    let with = |tag: &str| game("2011.02.03", "1/2-1/2").replace("[Round \"1\"]", &format!("[Round \"1\"]\n{tag}"));
    for (tag, right) in [
        ("[TimeControl \"90 minutes + 30 seconds\"]", "[TimeControl \"5400+30\"]"),
        ("[Annotator Smith, John]", "[Annotator \"Smith, John\"]"),
        ("[Annotator \"Smith, John]", "[Annotator \"Smith, John\"]"),
        ("[Annotator Smith, John\"]", "[Annotator \"Smith, John\"]"),
        ("[Annotator \"O\"Neil\"]", "[Annotator \"O\\\"Neil\"]"),
    ] {
        assert_eq!(fixed(&with(tag)), with(right));
    }
    let stays = with("[Annotator \"Smith\" and others]");
    assert_eq!(fixed(&stays), stays, "nothing is dropped");
}

#[test]
fn thousands_are_told_once_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let many: String = (1..=28).map(|day| game(&format!("1984/05/{day:02}"), "0.5-0.5")).collect();
    let text = many.repeat(60) + &game("03/04/1984", "1/2-1/2");
    fs::write(folder.path().join("a.pgn"), &text).unwrap();
    for options in [&["--chunk", "1"][..], &["-j", "2", "--chunk", "5000"], &[]] {
        let arguments = [&["validate", "-q", "--format", "jsonl", "a.pgn"], options].concat();
        let (_, stdout, _) = run_in(&arguments, folder.path());
        for (code, words) in [("H004", "1681 dates are not written as YYYY.MM.DD"), ("H007", "1680 Result tags hold")] {
            let of_code: Vec<&str> =
                stdout.lines().filter(|line| line.contains(&format!("\"code\":\"{code}\""))).collect();
            assert_eq!(of_code.len(), 1, "{options:?}");
            let line = if code == "H004" { "\"line\":3," } else { "\"line\":7," };
            assert!(of_code[0].contains(words) && of_code[0].contains(line), "{}", of_code[0]);
        }
        assert!(stdout.contains("1 date has two readings"), "{options:?}");
    }
}

#[test]
fn a_warning_of_style_names_the_flag_that_mends_it() {
    let folder = tempfile::tempdir().unwrap();
    let text = game("2011.02.03", "1/2-1/2").replace("2. Nf3", "2. Ng1-f3");
    fs::write(folder.path().join("a.pgn"), text).unwrap();
    let (_, stdout, _) = run_in(&["validate", "-q", "a.pgn"], folder.path());
    assert!(stdout.contains("N003") && stdout.contains("partie fix --style"), "{stdout}");
}
