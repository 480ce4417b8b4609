//! The worker that makes fingerprints and moves of slices, on any number of threads.

use xxhash_rust::xxh3;

use super::fingerprint::{GameFingerprint, Rank, Where};
use super::moves::Moves;
use super::{BEGINNING, TAG_FREE};
use partie_input::{Rest, Slice};
use partie_record::ItemKind;
use partie_record::TagKind;
use partie_record::player_name::Name;
use partie_repair::Effort;
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::Game;
use partie_replay::{Options, Replayer, Wanted};
use partie_table::game_analyzer::Settings;
use partie_table::outcome_number;
use partie_table::tags::Tags;

/// Plies after which a half hash is kept.
pub(super) const LEVELS: [u32; 3] = [20, 40, 60];

/// The fingerprints of a slice.
#[derive(Debug, Default)]
pub struct SliceFingerprints {
    /// Fingerprints in which `game` and `line` count from the start of the slice, and `log` is the length of the moves.
    pub(super) fingerprints: Vec<GameFingerprint>,
    /// The concatenated moves of the games with at least `BEGINNING` plies.
    pub(super) moves: Vec<u8>,
    /// Line ends before the start of the next slice.
    pub(super) lines: u64,
    /// The offset up to which lines were counted, and their number.
    anchor: (usize, u64),
    /// Number of fingerprints and bytes of moves before the current game.
    before: (usize, usize),
}

#[derive(Debug)]
pub struct Fingerprinter {
    settings: Settings,
    replayer: Replayer,
    moves: Moves,
}

/// A worker that replays games with the given settings, and drops their findings.
pub fn duplicate_worker(settings: &Settings) -> GameWorker<Fingerprinter> {
    GameWorker::new(Fingerprinter::new(settings.clone()), settings.given, None)
}

impl Fingerprinter {
    fn new(settings: Settings) -> Self {
        let replayer = Replayer::new(Options { search: Effort::NONE, ..settings.options.clone() }, Wanted::default());
        Self { settings, replayer, moves: Moves::new() }
    }

    fn fingerprint(&mut self, game: &Game<'_>, spotted: &mut SliceFingerprints, line: u64) {
        let Game { text, record, plain, .. } = *game;
        self.moves.reset();
        let replayed = self.replayer.replay_to(text, record, plain, &mut self.moves);
        self.replayer.collector.findings.clear();
        let identity = &self.moves.identity;
        if !self.moves.begun {
            return;
        }
        let plies = u32::try_from(identity.plies()).unwrap_or(u32::MAX);
        let names = if plies < TAG_FREE {
            let Some(names) = names(&Tags::of_record(text.bytes, record, text.encoding)) else { return };
            names
        } else {
            0
        };
        let marks = |kind| matches!(kind, ItemKind::Comment | ItemKind::LineComment | ItemKind::Nag | ItemKind::Glyph);
        let annotations = record.items.iter().filter(|item| marks(item.kind)).count() + record.lines.len().max(1) - 1;
        let tags = (plies >= TAG_FREE).then(|| Tags::of_record(text.bytes, record, text.encoding));
        let families = tags.as_ref().and_then(families);
        let rank = Rank {
            legal: identity.is_whole(),
            plies,
            annotations: u32::try_from(annotations).unwrap_or(u32::MAX),
            tags: u16::try_from(record.tags.len()).unwrap_or(u16::MAX),
            place: 0,
            players: families.as_ref().map_or(0, |families| hash(families.join("\n").as_bytes())),
        };
        let year = tags.as_ref().and_then(Tags::date).map(|(day, _)| day.year);
        let meeting = match (families, year) {
            (Some(mut families), Some(year)) if plies >= BEGINNING && identity.is_whole() => {
                families.sort_unstable();
                hash(
                    format!("{} {year} {plies} {} {}", replayed.kind as u8, self.moves.last, families.join("\n"))
                        .as_bytes(),
                )
            }
            _ => 0,
        };
        let at = LEVELS.map(|plies| identity.after(plies as usize).map_or(0, |hash| (hash >> 64) as u64));
        let before = spotted.moves.len();
        if plies >= BEGINNING {
            spotted.moves.extend_from_slice(identity.bytes());
        }
        spotted.fingerprints.push(GameFingerprint {
            whole: identity.whole(),
            names,
            rank,
            at,
            meeting,
            log: (spotted.moves.len() - before) as u64,
            place: Where { source: 0, game: game.index, line },
            outcome: replayed.recorded.and_then(outcome_number).unwrap_or(2),
            kind: replayed.kind as u8,
        });
    }
}

/// The family names of both players, letters only; `None` if one is unknown. Games of other players may also share 20
/// plies, so names are compared.
fn families(tags: &Tags<'_>) -> Option<[String; 2]> {
    let family = |slot| Some(Name::parse(&tags.text(slot)?).family).filter(|family| !family.is_empty());
    Some([family(TagKind::First)?, family(TagKind::Second)?])
}

/// Hashes bytes to a nonzero value: 0 denotes an unknown value.
fn hash(bytes: &[u8]) -> u64 {
    xxh3::xxh3_64(bytes).max(1)
}

/// A hash of both names (letters only), the date and the round; `None` if a name or the date is unknown.
fn names(tags: &Tags<'_>) -> Option<u64> {
    let mut folded = String::new();
    for slot in [TagKind::First, TagKind::Second] {
        let name = tags.text(slot)?;
        folded.extend(name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase));
        folded.push('\n');
    }
    let (day, precision) = tags.date()?;
    let mut bytes = folded.into_bytes();
    bytes.extend_from_slice(&day.digits());
    bytes.push(precision as u8);
    // The round distinguishes two games of one match that were not played.
    bytes.extend_from_slice(tags.text(TagKind::Round).unwrap_or_default().as_bytes());
    Some(hash(&bytes))
}

impl Games for Fingerprinter {
    type Out = SliceFingerprints;

    fn kept(&mut self, spotted: &SliceFingerprints) -> usize {
        spotted.moves.len() + size_of_val(&*spotted.fingerprints)
    }

    fn game(&mut self, game: &Game<'_>, spotted: &mut SliceFingerprints) {
        let (from, lines) = spotted.anchor;
        spotted.anchor = (game.start, lines + game.slice.lines(from, game.start));
        spotted.before = (spotted.fingerprints.len(), spotted.moves.len());
        self.fingerprint(game, spotted, spotted.anchor.1);
    }

    fn panicked(&mut self, spotted: &mut SliceFingerprints) {
        spotted.fingerprints.truncate(spotted.before.0);
        spotted.moves.truncate(spotted.before.1);
        *self = Self::new(self.settings.clone());
    }

    fn end(&mut self, slice: &Slice, rest: Rest, spotted: &mut SliceFingerprints) {
        spotted.lines = slice.lines(0, rest.start().unwrap_or(slice.bytes.len()));
    }
}
