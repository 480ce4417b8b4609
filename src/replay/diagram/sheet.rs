//! Many boards on one HTML page: the common parts of a game's boards are drawn once, the pieces for each board.
//! Single drawings are made by [`svg`](super::svg()).

use std::fmt::{self, Write};

use super::boards::{self, MAX_POSITION_BYTES};
use super::drawing::{Drawing, Label, Outline};
use super::figurine::{FIGURE, FIGURE_TOP, FIGURES, Figure, figure};
use partie_record::finding::Mark;
use partie_rules::{GameKind, Side};

/// Returns the common parts of a game's boards as an SVG symbol: cells, the writing beside them, and for shogi the
/// shape of a piece. Colors come from the page: classes `cell-0` to `cell-2`, `grid`, `wood`.
pub fn ground(kind: GameKind) -> String {
    let drawing = (boards::of(kind).start)();
    let mut out = String::with_capacity(8 << 10);
    // Writing to a String cannot fail.
    let _ = paint_ground(&mut out, kind, &drawing);
    out
}

fn paint_ground(out: &mut String, kind: GameKind, drawing: &Drawing) -> fmt::Result {
    write!(out, "<symbol id=\"{}\" viewBox=\"0 0 {} {}\">", boards::of(kind).symbol, drawing.width, drawing.height)?;
    // In reverse order of the color codes, so that class `cell-0` is the lightest color.
    let mut fills: Vec<&str> = drawing.cells.iter().map(|cell| cell.fill).collect();
    fills.sort_unstable_by(|one, other| other.cmp(one));
    fills.dedup();
    for cell in &drawing.cells {
        let shade = fills.iter().position(|fill| *fill == cell.fill).unwrap_or(0);
        let grid = if drawing.grid.is_some() { " grid" } else { "" };
        outline(out, &cell.outline, &format!("cell-{shade}{grid}"))?;
    }
    for label in &drawing.labels {
        let Label { x, y, size, .. } = label;
        write!(out, "<text class=\"edge\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", label.text)?;
    }
    out.push_str("</symbol>");
    if boards::of(kind).wood {
        out.push_str("<defs><polygon id=\"wood\" class=\"wood\" points=\"0,-21 13,-15 17,20 -17,20 -13,-15\"/></defs>");
    }
    Ok(())
}

/// Returns the pieces of chess and of hexagonal chess in the size of their boards, so that a board only places them.
/// Colors come from the page: classes `piece-first` and `piece-second`.
pub fn figures() -> String {
    let of = |side, figure: &Figure| {
        let Figure { name, outline, lines } = figure;
        let whose = whose(side);
        format!(
            "<g id=\"{name}-{whose}\" class=\"piece-{whose}\"><g transform=\"scale({:.2})\"><path d=\"{outline}\"/>\
             <path class=\"lines\" d=\"{lines}\"/></g></g>",
            FIGURE as f32 / 100.0
        )
    };
    let all =
        [Side::First, Side::Second].into_iter().flat_map(|side| FIGURES.iter().map(move |figure| of(side, figure)));
    format!("<defs>{}</defs>", all.collect::<String>())
}

const fn whose(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// Draws the board of a position in text form, with marks of the classes `mark` and `against`. `None` if the text is
/// not a position. `label` is the accessible name, already escaped.
pub fn board(kind: GameKind, position: &str, marks: &[Mark], label: &str) -> Option<String> {
    if position.len() > MAX_POSITION_BYTES {
        return None;
    }
    let drawing = (boards::of(kind).drawing)(position)?;
    let mut out = String::with_capacity(4 << 10);
    let shared = (boards::of(kind).start)().labels.len();
    paint(&mut out, kind, &drawing, (shared, marks, label)).ok()?;
    Some(out)
}

fn paint(
    out: &mut String,
    kind: GameKind,
    drawing: &Drawing,
    (shared, marks, label): (usize, &[Mark], &str),
) -> fmt::Result {
    let (width, height) = (drawing.width, drawing.height);
    write!(out, "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">")?;
    write!(out, "<use href=\"#{}\" width=\"{width}\" height=\"{height}\"/>", boards::of(kind).symbol)?;
    for cell in &drawing.cells {
        if let Some(mark) = marks.iter().find(|mark| mark.square == cell.name) {
            outline(out, &cell.outline, if mark.against { "against" } else { "mark" })?;
        }
    }
    let standing = drawing.cells.iter().filter_map(|cell| cell.piece.as_ref());
    for piece in standing.chain(&drawing.pieces) {
        let Label { x, y, text, .. } = &piece.label;
        let class = if piece.label.fill.is_some() { " class=\"promoted\"" } else { "" };
        if let Some((figure, side)) = figure(text) {
            let (name, left, top) = (figure.name, x - FIGURE / 2, y - FIGURE_TOP);
            write!(out, "<use href=\"#{name}-{}\" x=\"{left}\" y=\"{top}\"/>", whose(side))?;
            continue;
        }
        match piece.label.turned {
            None if piece.wood.is_none() => write!(out, "<text x=\"{x}\" y=\"{y}\">{text}</text>")?,
            turned => {
                // The center of the wooden piece is 12 units above the baseline of its label.
                let (middle, turn) =
                    (turned.map_or(y - 12, |(_, y)| y), if turned.is_some() { " rotate(180)" } else { "" });
                write!(
                    out,
                    "<g transform=\"translate({x} {middle}){turn}\"><use href=\"#wood\"/><text{class} y=\"9\">{text}</text></g>"
                )?;
            }
        }
    }
    for label in drawing.labels.iter().skip(shared) {
        let Label { x, y, size, text, .. } = label;
        write!(out, "<text class=\"edge\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{text}</text>")?;
    }
    out.push_str("</svg>");
    Ok(())
}

fn outline(out: &mut String, outline: &Outline, class: &str) -> fmt::Result {
    match outline {
        Outline::Rectangle(x, y, width, height) => {
            write!(out, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
        }
        Outline::Polygon(corners) => {
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
            write!(out, "<polygon class=\"{class}\" points=\"{}\"/>", points.join(" "))
        }
    }
}
