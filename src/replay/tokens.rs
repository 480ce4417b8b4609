//! Result tag and final token against each other.

use super::collect::Collector;
use super::game_tags::{self, GameTags};
use super::text::Text;
use partie_notation::{Prose, formats};
use partie_record::finding::{Cause, Code, Finding, Grade, Severity};
use partie_record::{Outcome, Record};

/// Result tag and final token against each other. A token that is missing shows that the rest of the game may be, unless the
/// game is `complete`.
pub(super) fn judge(text: Text<'_>, record: &Record, head: &GameTags<'_>, complete: bool, collector: &mut Collector) {
    let Some(span) = record.result else {
        // Printed scores often break off where the rest is plain.
        if formats::info(record.format).prose == Prose::Printed {
            return;
        }
        let end = record.items.last().map_or(record.span, |item| item.span);
        return collector.add(Code::R011, Severity::Warning, || {
            let tag = head.result.map(Outcome::token);
            let finding = Finding::new(Code::R011, end, "the game ends without a result token");
            match tag {
                Some(token) if complete => {
                    finding.help(format!("add the {token} of the Result tag")).fix(Grade::Certain, token)
                }
                Some(token) => finding
                    .help(format!("compare the end with the source, then add the {token} of the Result tag"))
                    .fix(Grade::Guess, token),
                None => finding.help("add 1-0, 0-1, 1/2-1/2, or * if the result is not known"),
            }
        });
    };
    let token = game_tags::stated(text, record, span);
    let (Some(token), Some(tagged), Some(tag)) = (token, head.result, head.result_tag) else { return };
    if token == tagged {
        return;
    }
    let open = token == Outcome::Unknown || tagged == Outcome::Unknown;
    let severity = if open { Severity::Warning } else { Severity::Error };
    collector.add(Code::R010, severity, || {
        let message = format!("the Result tag says {}, the final token {}", tagged.token(), token.token());
        let mut finding =
            Finding::new(Code::R010, span, message).help("compare with the source, and correct the one that is wrong");
        finding.causes.push(Cause { message: "the tag".into(), square: None, ply: None, span: Some(tag.span) });
        finding
    });
}
