//! Games of chess: the table, and files of them.

use std::sync::LazyLock;

use partie_notation::letters::Letters;
use partie_rules::Rules;
use partie_rules::chess::{Pattern, Position, Role, Roles, Square};

use super::pgn::{Layout, PgnWriter};
use super::real_game::{Files, RealGame, lines};
use super::situations;

/// Games with a mate, a stalemate, a position for the third and the fifth time, 50 and 75 moves without progress, and too
/// little material at their end, as python-chess counts them.
pub const CHESS_ENDS: [u32; 7] = [212, 30, 59, 3, 6, 1, 9];

/// Games in a file of made-up comments.
const ANNOTATED: usize = 60;

/// All games of chess, in the order of the table.
pub fn chess_games() -> &'static [RealGame<Position>] {
    static GAMES: LazyLock<Vec<RealGame<Position>>> = LazyLock::new(|| {
        let games = lines("chess").into_iter().map(|line| {
            let [date, result, eco, moves, last] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            RealGame::new(Position::start(), [date, result, eco, moves, last], pattern)
        });
        games.collect()
    });
    &GAMES
}

/// `e2e4`, `e7e8q`, `e1g1`.
fn pattern(text: &str) -> Pattern {
    let square = |at: usize| Square::at(text.as_bytes()[at] - b'a', text.as_bytes()[at + 1] - b'1');
    let mut pattern = Pattern::to(Roles::ANY, square(2));
    pattern.from = square(0).bit();
    pattern.promotion = text.as_bytes().get(4).and_then(|letter| Role::from_letter(letter.to_ascii_uppercase()));
    pattern
}

/// One file of all games, without comments; and short games with a table of what must be found in them.
pub(super) fn plain() -> Files {
    let mut writer = PgnWriter::new(Layout { newline: "\r\n", glued: true, ..Layout::default() }, 1);
    for (number, game) in chess_games().iter().enumerate() {
        writer.game(number, game);
    }
    let mut files = situations::chess();
    files.push(("real.pgn.zst".to_owned(), zstd::encode_all(&writer.out[..], 1).unwrap()));
    files
}

/// Files with comments, marks and variations, in several languages and layouts; and a table of games and lines of each.
pub(super) fn annotated() -> Files {
    let layouts = [
        ("en", Layout::default()),
        ("de", Layout { newline: "\r\n", ..Layout::default() }),
        ("fr", Layout { glued: true, ..Layout::default() }),
        ("cs", Layout { width: 60, ..Layout::default() }),
        ("ru", Layout { width: 120, ..Layout::default() }),
        ("figurine", Layout::default()),
    ];
    let mut files = Files::new();
    let mut counts = "file\tgames\tlines\n".to_owned();
    for (index, (code, layout)) in layouts.into_iter().enumerate() {
        let letters = Letters::find(code).unwrap();
        let mut writer = PgnWriter::new(Layout { letters, annotated: true, ..layout }, 10 + index as u64);
        for (number, game) in chess_games().iter().enumerate().skip(index).step_by(17).take(ANNOTATED) {
            writer.game(number, game);
        }
        counts.push_str(&format!("{code}.pgn\t{ANNOTATED}\t{}\n", writer.lines));
        files.push((format!("{code}.pgn"), writer.out));
    }
    files.push(("COUNTS.tsv".to_owned(), counts.into_bytes()));
    files
}
