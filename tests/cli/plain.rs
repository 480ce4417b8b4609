//! `--format plain`: one sentence a line, for screen readers and terminals that can only print.

use std::fs;

use crate::common::{root, run_in as run};

/// Exit status, standard output and standard error, in the root of the repository.
fn here(arguments: &[&str]) -> (Option<i32>, String, String) {
    run(arguments, root())
}

/// Signs of which pictures are made: lines, boxes, blocks, arrows and pieces.
fn draws(sign: char) -> bool {
    matches!(sign, '\u{2190}'..='\u{21ff}' | '\u{2500}'..='\u{25ff}' | '\u{2654}'..='\u{265f}' | '\u{1b}')
}

#[test]
fn each_line_is_a_sentence_without_pictures() {
    let (_, plain, _) =
        here(&["validate", "-q", "--format", "plain", "--max-findings", "0", "fixtures", "src/record/pages/findings"]);
    let mut begun = 0;
    for line in plain.lines().filter(|line| !line.is_empty() && !line.starts_with("note: ")) {
        assert!(line.ends_with(['.', '!', '?']), "{line}");
        assert!(!line.contains(draws), "{line}");
        let goes_on = ["Why: ", "On ", "In line ", "To do: ", "The rule: ", "More: partie explain "];
        begun += usize::from(!goes_on.iter().any(|begin| line.starts_with(begin)));
    }
    let (_, concise, _) = here(&[
        "validate",
        "-q",
        "--format",
        "concise",
        "--max-findings",
        "0",
        "fixtures",
        "src/record/pages/findings",
    ]);
    assert!(begun > 15 && begun == concise.lines().count(), "{begun} findings in plain, {}", concise.lines().count());
}

#[test]
fn a_finding_says_where_why_and_what_to_do() {
    let (code, plain, _) = here(&["validate", "-q", "--format", "plain", "--select", "L010", "fixtures/club.pgn"]);
    let expected = "fixtures/club.pgn:32:20: game 3 (Novak, Tereza - Brandt, Otto), move 8 by Black: error L010: 8... Ne5 is \
                    illegal: the knight on c6 is pinned to the king on e8 by the bishop on b5.\n\
                    On c6: pinned.\n\
                    On b5: pins it.\n\
                    In line 31: pins since ply 11.\n\
                    To do: close to it and legal: 8... Ne4 (from f6); the game then replays to its end.\n\
                    To do: 14 later moves of this line were not judged.\n\
                    The rule: FIDE 3.9.2.\n\
                    More: partie explain L010.\n\n";
    assert_eq!((code, plain.as_str()), (Some(1), expected));
}

#[test]
fn every_command_that_has_a_form_takes_it() {
    let text = here(&["fix", "-q", "--format", "text", "fixtures/club.pgn"]).1;
    assert_eq!(here(&["fix", "-q", "--format", "plain", "fixtures/club.pgn"]).1, text);
    assert!(!text.contains(draws), "{text}");
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap();
    let (code, _, stderr) = run(&["convert", "--to", "uci", "--format", "plain", "a.pgn"], folder.path());
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.starts_with("a.pgn:3:13: game 1: warning V004: cut at its first error: "), "{stderr}");
}
