//! A finding with its places in the text.

use std::ops::Range;

use super::home::Home;
use partie_record::finding::{Code, Finding, Fix, Mark, Remedy, Severity};
use partie_replay::{Place, Placed};
use partie_table::jsonl;

/// A problem or a remark, on a game or on the text as a whole.
///
/// ```
/// let session = partie_core::Session::new();
/// let game = session.games(b"1. e4 e5 2. Ke3 *").next().ok_or("no game")?;
/// let finding = game.findings().find(|finding| finding.is_error()).ok_or("no error")?;
/// assert_eq!((finding.code().as_str(), finding.ply(), finding.token().as_str()), ("L003", Some(3), "Ke3"));
/// assert!(finding.message().starts_with("2. Ke3 is illegal"));
/// for partie_core::Explanation { message, place, .. } in finding.causes() {
///     println!("{message} {place:?}");
/// }
/// assert!(finding.json().starts_with(r#"{"v":1,"type":"finding","code":"L003""#));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GameFinding<'a> {
    finding: &'a Finding,
    home: &'a Home,
}

/// A second place that explains a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The explanation, such as the piece at the place.
    pub message: String,
    /// The square, if the place is on the board.
    pub square: Option<String>,
    /// The ply, from 1, if the place is a move of the game.
    pub ply: Option<u32>,
    /// The place in the text.
    pub place: Option<Place>,
}

impl<'a> GameFinding<'a> {
    pub(crate) const fn new(finding: &'a Finding, home: &'a Home) -> Self {
        Self { finding, home }
    }

    /// The code; [`crate::explain`] returns its page.
    pub const fn code(&self) -> Code {
        self.finding.code
    }

    /// The name of the code: `pinned`.
    pub fn name(&self) -> &'static str {
        self.finding.code.entry().name
    }

    /// The severity in this session.
    pub const fn severity(&self) -> Severity {
        self.finding.severity
    }

    /// True if the severity is error.
    pub fn is_error(&self) -> bool {
        self.finding.severity == Severity::Error
    }

    /// The number of the game in the text, from 1; 0 if the finding is about the text as a whole.
    pub const fn game(&self) -> u64 {
        self.home.number
    }

    /// The ply, from 1; 0 is before the first move. For draws and results, the number of plies played.
    pub const fn ply(&self) -> Option<u32> {
        self.finding.ply
    }

    /// The line of the game: 0 is the main line, variations are numbered as they open.
    pub const fn line(&self) -> u32 {
        self.finding.line
    }

    /// One sentence: the problem and its reason.
    pub fn message(&self) -> String {
        self.finding.message.to_string()
    }

    /// Advice on how to fix the problem.
    pub fn help(&self) -> Vec<String> {
        self.finding.help.iter().map(ToString::to_string).collect()
    }

    /// The paragraph of the rule book; empty if the record format decides.
    pub const fn basis(&self) -> &'static str {
        self.finding.basis
    }

    /// The rule book under which the game was judged.
    pub const fn rules(&self) -> &'static str {
        self.home.rules
    }

    /// The place where the finding begins.
    ///
    /// ```
    /// let games = "[Event \"Ünï\"]\n\n1. e4 {😀} e5 2. Ke3 *\n";
    /// let session = partie_core::Session::new();
    /// let game = session.games(games.as_bytes()).next().ok_or("no game")?;
    /// let place = game.findings().find(|finding| finding.is_error()).ok_or("no error")?.place();
    /// assert_eq!((place.line, place.column, place.utf8, place.utf16), (3, 17, 19, 17));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn place(&self) -> Place {
        self.home.place(self.finding.span.from as usize)
    }

    /// The place where the finding ends.
    pub fn end(&self) -> Place {
        self.home.place(self.finding.span.to as usize)
    }

    /// The bytes of the input that the finding is about; for UTF-16, of its UTF-8 form.
    pub fn span(&self) -> Range<u64> {
        self.home.span(self.finding.span)
    }

    /// The text that the finding is about.
    pub fn token(&self) -> String {
        self.home.text(self.finding.span)
    }

    /// Further places that explain the finding.
    pub fn causes(&self) -> Vec<Explanation> {
        let causes = self.finding.causes.iter().map(|cause| Explanation {
            message: cause.message.to_string(),
            square: cause.square.clone(),
            ply: cause.ply,
            place: cause.span.map(|span| self.home.place(span.from as usize)),
        });
        causes.collect()
    }

    /// Replacements for the token, each with its grade. Some require a search: see [`crate::SessionBuilder::suggest`].
    pub fn fixes(&self) -> &'a [Fix] {
        &self.finding.fixes
    }

    /// The fixes that replace exactly the span of the finding; [`crate::Game::edits`] also places all others.
    pub fn replacements(&self) -> impl Iterator<Item = &'a Fix> {
        self.finding.replacements()
    }

    /// The opponent's options after an illegal move, if the rule book gives the opponent a choice.
    pub fn remedies(&self) -> &'a [Remedy] {
        &self.finding.remedies
    }

    /// The position before the move: FEN, SFEN or hexagonal FEN.
    pub fn position(&self) -> Option<&'a str> {
        self.finding.position.as_deref()
    }

    /// Squares to mark on the board of [`Self::position`].
    pub fn marks(&self) -> &'a [Mark] {
        &self.finding.marks
    }

    /// Number of occurrences in the game, if all are reported as one finding.
    pub const fn count(&self) -> u32 {
        self.finding.count
    }

    /// The reason for which the record allows the finding, in a session that [accepts
    /// allowances](crate::SessionBuilder::allow).
    pub fn allowed(&self) -> Option<&'a str> {
        self.finding.allowed.as_deref()
    }

    /// The JSON object that the command writes for the finding (`docs/schema/jsonl.md`).
    pub fn json(&self) -> String {
        self.home.with(|place| jsonl::finding(&Placed::new(*place, self.finding), self.home.rules))
    }
}
