//! Compares the main line with other records of the same game: finds these records, repairs that follow from them, and
//! differences.

use std::borrow::Cow;

use super::context::GameContext;
use super::copies::{GameCopy, OtherRecord, families, features, of_families};
use super::damaged::LineSlots;
use super::line_replayer::LineReplayer;
use super::replay_rules::ReplayRules;
use partie_notation::moves::MoveOf;
use partie_notation::spell::numbered as numbered_move;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::{moved, text};
use partie_record::say;
use partie_repair::{DamagedLine, LONGEST, Pairing, SearchResult, Slot, pair};
use partie_rules::{Resolution, Rules as _, Side};

/// Maximum number of records compared with one game.
const MAX_RECORDS: usize = 4;
/// Minimum share of the shorter record's texts that the other one must contain: by default, if the players' names
/// agree, and if they disagree.
const MIN_SHARE: f32 = 0.6;
const MIN_SHARE_WITH_NAMES: f32 = 0.3;
const MIN_SHARE_AGAINST_NAMES: f32 = 0.85;
/// Minimum number of texts that two records share, by default and if the names disagree.
const MIN_SHARED_TEXTS: usize = 4;
const MIN_SHARED_AGAINST_NAMES: usize = 30;
/// Minimum number of shared texts for one record to be the beginning of another.
const MIN_BEGINNING_TEXTS: usize = 16;
/// Number of texts shown before and after a difference.
const AROUND: usize = 3;
/// Maximum number of texts that are read to determine the notation of a record.
const MAX_SAMPLE_TEXTS: usize = 16;
/// Minimum number of texts of a record that may be less than half as long as the other.
const MIN_TEXTS_OF_PART: usize = 30;

/// The repairs of the main line that follow from another record.
pub(super) struct PairedLine<N: ReplayRules> {
    pub(super) other: OtherRecord,
    pub(super) found: SearchResult<MoveOf<N>>,
    cost: f32,
}

/// Returns the other record that agrees best with the main line, and the repairs that follow from it. Reports moves in
/// which the two differ although both can be played.
pub(super) fn of_main_line<N: ReplayRules>(
    replayer: &mut LineReplayer<N>,
    context: &GameContext<'_, N>,
    slots: &LineSlots<'_>,
) -> Option<PairedLine<N>> {
    let copies = replayer.options.copies.clone()?;
    let line = slots.damaged(replayer, context.start, &replayer.moves);
    if line.slots.len() > LONGEST {
        return None;
    }
    let own_families = families(context.text, context.record);
    let mut keys = Vec::new();
    let texts = line.slots.iter().map(|slot| &slot.text);
    features(&context.start.board, &replayer.moves, texts, &mut keys);
    keys.extend(own_families.map(of_families));
    let mut best: Option<PairedLine<N>> = None;
    let mut findings = Vec::new();
    let mut pairs = 0;
    for (number, copy) in copies.alike(&keys) {
        let Some(other) = OtherLine::of(&line, slots, copy) else { continue };
        if !other.is_of_same_game(&line, agree(own_families, copy.families())) {
            continue;
        }
        let (start, known) = (context.start, None);
        let (played, slots_of_other) = (other.played.as_slice(), other.slots());
        let other =
            DamagedLine { notation: line.notation, start, played, slots: &slots_of_other, known, medium: line.medium };
        copies.pair(number);
        let Some(Pairing { found, differences, rest, first, cost }) = pair(&line, &other) else { continue };
        for difference in differences {
            let Some(place) = slots.places.get(difference.slots[0]) else { continue };
            let before = context.start.after_moves(&played_to(&line, &found, difference.plies));
            let at = copy.place_of(difference.slots[1]);
            let message = say!(
                "copy-differs",
                token = moved(context.text.show(place.token)),
                mv = moved(slots.written(line.notation, &before, difference.other)),
                place = text(at.to_string())
            );
            let ply = difference.slots[0] as u32 + 1;
            findings.push(Finding::new(Code::P001, place.token, message).at_ply(ply).help(say!("look-at-both-copies")));
        }
        if !found.hypotheses.is_empty() && best.as_ref().is_none_or(|best| cost < best.cost) {
            let played = found.hypotheses[0].moves.clone();
            let rest = numbered(&line, slots, (&played, &rest));
            let beside = first.map(|[one, other]| [excerpt(line.slots, one), excerpt(&slots_of_other, other)]);
            let other = OtherRecord { place: copy.place_of(0), beside, tags: copy.tags().to_vec(), rest };
            best = Some(PairedLine { other, found, cost });
        }
        pairs += 1;
        if pairs == MAX_RECORDS {
            break;
        }
    }
    for finding in findings {
        replayer.collector.add(finding.code, Severity::Warning, || finding);
    }
    best
}

/// Returns the text of a slot and its neighbors, with move numbers from 1.
fn excerpt(slots: &[Slot<'_>], at: usize) -> String {
    let from = at.saturating_sub(AROUND);
    let words = slots.iter().enumerate().skip(from).take(at - from + AROUND + 1).map(|(index, slot)| {
        let is_first = index % 2 == 0;
        if is_first || index == from {
            numbered_move(index as u32 / 2 + 1, is_first, &slot.text)
        } else {
            slot.text.to_string()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Writes `moves` in the notation and numbering of the line; `before` are the moves that precede them.
fn numbered<N: ReplayRules>(
    line: &DamagedLine<'_, N>,
    slots: &LineSlots<'_>,
    (before, moves): (&[MoveOf<N>], &[MoveOf<N>]),
) -> String {
    let from = line.numbered_from().unwrap_or(2);
    let mut node = line.start.after_moves(before);
    let mut words = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let count = u32::try_from(from + (before.len() + index) as i64).unwrap_or_default();
        let text = slots.written(line.notation, &node, *mv);
        let is_first = node.turn() == Side::First;
        words.push(if is_first || index == 0 { numbered_move(count / 2, is_first, &text) } else { text });
        node.play_listed(*mv);
    }
    words.join(" ")
}

/// Returns the first `plies` moves of the likeliest hypothesis.
fn played_to<N: ReplayRules>(
    line: &DamagedLine<'_, N>,
    found: &SearchResult<MoveOf<N>>,
    plies: usize,
) -> Vec<MoveOf<N>> {
    let moves = found.hypotheses.first().map_or(line.played, |best| best.moves.as_slice());
    moves.get(..plies).unwrap_or(moves).to_vec()
}

/// True if the names of two records are of the same players, false if they are not; `None` if that is unknown.
fn agree(own: Option<[u64; 2]>, other: Option<[u64; 2]>) -> Option<bool> {
    let (own, other) = own.zip(other)?;
    if own == other {
        return Some(true);
    }
    // One name may be spelled differently.
    if own.iter().any(|family| other.contains(family)) { None } else { Some(false) }
}

/// Another record, in the notation of the line that it is compared with.
struct OtherLine<'a, N: ReplayRules> {
    texts: Vec<Cow<'a, str>>,
    played: Vec<MoveOf<N>>,
}

impl<'a, N: ReplayRules> OtherLine<'a, N> {
    /// Returns `None` if the record starts differently, is too long to be compared, or has exactly the same texts.
    fn of(line: &DamagedLine<'_, N>, slots: &LineSlots<'_>, copy: &'a GameCopy) -> Option<Self> {
        let main = copy.played().line_of::<N::Rules>()?;
        if main.start.zobrist() != line.start.zobrist() {
            return None;
        }
        let texts = copy.texts();
        if texts.len() > LONGEST {
            return None;
        }
        if line.slots.iter().map(|slot| &*slot.text).eq(texts.iter().map(|text| &**text)) {
            return None;
        }
        let played = main.moves.clone();
        let written = write_moves(line, slots, &main.moves);
        let tidy = |text: &str| line.notation.tidy(text).into_owned();
        let alike =
            written.iter().zip(texts).take(MAX_SAMPLE_TEXTS).filter(|(one, other)| tidy(one) == tidy(other)).count();
        let raw = texts.iter().map(|text| Cow::Borrowed(&**text));
        let texts = match reads_alike(line, &main.moves, texts) {
            true if 2 * alike >= written.len().min(MAX_SAMPLE_TEXTS) => raw.collect(),
            // One record has coordinates, the other short forms.
            true => written.into_iter().map(Cow::Owned).chain(raw.skip(played.len())).collect(),
            false => written.into_iter().map(Cow::Owned).collect(),
        };
        Some(Self { texts, played })
    }

    /// True if the records are of the same game, judging by texts and names; `agree` is true if the names agree.
    fn is_of_same_game(&self, line: &DamagedLine<'_, N>, agree: Option<bool>) -> bool {
        let tidy = |text: &str| line.notation.tidy(text).into_owned();
        let own: Vec<String> = line.slots.iter().map(|slot| tidy(&slot.text)).collect();
        let other: Vec<String> = self.texts.iter().map(|text| tidy(text)).collect();
        let shared = longest_common(&own, &other);
        let (shorter, longer) = (own.len().min(other.len()), own.len().max(other.len()));
        let share = shared as f32 / shorter.max(1) as f32;
        match agree {
            Some(true) => shared >= MIN_SHARED_TEXTS && share >= MIN_SHARE_WITH_NAMES,
            Some(false) => shared >= MIN_SHARED_AGAINST_NAMES && share >= MIN_SHARE_AGAINST_NAMES,
            None if shared >= MIN_BEGINNING_TEXTS && share >= MIN_SHARE_AGAINST_NAMES => true,
            None => {
                shared >= MIN_SHARED_TEXTS
                    && share >= MIN_SHARE
                    && (shorter >= MIN_TEXTS_OF_PART || 2 * shorter >= longer)
            }
        }
    }

    fn slots(&self) -> Vec<Slot<'_>> {
        let slots = self.texts.iter();
        slots.map(|text| Slot { bytes: text.as_bytes(), text: Cow::Borrowed(text.as_ref()), number: None }).collect()
    }
}

/// True if the texts of another record are in the line's notation and language.
fn reads_alike<N: ReplayRules>(line: &DamagedLine<'_, N>, moves: &[MoveOf<N>], texts: &[Box<str>]) -> bool {
    let mut node = line.start.clone();
    let (mut read, mut all) = (0, 0);
    for (text, mv) in texts.iter().zip(moves).take(MAX_SAMPLE_TEXTS) {
        let fits = |token: N::Token| match N::candidates(&token, &node) {
            Resolution::None => false,
            Resolution::Unique(read) => read == *mv,
            Resolution::Ambiguous(moves) => moves.contains(mv),
        };
        read += usize::from(line.notation.parse(text.as_bytes(), &node.memory).is_some_and(fits));
        all += 1;
        node.play_listed(*mv);
    }
    // If a record breaks at once, only its texts can show the notation.
    let rest = texts.iter().skip(all).take(if all < MIN_SHARED_TEXTS { MAX_SAMPLE_TEXTS } else { 0 });
    for text in rest {
        read += usize::from(line.notation.parse(text.as_bytes(), &node.memory).is_some());
        all += 1;
    }
    4 * read >= 3 * all
}

/// Writes moves in the notation of the line.
fn write_moves<N: ReplayRules>(line: &DamagedLine<'_, N>, slots: &LineSlots<'_>, moves: &[MoveOf<N>]) -> Vec<String> {
    let mut node = line.start.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for mv in moves {
        texts.push(if N::Rules::is_null(*mv) { String::new() } else { slots.written(line.notation, &node, *mv) });
        node.play_listed(*mv);
    }
    texts
}

/// Returns the length of the longest common subsequence of two lists of texts.
fn longest_common(one: &[String], other: &[String]) -> usize {
    let mut lengths = vec![0; other.len() + 1];
    for text in one {
        let mut corner = 0;
        for (index, same) in other.iter().enumerate() {
            let above = lengths[index + 1];
            lengths[index + 1] = if text == same { corner + 1 } else { above.max(lengths[index]) };
            corner = above;
        }
    }
    lengths[other.len()]
}
