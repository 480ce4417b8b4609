//! Judges games one after another, and makes their rows.

use std::borrow::Cow;
use std::sync::Arc;

use super::game::Sources;
use super::game_facts::GameFacts;
use super::identity::Identity;
use super::judged::{Judged, Place};
use super::move_rows::MoveRows;
use super::tags::Tags;
use super::value::Name;
use super::{FindingRow, GameColumns, GameRow, MoveColumns};
use partie_input::LineIndex;
use partie_notation::formats;
use partie_openings::OpeningBook;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::{Record, span};
use partie_replay::games::{self, Choice, Game, ReadingHints};
use partie_replay::{Counts, End, Options, Replayer, Wanted};
use partie_rules::Side;

/// Settings for judging games and collecting values for rows.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub options: Options,
    pub wanted: Wanted,
    /// Hints from the caller that override detection.
    pub given: ReadingHints,
    /// The requested columns of games.
    pub columns: GameColumns,
    /// The requested columns of moves; `None` if plies are not collected.
    pub moves: Option<MoveColumns>,
    /// The opening book for chess; `None` for the built-in book.
    pub openings: Option<&'static OpeningBook>,
    /// Selects the games to judge; `None` for all games.
    pub choice: Option<Arc<dyn Choice>>,
}

/// Judges games, reusing its buffers.
#[derive(Debug)]
pub struct GameAnalyzer {
    settings: Settings,
    replayer: Replayer,
    facts: GameFacts,
    judged: Option<Judged>,
}

impl GameAnalyzer {
    pub fn new(settings: Settings) -> Self {
        let replayer = Replayer::new(settings.options.clone(), settings.wanted.clone());
        let facts = GameFacts::new(settings.columns.facts(), settings.moves, settings.openings);
        Self { settings, replayer, facts, judged: None }
    }

    /// Hints from the caller that override detection.
    pub const fn given(&self) -> ReadingHints {
        self.settings.given
    }

    /// Resets the analyzer after a panic, and counts the panic as a finding. Keeps earlier counts.
    pub fn renew(&mut self) {
        if self.settings.wanted.selection.counts(Code::X099) {
            self.counts().add(Code::X099, Severity::Error);
        }
        self.release();
    }

    /// Frees the memory of a long game. Keeps the counts.
    pub fn release(&mut self) {
        let mut counts = std::mem::take(self.counts());
        *self = Self::new(self.settings.clone());
        self.counts().absorb(&mut counts);
    }

    /// The number of findings in all games so far, by code.
    pub const fn counts(&mut self) -> &mut Counts {
        &mut self.replayer.collector.counts
    }

    pub fn judge(&mut self, game: &Game<'_>) -> &Judged {
        let Game { text, encoding, record, plain, .. } = *game;
        let before = severities(&self.replayer.collector.counts);
        self.facts.reset();
        let replayed = self.replayer.replay_to(text, record, plain, &mut self.facts);
        let after = severities(&self.replayer.collector.counts);
        let mut findings = self.replayer.collector.take_sorted();
        games::place(&mut findings, record);
        if let Some(each) = &mut self.facts.each {
            each.finish(replayed.end == End::Checkmate);
        }
        let counts = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
        let opening = self.facts.opened(replayed.kind);
        self.judged.insert(Judged { replayed, encoding, text: text.encoding, findings, counts, opening })
    }

    /// The moves of the last judged game, for hashing.
    pub const fn identity(&self) -> &Identity {
        &self.facts.identity
    }

    /// The last judged game; `None` if judging it panicked.
    pub const fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref()
    }

    /// Takes the last judged game.
    pub const fn take_judged(&mut self) -> Option<Judged> {
        self.judged.take()
    }

    /// Drops the last judged game.
    pub fn forget(&mut self) {
        self.judged = None;
    }

    /// Makes the row of the last judged game.
    pub fn game_row<'a>(&'a self, place: &Place<'a>, record: &'a Record, judged: &'a Judged) -> GameRow<'a> {
        // JSON records store their text outside the slice.
        let tags = Tags::of_record(record.text(&place.slice.bytes), record, judged.text);
        GameRow::of(&Sources::of(place, record, (&self.facts, &self.settings.columns), judged, &tags), &tags)
    }

    /// Makes the rows of the last judged game's findings.
    pub fn finding_rows<'a>(
        &'a self,
        place: &'a Place<'a>,
        game: &'a GameRow<'a>,
    ) -> impl Iterator<Item = FindingRow<'a>> {
        let judged = self.judged.as_ref();
        let findings = judged.map(|judged| judged.findings.as_slice()).unwrap_or_default();
        // JSON slices are UTF-8, even if another encoding was detected in their text.
        let json = formats::info(place.slice.format).is_utf8;
        let encoding = judged.map(|judged| judged.encoding).filter(|_| !json).unwrap_or_default();
        // A record may begin in the middle of a line.
        let bytes = &place.slice.bytes;
        let start = span::line_start(bytes, place.start.min(bytes.len()));
        let lines = LineIndex::new(place.slice, encoding, (start, (place.line - 1) as u64));
        findings.iter().map(move |finding| self.finding_row(place, game, finding, &lines))
    }

    fn finding_row<'a>(
        &self,
        place: &'a Place<'a>,
        game: &'a GameRow<'a>,
        finding: &'a Finding,
        lines: &LineIndex<'a>,
    ) -> FindingRow<'a> {
        let slice = place.slice;
        let at = (finding.span.from as usize).min(slice.bytes.len());
        let (line, column) = lines.line_column(at);
        let offset = slice.file_offset(at) as i64 - slice.file_offset(place.start) as i64;
        let ply = finding.ply.map(|ply| i32::try_from(ply).unwrap_or(i32::MAX));
        let played = ply.filter(|ply| *ply > 0 && self.facts.begun);
        let token = finding.span;
        FindingRow {
            source: place.source,
            game: place.game,
            game_key: place.key,
            line: line as i64,
            column: i32::try_from(column).unwrap_or(i32::MAX),
            source_offset: place.offset + offset,
            span_bytes: finding.span.len() as i32,
            game_id: game.game_id.as_deref().map(Cow::Borrowed),
            kind: game.kind,
            rules: game.rules,
            code: Name(finding.code.as_str()),
            name: Name(finding.code.entry().name),
            severity: Name(finding.severity.name()),
            ply,
            move_no: played.map(|ply| self.move_number(ply)),
            side: played.map(|ply| self.side(ply).name()),
            variation: i32::try_from(finding.line).unwrap_or(i32::MAX),
            token: (!token.is_empty() && token.len() <= 1000).then(|| lines.encoding().decode(token.of(&slice.bytes))),
            message: Cow::Owned(finding.message.to_string()),
            help: match finding.help.as_slice() {
                [] => None,
                [one] => Some(Cow::Owned(one.to_string())),
                _ => Some(Cow::Owned(finding.help_line())),
            },
            basis: (!finding.basis.is_empty()).then_some(finding.basis),
            position: finding.position.as_deref(),
            fix: finding.fixes.first().map(|fix| fix.token.as_str()),
            count: i32::try_from(finding.count.max(1)).unwrap_or(i32::MAX),
        }
    }

    fn side(&self, ply: i32) -> Side {
        if ply % 2 == 1 { self.facts.first_turn } else { self.facts.first_turn.other() }
    }

    fn move_number(&self, ply: i32) -> i32 {
        if self.facts.numbers_plies {
            return ply;
        }
        let before = i32::from(self.facts.first_turn == Side::Second);
        i32::try_from(self.facts.first_number).unwrap_or(1).saturating_add((ply - 1 + before) / 2)
    }

    /// The rows of the last judged game's plies; empty if plies are not collected.
    pub fn move_rows<'a>(&'a self, game: &GameRow<'a>) -> MoveRows<'a> {
        MoveRows::new(game, &self.facts.times, self.facts.each.as_ref())
    }
}

fn severities(counts: &Counts) -> [u64; 3] {
    [Severity::Error, Severity::Warning, Severity::Info].map(|severity| counts.of_severity(severity))
}
