//! Descriptive notation, as an implementation of the notation traits.

use std::borrow::Cow;
use std::convert::Infallible;

use super::chess_notation::{ChessNotation, Marks};
use super::move_notation::{MoveNotation, Node};
use crate::apart;
use crate::descriptive::{self, Action, Check, DescriptiveMove, Layer, Level, Style};
use crate::letters::Letters;
use crate::san::{CheckMark, Form};
use partie_record::span::Span;
use partie_record::{ItemKind, Language, Movetext, Record};
use partie_rules::Resolution;
use partie_rules::chess::{Move, Origins, Pattern, Position, Role};

/// Descriptive notation of a language; it remembers on which side of the board each piece began.
#[derive(Clone, Copy, Debug)]
pub struct Descriptive {
    letters: &'static Letters,
    /// The style of the record, for suggested texts.
    layer: Layer,
}

impl Default for Descriptive {
    fn default() -> Self {
        Self { letters: Letters::ENGLISH, layer: Layer::default() }
    }
}

impl Descriptive {
    pub fn language(&self) -> Language {
        let code = self.letters.code;
        Language::ALL.into_iter().find(|language| language.code() == code).unwrap_or_default()
    }
}

impl MoveNotation for Descriptive {
    type Rules = Position;
    type Token = DescriptiveMove;
    type FastToken = Infallible;
    type Memory = Origins;

    fn remember(&self, start: &Position) -> Origins {
        Origins::of(start)
    }

    fn advance(memory: &mut Origins, mv: Move) {
        memory.play(mv);
    }

    #[inline(always)]
    fn parse_fast(&self, _: &Node<Self>, _: &[u8], _: Span) -> Option<(Move, Infallible)> {
        None
    }

    fn parse(&self, token: &[u8], _: &Origins) -> Option<DescriptiveMove> {
        let read = |text: &[u8]| descriptive::read_move(text, self.language());
        read(token).or_else(|| apart::readings(token, |text| read(text).is_some()).find_map(|token| read(&token)))
    }

    fn candidates(token: &DescriptiveMove, node: &Node<Self>) -> Resolution<Move> {
        let readings = descriptive::readings(token, &node.board, &node.memory);
        match readings.all() {
            [] => Resolution::None,
            [one] if readings.level() != Level::WrongName => Resolution::Unique(*one),
            moves => Resolution::Ambiguous(moves.to_vec()),
        }
    }
}

impl ChessNotation for Descriptive {
    const STRICT: bool = false;
    const READING_COST: u32 = 3;

    fn of_record(bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> Self {
        let own = match record.movetext {
            Movetext::Descriptive(language) => Letters::find(language.code()),
            _ => None,
        };
        Self { letters: given.or(own).unwrap_or(Letters::ENGLISH), layer: layer(bytes, record) }
    }

    fn with_letters(&self, letters: &'static Letters) -> Self {
        Self { letters, ..*self }
    }

    fn letters(&self) -> &'static Letters {
        self.letters
    }

    fn pattern(token: &DescriptiveMove, node: &Node<Self>) -> Pattern {
        descriptive::pattern(token, &node.board, &node.memory)
    }

    fn promoting(token: &DescriptiveMove, role: Role) -> DescriptiveMove {
        DescriptiveMove { promotion: Some(role), ..*token }
    }

    fn expand(fast: Infallible) -> DescriptiveMove {
        match fast {}
    }

    fn fast_check(fast: Infallible) -> CheckMark {
        match fast {}
    }

    fn marks(token: &DescriptiveMove) -> Marks {
        let check = match token.check {
            Check::None if token.action == Action::Checks => CheckMark::Check,
            Check::None if token.action == Action::Mates => CheckMark::Mate,
            Check::None => CheckMark::None,
            Check::Check | Check::Discovered | Check::Double => CheckMark::Check,
            Check::DoubleOrMate => CheckMark::Open,
            Check::Mate => CheckMark::Mate,
        };
        Marks {
            form: Form::Own,
            check,
            captures: matches!(token.action, Action::Takes(_)),
            late_capture: false,
            en_passant: token.en_passant,
            zeros: false,
            bare_promotion: false,
            origin: false,
            pawn_letter: false,
            l_for_one: false,
        }
    }

    fn write(&self, node: &Node<Self>, mv: Move) -> String {
        let mut text = Vec::new();
        descriptive::write(&mut text, &node.board, &node.memory, mv, &Style::new(self.language(), self.layer));
        String::from_utf8_lossy(&text).into_owned()
    }

    fn tidy_misprint<'t>(&self, token: &'t str) -> Cow<'t, str> {
        Cow::Owned(descriptive::tighten(token))
    }

    fn visit_spellings(&self, node: &Node<Self>, mv: Move, _: bool, visit: &mut dyn FnMut(&str)) {
        let texts = descriptive::spellings(&node.board, &node.memory, mv, self.language());
        texts.iter().for_each(|text| visit(text));
    }

    fn is_over_disambiguated(_: &DescriptiveMove, _: &Node<Self>, _: Move) -> bool {
        false
    }
}

/// The style of a record, from the first of four moves that shows one; the tight style if none does.
fn layer(bytes: &[u8], record: &Record) -> Layer {
    let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move).take(4);
    for text in moves.map(|item| item.span.of(bytes)) {
        let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
        match () {
            () if has(b". to ") || has(b". takes ") || has(b"'s ") => return Layer::Long,
            () if has(b" to ") || has(b" takes ") => return Layer::To,
            () if has(b" - ") || has(b" x ") => return Layer::Spaced,
            () if text.starts_with(b"N") => return Layer::Modern,
            () => {}
        }
    }
    Layer::Tight
}
