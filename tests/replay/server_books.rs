//! Ends of games under the books of servers and of the US federation: material decides, walls of pawns do not count.

use partie_record::book::Books;
use partie_record::finding::Code;
use partie_replay::texts::replay_with;
use partie_replay::{Options, Wanted};

const BOOKS: [&str; 5] = ["fide", "uscf", "lichess", "chesscom", "fics"];

/// The findings on the result and on draws of a game that White won in this way, by book.
fn results(fen: &str, moves: &str, termination: &str) -> [Vec<Code>; 5] {
    let text =
        format!("[Termination \"{termination}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n");
    BOOKS.map(|book| {
        let options = Options { books: Books::named(book).unwrap(), ..Options::default() };
        let games = replay_with(text.as_bytes(), &options, &Wanted { infos: true, ..Wanted::default() });
        let codes = games.into_iter().flat_map(|game| game.findings).map(|finding| finding.code);
        codes.filter(|code| matches!(code, Code::R012 | Code::R030 | Code::R031 | Code::R032)).collect()
    })
}

#[test]
fn wins_on_time_by_material() {
    use Code::{R012, R030, R031};
    const TIME: &str = "Time forfeit";
    let none = Vec::new;
    // A wall of pawns that cannot be broken.
    let wall = results("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 60", "60. Kd2 Kd7", TIME);
    assert_eq!(wall[2..], [none(), none(), none()]);
    assert!(wall[..2].iter().all(|codes| codes.contains(&R012)), "{wall:?}");
    // A knight against a queen, a pawn, and a knight.
    let queen = results("4k3/7q/8/8/8/8/8/N3K3 w - - 0 60", "60. Nb3 Qh4+", TIME);
    assert_eq!(queen, [R030; 5].map(|code| vec![code]));
    let pawn = results("4k3/7p/8/8/8/8/8/N3K3 w - - 0 60", "60. Nb3 h5", TIME);
    assert_eq!(pawn, [vec![R031], vec![R031], none(), vec![R030], vec![R030]]);
    // Two knights against a pawn, and a king alone.
    let knights = results("4k3/7p/8/8/8/8/8/NN2K3 w - - 0 60", "60. Nb3 h5", TIME);
    assert_eq!(knights[2..], [none(), none(), none()]);
    let bare = results("4k3/7q/8/8/8/8/8/4K3 w - - 0 60", "60. Kd1 Qh4", TIME);
    assert_eq!(bare, [R030; 5].map(|code| vec![code]));
}

#[test]
fn a_resignation_counts_where_the_book_knows_no_exception() {
    let bare = results("4k3/7q/8/8/8/8/8/4K3 w - - 0 60", "60. Kd1 Qh4 61. Kc1", "White wins by resignation");
    let resigned = bare.map(|codes| codes.contains(&Code::R032));
    assert_eq!(resigned, [true, false, false, false, false]);
}
