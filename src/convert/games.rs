//! Converts the games of a slice. Callers write them.

use std::sync::Arc;

use super::converter::{Converter, Settings};
use super::eco::Codes;
use super::game::convert_game;
use super::issue::ConversionIssue;
use super::options::OnBroken;
use super::tag_value::value;
use partie_input::{Doubt, Rest, Slice};
use partie_notation::losses::Losses;
use partie_record::finding::{Code, Finding};
use partie_record::span::LineEnds;
use partie_record::{Encoding, Item, ItemKind};
use partie_replay::game_worker::{GameWorker, Games};
use partie_replay::games::{self, Choice, Game, ReadingHints};
use partie_replay::{Options, Replayer, Wanted};

/// Maximum lines of play of a game, main line and variations, that become games of their own.
const MAX_LINES_PER_GAME: u32 = 1000;

#[derive(Clone, Debug)]
pub struct GameWithIssue {
    /// Index of the game in the slice, from 0.
    pub index: u64,
    /// Start of the game, or of the move or comment with the issue.
    pub from: u32,
    /// The encoding of the source, for counting columns.
    pub encoding: Encoding,
    pub issue: ConversionIssue,
}

/// The conversion result of a slice.
#[derive(Debug, Default)]
pub struct ConvertedGames {
    pub text: Vec<u8>,
    /// For each game, its end in `text` and the value by which games are split; empty unless games are separated.
    pub ends: Vec<(usize, String)>,
    /// For each game of `ends`, its index in the slice, from 0, and its number of plies.
    pub numbers_and_plies: Vec<(u64, u64)>,
    /// Number of games in the text.
    pub converted: u64,
    pub plies: u64,
    /// Line ends before the start of the next slice.
    pub lines: u64,
    pub losses: Losses,
    /// Number of characters that the encoding lacks.
    pub missing: u64,
    pub with_issue: Vec<GameWithIssue>,
    /// The first game with a guessed or unknown encoding: its index, the offset of a letter, and the candidates.
    pub guessed: Option<(u64, u32, Doubt)>,
}

#[derive(Clone, Debug)]
pub struct ConvertPlan {
    /// The target and its options.
    pub settings: Settings,
    pub options: Options,
    /// Hints from the caller that override detection.
    pub given: ReadingHints,
    /// Chooses the games to write; `None` for all of them.
    pub choice: Option<Arc<dyn Choice>>,
    /// Whether each variation becomes a game.
    pub splits_variations: bool,
    /// Whether `ConvertedGames::ends` is filled in.
    pub separates_games: bool,
    /// The tag by which games are split.
    pub split_by: Option<String>,
}

/// Converts games and reuses its buffers.
#[derive(Debug)]
pub struct GameConverter {
    plan: ConvertPlan,
    replayer: Replayer,
    converter: Converter,
    /// Finds ECO codes, if games are split by them.
    codes: Option<Codes>,
}

impl GameConverter {
    /// A worker that converts the chosen games.
    pub fn worker(plan: &ConvertPlan) -> GameWorker<Self> {
        let replayer = Self::replayer(plan);
        let converter = Converter::new(plan.settings);
        let codes = plan.split_by.as_deref().and_then(|tag| Codes::of_tag(tag, &plan.options));
        let chooser = plan.choice.as_ref().map(|choice| choice.chooser());
        GameWorker::new(Self { plan: plan.clone(), replayer, converter, codes }, plan.given, chooser)
    }

    fn replayer(plan: &ConvertPlan) -> Replayer {
        let keeps_illegal = plan.settings.on_broken == OnBroken::Keep;
        Replayer::new(Options { keeps_illegal, ..plan.options.clone() }, Wanted::default())
    }

    /// Converts a game or, if variations are split, each of its lines of play as a game.
    fn lines(&mut self, game: &Game<'_>, written: &mut ConvertedGames) {
        let index = game.index;
        if let Some(code) = too_long(game.record, self.plan.settings.target.info().has_comments) {
            let from = game.record.place(game.record.span).from;
            let issue = ConversionIssue::TooLong(code);
            return written.with_issue.push(GameWithIssue { index, from, encoding: game.encoding, issue });
        }
        if !self.plan.splits_variations || game.record.lines.len() < 2 {
            self.convert(game, written);
            return;
        }
        let lines = game.record.lines.len() as u32;
        for line in 0..lines.min(MAX_LINES_PER_GAME) {
            let is_move = |item: &Item| item.line == line && matches!(item.kind, ItemKind::Move | ItemKind::Null);
            if line > 0 && !game.record.items.iter().any(is_move) {
                continue;
            }
            let record = game.record.of_line(game.text.bytes, line);
            if self.convert(&Game { record: &record, ..*game }, written) {
                // The copied text already contains all lines.
                return;
            }
        }
        if let Some(more) = lines.checked_sub(MAX_LINES_PER_GAME).filter(|more| *more > 0) {
            let from = game.record.place(game.record.span).from;
            let issue = ConversionIssue::Unsplit(more);
            written.with_issue.push(GameWithIssue { index, from, encoding: game.encoding, issue });
        }
    }

    /// Converts a game; returns true if its text was copied unchanged.
    fn convert(&mut self, game: &Game<'_>, written: &mut ConvertedGames) -> bool {
        let Game { text, slice, index, record, odd, encoding, .. } = *game;
        // The output of a target without comments is all ASCII, so a wrongly guessed encoding does no harm.
        let shows = self.plan.settings.target.info().has_comments;
        if odd && shows && text.encoding.is_code_page() && written.guessed.is_none() {
            let doubt = slice.undeclared.doubt(record.span.of(text.bytes), text.encoding);
            written.guessed = doubt.map(|doubt| (index, record.span.from + doubt.at as u32, doubt));
        }
        let written_before = self.converter.written();
        let (_, finished) = convert_game(&mut self.converter, &mut self.replayer, game, slice.line);
        let begin = record.place(record.span).from;
        let mut issue_at = |from, issue| written.with_issue.push(GameWithIssue { index, from, encoding, issue });
        let finished = match finished {
            Ok(finished) => finished,
            Err(what) => {
                issue_at(begin, ConversionIssue::LeftOut(what));
                return false;
            }
        };
        let left_out = matches!(self.plan.settings.on_broken, OnBroken::Skip | OnBroken::Fail);
        match finished.cut {
            Some(cut) if left_out => {
                issue_at(cut.at.unwrap_or(begin), ConversionIssue::Broken(cut));
                return false;
            }
            Some(cut) => issue_at(cut.at.unwrap_or(begin), ConversionIssue::Cut(cut)),
            None => {
                if let Some(note) = record.notes.iter().find(|note| note.code == Code::S010) {
                    issue_at(record.place(note.span).from, ConversionIssue::Unclosed);
                }
            }
        }
        for finding in self.replayer.collector.findings.iter().filter(|finding| finding.is_assumption()) {
            let issue = ConversionIssue::Assumed(finding.code, finding.message.clone());
            issue_at(record.place(finding.span).from, issue);
        }
        let is_kept = |finding: &&Finding| finding.help.iter().any(|help| help.is("kept-though-illegal"));
        for finding in self.replayer.collector.findings.iter().filter(is_kept) {
            let issue = ConversionIssue::Kept(finding.code, finding.message.clone());
            issue_at(record.place(finding.span).from, issue);
        }
        if !finished.missing.is_empty() {
            issue_at(begin, ConversionIssue::Missing(finished.missing));
        }
        written.converted += 1;
        written.plies += u64::from(finished.plies);
        written.losses.absorb(&finished.losses);
        if self.plan.separates_games {
            let from = self.converter.written();
            let edited = self.plan.settings.layout.edits.is_some().then(|| self.converter.text(written_before..from));
            let value_of = |tag: &str| match edited {
                Some(text) => written_value(text, tag, self.plan.settings.encoding),
                None => value(text, record, tag),
            };
            let mut value = self.plan.split_by.as_deref().map(value_of).unwrap_or_default();
            if let Some(codes) = &mut self.codes
                && matches!(value.trim(), "" | "?" | "??" | "???" | "-" | "*")
            {
                codes.of(game).clone_into(&mut value);
            }
            written.ends.push((self.converter.written(), value));
            written.numbers_and_plies.push((index, u64::from(finished.plies)));
        }
        finished.is_unchanged
    }
}

/// The exceeded limit, if the target would lose text because of it. `has_comments` is true if the target has comments.
fn too_long(record: &partie_record::Record, has_comments: bool) -> Option<Code> {
    let codes = record.notes.iter().map(|note| note.code);
    codes.rev().find(|code| match code {
        Code::B007 => true,
        Code::B002 | Code::B003 => has_comments,
        _ => false,
    })
}

/// The value of a tag in the text that was written.
fn written_value(text: &[u8], name: &str, encoding: Encoding) -> String {
    let tags = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).take_while(|line| line.starts_with(b"["));
    let mut tags = tags.filter_map(|line| line.strip_prefix(b"[")?.strip_suffix(b"\"]"));
    let value = tags.find_map(|tag| {
        let (known, value) = tag.split_at_checked(name.len())?;
        known.eq_ignore_ascii_case(name.as_bytes()).then_some(value)?.strip_prefix(b" \"")
    });
    value.map(|value| encoding.decode(value).replace("\\\"", "\"").replace("\\\\", "\\")).unwrap_or_default()
}

impl Games for GameConverter {
    type Out = ConvertedGames;

    fn game(&mut self, game: &Game<'_>, written: &mut ConvertedGames) {
        self.lines(game, written);
    }

    fn kept(&mut self, written: &ConvertedGames) -> usize {
        self.converter.text_len() + size_of_val(&*written.with_issue)
    }

    fn panicked(&mut self, _: &mut ConvertedGames) {
        // The text of earlier games is kept.
        self.replayer = Self::replayer(&self.plan);
        self.converter.begin();
    }

    fn end(&mut self, slice: &Slice, rest: Rest, written: &mut ConvertedGames) {
        written.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        written.missing = self.converter.missing();
        written.text = self.converter.take();
    }
}
