//! The table of moves in English descriptive notation: what is written for each, which spellings
//! mean it by their words, by a check mark or by the want of one, and which stay ambiguous.

use crate::common::{extra, shared};
use crate::own_games::{chess_games, counted, is_own, real};
use partie_notation::descriptive::{Layer, Level, Readings, Style, prefix, read_move, readings, write};
use partie_notation::letters::Letters;
use partie_notation::{fen, san, spell};
use partie_record::Language;
use partie_rules::chess::{Move, Origins, Position};
use partie_rules::{Resolution, Rules};

fn move_of(position: &Position, text: &str) -> Move {
    let (_, written) = san::read_move(text.as_bytes()).unwrap_or_else(|_| panic!("{text}"));
    match position.resolve(&written.pattern) {
        Resolution::Unique(mv) => mv,
        other => panic!("{text} in {}: {other:?}", fen::write(position)),
    }
}

fn position(text: &str) -> Position {
    fen::read_fen(text, false).setup.into_position_lenient()
}

struct Row {
    id: String,
    position: Position,
    origins: Origins,
    mv: Move,
    san: String,
    cells: csv::StringRecord,
    headers: csv::StringRecord,
}

impl Row {
    fn cell(&self, name: &str) -> &str {
        &self.cells[self.headers.iter().position(|header| header == name).expect("the column")]
    }

    fn spellings(&self, name: &str) -> impl Iterator<Item = &str> {
        self.cell(name).split(" | ").filter(|text| !text.is_empty())
    }
}

/// Rows by hand, in the columns of the table of the shared data.
const BY_HAND: &str = "\
id,fen,prefix_san,san,uci,shortest_strict,shortest_using_check,long_1840s,all_unique,unique_only_because_of_check,\
decided_by_unmarked_rule,ambiguous_must_reject
o-1,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,,Nf3,g1f3,Kt-KB3,Kt-KB3,Kt. to K. B's 3d.,\
Kt-KB3 | KKt-B3 | KKt-KB3,,,Kt-B3
o-2,4k3/8/8/4p3/3P1P2/8/8/4K3 w - - 0 1,,fxe5,f4e5,BPxP,BPxP,K. B. P. takes P.,BPxP | KBPxP | BPxKP | P(B4)xP,,,PxP | PxKP
o-3,4k3/8/8/4p3/3P1P2/8/8/4K3 w - - 0 1,,dxe5,d4e5,QPxP,QPxP,Q. P. takes P.,QPxP | QPxKP | P(Q4)xP,,,PxP | PxKP
o-4,5k2/8/8/8/7R/8/8/4K3 w - - 0 1,,Rc4,h4c4,R-QB4,R-QB4,R. to Q. B's 4th.,R-QB4,,R-B4,
o-5,5k2/8/8/8/7R/8/8/4K3 w - - 0 1,,Rf4+,h4f4,R-KB4 ch,R-B4 ch,R. to K. B's 4th. ch.,R-KB4ch,R-B4ch,,
";

fn rows() -> Vec<Row> {
    let text = match extra("chess/descriptive/conformance.csv") {
        Some(path) => std::fs::read_to_string(path).unwrap(),
        None => BY_HAND.to_owned(),
    };
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let headers = table.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let rows = table.records().map(|cells| {
        let cells = cells.unwrap();
        let cell = |name| &cells[column(name)];
        let (mut before, mut moves) = (Position::start(), cell("prefix_san"));
        if let Some((start, rest)) = moves.strip_prefix("[FEN ").and_then(|rest| rest.split_once(']')) {
            (before, moves) = (position(start.trim().trim_matches('"')), rest);
        } else if moves.is_empty() {
            before = position(cell("fen"));
        }
        let mut origins = Origins::of(&before);
        for text in moves.split_whitespace() {
            let mv = move_of(&before, text);
            origins.play(mv);
            before.play(mv);
        }
        let placement = |text: &str| text.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        assert_eq!(placement(&fen::write(&before)), placement(cell("fen")), "{}", cell("id"));
        let mv = move_of(&before, cell("san"));
        assert_eq!(spell::uci(mv, false), cell("uci"));
        Row {
            id: cell("id").to_owned(),
            position: before,
            origins,
            mv,
            san: cell("san").to_owned(),
            cells: cells.clone(),
            headers: headers.clone(),
        }
    });
    let rows: Vec<_> = rows.collect();
    assert_eq!(rows.len(), counted(459, 5));
    rows
}

/// Rows without cells: some moves of real games.
fn rows_of_games() -> Vec<Row> {
    let mut rows = Vec::new();
    for (number, game) in chess_games().iter().enumerate().step_by(5) {
        let ply = number * 7 % game.moves.len();
        let (mut position, mut origins) = (game.start.clone(), Origins::of(&game.start));
        for mv in &game.moves[..ply] {
            origins.play(*mv);
            position.play(*mv);
        }
        let mv = game.moves[ply];
        let san = spell::san(&position, mv, Letters::ENGLISH);
        let (cells, headers) = (csv::StringRecord::new(), csv::StringRecord::new());
        rows.push(Row { id: format!("game {number}, ply {ply}"), position, origins, mv, san, cells, headers });
    }
    rows
}

fn written(row: &Row, style: &Style) -> String {
    let mut out = Vec::new();
    write(&mut out, &row.position, &row.origins, row.mv, style);
    String::from_utf8(out).unwrap()
}

#[test]
fn shortest_forms() {
    let strict = Style::new(Language::English, Layer::Tight);
    let by_check = Style { check_disambiguates: true, ..strict };
    let mut wrong = Vec::new();
    let (mut long, mut rows_read) = (0, 0);
    for row in rows() {
        rows_read += 1;
        for (style, column) in [(&strict, "shortest_strict"), (&by_check, "shortest_using_check")] {
            let text = written(&row, style);
            if text != row.cell(column) {
                wrong.push(format!("{} {} {}: {text}, expected {}", row.id, row.san, column, row.cell(column)));
            }
        }
        let text = written(&row, &Style::new(Language::English, Layer::Long));
        let same = |text: &str| text.replace("2nd", "2d").replace("3rd", "3d").replace([' ', '.', ','], "");
        long += usize::from(same(&text) == same(row.cell("long_1840s")));
    }
    println!("{long} of {rows_read} rows also in the long form of the table");
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

fn meanings(row: &Row, text: &str) -> Readings {
    let said = read_move(text.as_bytes(), Language::English).unwrap_or_else(|| panic!("{} {text}: not read", row.id));
    readings(&said, &row.position, &row.origins)
}

/// Every spelling of a column, judged; what is wrong with it, if anything.
fn judge(column: &str, mut fault: impl FnMut(&Row, &str) -> Option<String>) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for row in rows() {
        for text in row.spellings(column) {
            count += 1;
            if let Some(fault) = fault(&row, text) {
                wrong.push(format!("{} {text} for {} in {}: {fault}", row.id, row.san, row.cell("fen")));
            }
        }
    }
    println!("{column}: {count} spellings");
    (count, wrong)
}

fn means(found: &Readings, mv: Move, level: Level) -> Option<String> {
    (found.one() != Some(mv) || found.level() != level).then(|| format!("{found:?}"))
}

#[test]
fn spellings_read_by_their_words() {
    for (column, expected) in [("all_unique", counted(2_444, 12)), ("unique_only_because_of_check", counted(67, 1))] {
        let (count, wrong) = judge(column, |row, text| means(&meanings(row, text), row.mv, Level::Words));
        assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
        assert_eq!(count, expected, "{column}");
    }
}

#[test]
fn spellings_decided_by_the_want_of_a_mark() {
    let (count, wrong) = judge("decided_by_unmarked_rule", |row, text| {
        let (text, mv) = match text.split_once('=') {
            Some((text, san)) => (text, move_of(&row.position, san)),
            None => (text, row.mv),
        };
        let found = meanings(row, text);
        let others = found.left_out().is_empty().then(|| "nothing left out".to_owned());
        means(&found, mv, Level::Unmarked).or(others)
    });
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert_eq!(count, counted(94, 1));
}

#[test]
fn spellings_that_stay_ambiguous() {
    let (count, wrong) = judge("ambiguous_must_reject", |row, text| {
        let found = meanings(row, text);
        (found.meant().len() < 2 || !found.all().contains(&row.mv)).then(|| format!("{found:?}"))
    });
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    assert_eq!(count, counted(481, 5));
}

#[test]
fn what_is_written_is_read() {
    let rows = if is_own() { rows_of_games() } else { rows() };
    for row in rows {
        for language in Language::ALL {
            for layer in Layer::ALL {
                for check_disambiguates in [false, true] {
                    let text = written(&row, &Style { check_disambiguates, ..Style::new(language, layer) });
                    let said = read_move(text.as_bytes(), language).unwrap_or_else(|| panic!("{} {text}", row.id));
                    let found = readings(&said, &row.position, &row.origins);
                    let fault = means(&found, row.mv, Level::Words);
                    assert!(fault.is_none(), "{} {} {text}: {fault:?}", row.id, row.san);
                }
            }
        }
    }
}

/// Every printed move of the games that are read to the end, each put on the board of the
/// expected game: the expected move is always among the readings.
#[test]
fn printed_moves() {
    let manifest = real("chess/descriptive/manifest.csv");
    let mut table = csv::Reader::from_path(&manifest).unwrap();
    let headers = table.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let mut counts = std::collections::BTreeMap::new();
    let (mut plies, mut wrong, mut by_place) = (0, Vec::new(), Vec::new());
    for cells in table.records().map(Result::unwrap) {
        let status = &cells[column("status")];
        if !matches!(status, "match" | "replay-complete") {
            continue;
        }
        let id = &cells[column("id")];
        let start = &cells[column("start_fen")];
        let mut board = if start.is_empty() { Position::start() } else { position(start) };
        let mut origins = Origins::of(&board);
        let moves = std::fs::read_to_string(manifest.with_file_name("games").join(format!("{id}.moves.tsv"))).unwrap();
        for row in moves.lines().skip(1) {
            let cells: Vec<_> = row.split('\t').collect();
            let mv = move_of(&board, cells[2]);
            plies += 1;
            // A footnote or the end of the game may follow.
            let said = prefix(cells[1].trim().as_bytes(), Language::English).ok();
            let found = said.map(|(_, said)| readings(&said, &board, &origins));
            let class = match &found {
                None => "not read".to_owned(),
                Some(found) => {
                    let rank = match (found.one() == Some(mv), found.meant().contains(&mv), found.all().contains(&mv)) {
                        (true, ..) => "alone",
                        (_, true, _) => "with others",
                        (.., true) => "left out or by place",
                        _ => "not found",
                    };
                    format!("{rank}, {:?}", found.level())
                }
            };
            if class.starts_with("left out") {
                by_place.push((id.to_owned(), cells[0].to_owned(), found.as_ref().map(Readings::by_place)));
            }
            if class.starts_with("not") {
                wrong.push(format!("{id} {} {} {}: {class} {found:?}", cells[0], cells[1], cells[2]));
            }
            *counts.entry(class).or_insert(0) += 1;
            origins.play(mv);
            board.play(mv);
        }
    }
    println!("{plies} plies: {counts:#?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    if is_own() {
        assert!(counts.keys().all(|class| class == "alone, Words"), "{counts:#?}");
        return;
    }
    assert_eq!(plies, 5_409);
    // 5,409 less 45 that fit several moves, of which the rule for unmarked ones decides 27.
    assert_eq!((counts["alone, Words"], counts["alone, Unmarked"]), (5_363, 27));
    // The one rook named by where it stands although the other one could go there, too.
    assert_eq!(by_place, [("strategy-38a".to_owned(), "68".to_owned(), Some(1))]);
}

/// What decides when nothing fits as it is written, and what loose words mean.
#[test]
fn levels() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let table = [
        // A check that is none, a mate that is only check, a capture that is not en passant.
        ("4k1r1/3b4/2p2p2/1p1npPp1/1P2N1P1/6KR/2P5/7R w - - 0 39", "R-R7ch", Level::WrongMark, "Rh7"),
        ("6k1/8/5ppp/8/8/8/8/R3R1K1 w - - 0 1", "R-K8 mate", Level::WrongMark, "Re8+"),
        ("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1", "PxP e.p.", Level::WrongMark, "cxd5"),
        ("6k1/8/5ppp/8/8/8/8/R3R1K1 w - - 0 1", "R-QB1 ch", Level::WrongMark, "Rac1 Rec1"),
        // A degree too much keeps what gives check at all.
        ("6k1/8/8/8/8/8/R4R2/6K1 w - - 0 1", "R-Kt2 dbl ch", Level::WrongMark, "Rg2+"),
        // Pieces that began on the other side of the board.
        (START, "QKt-KB3", Level::WrongName, "Nf3"),
        (START, "KKt-QB3", Level::WrongName, "Nc3"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "QR-R2", Level::WrongName, "Rh2"),
        // Without a history, by place.
        ("4k3/8/8/8/8/8/R4R2/4K3 w - - 0 1", "KR-Q2", Level::Words, "Rfd2"),
        ("4k3/8/8/8/8/8/R4R2/4K3 w - - 0 1", "QR-Q2", Level::Words, "Rad2"),
        ("4k3/8/8/8/8/8/R4R2/4K3 w - - 0 1", "R-Q2", Level::Words, "Rad2 Rfd2"),
        // Nothing at all.
        (START, "Q-K5", Level::Words, ""),
        (START, "Castles", Level::Words, ""),
        // Nothing is captured by going, not even en passant.
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "P-B6", Level::Words, ""),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "PxP", Level::Words, "dxc6"),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "P-Q6", Level::Words, "d6"),
        // Loose words.
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "Q. checks.", Level::Words, "Qa4+ Qa8+ Qe5+ Qh8+"),
        ("4k3/R7/8/8/8/8/7R/4K3 w - - 0 1", "R. mates.", Level::Words, "Rh8#"),
        ("k3r3/8/8/8/8/8/8/3QKB2 w - - 0 1", "B. interposes.", Level::Words, "Be2"),
        ("k3r3/8/8/8/8/8/8/R3K1N1 w - - 0 1", "Kt interposes", Level::Words, "Ne2+"),
        ("4k3/8/8/8/8/8/1r6/K7 w - - 0 1", "K. moves.", Level::Words, "Kxb2"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "P. Queens", Level::Words, "a8=Q"),
        ("8/8/8/8/8/4k3/p6p/4K3 b - - 0 1", "P. becomes a Queen", Level::Words, "a1=Q# h1=Q#"),
    ];
    let mut wrong = Vec::new();
    for (start, text, level, expected) in table {
        let board = position(start);
        let Some(said) = read_move(text.as_bytes(), Language::English) else { panic!("{text} is not read") };
        let found = readings(&said, &board, &Origins::of(&board));
        let mut sans: Vec<_> = found.meant().iter().map(|mv| spell::san(&board, *mv, Letters::ENGLISH)).collect();
        sans.sort();
        if (sans.join(" ").as_str(), found.level()) != (expected, level) {
            wrong.push(format!("{text} in {start}: {sans:?} {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Misprints: what stops a game has no reading, what does not has one.
#[test]
fn misprints() {
    let Some(path) = shared("chess/descriptive/misprints.csv") else { return };
    let mut table = csv::Reader::from_path(path).unwrap();
    let headers = table.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect("the column");
    let mut seen = Vec::new();
    for cells in table.records().map(Result::unwrap) {
        let board = position(&cells[column("fen_before")]);
        let intended = move_of(&board, &cells[column("intended_san")]);
        let printed = &cells[column("printed")];
        let said = prefix(printed.as_bytes(), Language::English).ok();
        // The names of the game are not at hand; none of these rests on one that is not seen.
        let found = said.map(|(_, said)| readings(&said, &board, &Origins::of(&board)));
        println!("{printed} {}: {found:?}", &cells[column("expect")]);
        let meant = found.as_ref().map_or(&[][..], Readings::meant);
        match &cells[column("expect")] {
            "suggest" => assert!(meant.is_empty(), "{printed}: {found:?}"),
            "legal" => assert!(meant.len() == 1 && meant[0] != intended, "{printed}: {found:?}"),
            _ => seen.push((printed.to_owned(), found.map(|found| (found.one() == Some(intended), found.level())))),
        }
    }
    let wrong_mark = ("R-R7ch".to_owned(), Some((true, Level::WrongMark)));
    let nothing = ("R. takes K. B. P.".to_owned(), Some((false, Level::Words)));
    assert_eq!(seen, [nothing, wrong_mark]);
}
