//! The worker of `convert`: the games of a slice, rewritten.

use super::convert_args::Order;
use super::convert_eco::Codes;
use partie_archive::Worker;
use partie_convert::{Converter, Cut, Losses, OnBroken, SourcePlace};
use partie_input::{Rest, Share, Slice, Undeclared};
use partie_notation::shogi_headers::Field;
use partie_notation::{csa, psn};
use partie_record::finding::Code;
use partie_record::message::{Message, text as said};
use partie_record::say;
use partie_record::span::LineEnds;
use partie_record::{Encoding, Format, Item, ItemKind, Record};
use partie_replay::games::{self, Chooser, Chosen, Game, Games};
use partie_replay::{Replayer, Status, Text, Wanted};

/// Lines of a game that become games.
const MOST_LINES: u32 = 1000;

/// Why a game is not, or not wholly, in the output.
#[derive(Clone, Debug)]
pub(super) enum ConversionIssue {
    /// It is cut at a move that cannot be played.
    Cut(Cut),
    /// It is left out for such a move.
    Broken(Cut),
    /// It is whole but for characters that the encoding does not have, each with its line in the game's text.
    Missing(Vec<(char, u64)>),
    /// The target does not hold it: what it is, or what it lacks.
    LeftOut(Message),
    /// So many of its variations did not become games.
    Unsplit(u32),
    /// A comment in it is never closed, so that moves may stand in it.
    Unclosed,
    /// It is whole, but for a move one of several readings is written.
    Assumed(Code, Message),
}

/// A game with trouble: its number in the slice from 0, where it begins or the move stands, and what it is.
#[derive(Clone, Debug)]
pub(super) struct GameWithIssue {
    pub(super) index: u64,
    pub(super) from: u32,
    pub(super) issue: ConversionIssue,
}

/// What a slice became.
#[derive(Debug, Default)]
pub(super) struct ConvertedGame {
    pub(super) text: Vec<u8>,
    /// Where each game ends in the text and the value by which it is split, if games are told apart.
    pub(super) ends: Vec<(usize, String)>,
    /// Of each of those, its number in the slice from 0, and its plies.
    pub(super) numbers_and_plies: Vec<(u64, u64)>,
    /// Games that were read, those of them that are in the text, and the plies of these.
    pub(super) games: u64,
    pub(super) converted: u64,
    pub(super) plies: u64,
    pub(super) lines: u64,
    pub(super) losses: Losses,
    /// Characters that the encoding does not have.
    pub(super) missing: u64,
    pub(super) with_issue: Vec<GameWithIssue>,
    /// The first game whose encoding is a guess: its number from 0, a letter of it, the guess and the next likely one.
    pub(super) guessed: Option<(u64, u32, [Encoding; 2])>,
    /// An internal error, with the game's number in the slice.
    pub(super) panicked: Option<u64>,
}

/// Converts slices with one set of buffers.
pub(super) struct Work {
    order: Order,
    replayer: Replayer,
    converter: Converter,
    record: Record,
    /// Where games are split by their ECO codes.
    codes: Option<Codes>,
    chooser: Option<Box<dyn Chooser>>,
    /// The encoding of the file at hand, where it is not UTF-8.
    undeclared: Undeclared,
    /// Lines of the file before the slice.
    line: u64,
}

impl Work {
    pub(super) fn new(order: Order) -> Self {
        let replayer = Replayer::new(order.options.clone(), Wanted::default());
        let converter = Converter::new(order.settings);
        let by_code = order.split_by.as_deref().is_some_and(|tag| tag.eq_ignore_ascii_case("ECO"));
        let codes = by_code.then(|| Codes::new(&order.options));
        let chooser = order.choice.as_ref().map(|choice| choice.chooser());
        let (record, undeclared) = (Record::default(), Undeclared::default());
        Self { order, replayer, converter, record, codes, chooser, undeclared, line: 0 }
    }

    /// Converts a game, or each of its lines as one.
    fn game(&mut self, game: &Game<'_>, written: &mut ConvertedGame) {
        let index = written.games;
        written.games += 1;
        if !self.order.splits_variations || game.record.lines.len() < 2 {
            return self.convert(game, index, written);
        }
        let lines = game.record.lines.len() as u32;
        for line in 0..lines.min(MOST_LINES) {
            let is_move = |item: &Item| item.line == line && matches!(item.kind, ItemKind::Move | ItemKind::Null);
            if line > 0 && !game.record.items.iter().any(is_move) {
                continue;
            }
            let record = game.record.of_line(game.text.bytes, line);
            self.convert(&Game { record: &record, ..*game }, index, written);
        }
        if let Some(more) = lines.checked_sub(MOST_LINES).filter(|more| *more > 0) {
            let from = game.record.place(game.record.span).from;
            let issue = ConversionIssue::Unsplit(more);
            written.with_issue.push(GameWithIssue { index, from, issue });
        }
    }

    fn convert(&mut self, game: &Game<'_>, index: u64, written: &mut ConvertedGame) {
        let Game { text, source, record, plain, odd, .. } = *game;
        // A target of moves alone shows nothing of it.
        let shows = self.order.settings.target.info().has_comments;
        if odd && shows && text.encoding.is_code_page() && written.guessed.is_none() {
            let doubt = self.undeclared.first_difference(record.span.of(text.bytes), text.encoding);
            written.guessed = doubt.map(|(at, next)| (index, record.span.from + at as u32, [text.encoding, next]));
        }
        let written_before = self.converter.written();
        self.converter.begin();
        self.converter.set_source(SourcePlace::of(source.unwrap_or(text), self.line, record));
        let replayed = self.replayer.replay_to(text, record, plain, &mut self.converter);
        let unreadable = replayed.status == Status::Unreadable && self.order.settings.target.supports(replayed.kind);
        if unreadable {
            self.converter.begin_unplayable(text, record);
        }
        self.converter.write_source_record(text, source, record);
        let mut issue =
            |issue| written.with_issue.push(GameWithIssue { index, from: record.place(record.span).from, issue });
        if replayed.status == Status::Unsupported && record.format == Format::Score {
            // What was begun before its position was missed.
            self.converter.begin();
        }
        let Some(finished) = self.converter.finish() else {
            return issue(ConversionIssue::LeftOut(match (replayed.status, self.converter.unsupported_game()) {
                (_, Some(kind)) => say!("game-of", kind = said(kind.name())),
                (Status::Unsupported, _) if record.format == Format::Score => say!("game-without-position"),
                (Status::Unsupported, _) => say!("game-of-unknown-variant"),
                _ if unreadable => say!("game-without-start"),
                _ => say!("game-of", kind = said(replayed.kind.name())),
            }));
        };
        let left_out = matches!(self.order.settings.on_broken, OnBroken::Skip | OnBroken::Fail);
        match finished.cut {
            Some(cut) if left_out => return issue(ConversionIssue::Broken(cut)),
            Some(cut) => issue(ConversionIssue::Cut(cut)),
            None => {
                if let Some(note) = record.notes.iter().find(|note| note.code == Code::S010) {
                    let from = record.place(note.span).from;
                    written.with_issue.push(GameWithIssue { index, from, issue: ConversionIssue::Unclosed });
                }
            }
        }
        for finding in self.replayer.collector.findings.iter().filter(|finding| finding.is_assumption()) {
            let (from, message) = (record.place(finding.span).from, finding.message.clone());
            let issue = ConversionIssue::Assumed(finding.code, message);
            written.with_issue.push(GameWithIssue { index, from, issue });
        }
        if !finished.missing.is_empty() {
            let places = finished.missing;
            written.with_issue.push(GameWithIssue {
                index,
                from: record.place(record.span).from,
                issue: ConversionIssue::Missing(places),
            });
        }
        written.converted += 1;
        written.plies += u64::from(finished.plies);
        written.losses.absorb(&finished.losses);
        if self.order.separates_games {
            let from = self.converter.written();
            let edited = self.order.settings.layout.edits.is_some().then(|| self.converter.text(written_before..from));
            let value_of = |tag: &str| match edited {
                Some(text) => written_value(text, tag, self.order.settings.encoding),
                None => value(text, record, tag),
            };
            let mut value = self.order.split_by.as_deref().map(value_of).unwrap_or_default();
            if let Some(codes) = &mut self.codes
                && matches!(value.trim(), "" | "?" | "??" | "???" | "-" | "*")
            {
                codes.of(game).clone_into(&mut value);
            }
            written.ends.push((self.converter.written(), value));
            written.numbers_and_plies.push((index, u64::from(finished.plies)));
        }
    }
}

/// The value of a tag of a game as it was written.
fn written_value(text: &[u8], name: &str, encoding: Encoding) -> String {
    let tags = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).take_while(|line| line.starts_with(b"["));
    let mut tags = tags.filter_map(|line| line.strip_prefix(b"[")?.strip_suffix(b"\"]"));
    let value = tags.find_map(|tag| {
        let (known, value) = tag.split_at_checked(name.len())?;
        known.eq_ignore_ascii_case(name.as_bytes()).then_some(value)?.strip_prefix(b" \"")
    });
    value.map(|value| encoding.decode(value).replace("\\\"", "\"").replace("\\\\", "\\")).unwrap_or_default()
}

/// The value of a tag; in records of shogi also under the names that other formats have for it.
pub(super) fn value(text: Text<'_>, record: &Record, name: &str) -> String {
    let tag = record.tag(text.bytes, name).or_else(|| {
        if !record.format.is_shogi() {
            return None;
        }
        let field = match name.to_ascii_lowercase().as_str() {
            "white" => Field::First,
            "black" => Field::Second,
            _ => field(name)?,
        };
        record.tags.iter().find(|tag| self::field(&text.decode(tag.name)) == Some(field))
    });
    tag.map(|tag| text.decode(tag.value).into_owned()).unwrap_or_default()
}

/// What a name of any format of shogi means.
fn field(name: &str) -> Option<Field> {
    csa::field(name).or_else(|| psn::field(name.as_bytes())).or_else(|| Field::named(name))
}

impl Worker for Work {
    type Out = ConvertedGame;

    fn work(&mut self, slice: &Slice, share: &Share<'_>) -> (ConvertedGame, Rest) {
        let mut written = ConvertedGame::default();
        let mut record = std::mem::take(&mut self.record);
        self.undeclared.clone_from(&slice.undeclared);
        self.line = slice.line;
        let given = self.order.source.given;
        let mut chooser = self.chooser.take();
        let mut games = OfSlice { work: self, written: &mut written };
        let mut chosen = Chosen { chooser: chooser.as_mut(), slice, games: &mut games };
        let rest = games::read(slice, &mut record, given, &mut chosen, share);
        self.chooser = chooser;
        self.record = record;
        written.lines = games::lines(slice, rest, LineEnds::of(&slice.bytes));
        written.missing = self.converter.missing();
        written.text = self.converter.take();
        (written, rest)
    }
}

/// A worker with what it makes of the slice at hand.
struct OfSlice<'a> {
    work: &'a mut Work,
    written: &'a mut ConvertedGame,
}

impl Games for OfSlice<'_> {
    fn kept(&mut self) -> usize {
        self.work.converter.text_len() + size_of_val(&*self.written.with_issue)
    }

    fn game(&mut self, game: &Game<'_>) {
        self.work.game(game, self.written);
    }

    fn passed_over(&mut self) {
        self.written.games += 1;
    }

    fn panicked(&mut self) {
        // What was written of the games before it stays.
        self.written.panicked.get_or_insert(self.written.games);
        self.written.games += 1;
        self.work.replayer = Replayer::new(self.work.order.options.clone(), Wanted::default());
        self.work.converter.begin();
    }
}
