//! Tables that only the geometry of their page shows: columns below and beside each other, cells in lines of their own, letters
//! that stand apart, damaged cells and numbers. Each layout has the same moves.

use crate::score_support::{covered, records};
use partie_notation::formats;
use partie_record::{Format, ItemKind};

const MOVES: [[&str; 2]; 12] = [
    ["P-K4", "P-K4"],
    ["Kt-KB3", "Kt-QB3"],
    ["B-B4", "B-B4"],
    ["P-B3", "Kt-B3"],
    ["P-Q4", "PxP"],
    ["PxP", "B-Kt5ch"],
    ["Kt-B3", "KtxKP"],
    ["Castles", "KtxKt"],
    ["PxKt", "BxP"],
    ["Q-Kt3", "BxR"],
    ["BxPch", "K-B1"],
    ["B-Kt5", "Kt-K2"],
];

fn rows(rows: std::ops::Range<usize>) -> Vec<String> {
    rows.map(|row| format!("{:>2}. {:<10}{}", row + 1, MOVES[row][0], MOVES[row][1])).collect()
}

fn beside(left: &[String], right: &[String]) -> String {
    let line = |at: usize| {
        let [left, right] = [left, right].map(|lines| lines.get(at).map_or("", String::as_str));
        format!("{left:<32}{right}").trim_end().to_owned() + "\n"
    };
    (0..left.len().max(right.len())).map(line).collect()
}

/// The cells of the first record of a text, which holds no other.
fn cells(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    assert_eq!(formats::sniff(bytes), Format::Score, "{text}");
    let records = records(bytes);
    covered(bytes, &records);
    let record = &records[0];
    assert!(records[1..].iter().all(|record| !record.has_moves), "{text}");
    let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move);
    moves.map(|item| String::from_utf8_lossy(item.span.of(bytes)).into_owned()).collect()
}

fn wanted() -> Vec<String> {
    MOVES.as_flattened().iter().map(|cell| (*cell).to_owned()).collect()
}

#[test]
fn columns_below_and_beside_each_other() {
    let column = |side: usize| {
        let cells = MOVES.iter().enumerate();
        cells.map(|(row, cells)| format!("{}. {}\n", row + 1, cells[side])).collect::<String>()
    };
    assert_eq!(cells(&format!("GAME I.\n\nWHITE.\n{}\nBLACK.\n{}\nA fine end.\n", column(0), column(1))), wanted());
    let halves = beside(&rows(0..6), &rows(6..12));
    assert_eq!(cells(&format!("GAME I.\n\n{halves}\nA fine end.\n")), wanted());
    // The right column begins with the head of the left one, and has prose below.
    let head = ["     GAME I.", "", "A game of the old school.", ""].map(str::to_owned);
    let prose = ["", "A game of the old school, played", "with spirit on both sides."].map(str::to_owned);
    let (left, right) = ([&head[..], &rows(0..7)].concat(), [&rows(7..12)[..], &prose].concat());
    assert_eq!(cells(&beside(&left, &right)), wanted());
}

#[test]
fn halves_side_by_side_keep_no_columns_in_a_scan() {
    let line = |row: usize| {
        let [[white, black], [right, other]] = [MOVES[row], MOVES[row + 6]];
        format!("{}. {white} {black} {}. {right} {other}\n", row + 1, row + 7)
    };
    let text: String = (0..6).map(line).collect();
    assert_eq!(cells(&format!("GAME I.\n\n{text}\nA fine end.\n")), wanted());
    // The right half has a row more.
    let of = |row: usize| format!("{}. {} {}", row + 1, MOVES[row][0], MOVES[row][1]);
    let five: String = (0..5).map(|row| format!("{} {}\n", of(row), of(row + 5))).collect();
    assert_eq!(cells(&format!("GAME I.\n\n{five}{}\n\nA fine end.\n", of(10))), wanted()[..22]);
    // A cell that cannot be read, and a number that cannot.
    let damaged = text.replace("B-B4 B-B4", "B-B4 8-B4").replace("10. Q-Kt3", "1O. Q-KtS");
    let read = cells(&format!("GAME I.\n\n{damaged}\nA fine end.\n"));
    let odd: Vec<_> = read.iter().zip(wanted()).filter(|(read, wanted)| *read != wanted).collect();
    assert_eq!(read.len(), wanted().len(), "{read:?}");
    assert_eq!(odd.iter().map(|(read, _)| read.as_str()).collect::<Vec<_>>(), ["8-B4", "Q-KtS"]);
}

#[test]
fn halves_of_which_the_left_one_lost_its_numbers() {
    let line = |row: usize| {
        let [[white, black], [right, other]] = [MOVES[row], MOVES[row + 6]];
        format!("{white} {black} {}. {right} {other}\n", row + 7)
    };
    let text: String = (0..6).map(line).collect();
    let page = format!("GAME I.\n\n{text}\nvon su prunDn\n\nA fine end.\n");
    assert_eq!(cells(&page), wanted());
    assert!(records(page.as_bytes())[0].notes.is_empty(), "its numbers count");
    // The left half has a row more, below the right one; a number and a cell cannot be read.
    let five: String = (0..5).map(line).collect();
    let [white, black] = MOVES[5];
    let text = format!("GAME I.\n\n{five}\n{white} {black}\n\nA fine end.\n").replace("10. Q-Kt3", "1O. Q-KtS");
    let read = cells(&text);
    let wanted: Vec<_> = wanted()[..22].iter().map(|cell| cell.replace("Q-Kt3", "Q-KtS")).collect();
    assert_eq!(read, wanted);
    // Sentences with numbers in them are none.
    let prose =
        "He moved in 7. and I in 8. or so\nand then he did 8. again as if 9. were\nof no account 9. so I did 10. too\n";
    assert!(records(prose.as_bytes()).iter().all(|record| !record.has_moves));
}

#[test]
fn rules_that_a_scan_saw_between_cells_are_no_moves() {
    let long =
        [["e2-e4", "e7-e5"], ["Sg1-f3", "Sb8-c6"], ["Lf1-c4", "Lf8-c5"], ["c2-c3", "d7-d6"], ["d2-d4", "e5-d4:"]];
    let between = [" ", " _ ", "  ", " _", "_ "];
    let row = |(row, [white, black]): (usize, [&str; 2])| format!("{}. {white}{}{black}\n", row + 1, between[row]);
    let text: String = long.into_iter().enumerate().map(row).collect();
    assert_eq!(cells(&format!("WHITE. BLACK.\n\n{text}\nEin schöner Schluss.\n")), long.as_flattened());
}

#[test]
fn columns_that_lost_their_numbers() {
    let column = |rows: std::ops::Range<usize>, side: usize| -> String {
        MOVES[rows].iter().map(|cells| cells[side].to_owned() + "\n").collect()
    };
    let [white, black] = [0, 1].map(|side| column(0..12, side));
    // The numbers are rubbish above the columns, or stand in lines of their own between them.
    let rubbish =
        format!("PPnravp WN PE\n\nPee ee\nRwWNrPS\n\nGAME I.\n\nWHITE.\n{white}\nBLACK.\n{black}\nA fine end.\n");
    assert_eq!(cells(&rubbish), wanted());
    let apart = format!("GAME I.\n\n{white}\n10.\n11.\n12.\n\n1\n2\n3.\n\n{black}\nA fine end.\n");
    assert_eq!(cells(&apart), wanted());
    // White's are numbered.
    let numbered: String = white.lines().enumerate().map(|(row, cell)| format!("{}. {cell}\n", row + 1)).collect();
    assert_eq!(cells(&format!("WHITE.\n{numbered}\nBLACK.\n{black}")), wanted());
    // Two halves of a page, of which an empty line parts the columns; and rows above such columns.
    let halves = [column(0..6, 0), column(0..6, 1), column(6..12, 0), column(6..12, 1)];
    assert_eq!(cells(&format!("{}\nGAME I.\n\n{}", halves[0], halves[1..].join("\n"))), wanted());
    let rows: String =
        (0..6).map(|row| format!("{}. {} {} {}.\n", row + 1, MOVES[row][0], MOVES[row][1], row + 7)).collect();
    assert_eq!(cells(&format!("GAME I.\n\n{rows}\n{}\n{}", halves[2], halves[3])), wanted());
    // A title between both halves begins no game where the numbers go on.
    let numbers = "7.\n8.\n9.\n10.\n11.\n12.\n";
    let [one, two] = [halves[..2].join("\nPee ee\n\n"), halves[2..].join("\n")];
    assert_eq!(cells(&format!("White, A.; Black, B.\n\n{one}\nGAME I.\n\n{numbers}\n{two}")), wanted());
    // Cells that cannot be read keep their place.
    let damaged = apart.replace("Q-Kt3", "Q-KtS").replace("KtxKP", "KtxK?").replace("P-B3\n", "P-BE\n");
    let read = cells(&damaged);
    assert_eq!((read.len(), read[6].as_str(), read[18].as_str()), (24, "P-BE", "Q-KtS"));
    // One that stands alone is known by what its letters look like.
    let read = cells(&apart.replace("B-Kt5\n", "\nB-KtS\n"));
    assert_eq!((read.len(), read[22].as_str()), (24, "B-KtS"));
    // A list of moves below each other is no game, nor are two lists of different length.
    for text in [white.clone(), format!("{white}\nReplies:\n\n{}", column(0..5, 1))] {
        let records = records(text.as_bytes());
        assert!(records.iter().all(|record| !record.has_moves), "{text}");
    }
}

#[test]
fn cells_in_lines_of_their_own() {
    let cells_in_lines = |damage: fn(&str) -> String| {
        let rows = MOVES.iter().enumerate();
        rows.map(|(row, [white, black])| format!("{}. {}\n\n{}\n\n", row + 1, damage(white), damage(black))).collect()
    };
    let text: String = cells_in_lines(str::to_owned);
    assert_eq!(cells(&format!("WHITE. BLACK.\n\n{text}A fine end.\n")), wanted());
    let text: String = cells_in_lines(|cell| cell.replace("Kt-QB3", "Kf-0B8"));
    assert_eq!(cells(&format!("WHITE. BLACK.\n\n{text}A fine end.\n"))[3], "Kf-0B8");
}

#[test]
fn what_stands_in_a_cell_is_the_move_that_is_due() {
    let damaged = |from: &str, to: &str| {
        let page = rows(0..12).join("\n");
        assert!(page.contains(from), "{from}");
        cells(&format!("GAME I.\n\n    WHITE.    BLACK.\n{}\n\nA fine end.\n", page.replace(from, to)))
    };
    for (from, to) in [("PxP", "FxF"), ("B-Kt5ch", "8-Kf5eh"), ("Castles", "Cast1es"), ("KtxKP", "Rf*KF")] {
        let cells = damaged(from, to);
        assert_eq!(cells.len(), 24, "{cells:?}");
        assert_eq!(
            cells.iter().filter(|cell| *cell == to).count(),
            wanted().iter().filter(|cell| *cell == from).count()
        );
    }
    // A number that the scan misread.
    for (from, to) in [(" 7.", " ?."), ("10.", "lO."), (" 1.", " l."), (" 5.", " S,")] {
        assert_eq!(damaged(from, to), wanted(), "{from}");
    }
}

#[test]
fn letters_that_stand_apart() {
    let french = [
        ["P 4 R", "P 4 R"],
        ["C 3 F R", "C 3 F D"],
        ["P 4 D", "P pr P"],
        ["C pr P", "F 4 F"],
        ["C pr C", "P C pr C"],
        ["F 3 D", "D 5 T"],
    ];
    let all: Vec<String> = french.as_flattened().iter().map(|cell| (*cell).to_owned()).collect();
    let table: String =
        french.iter().enumerate().map(|(row, [white, black])| format!("{}. {white:<10}{black}\n", row + 1)).collect();
    assert_eq!(cells(&format!("BLANCS.   NOIRS.\n{table}\nUne belle fin.\n")), all);
    let text: String =
        french.iter().enumerate().map(|(row, [white, black])| format!("{}. {white}, {black}; ", row + 1)).collect();
    assert_eq!(cells(&format!("PARTIE I.\n\n{}\n\nUne belle fin.\n", text.trim_end_matches("; "))), all);
}

#[test]
fn two_games_side_by_side() {
    let head = |name: &str| vec![format!("    GAME {name}."), String::new(), "    WHITE.    BLACK.".to_owned()];
    let foot = || vec![String::new(), "A fine end.".to_owned()];
    let left = [head("I"), rows(0..12), foot()].concat();
    let right = [head("II"), rows(0..9), foot()].concat();
    let text = beside(&left, &right);
    let bytes = text.as_bytes();
    let records = records(bytes);
    covered(bytes, &records);
    let moves = |at: usize| records[at].items.iter().filter(|item| item.kind == ItemKind::Move).count();
    assert_eq!((records.len(), moves(0), moves(1)), (2, 24, 18), "{text}");
    let events =
        records.iter().map(|record| record.headings.iter().map(|(_, span)| span.of(bytes)).collect::<Vec<_>>());
    assert_eq!(events.collect::<Vec<_>>(), [[&b"GAME I."[..]], [&b"GAME II."[..]]]);
    // A slice ends before both, or behind them.
    assert_eq!(formats::cut(Format::Score, bytes), None);
}

/// One of each: numbers with a blank too few or too many, and two moves without one.
#[test]
fn numbers_and_moves_run_together() {
    let without_stop = |row: &String| row.replacen(". ", " ", 1);
    let columns = beside(
        &rows(0..6).iter().map(without_stop).collect::<Vec<_>>(),
        &rows(6..12).iter().map(without_stop).collect::<Vec<_>>(),
    );
    let glued = columns.replace(" 1 P-K4 ", " 1P-K4  ").replace(" 4 P", "4P").replace("11 B", "11B");
    assert_eq!(cells(&format!("GAME I.\n\n{glued}\nA fine end.\n")), wanted());
    let running = |number: &dyn Fn(usize) -> String| -> String {
        let row = |(at, [white, black]): (usize, &[&str; 2])| format!("{}{white} {black} ", number(at + 1));
        format!("GAME I.\n\n{}\n\nA fine end.\n", MOVES.iter().enumerate().map(row).collect::<String>().trim_end())
    };
    let plain = running(&|number| format!("{number} "));
    let paren = running(&|number| format!("({number}) "));
    for text in [
        plain.replace("Kt-QB3 3 B", "Kt-QB33 B").replace(" 12 B", " 12B").replace("11 BxPch", "1 1 BxPch"),
        plain.replace("K-B1 12 ", "K-B112 "),
        paren.replace("P-K4 (2)", "P-K4(2)").replace("(5) P", "(5)P").replace("(10)", "(1 0)").replace("(9)", "(9 )"),
        paren.replace("B-B4 B-B4", "B-B4B-B4"),
    ] {
        assert_eq!(cells(&text), wanted(), "{text}");
    }
}

/// What stands behind the last row that was read, and begins with the number that is due, is its move and no prose.
#[test]
fn a_row_behind_the_last_is_kept() {
    let table = rows(0..11).join("\n");
    for (row, kept) in [
        ("12. B-Qt5 Rt-K2", &["B-Qt5", "Rt-K2"][..]),
        ("12. B-Kt5 Q-Bl", &["B-Kt5", "Q-Bl"]),
        // Prose stays prose.
        ("12 moves would have sufficed.", &[]),
    ] {
        let found = cells(&format!("GAME I.\n\n{table}\n{row}\n\nA fine end.\n"));
        assert_eq!(found[..22], wanted()[..22]);
        assert_eq!(found[22..], *kept, "{row}");
    }
}
