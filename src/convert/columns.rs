//! Writes a replayed game of chess as a page of a book: the players, and numbered rows of two columns.
//!
//! Variations and most tags are omitted and counted as lost.

use super::board::MoveText;
use super::comments::{self, bare, unmark};
use super::options::{Layout, OnBroken, Style};
use super::origins::OriginsTracker;
use super::writer::{GameWriter, Progress};
use super::{page, tags};
use partie_notation::losses::Loss;
use partie_notation::pgn::{nag_of_glyph, nag_of_mark};
use partie_record::commands::with_whole_clocks;
use partie_record::span::Span;
use partie_record::{Item, ItemKind, Record};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::{Side, shogi};

/// Widths of White's column, for notations with and without spaces in moves.
const WIDE_COLUMN_CHARS: usize = 36;
const NARROW_COLUMN_CHARS: usize = 18;

/// Writes one record after the other as rows.
#[derive(Debug)]
pub(super) struct ColumnConverter {
    out: Vec<u8>,
    mark: usize,
    layout: Layout,
    on_broken: OnBroken,
    style: Style,
    origins: OriginsTracker,
    result: &'static str,
    result_span: Option<Span>,
    /// The current row: its number, and White's move.
    number: u32,
    row: Vec<u8>,
    /// Whether the row has a move of White, and one of Black.
    white: bool,
    black: bool,
    /// Whether the text ends with a row.
    rows: bool,
    bare: page::BareHeading,
    game: Progress,
    depth: u32,
    /// Whether the main line stopped at a move that cannot be played, and the text after that point.
    stopped: bool,
    rest: String,
}

impl ColumnConverter {
    pub(super) fn new(layout: Layout, on_broken: OnBroken) -> Self {
        Self {
            out: Vec::new(),
            mark: 0,
            layout,
            on_broken,
            style: layout.style.unwrap_or(Style::Kober),
            origins: OriginsTracker::default(),
            result: "*",
            result_span: None,
            number: 1,
            row: Vec::new(),
            white: false,
            black: false,
            rows: false,
            bare: page::BareHeading::default(),
            game: Progress::default(),
            depth: 0,
            stopped: false,
            rest: String::new(),
        }
    }

    /// Begins the cell of a side and returns the offset in the row at which its move is written.
    fn begin_cell(&mut self, second: bool) -> usize {
        let number = format!("{:>3}. ", self.number);
        let both = self.style == Style::Kober || self.style.numbers_both();
        let width = if self.style.numbers_both() { WIDE_COLUMN_CHARS } else { NARROW_COLUMN_CHARS };
        if self.row.is_empty() {
            self.row.extend_from_slice(number.as_bytes());
            if second {
                self.row.extend_from_slice(b"...");
            }
        }
        if second {
            let length = String::from_utf8_lossy(&self.row).chars().count();
            self.row.extend(std::iter::repeat_n(b' ', (width + number.len()).saturating_sub(length).max(2)));
            if both && self.white {
                self.row.extend_from_slice(format!("{}. ", self.number).as_bytes());
            }
            self.black = true;
        } else {
            self.white = true;
        }
        self.row.len()
    }

    /// Writes the row, unless Black's move is still to come.
    fn flush_unless(&mut self, second: bool) {
        if self.black || !second {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.row.is_empty() {
            if !self.rows && self.out.len() > self.mark {
                self.out.push(b'\n');
            }
            self.out.append(&mut self.row);
            self.out.push(b'\n');
            self.rows = true;
        }
        (self.white, self.black) = (false, false);
    }

    fn rest_of(&mut self, text: Text<'_>, span: Span) {
        comments::keep_rest(&mut self.rest, &mut self.game.losses, self.on_broken, text, span);
    }

    fn comment(&mut self, text: Text<'_>, span: Span) {
        let strip = self.layout.strip;
        if strip.comments {
            return;
        }
        let decoded = text.decode(span);
        let Some(comment) = bare(&decoded) else { return self.game.losses.add(Loss::ProgramLines, 1) };
        let comment = if strip.clocks { comments::without_clocks(comment) } else { with_whole_clocks(comment) };
        if comment.trim_ascii().is_empty() {
            return;
        }
        if self.stopped {
            if self.on_broken.keeps_rest() {
                self.rest.push_str(&format!("[{}] ", comment.trim_ascii()));
            } else {
                self.game.losses.add(Loss::Comments, 1);
            }
            return;
        }
        self.flush();
        self.remark(&comment);
    }

    /// Writes a comment on lines of its own.
    fn remark(&mut self, comment: &str) {
        if self.out.len() > self.mark {
            self.out.push(b'\n');
        }
        page::comment(&mut self.out, comment, self.layout.line_length);
        self.rows = false;
    }

    /// Writes NAGs 1 to 6 as marks after the move; other NAGs are lost.
    fn nag(&mut self, nag: u32) {
        const MARKS: [&[u8]; 6] = [b"!", b"?", b"!!", b"??", b"!?", b"?!"];
        if self.layout.strip.nags {
            return;
        }
        let mark = (nag as usize).checked_sub(1).and_then(|index| MARKS.get(index));
        let marked = matches!(self.row.last(), None | Some(b'!' | b'?' | b'.'));
        match mark {
            Some(mark) if !marked && !self.style.numbers_both() && !self.stopped => self.row.extend_from_slice(mark),
            _ => self.game.losses.add(Loss::Nags, 1),
        }
    }
}

impl<G: MoveText> ReplayVisitor<G> for ColumnConverter {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        self.out.truncate(self.mark);
        self.game.begin();
        (self.rows, self.white, self.black, self.depth, self.stopped) = (false, false, false, 0, false);
        self.row.clear();
        self.rest.clear();
        self.origins.begin_game(start);
        (self.result, self.result_span) = (tags::result(text, record), record.result);
        let lost = page::heading(&mut self.out, text, record, self.style, &mut self.bare);
        self.game.losses.add(Loss::Headers, lost);
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        match item.kind {
            ItemKind::Open => {
                self.depth += 1;
                if self.depth == 1 && !self.layout.strip.variations {
                    self.game.losses.add(Loss::Variations, 1);
                }
            }
            ItemKind::Close => self.depth = self.depth.saturating_sub(1),
            _ if self.depth > 0 => {}
            ItemKind::Suffix | ItemKind::Move | ItemKind::Null => {}
            ItemKind::Result if Some(item.span) == self.result_span => {}
            ItemKind::Comment | ItemKind::LineComment => self.comment(text, item.span),
            ItemKind::Nag | ItemKind::Glyph => {
                let token = item.span.of(text.bytes);
                let digits = token.strip_prefix(b"$").and_then(|digits| std::str::from_utf8(digits).ok());
                let nag = digits.and_then(|digits| digits.parse().ok()).or_else(|| nag_of_glyph(token));
                self.nag(nag.unwrap_or(0));
            }
            _ => comments::count_item(text, item, &mut self.game.losses),
        }
    }

    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let MoveEvent { text, item, before, mv, .. } = event;
        if item.line != 0 {
            return;
        }
        if self.stopped {
            return self.rest_of(text, item.span);
        }
        let second = before.turn() == Side::Second;
        if self.white || self.black {
            self.flush_unless(second);
        }
        self.number = before.number();
        let from = self.begin_cell(second);
        before.marked(&mut self.row, mv, self.style, self.origins.now());
        if !self.layout.checks {
            unmark(&mut self.row, from);
        }
        self.origins.play::<G>(mv);
        self.game.plies += 1;
        let token = item.span.of(text.bytes);
        let marked =
            matches!(token, [.., b'!' | b'?' | 0x80..] | [.., b'!' | b'?' | 0x80.., b'+' | b'#' | b',' | b'.']);
        if marked && let Some(nag) = nag_of_mark(token) {
            self.nag(nag);
        }
    }

    fn null_move(&mut self, text: Text<'_>, item: Item, _: &G) {
        // The page has no notation for a null move.
        ReplayVisitor::<G>::unplayed(self, text, item);
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        if item.line != 0 {
            return;
        }
        if !std::mem::replace(&mut self.stopped, true) {
            self.game.cut_at(Some(self.game.plies + 1), text, item);
        }
        self.rest_of(text, item.span);
    }
}

/// Shogi is not supported.
impl ReplayVisitor<shogi::Position> for ColumnConverter {}

impl GameWriter for ColumnConverter {
    fn text(&mut self) -> (&mut Vec<u8>, &mut usize) {
        (&mut self.out, &mut self.mark)
    }

    fn game(&mut self) -> &mut Progress {
        &mut self.game
    }

    fn complete(&mut self) {
        self.flush();
        if !self.rest.is_empty() {
            let comment = format!("not converted: {}", self.rest.trim_end());
            self.remark(&comment);
        }
        // A game without rows has only its tags and its result.
        if self.game.plies == 0 {
            self.bare.replace(&mut self.out);
        }
        if self.result != "*" || self.game.plies == 0 {
            self.out.extend_from_slice(b"\n     ");
            self.out.extend_from_slice(self.result.as_bytes());
            self.out.push(b'\n');
        }
        // Two empty lines separate the games of a page.
        self.out.extend_from_slice(b"\n\n");
    }
}
