//! Repairs: what is put right, how sure it is, and that what is promised of it holds.

use partie_record::finding::Grade;
use partie_repair::{Effort, ProposedEdit, Repair};
use partie_replay::texts::replay_with;
use partie_replay::{Options, Wanted};
use proptest::prelude::*;

/// A game of chess that nobody played; long enough for a likely repair.
const GAME: &str = "[Event \"Club evening\"]\n[Site \"?\"]\n[Date \"1998.03.04\"]\n[Round \"?\"]\n[White \"Berg\"]\n\
    [Black \"Tal\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n\
    8. c3 O-O 9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5\n\
    15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Qb7 1/2-1/2\n";

/// The same game in the form of records of shogi: six files of one opening.
const KIF: &str = "手合割：平手\n先手：小川 葵\n後手：西野 樹\n手数----指手---------消費時間--\n\
    \u{20}  1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ４四歩(43)\n   5 ４八銀(39)\n   6 ３二銀(31)\n\
    \u{20}  7 ５六歩(57)\n   8 ４二飛(82)\n   9 ６八玉(59)\n  10 ６二玉(51)\n  11 ７八玉(68)\n  12 ７二玉(62)\n\
    \u{20} 13 ５八金(49)\n  14 ８二玉(72)\n  15 ９六歩(97)\n  16 ９四歩(93)\n  17 中断\n";

const CSA: &str = "V2.2\nN+OGAWA\nN-NISHINO\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-4344FU\n+3948GI\n-3132GI\n+5756FU\n\
    -8242HI\n+5968OU\n-5162OU\n+6878OU\n-6272OU\n+4958KI\n-7282OU\n+9796FU\n-9394FU\n%CHUDAN\n";

fn repairs(text: &str) -> Vec<Repair<ProposedEdit>> {
    let options = Options { search: Effort::THOROUGH, ..Options::default() };
    let games = replay_with(text.as_bytes(), &options, &Wanted::default());
    games.into_iter().filter_map(|game| game.replayed).flat_map(|replayed| replayed.repairs).collect()
}

fn applied(text: &str, repair: &Repair<ProposedEdit>) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for edit in &repair.edits {
        let span = edit.span.from as usize..edit.span.to as usize;
        assert!(span.start >= at, "edits overlap: {:?}", repair.edits);
        out.push_str(&text[at..span.start]);
        // Who writes an edit gives it the line ends of the file.
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        out.push_str(&edit.text.replace('\n', end));
        at = span.end;
    }
    out + &text[at..]
}

/// The text damaged in one place is put right: the likeliest repair gives the sound text again.
fn is_put_right(sound: &str, from: &str, to: &str) -> Grade {
    assert_eq!(sound.matches(from).count(), 1, "{from} is no place of the record");
    let damaged = sound.replacen(from, to, 1);
    let found = repairs(&damaged);
    let best = found.first().unwrap_or_else(|| panic!("{from} -> {to}: nothing found"));
    assert_eq!(applied(&damaged, best), sound, "{from} -> {to}: {:?}", best.edits);
    best.grade
}

#[test]
fn a_sound_game_is_left_alone() {
    for sound in [GAME, KIF, CSA] {
        assert!(repairs(sound).is_empty());
    }
}

#[test]
fn a_damaged_move_is_put_right() {
    // Another rank, a lost letter, letters that changed places, one that looks like it.
    assert_eq!(is_put_right(GAME, "10. Bc2", "10. Bc8"), Grade::Likely);
    assert_eq!(is_put_right(GAME, "Nbd2 cxd4", "Nbd2 cdx4"), Grade::Likely);
    assert_eq!(is_put_right(GAME, "12. Nbd2", "12. Nhd2"), Grade::Likely);
    assert_eq!(is_put_right(GAME, "11. d4 Qc7", "11. d4 Q7c"), Grade::Likely);
    // In so short a record other moves may have stood there, too.
    is_put_right(KIF, "４八銀(39)", "４八金(39)");
    is_put_right(KIF, "３四歩(33)", "３四歩(３3)");
    is_put_right(CSA, "+3948GI", "+3948KI");
    is_put_right(CSA, "-8242HI", "-8224HI");
}

#[test]
fn reasons_are_sentences() {
    for (from, to, reasons) in [
        ("10. Bc2", "10. Bc8", "It is one letter away. All 15 later moves can be played."),
        ("8. c3 O-O 9. h3", "8. c3 9. h3", "A move was left out. All 18 later moves can be played."),
    ] {
        let found = repairs(&GAME.replacen(from, to, 1));
        let why = found[0].why();
        assert!(why.starts_with(reasons), "{why}");
    }
}

/// A printed game in long notation with a dash between the squares.
const PRINTED: &str = "1. e2-e4 e7-e5\n2. Sg1-f3 Sb8-c6\n3. Lf1-b5 a7-a6\n4. Lb5-a4 Sg8-f6\n5. 0-0 Lf8-e7\n\
    6. Tf1-e1 b7-b5\n7. La4-b3 d7-d6\n8. c2-c3 0-0\n9. h2-h3 Dd8-e8\n";

#[test]
fn a_misprint_is_put_right_as_the_book_writes() {
    for (from, to) in [("Sg1-f3", "Sg1-t3"), ("Lb5-a4", "Lb5~a4"), ("d7-d6", "d7-dG"), ("La4-b3", "Lo4-b3")] {
        assert_eq!(is_put_right(PRINTED, from, to), Grade::Likely, "{to}");
    }
}

#[test]
fn the_last_moves_are_likely_where_nothing_else_comes_near() {
    assert_eq!(is_put_right(PRINTED, "Dd8-e8", "Dd8-eB"), Grade::Likely);
    // The next rank is as near.
    assert_eq!(is_put_right(PRINTED, "h2-h3", "h2-hs"), Grade::Guess);
}

#[test]
fn a_move_before_the_break_is_put_right() {
    // d3 can be played, and leaves no room for the bishop on c2 then.
    is_put_right(GAME, "8. c3 O-O", "8. d3 O-O");
}

#[test]
fn half_moves_left_out_doubled_or_exchanged_are_put_right() {
    assert_ne!(is_put_right(GAME, "10. Bc2 c5", "10. Bc2 Bc2 c5"), Grade::Certain);
    is_put_right(GAME, "cxd4 13. cxd4 Nc6", "13. cxd4 Nc6");
    is_put_right(GAME, "9. h3 Na5", "9. Na5 h3");
    is_put_right(KIF, "  11 ７八玉(68)\n", "  11 ７八玉(68)\n  11 ７八玉(68)\n");
    is_put_right(KIF, "  12 ７二玉(62)\n", "");
    is_put_right(CSA, "-6272OU\n", "-6272OU\n-6272OU\n");
    is_put_right(CSA, "+5968OU\n-5162OU\n+6878OU\n", "+6878OU\n-5162OU\n+5968OU\n");
}

#[test]
fn two_damaged_moves_are_put_right_and_never_called_certain() {
    let damaged = GAME.replacen("5. O-O Be7", "5. O-O Bd7", 1).replacen("14. Nb3", "14. Nb8", 1);
    let found = repairs(&damaged);
    // What is sure up to the first doubt is proposed first, by itself.
    let sure = &found[0];
    assert_eq!(applied(&damaged, sure), GAME.replacen("14. Nb3", "14. Nb8", 1), "{:?}", sure.edits);
    assert!(!sure.whole && sure.reach == 26 && sure.grade == Grade::Likely);
    assert_eq!(applied(&damaged, &found[1]), GAME, "{:?}", found[1].edits);
    assert!(found[1].whole && found[1].edits.len() == 2 && found[1].grade == Grade::Guess);
}

#[test]
fn crlf_and_comments_stay_as_they_are() {
    let sound = GAME.replace('\n', "\r\n").replacen("9. h3 Na5", "9. h3 {waiting} Na5 $1", 1);
    is_put_right(&sound, "10. Bc2", "10. Bc8");
    let kif = KIF.replace('\n', "\r\n");
    is_put_right(&kif, "  12 ７二玉(62)\r\n", "");
}

/// Whatever is damaged, a repair that promises a whole line keeps its word, and its edits stand in the record.
fn keeps_its_promise(damaged: &str) {
    for repair in repairs(damaged) {
        let fixed = applied(damaged, &repair);
        let options = Options { keep: true, ..Options::default() };
        let games = replay_with(fixed.as_bytes(), &options, &Wanted::default());
        let replayed = games[0].replayed.as_ref().unwrap();
        let moves = replayed.played.coordinates().unwrap_or_default();
        let promised = repair.moves.unwrap_or_default();
        assert!(!promised.is_empty() && repair.reach as usize == promised.split(' ').count());
        assert!(
            moves.starts_with(&promised),
            "promised {promised}\nplayed   {moves}\nedits {:?} in\n{damaged}",
            repair.edits
        );
        assert!(!repair.whole || replayed.plies == repair.reach, "{:?}\n{fixed}", repair.edits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_repair_keeps_its_promise(which in 0..3_usize, at in 0.0..1.0_f64, letter in "[a-hBNRQKxO1-8+#=一二三歩銀金角(]") {
        let sound = [GAME, KIF, CSA][which];
        let begin = sound.find(["1. e4 e5", "   1 ", "+7776"][which]).unwrap();
        let places: Vec<(usize, char)> = sound[begin..].char_indices().map(|(at, c)| (begin + at, c)).collect();
        let (at, old) = places[(at * places.len() as f64) as usize];
        let mut damaged = sound.to_owned();
        if old != '\n' {
            damaged.replace_range(at..at + old.len_utf8(), &letter);
            keeps_its_promise(&damaged);
        }
    }

    #[test]
    fn a_line_with_a_word_out_of_place_is_searched(from in 0..30_usize, to in 0..30_usize) {
        let begin = GAME.find("1. e4 e5").unwrap();
        let mut words: Vec<&str> = GAME[begin..].split_whitespace().collect();
        let word = words.remove(from);
        words.insert(to, word);
        keeps_its_promise(&format!("{}{}\n", &GAME[..begin], words.join(" ")));
    }
}
