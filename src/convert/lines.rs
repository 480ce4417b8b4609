//! Writes the moves of each game in coordinates, one line for each game.

use super::board::MoveText;
use super::options::Style;
use super::writer::{GameWriter, Progress};
use super::{comments, tags};
use partie_notation::letters::Letters;
use partie_notation::losses::Loss;
use partie_notation::spell::Names;
use partie_record::{Item, Record, TagKind};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi;

/// Writes one record after the other as a line of moves.
#[derive(Debug)]
pub(super) struct LineConverter {
    out: Vec<u8>,
    mark: usize,
    king_takes_rook: bool,
    names: Names,
    /// Whether the line begins with a position.
    started: bool,
    game: Progress,
}

impl LineConverter {
    pub(super) fn new() -> Self {
        Self {
            out: Vec::new(),
            mark: 0,
            king_takes_rook: false,
            names: Names::of(Letters::ENGLISH),
            started: false,
            game: Progress::default(),
        }
    }

    /// Writes the word between a position and the first move.
    #[inline(always)]
    fn begin_moves(&mut self) {
        if self.started && self.game.plies == 0 {
            self.out.extend_from_slice(b" moves");
        }
    }

    #[inline(always)]
    fn separate(&mut self) {
        if self.game.plies > 0 || self.out.len() > self.mark {
            self.out.push(b' ');
        }
        self.game.plies += 1;
    }
}

impl<G: MoveText> ReplayVisitor<G> for LineConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.out.truncate(self.mark);
        self.game.begin();
        self.game.losses.add(Loss::Headers, record.tags.len() as u64);
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
        comments::count_item(text, item, &mut self.game.losses);
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
            self.game.not_played(text, item);
        }
    }
}

/// Shogi is not supported.
impl ReplayVisitor<shogi::Position> for LineConverter {}

impl GameWriter for LineConverter {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    fn complete(&mut self) {
        if self.game.plies == 0 && !self.started {
            // A game without moves needs a line, too.
            self.out.extend_from_slice(b"position startpos");
        }
        self.out.push(b'\n');
    }
}
