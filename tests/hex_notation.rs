//! Moves of hexagonal chess as texts: the grammar run against the reader, everything that is
//! written read back, and every recorded game.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod common;
#[allow(dead_code, reason = "the other grammars use the rest")]
mod grammar_support;
mod hex_support;

use std::io::Read;
use std::path::PathBuf;

use grammar_support::{Dice, Grammar, Sampler, mutate};
use partie::notation::hex::{self, Firsts, Named, Written, WrongCell};
use partie::notation::letters::{LANGUAGES, Letters};
use partie::notation::san::{CheckMark, Form};
use partie::notation::{Expected, Found as Section, hex_fen, pgn};
use partie::record::{Kind, Outcome, Record};
use partie::rules::hex::{Move, Position, Role, Roles};
use partie::rules::{Fault, Found, Game};
use partie::span::Span;

use hex_support::{Random, cell, position};

const HEX: &str = include_str!("../grammars/hex.abnf");
/// Characters that mutants are made with.
const BYTES: &[u8] = b"abcdefghiijkl0123456789NBRQKPABCDEFGHIJKLnbrqkpOx-:=/()+#!?.tmsi\xe2\x80\xa0\xa1";

fn read(text: &str) -> Option<Written> {
    hex::read_with(text.as_bytes(), Letters::ENGLISH).ok().map(|(_, written)| written)
}

fn wrong(text: &str) -> Option<WrongCell<'_>> {
    match hex::read_with(text.as_bytes(), Letters::ENGLISH) {
        Err(nom::Err::Error(error)) => WrongCell::of(&error),
        other => panic!("{text} {other:?}"),
    }
}

/// What the fast way says, the text followed by a blank and enough bytes.
fn usual(text: &[u8], letters: &Letters) -> Option<Written> {
    let mut padded = text.to_vec();
    padded.extend_from_slice(b" 12. b1-b2 g7-g6+");
    hex::usual(&padded, Span::new(0, text.len()), &Firsts::of(letters)).map(hex::Usual::written)
}

#[test]
fn moves_and_their_mutants() {
    let grammar = Grammar::new(&[HEX]);
    let starts = [("hex-long", Form::Long), ("hex-coordinates", Form::Coordinates), ("hex-short", Form::San)];
    let starts = starts.map(|(name, form)| (grammar.rule(name), form));
    let quick = grammar.rule("hex-usual");
    let mut sampler = Sampler::new(&grammar, 1, 12, 40);
    let mut dice = Dice(2);
    let (mut sentences, mut mutants, mut accepted, mut ones) = (0, 0, 0, 0);
    let mut compare = |text: &[u8]| -> bool {
        let shown = || text.escape_ascii().to_string();
        let forms: Vec<Form> =
            starts.iter().filter(|(start, _)| grammar.accepts::<1>(*start, text)).map(|(_, form)| *form).collect();
        let written = hex::read_with(text, Letters::ENGLISH).ok().map(|(rest, written)| {
            assert!(rest.is_empty(), "{}", shown());
            written
        });
        assert_eq!(usual(text, Letters::ENGLISH).is_some(), grammar.accepts::<1>(quick, text), "{}", shown());
        if let Some(fast) = usual(text, Letters::ENGLISH) {
            assert_eq!(Some(fast), written, "{}", shown());
        }
        match &written {
            Some(written) if written.l_for_one => ones += 1,
            Some(written) => assert_eq!(forms, [written.written.form], "{}", shown()),
            None => assert!(forms.is_empty(), "{} is not read: {forms:?}", shown()),
        }
        written.is_some()
    };
    for start in starts.map(|(start, _)| start).into_iter().chain([quick]) {
        for _ in 0..60_000 {
            let text = sampler.sentence(start);
            if text.len() > 30 {
                continue;
            }
            sentences += 1;
            assert!(compare(&text), "{}", text.escape_ascii());
            let mutant = mutate(&text, BYTES, &mut dice);
            mutants += 1;
            accepted += usize::from(compare(&mutant));
        }
    }
    let (rules, branches) = sampler.unused(None);
    assert!(rules.is_empty() && branches == 0, "never used: {rules:?}, {branches}");
    assert!(sentences > 200_000 && accepted * 4 < mutants * 3, "{sentences} {mutants} {accepted}");
    println!("{sentences} moves, {mutants} mutants of which {accepted} are moves, {ones} with an l for a 1");
}

#[test]
fn the_forms_that_files_hold() {
    for (text, form, letters) in [
        ("b1-b2", Form::Long, "sk"),
        ("Jc5xe8+", Form::Long, "sk"),
        ("h4xi3", Form::Long, "sk"),
        ("g1f3", Form::Coordinates, "en"),
        ("f10f11q", Form::Coordinates, "sk"),
        ("Qe1c3", Form::San, "en"),
        ("Qc3xBf9#", Form::Long, "en"),
        ("f7g6xP", Form::Long, "en"),
        ("Nf8h5xN+", Form::San, "en"),
        ("Qg10f11xB+", Form::San, "en"),
        ("Hdf8", Form::San, "hu"),
        ("Hh1f4", Form::San, "hu"),
        ("B10f9", Form::San, "hu"),
        ("B4xh3+", Form::San, "hu"),
        ("fxe5", Form::San, "hu"),
        ("ixk?", Form::San, "hu"),
        ("e5ep.", Form::San, "hu"),
        ("c1V", Form::San, "hu"),
        ("c1=V", Form::San, "hu"),
        ("exd1V+", Form::San, "hu"),
        ("f10-f11=D#", Form::Long, "sk"),
        ("Kf1!?", Form::San, "en"),
        ("F5-F6", Form::Long, "en"),
        ("E4F5", Form::Coordinates, "en"),
        ("Крe10-f11", Form::Long, "ru"),
        ("♘h1xi3+", Form::Long, "figurine"),
    ] {
        let letters = Letters::find(letters).unwrap();
        let read = hex::read_with(text.as_bytes(), letters);
        let Ok(([], written)) = read else { panic!("{text} {read:?}") };
        assert_eq!(written.written.form, form, "{text}");
        assert!(!written.l_for_one, "{text}");
        let fits = usual(text.as_bytes(), letters);
        assert!(fits.is_none_or(|fits| fits == written), "{text}");
    }
    for text in
        ["", "e", "Vf", "xe5", "Nf", "e4-", "e4x", "g7-g", "Kc5-d", "pawn", "f111", "m5", "1", "N", "e4=", "jadoube"]
    {
        assert!(read(text).is_none(), "{text}");
    }
}

#[test]
fn what_is_kept_of_a_text() {
    let said = |text: &str| read(text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!((said("Qc3xBf9#").captured, said("Qc3xBf9#").written.check), (Some(Role::Bishop), CheckMark::Mate));
    assert_eq!(said("f7g6xP").captured, Some(Role::Pawn));
    assert!(said("f7g6xP").written.pattern.captures && said("f7xg6").written.pattern.captures);
    assert!(!said("f7-g6").written.pattern.captures);
    assert_eq!(said("b1-b2").written.pattern.roles, Roles::ANY, "the letter may be left out");
    assert_eq!(said("b2").written.pattern.roles, Roles::one(Role::Pawn));
    assert_eq!(said("fxe").written.pattern.to, cell("e1").file_set());
    assert_eq!(said("N10xf9").written.pattern.from, cell("f10").rank_set());
    assert_eq!(said("N1f9").written.pattern.from, cell("f1").rank_set());
    assert_eq!(said("e1e10").written.pattern.target(), Some(cell("e10")), "as long as it can be");
    assert!(said("c1Q").written.bare_promotion && !said("c2-c1=Q").written.bare_promotion);
    assert!(said("O-O").written.pattern.castling.is_some(), "the rules say that there is none");
    assert!(said("F5-F6").capitals);
    let mut late = said("e5");
    assert_eq!(late.written.pattern.from, cell("e1").file_set());
    late.append_word(b"ep.");
    assert_eq!(late, said("e5ep."));
    assert!(late.written.pattern.en_passant && late.written.pattern.from == !cell("e1").file_set());
}

#[test]
fn cells_that_the_board_has_not() {
    for (text, cell) in [
        ("j7-j6", "j7"),
        ("i5-j5", "j5"),
        ("Nj5", "j5"),
        ("Ndj5", "j5"),
        ("f5j6", "j6"),
        ("jxk5", "j"),
        ("jk5", "j"),
        ("J5-J6", "J5"),
        ("ixj", ""),
    ] {
        if cell.is_empty() {
            assert_eq!(wrong(text), None, "{text}");
        } else {
            assert_eq!(wrong(text), Some(WrongCell::NoJFile(cell.as_bytes())), "{text}");
        }
    }
    for (text, cell) in [
        ("k4-c9", "c9"),
        ("f6-k8", "k8"),
        ("Kb1-f0", "f0"),
        ("f11-f12", "f12"),
        ("e11", "e11"),
        ("Na7xb6", "a7"),
        ("F5-F12", "F12"),
        ("e4xl7", "l7"),
    ] {
        assert_eq!(wrong(text), Some(WrongCell::BeyondFile(cell.as_bytes())), "{text}");
        assert_eq!(wrong(text).map(WrongCell::text), Some(cell.as_bytes()));
    }
    for text in ["m5-m6", "jadoube", "g7-g", "Kc5-d", "j", "e4=X", "Nf3x", "R12f5"] {
        assert_eq!(wrong(text), None, "{text}");
    }
    let error = Expected { at: b"", what: "" };
    assert_eq!(WrongCell::of(&error), None);
}

#[test]
fn an_l_that_can_only_be_a_one() {
    for (text, meant) in [
        ("bl-b2", "b1-b2"),
        ("Ngl-i2", "Ng1-i2"),
        ("Kfl-gl", "Kf1-g1"),
        ("klxl2", "k1xl2"),
        ("Ril", "Ri1"),
        ("fl0-fll=Q", "f10-f11=Q"),
        ("fl0fl1q", "f10f11q"),
        ("gl=Q", "g1=Q"),
        ("fl1=N", "f11=N"),
        ("bl", "b1"),
    ] {
        let (read, meant) = (read(text).unwrap_or_else(|| panic!("{text}")), read(meant).unwrap());
        assert!(read.l_for_one && !meant.l_for_one, "{text}");
        assert_eq!(Written { l_for_one: false, ..read }, meant, "{text}");
    }
    // Here the other reading is on the board.
    for text in ["kxl", "kl2", "k5-l5", "Nbl2", "Qfl1", "l1", "f1l2"] {
        assert!(read(text).is_some_and(|written| !written.l_for_one), "{text}");
    }
    let other = hex::read_l_as_one(b"Qfl1", Letters::ENGLISH).unwrap();
    assert_eq!(other.written.pattern.target(), Some(cell("f11")));
    assert_eq!(hex::read_l_as_one(b"k5-l5", Letters::ENGLISH), None);
    assert_eq!(hex::read_l_as_one("l".repeat(40).as_bytes(), Letters::ENGLISH), None);
}

/// The move is found again in everything that is written of it.
fn comes_back(position: &Position, mv: Move, letters: &Letters, firsts: &Firsts) -> usize {
    let texts = [hex::long(position, mv, letters), hex::san(position, mv, letters), hex::coordinates(mv)];
    let mut after = position.clone();
    after.play(mv);
    let check = match (after.in_check(), after.has_legal_move()) {
        (false, _) => CheckMark::None,
        (true, true) => CheckMark::Check,
        (true, false) => CheckMark::Mate,
    };
    for (index, text) in texts.iter().enumerate() {
        let read = hex::read_with(text.as_bytes(), letters);
        let Ok((_, written)) = &read else { panic!("{} {text} {read:?}", letters.code) };
        let pattern = &written.written.pattern;
        assert_eq!(position.find(pattern), Found::One(mv), "{} {text}", letters.code);
        let noted =
            written.l_for_one || written.capitals || written.written.bare_promotion || written.captured.is_some();
        assert!(!noted, "{} {text}", letters.code);
        assert_eq!(written.written.form, [Form::Long, Form::San, Form::Coordinates][index], "{text}");
        if index < 2 {
            assert_eq!(pattern.captures, mv.captured.is_some(), "{text}");
            assert_eq!(written.written.check, check, "{text}");
        }
    }
    let mut padded = texts[0].clone().into_bytes();
    padded.extend_from_slice(&[b' '; 16]);
    let quick = hex::usual(&padded, Span::new(0, texts[0].len()), firsts);
    // Letters beyond ASCII are read in the general way.
    assert_eq!(quick.is_some(), texts[0].is_ascii(), "{}", texts[0]);
    if let Some(quick) = quick {
        let role = quick.role.unwrap_or(Role::Pawn);
        let said = (role, quick.from, quick.to, quick.promotion, quick.captures, quick.check);
        assert_eq!(said, (mv.role, mv.from, mv.to, mv.promotion, mv.captured.is_some(), check), "{}", texts[0]);
    }
    texts[1].len()
}

#[test]
fn what_is_written_is_read_back() {
    let sets: Vec<(&Letters, Firsts)> = LANGUAGES.iter().map(|set| (set, Firsts::of(set))).collect();
    let mut random = Random(33);
    let (mut moves, mut longer) = (0, 0);
    for _ in 0..25 {
        let mut position = Position::start();
        for _ in 0..160 {
            let legal = position.legal();
            let Some(&played) = legal.get(random.below(legal.len().max(1) as u64) as usize) else { break };
            for mv in &legal {
                let (letters, firsts) = &sets[random.below(sets.len() as u64) as usize];
                longer += usize::from(comes_back(&position, *mv, letters, firsts) > 5);
                moves += 1;
            }
            for (letters, firsts) in &sets {
                comes_back(&position, played, letters, firsts);
            }
            position.play(played);
        }
    }
    assert!(moves > 100_000 && longer > 100, "{moves} {longer}");
    println!("{moves} moves written in three forms and read back");
}

#[test]
fn short_forms_are_as_short_as_can_be() {
    for (fen, target, expected) in [
        ("b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1", "f4", "Rcf4 Ndf4 Nhf4 Rif4"),
        ("1/2k/5/7/9/11/11/R10/11/11/R5K4 w - 0 1", "a2", "R1a2 R4a2"),
        ("1/2k/5/7/9/11/11/11/11/11/R5K4 w - 0 1", "a6", "Ra6"),
    ] {
        let position = position(fen);
        let mut legal = position.legal();
        legal.retain(|mv| mv.to == cell(target) && mv.role != Role::Pawn);
        legal.sort_by_key(|mv| mv.from);
        let legal = legal.into_iter();
        let texts: Vec<String> = legal.map(|mv| hex::san(&position, mv, Letters::ENGLISH)).collect();
        assert_eq!(texts.join(" "), expected, "{fen}");
    }
}

#[test]
fn variants_by_their_names() {
    for name in [
        "Glinski",
        "glinski",
        "Gliński",
        "Glinski's Hexagonal Chess",
        "Gli\u{c5}\u{192}ski",
        "Hexagonal chess",
        "Hexagonal",
        "Hexašach",
        "hexasach",
        "Hexašachy",
        "HexChess",
        "hex",
        "Hexagonal (Glinski)",
    ] {
        assert_eq!(hex::named(name.as_bytes()), Some(Named::Glinski), "{name}");
    }
    assert_eq!(hex::named(b"Gli\xf1ski"), Some(Named::Glinski));
    for name in ["McCooey Hexagonal", "Shafran's hexagonal chess"] {
        assert_eq!(hex::named(name.as_bytes()), Some(Named::Other), "{name}");
    }
    for name in ["", "Chess960", "Standard", "atomic", "From Position", "Shafran", "hexapawn", "Horde", "Stockholm"] {
        assert_eq!(hex::named(name.as_bytes()), None, "{name}");
    }
}

#[test]
fn movetexts_by_their_moves() {
    let hex_ = |text: &str| hex::looks_like(text.split(' ').map(str::as_bytes));
    for text in [
        "b1-b2 j7-j6",
        "bl-b2",
        "b1-b3",
        "e1c3 e10c6 b1b2 b7b6",
        "g5 g6 Hdf4 Hdf8 Fd4 Hc6 h5 Hxd4",
        "f5f6 e7e6",
        "h3h4 d7d5",
        "De1-d2 Sf11-e9 Sf1-g2",
        "Qe1c3 Qe10c6 b1b2 b7b6 Bf3b1 e7e6? Qc3xBf9#",
    ] {
        assert!(hex_(text), "{text}");
    }
    for text in [
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "e2e4 e7e5 g1f3",
        "e2-e4 c7-c5",
        "",
        "e9 e5 Nf3",
        "Nl3 d5",
        "e4 e5 Ki3 Nc6 Bb5",
        "Qe2 Kh8 Rg1",
        "O-O O-O",
        "d4 d5 c4",
        "c2c3 c7c6",
        "nonsense",
    ] {
        assert!(!hex_(text), "{text}");
    }
}

#[test]
fn any_bytes_are_answered() {
    let mut random = Random(5);
    let (mut moves, mut wrong) = (0, 0);
    for round in 0..300_000 {
        let length = random.below(14) as usize + usize::from(round % 997 == 0) * 400;
        let any = round % 5 == 0;
        let text: Vec<u8> = (0..length)
            .map(|_| if any { random.below(256) as u8 } else { BYTES[random.below(BYTES.len() as u64) as usize] })
            .collect();
        let letters = &LANGUAGES[round % LANGUAGES.len()];
        match hex::read_with(&text, letters) {
            Ok((rest, _)) => {
                assert!(rest.is_empty());
                moves += 1;
            }
            Err(nom::Err::Error(error)) => wrong += usize::from(WrongCell::of(&error).is_some()),
            Err(other) => panic!("{other:?}"),
        }
        let _ = (hex::read_l_as_one(&text, letters), hex::named(&text), hex::is_whole(&text), usual(&text, letters));
    }
    assert!(moves > 500 && wrong > 500, "{moves} {wrong}");
}

#[test]
fn tags_and_results_of_lists_kept_by_hand() {
    let text = "# A list\n=====\n[White Some Body]  ; seated first\n[Result 0-1]\n\n1.b1-b2 b7-b6 remi\n\n\
                =====\n[Event \"two\"] ; it rained\n[White \"B\"]\n\n1.b1-b3 e7-e5 \u{17a}-\u{17a}\n\n[White C]\n\n1.e10 3/4-1/4\n";
    let games = records(text.as_bytes());
    let results: Vec<_> = games.iter().map(|game| game.result.map(Outcome::token)).collect();
    assert_eq!(results, [Some("1/2-1/2"), Some("1/2-1/2"), Some("3/4-1/4")]);
    let whites: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
    assert_eq!(whites, ["Some Body", "B", "C"]);
    assert_eq!((games[0].tag("Result").as_str(), games[1].tag("Event").as_str()), ("0-1", "two"));
    let moves: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(moves, [2, 2, 1]);
    let odd: Vec<_> = games.iter().map(|game| game.odd.join(" ")).collect();
    assert_eq!(odd, ["H003 H003", "", "H003"], "only the quotes are missed");
    // Without tags the moves tell.
    assert_eq!(records(b"1. De1-d2 Sf11-e9 2. Sf1-g2 De10-c6 *\n").len(), 1);
}

/// The bytes of a file of the shared data, decompressed.
fn bytes(name: &str) -> Option<Vec<u8>> {
    let path: PathBuf = common::shared(&format!("hex/{name}"))?;
    let file = std::fs::File::open(&path).unwrap();
    let mut bytes = Vec::new();
    if name.ends_with(".zst") {
        zstd::Decoder::new(file).unwrap().read_to_end(&mut bytes).unwrap();
    } else {
        let mut file = file;
        file.read_to_end(&mut bytes).unwrap();
    }
    Some(bytes)
}

/// One game of a file: its moves, without and with their suffixes, and its other parts.
struct Recorded {
    moves: Vec<Vec<u8>>,
    suffixes: Vec<(usize, Vec<u8>)>,
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    result: Option<Outcome>,
    odd: Vec<&'static str>,
}

impl Recorded {
    fn tag(&self, name: &str) -> String {
        let tag = self.tags.iter().find(|(tag, _)| tag == name.as_bytes());
        tag.map(|(_, value)| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
    }
}

fn records(bytes: &[u8]) -> Vec<Recorded> {
    let (mut games, mut at, mut record) = (Vec::new(), 0, Record::default());
    while let Section::Record(end) = pgn::read(bytes, at, true, &mut record) {
        at = end;
        let mut game = Recorded {
            moves: Vec::new(),
            suffixes: Vec::new(),
            tags: record.tags.iter().map(|tag| (tag.name.of(bytes).to_vec(), tag.value.of(bytes).to_vec())).collect(),
            result: record.result.and_then(|span| Outcome::parse(span.of(bytes))),
            odd: record.notes.iter().map(|note| note.code.as_str()).collect(),
        };
        for item in record.items.iter().filter(|item| item.line == 0) {
            let text = item.span.of(bytes).to_vec();
            match item.kind {
                Kind::Move => game.moves.push(text),
                Kind::Suffix => game.suffixes.push((game.moves.len(), text)),
                Kind::Junk | Kind::Skipped | Kind::Null => panic!("{:?} {}", item.kind, text.escape_ascii()),
                _ => {}
            }
        }
        games.push(game);
    }
    games
}

/// Replays by reading and finding alone. The position, the number of plies, and the marks that are not true.
fn replay(game: &Recorded, letters: &Letters) -> (Position, usize, usize) {
    let firsts = Firsts::of(letters);
    let (mut position, mut plies, mut marks) = (Position::start(), 0, 0);
    for (index, text) in game.moves.iter().enumerate() {
        let Ok((_, mut written)) = hex::read_with(text, letters) else { break };
        let mut padded = text.clone();
        padded.resize(text.len() + 16, b' ');
        if let Some(usual) = hex::usual(&padded, Span::new(0, text.len()), &firsts) {
            assert_eq!(usual.written(), written, "{}", text.escape_ascii());
        }
        for (_, word) in game.suffixes.iter().filter(|(after, _)| *after == index + 1) {
            written.append_word(word);
        }
        let Found::One(mv) = position.find(&written.written.pattern) else { break };
        position.play(mv);
        plies += 1;
        let check = written.written.check != CheckMark::None;
        marks += usize::from(check != position.in_check() || written.written.pattern.captures != mv.captured.is_some());
    }
    (position, plies, marks)
}

/// Rows of a table, by the columns' names.
fn rows(text: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(text).into_owned();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn legal_games_replay_to_their_final_positions() {
    let Some(table) = bytes("legal.csv") else { return };
    let table = rows(&table);
    for code in ["sk", "en"] {
        let games = records(&bytes(&format!("legal_{code}.hgn.zst")).unwrap());
        assert_eq!((games.len(), table.len()), (3_000, 3_000));
        let mut all = 0;
        for (game, row) in games.iter().zip(&table) {
            assert_eq!(game.tag("GameId"), row[0]);
            assert!(game.odd.is_empty(), "{} {:?}", row[0], game.odd);
            let (position, plies, marks) = replay(game, Letters::find(code).unwrap());
            assert_eq!((plies, game.moves.len(), marks), (row[1].parse().unwrap(), plies, 0), "{}", row[0]);
            assert_eq!(hex_fen::write(&position), row[8], "{}", row[0]);
            assert_eq!(game.result.map(Outcome::token), Some(&*row[2]), "{}", row[0]);
            all += plies;
        }
        assert_eq!(all, 380_954);
    }
}

#[test]
fn played_games_replay_to_their_final_positions() {
    let Some(table) = bytes("real.csv") else { return };
    let table = rows(&table);
    for code in ["sk", "en", "hu"] {
        let games = records(&bytes(&format!("real_{code}.hgn")).unwrap());
        assert_eq!((games.len(), table.len()), (234, 234));
        let (mut all, mut short) = (0, 0);
        for (game, row) in games.iter().zip(&table) {
            assert_eq!(game.tag("GameId"), row[0]);
            let (position, plies, _) = replay(game, Letters::find(code).unwrap());
            assert_eq!((plies, game.moves.len()), (row[1].parse().unwrap(), plies), "{code} {}", row[0]);
            assert_eq!(hex_fen::write(&position), row[5], "{code} {}", row[0]);
            // The table takes the draw in a wrong code page for none.
            let recorded = if (code, &*row[0]) == ("hu", "R0131") { "1/2-1/2" } else { &*row[2] };
            assert_eq!(game.result.map(Outcome::token), Some(recorded), "{code} {}", row[0]);
            all += plies;
            let moves = || game.moves.iter().map(Vec::as_slice);
            short += usize::from(hex::looks_like(moves()));
            // Everything that was played is written and read again, in every language.
            if code == "hu" {
                let mut position = Position::start();
                for text in &game.moves {
                    let (_, written) = hex::read_with(text, Letters::find(code).unwrap()).unwrap();
                    let Found::One(mv) = position.find(&written.written.pattern) else { break };
                    for set in &LANGUAGES {
                        comes_back(&position, mv, set, &Firsts::of(set));
                    }
                    position.play(mv);
                }
            }
        }
        assert_eq!(all, 17_801);
        assert_eq!(short, 234, "{code}: told from chess by their moves");
    }
}

#[test]
fn defective_games_go_as_far_as_the_table_says() {
    let Some(table) = bytes("real_defective.csv") else { return };
    let table = rows(&table);
    let games = records(&bytes("real_defective_hu.hgn").unwrap());
    assert_eq!((games.len(), table.len()), (29, 29));
    for (game, row) in games.iter().zip(&table) {
        let (position, plies, _) = replay(game, Letters::find("hu").unwrap());
        if row[0] == "D001" {
            // The table has a torn `Vf`, but the file says Vf4, which is legal.
            assert_eq!((plies, game.moves[110].as_slice()), (111, &b"Vf4"[..]));
            continue;
        }
        assert_eq!(plies + 1, row[1].parse::<usize>().unwrap(), "{}", row[0]);
        assert_eq!(game.moves[plies], row[2].as_bytes(), "{}", row[0]);
        assert_eq!(hex_fen::write(&position), row[4], "{}", row[0]);
    }
}

#[test]
fn faulty_games_stop_where_and_why_the_table_says() {
    let (Some(table), Some(codes)) = (bytes("faulty.csv"), bytes("fault_codes.tsv")) else { return };
    let codes = String::from_utf8(codes).unwrap();
    let wanted = |kind: &str| {
        let line = codes.lines().map(|line| line.split('\t').collect::<Vec<_>>()).find(|line| line[0] == kind);
        line.unwrap()[1].split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut reasons = 0;
    let table = rows(&table);
    for (column, code) in [(3, "sk"), (4, "en")] {
        let letters = Letters::find(code).unwrap();
        let games = records(&bytes(&format!("faulty_{code}.hgn")).unwrap());
        assert_eq!((games.len(), table.len()), (600, 600));
        let mut kinds = std::collections::BTreeMap::<&str, usize>::new();
        for (game, row) in games.iter().zip(&table) {
            let (position, plies, _) = replay(game, letters);
            let at = row[2].parse::<usize>().unwrap();
            let text = &game.moves[at - 1];
            assert_eq!(text, row[column].as_bytes(), "{}", row[0]);
            let read = hex::read_with(text, letters);
            let wrong = match &read {
                Err(nom::Err::Error(error)) => WrongCell::of(error),
                _ => None,
            };
            let kind = row[1].as_str();
            let fits = match kind {
                "bad_cell" => {
                    let no_j = row[5].starts_with('j');
                    let file = row[5].as_bytes().first().copied();
                    match wrong {
                        Some(WrongCell::NoJFile(cell)) => no_j && cell == row[5].as_bytes(),
                        Some(WrongCell::BeyondFile(cell)) => !no_j && cell == row[5].as_bytes(),
                        None => file > Some(b'l'),
                    }
                }
                "truncated_token" => read.is_err() && wrong.is_none(),
                "ocr_l_for_1" => read.as_ref().is_ok_and(|(_, written)| written.l_for_one) && plies >= at,
                _ => read.as_ref().is_ok_and(|(_, written)| !written.l_for_one),
            };
            assert!(fits, "{} {kind} {}: {read:?}", row[0], text.escape_ascii());
            // Wrong marks, results and claims do not stop the moves.
            let stops = !matches!(
                kind,
                "missing_capture_mark"
                    | "false_check_mark"
                    | "false_mate_mark"
                    | "wrong_result"
                    | "ocr_l_for_1"
                    | "stalemate_claimed_false"
                    | "false_threefold"
                    | "false_fifty"
                    | "false_capture_mark"
            );
            assert!(if stops { plies + 1 == at } else { plies >= at }, "{} {kind} {at} {plies}", row[0]);
            if stops
                && position.has_legal_move()
                && let Ok((_, written)) = &read
            {
                let faults = position.faults(&written.written.pattern);
                let first = reason(&faults[0]);
                assert!(
                    first.iter().any(|code| wanted(kind).iter().any(|one| one == code)),
                    "{} {kind} {faults:?}",
                    row[0]
                );
                reasons += 1;
            }
            *kinds.entry(kind).or_default() += 1;
        }
        assert_eq!(kinds.len(), 27);
    }
    assert!(reasons > 600, "{reasons}");
    println!("{reasons} reasons compared");
}

/// The code of a reason; en passant without the history is either of two.
fn reason(fault: &Fault<Position>) -> &'static [&'static str] {
    match fault {
        Fault::OtherSide => &["L001"],
        Fault::WrongOrigin { .. } => &["L068"],
        Fault::NoSuchMove { .. } => &["L003"],
        Fault::Blocked { .. } => &["L004"],
        Fault::OwnPiece { .. } => &["L005"],
        Fault::KingCapture { .. } => &["L006"],
        Fault::NoEnPassant { .. } => &["L025", "L026"],
        Fault::DoubleStep { .. } => &["L030"],
        Fault::PromotionMissing { .. } => &["L031"],
        Fault::PromotionPiece { .. } => &["L032"],
        Fault::PromotionRank { .. } => &["L033"],
        Fault::CapturesNothing { .. } => &["L034"],
        Fault::CapturesStraight { .. } => &["L035"],
        Fault::KingIntoCheck { .. } => &["L012"],
        Fault::Pinned { .. } => &["L010"],
        Fault::CheckNotParried { .. } => &["L011"],
        _ => &[],
    }
}

#[test]
#[ignore = "measures"]
fn how_long_it_takes() {
    let Some(bytes) = bytes("legal_sk.hgn.zst") else { return };
    let games = records(&bytes);
    let letters = Letters::find("sk").unwrap();
    let firsts = Firsts::of(letters);
    let mut text = Vec::new();
    let mut spans = Vec::new();
    for token in games.iter().flat_map(|game| &game.moves) {
        spans.push(Span::new(text.len(), text.len() + token.len()));
        text.extend_from_slice(token);
        text.push(b' ');
    }
    text.extend_from_slice(&[b' '; 16]);
    let time = |name: &str, run: &dyn Fn() -> usize| {
        let mut best = f64::MAX;
        let mut count = 0;
        for _ in 0..7 {
            let start = std::time::Instant::now();
            count = std::hint::black_box(run());
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("{name}: {:.1} ns a move, {count} of {}", best * 1e9 / spans.len() as f64, spans.len());
    };
    time("usual", &|| spans.iter().filter(|span| hex::usual(&text, **span, &firsts).is_some()).count());
    time("read_with", &|| spans.iter().filter(|span| hex::read_with(span.of(&text), letters).is_ok()).count());
    time("records", &|| {
        let (mut at, mut record, mut moves) = (0, Record::default(), 0);
        while let Section::Record(end) = pgn::read(&bytes, at, true, &mut record) {
            at = end;
            moves += record.items.iter().filter(|item| item.kind == Kind::Move).count();
        }
        moves
    });
    let counts: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    time("usual and the moves", &|| {
        let (mut at, mut plies) = (0, 0);
        for count in &counts {
            let mut position = Position::start();
            for span in &spans[at..at + count] {
                let Some(usual) = hex::usual(&text, *span, &firsts) else { break };
                let Some(role) = usual.role.or_else(|| position.role(usual.from)) else { break };
                let mv = match usual.promotion {
                    None => position.only(role, usual.from.bit(), usual.to),
                    Some(_) => match position.find(&usual.written().written.pattern) {
                        Found::One(mv) => Some(mv),
                        _ => None,
                    },
                };
                let Some(mv) = mv else { break };
                position.play(mv);
                plies += 1;
            }
            at += count;
        }
        plies
    });
}

#[test]
fn games_from_the_net_are_read_whole() {
    for (name, plies, tags) in [
        ("Bodor_Hexodus_1999.pgn", &[53][..], 3),
        ("Schenkerik_Hexodus_1999.pgn", &[80], 3),
        ("Mackowiak_Hexodus_1999.pgn", &[74], 3),
        ("HalfFinalEuropeanChampionship_1999.pgn", &[53, 80, 74], 9),
        ("FoolsMate.pgn", &[7], 4),
        ("YouTube_HexagonalChess.pgn", &[3], 7),
        ("YouTube_MangoTownPlays.pgn", &[62, 128, 63], 7),
    ] {
        let Some(bytes) = bytes(name) else { return };
        let games = records(&bytes);
        assert_eq!(games.len(), plies.len(), "{name}");
        assert_eq!(games[0].tags.len(), tags, "{name}");
        for (game, wanted) in games.iter().zip(plies) {
            let (_, count, _) = replay(game, Letters::ENGLISH);
            assert_eq!(count, *wanted, "{name}");
            assert_eq!(game.moves.len() - count, if name.contains("HexagonalChess") { 20 } else { 0 }, "{name}");
            let glued = name.contains("1999");
            assert_eq!(game.result, glued.then_some(Outcome::Unknown), "{name}");
            let moves = || game.moves.iter().map(Vec::as_slice);
            assert!(hex::looks_like(moves()), "{name}");
            let odd: Vec<_> = game.odd.iter().filter(|code| **code != "H003").collect();
            println!("{name}: {odd:?}");
            if glued {
                assert!(
                    game.tag("White").len() > 5 && Outcome::parse(game.tag("Result").as_bytes()).is_some(),
                    "{name}"
                );
            }
        }
    }
}
