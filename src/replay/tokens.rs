//! Compares the Result tag with the final token.

use super::collect::Collector;
use super::game_tags::{self, GameTags};
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::message::text as said;
use partie_record::say;
use partie_record::{Outcome, Record};

/// Compares the Result tag with the final token. A missing token suggests that moves are missing, too, unless the game
/// is `complete`.
pub(super) fn judge(record: &Record, head: &GameTags<'_>, complete: bool, collector: &mut Collector) {
    let Some(span) = record.result else {
        if !game_tags::wants_roster_and_result(record) {
            return;
        }
        let end = record.items.last().map_or(record.span, |item| item.span);
        return collector.add(Code::R011, Severity::Warning, || {
            let tag = head.result.map(Outcome::token);
            let finding = Finding::new(Code::R011, end, say!("no-result-token"));
            match tag {
                Some(token) if complete => {
                    finding.help(say!("add-result-of-tag", result = said(token))).fix(Grade::Certain, token)
                }
                Some(token) => {
                    finding.help(say!("compare-then-add-result", result = said(token))).fix(Grade::Guess, token)
                }
                None => finding.help(say!("add-a-result")),
            }
        });
    };
    let (Some(token), Some(tagged), Some(tag)) = (record.outcome, head.result, head.result_tag) else { return };
    if token == tagged {
        return;
    }
    let open = token == Outcome::Unknown || tagged == Outcome::Unknown;
    let severity = if open { Severity::Warning } else { Severity::Error };
    collector.add(Code::R010, severity, || {
        let message = say!("results-differ", tag = said(tagged.token()), token = said(token.token()));
        let mut finding = Finding::new(Code::R010, span, message).help(say!("correct-the-wrong-one"));
        finding.causes.push(Cause { message: say!("the-tag"), square: None, ply: None, span: Some(tag.span) });
        finding
    });
}
