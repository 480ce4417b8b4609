//! What the finding that breaks a main line proposes, as repairs. Only for games for which no search was made.

use crate::finding::{Finding, Grade};
use crate::repair::{Edit, Operation, Repair};

/// The texts that the finding names, the surest first; how far each of them reaches is not known yet.
pub(super) fn of_break(broken: &Finding) -> Vec<Repair> {
    let mut fixes: Vec<_> = broken.fixes.iter().collect();
    fixes.sort_by_key(|fix| fix.grade as u8);
    let repair = |grade: Grade, token: &str| Repair {
        edits: vec![Edit {
            operation: Operation::Replace,
            ply: broken.ply,
            span: broken.span,
            text: token.to_owned(),
            grade,
        }],
        grade,
        whole: grade != Grade::Guess,
        reach: 0,
        margin: None,
        evidence: Vec::new(),
        moves: String::new(),
    };
    // Nothing that changes the moves is certain here.
    fixes
        .iter()
        .map(|fix| repair(if fix.grade == Grade::Guess { Grade::Guess } else { Grade::Likely }, &fix.token))
        .collect()
}
