//! The whole way from a page: games set in type, rasterised with a little blur and turned a little, read by Tesseract, put right by
//! `fix`. Where Tesseract or Chromium is missing it says so.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{feed, run_in};

/// Games that many books print.
const GAMES: [&str; 5] = [
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 \
     Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 \
     Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 \
     Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bc5 O-O O-O Nxe5 Re8 Nxc6 dxc6 Bc4 b5 Be2 Nxe4 Nxe4 Rxe4 Bf3 Re6 c3 Qd3 b4 Bb6 a4 bxa4 Qxa4 \
     Bd7 Ra2 Rae8 Qa6 Qxf3 gxf3 Rg6+ Kh1 Bh3 Rd1 Bg2+ Kg1 Bxf3+ Kf1 Bg2+ Kg1 Bh3+ Kh1 Bxf2 Qf1 Bxf1 Rxf1 Re2 Ra1 Rh6 d4 Be3",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 d5 exd5 Nxd5 O-O Be6 Bg5 Be7 Bxd5 Bxd5 Nxd5 Qxd5 Bxe7 Nxe7 Re1 f6 \
     Qe2 Qd7 Rac1 c6 d5 cxd5 Nd4 Kf7 Ne6 Rhc8 Qg4 g6 Ng5+ Ke8 Rxe7+ Kf8 Rf7+ Kg8 Rg7+ Kh8 Rxh7+",
];

/// How books print the moves, and how the command writes them so.
const NOTATIONS: [(&str, &[&str]); 4] = [
    ("short", &["--to", "descriptive", "--layout", "columns"]),
    ("words", &["--to", "descriptive", "--layout", "columns", "--style", "to"]),
    ("long", &["--to", "descriptive", "--layout", "columns", "--style", "long"]),
    ("german", &["--to", "pgn", "--movetext", "long", "--to-letters", "de"]),
];
const LAYOUTS: [&str; 5] = ["rows", "numbers for each side", "running", "two rows a line", "two columns"];

/// What must come out right as it stands and after `fix --write=likely`, at 150 dots an inch and at 300, of 20 pages.
const GOALS: [(u32, usize, usize); 2] = [(150, 2, 16), (300, 5, 17)];

const STYLE: &str = "body{font:11pt/1.35 'Liberation Serif',serif;width:170mm;margin:15mm}
.page{transform:rotate(.35deg);filter:blur(.35px)}
h2{text-align:center;font-size:12pt}td{padding:0 3mm 0 0;white-space:nowrap}.n{text-align:right}p{text-align:justify}
table{margin:0 auto}.two{column-count:2}";

#[test]
#[ignore = "minutes: .ci/nightly"]
fn pages_that_tesseract_reads() {
    for program in ["tesseract", "chromium"] {
        let version = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !version.is_ok_and(|status| status.success()) {
            println!("no {program}: skipped");
            return;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for (dots, least, least_mended) in GOALS {
        let (mut right, mut mended, mut silent) = (0, 0, Vec::new());
        let pages = LAYOUTS.iter().flat_map(|layout| NOTATIONS.iter().map(move |notation| (*layout, *notation)));
        for (at, (layout, (notation, arguments))) in pages.enumerate() {
            let game = GAMES[at % GAMES.len()];
            let language = if notation == "german" { "deu" } else { "eng" };
            fs::write(folder.path().join("page.html"), page(layout, &cells(game, arguments), at + 1)).unwrap();
            let text = scan(folder.path(), dots, language);
            let wanted = moves(movetext(game).as_bytes());
            let is_right = moves(&text) == wanted;
            let validated = feed(&["validate", "-q", "--format", "concise", "-"], &text);
            let is_passed = validated.status.success() && validated.stdout.is_empty();
            fs::write(folder.path().join("page.txt"), &text).unwrap();
            run_in(&["fix", "-q", "--write=likely", "page.txt"], folder.path());
            let is_mended = moves(&fs::read(folder.path().join("page.txt")).unwrap()) == wanted;
            right += usize::from(is_right);
            mended += usize::from(is_mended);
            silent.extend((!is_right && is_passed).then_some((layout, notation)));
            if !is_mended {
                println!("{dots} {layout}, {notation}:\n{}", String::from_utf8_lossy(&text));
            }
        }
        println!("{dots} dots an inch: {right} right, {mended} after fix, of {}", LAYOUTS.len() * NOTATIONS.len());
        assert!(silent.is_empty(), "{silent:?}");
        assert!(right >= least && mended >= least_mended, "{dots}: {right}, {mended}");
    }
}

/// A game as PGN.
fn movetext(game: &str) -> String {
    let numbered = |(ply, mv): (usize, &str)| {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        format!("{number}{mv} ")
    };
    let text: String = game.split_whitespace().enumerate().map(numbered).collect();
    format!("[Event \"t\"]\n\n{text}*\n")
}

/// The moves of the longest game of a text, in coordinates.
fn moves(text: &[u8]) -> String {
    let read = feed(&["validate", "-q", "--format", "jsonl", "--games", "--moves", "-"], text).stdout;
    let read = String::from_utf8(read).unwrap();
    let of_line = |line: &str| Some(line.split_once("\"moves\":\"")?.1.split('"').next()?.to_owned());
    read.lines().filter_map(of_line).max_by_key(String::len).unwrap_or_default()
}

/// The moves of a game as a book prints them.
fn cells(game: &str, arguments: &[&str]) -> Vec<String> {
    let printed = feed(&[&["convert", "-q"], arguments, &["-"]].concat(), movetext(game).as_bytes()).stdout;
    let printed = String::from_utf8(printed).unwrap();
    let lines = printed.lines().filter(|line| !line.starts_with('['));
    if arguments.contains(&"columns") {
        let cells = lines.flat_map(|line| line.trim().split("  ").filter(|cell| !cell.is_empty()));
        let bare = |cell: &str| {
            let cell = cell.trim();
            let number = cell.split_once(". ").filter(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()));
            number.map_or(cell, |(_, cell)| cell).trim().to_owned()
        };
        return cells.map(bare).filter(|cell| !cell.is_empty() && cell != "*").collect();
    }
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let moves = words.iter().filter(|word| !word.ends_with('.') && **word != "*");
    // What takes has a colon behind its square, and a dagger says check.
    let german = |word: &&str| match word.split_once('x') {
        Some((from, to)) => format!("{from}-{}:{}", &to[..2], &to[2..]),
        None => (*word).to_owned(),
    };
    moves.map(|word| german(word).replace(['+', '#'], "†").replace('O', "0")).collect()
}

/// A page with a game.
fn page(layout: &str, cells: &[String], number: usize) -> String {
    let rows: Vec<[&str; 2]> =
        cells.chunks(2).map(|row| [row[0].as_str(), row.get(1).map_or("", String::as_str)]).collect();
    let number_of = |row: usize| format!("<td class=n>{}.</td>", row + 1);
    let cell = |text: &str| format!("<td>{text}</td>");
    let row = |at: usize| {
        let Some([white, black]) = rows.get(at) else { return "<td></td>".repeat(3) };
        let again = if layout == "numbers for each side" { number_of(at) } else { String::new() };
        number_of(at) + &cell(white) + &again + &cell(black)
    };
    let half = rows.len().div_ceil(2);
    let table: String = match layout {
        "two rows a line" => (0..half).map(|at| format!("<tr>{}{}</tr>", row(at), row(at + half))).collect(),
        _ => (0..rows.len()).map(|at| format!("<tr>{}</tr>", row(at))).collect(),
    };
    let parts = if cells.iter().any(|cell| cell.contains(' ')) { [", ", "; "] } else { [" ", " "] };
    let text = match layout {
        "running" => {
            let rows = rows.iter().enumerate().map(|(at, row)| format!("{}. {}", at + 1, row.join(parts[0])));
            format!("<p>{}.</p>", rows.collect::<Vec<_>>().join(parts[1]))
        }
        "two columns" => format!("<div class=two><table>{table}</table></div>"),
        _ => format!("<table>{table}</table>"),
    };
    let head = format!("<h2>GAME {number}</h2><p>White, Mr. Hale; Black, Mr. Ford.</p>");
    let foot =
        "<p>The second player defended himself with skill, but the attack was too strong to be resisted for long.</p>";
    format!("<!doctype html><meta charset=utf-8><style>{STYLE}</style><div class=page>{head}{text}{foot}</div>")
}

/// The page of a folder as Tesseract reads it.
fn scan(folder: &Path, dots: u32, language: &str) -> Vec<u8> {
    let scale = format!("--force-device-scale-factor={}", f64::from(dots) / 96.0);
    let picture = folder.join("page.png");
    let chromium = Command::new("chromium")
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--window-size=800,1700",
            &scale,
        ])
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", folder.join("page.html").display()))
        .output()
        .unwrap();
    assert!(picture.exists(), "{}", String::from_utf8_lossy(&chromium.stderr));
    let dots = dots.to_string();
    let read = Command::new("tesseract").arg(&picture).args(["-", "-l", language, "--dpi", &dots]).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    read.stdout
}
