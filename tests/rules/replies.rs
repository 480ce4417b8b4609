//! What may be played behind any move, told without playing it.

use partie_rules::{Rules, chess, hex};
use proptest::prelude::*;

/// Every reply to every move of a game by chance must be told to be possible.
macro_rules! replies {
    ($game:ident, $choices:expr) => {{
        let mut position = $game::Position::start();
        for choice in $choices {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for mv in &legal {
                let mut after = position.clone();
                after.play(*mv);
                for reply in after.legal() {
                    let pattern = $game::Pattern::to($game::Roles::one(reply.role), reply.to);
                    prop_assert!(position.may_reply(&pattern), "{reply:?} to {mv:?} in {position:?}");
                }
            }
            position.play(legal[choice % legal.len()]);
        }
    }};
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_reply_is_ruled_out_that_can_be_played(choices in prop::collection::vec(any::<usize>(), 1..60)) {
        replies!(chess, &choices);
        replies!(hex, choices.iter().take(20));
    }
}

#[test]
fn most_of_what_cannot_be_played_is_ruled_out() {
    let position = chess::Position::start();
    let to = |role, file, rank| chess::Pattern::to(chess::Roles::one(role), chess::Square::at(file, rank));
    assert!(position.may_reply(&to(chess::Role::Knight, 5, 5)) && !position.may_reply(&to(chess::Role::Knight, 5, 2)));
    assert!(position.may_reply(&to(chess::Role::Pawn, 4, 4)) && !position.may_reply(&to(chess::Role::Pawn, 4, 3)));
}
