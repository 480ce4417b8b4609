//! The data kept for each game, as bytes in sorting order: numbers are big-endian, better values come first.

/// Size of a [`Rank`] in bytes.
pub(super) const RANK: usize = 19 + 8;
/// Size of a [`GameFingerprint`] in bytes.
pub(super) const FINGERPRINT: usize = 24 + RANK + 24 + 8 + 8 + WHERE + 2;
/// Size of a [`Where`] in bytes.
pub(super) const WHERE: usize = 4 + 8 + 8;

/// Writes fields one after another.
#[derive(Debug)]
pub(super) struct FieldWriter<const N: usize> {
    bytes: [u8; N],
    at: usize,
}

impl<const N: usize> FieldWriter<N> {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; N], at: 0 }
    }

    pub(super) fn bytes(mut self, field: &[u8]) -> Self {
        let to = self.at + field.len();
        if let Some(place) = self.bytes.get_mut(self.at..to) {
            place.copy_from_slice(field);
        }
        self.at = to;
        self
    }

    pub(super) fn done(self) -> [u8; N] {
        debug_assert_eq!(self.at, N);
        self.bytes
    }
}

#[derive(Debug)]
pub(super) struct Get<'a>(pub(super) &'a [u8]);

impl Get<'_> {
    pub(super) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (head, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        head.try_into().unwrap_or([0; N])
    }

    pub(super) fn u128(&mut self) -> u128 {
        u128::from_be_bytes(self.bytes())
    }

    pub(super) fn u64(&mut self) -> u64 {
        u64::from_be_bytes(self.bytes())
    }

    pub(super) fn u32(&mut self) -> u32 {
        u32::from_be_bytes(self.bytes())
    }

    pub(super) fn u8(&mut self) -> u8 {
        let [byte] = self.bytes();
        byte
    }
}

/// The order of copies, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rank {
    /// True if all moves could be played.
    pub(super) legal: bool,
    pub(super) plies: u32,
    pub(super) annotations: u32,
    pub(super) tags: u16,
    /// Index of the game in the whole input, from 0.
    pub(super) place: u64,
    /// A hash of both players' family names; 0 if one is unknown. Never decides the order, because `place` is unique.
    pub(super) players: u64,
}

impl Rank {
    pub(super) fn put(self) -> [u8; RANK] {
        FieldWriter::<RANK>::new()
            .bytes(&[u8::from(!self.legal)])
            .bytes(&(!self.plies).to_be_bytes())
            .bytes(&(!self.annotations).to_be_bytes())
            .bytes(&(!self.tags).to_be_bytes())
            .bytes(&self.place.to_be_bytes())
            .bytes(&self.players.to_be_bytes())
            .done()
    }

    pub(super) fn get(bytes: [u8; RANK]) -> Self {
        let mut get = Get(&bytes);
        Self {
            legal: get.u8() == 0,
            plies: !get.u32(),
            annotations: !get.u32(),
            tags: !u16::from_be_bytes(get.bytes()),
            place: get.u64(),
            players: get.u64(),
        }
    }

    /// True if both games may be between the same players.
    pub(super) const fn may_be_of_the_same(&self, other: &Self) -> bool {
        self.players == 0 || other.players == 0 || self.players == other.players
    }
}

/// The place of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Where {
    pub(super) source: u32,
    /// Number in the source, from 1.
    pub(super) game: u64,
    /// First line, from 1.
    pub(super) line: u64,
}

impl Where {
    pub(super) fn put(self) -> [u8; WHERE] {
        FieldWriter::<WHERE>::new()
            .bytes(&self.source.to_be_bytes())
            .bytes(&self.game.to_be_bytes())
            .bytes(&self.line.to_be_bytes())
            .done()
    }

    pub(super) fn get(bytes: [u8; WHERE]) -> Self {
        let mut get = Get(&bytes);
        Self { source: get.u32(), game: get.u64(), line: get.u64() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameFingerprint {
    /// The hash of the moves.
    pub(super) whole: u128,
    /// A hash of names, date and round for a short game; otherwise 0.
    pub(super) names: u64,
    pub(super) rank: Rank,
    /// The upper halves of the hashes after 20, 40 and 60 plies, only for grouping.
    pub(super) at: [u64; 3],
    /// For a legal game, a hash of both family names in any order, year, plies and final position; 0 if one is unknown.
    pub(super) meeting: u64,
    /// Offset of the game's moves in the log.
    pub(super) log: u64,
    pub(super) place: Where,
    /// The result: 1, 0 or -1; 2 if unknown.
    pub(super) outcome: i8,
    /// The kind of game, as in [`GameKind`](partie_rules::GameKind).
    pub(super) kind: u8,
}

impl GameFingerprint {
    pub(super) fn put(self) -> [u8; FINGERPRINT] {
        let [a, b, c] = self.at;
        FieldWriter::<FINGERPRINT>::new()
            .bytes(&self.whole.to_be_bytes())
            .bytes(&self.names.to_be_bytes())
            .bytes(&self.rank.put())
            .bytes(&a.to_be_bytes())
            .bytes(&b.to_be_bytes())
            .bytes(&c.to_be_bytes())
            .bytes(&self.meeting.to_be_bytes())
            .bytes(&self.log.to_be_bytes())
            .bytes(&self.place.put())
            .bytes(&self.outcome.to_be_bytes())
            .bytes(&[self.kind])
            .done()
    }

    pub(super) fn get(bytes: &[u8; FINGERPRINT]) -> Self {
        let mut get = Get(bytes);
        Self {
            whole: get.u128(),
            names: get.u64(),
            rank: Rank::get(get.bytes()),
            at: [get.u64(), get.u64(), get.u64()],
            meeting: get.u64(),
            log: get.u64(),
            place: Where::get(get.bytes()),
            outcome: i8::from_be_bytes(get.bytes()),
            kind: get.u8(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_come_back_and_the_better_first() {
        let rank = Rank { legal: true, plies: 80, annotations: 3, tags: 7, place: 9, players: 8 };
        let place = Where { source: 1, game: 2 << 40, line: 3 << 40 };
        let fingerprint = GameFingerprint {
            whole: 5 << 90,
            names: 6,
            rank,
            at: [1, 2, 3],
            meeting: 9,
            log: 4,
            place,
            outcome: -1,
            kind: 2,
        };
        assert_eq!(GameFingerprint::get(&fingerprint.put()), fingerprint);
        for worse in [
            Rank { legal: false, plies: 99, ..rank },
            Rank { plies: 79, annotations: 9, ..rank },
            Rank { annotations: 2, tags: 9, ..rank },
            Rank { tags: 6, place: 1, ..rank },
            Rank { place: 10, ..rank },
        ] {
            assert!(rank.put() < worse.put(), "{worse:?}");
        }
    }
}
