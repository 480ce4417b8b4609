//! The first screen of the README: its picture is output of the program, and its examples of notations are read.
//!
//! `PARTIE_PICTURES=write` writes the pictures anew.

use std::fs;

use anstyle::RgbColor;
use anstyle_svg::{Palette, Term};

use crate::common::{self, partie};

/// Page and text of a theme, and its sixteen colors in the order of ANSI.
struct Theme {
    name: &'static str,
    page: RgbColor,
    text: RgbColor,
    colors: [RgbColor; 16],
}

const fn rgb(color: u32) -> RgbColor {
    RgbColor((color >> 16) as u8, (color >> 8) as u8, color as u8)
}

/// The colors of GitHub's themes for terminals.
const THEMES: [Theme; 2] = [
    Theme {
        name: "light",
        page: rgb(0xf6f8fa),
        text: rgb(0x1f2328),
        colors: [
            rgb(0x24292f),
            rgb(0xcf222e),
            rgb(0x116329),
            rgb(0x8a4600),
            rgb(0x0969da),
            rgb(0x8250df),
            rgb(0x1b7c83),
            rgb(0x6e7781),
            rgb(0x57606a),
            rgb(0xa40e26),
            rgb(0x1a7f37),
            rgb(0x633c01),
            rgb(0x0550ae),
            rgb(0x6639ba),
            rgb(0x136061),
            rgb(0x8c959f),
        ],
    },
    Theme {
        name: "dark",
        page: rgb(0x0d1117),
        text: rgb(0xe6edf3),
        colors: [
            rgb(0x484f58),
            rgb(0xff7b72),
            rgb(0x3fb950),
            rgb(0xd29922),
            rgb(0x58a6ff),
            rgb(0xbc8cff),
            rgb(0x39c5cf),
            rgb(0xb1bac4),
            rgb(0x6e7681),
            rgb(0xffa198),
            rgb(0x56d364),
            rgb(0xe3b341),
            rgb(0x79c0ff),
            rgb(0xd2a8ff),
            rgb(0x56d4dd),
            rgb(0xffffff),
        ],
    },
];

#[test]
fn the_picture_shows_output_of_the_program() {
    let args = ["validate", "-q", "--color", "always", "--select", "L", "fixtures/club.pgn"];
    let output = partie().args(args).current_dir(common::root()).env("COLUMNS", "100").output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let shown = format!("$ partie validate --select L fixtures/club.pgn\n{printed}");
    for Theme { name, page, text, colors } in THEMES {
        let term = Term::new().palette(Palette::from(colors)).fg_color(text.into()).bg_color(page.into());
        let picture = term.render_svg(&shown);
        let path = common::root().join(format!("docs/pictures/validate-{name}.svg"));
        if std::env::var_os("PARTIE_PICTURES").is_some_and(|wish| wish == "write") {
            fs::write(&path, &picture).expect("it is written");
        }
        let known = fs::read_to_string(&path).unwrap_or_default();
        assert!(known == picture, "{} is not the output: PARTIE_PICTURES=write writes it", path.display());
    }
}

/// Rows of the README's table: the name of a notation, an example, the same moves in coordinates.
#[test]
fn examples_of_notations_are_read() {
    let page = fs::read_to_string(common::root().join("README.md")).expect("a page");
    let table = page.lines().skip_while(|line| !line.starts_with("| notation")).skip(2);
    let mut read = 0;
    for row in table.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [example, moves] = [cells[1], cells[2]].map(|cell| cell.trim_matches('`'));
        let target = if moves.starts_with(|letter: char| letter.is_ascii_digit()) {
            "usi"
        } else if moves.contains("b1b2") {
            "coords"
        } else {
            "uci"
        };
        let output = common::feed(&["convert", "-q", "--to", target, "-"], example.as_bytes());
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.trim().ends_with(moves), "{row}: {printed}");
        read += 1;
    }
    assert!(read >= 6, "{read} notations");
}
