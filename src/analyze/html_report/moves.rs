//! The games whose moves the page contains: those of the first findings of each code, as many as fit.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use super::EXAMPLES;
use super::bases::Bases;
use super::cells::{self, Columns};
use super::examples::{Examples, GameKey};
use super::html::packed;
use crate::broken_texts::MOST;
use crate::game_text::GameText;
use maud::Markup;
use partie_core::GameView;

/// The texts of games in the examples; `None` if the folder has no such table.
pub(super) type Texts = Option<BTreeMap<GameKey, GameText>>;

const COLUMNS: Columns<'_> = Columns {
    needed: &["source", "game", "line", "format", "given_from", "given_letters", "rules", "plies", "text"],
    others: &[],
};

/// Reads the texts of the games in the examples.
pub(super) fn texts(out: &Path, examples: &Examples, bases: &Bases) -> io::Result<Texts> {
    let parts = cells::parts(out, "texts")?;
    if parts.is_empty() {
        return Ok(None);
    }
    let mut texts: BTreeMap<GameKey, Option<GameText>> = in_turn(examples).map(|key| (key.clone(), None)).collect();
    let mut left = MOST;
    for part in parts {
        let (game_base, line_base) = bases.of(part.task);
        cells::read_cells(&part, COLUMNS, &mut |row| {
            let [source, game, line, format, from, letters, rules, plies, text] = row else { return };
            let number = |cell: &Option<String>| cell.as_ref().and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
            let own = |cell: &Option<String>| cell.clone().unwrap_or_default();
            let Some(kept) = texts.get_mut(&(part.task, own(source), number(game))).filter(|_| left > 0) else {
                return;
            };
            left -= 1;
            *kept = Some(GameText {
                source: own(source),
                game: number(game).saturating_add(game_base).unsigned_abs(),
                line: number(line).saturating_add(line_base).unsigned_abs(),
                from: from.clone(),
                format: own(format),
                letters: letters.clone(),
                rules: own(rules),
                plies: u32::try_from(number(plies)).unwrap_or(0),
                text: own(text),
            });
        })?;
    }
    Ok(Some(texts.into_iter().filter_map(|(key, text)| Some((key, text?))).collect()))
}

/// The games of examples: the first one of each code, errors first, then the second ones, and so on.
fn in_turn(examples: &Examples) -> impl Iterator<Item = &GameKey> {
    let of = |severity: &'static str, rank: usize| {
        let lists = examples.values().filter_map(move |of| of.get(severity));
        lists.filter_map(move |list| Some(&list.get(rank)?.key))
    };
    (0..EXAMPLES)
        .flat_map(move |rank| ["error", "warning", "info"].into_iter().flat_map(move |severity| of(severity, rank)))
}

/// The games in the page.
#[derive(Debug, Default)]
pub(super) struct Moves<'a> {
    numbers: BTreeMap<&'a GameKey, usize>,
    /// Their data, as elements of the page.
    pub(super) elements: Markup,
    /// Number of games that do not fit.
    pub(super) left_out: usize,
}

impl<'a> Moves<'a> {
    /// As many games as fit into `room` bytes.
    pub(super) fn within(room: usize, examples: &'a Examples, texts: &Texts) -> Self {
        let mut moves = Self::default();
        let Some(texts) = texts else { return moves };
        let mut seen = BTreeSet::new();
        for key in in_turn(examples).filter(|key| seen.insert(*key)) {
            let Some(game) = texts.get(key).and_then(GameText::judge) else { continue };
            let number = moves.numbers.len() + 1;
            let Ok(element) = packed(&id(number), &GameView::new(&game, None).json()) else { continue };
            if moves.elements.0.len() + element.0.len() > room {
                moves.left_out += 1;
                continue;
            }
            moves.elements.0 += &element.0;
            moves.numbers.insert(key, number);
        }
        moves
    }

    /// The address of a game in the page, if it is included.
    pub(super) fn address(&self, key: &GameKey) -> Option<String> {
        Some(format!("#{}", id(*self.numbers.get(key)?)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

fn id(number: usize) -> String {
    format!("game-{number}")
}
