//! What books older than the Laws leave to the players: objections, demands, announced checks, odds.
//!
//! Everything here is asked for by clauses of the book (`book::Customs`); where a book has none,
//! nothing of it runs. What ends a game by such a clause is looked for after the replay, in one
//! pass over the main line; only what becomes of an illegal move is decided on the way.

mod draws;
mod irregular;
mod remedies;
mod series;
mod table;
mod words;

pub(super) use irregular::{castling, not_demanded, on_illegal};
pub(super) use table::forgotten;

use self::words::{Heard, Remedy, Word};
use super::game::{ChessLike, Odds};
use crate::book::ClaimRules;
use crate::finding::{self, Code, Finding, Grade, Severity};
use crate::record::{Outcome, Termination};
use crate::replay::draw::DrawKind;
use crate::replay::line_replayer::{GameContext, LineReplayer, LineState};
use crate::replay::verdict::Verdict;
use crate::span::Span;

/// A remedy that the next ply has to fulfil.
#[derive(Clone, Debug)]
struct Asked {
    remedy: Remedy,
    /// The ply that was taken back.
    ply: u32,
    /// Squares of the pieces that were touched.
    pieces: Vec<String>,
    /// Whether the book leaves that remedy open here.
    open: bool,
    /// What it leaves to the player, for saying so.
    left: Vec<finding::Remedy>,
}

/// What is watched of a game.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The book's customs; nothing is watched without any.
    pub(super) rules: Option<&'static ClaimRules>,
    odds: Option<Odds>,
    words: Vec<Heard>,
    asked: Option<Asked>,
    /// The first impossible move that stands.
    irregular: Option<u32>,
    /// How many stand.
    stood: u32,
    /// Plies after which the game is void.
    void: Option<u32>,
}

impl Watch {
    /// Makes it ready for a game.
    pub(super) fn begin(&mut self, rules: Option<&'static ClaimRules>, odds: Option<Odds>) {
        (self.rules, self.odds) = (rules, odds.filter(|_| rules.is_some()));
        self.again();
    }

    /// Makes it ready for replaying the same game.
    pub(super) fn again(&mut self) {
        self.words.clear();
        (self.asked, self.irregular, self.stood, self.void) = (None, None, 0, None);
    }

    /// Whether the game is void after so many plies.
    pub(super) fn is_void(&self, ply: u32) -> bool {
        self.void.is_some_and(|void| ply >= void)
    }

    /// The plies after which the game is void.
    pub(super) const fn void(&self) -> Option<u32> {
        self.void
    }

    /// Takes in what is said after so many plies.
    pub(super) fn hear(&mut self, comment: &[u8], ply: u32, span: Span) {
        let words = &mut self.words;
        words::each(comment, |word| {
            if !matches!(word, Word::Remedy(_) | Word::Stand) {
                words.push(Heard { word, ply, span });
            }
        });
    }
}

/// Judges what can be judged once the main line is known.
#[cold]
pub(super) fn judge<G: ChessLike>(replayer: &mut LineReplayer<G>, context: &GameContext<'_, G>, main: &LineState<G>) {
    let Some(rules) = replayer.state.claims.rules else { return };
    draws::judge(replayer, context, rules);
    table::judge(replayer, context, rules, main);
}

/// What a draw that the record states asks for and the board does not bear out; nothing if the book
/// has no clause for it.
pub(super) fn unfounded<G: ChessLike>(replayer: &LineReplayer<G>, stated: Termination) -> Option<String> {
    let rules = replayer.state.claims.rules?;
    match stated {
        Termination::Repetition => {
            let series = rules.series?;
            let times = draws::running(&replayer.moves);
            Some(format!(
                "the record claims a draw by repetition; the last series of moves was played {times} of {} times running",
                series.times
            ))
        }
        Termination::FiftyMoves => {
            let demand = rules.demand?;
            let counted = draws::counted(replayer, demand);
            Some(match counted {
                Some(plies) => {
                    format!("the record claims a draw by fifty moves; {} of 50 were made since the demand", plies / 2)
                }
                None => "the record claims a draw by fifty moves; nobody demanded that they be counted".to_owned(),
            })
        }
        Termination::Perpetual => {
            rules.perpetual?;
            if replayer.state.draws.list().iter().any(|event| event.kind == DrawKind::PerpetualCheck) {
                return None;
            }
            Some("the record claims perpetual check; no position recurs with a check in every move between".to_owned())
        }
        _ => None,
    }
}

/// The finding of a result in a game that is void.
pub(super) fn void_result<G: ChessLike>(
    replayer: &mut LineReplayer<G>,
    context: &GameContext<'_, G>,
    ply: u32,
) -> Verdict {
    let recorded = context.head.recorded(context.text, context.record);
    let Some((outcome, span)) = recorded.filter(|(outcome, _)| *outcome != Outcome::Unknown) else {
        return Verdict::Presumed;
    };
    let basis = context.book.rules.claims.and_then(|rules| rules.irregular).map_or("", |rules| rules.check);
    replayer.collector.add(Code::R012, Severity::Error, || {
        let message = format!("the result is {}, but the game was void at ply {ply}", outcome.token());
        Finding::new(Code::R012, span, message)
            .at_ply(ply)
            .basis(basis)
            .help("the result must be *; the game begins anew, each player keeping his pieces")
            .fix(Grade::Likely, Outcome::Unknown.token())
    });
    Verdict::Inconsistent
}
