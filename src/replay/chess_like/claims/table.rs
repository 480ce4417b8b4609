//! The setup of the board, the giver of odds, and the side that moved first.

use super::super::game::{ChessDialect, Odds};
use super::words::Word;
use crate::context::{GameContext, LineState};
use crate::line_replayer::LineReplayer;
use crate::trail::ply_span;
use partie_notation::spell;
use partie_record::book::{ClaimRules, OddsRules, SetUp};
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{Arg, side as said_side};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::{Rules as _, Side};

/// Judges the setup, the odds and the first move.
pub(super) fn judge<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    rules: &ClaimRules,
    main: &LineState<N>,
) {
    let noticed = replayer.state.claims.words.iter().find(|spoken| spoken.word == Word::SetUp);
    let noticed = noticed.map(|spoken| (spoken.ply, spoken.span));
    let odds = replayer.state.claims.odds;
    if let (Some(odds), Some(rules)) = (odds, rules.odds) {
        first_move(replayer, context, main, odds, rules);
    }
    let stands_after = rules.set_up.map_or(0, |rule| rule.stands_after);
    match (odds.filter(|odds| odds.forgotten), rules.odds) {
        (Some(odds), Some(rules)) => {
            let tag = context.record.tag(context.text.bytes, "Odds").map_or(context.record.span, |tag| tag.value);
            let (ply, span) = noticed.unwrap_or((0, tag));
            let late = noticed.map_or(main.ply, |(ply, _)| ply) >= stands_after;
            left_on_board(replayer, (ply, span), odds, rules, (late, noticed.is_some()));
            if late {
                counts_as_draw(replayer, context, odds, rules);
            }
        }
        _ => {
            if let (Some(rule), Some((ply, span))) = (rules.set_up, noticed) {
                // A wrong setup requires a start position other than the initial one.
                if context.start.zobrist() == replayer.state.initial.zobrist() {
                    report_sound_set_up(replayer, ply, span, rule);
                } else {
                    report_wrong_set_up(replayer, ply, span, rule);
                }
            }
        }
    }
}

fn first_move<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    main: &LineState<N>,
    odds: Odds,
    rules: OddsRules,
) {
    let first = context.start.turn();
    let Some(giver) = odds.giver.filter(|giver| *giver != first && main.ply > 0) else { return };
    let span = ply_span(context.record, context.record.items.len(), 1).unwrap_or(context.record.span);
    replayer.collector.add(Code::K004, Severity::Warning, || {
        let message = say!("giver-moves-first", giver = side(giver), first = side(first));
        Finding::new(Code::K004, span, message).at_ply(1).basis(rules.first_move)
    });
}

fn side(side: Side) -> Arg {
    said_side(spell::side(side))
}

fn report_sound_set_up<N: ChessDialect>(replayer: &mut LineReplayer<N>, ply: u32, span: Span, rule: SetUp) {
    replayer.collector.add(Code::D011, Severity::Warning, || {
        Finding::new(Code::D011, span, say!("set-up-is-usual"))
            .at_ply(ply)
            .basis(rule.basis)
            .help(say!("add-position-or-odds"))
    });
}

fn report_wrong_set_up<N: ChessDialect>(replayer: &mut LineReplayer<N>, ply: u32, span: Span, rule: SetUp) {
    replayer.collector.add(Code::K001, Severity::Info, || {
        let moves = rule.stands_after / 2;
        let message = match ply < rule.stands_after {
            true => say!("set-up-wrong-early", moves = moves),
            false => say!("set-up-wrong-late", moves = moves),
        };
        Finding::new(Code::K001, span, message).at_ply(ply).basis(rule.basis)
    });
}

fn left_on_board<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    (ply, span): (u32, Span),
    odds: Odds,
    rules: OddsRules,
    (late, noticed): (bool, bool),
) {
    replayer.collector.add(Code::K003, Severity::Info, || {
        let message = match (noticed, late, odds.giver) {
            (true, false, _) => say!("odds-left-noticed"),
            (_, true, Some(giver)) => say!("odds-left-counts", giver = side(giver)),
            _ => say!("odds-left"),
        };
        Finding::new(Code::K003, span, message).at_ply(ply).basis(rules.forgotten)
    });
}

/// True if a win of `side` counts as a draw: it gave odds, and the piece left on the board was noticed too late.
pub(in super::super) fn is_draw_of_giver<N: ChessDialect>(replayer: &LineReplayer<N>, plies: u32, side: Side) -> bool {
    let claims = &replayer.state.claims;
    let (Some(rules), Some(odds)) = (claims.rules, claims.odds) else { return false };
    let noticed = claims.words.iter().find(|spoken| spoken.word == Word::SetUp).map_or(plies, |spoken| spoken.ply);
    let late = noticed >= rules.set_up.map_or(0, |rule| rule.stands_after);
    rules.odds.is_some() && late && odds.forgotten && odds.giver == Some(side)
}

fn counts_as_draw<N: ChessDialect>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    odds: Odds,
    rules: OddsRules,
) {
    let Some((outcome, span)) = context.head.recorded(context.record) else { return };
    let winner = super::super::draws::winner(outcome);
    let Some(giver) = odds.giver.filter(|giver| winner == Some(*giver)) else { return };
    replayer.collector.add(Code::R050, Severity::Info, || {
        let message = say!("odds-forgotten-draw", giver = side(giver));
        Finding::new(Code::R050, span, message).basis(rules.forgotten)
    });
}
