//! Boards as text and as SVG: marks move nothing, boards of shogi are KIF, pictures are XML.

use std::collections::HashSet;
use std::fmt::Display;

use partie_notation::{fen, hex_fen, kif};
use partie_record::Record;
use partie_record::finding::Mark;
use partie_record::message::text;
use partie_record::say;
use partie_replay::diagram::{self, Board};
use partie_rules::shogi::{Handicap, PieceType, Setup, Square};
use partie_rules::{GameKind, Rules, Side, chess, hex, shogi};
use unicode_width::UnicodeWidthStr;

const CHESS: &str = "\
8  r n b q k b n r
7  p p p p p p p p
6  · · · · · · · ·
5  · · · · · · · ·
4  · · · · · · · ·
3  · · · · · · · ·
2  P P P P P P P P
1  R N B Q K B N R
   a b c d e f g h";

const SHOGI: &str = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし";

/// With room for brackets beside the sign of 後手.
const SHOGI_MARKED: &str = "\
後手の持駒：なし
   ９  ８  ７  ６  ５  ４  ３  ２  １
+-------------------------------------+
| v香 v桂 v銀 v金(v玉)v金 v銀 v桂 v香 |一   5a the king
|  ・ v飛  ・  ・  ・  ・  ・ v角  ・ |二
| v歩 v歩 v歩 v歩 v歩 v歩 v歩 v歩 v歩 |三
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ |四
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ |五
|  ・  ・  ・  ・  ・  ・  ・  ・  ・ |六
|  歩  歩[ 歩] 歩  歩  歩  歩  歩  歩 |七   7g stands here
|  ・  角  ・  ・  ・  ・  ・  飛  ・ |八
|  香  桂  銀  金  玉  金  銀  桂  香 |九
+-------------------------------------+
先手の持駒：なし";

const HEX: &str = "                11 b 11
             10 q     k 10
           9 n     b     n 9
        8 r     ·     ·     r 8
     7 p     ·     b     ·     p 7
  6 ·     p     ·     ·     p     · 6
       ·     p     ·     p     ·
  5 ·     ·     p     p     ·     · 5
       ·     ·     p     ·     ·
  4 ·     ·     ·     ·     ·     · 4
       ·     ·     ·     ·     ·
  3 ·     ·     ·     ·     ·     · 3
       ·     ·     P     ·     ·
  2 ·     ·     P     P     ·     · 2
       ·     P     ·     P     ·
  1 ·     P     ·     ·     P     · 1
       P     ·     B     ·     P
    a     R     ·     ·     R     l
       b     N     B     N     k
          c     Q     K     i
             d     B     h
                e     g
                   f";

fn mark(square: impl Display, against: bool, note: &str) -> Mark {
    let note = (!note.is_empty()).then(|| say!("title", title = text(note)));
    Mark { square: square.to_string(), against, note }
}

fn names(kind: GameKind) -> Vec<String> {
    match kind {
        GameKind::Chess => (0..64).map(|index| chess::Square::new(index).to_string()).collect(),
        GameKind::Shogi => Square::all().map(|at| at.to_string()).collect(),
        GameKind::Hex => (0..91).map(|index| hex::Cell::new(index).to_string()).collect(),
    }
}

fn start(kind: GameKind) -> Box<dyn Board> {
    match kind {
        GameKind::Chess => Box::new(chess::Position::start()),
        GameKind::Shogi => Box::new(shogi::Position::start()),
        GameKind::Hex => Box::new(hex::Position::start()),
    }
}

const GAMES: [GameKind; 3] = [GameKind::Chess, GameKind::Shogi, GameKind::Hex];

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn start_positions_look_like_this() {
    for (kind, golden) in GAMES.into_iter().zip([CHESS, SHOGI, HEX]) {
        assert_eq!(diagram::text(start(kind).as_ref(), &[]).join("\n"), golden);
    }
}

#[test]
fn marks_look_like_this() {
    let marks = [mark("7g", false, "stands here"), mark("5a", true, "the king")];
    let board = diagram::text(&shogi::Position::start(), &marks).join("\n");
    // Brackets enclose the sign of 後手 and the blank in its place alike.
    assert_eq!(board, SHOGI_MARKED);
    let marks = [mark("e4", false, "target"), mark("f4", true, ""), mark("d4", true, "attacked")];
    let board = diagram::text(&chess::Position::start(), &marks);
    assert_eq!(board[4], "4  · · ·(·[·(·)· ·    d4 attacked, e4 target");
    let marks = [mark("f11", false, "top"), mark("l6", true, "right"), mark("b1", false, "low")];
    let board = diagram::text(&hex::Position::start(), &marks);
    assert_eq!(board[0], "                11[b]11                   f11 top");
    assert_eq!(board[5], "  6 ·     p     ·     ·     p    (·)6     l6 right");
    assert_eq!(board[16], "      [P]    ·     B     ·     P          b1 low");
}

/// Brackets as blanks, so that only the board is left.
fn without_brackets(line: &str) -> String {
    line.replace(['[', ']', '(', ')'], " ")
}

#[test]
fn a_mark_on_any_cell_moves_nothing() {
    let note = "with a note";
    for kind in GAMES {
        let board = start(kind);
        // A mark that is on no board brings the room for marks alone.
        let plain = diagram::text(board.as_ref(), &[mark("z0", false, note)]);
        if kind != GameKind::Shogi {
            assert_eq!(plain, diagram::text(board.as_ref(), &[]));
        }
        let mut seen = HashSet::new();
        let mut starts = HashSet::new();
        for name in names(kind) {
            for against in [false, true] {
                let marked = diagram::text(board.as_ref(), &[mark(&name, against, note)]);
                assert_eq!(marked.len(), plain.len());
                let mut changed = Vec::new();
                for (line, plain) in marked.iter().zip(&plain) {
                    if line == plain {
                        continue;
                    }
                    let (row, beside) = line.split_once(&format!("{name} {note}")).expect("the note stands there");
                    assert_eq!(beside, "");
                    assert!(row.ends_with("   "));
                    starts.insert(row.width());
                    assert_eq!(without_brackets(row).trim_end(), plain.as_str());
                    let signs: String = row.chars().filter(|sign| "[]()".contains(*sign)).collect();
                    assert_eq!(signs, if against { "()" } else { "[]" });
                    changed.push(row.to_owned());
                }
                assert_eq!(changed.len(), 1, "{name}: {changed:?}");
                seen.insert((against, marked));
            }
        }
        assert_eq!(seen.len(), 2 * names(kind).len(), "two marks that look alike");
        assert_eq!(starts.len(), 1, "notes begin in different columns: {starts:?}");
        assert!(starts.iter().all(|column| *column <= 45), "too wide for a terminal: {starts:?}");
    }
}

#[test]
fn all_cells_can_be_marked_at_once() {
    for kind in GAMES {
        let board = start(kind);
        let plain = diagram::text(board.as_ref(), &[mark("z0", false, "")]);
        let all: Vec<Mark> = names(kind).iter().enumerate().map(|(n, name)| mark(name, n % 2 == 0, "")).collect();
        for (line, plain) in diagram::text(board.as_ref(), &all).iter().zip(&plain) {
            assert_eq!(without_brackets(line).trim_end(), plain.as_str());
        }
    }
}

#[test]
fn rows_of_a_board_are_equally_wide() {
    let board = start(GameKind::Shogi);
    for (marks, bar) in [(vec![], 29), (vec![mark("5e", false, "")], 39)] {
        let lines = diagram::text(board.as_ref(), &marks);
        for line in &lines[3..12] {
            let (row, rank) = line.rsplit_once('|').unwrap();
            assert_eq!((row.width() + 1, rank.width()), (bar, 2), "{line}");
        }
        assert_eq!((lines[2].width(), lines[12].width()), (bar, bar));
    }
    let widest = |kind| diagram::text(start(kind).as_ref(), &[]).iter().map(|line| line.width()).max();
    assert_eq!((widest(GameKind::Chess), widest(GameKind::Hex)), (Some(18), Some(37)));
}

/// Random positions with pieces in hand, and full hands of a handicap.
fn shogi_positions() -> Vec<shogi::Position> {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = shogi::Position::start();
        for _ in 0..150 {
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position.play(moves[numbers.below(moves.len())]);
            positions.push(position.clone());
        }
    }
    let mut full = Setup::handicap(Handicap::Ten);
    full.hands = [[18, 4, 4, 4, 4, 2, 2], [10, 3, 1, 0, 0, 2, 1]];
    positions.push(full.into_position_lenient());
    positions
}

#[test]
fn a_board_of_shogi_is_read_as_kif() {
    for position in shogi_positions() {
        let text = diagram::text(&position, &[]).join("\n") + "\n手数----指手---------消費時間--\n   1 投了\n";
        let mut record = Record::default();
        kif::read_record(text.as_bytes(), 0, true, &mut record);
        assert_eq!(record.setup.len(), 14, "every line belongs to the set-up:\n{text}");
        let read = kif::setup(text.as_bytes(), &record);
        assert_eq!(read.faults, []);
        for at in Square::all() {
            assert_eq!(read.setup.board[at.index()], position.piece_at(at), "{at} of\n{text}");
        }
        assert_eq!(&read.setup.hands, position.hands(), "{text}");
    }
}

#[test]
fn hands_that_no_set_has_are_still_written() {
    let mut setup = Setup::EMPTY;
    setup.hands[1] = [20, 100, 255, 11, 0, 0, 1];
    setup.board[0] = Some((Side::First, PieceType::PromotedKnight));
    let lines = diagram::text(&setup.into_position_lenient(), &[]);
    assert_eq!(lines[0], "後手の持駒：飛　銀十一　桂二百五十五　香百　歩二十");
    assert_eq!(lines[3], "| ・ ・ ・ ・ ・ ・ ・ ・ 圭|一");
}

/// A tag and its attributes.
type Element = (String, Vec<(String, String)>);

/// Reads XML without declarations, comments and CDATA; panics where it is not well-formed.
fn elements(text: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = text.trim_end();
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "a bare > in {before:?}");
        for (at, _) in before.match_indices('&') {
            let end = before[at..].find(';').expect("an entity ends");
            let name = &before[at + 1..at + end];
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "{name}");
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            assert!(!open.is_empty() || rest.is_empty(), "text after the root");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(found.is_empty() || !open.is_empty(), "a second root");
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
        let mut list: Vec<(String, String)> = Vec::new();
        while !attributes.is_empty() {
            let (key, value) = attributes.split_once("=\"").expect("an attribute has a value");
            let (value, after) = value.split_once('"').expect("a value ends");
            assert!(!value.contains(['&', '<']) && key.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-'));
            assert!(list.iter().all(|(other, _)| other != key), "{key} twice");
            list.push((key.to_owned(), value.to_owned()));
            assert!(after.is_empty() || after.starts_with(' '));
            attributes = after.trim_start();
        }
        found.push((name.to_owned(), list));
        if !empty {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.is_empty());
    found
}

fn value<'a>((_, attributes): &'a Element, key: &str) -> &'a str {
    attributes.iter().find(|(name, _)| name == key).map_or("", |(_, value)| value)
}

/// Every drawing stays on its page, is plain XML, and leads nowhere.
fn check(svg: &str) -> Vec<Element> {
    let elements = elements(svg);
    let (width, height): (f64, f64) =
        (value(&elements[0], "width").parse().unwrap(), value(&elements[0], "height").parse().unwrap());
    let inside = |x: f64, y: f64| (0.0..=width).contains(&x) && (0.0..=height).contains(&y);
    for element in &elements {
        assert!(["svg", "rect", "polygon", "text", "g", "path"].contains(&element.0.as_str()), "{}", element.0);
        let number = |key| value(element, key).parse::<f64>().unwrap_or(0.0);
        assert!(inside(number("x") + number("width"), number("y") + number("height")), "{element:?}");
        for (key, value) in &element.1 {
            assert!(key == "xmlns" || !value.contains(':'), "{key} leads elsewhere");
            assert!(!key.starts_with("on") && key != "style" && key != "href");
        }
        for corner in value(element, "points").split_whitespace() {
            let (x, y) = corner.split_once(',').unwrap();
            assert!(inside(x.parse().unwrap(), y.parse().unwrap()), "{element:?}");
        }
    }
    elements
}

#[test]
fn pictures_are_plain_xml() {
    for kind in GAMES {
        let board = start(kind);
        let plain = check(&diagram::svg(board.as_ref(), &[]));
        let pieces = [32, 40, 36][kind as usize];
        let words = [16, 18, 33][kind as usize];
        let count = |name: &str| plain.iter().filter(|(tag, _)| tag == name).count();
        // Pieces of chess are outlines with lines in them, so that no font must have them.
        let written = if kind == GameKind::Shogi { pieces } else { 0 };
        assert_eq!((count("text"), count("path")), (written + words, 2 * (pieces - written)), "{kind:?}");
        let forms = names(kind).len() + 1 + if kind == GameKind::Shogi { pieces } else { 0 };
        assert_eq!(count("rect") + count("polygon"), forms, "{kind:?}");
        for name in names(kind) {
            for (against, colour) in [(false, "#f4e08a"), (true, "#e8a0a0")] {
                let marked = check(&diagram::svg(board.as_ref(), &[mark(&name, against, "<&\">")]));
                let changed: Vec<_> = plain.iter().zip(&marked).filter(|(old, new)| old != new).collect();
                assert_eq!((plain.len(), changed.len()), (marked.len(), 1), "{name}");
                assert_eq!(value(changed[0].1, "fill"), colour);
            }
        }
    }
    for position in shogi_positions().iter().step_by(50) {
        check(&diagram::svg(position, &[]));
    }
    let full = shogi_positions().pop().unwrap();
    let elements = check(&diagram::svg(&full, &[]));
    // On the board 先手 has 20 pieces and 上手 the king and 9 pawns; in hand are 7 and 5 kinds, of
    // which 7 and 3 are more than one.
    let count = |name: &str| elements.iter().filter(|(tag, _)| tag == name).count();
    assert_eq!((count("polygon"), count("text")), (30 + 12, 30 + 12 + 10 + 18));
}

#[test]
fn the_picture_of_chess_stays_as_it_was() {
    let svg = diagram::svg(&chess::Position::start(), &[mark("e4", false, ""), mark("g8", true, "x")]);
    let hash = svg
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!((svg.len(), hash), (14784, 0xba3a70eec8caac24));
}

#[test]
fn positions_are_read_from_text() {
    let position = fen::read_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40", false).setup.position().unwrap().0;
    let marks = [mark("e8", false, "the king")];
    let from = |kind, text: &str| diagram::from_text(kind, text, &marks);
    assert_eq!(from(GameKind::Chess, &fen::write(&position)), Some(diagram::text(&position, &marks)));
    let position = hex::Position::start();
    assert_eq!(from(GameKind::Hex, &hex_fen::write(&position)), Some(diagram::text(&position, &marks)));
    for kind in GAMES {
        for text in ["", "8/8/8/8/8/8/8/8 w - - 0 1", "k", "/////////////////", "玉", &"/".repeat(100_000)] {
            assert_eq!(from(kind, text), None, "{kind:?} {text:.20}");
        }
    }
}
