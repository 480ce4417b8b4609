//! Conversions of our own output: texts in every target, and each result in every target again.

use partie_core::{Session, TARGETS, Target, TargetInfo};

const BOOK: &str = "A SMALL BOOK OF GAMES.\n\nGAME THE FIRST.\n\nWhite: W1.   Black: B1.\n\n1 P-K4 P-K4\n2 Kt-KB3 Kt-QB3\n\
                    3 B-B4 B-B4\n\nThe second game was played the next day.\n\nGAME THE SECOND.\n\nWhite: W2.   Black: B2.\n\n\
                    1 P-Q4 P-Q4\n2 P-QB4 P-K3\n3 Kt-QB3 Kt-KB3\n";
const ROWS: &str =
    "White: W1   Black: B1\n\n  1. e2e4              1. e7e5\n  2. g1f3              2. b8c6\n\n     1-0\n";
const GAMES: &str = "[White \"W1\"]\n[Result \"1-0\"]\n\n1. e4 $14 {a plan} e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6 1-0\n\n\
                     [White \"W2\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/1P6/8/8/8/8/6p1/4K3 b - - 0 40\"]\n\n40... g1=Q+ 41. Kd2 *\n";
/// A tag with line ends and the text of another game in its value.
const TAG: &str = "{\"v\":1,\"type\":\"record\",\"game\":\"chess\",\"format\":\"pgn\",\"encoding\":\"utf-8\",\"tags\":[[\"Event\",\
                   \"x\\n\\n[Event \\\"second\\\"]\\n\\n1. c4 *\\n\"],[\"White\",\"W1\"],[\"Result\",\"1-0\"]],\"items\":[{\"number\":\"1.\"},\
                   {\"move\":\"e4\"},{\"move\":\"e5\"},{\"result\":\"1-0\"}]}\n";
const KIF: &str = "先手：W1\n後手：B1\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:02/00:00:02)\n\
                   *角道を開ける\n   2 ３四歩(33)   ( 0:03/00:00:03)\n   3 中断         ( 0:01/00:00:03)\n\n変化：2手\n   2 ８四歩(83)\n";
const HEX: &str = "[White \"W1\"]\n[Result \"1-0\"]\n[Variant \"Hexasach\"]\n\n1. De1-c3 De10-c6 2. b1-b2 b7-b6 1-0\n";

/// The games of a text, each as its moves.
fn games(text: &[u8]) -> Vec<String> {
    Session::new().games(text).map(|game| game.coordinates().unwrap_or_default()).collect()
}

/// Whether a target holds moves: others hold positions.
fn holds_moves(target: &TargetInfo) -> bool {
    !matches!(target.target, Target::Epd | Target::Fen | Target::Sfen)
}

/// Converts a text to each target that takes it. Each result has the names of all targets on the way.
fn conversions<'a>(way: &'a str, text: &'a [u8]) -> impl Iterator<Item = (String, &'static TargetInfo, Vec<u8>)> + 'a {
    TARGETS.iter().filter_map(move |target| {
        let bytes = Session::new().convert(text, target.target).bytes;
        (!bytes.is_empty()).then(|| (format!("{way} > {}", target.name), target, bytes))
    })
}

#[test]
fn every_target_of_every_target_holds_the_same_moves() {
    let mut wrong = Vec::new();
    for (name, text) in [("book", BOOK), ("rows", ROWS), ("games", GAMES), ("tag", TAG), ("kif", KIF), ("hex", HEX)] {
        let wanted = games(text.as_bytes());
        for (way, target, text) in conversions(name, text.as_bytes()) {
            let keeps = holds_moves(target);
            if keeps && games(&text) != wanted {
                wrong.push(format!("{way}: {:?}", games(&text)));
            }
            for (way, target, text) in conversions(&way, &text) {
                if keeps && holds_moves(target) && games(&text) != wanted {
                    wrong.push(format!("{way}: {:?}", games(&text)));
                }
                conversions(&way, &text).for_each(drop);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The lines and the pages of a book come from the book, not from the JSON between.
#[test]
fn a_book_by_json_is_the_book() {
    let (pgn, json) = (Target::find("pgn").unwrap(), Target::find("json").unwrap());
    let session = Session::new();
    let book = BOOK.replace("GAME THE SECOND", "{12}\n\nGAME THE SECOND");
    let direct = session.convert(book.as_bytes(), pgn).bytes;
    let between = session.convert(book.as_bytes(), json).bytes;
    let direct = String::from_utf8(direct).unwrap();
    assert_eq!(direct, String::from_utf8(session.convert(&between, pgn).bytes).unwrap());
    assert!(direct.contains("[SourcePage \"12\"]"), "{direct}");
    assert_eq!(between, session.convert(&between, json).bytes);
}

/// The row above the moves of KIF is a heading of the format.
#[test]
fn the_row_above_the_moves_is_no_comment() {
    let session = Session::new();
    let game = session.games(KIF.as_bytes()).next().unwrap();
    let line = &game.lines()[0];
    assert_eq!((line.comments.as_slice(), line.moves[0].comments.len()), (&[][..], 1));
    let positions = session.convert(KIF.as_bytes(), Target::Sfen);
    assert!(positions.losses.contains(&(1, "comment")), "{:?}", positions.losses);
}

/// JSON names the encoding of the bytes that it was made of.
#[test]
fn letters_of_another_encoding_come_back_from_json() {
    let (pgn, json) = (Target::find("pgn").unwrap(), Target::find("json").unwrap());
    let session = Session::new();
    for (encoding, name) in [
        (encoding_rs::WINDOWS_1252, "Müller, Jörg und Großmann"),
        (encoding_rs::WINDOWS_1250, "Dvořák, Antonín a Šťastný"),
        (encoding_rs::UTF_8, "Müller, Jörg"),
    ] {
        let text = format!("[White \"{name}\"]\n[Result \"*\"]\n\n1. e4 {{{name}}} e5 *\n");
        let between = session.convert(&encoding.encode(&text).0, json).bytes;
        let again = String::from_utf8(session.convert(&between, pgn).bytes).unwrap();
        assert!(again.contains(&format!("[White \"{name}\"]")), "{again}");
        assert_eq!(between, session.convert(&between, json).bytes);
    }
}
