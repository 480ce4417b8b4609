//! A damaged word where a move belongs is that move: one finding at it, with its ply, whatever the notation, and
//! nothing on what follows.

use partie_record::finding::Severity;
use partie_replay::texts::{ReplayedGame, replay_with};
use partie_replay::{Options, Wanted};

/// Records with `@` in the place of a move, its ply, and words that are none.
const CASES: &[(&str, u32, &str)] = &[
    (
        "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. @ a6 4. Ba4 Nf6 *\n",
        5,
        "6a -OO N*f3 e 4 I-O O- Nf @e4 e8= x5 1d4 -O O-0-0-0 3g 13 8b5 B5 b Bb Bbb5 5bB ~b5 B~5 Bi5 l3b5 00- 7-b5 =b5",
    ),
    (
        "[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 @ 4. Ba4 Nf6 *\n",
        6,
        "6a -OO N*f3 e 4 I-O O- Nf @e4 e8= x5 1d4 -O 3g 13 8b5 7-a6 =a6 17-a6",
    ),
    (
        "[Variant \"Glinski\"]\n[Result \"*\"]\n\n1. b1-b2 b7-b6 2. c2-c3 c7-c6 3. i2-i3 @ 4. k1-k2 k7-k6 *\n",
        6,
        "b1-b b1b2- k1l i7- -i6 7-i6 17-i6 i-7i6 i7-16 i7-6 ii7-i6 j7-i6",
    ),
    (
        "[Variant \"Glinski\"]\n[Result \"*\"]\n\n1. g5 g6 2. Ndf4 Ndf8 3. Bd4 @ 4. h5 Nxd4 *\n",
        6,
        "c Nc 6N c6N 3g i 13 8g4 k1l Njc6 N*c6",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２二角成(88)   ( 0:01/00:00:02)\n   4 @   ( 0:01/00:00:02)\n   5 ４五角打   ( 0:01/00:00:03)\n   6 ６二銀(71)   ( 0:01/00:00:03)\n   7 中断\n",
        4,
        "銀(31) 同\u{3000}(31) 同\u{3000}銀(77) 同\u{3000}銀(1) 同\u{3000}銀31) 同\u{3000}銀(31 (31) 回\u{3000}銀(31) 二二銀(31) 二銀(31) ２銀(31) ２二(31) 銀 同 ２ 二 打 同\u{3000}鋃(31) お茶",
    ),
    (
        "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\nT1\n+8822UM\nT1\n@\nT1\n+0045KA\nT1\n-7162GI\nT1\n%CHUDAN\n",
        4,
        "-3122G -312GI -3122HU 3122GI -1322GI -31-22GI 3-122GI —3122GI +3122GI -3322GI -3022GI -31 - *3122GI --3122GI",
    ),
    (
        "position startpos moves 7g7f 3c3d 8h2b+ @ B*4e 7a6b\n",
        4,
        "3a2 3a2bb 3aab a2b 33a2b 3a P* P*5 5P* *5e 7g7 7g7ff 7g7l 3a-2b za2b 3a2b=",
    ),
    (
        "先手：a\n後手：b\n\n▲７六歩　△３四歩　▲２二角成　@　▲４五角打　△６二銀\nまで6手で中断\n",
        4,
        "△銀 △同 △鋃 △二二銀 △２銀 △２二 △二銀 △ △回銀 回銀 銀 △打",
    ),
    (
        "[Sente \"a\"]\n[Gote \"b\"]\n\n1. P-7f P-3d 2. Bx2b+ @ 3. B*4e S-6b *\n",
        4,
        "Sx2 x2b Sxb2 Sx22b Sb S kx2b Xx2b 2b S*x2b",
    ),
    (
        "{\"header\":{},\"moves\":[{},{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},{\"move\":@},{\"move\":{\"color\":0,\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"}},{\"special\":\"CHUDAN\"}]}",
        2,
        "{\"to\":{\"x\":3}} {\"color\":1,\"piece\":\"FU\"} {} {\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":14},\"piece\":\"FU\"}",
    ),
    (
        "[Notation \"descriptive-en-tight\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 @ 4. B-R4\nKt-B3 5. Castles B-K2 *\n",
        6,
        "PQR3 P-3 -QR3 P-QB9 PxQ P-QRR3 P-QR33 p-QR3 F-QR3 P-P3 Chstles RP",
    ),
    // At the beginning of a line.
    (
        "[Notation \"descriptive-en-tight\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5\n@ 4. B-R4 Kt-B3 5. Castles B-K2 *\n",
        6,
        "PQR3 P-3 -QR3 PxQ F-QR3 Chstles RP",
    ),
];

/// Codes and plies of what is found beside infos.
fn findings(text: &str) -> Vec<(String, Option<u32>)> {
    let games: Vec<ReplayedGame> = replay_with(text.as_bytes(), &Options::default(), &Wanted::default());
    let findings = games.into_iter().flat_map(|game| game.findings);
    let grave = findings.filter(|finding| finding.severity > Severity::Info);
    grave.map(|finding| (finding.code.as_str().to_owned(), finding.ply)).collect()
}

#[test]
fn a_damaged_word_is_the_move_of_its_ply() {
    let mut wrong = Vec::new();
    for (record, ply, words) in CASES {
        // Blanks part the words; full-width ones stand in them.
        for word in words.split(' ') {
            let found = findings(&record.replacen('@', word, 1));
            if found.len() != 1 || found[0].1 != Some(*ply) {
                wrong.push(format!("{word} at ply {ply}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What follows from a missing half-move is not a finding of its own: numbers, rows of a score, totals.
#[test]
fn a_missing_move_is_one_finding() {
    let cases = [
        "[Notation \"descriptive-en-tight\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 4. B-R4 Kt-B3 *\n",
        "[Notation \"descriptive-en-tight\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 2. Kt-KB3 3. B-Kt5 P-QR3 4. B-R4 Kt-B3 *\n",
        // The wrong side can play the next half-moves.
        "手合割：平手\n1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33) ( 0:05/00:00:05)\n4 ４八銀(39) ( 0:05/00:00:10)\n5 ３三角(22) ( 0:05/00:00:15)\n6 ３三角(22) ( 0:05/00:00:15)\n",
    ];
    for text in cases {
        assert_eq!(findings(text).len(), 1, "{text}\n{:?}", findings(text));
    }
}

/// Words that say nothing of a move stay what they were.
#[test]
fn words_that_are_no_moves() {
    for (text, code) in [
        ("手合割：平手\n1 ７六歩(77)\n2 お茶\n", "N034"),
        ("position startpos moves 7g7f what is this\n", "S015"),
        ("V2.2\nPI\n+\n+7776FU\nkangaeta\n%CHUDAN\n", "S017"),
        ("[Result \"*\"]\n\n1. e4 @ e5 *\n", "S015"),
        ("[Sente \"A\"]\n\n1. P-7f $999 P-3d 2. P-2f 1-0\n", "N023"),
    ] {
        assert_eq!(findings(text), [(code.to_owned(), None)], "{text}");
    }
    let text =
        "[Notation \"descriptive-en-tight\"]\n[Result \"*\"]\n\n1. P-K4 P-K4 and White is better.\n2. Kt-KB3 *\n";
    assert!(findings(text).is_empty(), "{:?}", findings(text));
}
