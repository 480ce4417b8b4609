//! Captures that a text may denote if it has a capture mark but its target is empty.

use super::by_cost::sort_by_cost;
use super::confusion::{Letters, nearer};
use super::medium::Medium;
use super::repairable::{Material, Repairable};
use partie_notation::moves::{MoveOf, Node};
use partie_rules::Rules as _;

/// Maximum distance of the text of such a capture: one character that looks like another.
const MAX_DISTANCE: f32 = 0.6;

/// Returns the legal captures whose text is close to `token`, the closest first, with the distance in edits of one
/// character.
pub fn close_captures<N: Repairable>(notation: &N, node: &Node<N>, token: &str) -> Vec<(MoveOf<N>, f32)> {
    let Some(written) = Letters::of(&notation.tidy(token)) else { return Vec::new() };
    let confusions = Medium::Auto.confusions();
    let mut close = Vec::new();
    for mv in node.legal().into_iter().filter(|mv| <N::Rules as Material>::captures(*mv)) {
        let mut least = None;
        notation.visit_texts(node, mv, token, &mut |text| {
            let distance = Letters::of(text).and_then(|text| written.distance(&text, confusions, MAX_DISTANCE));
            least = nearer(least, distance);
        });
        close.extend(least.map(|distance| (mv, distance)));
    }
    sort_by_cost(&mut close, |(_, distance)| *distance);
    close
}
