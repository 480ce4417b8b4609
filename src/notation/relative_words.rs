//! The relative words of KI2 and JKF, which a move needs besides piece and target to be unambiguous.
//!
//! The words distinguish all pieces of the type that seem to reach the target, pinned ones included, as Kifu for
//! Windows does. They are resolved by `rules`, with the pattern.

use partie_rules::shogi::{Flank, Motion, Move, PieceType, Position, Square, squares};
use partie_rules::{Rules as _, Side};

/// The relative words of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// 左, 右 or 直.
    pub flank: Option<Flank>,
    /// 上, 寄 or 引.
    pub motion: Option<Motion>,
    /// 打, needed if a piece on the board could also move there.
    pub drop: bool,
    /// True if the piece may promote, so that 成 or 不成 is written.
    pub may_promote: bool,
}

impl Words {
    /// The words for a move played in `before`.
    pub fn of(before: &Position, mv: Move) -> Self {
        let side = before.turn();
        let to = mv.to();
        let rivals = before.pseudo_legal_to(mv.kind(), to);
        let Some(from) = mv.from() else { return Self { drop: rivals != 0, ..Self::default() } };
        let zone = |at: Square| if side == Side::First { at.rank() <= 3 } else { at.rank() >= 7 };
        let may_promote = mv.kind().promoted().is_some() && (zone(from) || zone(to));
        let mut words = Self { may_promote, ..Self::default() };
        if rivals.count_ones() < 2 {
            return words;
        }
        let own_motion = motion(side, from, to);
        let alone = |fits: &dyn Fn(Square) -> bool| squares(rivals).filter(|at| fits(*at)).count() == 1;
        if alone(&|at| motion(side, at, to) == own_motion) {
            words.motion = Some(own_motion);
            return words;
        }
        if matches!(mv.kind(), PieceType::Horse | PieceType::Dragon) {
            // A side has at most two horses or dragons. A piece straight ahead is left or right of the other one.
            let other = squares(rivals).find(|at| *at != from).unwrap_or(to);
            words.flank = Some(side_of(side, from, other));
            return words;
        }
        let straight = |at: Square| at.file() == to.file();
        if straight(from) {
            words.flank = Some(Flank::Straight);
            return words;
        }
        let own_flank = side_of(side, from, to);
        words.flank = Some(own_flank);
        if !alone(&|at| !straight(at) && side_of(side, at, to) == own_flank) {
            words.motion = Some(own_motion);
        }
        words
    }
}

/// The side of `other` on which `at` lies, as the mover sees it: 先手 sees file 9 on the left.
fn side_of(side: Side, at: Square, other: Square) -> Flank {
    if (at.file() > other.file()) == (side == Side::First) { Flank::Left } else { Flank::Right }
}

fn motion(side: Side, from: Square, to: Square) -> Motion {
    let (from, to) = if side == Side::First { (from.rank(), to.rank()) } else { (to.rank(), from.rank()) };
    match to.cmp(&from) {
        std::cmp::Ordering::Less => Motion::Up,
        std::cmp::Ordering::Equal => Motion::Sideways,
        std::cmp::Ordering::Greater => Motion::Back,
    }
}

/// Appends `５五`, or `同　` if the previous move went to the same square.
pub(super) fn push_target(text: &mut String, to: Square, previous: Option<Square>) {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    if previous == Some(to) {
        text.push_str("同　");
    } else {
        text.push(FILES[usize::from(to.file() - 1)]);
        text.push(RANKS[usize::from(to.rank() - 1)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sfen, usi};
    use partie_rules::Resolution;

    fn words(position: &str, text: &str) -> Words {
        let position = sfen::read_sfen(position).setup.into_position_lenient();
        let Resolution::Unique(mv) = position.resolve(&usi::read_move(text.as_bytes()).unwrap()) else {
            panic!("{text}")
        };
        Words::of(&position, mv)
    }

    #[test]
    fn the_fewest_words_that_tell_pieces_apart() {
        let golds = "k8/9/9/9/4g4/3G1G3/3G5/9/8K b - 1";
        let of = |flank, motion| Words { flank, motion, ..Words::default() };
        assert_eq!(words("k8/9/9/9/9/3G1G3/9/9/8K b - 1", "6f5e"), of(Some(Flank::Left), None));
        assert_eq!(words("k8/9/9/9/3G5/5G3/9/9/8K b - 1", "6e5e"), of(None, Some(Motion::Sideways)));
        assert_eq!(words("k8/9/9/9/3G5/3G1G3/9/9/8K b - 1", "6f5e"), of(Some(Flank::Left), Some(Motion::Up)));
        assert_eq!(words("k8/9/9/9/9/3GG4/9/9/8K b - 1", "5f5e"), of(Some(Flank::Straight), None));
        assert_eq!(words(golds, "6f5e"), of(Some(Flank::Left), None));
        assert_eq!(words("8k/9/9/3g1g3/9/9/9/9/K8 w - 1", "6d5e"), of(Some(Flank::Right), None));
        assert_eq!(words("k8/9/9/9/3+B5/4+B4/9/9/8K b - 1", "5f5e"), of(None, Some(Motion::Up)));
        assert_eq!(words("k8/9/9/9/9/3+B+B4/9/9/8K b - 1", "5f5e"), of(Some(Flank::Right), None));
        assert!(words("k8/9/9/9/9/4G4/9/9/8K b G 1", "G*5e").drop);
        assert!(!words("k8/9/9/9/9/9/9/9/8K b G 1", "G*5e").drop);
    }
}
