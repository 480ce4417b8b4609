//! Games of hexagonal chess: the table, and files of them in three languages.

use std::sync::LazyLock;

use partie_notation::letters::Letters;
use partie_notation::{hex, hex_fen};
use partie_rules::hex::{Cell, Move, Pattern, Position, Role, Roles, cells};
use partie_rules::{Rules, Side};

use super::real_game::{Files, RealGame, lines};

/// All games of hexagonal chess, in the order of the table.
pub fn hex_games() -> &'static [RealGame<Position>] {
    static GAMES: LazyLock<Vec<RealGame<Position>>> = LazyLock::new(|| {
        let games = lines("hex").into_iter().map(|line| {
            let [date, result, moves, last] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            RealGame::new(Position::start(), [date, result, "", moves, last], pattern)
        });
        games.collect()
    });
    &GAMES
}

/// `e2e4`, `f10f11q`.
fn pattern(text: &str) -> Pattern {
    let (from, rest) = Cell::parse(text.as_bytes()).unwrap();
    let (to, rest) = Cell::parse(rest).unwrap();
    let mut pattern = Pattern::to(Roles::ANY, to);
    pattern.from = from.bit();
    pattern.promotion = rest.first().and_then(|letter| Role::from_letter(letter.to_ascii_uppercase()));
    pattern
}

/// A record with moves in long form, and the language of its letters in a tag; with a move that is illegal, if one is given.
fn record(game: &RealGame<Position>, number: usize, code: &str, fault: Option<&Fault>) -> String {
    let letters = Letters::find(code).unwrap();
    let mut text = format!(
        "[Event \"Lindach {}\"]\n[Site \"Lindach\"]\n[Date \"{}\"]\n[Round \"{}\"]\n[White \"A{number}\"]\n[Black \
         \"B{number}\"]\n[Result \"{}\"]\n[Variant \"Glinski\"]\n[Lang \"{code}\"]\n[GameId \"G{number:04}\"]\n\n",
        number / 20,
        game.date,
        number % 20 + 1,
        game.result
    );
    let mut width = 0;
    game.visit(|ply, before, mv| {
        let number = if before.turn() == Side::First { format!("{}. ", before.number()) } else { String::new() };
        let word = match fault {
            Some(fault) if fault.ply == ply => number + &fault.text(letters),
            _ => number + &hex::long(before, mv, letters),
        };
        width += word.len() + 1;
        text.push_str(&word);
        text.push(if width > 70 { '\n' } else { ' ' });
        width %= 71;
    });
    text + &game.result + "\n\n"
}

/// Files of all games and of those with a result, one a language each, and tables of both.
pub(super) fn files() -> Files {
    let mut files = Files::new();
    for (name, codes, is_in) in [
        ("real", &["en", "sk", "hu"][..], (|_| true) as fn(&RealGame<Position>) -> bool),
        ("legal", &["en", "sk"], |game| game.result != "*"),
    ] {
        let games = || (1..).zip(hex_games()).filter(|(_, game)| is_in(game));
        for code in codes {
            let text: String = games().map(|(number, game)| record(game, number, code, None)).collect();
            files.push(match name {
                "legal" => (format!("legal_{code}.hgn.zst"), zstd::encode_all(text.as_bytes(), 1).unwrap()),
                _ => (format!("{name}_{code}.hgn"), text.into_bytes()),
            });
        }
        let table: String = games().map(|(number, game)| row(name, number, game)).collect();
        let head = match name {
            "legal" => "game_id,plies,result,termination,ep,promotions,double_steps,halfmoves,final_fen\n",
            _ => "game_id,plies,result,ep,promotions,final_fen,end\n",
        };
        files.push((format!("{name}.csv"), (head.to_owned() + &table).into_bytes()));
    }
    files.extend(faulty());
    files
}

/// An illegal move in place of one that was played.
struct Fault {
    kind: &'static str,
    ply: usize,
    role: Role,
    from: Cell,
    to: Cell,
    before: Position,
}

/// Kinds of faults, and the code of each.
const FAULTS: [(&str, &str); 3] = [("geometry", "L003"), ("blocked", "L004"), ("own_capture", "L005")];

impl Fault {
    /// The first one of a kind that is possible in a game from some ply on.
    fn find(game: &RealGame<Position>, kind: &'static str, from_ply: usize) -> Option<Self> {
        let mut found = None;
        game.visit(|ply, before, _: Move| {
            if found.is_none() && ply >= from_ply && !before.in_check() {
                found = cells(before.of_side(before.turn())).find_map(|from| Self::of(before, kind, ply, from));
            }
        });
        found
    }

    fn of(before: &Position, kind: &'static str, ply: usize, from: Cell) -> Option<Self> {
        let (turn, role) = (before.turn(), before.role(from)?);
        // Cells straight ahead on the same file.
        let ahead = |steps: u8| Cell::at(from.file(), from.rank() + steps);
        let holds = |cell: Cell| before.piece_at(cell).map(|(side, _)| side);
        let next = ahead(1)?;
        let to = match (kind, role) {
            ("geometry", Role::Knight) if holds(next).is_none() => next,
            ("blocked", Role::Rook | Role::Queen) if holds(next).is_some() => {
                ahead(2).filter(|cell| holds(*cell) != Some(turn))?
            }
            ("own_capture", Role::Rook | Role::Queen) if holds(next) == Some(turn) => next,
            _ => return None,
        };
        // Kings are captured by nobody.
        let is_king = before.role(to) == Some(Role::King);
        (!is_king).then(|| Self { kind, ply, role, from, to, before: before.clone() })
    }

    fn text(&self, letters: &Letters) -> String {
        let sign = if self.before.role(self.to).is_some() { 'x' } else { '-' };
        format!("{}{}{sign}{}", letters.letter(self.role), self.from, self.to)
    }
}

/// Games with one illegal move each, and tables of where and why.
fn faulty() -> Files {
    let mut faults = Vec::new();
    for (number, game) in (1..).zip(hex_games()) {
        let kind = FAULTS[number % FAULTS.len()].0;
        faults.extend(Fault::find(game, kind, 4 + number % 9).map(|fault| (number, game, fault)));
    }
    let mut table = "game_id,fault,ply,bad_token_sk,bad_token_en,note,fen_before\n".to_owned();
    let [slovak, english] = ["sk", "en"].map(|code| Letters::find(code).unwrap());
    for (number, _, fault) in &faults {
        let (kind, ply, before) = (fault.kind, fault.ply + 1, hex_fen::write(&fault.before));
        let (sk, en) = (fault.text(slovak), fault.text(english));
        table.push_str(&format!("G{number:04},{kind},{ply},{sk},{en},,{before}\n"));
    }
    let codes: String = FAULTS.map(|(kind, code)| format!("{kind}\t{code}\t\n")).concat();
    let mut files = vec![
        ("faulty.csv".to_owned(), table.into_bytes()),
        ("fault_codes.tsv".to_owned(), ("fault\tcodes\tnote\n".to_owned() + &codes).into_bytes()),
    ];
    for code in ["sk", "en"] {
        let text: String =
            faults.iter().map(|(number, game, fault)| record(game, *number, code, Some(fault))).collect();
        files.push((format!("faulty_{code}.hgn"), text.into_bytes()));
    }
    files
}

/// A row of a table, in the columns of the shared one; what no test reads is empty.
fn row(table: &str, number: usize, game: &RealGame<Position>) -> String {
    let (plies, result, last) = (game.moves.len(), &game.result, &game.last);
    let end = match result.as_str() {
        _ if is_mate(game) => "checkmate",
        "1/2-1/2" => "agreement",
        _ => "resignation",
    };
    match table {
        "legal" => format!("G{number:04},{plies},{result},{end},,,,,{last}\n"),
        _ => format!("G{number:04},{plies},{result},,,{last},{}\n", if end == "checkmate" { "mate" } else { "" }),
    }
}

/// True if the last move left the other side in check without a legal move.
fn is_mate(game: &RealGame<Position>) -> bool {
    let last = game.start.after_moves(&game.moves);
    last.in_check() && !last.has_legal_move()
}
