//! `convert --prose`: what of a book is neither moves nor a board.

use std::fs;

use crate::common::{feed, root, run_in};

#[test]
fn the_prose_of_a_book_is_kept_beside_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let book = root().join("fixtures/kober/book.txt");
    let book = book.to_str().unwrap();
    let (code, games, said) = run_in(&["convert", "--to", "pgn", "--prose", "prose.txt", book], folder.path());
    assert_eq!(code, Some(1), "{said}");
    assert!(games.contains("1. e4 c6"), "{games}");
    let prose = fs::read_to_string(folder.path().join("prose.txt")).unwrap();
    assert!(prose.starts_with(&format!("[{book}]\n\nPREFACE.\n\n")), "{prose}");
    for part in ["This little book holds", "[score: lines 13 to 17]", "(a) Bold, but", "[diagram: lines 56 to 74]"] {
        assert!(prose.contains(part), "{part}: {prose}");
    }
    assert!(!prose.contains("P. to K's 4th."), "{prose}");
    assert!(said.contains("of headings and prose in prose.txt"), "{said}");
    // Nothing of it is lost: what is left are the moves, the board and what a game says of itself.
    let words =
        |text: &str| text.split_whitespace().filter(|word| word.len() > 7).map(str::to_owned).collect::<Vec<_>>();
    let mut lost = words(&fs::read_to_string(book).unwrap());
    lost.retain(|word| !prose.contains(word) && !games.contains(word));
    assert!(lost.iter().all(|word| word.contains('+') || word.contains('-')), "{lost:?}");
}

#[test]
fn files_without_prose_and_files_that_are_read_take_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "[Event \"t\"]\n\n1. e4 e5 *\n").unwrap();
    let (code, _, _) = run_in(&["convert", "-q", "--to", "pgn", "--prose", "b.txt", "a.pgn"], folder.path());
    assert_eq!((code, fs::read(folder.path().join("b.txt")).unwrap().len()), (Some(0), 0));
    let (code, _, said) = run_in(&["convert", "-q", "--to", "pgn", "--prose", "a.pgn", "a.pgn"], folder.path());
    assert!(code == Some(2) && said.contains("is read, so that nothing is written into it"), "{said}");
    let out = feed(&["convert", "-q", "--to", "pgn", "--prose", "/nowhere/b.txt", "-"], b"1. P-K4 P-K4\n");
    assert!(String::from_utf8_lossy(&out.stderr).contains("standard input cannot be read twice"));
}
