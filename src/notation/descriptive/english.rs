//! English descriptive notation, from `P. to K's 4th` of the 1840s to `P-K8=Q` of our days: the moves.
//!
//! If a text has two readings, the longest name that leaves a move is taken. Not for the board.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::{consumed, map, not, opt, peek, value, verify};
use nom::sequence::{delimited, pair, preceded, terminated};

use super::castling::zeros;
use super::descriptive_move::{Action, DescriptiveMove, Piece, Place, Takes};
use super::english_marks::{en_tails, en_tails_of_short, en_tails_promoting, en_tails_taking, en_turns};
use super::english_names::{
    en_from, en_his_square, en_officer, en_own, en_pawn, en_short, en_square, joint, royal, royal_piece, royal_square,
};
use super::marks::Marks;
use super::named_pieces::{castling_king, files, named_piece, pawn, within};
use super::words::{blanks, close, cross, dash, end_of_word, one_of, open, set_off, wide};
use crate::Parsed;
use crate::text::{byte, just, led_by};
use partie_rules::BoardSide;
use partie_rules::chess::Role;

/// `en-move = en-castles / zeros en-tails / en-same / en-pawn-move / en-officer-move / royal-move`
#[inline]
pub(super) fn en_move(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    let by_zeros =
        map((zeros, en_tails), |(board_side, marks)| marks.of(castling_king(), Action::Castles(Some(board_side))));
    alt((
        led_by(|byte| matches!(byte, b'P' | b'K' | b'Q' | b'R' | b'B' | b'N'), named_move),
        led_by(|byte| matches!(byte, b'c' | b'C'), en_castles),
        led_by(|byte| matches!(byte, b't' | b'T'), en_same),
        by_zeros,
    ))
    .parse(input)
}

fn named_move(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    alt((en_pawn_move, en_officer_move, royal_move)).parse(input)
}

/// `en-same = "the" 1*blank "same" en-tails`
pub(super) fn en_same(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    map(preceded((tag_no_case("the"), wide, tag_no_case("same")), en_tails), |marks| marks.of(Piece::ANY, Action::Same))
        .parse(input)
}

/// `en-castles = "castles" (set-off en-side en-tails / en-tails)`
pub(super) fn en_castles(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    let to_wing = pair(map(preceded(set_off, en_side), Some), en_tails);
    let anywhere = map(en_tails, |marks| (None, marks));
    map(preceded(tag_no_case("castles"), alt((to_wing, anywhere))), |(board_side, marks)| {
        marks.of(castling_king(), Action::Castles(board_side))
    })
    .parse(input)
}

/// `en-side = en-castling-side / open en-castling-side close`
pub(super) fn en_side(input: &[u8]) -> Parsed<'_, BoardSide> {
    alt((terminated(en_castling_side, not(next_move)), delimited(open, en_castling_side, close))).parse(input)
}

/// `en-castling-side = [("on" / "with") 1*blank] royal joint (%s"R" / "side")`
pub(super) fn en_castling_side(input: &[u8]) -> Parsed<'_, BoardSide> {
    let on = opt((one_of(&["on", "with"]), wide));
    delimited(on, royal, (joint, alt((value((), just(b'R')), value((), tag_no_case("side")))))).parse(input)
}

/// Matches the rest of another move whose piece was read as a part of this one: `R x Q | B to K2`.
fn next_move(input: &[u8]) -> Parsed<'_, ()> {
    let sign = alt((value((), dash), value((), cross)));
    let sign = value((), (sign, blanks, byte(|byte| byte.is_ascii_uppercase() || byte == b'(')));
    let verb = alt((value((), one_of(&["to", "takes", "take", "captures"])), value((), en_verb)));
    peek(preceded((opt(just(b'.')), blanks), alt((sign, terminated(verb, end_of_word))))).parse(input)
}

/// The part of a move after the name of the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Predicate {
    /// The origin, if it is in brackets.
    from: Option<Place>,
    goal: Goal,
    marks: Marks,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// Any action, except a move to an own file.
    Action(Action),
    /// Moves to the initial file of the piece, or of an officer on its wing.
    Own(Option<Role>, u8),
}

impl Predicate {
    const fn new(action: Action, marks: Marks) -> Self {
        Self { from: None, goal: Goal::Action(action), marks }
    }

    const fn goes(((from, goal), marks): ((Option<Place>, Goal), Marks)) -> Self {
        Self { from, goal, marks }
    }

    fn takes((takes, (victim, marks)): (Takes, (Piece, Marks))) -> Self {
        Self::new(takes(victim), marks)
    }

    /// Builds the move of a piece; `origin` may follow its name.
    fn of(self, mut mover: Piece, origin: Option<Place>) -> DescriptiveMove {
        for place in [origin, self.from].into_iter().flatten() {
            mover.at = within(mover.at, place);
        }
        let action = match self.goal {
            Goal::Action(action) => action,
            Goal::Own(officer, ranks) => Action::To(Place { files: own_files(&mover, officer), ranks }),
        };
        self.marks.of(mover, action)
    }
}

/// The initial file of a piece, or of an officer on its wing.
fn own_files(piece: &Piece, officer: Option<Role>) -> u8 {
    let role = piece.roles.single().unwrap_or(Role::Pawn);
    let board_side = match role {
        Role::King => Some(BoardSide::King),
        Role::Queen => Some(BoardSide::Queen),
        _ => piece.board_side,
    };
    officer.map_or_else(|| files(role, piece.board_side), |officer| files(officer, board_side))
}

/// `en-officer-move = en-officer (lead en-piece-sign / put (en-piece-word / en-square en-tails))`
#[inline]
pub(super) fn en_officer_move(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    let bare = map((en_square, en_tails), |(place, marks)| Predicate::new(Action::To(place), marks));
    let predicate = alt((pair(lead, en_piece_sign), pair(put, alt((en_piece_word, bare)))));
    map((en_officer, predicate), |((role, board_side), (origin, predicate))| {
        predicate.of(named_piece(role, board_side), origin)
    })
    .parse(input)
}

/// `royal-move = royal (lead en-piece-sign / put (en-piece-word / royal-square en-tails))`
#[inline]
pub(super) fn royal_move(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    let bare = map((royal_square, en_tails), |(place, marks)| Predicate::new(Action::To(place), marks));
    let predicate = alt((pair(lead, en_piece_sign), pair(put, alt((en_piece_word, bare)))));
    map((royal, predicate), |(board_side, (origin, predicate))| predicate.of(royal_piece(board_side), origin))
        .parse(input)
}

/// `en-pawn-move = en-pawn (lead en-pawn-sign / put en-pawn-word)`
#[inline]
pub(super) fn en_pawn_move(input: &[u8]) -> Parsed<'_, DescriptiveMove> {
    let predicate = alt((pair(lead, en_pawn_sign), pair(put, en_pawn_word)));
    map((en_pawn, predicate), |(piece, (origin, predicate))| predicate.of(piece, origin)).parse(input)
}

/// `lead = ["."] *blank [en-from *blank]`
#[inline]
pub(super) fn lead(input: &[u8]) -> Parsed<'_, Option<Place>> {
    preceded((opt(just(b'.')), blanks), opt(terminated(en_from, blanks))).parse(input)
}

/// `put = "." *blank / 1*blank / ["."] *blank en-from *blank`: a `lead` that is not empty.
#[inline]
pub(super) fn put(input: &[u8]) -> Parsed<'_, Option<Place>> {
    map(verify(consumed(lead), |(text, _): &(&[u8], _)| !text.is_empty()), |(_, place)| place).parse(input)
}

/// `en-piece-sign = dash *blank en-goal en-tails / cross *blank en-taken`
#[inline]
pub(super) fn en_piece_sign(input: &[u8]) -> Parsed<'_, Predicate> {
    let goes = map(preceded((dash, blanks), pair(en_goal, en_tails)), Predicate::goes);
    alt((goes, map(pair(terminated(cross, blanks), en_taken), Predicate::takes))).parse(input)
}

/// `en-piece-word = "to" 1*blank en-goal en-tails / "to" 1*blank [en-from *blank] en-short en-tails-of-short /
/// en-takes en-taken / en-verb en-tails`
///
/// Where a full square can be read, a short one is rejected.
#[inline]
pub(super) fn en_piece_word(input: &[u8]) -> Parsed<'_, Predicate> {
    let to = || (tag_no_case("to"), wide);
    let goes = map(preceded(to(), pair(en_goal, en_tails)), Predicate::goes);
    let from = opt(terminated(en_from, blanks));
    let short = preceded(to(), (from, preceded(not(en_square), en_short), en_tails_of_short));
    alt((
        goes,
        map(short, |(from, place, marks)| Predicate { from, ..Predicate::new(Action::To(place), marks) }),
        map(pair(en_takes, en_taken), Predicate::takes),
        map((en_verb, en_tails), |(action, marks)| Predicate::new(action, marks)),
    ))
    .parse(input)
}

/// `en-goal = [en-from *blank] (en-square / en-own / en-his-square)`
#[inline]
pub(super) fn en_goal(input: &[u8]) -> Parsed<'_, (Option<Place>, Goal)> {
    let to = |place| Goal::Action(Action::To(place));
    let own = map(en_own, |(officer, ranks)| Goal::Own(officer, ranks));
    let goal = alt((map(en_square, to), own, map(en_his_square, to)));
    pair(opt(terminated(en_from, blanks)), goal).parse(input)
}

/// `en-takes = ("takes" / "take" / "captures") 1*blank`
#[inline]
pub(super) fn en_takes(input: &[u8]) -> Parsed<'_, Takes> {
    value(Action::Takes as Takes, (one_of(&["takes", "take", "captures"]), wide)).parse(input)
}

/// `en-verb = "checks" / "mates" / "interposes" / "moves"`
pub(super) fn en_verb(input: &[u8]) -> Parsed<'_, Action> {
    alt((
        value(Action::Checks, tag_no_case("checks")),
        value(Action::Mates, tag_no_case("mates")),
        value(Action::Interposes, tag_no_case("interposes")),
        value(Action::Moves, tag_no_case("moves")),
    ))
    .parse(input)
}

/// `en-pawn-sign = dash *blank en-pawn-goal en-tails-promoting / cross *blank en-taken-by-pawn`
#[inline]
pub(super) fn en_pawn_sign(input: &[u8]) -> Parsed<'_, Predicate> {
    let goes = (dash, blanks, en_pawn_goal, en_tails_promoting);
    let goes = map(goes, |(to, (), (from, place), marks)| Predicate { from, ..Predicate::new(to(place), marks) });
    alt((goes, map(pair(terminated(cross, blanks), en_taken_by_pawn), Predicate::takes))).parse(input)
}

/// `en-pawn-word = "to" 1*blank en-pawn-goal en-tails-promoting / en-takes en-taken-by-pawn / en-verb en-tails /
/// en-steps en-tails-promoting / en-turns en-tails / en-square en-tails-promoting`
#[inline]
pub(super) fn en_pawn_word(input: &[u8]) -> Parsed<'_, Predicate> {
    let goes = preceded((tag_no_case("to"), wide), pair(en_pawn_goal, en_tails_promoting));
    let turns = |(role, marks): (Role, Marks)| Predicate::new(Action::Promotes, marks.promoting(role));
    alt((
        map(goes, |((from, place), marks)| Predicate { from, ..Predicate::new(Action::To(place), marks) }),
        map(pair(en_takes, en_taken_by_pawn), Predicate::takes),
        map((en_verb, en_tails), |(action, marks)| Predicate::new(action, marks)),
        map((en_steps, en_tails_promoting), |(count, marks)| Predicate::new(Action::Steps(count), marks)),
        map((en_turns, en_tails), turns),
        map((en_square, en_tails_promoting), |(place, marks)| Predicate::new(Action::To(place), marks)),
    ))
    .parse(input)
}

/// `en-pawn-goal = [en-from *blank] (en-square / en-his-square) [1*blank "two"]`
#[inline]
pub(super) fn en_pawn_goal(input: &[u8]) -> Parsed<'_, (Option<Place>, Place)> {
    let from = opt(terminated(en_from, blanks));
    pair(from, terminated(alt((en_square, en_his_square)), opt((wide, tag_no_case("two"))))).parse(input)
}

/// `en-steps = ("one" / "two") [1*blank ("squares" / "square" / "sq")]`
pub(super) fn en_steps(input: &[u8]) -> Parsed<'_, u8> {
    let squares = opt((wide, one_of(&["squares", "square", "sq"])));
    terminated(alt((value(1, tag_no_case("one")), value(2, tag_no_case("two")))), squares).parse(input)
}

/// `en-taken = en-pawn-victim en-tails / en-officer-victim en-tails / queen-victim en-tails`
#[inline]
pub(super) fn en_taken(input: &[u8]) -> Parsed<'_, (Piece, Marks)> {
    alt((pair(en_pawn_victim, en_tails), pair(en_officer_victim, en_tails), pair(queen_victim, en_tails))).parse(input)
}

/// `en-taken-by-pawn = en-pawn-victim en-tails-taking / en-officer-victim en-tails-taking / queen-victim
/// en-tails-taking`
#[inline]
pub(super) fn en_taken_by_pawn(input: &[u8]) -> Parsed<'_, (Piece, Marks)> {
    alt((
        pair(en_pawn_victim, en_tails_taking),
        pair(en_officer_victim, en_tails_taking),
        pair(queen_victim, en_tails_taking),
    ))
    .parse(input)
}

/// Parses the square after the name of a victim. A name that has a shorter form is rejected if another move continues
/// after it.
fn standing(input: &[u8], victim: Piece, is_shortest: bool) -> Parsed<'_, Piece> {
    let (rest, place) = opt(en_stands).parse(input)?;
    let at = place.map_or(victim.at, |place| within(victim.at, place));
    let victim = Piece { at, ..victim };
    if is_shortest { Ok((rest, victim)) } else { value(victim, not(next_move)).parse(rest) }
}

/// `en-pawn-victim = ["doubled" 1*blank] en-pawn [en-stands]`
#[inline]
pub(super) fn en_pawn_victim(input: &[u8]) -> Parsed<'_, Piece> {
    let doubled = map(opt((tag_no_case("doubled"), wide)), |doubled| doubled.is_some());
    let (rest, (doubled, piece)) = pair(doubled, en_pawn).parse(input)?;
    standing(rest, Piece { doubled, ..piece }, piece == pawn(0xff))
}

/// `en-officer-victim = en-officer [en-stands]`
#[inline]
pub(super) fn en_officer_victim(input: &[u8]) -> Parsed<'_, Piece> {
    let (rest, (role, board_side)) = en_officer(input)?;
    standing(rest, named_piece(role, board_side), board_side.is_none())
}

/// `queen-victim = %s"Q" [en-stands]`
#[inline]
pub(super) fn queen_victim(input: &[u8]) -> Parsed<'_, Piece> {
    let (rest, queen) = value(royal_piece(BoardSide::Queen), just(b'Q')).parse(input)?;
    standing(rest, queen, true)
}

/// `en-stands = ["."] *blank en-from / set-off ("at" / "on") 1*blank en-square`
#[inline]
pub(super) fn en_stands(input: &[u8]) -> Parsed<'_, Place> {
    let bracketed = preceded((opt(just(b'.')), blanks), en_from);
    let named = preceded((set_off, one_of(&["at", "on"]), wide), en_square);
    alt((bracketed, named)).parse(input)
}
