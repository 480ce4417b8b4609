//! A short list of moves that seldom needs the heap.

use partie_rules::chess::{Move, MoveKind, Role, Square};

/// Maximum number of moves kept inline; more go to the heap.
const PLACES: usize = 8;

const NOTHING: Move = Move {
    from: Square::new(0),
    to: Square::new(0),
    role: Role::Pawn,
    promotion: None,
    captured: None,
    kind: MoveKind::Plain,
};

#[derive(Clone)]
pub(super) struct Moves {
    places: [Move; PLACES],
    count: usize,
    /// All moves, if there are more than `PLACES`.
    many: Vec<Move>,
}

impl Moves {
    #[inline]
    pub(super) const fn new() -> Self {
        Self { places: [NOTHING; PLACES], count: 0, many: Vec::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        match self.places.get_mut(self.count) {
            Some(place) => *place = mv,
            None => self.spill(mv),
        }
        self.count += 1;
    }

    #[cold]
    fn spill(&mut self, mv: Move) {
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.places);
        }
        self.many.push(mv);
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Move] {
        if self.count > PLACES { &self.many } else { &self.places[..self.count] }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    /// Keeps the moves for which `keep` is true, in order.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        let mut kept = Self::new();
        for &mv in self.as_slice() {
            if keep(mv) {
                kept.push(mv);
            }
        }
        *self = kept;
    }
}

impl std::fmt::Debug for Moves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_places() {
        let mut moves = Moves::new();
        for index in 0..20 {
            moves.push(Move { to: Square::new(index), ..NOTHING });
            assert_eq!(moves.len(), index as usize + 1);
            assert!(moves.as_slice().iter().enumerate().all(|(at, mv)| mv.to.index() == at));
        }
        moves.retain(|mv| mv.to.index() % 2 == 1);
        assert_eq!(moves.as_slice().len(), 10);
        moves.retain(|mv| mv.to.index() < 4);
        assert_eq!(moves.as_slice().iter().map(|mv| mv.to.index()).collect::<Vec<_>>(), [1, 3]);
    }
}
