//! Moves as books print them: specimens of French, Spanish and German notation, printed English games.

use crate::common;
use crate::own_games::{is_own, real};
use partie_notation::descriptive::{self, Level, prefix, read_move};
use partie_notation::letters::{LANGUAGES, Letters};
use partie_notation::{fen, kober, san, spell};
use partie_record::Language;
use partie_rules::chess::{Move, Origins, Position, Role};
use partie_rules::{Resolution, Rules};

/// language, FEN, printed, SAN
const SPECIMENS: &str = include_str!("../support/descriptive/specimens.tsv");

struct Specimen {
    language: &'static str,
    position: Position,
    printed: &'static str,
    mv: Move,
}

fn specimens() -> impl Iterator<Item = Specimen> {
    SPECIMENS.lines().skip(1).map(|line| {
        let [language, setup, printed, san] = line.split('\t').collect::<Vec<_>>().try_into().expect("four columns");
        let position = fen::read_fen(setup, false).setup.position().expect("a position").0;
        let (_, written) = san::read_move(san.as_bytes()).expect("SAN");
        let Resolution::Unique(mv) = position.resolve(&written.pattern) else { panic!("{line}") };
        assert_eq!(spell::san(&position, mv, Letters::ENGLISH), san, "{line}");
        Specimen { language, position, printed, mv }
    })
}

fn of(code: &str) -> Option<Language> {
    Language::ALL.into_iter().find(|language| language.code() == code)
}

/// The words, put on the board, mean the move and no other.
#[test]
fn specimens_mean_their_move() {
    let mut counts = [0; 2];
    for Specimen { language, position, printed, mv } in specimens() {
        let Some(language) = of(language) else { continue };
        let said =
            read_move(printed.as_bytes(), language).unwrap_or_else(|| panic!("{language:?} {printed} is not read"));
        let found = descriptive::readings(&said, &position, &Origins::of(&position));
        assert_eq!(found.one(), Some(mv), "{language:?} {printed}: {found:?}");
        assert_eq!(found.level(), Level::Words, "{language:?} {printed}: {found:?}");
        assert_eq!(said.promotion, mv.promotion, "{printed}");
        let guess = descriptive::language(printed.as_bytes());
        assert!(guess.is_none_or(|guess| guess == language || guess == Language::French), "{printed} {guess:?}");
        counts[usize::from(language == Language::Spanish)] += 1;
    }
    assert_eq!(counts, [30, 30]);
}

/// A list of moves tells its language, where a single one may not.
#[test]
fn languages_are_told_by_what_only_one_can_read() {
    let of = |text: &str| descriptive::language(text.as_bytes());
    assert_eq!(of("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3"), Some(Language::English));
    assert_eq!(of("1. P4R P4R 2. C3FR C3FD 3. RxP"), Some(Language::French));
    assert_eq!(of("1. P4R P4R 2. C3AR C3AD 3. RxP"), Some(Language::Spanish));
    for text in ["", "RxP", "RxP PxP O-O", "1. e4 e5 2. Nf3", "The King takes a Pawn."] {
        assert_eq!(of(text), None, "{text}");
    }
}

#[test]
fn german_specimens_find_their_move() {
    let mut count = 0;
    for Specimen { position, printed, mv, .. } in specimens().filter(|specimen| specimen.language == "de") {
        let move_ = kober::read_move(printed.as_bytes()).unwrap_or_else(|| panic!("{printed} is not read"));
        assert_eq!(position.resolve(&move_.written.pattern), Resolution::Unique(mv), "{printed}");
        count += 1;
    }
    assert_eq!(count, 30);
}

/// All moves of the specimens, written as Kober writes and read again.
#[test]
fn kober_reads_what_he_writes() {
    let czech = LANGUAGES.iter().find(|letters| letters.code == "cs").expect("Czech");
    let (mut moves, mut text) = (0, Vec::new());
    for Specimen { position, .. } in specimens() {
        for mv in position.legal() {
            text.clear();
            kober::write(&mut text, &position, mv, Letters::CZECH);
            let shown = String::from_utf8_lossy(&text).into_owned();
            // A bishop's letter is a knight's in German, and a pawn's move does not show which is meant.
            if mv.promotion == Some(Role::Bishop) {
                assert!(shown.contains(czech.letter(Role::Bishop)), "{shown}");
                continue;
            }
            let read = kober::read_move(&text).unwrap_or_else(|| panic!("{shown} is not read"));
            assert_eq!(position.resolve(&read.written.pattern), Resolution::Unique(mv), "{shown}");
            let mut after = position.clone();
            after.play(mv);
            assert_eq!(read.written.check != san::CheckMark::None, after.in_check(), "{shown}");
            moves += 1;
        }
    }
    assert!(moves > 1000);
    println!("{moves} moves");
}

#[test]
fn a_plus_of_kober_is_a_check_or_an_evaluation() {
    let read = |text: &str| kober::read_move(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
    assert!(read("Sc8:h3+").plus);
    assert_eq!(read("Sc8:h3+").written.check, san::CheckMark::None);
    for (text, evaluation) in [
        ("Jg1f3 +", kober::Evaluation::Better),
        ("Jg1f3 -", kober::Evaluation::Worse),
        ("Jg1f3 =", kober::Evaluation::Even),
        ("Jg1f3 +-", kober::Evaluation::Even),
        ("Jg1f3+-", kober::Evaluation::Even),
    ] {
        assert_eq!((read(text).plus, read(text).evaluation), (false, Some(evaluation)), "{text}");
    }
    assert_eq!(read("S d5—c7:+").written.check, san::CheckMark::Check);
    // The Czech bishop.
    assert_eq!(read("e7e8S").written.pattern.promotion, Some(Role::Bishop));
    assert_eq!(kober::prefix(b"Jg1f3  +").unwrap().0, b"  +");
    for text in ["", "Jf3", "e4", "~", "0-0-0-0", "Jg1f3x", "e2e4 e7e5", "2. d7d5"] {
        assert_eq!(kober::read_move(text.as_bytes()), None, "{text}");
    }
}

/// Moves in the forms of Kober's book.
const KOBER: [&str; 16] = [
    "1. d2d4", "2. g8f6", "Jb1c3", "Sc1g5", "Dd1h5", "Va1d1", "Kg1h1", "Jb8d7", "Sf8b4", "e4:d5", "Jf3:e5", "Sc8:h3+",
    "De7:e4+", "Jg1f3 +", "e7e8S", "Vh1:h7",
];

/// Kober's own specimens.
#[test]
fn kober_specimens() {
    let text = match common::extra("chess/descriptive/kober_notation_specimens.tsv") {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => std::iter::once("\n".to_owned()).chain(KOBER.map(|text| format!("\t{text}\n"))).collect(),
    };
    let czech = text.lines().skip(1).map(|line| line.split('\t').nth(1).expect("a column"));
    for printed in czech.clone() {
        let bare = printed.trim_start_matches(|first: char| first.is_ascii_digit() || ". ".contains(first));
        assert!(kober::read_move(bare.as_bytes()).is_some(), "{printed}");
    }
    assert_eq!(czech.count(), 16);
}

/// Every printed move is read but four, whose letters the scan has mistaken.
#[test]
fn printed_moves_are_read() {
    let path = real("chess/descriptive/games");
    let mut files: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".moves.tsv"));
    files.sort();
    let (mut whole, mut with_rest, mut unread, mut pairs) = (0, 0, Vec::new(), 0);
    for file in files {
        let text = std::fs::read_to_string(file).unwrap();
        let printed: Vec<&str> = text.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap()).collect();
        for (number, one) in printed.iter().enumerate() {
            if read_move(one.as_bytes(), Language::English).is_some() {
                whole += 1;
                // Two columns, whose gap may shrink to nothing but a blank or two.
                let Some(next) = printed.get(number + 1) else { continue };
                if prefix(next.as_bytes(), Language::English).is_err() {
                    continue;
                }
                for gap in ["  ", " "] {
                    let row = format!("{one}{gap}{next}");
                    let (rest, _) = prefix(row.as_bytes(), Language::English).unwrap();
                    let rest = rest.strip_prefix(b",").unwrap_or(rest);
                    assert_eq!(rest.trim_ascii_start(), next.as_bytes(), "{row}");
                    pairs += 1;
                }
                continue;
            }
            match prefix(one.as_bytes(), Language::English) {
                Ok((rest, _)) => {
                    assert!(rest.starts_with(b"[") || rest.ends_with(b"wins."), "{one}");
                    with_rest += 1;
                }
                Err(_) => unread.push((*one).to_owned()),
            }
        }
        assert_eq!(descriptive::language(text.as_bytes()), Some(Language::English));
    }
    println!("{whole} moves, {with_rest} with footnotes or words of the end, {pairs} pairs, unread {unread:?}");
    if is_own() {
        assert!(unread.is_empty() && with_rest == 0 && whole > 2_000, "{whole} {unread:?}");
        return;
    }
    assert_eq!(unread, ["Q takes K8 ch", "Kt-P", "P-Kt", "BxKtQ"]);
    assert_eq!((whole, with_rest), (5_908, 144));
}
