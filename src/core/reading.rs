//! Reads the games of a text one after the other in bounded memory.

use std::io::{self, Read};
use std::sync::Arc;

use super::home::Home;
use super::settings::Settings;
use partie_input::{CHUNK, Elision, FileKind, Joiner, KIND_SHOWN, Rest, Slice, Slicer, Utf16, detect_utf16, no_record};
use partie_notation::pgn::Noise;
use partie_record::finding::{Code, Finding, Severity};
use partie_record::message::text;
use partie_record::say;
use partie_record::span::{self, LineEnds, Span};
use partie_record::{Encoding, book};
use partie_replay::game_worker::{GameReader, Taken};
use partie_replay::games::{self, Game, SliceReader, is_plain};
use partie_replay::{
    EncodingsSeen, EndsSeen, FirstOfEncoding, GameInSlice, OddTagsOfSlice, WholeFile, odd_tags, of_noise,
};
use partie_rules::GameKind;

/// Reads games, and collects findings on the text as a whole.
pub(crate) struct Reading<'a> {
    settings: Arc<Settings>,
    name: Arc<str>,
    slicer: Slicer<Box<dyn Read + 'a>>,
    joiner: Joiner,
    /// The current slice, whether it is plain ASCII, and the offset of its next game.
    slice: Option<Arc<Slice>>,
    plain: bool,
    at: usize,
    /// Number of lines before the slice. `anchor`: the start of a line in the slice, and the number of lines before
    /// that line.
    lines: u64,
    anchor: (usize, u64),
    noise: Option<Noise>,
    games: GameReader,
    cancelled: Option<Box<dyn FnMut() -> bool + 'a>>,
    about: WholeFile,
    /// Encodings of games of the slice.
    encodings: EncodingsSeen,
    /// The kind of a file that cannot contain a record, such as a PDF document or an archive.
    kind: Option<FileKind>,
    pub(crate) progress: Progress,
}

/// Progress of reading.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// Number of games that were read.
    pub(crate) games: u64,
    /// Findings on the text as a whole.
    pub(crate) said: Vec<(Home, Finding)>,
    pub(crate) failure: Option<io::Error>,
    /// True if reading was cancelled.
    pub(crate) stopped: bool,
    ended: bool,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(settings: &Arc<Settings>, mut reader: impl Read + 'a) -> Self {
        let mut head = Vec::new();
        let failure = reader.by_ref().take(KIND_SHOWN as u64).read_to_end(&mut head).err();
        let (utf16, kind) = (detect_utf16(&head), FileKind::of(&head));
        let whole = io::Cursor::new(head).chain(reader);
        let reader: Box<dyn Read + 'a> = match utf16 {
            _ if kind.is_some() => Box::new(io::empty()),
            Some(encoding) => Box::new(Utf16::new(whole, encoding)),
            None => Box::new(whole),
        };
        Self {
            name: settings.name.as_str().into(),
            slicer: Slicer::new(reader, CHUNK, settings.source.format),
            joiner: Joiner::default(),
            slice: None,
            plain: false,
            at: 0,
            lines: settings.before.1,
            anchor: (0, 0),
            noise: None,
            games: GameReader::new(settings.given(), settings.choice().map(|choice| choice.chooser())),
            cancelled: None,
            about: WholeFile::default(),
            encodings: EncodingsSeen::default(),
            kind,
            progress: Progress { failure, ..Progress::default() },
            settings: Arc::clone(settings),
        }
    }

    /// Sets a function that is called before each game, and cancels reading if it returns true.
    pub(crate) fn until(&mut self, cancelled: impl FnMut() -> bool + 'a) {
        self.cancelled = Some(Box::new(cancelled));
    }

    /// Passes the next selected game to `take`. The result of `take` is `None` if it ended in an internal error.
    pub(crate) fn next<T>(&mut self, mut take: impl FnMut(&Game<'_>, &Home) -> T) -> Option<(Home, usize, Option<T>)> {
        let mut asked = false;
        loop {
            if !std::mem::replace(&mut asked, true) && self.cancelled.as_mut().is_some_and(|cancelled| cancelled()) {
                self.progress.stopped = true;
                return None;
            }
            let Some(slice) = self.slice.clone() else {
                self.begin_slice()?;
                continue;
            };
            let (mut games, plain) = (std::mem::take(&mut self.games), self.plain);
            let mut records = SliceReader::new(&slice, self.at);
            let from = records.end();
            let meet = |game: &Game<'_>| {
                self.progress.games += 1;
                let home = self.home(&slice, game);
                self.look(&home, game);
                home
            };
            let read = games.read_next(&mut records, (0, plain), meet, &mut take);
            self.games = games;
            let Some((home, taken)) = read else {
                let (rest, noise) = (records.rest(), records.noise());
                self.end_slice(slice, rest, noise);
                continue;
            };
            (self.at, self.noise) = (records.end(), records.noise());
            match taken {
                Taken::PassedOver => asked = false,
                Taken::Made(made) => return Some((home, from, Some(made))),
                Taken::Panicked => return Some((home, from, None)),
            }
        }
    }

    fn home(&mut self, slice: &Arc<Slice>, game: &Game<'_>) -> Home {
        let at = GameInSlice::of(game, GameKind::default());
        let line = span::line_start(&slice.bytes, at.span.from as usize).max(self.anchor.0);
        self.anchor = (line, self.anchor.1 + slice.lines(self.anchor.0, line));
        let (number, name) = (self.settings.before.0 + self.progress.games, Arc::clone(&self.name));
        Home {
            slice: Arc::clone(slice),
            plain: self.plain,
            name,
            number,
            at,
            anchor: self.anchor,
            rules: book::default_chess().name,
        }
    }

    /// Begins the next slice; `None` at the end of the text.
    fn begin_slice(&mut self) -> Option<()> {
        let Some(slice) = self.fetch() else {
            self.end_text();
            return None;
        };
        self.plain = is_plain(&slice.bytes);
        (self.at, self.anchor, self.noise) = (0, (0, self.lines), None);
        self.encodings = EncodingsSeen::default();
        self.slice = Some(Arc::new(slice));
        Some(())
    }

    fn fetch(&mut self) -> Option<Slice> {
        while !self.progress.ended {
            match self.slicer.next(Slice::default()) {
                Ok(Some(slice)) => {
                    if let Some((slice, _)) = self.joiner.join(slice) {
                        return Some(slice);
                    }
                }
                Ok(None) => self.progress.ended = true,
                Err(error) => {
                    self.progress.ended = true;
                    self.progress.failure.get_or_insert(error);
                }
            }
        }
        // If reading failed, only the waiting slice is left.
        self.joiner.finish()
    }

    fn end_slice(&mut self, slice: Arc<Slice>, rest: Rest, noise: Option<Noise>) {
        self.slice = None;
        let ends = LineEnds::of(&slice.bytes);
        self.about.add_ends(EndsSeen::of(ends));
        if let Some(noise) = noise.or(self.noise).filter(|_| self.progress.games > 0 || slice.cut_short) {
            // Skipped bytes inside of the noise count as noise.
            let left_out = |elision: &&Elision| (noise.span.from as usize) < elision.at;
            let bytes = noise.bytes + slice.elided.iter().filter(left_out).map(|elision| elision.bytes).sum::<u64>();
            let encoding = slice.undeclared.encoding(noise.span.of(&slice.bytes));
            let number = self.settings.before.0 + self.progress.games.max(1);
            self.say(&slice, of_noise(Noise { bytes, ..noise }), number, encoding);
        }
        self.lines += games::lines(&slice, rest, ends);
        if let Some(from) = rest.start().filter(|_| !slice.last) {
            let slice = Arc::try_unwrap(slice).unwrap_or_else(|shared| (*shared).clone());
            self.joiner.keep(slice, from);
        }
    }

    /// Collects the evidence of a game for its file: its encoding, and its tags in other notations.
    fn look(&mut self, home: &Home, game: &Game<'_>) {
        let odd = odd_tags(game.text.bytes, game.record);
        if !odd.is_empty() {
            let mut tags = OddTagsOfSlice::default();
            tags.add(0, game.record, &odd);
            self.about.add_odd_tags(&home.slice, (home.number - 1, self.lines), &tags);
        }
        if !game.odd || !self.encodings.should_report(&home.slice, home.at.span, game.encoding) {
            return;
        }
        let (slice, path, encoding) = (&*home.slice, &*home.name, game.encoding);
        let first = FirstOfEncoding { slice, path, game: home.number, encoding, span: home.at.span };
        for (finding, number) in self.about.encoding(&first) {
            self.say(&home.slice, finding, number, game.encoding);
        }
    }

    fn end_text(&mut self) {
        let is_silent = self.progress.said.is_empty();
        let about = std::mem::take(&mut self.about);
        let none = Arc::new(Slice::default());
        for (finding, number, line) in about.odd_tags() {
            self.lines = line - 1;
            self.say(&none, finding, number, Encoding::Utf8);
        }
        self.lines = 0;
        if let Some(finding) = about.line_ends() {
            self.say(&none, finding, 0, Encoding::Utf8);
        }
        if self.progress.games == 0 && self.progress.failure.is_none() && is_silent {
            let (code, message) = match self.kind {
                Some(kind) => {
                    let error = text(kind.to_string());
                    (Code::X001, say!("cannot-read", path = text(&*self.name), error = error))
                }
                None => (Code::X005, no_record(&self.name)),
            };
            let finding = Finding::new(code, Span::default(), message).severity(Severity::Error);
            self.say(&none, finding, 0, Encoding::Utf8);
        }
    }

    /// Keeps a finding on the text, if it is selected.
    fn say(&mut self, slice: &Arc<Slice>, finding: Finding, number: u64, encoding: Encoding) {
        let wanted = &self.settings.wanted;
        if !wanted.selection.counts(finding.code) || finding.severity == Severity::Info && !wanted.infos {
            return;
        }
        let at = GameInSlice {
            span: finding.span,
            encoding,
            kind: GameKind::default(),
            format: slice.format,
            movetext: Default::default(),
            players: [None; 2],
        };
        let (name, rules) = (Arc::clone(&self.name), book::default_chess().name);
        let home = Home { slice: Arc::clone(slice), plain: false, name, number, at, anchor: (0, self.lines), rules };
        self.progress.said.push((home, finding));
    }
}
