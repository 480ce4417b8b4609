//! Each rule of each grammar against the parser of the same name: both accept the same texts.

use partie_notation::{
    Rule, allowance, csa, csv, descriptive, engine_text, epd, fen, hex, hex_fen, iccf, ki2, kif, kober, list, pgn, psn,
    pychess, remark, san, score, sfen, time_control, usen, usi,
};

use crate::grammar_support::{Dice, Grammar, Sampler, mutate};

/// Sentences of a rule, and mutants of them.
const SENTENCES: usize = 200;

/// A grammar, the files whose rules it uses, and the parsers of its own rules.
struct Case {
    name: &'static str,
    text: &'static str,
    uses: &'static [&'static str],
    rules: &'static [Rule],
}

macro_rules! case {
    ($name:literal, [$($uses:literal),*], $rules:expr) => {
        Case {
            name: $name,
            text: include_str!(concat!("../../grammars/", $name, ".abnf")),
            uses: &[$(include_str!(concat!("../../grammars/", $uses, ".abnf"))),*],
            rules: $rules,
        }
    };
}

/// One line a grammar: its file, the files whose rules it uses, its table.
const CASES: &[Case] = &[
    case!("allowance", [], allowance::RULES),
    case!("coordinates", [], list::RULES),
    case!("csa", [], csa::RULES),
    case!("csv", [], csv::RULES),
    case!("descriptive", [], descriptive::RULES),
    case!("engine-text", [], engine_text::RULES),
    case!("epd", [], epd::RULES),
    case!("fen", [], fen::RULES),
    case!("hex", [], hex::RULES),
    case!("hex-fen", ["fen", "hex"], hex_fen::RULES),
    case!("iccf", [], iccf::RULES),
    case!("ki2", ["kif"], ki2::RULES),
    case!("kif", [], kif::RULES),
    case!("kober", [], kober::RULES),
    case!("long", ["san"], san::LONG_RULES),
    case!("pgn", ["san"], pgn::RULES),
    case!("position-line", [], pgn::POSITION_RULES),
    case!("psn", [], psn::RULES),
    case!("remark", [], remark::RULES),
    case!("pychess", [], pychess::RULES),
    case!("san", [], san::RULES),
    case!("score", [], score::RULES),
    case!("sfen", [], sfen::RULES),
    case!("time-control", [], time_control::RULES),
    case!("uci", ["san"], san::UCI_RULES),
    case!("usen", [], usen::RULES),
    case!("usi", [], usi::RULES),
    case!("where", [], partie_select::RULES),
];

/// Rules without a parser: the grammar, the rule, the reason.
///
/// Rules that nest or span a record are held by the explicit stack of the reader; they are tested as a whole
/// with the reader. Nothing else should stand here.
const EXEMPT: &[(&str, &str, &str)] = &[
    ("kif", "kif-record", "it spans a record, whose variations the reader keeps on its stack"),
    ("kif", "board", "it spans lines, which the reader takes one by one"),
    ("ki2", "ki2-record", "it spans a record, whose variations the reader keeps on its stack"),
];

#[test]
fn every_grammar_is_held() {
    let mut files: Vec<_> = std::fs::read_dir(crate::common::root().join("grammars"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut cases: Vec<_> = CASES.iter().map(|case| format!("{}.abnf", case.name)).collect();
    files.sort_unstable();
    cases.sort_unstable();
    assert_eq!(files, cases);
}

#[test]
fn parsers_accept_what_their_rules_derive() {
    assert!(EXEMPT.len() <= 40, "{} rules without a parser", EXEMPT.len());
    let (mut held, mut wrong) = (0, Vec::new());
    for case in CASES {
        let own = Grammar::new(&[&[case.text], case.uses].concat());
        let names = crate::grammar_support::texts(case.text).into_iter().map(|(name, _)| name);
        for name in names {
            let exempt = EXEMPT.iter().any(|(grammar, rule, _)| (*grammar, *rule) == (case.name, &name));
            let rule = case.rules.iter().find(|rule| rule.name == name);
            match rule {
                None if exempt => {}
                None => wrong.push(format!("{}: {name} has no parser", case.name)),
                Some(_) if exempt => wrong.push(format!("{}: {name} has a parser and is exempt", case.name)),
                Some(rule) => {
                    held += 1;
                    wrong.extend(difference(&own, rule).map(|text| format!("{}: {name}: {text}", case.name)));
                }
            }
        }
        for rule in case.rules {
            assert!(own.names().any(|name| name == rule.name), "{}: no rule {}", case.name, rule.name);
            let parser = rule.parser.split(['(', '<']).next().unwrap_or_default().trim_end_matches("::");
            let name = parser.rsplit("::").next().unwrap_or_default().trim_end_matches('_').replace('_', "-");
            assert!(
                rule.name == name || rule.parser.contains('(') && rule.name.starts_with(&name),
                "{}: the parser of {} is called {}",
                case.name,
                rule.name,
                rule.parser
            );
        }
    }
    println!("{held} rules held to their parsers, {} exempt", EXEMPT.len());
    assert!(wrong.is_empty(), "{} of them differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Types that say no more than where something stands.
const ONLY_TEXT: [&str; 4] = ["()", "&[u8]", "&str", "Span"];

/// Whether a parser that returns such a value only recognises: it is made of nothing but text.
fn is_recognised(value: &str) -> bool {
    let mut rest = value.replace("Option<", "").replace(['>', '(', ')', ' '], "");
    ONLY_TEXT.iter().for_each(|text| rest = rest.replace(text, ""));
    rest.chars().all(|character| character == ',')
}

/// A type without the paths of its names.
fn short(value: &str) -> String {
    let words = value.split_inclusive(|character: char| !character.is_alphanumeric() && !"_:".contains(character));
    words.map(|word| word.rsplit("::").next().unwrap_or(word)).collect()
}

/// What each rule means, and how many rules have no meaning: `tests/notation/rules.tsv`, written anew with
/// `PARTIE_VALUES=write`.
#[test]
fn parsers_return_what_they_read() {
    let mut table = String::new();
    let (mut recognised, mut all) = (0, 0);
    for case in CASES {
        for rule in case.rules {
            let value = short((rule.value)());
            all += 1;
            recognised += usize::from(is_recognised(&value));
            table += &format!("{}\t{}\t{value}\n", case.name, rule.name);
        }
    }
    println!("{recognised} of {all} parsers only recognise");
    let path = crate::common::root().join("tests/notation/rules.tsv");
    if std::env::var_os("PARTIE_VALUES").is_some_and(|wish| wish == "write") {
        return std::fs::write(path, table).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap();
    assert!(table == known, "tests/notation/rules.tsv differs: write it anew with PARTIE_VALUES=write");
}

/// The first text that the rule derives and its parser does not accept, or the other way round.
fn difference(grammar: &Grammar, rule: &Rule) -> Option<String> {
    let number = grammar.rule(rule.name);
    let mut sampler = Sampler::new(grammar, 11, 30, 60);
    let mut dice = Dice(12);
    let sentences: Vec<Vec<u8>> = (0..SENTENCES).map(|_| sampler.sentence(number)).collect();
    // Bytes that the rule itself uses, and some that no rule expects.
    let mut alphabet: Vec<u8> = sentences.iter().flatten().copied().collect();
    alphabet.sort_unstable();
    alphabet.dedup();
    alphabet.extend_from_slice(b" \nx1+\xff");
    for text in &sentences {
        if text.len() < 1000 {
            assert!(grammar.accepts::<16>(number, text), "{}: {}", rule.name, text.escape_ascii());
        }
        if !(rule.accepts)(text) {
            return Some(format!("not accepted: {}", text.escape_ascii()));
        }
        let mutant = mutate(text, &alphabet, &mut dice);
        if mutant.len() < 1000 && (rule.accepts)(&mutant) != grammar.accepts::<16>(number, &mutant) {
            let accepted = if (rule.accepts)(&mutant) { "only by the parser" } else { "only by the grammar" };
            return Some(format!("accepted {accepted}: {}", mutant.escape_ascii()));
        }
    }
    None
}
