//! The interpretation of each move of a record, by its place in the text.

use partie_notation::letters::Letters;
use partie_notation::{fen, hex, hex_fen, sfen, shogi_names, spell};
use partie_record::span::Span;
use partie_record::{Item, Record};
use partie_replay::{MoveEvent, ReplayVisitor, Text};
use partie_rules::shogi::Setup;
use partie_rules::{Rules, Side, chess, hex as hex_rules, shogi};

/// An interpreted move.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) span: Span,
    /// The move with its number; `None` if the token was not played.
    pub(super) text: Option<String>,
    pub(super) position: String,
    /// Whether the token is ambiguous.
    pub(super) open: bool,
}

#[derive(Debug, Default)]
pub(super) struct Readings {
    pub(super) moves: Vec<Reading>,
    /// Whether the text of the next move is ambiguous.
    open: bool,
}

/// A game whose moves a sheet can write.
trait Spelled: Rules {
    fn spell(&self, mv: Self::Move) -> String;
    fn position(&self) -> String;
}

impl Spelled for chess::Position {
    fn spell(&self, mv: Self::Move) -> String {
        spell::numbered(self.number(), self.turn() == Side::First, &spell::san(self, mv, Letters::ENGLISH))
    }

    fn position(&self) -> String {
        fen::write(self)
    }
}

impl Spelled for hex_rules::Position {
    fn spell(&self, mv: Self::Move) -> String {
        spell::numbered(self.number(), self.turn() == Side::First, &hex::long(self, mv, Letters::ENGLISH))
    }

    fn position(&self) -> String {
        hex_fen::write(self)
    }
}

impl Spelled for shogi::Position {
    fn spell(&self, mv: Self::Move) -> String {
        format!("{}{}", shogi_names::mark(self.turn()), shogi_names::kif(mv, None))
    }

    fn position(&self) -> String {
        sfen::write(&Setup::from(self), 1)
    }
}

impl<G: Spelled> ReplayVisitor<G> for Readings {
    fn begin_game(&mut self, _: Text<'_>, _: &Record, _: &G) {
        self.moves.clear();
    }

    fn open_move(&mut self) {
        self.open = true;
    }

    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let text = Some(event.before.spell(event.mv));
        let open = std::mem::take(&mut self.open);
        self.moves.push(Reading { span: event.item.span, text, position: String::new(), open });
    }

    fn after_move(&mut self, after: &G) {
        if let Some(last) = self.moves.last_mut() {
            last.position = after.position();
        }
    }

    fn unplayed(&mut self, _: Text<'_>, item: Item) {
        self.moves.push(Reading { span: item.span, text: None, position: String::new(), open: false });
    }
}
