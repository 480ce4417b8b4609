//! Draws a board as SVG, without scripts, links or embedded fonts, so that any program can open it.

use std::fmt::{self, Write};

use super::drawing::{Board, Drawing, Label, Outline, Piece};
use super::figurine::{FIGURE, FIGURE_TOP, figure};
use partie_record::finding::Mark;
use partie_record::markup::push_escaped;
use partie_rules::Side;

/// Color of a marked cell.
const MARKED: &str = "#f4e08a";
/// Color of a marked cell of the side that explains the fault.
const AGAINST: &str = "#e8a0a0";
const WOOD: [&str; 2] = ["#f7e6bf", "#8a7345"];

/// Draws the board as a complete SVG document, the first player below, with marked squares colored.
pub fn svg<B: Board + ?Sized>(board: &B, marks: &[Mark]) -> String {
    of_drawing(&board.drawing(!marks.is_empty()), marks)
}

/// Like [`svg`], for a drawing.
pub(super) fn of_drawing(drawing: &Drawing, marks: &[Mark]) -> String {
    let mut out = String::with_capacity(16 << 10);
    // Writing to a String cannot fail.
    let _ = paint(&mut out, drawing, marks);
    out
}

fn paint(out: &mut String, drawing: &Drawing, marks: &[Mark]) -> fmt::Result {
    let (width, height) = (drawing.width, drawing.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\">"
    )?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
    for cell in &drawing.cells {
        let mark = marks.iter().find(|mark| mark.square == cell.name);
        let fill = match mark {
            Some(mark) if mark.against => AGAINST,
            Some(_) => MARKED,
            None => cell.fill,
        };
        outline(out, &cell.outline, fill, drawing.grid)?;
        if let Some(standing) = &cell.piece {
            piece(out, standing)?;
        }
    }
    for waiting in &drawing.pieces {
        piece(out, waiting)?;
    }
    for label in &drawing.labels {
        write_label(out, label)?;
    }
    writeln!(out, "</svg>")
}

fn outline(out: &mut String, outline: &Outline, fill: &str, stroke: Option<&str>) -> fmt::Result {
    match outline {
        Outline::Rectangle(x, y, width, height) => {
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")?;
        }
        Outline::Polygon(corners) => {
            out.push_str("<polygon points=\"");
            for (index, (x, y)) in corners.iter().enumerate() {
                write!(out, "{}{x},{y}", if index == 0 { "" } else { " " })?;
            }
            out.push('"');
        }
    }
    write!(out, " fill=\"{fill}\"")?;
    if let Some(stroke) = stroke {
        write!(out, " stroke=\"{stroke}\"")?;
    }
    out.push_str("/>\n");
    Ok(())
}

fn piece(out: &mut String, piece: &Piece) -> fmt::Result {
    let [fill, edge] = WOOD;
    if let Some(wood) = &piece.wood {
        outline(out, wood, fill, Some(edge))?;
    }
    let Some((figure, side)) = figure(&piece.label.text) else { return write_label(out, &piece.label) };
    let [fill, lines] = if side == Side::First { ["#ffffff", "#000000"] } else { ["#000000", "#ffffff"] };
    let (left, top) = (piece.label.x - FIGURE / 2, piece.label.y - FIGURE_TOP);
    let scale = f64::from(FIGURE) / 100.0;
    writeln!(
        out,
        "<g transform=\"translate({left} {top}) scale({scale})\" stroke-width=\"4\" stroke-linejoin=\"round\"><path d=\"{}\" \
         fill=\"{fill}\" stroke=\"#000000\"/><path d=\"{}\" fill=\"none\" stroke=\"{lines}\" stroke-linecap=\"round\"/></g>",
        figure.outline, figure.lines
    )
}

fn write_label(out: &mut String, label: &Label) -> fmt::Result {
    let Label { x, y, size, .. } = label;
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\"")?;
    if let Some(fill) = label.fill {
        write!(out, " fill=\"{fill}\"")?;
    }
    if let Some((x, y)) = label.turned {
        write!(out, " transform=\"rotate(180 {x} {y})\"")?;
    }
    out.push('>');
    label.text.chars().for_each(|character| push_escaped(out, character));
    out.push_str("</text>\n");
    Ok(())
}
