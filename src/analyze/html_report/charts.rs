//! Bars and columns as inline SVG, colored by classes of the page.

use maud::{Markup, Render, html};
use partie_record::format_thousands;
use partie_table::summary::{Outcomes, STEP};

/// Width and height of the columns, without their labels.
const COLUMNS: (f64, f64) = (800.0, 150.0);

/// A length in the picture.
struct Length(f64);

impl Render for Length {
    fn render_to(&self, out: &mut String) {
        format_args!("{:.1}", self.0).render_to(out);
    }
}

/// A bar whose length is proportional to `number`.
pub(super) fn bar(number: u64, most: u64, class: &str) -> Markup {
    svg_bar(&html! { rect class=(class) width=(Length(share(number, most).max(0.6))) height="8" rx="1" {} })
}

/// A bar in three colors: games won, drawn and lost by the first player.
pub(super) fn results(Outcomes { first, draw, second, .. }: Outcomes) -> Markup {
    let decided = first + draw + second;
    let [first, draw, second] = [first, draw, second].map(|number| share(number, decided));
    svg_bar(&html! {
        @for (x, width, class) in [(0.0, first, "first"), (first, draw, "draw"), (first + draw, second, "second")] {
            rect class=(class) x=(Length(x)) width=(Length(width)) height="8" {}
        }
        rect.frame width="100" height="8" {}
    })
}

fn svg_bar(bars: &Markup) -> Markup {
    html! { svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { (bars) } }
}

/// Games by length as columns.
pub(super) fn lengths(lengths: &[u64]) -> Markup {
    let most = lengths.iter().copied().max().unwrap_or(0);
    let pitch = COLUMNS.0 / lengths.len().max(1) as f64;
    let labeled = lengths.len().div_ceil(20).max(1);
    html! {
        svg.columns viewBox="0 0 800 175" role="img" aria-label="Games by length" {
            @for (index, number) in lengths.iter().enumerate() {
                @let (x, last) = (index as f64 * pitch, index as i32 * STEP);
                @let height = share(*number, most) / 100.0 * COLUMNS.1;
                rect.accent x=(Length(x + pitch * 0.08)) y=(Length(COLUMNS.1 - height))
                    width=(Length(pitch * 0.84)) height=(Length(height))
                {
                    title {
                        @if index > 0 { (last - STEP + 1) " to " }
                        (last) " plies: " (format_thousands(*number))
                    }
                }
                @if index % labeled == 0 { text x=(Length(x + pitch / 2.0)) y="168" { (last) } }
            }
        }
    }
}

fn share(number: u64, most: u64) -> f64 {
    if most == 0 { 0.0 } else { number as f64 / most as f64 * 100.0 }
}
