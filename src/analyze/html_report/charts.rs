//! Bars and columns as inline SVG, colored by classes of the page.

use std::fmt::Write as _;

use partie_record::format_thousands;
use partie_table::summary::{Outcomes, STEP};

/// A bar whose length is proportional to `number`.
pub(super) fn bar(number: u64, most: u64, class: &str) -> String {
    let width = share(number, most).max(0.6);
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <rect class=\"{class}\" width=\"{width:.1}\" height=\"8\" rx=\"1\"/></svg>"
    )
}

/// A bar in three colors: games won, drawn and lost by the first player.
pub(super) fn results(outcomes: Outcomes) -> String {
    let decided = outcomes.games() - outcomes.unknown;
    let mut out =
        String::from("<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    let mut at = 0.0;
    for (number, class) in [(outcomes.first, "first"), (outcomes.draw, "draw"), (outcomes.second, "second")] {
        let width = share(number, decided);
        // Writing to a String cannot fail.
        let _ = write!(out, "<rect class=\"{class}\" x=\"{at:.1}\" width=\"{width:.1}\" height=\"8\"/>");
        at += width;
    }
    out.push_str("<rect class=\"frame\" width=\"100\" height=\"8\"/></svg>");
    out
}

/// Games by length as columns.
pub(super) fn lengths(lengths: &[u64]) -> String {
    const WIDTH: usize = 800;
    const HEIGHT: f64 = 150.0;
    let most = lengths.iter().copied().max().unwrap_or(0);
    let pitch = WIDTH as f64 / lengths.len().max(1) as f64;
    let mut out =
        format!("<svg class=\"columns\" viewBox=\"0 0 {WIDTH} 175\" role=\"img\" aria-label=\"Games by length\">");
    for (index, number) in lengths.iter().enumerate() {
        let height = share(*number, most) / 100.0 * HEIGHT;
        let (x, y) = (index as f64 * pitch, HEIGHT - height);
        let plies = match index {
            0 => "0 plies".to_owned(),
            _ => format!("{} to {} plies", (index as i32 - 1) * STEP + 1, index as i32 * STEP),
        };
        let _ = write!(
            out,
            "<rect class=\"accent\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{plies}: {}\
             </title></rect>",
            x + pitch * 0.08,
            pitch * 0.84,
            format_thousands(*number)
        );
        let every = lengths.len().div_ceil(20).max(1);
        if index % every == 0 {
            let _ = write!(out, "<text x=\"{:.1}\" y=\"168\">{}</text>", x + pitch / 2.0, index as i32 * STEP);
        }
    }
    out.push_str("</svg>");
    out
}

fn share(number: u64, most: u64) -> f64 {
    if most == 0 { 0.0 } else { number as f64 / most as f64 * 100.0 }
}
