//! Writes the moves of each game in coordinates, one line for each game.

use super::board::MoveText;
use super::losses::{Loss, Losses};
use super::options::Style;
use super::writer::{Cut, Finished, GameWriter};
use super::{comments, tags};
use partie_notation::letters::Letters;
use partie_notation::spell::Names;
use partie_record::{Item, Record, TagKind};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi;

/// Writes one record after the other as a line of moves.
#[derive(Debug)]
pub(super) struct LineConverter {
    out: Vec<u8>,
    mark: usize,
    in_game: bool,
    king_takes_rook: bool,
    names: Names,
    /// Whether the line begins with a position.
    started: bool,
    plies: u32,
    cut: Option<Cut>,
    losses: Losses,
}

impl LineConverter {
    pub(super) fn new() -> Self {
        Self {
            out: Vec::new(),
            mark: 0,
            in_game: false,
            king_takes_rook: false,
            names: Names::of(Letters::ENGLISH),
            started: false,
            plies: 0,
            cut: None,
            losses: Losses::default(),
        }
    }

    /// Writes the word between a position and the first move.
    #[inline(always)]
    fn begin_moves(&mut self) {
        if self.started && self.plies == 0 {
            self.out.extend_from_slice(b" moves");
        }
    }

    #[inline(always)]
    fn separate(&mut self) {
        if self.plies > 0 || self.out.len() > self.mark {
            self.out.push(b' ');
        }
        self.plies += 1;
    }
}

impl<G: MoveText> ReplayVisitor<G> for LineConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.out.truncate(self.mark);
        (self.in_game, self.plies, self.cut, self.losses) = (true, 0, None, Losses::default());
        self.losses.add(Loss::Headers, record.tags.len() as u64);
        let (mut starts, mut variants) = (false, false);
        for tag in &record.tags {
            starts |= matches!(tag.kind, Some(TagKind::Fen | TagKind::Odds));
            variants |= tag.kind == Some(TagKind::Variant);
        }
        if starts {
            self.out.extend_from_slice(b"position fen ");
            self.out.extend_from_slice(start.fen_alone().as_bytes());
        }
        self.started = starts;
        self.king_takes_rook = (starts || variants) && tags::king_takes_rook(text, record);
    }

    #[inline]
    fn token(&mut self, text: Text<'_>, item: Item) {
        comments::count_item(text, item, &mut self.losses);
    }

    #[inline(always)]
    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let MoveEvent { item, before, mv, .. } = event;
        if item.line != 0 {
            return;
        }
        self.begin_moves();
        self.separate();
        before.spell(&mut self.out, mv, &self.names, (Style::Coordinates, self.king_takes_rook));
    }

    fn null_move(&mut self, _: Text<'_>, item: Item, _: &G) {
        if item.line == 0 {
            self.begin_moves();
            self.separate();
            self.out.extend_from_slice(b"0000");
        }
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        if item.line == 0 {
            self.losses.add(Loss::Moves, 1);
            Cut::first(&mut self.cut, Some(self.plies + 1), text, item);
        }
    }
}

/// Shogi is not supported.
impl ReplayVisitor<shogi::Position> for LineConverter {}

impl GameWriter for LineConverter {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn reset(&mut self) {
        self.in_game = false;
    }

    fn finish(&mut self) -> Option<Finished> {
        if !std::mem::take(&mut self.in_game) {
            return None;
        }
        if self.plies == 0 && !self.started {
            // A game without moves needs a line, too.
            self.out.extend_from_slice(b"position startpos");
        }
        self.out.push(b'\n');
        Some(Finished { losses: self.losses, cut: self.cut.take(), plies: self.plies, ..Finished::default() })
    }
}
