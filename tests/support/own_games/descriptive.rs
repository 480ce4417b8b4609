//! Games of chess as old books print them: two columns in descriptive notation.

use std::fmt::Write as _;

use partie_notation::descriptive::{Layer, Style, write};
use partie_notation::letters::Letters;
use partie_notation::spell;
use partie_record::Language;
use partie_rules::chess::Origins;
use partie_rules::{Rules, Side};

use super::chess::chess_games;
use super::real_game::Files;

/// Games that are printed.
pub const PRINTED: usize = 40;

/// A page a game, its moves as they are printed and as they were played, and a table of the pages.
pub(super) fn pages() -> Files {
    let mut files = Files::new();
    let mut table = "id,book,status,plies,start_fen,first_line\n".to_owned();
    // A whole number of rows, as the last row of a page then has both of its cells.
    let whole = chess_games().iter().filter(|game| game.moves.len() % 2 == 0 && game.moves.len() < 120);
    for (number, game) in whole.step_by(20).take(PRINTED).enumerate() {
        let layer = [Layer::Long, Layer::Long, Layer::Tight][number % 3];
        let style = Style::new(Language::English, layer);
        let mut page = format!("GAME {}.\n\n", number + 1);
        let _ = writeln!(page, "{:>18}{:>26}", "WHITE.", "BLACK.");
        let mut moves = "ply\tprinted\tsan\tuci\n".to_owned();
        let mut origins = Origins::of(&game.start);
        let mut row = String::new();
        game.visit(|ply, before, mv| {
            let mut text = Vec::new();
            write(&mut text, before, &origins, mv, &style);
            let text = String::from_utf8(text).unwrap();
            let san = spell::san(before, mv, Letters::ENGLISH);
            let _ = writeln!(moves, "{}\t{text}\t{san}\t{}", ply + 1, game.texts[ply]);
            let cell = format!("{:>3}. {text}", before.number());
            if before.turn() == Side::First {
                row = format!("{cell:<40}");
            } else {
                let _ = writeln!(page, "{row}{cell}");
            }
            origins.play(mv);
        });
        let id = format!("page-{number:02}");
        let _ = writeln!(table, "{id},made up,match,{},,4", game.moves.len());
        files.push((format!("games/{id}.txt"), page.into_bytes()));
        files.push((format!("games/{id}.moves.tsv"), moves.into_bytes()));
    }
    files.push(("manifest.csv".to_owned(), table.into_bytes()));
    files
}
