//! Each rule of each grammar against the parser of the same name: both accept the same texts.

use partie::notation::{Rule, iccf, pgn, san};

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

macro_rules! grammar {
    ($name:literal) => {
        include_str!(concat!("../../grammars/", $name, ".abnf"))
    };
}

/// One line a grammar: its file, the files whose rules it uses, its table.
const CASES: &[Case] = &[
    Case { name: "csa", text: grammar!("csa"), uses: &[], rules: partie::notation::csa::RULES },
    Case { name: "fen", text: grammar!("fen"), uses: &[], rules: partie::notation::fen::RULES },
    Case { name: "hex", text: grammar!("hex"), uses: &[], rules: partie::notation::hex::RULES },
    Case {
        name: "hex-fen",
        text: grammar!("hex-fen"),
        uses: &[grammar!("fen"), grammar!("hex")],
        rules: partie::notation::hex_fen::RULES,
    },
    Case { name: "pgn", text: grammar!("pgn"), uses: &[grammar!("san")], rules: pgn::RULES },
    Case { name: "iccf", text: grammar!("iccf"), uses: &[], rules: iccf::RULES },
    Case { name: "san", text: grammar!("san"), uses: &[], rules: san::RULES },
    Case { name: "long", text: grammar!("long"), uses: &[grammar!("san")], rules: san::LONG_RULES },
    Case { name: "uci", text: grammar!("uci"), uses: &[grammar!("san")], rules: san::UCI_RULES },
    Case { name: "kober", text: grammar!("kober"), uses: &[], rules: partie::notation::kober::RULES },
    Case { name: "descriptive", text: grammar!("descriptive"), uses: &[], rules: partie::notation::descriptive::RULES },
    Case { name: "score", text: grammar!("score"), uses: &[], rules: partie::notation::score::RULES },
    Case { name: "sfen", text: grammar!("sfen"), uses: &[], rules: partie::notation::sfen::RULES },
    Case { name: "psn", text: grammar!("psn"), uses: &[], rules: partie::notation::psn::RULES },
    Case { name: "usi", text: grammar!("usi"), uses: &[], rules: partie::notation::usi::RULES },
    Case { name: "kif", text: grammar!("kif"), uses: &[], rules: partie::notation::kif::RULES },
    Case { name: "ki2", text: grammar!("ki2"), uses: &[grammar!("kif")], rules: partie::notation::ki2::RULES },
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
