//! What findings say and where, for faults whose first words were about another one.

use partie_repair::Effort;
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

/// Code, the source at its place, message and help of each finding.
fn findings(text: &str) -> Vec<(String, String, String, String)> {
    let wanted = Wanted { infos: true, ..Wanted::default() };
    let games: Vec<ReplayedGame> = replay_with(text.as_bytes(), &Options::default(), &wanted);
    let findings = games.into_iter().flat_map(|game| game.findings);
    let shown = findings.map(|finding| {
        let place = text.get(finding.span.from as usize..finding.span.to as usize).unwrap_or("?").to_owned();
        (finding.code.as_str().to_owned(), place, finding.message.to_string(), finding.help_line())
    });
    shown.collect()
}

/// That of a code; there is just one.
fn only(text: &str, code: &str) -> (String, String, String) {
    let mut found: Vec<_> = findings(text).into_iter().filter(|(name, ..)| name == code).collect();
    assert_eq!(found.len(), 1, "{code} in {:?}", findings(text));
    let (_, place, message, help) = found.remove(0);
    (place, message, help)
}

#[test]
fn help_names_the_comment_sign_of_the_format() {
    let kif = "手合割：平手\n先手：小川 葵\n後手：西野 樹\n   1 ７六歩(77)\nここで考えた\n   2 中断\n";
    assert!(only(kif, "S017").2.contains("begin the line with * "), "{:?}", only(kif, "S017"));
    let csa = "V2.2\nPI\n+\n+7776FU\nkangaeta\n%CHUDAN\n";
    assert!(only(csa, "S017").2.contains("begin the line with ' "), "{:?}", only(csa, "S017"));
    let usi = "position startpos moves 7g7f\ninfo string hello\nposition startpos moves 7g7f\n";
    assert!(only(usi, "S017").2.contains("begin the line with # "), "{:?}", only(usi, "S017"));
    let jkf = "{\"header\":{},\"moves\":[{}],\"more\":1}";
    let (_, message, help) = only(jkf, "S017");
    assert!(message.contains("does not know") && !help.contains("begin the line"), "{message} {help}");
}

#[test]
fn help_on_a_control_character_speaks_of_that_one() {
    let of = |bad: char| only(&format!("[Event \"a\"]\n\n1. e4 e5 {bad} 2. Nf3 *\n"), "S001").2;
    assert!(of('\0').contains("zero byte"), "{}", of('\0'));
    assert!(!of('\u{1b}').contains("zero"), "{}", of('\u{1b}'));
}

#[test]
fn a_day_of_the_julian_calendar() {
    let of = |date: &str| only(&format!("[Event \"a\"]\n[Date \"{date}\"]\n\n1. e4 *\n"), "H004");
    assert!(of("1900.02.29").1.contains("Julian"), "{:?}", of("1900.02.29"));
    assert!(of("1900.02.29").2.contains("13th of March"), "{:?}", of("1900.02.29"));
    for date in ["1900.02.30", "1901.02.29", "2100.02.29"] {
        assert!(of(date).1.contains("is not a date"), "{:?}", of(date));
    }
}

/// A piece that goes nowhere, and one of the other side that could not go there either.
#[test]
fn the_turn_is_in_doubt_only_where_the_other_side_could_play_it() {
    let of = |moved: &str| {
        let found = findings(&format!("position startpos moves {moved}\n"));
        found.into_iter().find(|(code, ..)| code.starts_with('L')).map(|(code, _, message, _)| (code, message))
    };
    let (code, message) = of("1a1a").unwrap();
    assert!(code == "L003" && !message.contains("could play it"), "{message}");
    assert_eq!(of("9i9i").unwrap().0, "L003");
    let (code, message) = of("3c3d").unwrap();
    assert!(code == "L001" && message.contains("could play it"), "{message}");
    let (code, message) = of("3c3e").unwrap();
    assert!(code == "L001" && !message.contains("could play it") && message.contains("the 歩 on ３三 is"), "{message}");
}

/// White's bishop could go to e3, but takes nothing there.
#[test]
fn the_turn_is_not_in_doubt_where_the_other_side_captures_nothing() {
    let opening = "1. e4 e5 2. d3 d6 3. h3 g6 4. a3";
    let (_, message, _) = only(&format!("{opening} Bxe3 *\n"), "L003");
    assert!(message.contains("no bishop goes to e3"), "{message}");
    let (_, message, _) = only(&format!("{opening} Be3 *\n"), "L001");
    assert!(message.contains("White could play it"), "{message}");
}

#[test]
fn too_many_pieces_in_hand_are_shown_in_the_hand() {
    let board = "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n".to_owned()
        + &["二", "三", "四", "五", "六", "七", "八"]
            .map(|rank| format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}\n"))
            .concat()
        + "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n";
    let frame = "+---------------------------+\n";
    let kif = format!(
        "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n{frame}{board}{frame}先手の持駒：歩九十九\n先手：A\n後手：B\n\
         手数----指手---------消費時間--\n   1 ５五歩打\n   2 中断\n"
    );
    assert_eq!(only(&kif, "H030").0, "先手の持駒：歩九十九");
    let csa = format!("V2.2\nP-11OU\nP+99OU\nP-00{}\n+\n%CHUDAN\n", "FU00".repeat(19).trim_end_matches("00"));
    assert!(only(&csa, "H030").0.starts_with("P-00FU"), "{:?}", only(&csa, "H030"));
}

/// Controls that JSON escapes are in its texts all the same.
#[test]
fn escaped_controls_are_told() {
    let text = "{\"header\":{\"\\u5148\\u624b\":\"a\\u0001b\"},\"moves\":[{\"comments\":[\"x\\u202ey\"]}]}";
    assert_eq!(only(text, "S002").0, "a\\u0001b");
    assert_eq!(only(text, "S004").0, "\"x\\u202ey\"");
    let plain = "{\"header\":{\"a\":\"b\\n\"},\"moves\":[{\"comments\":[\"\\u5148 \\\"x\\\"\"]}]}";
    assert!(findings(plain).iter().all(|(code, ..)| !code.starts_with('S')), "{:?}", findings(plain));
}

/// The help of the first finding of a code, with what may have been meant.
fn suggested(text: &str, code: &str) -> String {
    let options = Options { search: Effort::BRIEF, ..Options::default() };
    let games = replay_with(text.as_bytes(), &options, &Wanted::default());
    let findings = games.iter().flat_map(|game| &game.findings);
    findings
        .filter(|finding| finding.code.as_str() == code)
        .map(|finding| finding.help_line())
        .next()
        .unwrap_or_default()
}

/// A move that breaks may be right, and one before it wrong: which is told where nothing puts the line right.
#[test]
fn the_move_that_put_the_piece_there_may_be_wrong() {
    let pgn = |moves: &str| suggested(&format!("[Event \"?\"]\n\n{moves} *\n"), "L003");
    let help = pgn("1. e4 Nf6 2. Nc3 g6 3. d4 d5 4. e3 Bg7 5. cxd5 Nxd5 6. Qh9 O-O");
    assert!(help.contains("an earlier move may be wrong: 1. e4 put that piece there"), "{help}");
    let whole = pgn("1. e4 Nf6 2. Nc3 g6 3. d4 d5 4. e3 Bg7 5. exd5 Nxd5 6. Qh5 O-O");
    assert!(!whole.contains("earlier"), "another move puts it right: {whole}");
    let unmoved = pgn("1. e4 Nf6 2. Nc3 g6 3. Nd2 d5 4. Qh9 Bg7");
    assert!(!unmoved.contains("earlier move may be wrong: 1."), "{unmoved}");
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 ２四歩(26)\n   6 同　歩(23)\n   7 １九角(88)\n   8 ９九飛(82)\n";
    let help = suggested(kif, "L003");
    assert!(help.contains("an earlier move may be wrong: 3手目 ２六歩(27) put that piece there"), "{help}");
}
