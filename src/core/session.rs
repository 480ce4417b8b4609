//! Settings for reading and judging texts.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::sync::Arc;

use super::converted::{self, Converted};
use super::error::{SessionError, SessionErrorKind};
use super::expression::Expression;
use super::fixed::{self, Fixed};
use super::games::Games;
use super::reading::Reading;
use super::settings::Settings;
use partie_convert::Target;
use partie_fix::add_copies;
use partie_input::{Utf16, detect_utf16};
use partie_record::book::Books;
use partie_record::finding::{Code, Grade, Selection, Severity, UnknownCode};
use partie_repair::Effort;
use partie_replay::copies::CopyIndex;
use partie_replay::{JudgePlan, Severities, Source, Squares};

/// Settings for reading and judging, created once for any number of texts. Clones share the settings.
///
/// ```
/// use partie_core::Session;
///
/// let session = Session::builder().rules("kober").ignore(["N"]).name("book.pgn").build()?;
/// for game in session.games(b"1. e4 e5 2. Nf3 *") {
///     assert_eq!(game.rules(), "kober");
/// }
/// assert!(Session::builder().rules("bughouse").build().is_err());
/// # Ok::<(), partie_core::SessionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    settings: Arc<Settings>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// Creates a session that detects everything, and judges each game under the rule book that it names or the default
    /// one.
    pub fn new() -> Self {
        let mut settings = Settings { name: NAME.to_owned(), ..Settings::default() };
        settings.wanted.infos = true;
        Self { settings: Arc::new(settings) }
    }

    /// Creates a builder for other settings.
    pub fn builder() -> SessionBuilder {
        SessionBuilder::default()
    }

    /// The plan by which a worker judges the games of slices, for callers with files and threads of their own.
    ///
    /// ```
    /// use partie_core::Session;
    ///
    /// assert!(Session::new().judge_plan().wanted.infos);
    /// ```
    pub fn judge_plan(&self) -> JudgePlan {
        let Settings { options, wanted, .. } = &*self.settings;
        JudgePlan {
            options: options.clone(),
            wanted: wanted.clone(),
            given: self.settings.given(),
            choice: self.settings.choice(),
            ..JudgePlan::default()
        }
    }

    /// The games of a text in any format and encoding, judged one after the other.
    ///
    /// ```
    /// let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    /// let session = partie_core::Session::new();
    /// let game = session.games(kif.as_bytes()).next().ok_or("no game")?;
    /// let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    /// assert_eq!(game.final_position().as_deref(), Some(sfen));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn games<'a>(&self, bytes: &'a [u8]) -> Games<'a> {
        self.read(bytes)
    }

    /// Like [`Session::games`], for a reader: at most a few games are in memory at once.
    ///
    /// ```
    /// let session = partie_core::Session::new();
    /// let archive = "1. e4 e5 *\n\n".repeat(1000);
    /// assert_eq!(session.read(std::io::Cursor::new(archive)).count(), 1000);
    /// ```
    pub fn read<'a>(&self, reader: impl Read + 'a) -> Games<'a> {
        Games::new(&self.settings, Reading::new(&self.settings, reader))
    }

    /// Converts the games of a text to a target. The line of a game ends before a move that cannot be played.
    ///
    /// ```
    /// use partie_core::{Session, Target};
    ///
    /// let uci = Target::find("uci").ok_or("no such target")?;
    /// let converted = Session::new().convert(b"1. e4 e5 2. Nf3 Nc6 *", uci);
    /// assert_eq!(converted.bytes, b"e2e4 e7e5 g1f3 b8c6\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn convert(&self, bytes: &[u8], target: Target) -> Converted {
        self.convert_until(bytes, target, || false)
    }

    /// Like [`Session::convert`], stopped when `cancelled` returns true, which is called before each game.
    pub fn convert_until(&self, bytes: &[u8], target: Target, cancelled: impl FnMut() -> bool) -> Converted {
        let mut reading = Reading::new(&self.settings, bytes);
        reading.until(cancelled);
        converted::convert(&self.settings, reading, target)
    }

    /// Fixes a text with edits of the grade `up_to` and of surer grades. Each edit is tried on its game alone.
    ///
    /// ```
    /// use partie_core::{Grade, Session};
    ///
    /// let fixed = Session::new().fix(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n", Grade::Certain);
    /// assert_eq!(String::from_utf8_lossy(&fixed.text), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *\n");
    /// assert_eq!(fixed.edits[0].to_string(), "4. 0-0 -> O-O");
    /// ```
    pub fn fix(&self, bytes: &[u8], up_to: Grade) -> Fixed {
        self.fix_until(bytes, up_to, || false)
    }

    /// Like [`Session::fix`], stopped when `cancelled` returns true, which is called before each game.
    pub fn fix_until(&self, bytes: &[u8], up_to: Grade, cancelled: impl FnMut() -> bool) -> Fixed {
        let text = utf8_form(bytes);
        let mut reading = Reading::new(&self.settings, &*text);
        reading.until(cancelled);
        fixed::fix(&self.settings, reading, &text, up_to)
    }
}

/// The bytes that spans refer to: the input, or its UTF-8 form if it is UTF-16.
///
/// ```
/// assert_eq!(&*partie_core::utf8_form(b"\xff\xfe1\0.\0"), b"1.");
/// assert_eq!(&*partie_core::utf8_form(b"1. e4"), b"1. e4");
/// ```
pub fn utf8_form(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(encoding) = detect_utf16(bytes) else { return Cow::Borrowed(bytes) };
    let mut text = Vec::new();
    // Reading from memory never fails.
    let _ = Utf16::new(bytes, encoding).read_to_end(&mut text);
    Cow::Owned(text)
}

fn unknown(message: impl fmt::Display) -> SessionError {
    SessionError::new(SessionErrorKind::UnknownName, message)
}

/// The default name of a text.
const NAME: &str = "text";

/// Builds a session. Settings that are not given are detected or have a default.
///
/// ```
/// use partie_core::{Expression, Session};
///
/// let session = Session::builder()
///     .rules("fide")
///     .from("pgn")
///     .letters("de")
///     .encoding("windows-1252")
///     .select(["L", "R"])
///     .infos(false)
///     .suggest(true)
///     .only(Expression::read("plies > 2")?)
///     .build()?;
/// assert_eq!(session.games(b"1. e4 e5 2. Sf3 Sc6 *\n").count(), 1);
/// # Ok::<(), partie_core::SessionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SessionBuilder {
    rules: Vec<String>,
    from: Option<String>,
    letters: Option<String>,
    encoding: Option<String>,
    select: Vec<String>,
    ignore: Vec<String>,
    odds: Option<String>,
    name: Option<String>,
    only: Option<Expression>,
    before: (u64, u64),
    severities: Vec<(Code, Severity)>,
    copies: Vec<(String, Vec<u8>)>,
    switches: Switches,
    source: Option<Source>,
    books: Option<Books>,
    selection: Option<Selection>,
}

/// Settings that are on or off.
#[derive(Clone, Copy, Debug)]
struct Switches {
    infos: bool,
    suggest: bool,
    assume: bool,
    style: bool,
    allow: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self { infos: true, suggest: false, assume: false, style: false, allow: false }
    }
}

impl SessionBuilder {
    /// The rule book, with priority over the record's own: `fide`, `server`, `kober`, `jsa`, `glinski`; at most one for
    /// each kind of game.
    #[must_use]
    pub fn rules(mut self, book: &str) -> Self {
        self.rules.push(book.to_owned());
        self
    }

    /// Rule books that are already looked up, instead of the names in [`SessionBuilder::rules`].
    #[must_use]
    pub const fn books(mut self, books: Books) -> Self {
        self.books = Some(books);
        self
    }

    /// Format, letters and encoding that are already looked up, instead of their names.
    #[must_use]
    pub const fn source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// The selected findings, instead of the names of their codes.
    #[must_use]
    pub fn selection(mut self, selection: Selection) -> Self {
        self.selection = Some(selection);
        self
    }

    /// The format or the notation of moves, instead of detection: `pgn`, `kif`, `uci`, `descriptive`, `hex`.
    #[must_use]
    pub fn from(mut self, format: &str) -> Self {
        self.from = Some(format.to_owned());
        self
    }

    /// The piece letters by the code of their language, instead of detection: `de`.
    #[must_use]
    pub fn letters(mut self, language: &str) -> Self {
        self.letters = Some(language.to_owned());
        self
    }

    /// The encoding of records other than shogi, instead of detection: `windows-1252`.
    #[must_use]
    pub fn encoding(mut self, name: &str) -> Self {
        self.encoding = Some(name.to_owned());
        self
    }

    /// Selects only findings whose code begins with one of `codes`, or whose name is one of `codes`.
    #[must_use]
    pub fn select<C: Into<String>>(mut self, codes: impl IntoIterator<Item = C>) -> Self {
        self.select.extend(codes.into_iter().map(Into::into));
        self
    }

    /// Drops findings whose code begins with one of `codes`, or whose name is one of `codes`.
    #[must_use]
    pub fn ignore<C: Into<String>>(mut self, codes: impl IntoIterator<Item = C>) -> Self {
        self.ignore.extend(codes.into_iter().map(Into::into));
        self
    }

    /// True to report findings of severity info as well, which is the default.
    #[must_use]
    pub const fn infos(mut self, on: bool) -> Self {
        self.switches.infos = on;
        self
    }

    /// True to search for the intended moves of each broken line, which takes forty times as long as judging the game.
    /// [`crate::Game::repairs`] searches more thoroughly, for one game.
    #[must_use]
    pub const fn suggest(mut self, on: bool) -> Self {
        self.switches.suggest = on;
        self
    }

    /// True to continue the main line after a move that cannot be played, if the rest of the record shows how.
    #[must_use]
    pub const fn assume(mut self, on: bool) -> Self {
        self.switches.assume = on;
        self
    }

    /// True to fix style findings as well.
    #[must_use]
    pub const fn style(mut self, on: bool) -> Self {
        self.switches.style = on;
        self
    }

    /// Adds a text with other records of the same games, for [`crate::Game::repairs`]. `name` is its name in output.
    ///
    /// ```
    /// let sheet = |move_11: &str| {
    ///     format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. {move_11} Ba7 9. h3 h6 *\n")
    /// };
    /// let session = partie_core::Session::builder().copies("black.pgn", sheet("Bb3").as_bytes()).build()?;
    /// let text = sheet("Bb8");
    /// let game = session.games(text.as_bytes()).next().ok_or("no game")?;
    /// let best = game.repairs().and_then(|repairs| repairs.best).ok_or("no repair is known")?;
    /// assert_eq!(best.to_string(), "likely: 8. Bb8 -> Bb3; replays to its end, 18 plies");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn copies(mut self, name: &str, text: &[u8]) -> Self {
        self.copies.push((name.to_owned(), text.to_vec()));
        self
    }

    /// True to mark findings that the record allows with a reason as [allowed](crate::GameFinding::allowed), and not to
    /// fix them. The default is false, so that a text cannot suppress findings.
    ///
    /// ```
    /// let text = b"% partie: allow L003 the score sheet has it so\n1. e4 Ke5 *\n";
    /// let reason = |allow: bool| {
    ///     let session = partie_core::Session::builder().allow(allow).build().ok()?;
    ///     let game = session.games(text).next()?;
    ///     game.findings().find(|finding| finding.is_error())?.allowed().map(str::to_owned)
    /// };
    /// assert_eq!((reason(true).as_deref(), reason(false)), (Some("the score sheet has it so"), None));
    /// ```
    #[must_use]
    pub const fn allow(mut self, on: bool) -> Self {
        self.switches.allow = on;
        self
    }

    /// Severities that replace the default severities of codes.
    ///
    /// ```
    /// use partie_core::{Code, Session, Severity};
    ///
    /// let session = Session::builder().severities([(Code::L003, Severity::Warning)]).build()?;
    /// let game = session.games(b"1. e4 Ke5 *").next().ok_or("no game")?;
    /// assert!(game.is_broken() && !game.findings().any(|finding| finding.is_error()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn severities(mut self, given: impl IntoIterator<Item = (Code, Severity)>) -> Self {
        self.severities.extend(given);
        self
    }

    /// The pieces given as odds, with priority over the record: their squares in the start position, `a1,f7`.
    #[must_use]
    pub fn odds(mut self, squares: &str) -> Self {
        self.odds = Some(squares.to_owned());
        self
    }

    /// Selects only games that match the expression; other games still count for game numbers.
    #[must_use]
    pub fn only(mut self, expression: Expression) -> Self {
        self.only = Some(expression);
        self
    }

    /// The name of texts in JSON and messages: a path whose extension is compared with the encoding.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }

    /// The number of the first game and the line of its first byte, from 1, for a text that is part of a larger one.
    ///
    /// ```
    /// let session = partie_core::Session::builder().begins_at(7, 100).build()?;
    /// let game = session.games(b"[White \"A\"]\n\n1. e5 *\n").next().ok_or("no game")?;
    /// let error = game.findings().find(|finding| finding.is_error()).ok_or("no error")?;
    /// assert_eq!((game.number(), game.place().line, error.place().line), (7, 100, 102));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn begins_at(mut self, game: u64, line: u64) -> Self {
        // Sums with numbers up to 2^62 do not overflow.
        let before = |number: u64| if number > 1 << 62 { 1 << 62 } else { number.saturating_sub(1) };
        self.before = (before(game), before(line));
        self
    }

    /// Builds the session.
    ///
    /// # Errors
    /// Returns the first unknown name.
    pub fn build(self) -> Result<Session, SessionError> {
        let Switches { infos, suggest, assume, style, allow } = self.switches;
        let source = match self.source {
            Some(source) => source,
            None => {
                Source::new(self.from.as_deref(), self.letters.as_deref(), self.encoding.as_deref()).map_err(unknown)?
            }
        };
        let mut options = source.options();
        let books = match self.books {
            Some(books) => books,
            None => Books::of(&self.rules).map_err(unknown)?,
        };
        if let Some(odds) = self.odds.as_deref().filter(|odds| Squares::parse(odds.as_bytes()).is_none()) {
            return Err(SessionError::new(
                SessionErrorKind::UnknownName,
                format_args!("{odds:?} names no pieces given as odds"),
            ));
        }
        let selection = match self.selection {
            Some(selection) => selection,
            None => Selection::new(&self.select, &self.ignore)
                .map_err(|UnknownCode(code)| unknown(format_args!("no finding code begins with {code:?}")))?,
        };
        (options.books, options.assume, options.odds) = (books, assume, self.odds);
        options.search = if suggest { Effort::BRIEF } else { Effort::NONE };
        let mut settings = Settings { source, options, style, ..Settings::default() };
        (settings.wanted.selection, settings.wanted.infos) = (selection, infos);
        (settings.wanted.severities, settings.wanted.allows) = (Severities::new(self.severities), allow);
        (settings.only, settings.before) = (self.only.map(|only| only.query), self.before);
        settings.name = self.name.unwrap_or_else(|| NAME.to_owned());
        if !self.copies.is_empty() {
            let (plan, mut index) = (settings.plan(None), CopyIndex::default());
            for (name, text) in &self.copies {
                add_copies(&mut index, name, utf8_form(text).into_owned(), &plan);
            }
            index.settle();
            settings.options.copies = Some(Arc::new(index));
        }
        Ok(Session { settings: Arc::new(settings) })
    }
}
