//! Groups of duplicates, in the order of the input.

use std::io;

use super::fingerprint::{FINGERPRINT, FieldWriter, GameFingerprint, Get, RANK, Rank, WHERE, Where};
use super::relations::Relations;
use super::row::DuplicateRow;
use super::sort::{SortLimits, Sorted, Sorter};
use partie_record::{count, format_thousands};
use partie_rules::GameKind;

/// Bytes of a group member: hash of the group's longest game, names hash; rank, moves and meeting hash, place, outcome,
/// kind.
const MEMBER: usize = 16 + 8 + RANK + 16 + 8 + WHERE + 2;
/// Bytes of a row: index of the kept game, own index; level, plies, outcome, kind of game; own and kept place.
const LINE: usize = 8 + 8 + 1 + 4 + 1 + 1 + WHERE + WHERE;

const LEVELS: [&str; 5] = ["kept", "exact", "moves", "prefix", "order"];

/// The number of duplicates by level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub groups: u64,
    /// Games with the same moves and result as the kept game.
    pub exact: u64,
    /// Games with the same moves as the kept game but another result.
    pub moves: u64,
    /// Games that are the beginning of the kept game, or that continue a legal kept game.
    pub prefix: u64,
    /// Games of the same players with other moves but the same number of plies and final position.
    pub order: u64,
}

impl Totals {
    /// Games that are not kept.
    pub const fn copies(self) -> u64 {
        self.exact + self.moves + self.prefix + self.order
    }

    /// Formats the totals in a line.
    pub fn line(self) -> String {
        if self.groups == 0 {
            return "no duplicates".to_owned();
        }
        let order = match self.order {
            0 => String::new(),
            order => format!(", {} in another order of moves", format_thousands(order)),
        };
        format!(
            "{} with {}: {} exact, {} with another result, {} where one is the beginning of the other{order}",
            count(self.groups, "group", "groups"),
            count(self.copies(), "copy", "copies"),
            format_thousands(self.exact),
            format_thousands(self.moves),
            format_thousands(self.prefix),
        )
    }
}

#[derive(Debug)]
pub struct Duplicates {
    lines: Sorted<LINE>,
    sources: Vec<String>,
    games: u64,
    totals: Totals,
}

/// The places of a game and of its group's kept game, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    pub source: usize,
    /// Number of games in the whole input before this game.
    pub place: u64,
    /// Number of games in the whole input before the kept game.
    pub kept: u64,
}

impl Duplicates {
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    pub fn sources(&self) -> &[String] {
        &self.sources
    }

    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Calls `each` with all rows, group by group, in input order. Game keys are 0: only joined tables have keys.
    ///
    /// # Errors
    /// If reading temporary files or `each` fails.
    pub fn each(&mut self, mut each: impl FnMut(Places, DuplicateRow<'_>) -> io::Result<()>) -> io::Result<()> {
        let mut merge = self.lines.merge()?;
        let (mut group, mut before) = (0, None);
        while let Some(line) = merge.pop()? {
            let mut get = Get(&line);
            let (kept_at, own_at) = (get.u64(), get.u64());
            let (level, plies) = (get.u8(), get.u32());
            let (outcome, kind) = (i8::from_be_bytes(get.bytes()), get.u8());
            let (place, kept) = (Where::get(get.bytes()), Where::get(get.bytes()));
            group += i64::from(before.replace(kept_at) != Some(kept_at));
            let source = |place: Where| self.sources.get(place.source as usize).map_or("", String::as_str);
            let row = DuplicateRow {
                group,
                level: LEVELS.get(usize::from(level)).copied().unwrap_or_default(),
                source: source(place),
                game: signed(place.game),
                game_key: 0,
                line: signed(place.line),
                kind: kind_name(kind),
                plies: i32::try_from(plies).unwrap_or(i32::MAX),
                outcome: (outcome != 2).then_some(outcome),
                kept_source: source(kept),
                kept_game: signed(kept.game),
                kept_game_key: 0,
            };
            each(Places { source: place.source as usize, place: own_at, kept: kept_at }, row)?;
        }
        Ok(())
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn kind_name(kind: u8) -> &'static str {
    GameKind::numbered(kind).unwrap_or_default().name()
}

pub(super) fn find(
    fingerprints: &mut Sorted<FINGERPRINT>,
    mut relations: Relations,
    (sources, games): (Vec<String>, u64),
    limits: &SortLimits,
) -> io::Result<Duplicates> {
    let mut members = members(fingerprints, &mut relations, limits)?;
    drop(relations);
    let mut lines = Sorter::new(&limits.folder, limits.other());
    let mut totals = Totals::default();
    let mut merge = members.merge()?;
    let mut kept: Option<([u8; 24], Member)> = None;
    while let Some(bytes) = merge.pop()? {
        let (key, member) = Member::get(&bytes);
        // The members are sorted by rank: the first one of a group is kept.
        let survivor = match kept {
            Some((known, survivor)) if known == key => survivor,
            _ => {
                totals.groups += 1;
                kept = Some((key, member));
                member
            }
        };
        let level = if survivor.rank.place == member.rank.place {
            0
        } else if survivor.whole != member.whole && survivor.meeting == member.meeting && member.meeting != 0 {
            totals.order += 1;
            4
        } else if survivor.whole != member.whole {
            totals.prefix += 1;
            3
        } else if survivor.outcome != member.outcome {
            totals.moves += 1;
            2
        } else {
            totals.exact += 1;
            1
        };
        let line = FieldWriter::<LINE>::new()
            .bytes(&survivor.rank.place.to_be_bytes())
            .bytes(&member.rank.place.to_be_bytes())
            .bytes(&[level])
            .bytes(&member.rank.plies.to_be_bytes())
            .bytes(&member.outcome.to_be_bytes())
            .bytes(&[member.kind])
            .bytes(&member.place.put())
            .bytes(&survivor.place.put());
        lines.push(line.done())?;
    }
    drop(merge);
    drop(members);
    Ok(Duplicates { lines: lines.finish()?, sources, games, totals })
}

/// A game of a group.
#[derive(Clone, Copy, Debug)]
struct Member {
    rank: Rank,
    whole: u128,
    meeting: u64,
    place: Where,
    outcome: i8,
    kind: u8,
}

impl Member {
    fn get(bytes: &[u8; MEMBER]) -> ([u8; 24], Self) {
        let mut get = Get(bytes);
        let key = get.bytes();
        let member = Self {
            rank: Rank::get(get.bytes()),
            whole: get.u128(),
            meeting: get.u64(),
            place: Where::get(get.bytes()),
            outcome: i8::from_be_bytes(get.bytes()),
            kind: get.u8(),
        };
        (key, member)
    }
}

fn member(fingerprint: &GameFingerprint, root: u128) -> [u8; MEMBER] {
    FieldWriter::<MEMBER>::new()
        .bytes(&root.to_be_bytes())
        .bytes(&fingerprint.names.to_be_bytes())
        .bytes(&fingerprint.rank.put())
        .bytes(&fingerprint.whole.to_be_bytes())
        .bytes(&fingerprint.meeting.to_be_bytes())
        .bytes(&fingerprint.place.put())
        .bytes(&fingerprint.outcome.to_be_bytes())
        .bytes(&[fingerprint.kind])
        .done()
}

/// Collects the games that have a copy, a beginning or a continuation among the other games.
fn members(
    fingerprints: &mut Sorted<FINGERPRINT>,
    relations: &mut Relations,
    limits: &SortLimits,
) -> io::Result<Sorted<MEMBER>> {
    let mut members = Sorter::new(&limits.folder, limits.other());
    let mut walk = relations.walk()?;
    let mut merge = fingerprints.merge()?;
    // `first` is the first game with certain moves, until a second one comes. `group` has the moves of the last game
    // and the hash of its group's longest game, 0 without a group.
    let mut first: Option<GameFingerprint> = None;
    let mut group = ((0, 0), 0);
    while let Some(bytes) = merge.pop()? {
        let fingerprint = GameFingerprint::get(&bytes);
        if first.is_none() && group.0 == (fingerprint.whole, fingerprint.names) && group.1 != 0 {
            members.push(member(&fingerprint, group.1))?;
            continue;
        }
        if let Some(before) =
            first.filter(|before| (before.whole, before.names) == (fingerprint.whole, fingerprint.names))
        {
            members.push(member(&before, before.whole))?;
            members.push(member(&fingerprint, before.whole))?;
            (first, group) = (None, ((fingerprint.whole, fingerprint.names), fingerprint.whole));
            continue;
        }
        let root = if fingerprint.names == 0 { walk.root(fingerprint.whole)? } else { None };
        match root {
            Some(root) => {
                members.push(member(&fingerprint, root))?;
                (first, group) = (None, ((fingerprint.whole, fingerprint.names), root));
            }
            None => {
                group = ((fingerprint.whole, fingerprint.names), 0);
                first = Some(fingerprint);
            }
        }
    }
    members.finish()
}
