//! Texts of moves in whatever format the record has.

use crate::finding::{Code, Finding, Severity};
use crate::notation::japanese::FastJapanese;
use crate::notation::moves::{MoveNotation, Node};
use crate::notation::{formats, japanese};
use crate::record::Format;
use crate::replay::context::MoveContext;
use crate::replay::line_replayer::LineReplayer;
use crate::rules::shogi::{Flank, Motion, Move, Pattern, Position, Square};
use crate::rules::{Resolution, Rules as _};
use crate::span::Span;

pub(in crate::replay) use crate::notation::ShogiToken;

/// The move texts of a record of shogi.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::replay) struct ShogiNotation {
    pub(super) format: Format,
    /// Whether moves may have the commonest forms of KIF.
    pub(super) fast: bool,
}

impl MoveNotation for ShogiNotation {
    type Rules = Position;
    type Token = ShogiToken;
    type FastToken = FastJapanese;
    /// The target of the last move, for 同.
    type Memory = Option<Square>;

    fn remember(&self, _: &Position) -> Option<Square> {
        None
    }

    #[inline(always)]
    fn advance(memory: &mut Option<Square>, mv: Move) {
        *memory = Some(mv.to());
    }

    #[inline(always)]
    fn parse_fast(&self, node: &Node<Self>, bytes: &[u8], token: Span) -> Option<(Move, FastJapanese)> {
        if !self.fast {
            return None;
        }
        let fast = japanese::parse_fast(token.of(bytes))?;
        let to = fast.to.or(node.memory)?;
        let mv = match fast.from {
            Some(from) => node.board.from_square(fast.kind, from, to, fast.promotes)?,
            None => node.board.dropped(fast.kind, to)?,
        };
        Some((mv, fast))
    }

    #[inline]
    fn parse(&self, token: &[u8], previous: &Option<Square>) -> Option<ShogiToken> {
        formats::read_move(self.format, token, *previous).ok()
    }

    fn candidates(token: &ShogiToken, node: &Node<Self>) -> Resolution<Move> {
        node.board.resolve(&token.pattern)
    }
}

/// Relative words of KI2 that tell nothing apart, as no other piece could go there.
#[cold]
pub(super) fn words(
    replayer: &mut LineReplayer<ShogiNotation>,
    at: MoveContext<'_, ShogiNotation>,
    written: &ShogiToken,
) {
    let MoveContext { context, line, token } = at;
    let Some(kind) = written.pattern.kind else { return };
    let rivals = line.position.pseudo_legal_to(kind, written.pattern.to).count_ones();
    let bare = Pattern { flank: None, motion: None, ..written.pattern.clone() };
    // 直 and the like may still be written where one piece only is legal.
    if rivals != 1 || !matches!(line.position.resolve(&bare), Resolution::Unique(_)) {
        return;
    }
    let (line, ply) = (line.number, line.ply + 1);
    replayer.collector.add_once_per_game(Code::N040, Severity::Warning, || {
        let flank = written.pattern.flank.map(|flank| match flank {
            Flank::Left => "左",
            Flank::Right => "右",
            Flank::Straight => "直",
        });
        let motion = written.pattern.motion.map(|motion| match motion {
            Motion::Up => "上",
            Motion::Sideways => "寄",
            Motion::Back => "引",
        });
        let word = format!("{}{}", flank.unwrap_or_default(), motion.unwrap_or_default());
        let message = format!(
            "{} says more than is needed: without {word} it means the same",
            context.text.show(token.item.span)
        );
        let mut finding = Finding::new(Code::N040, token.item.span, message).at_ply(ply);
        finding.line = line;
        finding
    });
}
