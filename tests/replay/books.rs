//! Whole books as their transcribers left them: what is found of them, and what becomes of a damaged cell.
//!
//! Prints the counts, and holds them.

use partie_record::RecordClass;
use partie_record::finding::{Finding, Severity};
use partie_replay::Status;
use partie_replay::texts::ReplayedGame;

use crate::common::shared;
use crate::repair_rates::Dice;

/// A book in Latin-1, up to the transcribers' own records.
pub(crate) fn book(name: &str) -> Option<Vec<u8>> {
    let packed = std::fs::read(shared(&format!("books/{name}.txt.zst"))?).unwrap();
    let mut bytes = zstd::decode_all(packed.as_slice()).unwrap();
    let records = memchr::memmem::find(&bytes, b"\n[Event ").unwrap_or(bytes.len());
    bytes.truncate(records);
    Some(bytes)
}

fn utf8(latin: &[u8]) -> String {
    latin.iter().map(|byte| char::from(*byte)).collect()
}

fn status(game: &ReplayedGame) -> Option<(Status, u32)> {
    game.replayed.as_ref().map(|replayed| (replayed.status, replayed.plies))
}

#[test]
fn whole_books_are_read_as_they_were_found() {
    for (name, whole, stopped) in [("bluebook", 254, 14), ("fundamentals", 23, 1), ("hoyle", 23, 5)] {
        let Some(bytes) = book(name) else { return };
        let latin: Vec<_> = partie_replay::texts::replay(&bytes).iter().filter_map(status).collect();
        let text: Vec<_> = partie_replay::texts::replay(utf8(&bytes).as_bytes()).iter().filter_map(status).collect();
        assert_eq!(latin, text, "{name} in Latin-1 and in UTF-8");
        let count = |status: Status| latin.iter().filter(|(own, _)| *own == status).count();
        let [ok, error, unsupported] = [Status::Ok, Status::Error, Status::Unsupported].map(count);
        println!("{name}: {} records, {ok} whole, {error} stopped, {unsupported} not judged", latin.len());
        assert!(ok >= whole && error <= stopped, "{name}: {ok} whole, {error} stopped");
    }
}

/// The printed games whose rows replay to their end, by the lines of their marks.
fn sound_games(text: &str) -> Option<Vec<(String, u32)>> {
    let table = std::fs::read_to_string(shared("books/bluebook.moves.tsv")?).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let marks = table.lines().skip(1).map(|row| row.split('\t').nth(1).unwrap().parse::<usize>().unwrap());
    let games = marks.filter_map(|mark| {
        let first = lines[..mark].iter().rposition(|line| line.trim_start().starts_with("1. "))?;
        let rows = lines[first..mark].join("\n") + "\n";
        match partie_replay::texts::replay(rows.as_bytes()).iter().filter_map(status).collect::<Vec<_>>()[..] {
            [(Status::Ok, plies)] => Some((rows, plies)),
            _ => None,
        }
    });
    Some(games.collect())
}

/// Both cells of a row with its numbers: where they stand in the line.
fn cells(line: &str) -> Option<[(usize, usize); 2]> {
    let indent = line.len() - line.trim_start().len();
    let number = line[indent..].find(". ")? + indent;
    let digits = &line[indent..number];
    let white = number + 2;
    let second = line[white..].find(&format!("  {digits}. "))? + white;
    let black = second + digits.len() + 4;
    let end = |from: usize, to: usize| from + line[from..to].trim_end().len();
    let found = [(white, end(white, second)), (black, end(black, line.len()))];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && found.iter().all(|(from, to)| from < to)).then_some(found)
}

/// Damage to one character of a cell of a row.
struct Damage {
    text: String,
    row: usize,
    ply: u32,
}

fn damage(rows: &str, dice: &mut Dice) -> Option<Damage> {
    const SIGNS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#~^*";
    let lines: Vec<&str> = rows.lines().collect();
    let row = dice.below(lines.len());
    let line = lines[row];
    let black = dice.below(2);
    let (from, to) = cells(line).filter(|_| line.is_ascii())?[black];
    let at = from + dice.below(to - from);
    if !line.as_bytes()[at].is_ascii_alphanumeric() {
        return None;
    }
    let other = char::from(SIGNS[dice.below(SIGNS.len())]);
    let new = if dice.below(3) == 0 { String::new() } else { other.to_string() };
    if line[at..=at] == new {
        return None;
    }
    let number: u32 = line.trim_start().split('.').next()?.parse().ok()?;
    let damaged = format!("{}{new}{}", &line[..at], &line[at + 1..]);
    let text = lines.iter().enumerate().map(|(index, line)| if index == row { &damaged } else { *line });
    Some(Damage { text: text.collect::<Vec<_>>().join("\n") + "\n", row, ply: number * 2 - 1 + black as u32 })
}

#[test]
fn a_damaged_cell_is_blamed_and_no_other() {
    let Some(bytes) = book("bluebook") else { return };
    let Some(games) = sound_games(&utf8(&bytes)) else { return };
    assert!(games.len() > 70, "{} sound games", games.len());
    let mut dice = Dice(19);
    let (mut silent, mut here, mut dropped, mut innocent, mut lost) = (0, 0, 0, 0, 0);
    while silent + here + dropped + innocent + lost < 1000 {
        let (rows, plies) = &games[dice.below(games.len())];
        let Some(damage) = damage(rows, &mut dice) else { continue };
        let read = partie_replay::texts::replay(damage.text.as_bytes());
        let line = |finding: &Finding| damage.text[..finding.span.from as usize].matches('\n').count();
        let error = read.iter().flat_map(|game| &game.findings).find(|finding| finding.severity == Severity::Error);
        let [game] = read.as_slice() else { panic!("{} records in\n{}", read.len(), damage.text) };
        match error {
            None if status(game) == Some((Status::Ok, *plies)) => silent += 1,
            None => lost += 1,
            Some(error) if line(error) == damage.row => here += 1,
            Some(error) if line(error) > damage.row && error.ply <= Some(damage.ply) => {
                dropped += 1;
                println!("dropped: {}", damage.text.lines().nth(damage.row).unwrap_or_default());
            }
            Some(_) => innocent += 1,
        }
    }
    println!(
        "at the cell {here}, another legal game {silent}, row dropped {dropped}, innocent {innocent}, lost {lost}"
    );
    assert_eq!((dropped, lost), (0, 0));
    assert!(innocent <= 20, "an innocent move is blamed in {innocent} cases");
}

/// What a file of scans gives: plies that were read, and what stands where reading ends.
fn first_end(name: &str) -> Option<(u32, Option<String>)> {
    let text = std::fs::read(shared(&format!("found/old/{name}"))?).unwrap();
    let games = partie_replay::texts::replay(&text);
    let game = games.iter().max_by_key(|game| status(game).map(|(_, plies)| plies))?;
    let error = game.findings.iter().find(|finding| finding.severity == Severity::Error);
    let token = error.map(|error| String::from_utf8_lossy(error.span.of(&text)).into_owned());
    Some((status(game)?.1, token))
}

#[test]
fn newspapers_and_early_prints_are_read_to_what_nobody_can_read() {
    let ends = [
        ("newspapers/esd1922.txt", 4, Some("KL-Q B 3")),
        ("newspapers/nzmail1906.txt", 25, Some("Kt-Q sci")),
        ("newspapers/nzmail1906_rows.txt", 25, Some("Kt-Q sci")),
        ("newspapers/pbooks2.txt", 54, None),
        // A half of row 2 is not on the page.
        ("newspapers/textbook.txt", 4, Some("P. to K. B.'s 4th.")),
        ("newspapers/walker_rows.txt", 18, None),
        ("para_comma.txt", 12, None),
        ("nest.txt", 8, None),
        ("num_l.txt", 6, None),
        ("num_O.txt", 6, None),
        ("page.txt", 33, None),
        ("qS.txt", 8, None),
    ];
    for (name, plies, token) in ends {
        let Some(end) = first_end(name) else { return };
        assert_eq!(end, (plies, token.map(str::to_owned)), "{name}");
    }
}

#[test]
fn games_of_books_are_told_from_what_their_authors_show() {
    // Printed games as counted by eye, and records that are taken for one beside them.
    for (name, games, others) in [("bluebook", 85, 3), ("fundamentals", 19, 3), ("hoyle", 1, 3)] {
        let Some(bytes) = book(name) else { return };
        let class = |game: &ReplayedGame| game.replayed.as_ref().map(|replayed| replayed.class);
        let found =
            partie_replay::texts::replay(&bytes).iter().filter(|game| class(game) == Some(RecordClass::Game)).count();
        println!("{name}: {found} records of games, {games} printed");
        assert!((games - 1..=games + others).contains(&found), "{name}: {found}");
    }
}

#[test]
fn a_missing_row_ends_its_game() {
    let rows = [
        "1. P-K4       P-K4",
        "2. Kt-KB3     Kt-QB3",
        "3. B-B4       B-B4",
        "4. P-B3       Kt-B3",
        "5. P-Q4       PxP",
        "6. PxP        B-Kt5ch",
        "7. Kt-B3      KtxKP",
        "8. Castles    KtxKt",
        "9. PxKt       BxP",
        "10. Q-Kt3     BxR",
    ];
    let judged = |rows: &[String]| {
        let text = format!("WHITE.        BLACK.\n{}\n\nA fine end.\n", rows.join("\n"));
        partie_replay::texts::replay(text.as_bytes()).iter().filter_map(status).collect::<Vec<_>>()
    };
    let all: Vec<String> = rows.iter().map(|row| (*row).to_owned()).collect();
    assert_eq!(judged(&all), [(Status::Ok, 20)]);
    // The moves break behind the hole, at once or a few plies later.
    for lost in 2..8 {
        let left = [&all[..lost], &all[lost + 1..]].concat();
        assert_eq!(judged(&left), [(Status::Error, 2 * lost as u32)], "row {}", lost + 1);
        let in_parentheses: Vec<String> = left.iter().map(|row| format!("({}", row.replacen('.', ")", 1))).collect();
        assert_eq!(judged(&in_parentheses), [(Status::Error, 2 * lost as u32)], "row ({})", lost + 1);
    }
    // Only the numbers are wrong.
    let misprinted = all.iter().map(|row| row.replace("6. PxP ", "7. PxP ")).collect::<Vec<_>>();
    assert_eq!(judged(&misprinted), [(Status::Ok, 20)]);
    let skipped: Vec<String> = all
        .iter()
        .enumerate()
        .map(
            |(at, row)| {
                if at < 5 { row.clone() } else { row.replacen(&format!("{}.", at + 1), &format!("{}.", at + 2), 1) }
            },
        )
        .collect();
    assert_eq!(judged(&skipped), [(Status::Ok, 20)]);
}

/// A board as a transcriber draws it: its ranks from above, with the signs of Black's pieces and of White's.
fn drawn(ranks: [&str; 8], [black, white]: [&str; 2]) -> String {
    let cell = |piece: char| match piece {
        '.' => "    ".to_owned(),
        'n' => format!(" {black}Kt"),
        'N' => format!(" {white}Kt"),
        piece if piece.is_ascii_lowercase() => format!(" {black}{} ", piece.to_ascii_uppercase()),
        piece => format!(" {white}{piece} "),
    };
    let row = |(at, rank): (usize, &&str)| {
        let cells: Vec<String> = rank.chars().map(cell).collect();
        format!("     {} |{}|\n       |---------------------------------------|\n", 8 - at, cells.join("|"))
    };
    let rows: String = ranks.iter().enumerate().map(row).collect();
    format!("                     Diag. 17.\n\n{rows}         A    B    C    D    E    F    G    H\n")
}

#[test]
fn boards_in_any_two_signs_say_where_moves_begin() {
    let opening = ["rn.qkbnr", "ppp.pppp", "........", "...p.b..", "..PP....", "........", "PP..PPPP", "RNBQKBNR"];
    let ending = ["........", "...k....", "........", "........", "........", "...P....", "..K.....", "........"];
    for signs in [["#", "^"], ["=", "-"], ["+", "~"]] {
        let [first, second] = [opening, ending].map(|ranks| drawn(ranks, signs));
        let text = format!(
            "{first}\n          3. PxP          BxKt\n          4. RxB          QxP\n\n\n{second}\n          1. K-Kt3        K-B3\n          \
             2. K-B4         K-Q3\n          3. P-Q4         K-B3\n"
        );
        let judged: Vec<_> = partie_replay::texts::replay(text.as_bytes()).iter().filter_map(status).collect();
        assert_eq!(judged, [(Status::Ok, 4), (Status::Ok, 6)], "{signs:?}\n{text}");
    }
}

/// The errors and warnings of a printed game: code and ply, and the most likely correction.
fn printed(text: &str) -> String {
    let games = partie_replay::texts::replay(text.as_bytes());
    let findings = games.iter().flat_map(|game| &game.findings).filter(|finding| finding.severity > Severity::Info);
    let shown = findings.map(|finding| {
        let ply = finding.ply.map(|ply| format!("@{ply}")).unwrap_or_default();
        let fix = finding.fixes.first().map(|fix| format!(" {:?} {}", fix.grade, fix.token)).unwrap_or_default();
        format!("{}{ply}{fix}", finding.code.as_str())
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// A sign of capture where nothing is captured, in a notation that may leave it out, but puts none in vain.
#[test]
fn captures_of_printed_moves() {
    let long = |capture: &str| {
        format!(
            "Partie I.\n\n1. e2-e4      e7-e5\n2. Sg1-f3     d7-d5\n3. {capture}     Lf8-d6\n4. d2-d3      Sb8-c6\n"
        )
    };
    assert_eq!(printed(&long("e4-d5:")), "");
    assert_eq!(printed(&long("e4-d5 ")), "");
    assert_eq!(printed(&long("Lf1:c4")), "N010@5 Certain Lf1c4");
}

/// A row that is missing ends the game as an error, also where White's move is lost before it.
#[test]
fn a_missing_row_is_an_error_where_the_moves_break() {
    let table = "GAME I.\n\nWHITE.   BLACK.\n1. P-K4   P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4\n5. P-Q4 PxP\n6. PxP B-Kt5ch\n7. Kt-B3 KtxKP\n";
    let found = printed(table);
    assert!(found.split("; ").any(|finding| finding.starts_with("N050@")), "{found}");
}
