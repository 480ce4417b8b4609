//! Runs the grammars of KIF and KI2 against the readers: what they derive is read without a note, a move is
//! read if and only if they derive it, and mutants lose no byte.

#[allow(dead_code, reason = "each test uses a part of it")]
use crate::grammar_support::{Dice, Grammar, Sampler, mutate};
use crate::kif_support::all;
use partie_notation::japanese;
use partie_record::{Format, ItemKind, Record};
use partie_rules::shogi::Square;

const KIF: &str = include_str!("../../grammars/kif.abnf");
const KI2: &str = include_str!("../../grammars/ki2.abnf");

/// The grammar with a text of ASCII, kana and kanji, which every encoding has.
fn narrowed() -> String {
    let (before, rest) = KIF.split_once("\ntext ").unwrap();
    let (_, after) = rest.split_once("\nblank ").unwrap();
    format!("{before}\ntext = %x20-7E / %xE3.81 %x81-BF / %xE4 %xB8-BF %x80-BF\nblank {after}")
}

/// Swaps, drops and doubles whole characters, so that most mutants stay text.
fn mutant(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let Ok(string) = std::str::from_utf8(text) else { return mutate(text, b"(", dice) };
    let mut characters: Vec<char> = string.chars().collect();
    let alphabet: Vec<char> = "１７77九六歩成銀金同　打不左上直▲△(0)+:：まで変化手1*#| \n投了玉".chars().collect();
    let at = dice.below(characters.len().max(1));
    match dice.below(4) {
        0 if at < characters.len() => drop(characters.remove(at)),
        1 if at < characters.len() => characters[at] = *dice.pick(&alphabet),
        2 if at + 1 < characters.len() => characters.swap(at, at + 1),
        _ => characters.insert(at.min(characters.len()), *dice.pick(&alphabet)),
    }
    characters.into_iter().collect::<String>().into_bytes()
}

/// The reader of moves and the grammar accept the same texts.
#[test]
fn moves_and_their_mutants() {
    let grammar = Grammar::new(&[KIF]);
    let rule = grammar.rule("japanese-move");
    let mut sampler = Sampler::new(&grammar, 1, 12, 40);
    let mut dice = Dice(5);
    let (mut moves, mut mutants, mut accepted) = (0, 0, 0);
    let read = |text: &[u8]| japanese::read_move(text, Square::at(5, 5)).is_ok();
    for _ in 0..60_000 {
        let text = sampler.sentence(rule);
        if text.len() > 60 {
            continue;
        }
        assert!(read(&text), "{}", String::from_utf8_lossy(&text));
        moves += 1;
        let changed = mutant(&text, &mut dice);
        if changed.len() > 63 {
            continue;
        }
        let derived = grammar.accepts::<1>(rule, &changed);
        assert_eq!(read(&changed), derived, "{}", String::from_utf8_lossy(&changed));
        mutants += 1;
        accepted += usize::from(derived);
    }
    assert!(moves > 40_000 && accepted > 1000 && accepted * 2 < mutants, "{moves} {mutants} {accepted}");
    println!("{moves} moves, {mutants} mutants of which {accepted} are moves");
}

/// Records that the grammars derive are read without a note, in every script; mutants lose no byte.
#[test]
fn records_of_the_grammars() {
    let narrow = narrowed();
    let narrow = narrow.as_str();
    let cases = [
        (&[KIF][..], "kif-record", Format::Kif),
        (&[KIF, KI2], "ki2-record", Format::Ki2),
        (&[narrow], "kif-record", Format::Kif),
        (&[narrow, KI2], "ki2-record", Format::Ki2),
    ];
    for (files, start, format) in cases {
        let grammar = Grammar::new(files);
        let rule = grammar.rule(start);
        let mut sampler = Sampler::new(&grammar, 3, 14, 60);
        let mut dice = Dice(9);
        let mut bytes = 0;
        for _ in 0..8_000 {
            let text = sampler.sentence(rule);
            bytes += text.len();
            let shown = || String::from_utf8_lossy(&text).into_owned();
            let records = all(&text, format, &shown());
            // A second board begins the next record.
            let boards = memchr::memmem::find_iter(&text, b"+-").count().div_ceil(2).max(1);
            assert!((1..=boards).contains(&records.len()), "{} records: {}", records.len(), shown());
            if records.len() > 1 {
                continue;
            }
            let record = &records[0];
            let noted = record.notes.iter().find(|note| !matches!(note.code.as_str(), "N033" | "B001"));
            assert!(noted.is_none(), "{noted:?} in {}", shown());
            assert!(record.items.iter().all(|item| item.kind != ItemKind::Junk), "{}", shown());
            let string = shown();
            for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP] {
                let (foreign, _, lossy) = encoding.encode(&string);
                // A few characters of any language do not show their encoding.
                if files[0] == narrow && !lossy && !string.starts_with("#KIF version=2.0 encoding") {
                    let other = all(&foreign, format, &string);
                    let kinds = |record: &Record| record.items.iter().map(|item| item.kind).collect::<Vec<_>>();
                    assert_eq!(kinds(&other[0]), kinds(record), "{} {string}", encoding.name());
                }
            }
            let mut changed = mutant(&text, &mut dice);
            all(&changed, format, &String::from_utf8_lossy(&changed));
            changed = mutate(&changed, b"\xff\x82\x81\r\n(|*", &mut dice);
            all(&changed, format, &String::from_utf8_lossy(&changed));
        }
        println!("{start}: 8,000 records, {} kB", bytes >> 10);
    }
}
