//! The reasons for and against a hypothesis in words. The figures are in its evidence.

use super::grade::CONFUSED;
use super::line::Hypothesis;
use super::signs::Sign;
use partie_record::message::Message;
use partie_record::say;

impl<M> Hypothesis<M> {
    /// Returns the reasons: the distance from the written text, the number of later moves that can be played, then
    /// contradictions.
    pub fn reasons(&self) -> Vec<Message> {
        let amount = |sign| self.evidence.of(sign);
        let number = |sign| whole(amount(sign));
        let has = |sign| amount(sign) > 0.0;
        let mut reasons = Vec::new();
        let mut say_if = |holds: bool, reason: fn(u32) -> Message, number: u32| {
            if holds {
                reasons.push(reason(number));
            }
        };
        let is_confused = amount(Sign::Text) <= CONFUSED * self.changes.len() as f32;
        say_if(has(Sign::Text) && is_confused, |_| say!("letters-often-confused"), 0);
        say_if(
            has(Sign::Text) && !is_confused,
            |letters| say!("letters-away", letters = letters),
            number(Sign::Text).max(1),
        );
        say_if(has(Sign::Inserted), |moves| say!("moves-left-out", moves = moves), number(Sign::Inserted).max(1));
        say_if(has(Sign::Doubled), |_| say!("move-written-twice"), 0);
        let is_deleted = has(Sign::Deleted) && !has(Sign::Doubled);
        say_if(is_deleted, |moves| say!("moves-too-many", moves = moves), number(Sign::Deleted).max(1));
        say_if(has(Sign::Swapped), |_| say!("moves-changed-places"), 0);
        let (follow, is_followed) = (self.follow, self.follow > 0);
        say_if(self.whole && is_followed, |plies| say!("all-later-moves", plies = plies), follow);
        say_if(self.whole && !is_followed, |_| say!("no-later-move"), 0);
        say_if(!self.whole && is_followed, |plies| say!("some-later-moves", plies = plies), follow);
        say_if(!self.whole && !is_followed, |_| say!("next-move-fails"), 0);
        say_if(has(Sign::Mates), |_| say!("then-ends-with-mate"), 0);
        let marks = number(Sign::Captures) + number(Sign::Checks);
        say_if(marks > 0, |marks| say!("marks-contradict", marks = marks), marks);
        say_if(number(Sign::Origins) > 0, |origins| say!("origins-needless", origins = origins), number(Sign::Origins));
        say_if(
            number(Sign::Numbers) > 0,
            |numbers| say!("numbers-contradict", numbers = numbers),
            number(Sign::Numbers),
        );
        say_if(number(Sign::Won) > 0, |pawns| say!("move-wins", pawns = pawns), number(Sign::Won));
        say_if(number(Sign::Lost) > 0, |pawns| say!("move-gives-away", pawns = pawns), number(Sign::Lost));
        say_if(number(Sign::Untaken) > 0, |_| say!("opponent-leaves-it"), 0);
        say_if(number(Sign::Later) > 0, |pawns| say!("next-moves-give-away", pawns = pawns), number(Sign::Later));
        say_if(has(Sign::Unknown), |_| say!("leaves-openings"), 0);
        say_if(has(Sign::Undone), |_| say!("piece-goes-back"), 0);
        say_if(has(Sign::Again) && !has(Sign::Undone), |_| say!("piece-moves-twice"), 0);
        reasons
    }
}

/// Rounds an amount to a count.
fn whole(amount: f32) -> u32 {
    // Sums of evidence are small, and counts are not negative.
    amount.round().max(0.0) as u32
}
