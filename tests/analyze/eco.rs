//! H006: ECO codes against the moves, on lines of every code, on real games, and on games that
//! bear the code of another one.

use crate::common;
use std::fs;
use std::path::Path;

use crate::own_games::{counted, is_own, real};
use partie_input::{CHUNK, Undeclared};
use partie_notation::letters::Letters;
use partie_notation::{ReadOutcome, pgn, san, spell};
use partie_record::Record;
use partie_record::finding::{Code, Finding};
use partie_replay::{Options, Replayer, Text, Wanted};
use partie_rules::chess::{Move, Position, Role, Square};
use partie_rules::{Resolution, Rules};

/// Plies after which a code is judged.
const PLIES: usize = 24;
/// Twelve moves in which only knights move, and Black's king's knight does not.
const KNIGHTS: &str = "1. Nf3 Nc6 2. Ng1 Nb8 3. Nf3 Nc6 4. Ng1 Nb8 5. Nf3 Nc6 6. Ng1 Nb8 \
    7. Nf3 Nc6 8. Ng1 Nb8 9. Nf3 Nc6 10. Ng1 Nb8 11. Nf3 Nc6 12. Ng1 Nb8 *";

/// What H006 says of a record.
fn alarms(record: &str) -> Vec<Finding> {
    let mut games = common::judge(record.as_bytes());
    assert_eq!(games.len(), 1, "{record}");
    let mut findings = games.remove(0).findings;
    findings.retain(|finding| finding.code == Code::H006);
    findings
}

fn tagged(eco: &str, more: &str, moves: &str) -> String {
    format!("[Event \"?\"]\n[ECO \"{eco}\"]\n{more}\n{moves}\n")
}

#[test]
fn the_message_names_the_pieces_that_never_moved() {
    let said = |eco: &str| {
        let record = tagged(eco, "", KNIGHTS);
        let found = alarms(&record);
        assert!(found.len() <= 1);
        found.first().map(|finding| {
            assert_eq!(finding.span.of(record.as_bytes()), eco.as_bytes());
            assert_eq!((finding.ply, finding.fixes.len(), finding.help.len()), (None, 0, 1));
            let message = finding.message.to_string();
            let words = message.strip_prefix("ECO ").unwrap();
            words.strip_suffix(" in the first 12 moves of this game").unwrap().to_owned()
        })
    };
    let expect = |eco, words: &str| assert_eq!(said(eco).as_deref(), Some(words));
    expect("A10", "A10 does not fit the moves: all its lines move White's c-pawn, which does not move");
    let both = "does not fit the moves: all its lines move White's e-pawn and Black's c-pawn, neither of which moves";
    expect("B33", &format!("B33 {both}"));
    expect("B33a", &format!("B33 {both}"));
    expect("B33/07", &format!("B33 {both}"));
    expect(
        "E00",
        "E00 does not fit the moves: all its lines move White's c-pawn, White's d-pawn, Black's e-pawn and Black's \
         king's knight, none of which moves",
    );
    for eco in ["A00", "A09", "", "?", "B3", "B333", "F00", "B33-B39"] {
        assert_eq!(said(eco), None, "{eco}");
    }
}

#[test]
fn every_code_from_a10_on_asks_for_a_move() {
    for number in 0..500_usize {
        let eco = format!("{}{:02}", ["A", "B", "C", "D", "E"][number / 100], number % 100);
        assert_eq!(!alarms(&tagged(&eco, "", KNIGHTS)).is_empty(), number >= 10, "{eco}");
    }
}

#[test]
fn only_chess_of_twelve_moves_from_the_usual_position_is_judged() {
    let judged = |more: &str, moves: &str| !alarms(&tagged("B33", more, moves)).is_empty();
    assert!(judged("", KNIGHTS));
    assert!(judged("[Variant \"Standard\"]\n", KNIGHTS));
    assert!(judged("[Rules \"server\"]\n", KNIGHTS) && judged("[Rules \"kober\"]\n", KNIGHTS));
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(judged(&format!("[SetUp \"1\"]\n[FEN \"{usual}\"]\n"), KNIGHTS));
    let without_a_pawn = usual.replace("PPPPPPPP", "PPPPPPP1");
    assert!(!judged(&format!("[SetUp \"1\"]\n[FEN \"{without_a_pawn}\"]\n"), KNIGHTS));
    assert!(!judged("[Variant \"Chess960\"]\n", KNIGHTS));
    assert!(!judged("[Variant \"Atomic\"]\n", KNIGHTS));
    assert!(!judged("[Odds \"a1\"]\n", KNIGHTS));
    let (all_but_one_ply, last) = KNIGHTS.split_at(KNIGHTS.len() - " Nb8 *".len());
    assert_eq!(last, " Nb8 *");
    assert!(!judged("", &format!("{all_but_one_ply} *")));
    // A variation is not the game, and what is illegal later does not change the opening.
    assert!(judged("", &KNIGHTS.replace("1. Nf3 ", "1. Nf3 (1. e4 c5) ")));
    assert!(judged("", &KNIGHTS.replace(" *", " 13. Ke3 *")));
    assert!(!judged("", &KNIGHTS.replace("12. Ng1 Nb8", "12. Ng1 Ke6")));
    // Other notations.
    let descriptive = "1. Kt-KB3 Kt-QB3 2. Kt-Kt1 Kt-Kt1 ".repeat(6);
    assert!(judged("", &format!("{descriptive} *")));
    assert!(judged("", &format!("{} *", "g1f3 b8c6 f3g1 c6b8 ".repeat(6))));
}

/// The moves of a line, gone on with to twelve moves by pieces that no code asks for.
fn continued(line: &str) -> Option<String> {
    let (mut position, mut text, mut plies) = (Position::start(), String::new(), 0);
    let mut play = |position: &mut Position, mv: Move| {
        text.push_str(&spell::san(position, mv, Letters::ENGLISH));
        text.push(' ');
        position.play(mv);
        plies += 1;
        plies
    };
    for word in line.split_whitespace().filter(|word| !word.ends_with('.')) {
        let (_, written) = san::read_move(word.as_bytes()).unwrap();
        let Resolution::Unique(mv) = position.resolve(&written.pattern) else { panic!("{word} in {line}") };
        play(&mut position, mv);
    }
    let asked = |mv: &Move| mv.role == Role::Pawn || mv.from == Square::at(6, 7);
    while let Some(mv) = position.legal().into_iter().find(|mv| !asked(mv)) {
        if play(&mut position, mv) >= PLIES {
            return Some(text + "*");
        }
    }
    None
}

/// Judges the lines of a table; gives how many could be continued, and how many there are.
fn judge_table(path: &Path) -> (usize, usize) {
    let (mut judged, mut lines) = (0, 0);
    for row in fs::read_to_string(path).unwrap().lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        lines += 1;
        let Some(moves) = continued(cells[2]) else { continue };
        judged += 1;
        let found = alarms(&tagged(cells[0], "", &moves));
        assert!(found.is_empty(), "{row}: {}", found[0].message);
    }
    (judged, lines)
}

#[test]
fn the_shipped_lines_fit_their_codes() {
    let (judged, lines) = judge_table(&common::root().join("src/openings/data/eco.tsv"));
    println!("{judged} of {lines} lines");
    assert!(judged >= 3_700 && lines == 3_807);
}

#[test]
fn real_games_have_codes_that_fit() {
    let mut alarms = Vec::new();
    let mut games = 0;
    let paths = ["chess/real.pgn.zst", "chess/annotated", "chess/messy"].map(real);
    for path in paths {
        common::run(&path, 2, CHUNK, &Options::default(), |game| {
            games += 1;
            for finding in game.findings.iter().filter(|finding| finding.code == Code::H006) {
                alarms.push(format!("{}: {}", String::from_utf8_lossy(&game.event), finding.message));
            }
        });
    }
    println!("{games} games\n{}", alarms.join("\n"));
    // The tag is wrong: 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 Bd7 is B56.
    if is_own() {
        assert!(alarms.is_empty(), "{alarms:?}");
        return;
    }
    assert_eq!(alarms.len(), 1);
    assert!(alarms[0].contains("ECO E21") && alarms[0].contains("White's c-pawn, which"), "{alarms:?}");
}

#[test]
fn codes_of_other_games_are_noticed() {
    let path = real("chess/real.pgn.zst");
    let mut bytes = zstd::decode_all(fs::File::open(path).unwrap()).unwrap();
    // Game, place of its code, and its code.
    let (mut places, mut record, mut at) = (Vec::new(), Record::default(), 0);
    while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
        if let Some(tag) = record.tag(&bytes, "ECO").filter(|tag| tag.value.len() == 3) {
            places.push((tag.value.from as usize, tag.value.of(&bytes).to_vec()));
        }
        at = end;
    }
    assert!(places.len() > counted(18_000, 2_400));
    for (index, (from, own)) in places.iter().enumerate() {
        let other = &places[(index * 7_919 + 4_243) % places.len()].1;
        assert_eq!(own.len(), other.len());
        bytes[*from..from + 3].copy_from_slice(other);
    }
    let mut replayer = Replayer::new(Options::default(), Wanted::default());
    let (mut changed, mut caught, mut other_letter, mut caught_letter, mut at) = (0, 0, 0, 0, 0);
    let mut places = places.into_iter().peekable();
    while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
        let text = Text { bytes: &bytes, encoding: Undeclared::default().encoding(record.span.of(&bytes)), last: true };
        at = end;
        let Some((from, own)) = places.next_if(|(from, _)| *from < end) else { continue };
        if replayer.replay(text, &record, false).plies < PLIES as u32 || bytes[from..from + 3] == own {
            continue;
        }
        let wrong = replayer.collector.findings.iter().any(|finding| finding.code == Code::H006);
        changed += 1;
        caught += u32::from(wrong);
        other_letter += u32::from(bytes[from] != own[0]);
        caught_letter += u32::from(wrong && bytes[from] != own[0]);
    }
    println!("{caught} of {changed} wrong codes; {caught_letter} of {other_letter} with another letter");
    assert!(changed > counted(18_000, 2_300) && caught * 100 > changed * 38 && caught_letter * 100 > other_letter * 43);
}
