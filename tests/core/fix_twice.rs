//! A second `fix` changes nothing: games that were damaged on purpose.

use partie_core::{Grade, Session};

/// Texts that damage begins from.
const TEXTS: [&str; 4] = [
    "[Event \"x\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[Round \"1\"]\n[White \"W1\"]\n[Black \"B1\"]\n[Result \"*\"]\n\n\
     1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 (4... d6 5. c3) *\n",
    "[FEN \"7k/3P4/7K/8/8/8/8/8 w - - 6 55\"]\n[SetUp \"1\"]\n\n55. d8=R# 1-0\n\n\
     [FEN \"7k/3P4/7K/8/8/8/8/8 w - - 6 55\"]\n[SetUp \"1\"]\n\nd7d8N 1/2-1/2\n",
    "[White \"W1\"]\n[Result \"1-0\"]\n[Variant \"Shogi\"]\n\n1. Pc4 Pg6 2. Pb4 Ph6 1-0\n",
    "先手：W1\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:02/00:00:02)\n   2 ３四歩(33)\n   3 投了\n",
];
/// Signs that damage puts in.
const SIGNS: &[u8] = b"[]{}()\"*;.$-=10 \n\r\\xeNKb\xd8\xff";
const MUTANTS: u32 = 1500;

/// A generator of numbers, the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or_default() % bound.max(1)
    }
}

/// A text with up to three places changed.
fn damaged(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        let sign = SIGNS[dice.below(SIGNS.len())];
        let end = (at + 1 + dice.below(12)).min(bytes.len());
        match dice.below(5) {
            0 => bytes[at] = sign,
            1 => bytes.insert(at, sign),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.swap(at, end - 1),
            _ => {
                let copy = bytes[at..end].to_vec();
                let to = dice.below(bytes.len());
                drop(bytes.splice(to..to, copy));
            }
        }
    }
    bytes
}

/// The edits of the second run with both texts; `None` if it changes nothing.
fn changed_twice(text: &[u8], up_to: Grade) -> Option<String> {
    let fix = |text: &[u8]| Session::new().fix(text, up_to);
    let once = fix(text).text;
    let again = fix(&once);
    let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let edits: Vec<String> = again.edits.iter().map(ToString::to_string).collect();
    (again.text != once).then(|| format!("{edits:?}\n{}\n--- once\n{}", shown(text), shown(&once)))
}

#[test]
fn a_second_fix_changes_nothing() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut wrong = Vec::new();
    for text in TEXTS {
        for up_to in [Grade::Certain, Grade::Likely] {
            for _ in 0..MUTANTS / TEXTS.len() as u32 {
                wrong.extend(changed_twice(&damaged(text, &mut dice), up_to));
            }
        }
    }
    assert!(wrong.is_empty(), "{} mutants:\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n=====\n"));
}

/// A damaged tag is the beginning of the next game: the blank line above it belongs to the game before.
#[test]
fn a_damaged_tag_gets_its_blank_line_at_once() {
    for tag in ["[White Smith, John]", "[White\"W1\"]", "[White \"W1]", "[White W1\"]"] {
        for game in ["1. e4 *", "1. d2 *", "d2*"] {
            let text = format!("{game}\n{tag}\n[Result \"*\"]\n\n1. e4 e5 *\n");
            assert_eq!(changed_twice(text.as_bytes(), Grade::Certain), None);
            let fixed = String::from_utf8(Session::new().fix(text.as_bytes(), Grade::Certain).text).unwrap();
            assert!(fixed.starts_with(&format!("{game}\n\n[White")), "{fixed}");
        }
    }
}

/// Insertions at one place of the text: white space and a tag.
#[test]
fn two_insertions_at_one_place_are_made_at_once() {
    for text in [
        &b"[Event \"x\"]\n[Site \"?\"]*\n[White \"W1\"]\n[Result \"*\"]\n\n1. e4 e5 *\n"[..],
        b"[Event \"?\"]\n[White \"W1\"]\xd8--\n1. e4 e5 *\n",
        b"[FEN \"7k/3P4/7K/8/8/8/8/8 w - - 6 55\"]\n[SetU\"1\"]\n\nd7d8N 1/2-1/2\n",
        b"[Event \"?\"]\n[Date \"2024.02.03\"]und \"-\"]\n[White \"W1\"]\n[Variant \"Shogi\"]}\n\n1. Pc4 Pg6 2. Pb4 Ph6 1-0\n",
    ] {
        assert_eq!(changed_twice(text, Grade::Certain), None);
    }
}
