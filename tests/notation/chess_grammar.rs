//! Runs `grammars/*.abnf` against the readers: what a grammar derives is read without
//! a finding of its form, and what is one character off is read if and only if a
//! grammar derives that, too.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::root;
use crate::grammar_support::{Dice, Grammar, Sampler, mutate, squeeze, texts};
use crate::own_games::{made, real};
use partie_notation::letters::Letters;
use partie_notation::san::{self, Form};
use partie_notation::{Parsed, ReadOutcome, fen, hex_fen, pgn};
use partie_record::finding::Code;
use partie_record::{ItemKind, Record};

const SAN: &str = include_str!("../../grammars/san.abnf");
const LONG: &str = include_str!("../../grammars/long.abnf");
const UCI: &str = include_str!("../../grammars/uci.abnf");
const FEN: &str = include_str!("../../grammars/fen.abnf");
const PGN: &str = include_str!("../../grammars/pgn.abnf");
const PGN_GAME: &str = include_str!("../grammars/pgn-game.abnf");
const KIF: &str = include_str!("../../grammars/kif.abnf");
const KI2: &str = include_str!("../../grammars/ki2.abnf");
const HEX: &str = include_str!("../../grammars/hex.abnf");
const HEX_FEN: &str = include_str!("../../grammars/hex-fen.abnf");

/// Characters that mutants of moves are made with.
const MOVE_BYTES: &[u8] = b"aabcdefgh0123456789NBRQKPnbrqkpOo-x:=/()+#!?.tmsi \xe2\x80\xa0\xa1Z";

/// Every rule and every alternative is used, but for those of `base`.
fn assert_all_used(sampler: &Sampler<'_>, base: Option<&Grammar>) {
    let (rules, branches) = sampler.unused(base);
    assert!(rules.is_empty(), "never used: {rules:?}");
    assert_eq!(branches, 0, "alternatives never taken");
}

/// The start rules of the moves, with the form that the reader gives them.
struct Moves {
    grammar: Grammar,
    starts: [(usize, Form); 6],
}

impl Moves {
    fn new() -> Self {
        let grammar = Grammar::new(&[SAN, LONG, UCI]);
        let starts = [
            (grammar.rule("move"), Form::San),
            (grammar.rule("lenient-move"), Form::San),
            (grammar.rule("long-move"), Form::Long),
            (grammar.rule("lenient-long-move"), Form::Long),
            (grammar.rule("uci-move"), Form::Coordinates),
            (grammar.rule("lenient-uci-move"), Form::Coordinates),
        ];
        Self { grammar, starts }
    }

    /// What the grammars say of a text: the form, and whether the standard knows it.
    fn form(&self, text: &[u8]) -> Option<(Form, bool)> {
        if text.len() > 63 {
            return None;
        }
        let mut found = None;
        for (index, (start, form)) in self.starts.iter().enumerate() {
            if !self.grammar.accepts::<1>(*start, text) {
                continue;
            }
            match found {
                None => found = Some((*form, index % 2 == 0)),
                Some((other, _)) => assert_eq!(other, *form, "{:?} has two forms", text.escape_ascii().to_string()),
            }
        }
        found
    }

    /// The reader and the grammars say the same. Gives what they say.
    fn compare(&self, text: &[u8]) -> Option<Form> {
        let shown = || text.escape_ascii().to_string();
        let grammar = self.form(text);
        let general = san::read_general(text, Letters::ENGLISH).ok().map(|(_, written)| written);
        assert_eq!(read(text), general, "by the fast path and by the grammar: {}", shown());
        match (read(text), grammar) {
            (None, None) => {}
            (Some(written), Some((form, strict))) => {
                assert_eq!(written.form, form, "{}", shown());
                let castling = written.pattern.castling.is_some();
                assert_eq!(written.zeros, castling && !strict, "zeros of {}", shown());
                assert_eq!(written.pawn_letter, text[0] == b'P', "pawn's letter of {}", shown());
                let promotes = written.pattern.promotion.is_some();
                let bare = promotes && !text.contains(&b'=') && form != Form::Coordinates;
                assert_eq!(written.bare_promotion, bare, "bare promotion of {}", shown());
                let marked =
                    [&b"ep"[..], b"e.p", b"bp"].iter().any(|mark| text.windows(mark.len()).any(|part| part == *mark));
                assert_eq!(written.en_passant, marked, "en passant mark of {}", shown());
            }
            (Some(_), None) => panic!("{} is read, and no grammar derives it", shown()),
            (None, Some(said)) => panic!("{} is not read, and a grammar derives it: {said:?}", shown()),
        }
        grammar.map(|(form, _)| form)
    }
}

fn read(text: &[u8]) -> Option<san::SanToken> {
    let parsed: Parsed<'_, san::SanToken> = san::read_move(text);
    parsed.ok().map(|(rest, written)| {
        assert!(rest.is_empty());
        written
    })
}

#[test]
fn moves_and_their_mutants() {
    let moves = Moves::new();
    let mut sampler = Sampler::new(&moves.grammar, 1, 12, 40);
    let mut dice = Dice(2);
    let (mut sentences, mut mutants, mut accepted) = (0, 0, 0);
    for (index, (start, form)) in moves.starts.iter().enumerate() {
        for _ in 0..60_000 {
            let text = sampler.sentence(*start);
            if text.len() > 60 {
                continue;
            }
            sentences += 1;
            assert_eq!(moves.compare(&text), Some(*form), "{}", text.escape_ascii());
            let written = read(&text).unwrap();
            if index == 0 {
                let noted = written.zeros || written.bare_promotion || written.pawn_letter;
                assert!(!noted, "{} is in the standard", text.escape_ascii());
            }
            let mutant = mutate(&text, MOVE_BYTES, &mut dice);
            mutants += 1;
            accepted += usize::from(moves.compare(&mutant).is_some());
        }
    }
    assert_all_used(&sampler, None);
    assert!(sentences > 350_000 && accepted * 2 < mutants, "{sentences} {mutants} {accepted}");
    println!("{sentences} moves, {mutants} mutants of which {accepted} are moves");
}

/// Every text of up to four characters of a move.
#[test]
fn all_short_moves() {
    let moves = Moves::new();
    let (mut texts, mut accepted) = (0, 0);
    for (length, alphabet) in [
        (1, &b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-x:=/()+#!?.*$%&,;<>@[]^_`{|}~ '\"\\"[..]),
        (2, b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-x:=/()+#!?.*$%&,;<>@[]^_`{|}~ '\"\\"),
        (3, b"abcdefghmopq0123456789NBRQKPOZnbrk-x:=/()+#!?. "),
        (4, b"aeh148pcNKPOoq0-x:=/()+#."),
        (5, b"ah1Nbq0O-x=+"),
    ] {
        let mut digits = vec![0usize; length];
        let mut text = vec![alphabet[0]; length];
        'all: loop {
            texts += 1;
            accepted += usize::from(moves.compare(&text).is_some());
            let mut place = 0;
            loop {
                digits[place] += 1;
                if digits[place] < alphabet.len() {
                    text[place] = alphabet[digits[place]];
                    break;
                }
                digits[place] = 0;
                text[place] = alphabet[0];
                place += 1;
                if place == length {
                    break 'all;
                }
            }
        }
    }
    assert!(moves.compare(b"").is_none());
    println!("{texts} short texts, {accepted} are moves");
}

/// Every token of the bundled games that stands where a move belongs.
#[test]
fn moves_of_the_fixtures() {
    let moves = Moves::new();
    let mut record = Record::default();
    let (mut tokens, mut accepted) = (0, 0);
    let mut files = Vec::new();
    walk(&root().join("fixtures"), &mut files);
    for path in files.iter().filter(|path| path.extension().is_some_and(|end| end == "pgn")) {
        let bytes = std::fs::read(path).unwrap();
        let mut at = 0;
        while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
            assert!(end > at, "{} stops at {at}", path.display());
            for item in record.items.iter().filter(|item| item.kind == ItemKind::Move) {
                tokens += 1;
                if item.span.len() < 64 {
                    accepted += usize::from(moves.compare(item.span.of(&bytes)).is_some());
                }
            }
            at = end;
        }
    }
    assert!(tokens > 0);
    println!("{tokens} tokens of fixtures, {accepted} are moves");
}

fn walk(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}

#[test]
fn fens_and_their_mutants() {
    let grammar = Grammar::new(&[FEN]);
    let (strict, lenient, short) = (grammar.rule("fen"), grammar.rule("lenient-fen"), grammar.rule("short-fen"));
    let mut sampler = Sampler::new(&grammar, 3, 60, 30);
    let mut dice = Dice(4);
    let alphabet = b"pnbrqkPNBRQK0123456789/~-+ \t\nwbKQkqABHah36x.XW";
    let codes = |text: &[u8]| -> Vec<Code> {
        let text = std::str::from_utf8(text).unwrap();
        let plain = fen::read_fen(text, false).faults;
        assert_eq!(plain, fen::read_fen(text, true).faults, "{text:?}");
        plain.iter().map(|fault| fault.code).collect()
    };
    let (mut sentences, mut mutants, mut accepted) = (0, 0, 0);
    for (start, count) in [(strict, 40_000), (lenient, 20_000), (short, 10_000)] {
        for _ in 0..count {
            let text = sampler.sentence(start);
            let shown = String::from_utf8_lossy(&text).into_owned();
            sentences += 1;
            let found = codes(&text);
            if start == short {
                assert!(!found.is_empty() && found.iter().all(|code| *code == Code::H018), "{shown}: {found:?}");
            } else {
                assert!(found.is_empty(), "{shown}: {found:?}");
                assert!(text.len() < 190 && grammar.accepts::<3>(lenient, &text), "{shown}");
            }
            let mutant = mutate(&text, alphabet, &mut dice);
            let derived = grammar.accepts::<3>(lenient, &mutant);
            let found = codes(&mutant);
            assert_eq!(found.is_empty(), derived, "{:?}: {found:?}", String::from_utf8_lossy(&mutant));
            assert!(derived || !grammar.accepts::<3>(strict, &mutant), "the strict grammar is part of the lenient one");
            mutants += 1;
            accepted += usize::from(derived);
        }
    }
    assert_all_used(&sampler, None);
    println!("{sentences} FENs, {mutants} mutants of which {accepted} are FENs");
}

/// The same for hexagonal boards, each dialect asked for by its name and found without it.
#[test]
fn hexagonal_fens_and_their_mutants() {
    use hex_fen::Dialect;
    let grammar = Grammar::new(&[FEN, HEX, HEX_FEN]);
    let starts = [
        ("hex-fen", Dialect::Ranks),
        ("hex-fen-files-down", Dialect::FilesDown),
        ("hex-fen-files-up", Dialect::FilesUp),
    ];
    let starts = starts.map(|(name, dialect)| (grammar.rule(name), dialect));
    let mut sampler = Sampler::new(&grammar, 5, 60, 30);
    let mut dice = Dice(6);
    let alphabet = b"pnbrqkPNBRQK0123456789/~-+ \t\nwbKQaefglABFKLj36x.";
    let (mut sentences, mut mutants, mut accepted) = (0, 0, 0);
    let compare = |text: &[u8]| -> usize {
        let shown = std::str::from_utf8(text).unwrap();
        let faults = |dialect| hex_fen::read_hex_fen(shown, dialect).faults;
        let derived = starts.map(|(start, _)| text.len() < 512 && grammar.accepts::<8>(start, text));
        for ((_, dialect), derived) in starts.iter().zip(derived) {
            let found = faults(Some(*dialect));
            assert_eq!(found.is_empty(), derived, "{dialect:?} {shown:?}: {found:?}");
        }
        let read = hex_fen::read_hex_fen(shown, None);
        let one = starts.iter().zip(derived).any(|((_, dialect), derived)| derived && *dialect == read.dialect);
        assert_eq!(read.faults.is_empty(), one, "{shown:?}: {:?}", read.faults);
        usize::from(one)
    };
    for (start, dialect) in starts {
        for _ in 0..10_000 {
            let text = sampler.sentence(start);
            if text.len() >= 500 {
                continue;
            }
            sentences += 1;
            compare(&text);
            let found = hex_fen::read_hex_fen(std::str::from_utf8(&text).unwrap(), Some(dialect)).faults;
            assert!(found.is_empty(), "{}: {found:?}", text.escape_ascii());
            mutants += 1;
            accepted += compare(&mutate(&text, alphabet, &mut dice));
        }
    }
    let (rules, _) = sampler.unused(Some(&Grammar::new(&[FEN, HEX])));
    assert!(rules.is_empty(), "never used: {rules:?}");
    assert!(sentences > 25_000 && accepted * 4 < mutants * 3, "{sentences} {mutants} {accepted}");
    println!("{sentences} hexagonal FENs, {mutants} mutants of which {accepted} are FENs");
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0x0c)
}

/// Whether the note belongs to the families that the grammar of PGN rules out.
fn is_syntax(code: Code) -> bool {
    code.as_str().starts_with(['S', 'H'])
}

/// Bytes of `record` in `from..to` that are neither white space nor belong to anything; and items must not overlap.
fn lost(bytes: &[u8], record: &Record, from: usize, to: usize, notes: bool) -> Option<usize> {
    let mut covered: Vec<bool> = bytes[from..to].iter().map(|byte| is_white(*byte)).collect();
    let mut cover =
        |span: partie_record::span::Span| covered[span.from as usize - from..span.to as usize - from].fill(true);
    let mut before = from as u32;
    for item in &record.items {
        assert!(item.span.from >= before && !item.span.is_empty(), "items overlap: {}", bytes.escape_ascii());
        before = item.span.to;
        cover(item.span);
    }
    record.tags.iter().for_each(|tag| cover(tag.span));
    if notes {
        let whole = |code| matches!(code, Code::H003 | Code::S015 | Code::S006);
        record.notes.iter().filter(|note| whole(note.code)).for_each(|note| cover(note.span));
    }
    covered.iter().position(|covered| !covered).map(|at| from + at)
}

/// How many of each there are, by the sentence's derivation and by the reader.
fn structure(grammar: &Grammar, sampler: &Sampler<'_>, record: &Record) -> [(u32, u32); 7] {
    let drawn = |names: &[&str]| names.iter().map(|name| sampler.last[grammar.rule(name)]).sum();
    let read = |kinds: &[ItemKind]| record.items.iter().filter(|item| kinds.contains(&item.kind)).count() as u32;
    let tokens = [
        "number",
        "dots",
        "move-number",
        "move",
        "long-move",
        "uci-move",
        "zero-castling",
        "parenthesised",
        "null-move",
    ];
    [
        (drawn(&["tag", "near-tag"]), record.tags.len() as u32),
        (drawn(&["comment"]), read(&[ItemKind::Comment])),
        (drawn(&["line-comment", "percent", "by-hand"]), read(&[ItemKind::LineComment])),
        (drawn(&["nag"]), read(&[ItemKind::Nag])),
        (drawn(&["variation", "played-variation"]), read(&[ItemKind::Open])),
        (drawn(&tokens), read(&[ItemKind::Move, ItemKind::Null, ItemKind::Number])),
        (drawn(&["late-mark", "traditional-glyph"]), read(&[ItemKind::Suffix, ItemKind::Glyph])),
    ]
}

#[test]
fn records_and_their_mutants() {
    let grammar = Grammar::new(&[SAN, LONG, UCI, PGN, PGN_GAME]);
    let game = grammar.rule("game");
    let mut sampler = Sampler::new(&grammar, 5, 15, 88);
    let mut dice = Dice(6);
    let alphabet = b"\n\n\r \t{}()[];%$*\"\\.0123456789abhxNBRQKOP-+=#!?/:,'~^\xe2\xbd\x7f_eE";
    let mut record = Record::default();
    let (mut sentences, mut bytes, mut mutants, mut accepted, mut deepest) = (0, 0, 0, 0, 0);
    while sentences < 25_000 {
        let text = sampler.sentence(game);
        if text.len() > 1000 {
            continue;
        }
        sentences += 1;
        bytes += text.len();
        check_sentence(&grammar, &sampler, &text, &mut record);
        deepest = deepest.max(depth(&record));
        assert!(grammar.accepts::<16>(game, &text), "not recognised: {}", text.escape_ascii());
        for _ in 0..2 {
            let mutant = mutate(&text, alphabet, &mut dice);
            mutants += 1;
            let derived = grammar.accepts::<16>(game, &mutant);
            accepted += usize::from(derived);
            compare_general(&mutant);
            check_mutant(&mutant, derived, &mut record);
        }
    }
    // Of the moves only what the standard has; the rest is covered above. Of the tokens what needs no finding, and
    // says what it is.
    assert_all_used(&sampler, Some(&Grammar::new(&[SAN, LONG, UCI, PGN])));
    let moves = Grammar::new(&[SAN, LONG, UCI]);
    let unused = sampler.unused(Some(&moves)).0;
    assert_eq!(
        unused,
        [
            "lenient-tag",
            "tag-start",
            "token",
            "next-number",
            "castling-apart",
            "castles",
            "symbol",
            "glyph",
            "signs",
            "plain-sign",
            "sign"
        ]
    );
    assert!(deepest >= 3);
    println!("{sentences} records of {bytes} bytes, {deepest} deep, {mutants} mutants of which {accepted} are records");
}

/// The loop for the commonest tokens and the grammar read the same record, also where the input may go on.
fn compare_general(text: &[u8]) {
    let (mut fast, mut general) = (Record::default(), Record::default());
    for (bytes, last) in [(text, true), (text, false), (&text[..text.len() / 2], false)] {
        let found = pgn::read_record(bytes, 0, last, &mut fast);
        assert_eq!(found, pgn::read_general(bytes, 0, last, &mut general), "{}", bytes.escape_ascii());
        let all = |record: &Record| format!("{record:?}");
        assert_eq!(all(&fast), all(&general), "{}", bytes.escape_ascii());
    }
}

/// The same for thousands of real games, with the time that both take.
#[test]
fn the_fast_path_reads_real_games_as_the_grammar_does() {
    let path = real("chess/real.pgn.zst");
    let mut bytes = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
    // Comments, variations and damage are slower, and have more forms.
    for folder in ["chess/annotated", "chess/messy"].map(made) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            bytes.extend(std::fs::read(path).unwrap());
            bytes.extend(b"\n\n");
        }
    }
    let (mut fast, mut general) = (Record::default(), Record::default());
    let (mut at, mut games, mut times) = (0, 0, [Duration::ZERO; 2]);
    loop {
        let start = Instant::now();
        let found = pgn::read_record(&bytes, at, true, &mut fast);
        times[0] += start.elapsed();
        let start = Instant::now();
        assert_eq!(found, pgn::read_general(&bytes, at, true, &mut general));
        times[1] += start.elapsed();
        let ReadOutcome::Game(end) = found else { break };
        assert_eq!(fast.items, general.items, "from {at}");
        assert_eq!(format!("{:?}", fast.notes), format!("{:?}", general.notes), "from {at}");
        (at, games) = (end, games + 1);
    }
    println!("{games} games of {} bytes, with the fast path {:?}, without {:?}", bytes.len(), times[0], times[1]);
    assert!(games > 1000);
}

/// A game as a server writes it.
const WITH_CLOCKS: &[u8] = b"[Event \"A\"]\n\n1. e4 { [%eval 0.2] [%clk 0:02:59] } 1... e5 { [%clk 0:02:57] } \
    2. Qh5 { [%eval -12.34] [%clk 0:00:03] } 2... Ke7 { [%eval #1] [%clk 0:02:00] } 3. Qxe5# { [%clk 0:00:01] } 1-0\n";

/// Every game of the fixtures, and mutants of its movetext.
#[test]
fn the_fast_path_reads_what_the_grammar_reads() {
    let (mut files, mut texts, mut dice) = (Vec::new(), 0, Dice(13));
    let alphabet = b"\n \t(){}[];$*.0123456789abcdefghxNBRQKOZP-+=#!?/:%,'~^\xc3\x00";
    walk(&root().join("fixtures"), &mut files);
    let fixtures = files.iter().filter(|path| path.extension().is_some_and(|end| end == "pgn"));
    for bytes in fixtures.map(|path| std::fs::read(path).unwrap()).chain([WITH_CLOCKS.to_vec()]) {
        let mut record = Record::default();
        let mut at = 0;
        while let ReadOutcome::Game(end) = pgn::read_record(&bytes, at, true, &mut record) {
            let game = &bytes[at..end];
            compare_general(game);
            for _ in 0..200 {
                let mut mutant = mutate(game, alphabet, &mut dice);
                for _ in 0..dice.below(4) {
                    mutant = mutate(&mutant, alphabet, &mut dice);
                }
                compare_general(&mutant);
            }
            texts += 201;
            at = end;
        }
    }
    assert!(texts > 1000, "{texts}");
    println!("{texts} texts are read the same");
}

fn check_sentence(grammar: &Grammar, sampler: &Sampler<'_>, text: &[u8], record: &mut Record) {
    let shown = || text.escape_ascii().to_string();
    assert_eq!(pgn::read_record(text, 0, true, record), ReadOutcome::Game(text.len()), "{}", shown());
    let note = record.notes.iter().find(|note| is_syntax(note.code));
    assert!(note.is_none(), "{note:?} in {}", shown());
    assert_eq!(lost(text, record, 0, text.len(), false), None, "{}", shown());
    assert!(record.result.is_some(), "no result in {}", shown());
    for (index, (drawn, read)) in structure(grammar, sampler, record).into_iter().enumerate() {
        assert_eq!(drawn, read, "count {index} of {}", shown());
    }
    let closed = record.items.iter().filter(|item| item.kind == ItemKind::Close).count() + 1;
    assert_eq!(record.lines.len(), closed, "{}", shown());
}

fn depth(record: &Record) -> usize {
    let above = |line: u32| record.lines[line as usize].parent;
    let level = |mut line: u32| {
        let mut level = 0;
        while line != 0 {
            line = above(line);
            level += 1;
        }
        level
    };
    (0..record.lines.len() as u32).map(level).max().unwrap_or(0)
}

fn check_mutant(mutant: &[u8], derived: bool, record: &mut Record) {
    let shown = || mutant.escape_ascii().to_string();
    let mut at = 0;
    let mut records = 0;
    loop {
        match pgn::read_record(mutant, at, true, record) {
            ReadOutcome::Game(end) => {
                assert!(end > at, "no step at {at} of {}", shown());
                records += 1;
                assert_eq!(lost(mutant, record, at, end, true), None, "record from {at} of {}", shown());
                if derived {
                    let note = record.notes.iter().find(|note| is_syntax(note.code));
                    assert!(note.is_none(), "{note:?} in {}", shown());
                }
                at = end;
            }
            ReadOutcome::Text(end) => {
                assert!(!derived && end == mutant.len(), "text in {}", shown());
                break;
            }
            ReadOutcome::End => break,
            ReadOutcome::Incomplete => panic!("unfinished at the file's end: {}", shown()),
        }
    }
    assert!(!derived || records == 1, "{records} records in {}", shown());
}

/// Tagged games one after the other come apart where they were joined.
#[test]
fn several_records() {
    let grammar = Grammar::new(&[SAN, LONG, UCI, PGN, PGN_GAME]);
    let (game, tags) = (grammar.rule("game"), grammar.rule("tagged-game"));
    let mut sampler = Sampler::new(&grammar, 7, 13, 80);
    let mut record = Record::default();
    for _ in 0..2_000 {
        let mut text = sampler.sentence(game);
        let mut starts = vec![0];
        for _ in 0..2 {
            text.extend_from_slice(b"\n\n");
            starts.push(text.len());
            text.extend_from_slice(&sampler.sentence(tags));
        }
        starts.push(text.len());
        for ends in starts.windows(2) {
            assert_eq!(
                pgn::read_record(&text, ends[0], true, &mut record),
                ReadOutcome::Game(ends[1]),
                "from {} of {}",
                ends[0],
                text.escape_ascii()
            );
            let note = record.notes.iter().find(|note| is_syntax(note.code));
            assert!(note.is_none(), "{note:?} in {}", text.escape_ascii());
        }
    }
}

/// Where a doc comment of a parser quotes a rule, a grammar has the rule with the same text.
#[test]
fn doc_comments_quote_the_grammars() {
    let folders = ["grammars", "tests/grammars"].map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    let grammars = folders.into_iter().flatten().map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
    let rules: Vec<(String, String)> = grammars.flat_map(|grammar| texts(&grammar)).collect();
    let mut files = Vec::new();
    walk(&root().join("src/notation"), &mut files);
    let mut quoted = 0;
    for path in files {
        let source = std::fs::read_to_string(&path).unwrap();
        for quote in quotes(&source) {
            let name = quote.split_whitespace().next().unwrap();
            // Two grammars may have rules of one name.
            let found: Vec<&str> =
                rules.iter().filter(|(rule, _)| rule == name).map(|(_, text)| text.as_str()).collect();
            assert!(!found.is_empty(), "{}: no grammar has the rule {name}", path.display());
            assert!(found.contains(&quote.as_str()), "{}: {quote}\nis written {found:?}", path.display());
            let parsed = abnf::rule(&quote).unwrap_or_else(|error| panic!("{quote}: {error}"));
            assert_eq!(parsed.name(), name);
            quoted += 1;
        }
    }
    assert!(quoted >= 10, "{quoted}");
    println!("{quoted} rules quoted in doc comments");
}

/// Code spans and code lines of doc comments that look like a rule.
fn quotes(source: &str) -> Vec<String> {
    let mut comments = String::new();
    for line in source.lines() {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        // Whatever is not a comment ends the code span.
        comments.push_str(text.unwrap_or("`` "));
        comments.push('\n');
    }
    comments.split('`').map(squeeze).filter(|span| is_rule(span)).collect()
}

fn is_rule(span: &str) -> bool {
    let Some((name, _)) = span.split_once(" = ") else { return false };
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Every rule belongs to a start rule, and every file can be read alone with those it names.
#[test]
fn grammars_are_whole() {
    let all: [&[&str]; 9] =
        [&[SAN], &[SAN, LONG], &[SAN, UCI], &[FEN], &[HEX], &[FEN, HEX, HEX_FEN], &[SAN, PGN], &[KIF], &[KIF, KI2]];
    for files in all {
        let grammar = Grammar::new(files);
        assert!(grammar.names().count() > 5);
    }
}
