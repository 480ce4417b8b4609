//! A judged game and its queries.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::contents::{self, Contents, GameLine, GameMove, Players, Tag, Visited};
use super::converted::{self, Converted};
use super::decisions::{Decided, Decisions};
use super::error::{SessionError, SessionErrorKind};
use super::expression::Expression;
use super::finding::GameFinding;
use super::home::Home;
use super::legal::{LegalMove, legal_moves, position};
use super::settings::Settings;
use partie_convert::{Target, encode_as};
use partie_fix::{Alone, Decision, Edit, EditRow, GameFixer, MadeEdit, Repairs, as_one_step};
use partie_record::finding::{Finding, Grade};
use partie_record::{Encoding, Format, Outcome, Record, RecordClass};
use partie_replay::games::{self, SliceReader};
use partie_replay::{
    CastlingForm, DrawEvent, End, Place, Played, Replayed, Replayer, Status, Verdict, Wanted, diagram,
};
use partie_rules::GameKind;
use partie_select::Matcher;
use partie_table::jsonl;
use partie_table::shown::JudgedGame;

/// A judged game of a text. Values are computed when they are first requested.
///
/// ```
/// let pgn = "[White \"Anna\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01:30]} e5 (1... c5 2. Nf3) 2. Qh5 1-0\n";
/// let session = partie_core::Session::new();
/// let game = session.games(pgn.as_bytes()).next().ok_or("no game")?;
/// assert_eq!((game.number(), game.plies(), game.kind().name()), (1, 3, "chess"));
/// assert_eq!(game.players(), [Some("Anna"), Some("Bo")]);
/// assert_eq!((game.tag("result"), game.result().map(|result| result.token())), (Some("1-0"), Some("1-0")));
/// assert_eq!((game.moves()[0].san.as_str(), game.moves()[0].clock_ms), ("e4", Some(90_000)));
/// assert_eq!((game.lines()[1].ply, game.lines()[1].moves[1].coordinates.as_str()), (2, "g1f3"));
/// assert_eq!(game.coordinates().as_deref(), Some("e2e4 e7e5 d1h5"));
/// assert!(game.position_at(0).is_some_and(|start| start.ends_with("w KQkq - 0 1")));
/// assert_eq!((game.status().name(), game.end().name(), game.draws().len()), ("ok", "none", 0));
/// assert!(game.svg(3).is_some_and(|svg| svg.starts_with("<svg ")));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
pub struct Game {
    settings: Arc<Settings>,
    home: Home,
    /// Byte of the slice from which the game is read. Includes the blanks before the game: they may be columns of a
    /// page.
    from: usize,
    /// `None` if judging failed with an internal error. The moves are in `played`.
    replayed: Option<Replayed>,
    played: OnceLock<Played>,
    findings: Vec<Finding>,
    players: OnceLock<Players>,
    contents: OnceLock<Contents>,
}

impl Game {
    pub(crate) fn new(
        settings: Arc<Settings>,
        home: Home,
        from: usize,
        (mut replayed, findings): (Option<Replayed>, Vec<Finding>),
    ) -> Self {
        let played = replayed.as_mut().map(|replayed| std::mem::take(&mut replayed.played)).unwrap_or_default();
        let (players, contents) = (OnceLock::new(), OnceLock::new());
        Self { settings, home, from, replayed, played: played.into(), findings, players, contents }
    }

    /// Frees values that can be computed again from the text of the game: names, moves, positions. This halves the
    /// memory of a program that keeps many games.
    ///
    /// ```
    /// let mut game = partie_core::Session::new().games(b"1. e4 e5 *").next().ok_or("no game")?;
    /// game.release();
    /// assert_eq!(game.coordinates().as_deref(), Some("e2e4 e7e5"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn release(&mut self) {
        (self.played, self.players, self.contents) = Default::default();
    }

    /// The number of the game in the text, from 1.
    pub const fn number(&self) -> u64 {
        self.home.number
    }

    /// The place where the game begins.
    pub fn place(&self) -> Place {
        self.home.place(SliceReader::new(&self.home.slice, self.from).start())
    }

    /// The place where the game ends, without white space after it.
    pub fn end_place(&self) -> Place {
        let span = self.home.at.span;
        let text = span.of(&self.home.slice.bytes).trim_ascii_end();
        self.home.place(span.from as usize + text.len())
    }

    /// The place of a byte of the input inside of the game, such as the start of a move's span.
    ///
    /// ```
    /// let session = partie_core::Session::new();
    /// let game = session.games(b"[White \"A\"]\n\n1. e4 e5\n2. Nf3 *\n").next().ok_or("no game")?;
    /// let place = game.place_at(game.moves()[2].span.start);
    /// assert_eq!((place.line, place.column, game.end_place().line), (4, 4, 4));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn place_at(&self, offset: u64) -> Place {
        self.home.place(self.home.slice.at_file_offset(offset))
    }

    /// The bytes of the game in the input, with white space after it; for UTF-16, in its UTF-8 form.
    pub fn span(&self) -> Range<u64> {
        self.home.span(self.home.at.span)
    }

    /// The decoded text of the game.
    pub fn text(&self) -> String {
        self.home.text(self.home.at.span)
    }

    /// The format of the record.
    pub const fn format(&self) -> Format {
        self.home.at.format
    }

    /// The encoding of the game.
    pub const fn encoding(&self) -> Encoding {
        self.home.at.encoding
    }

    /// The kind of game: chess, hexagonal chess or shogi.
    pub const fn kind(&self) -> GameKind {
        self.home.at.kind
    }

    /// The rule book under which the game was judged.
    pub const fn rules(&self) -> &'static str {
        self.home.rules
    }

    /// Whether the record is a played game, an analysis or a problem.
    pub fn class(&self) -> RecordClass {
        self.replayed.as_ref().map(|replayed| replayed.class).unwrap_or_default()
    }

    /// The outcome of judging the game; [`Status::Error`] if judging failed with an internal error.
    pub fn status(&self) -> Status {
        self.replayed.as_ref().map_or(Status::Error, |replayed| replayed.status)
    }

    /// True if the game is unreadable or has an error, even an error whose code is not selected.
    pub fn is_broken(&self) -> bool {
        matches!(self.status(), Status::Error | Status::Unreadable)
    }

    /// Number of plies of the main line that replay.
    pub fn plies(&self) -> u32 {
        self.replayed.as_ref().map_or(0, |replayed| replayed.plies)
    }

    /// The end on the board, such as mate.
    pub fn end(&self) -> End {
        self.replayed.as_ref().map_or(End::None, |replayed| replayed.end)
    }

    /// The result that the record states.
    pub fn result(&self) -> Option<Outcome> {
        self.replayed.as_ref()?.recorded
    }

    /// Whether the recorded result fits the final position.
    pub fn verdict(&self) -> Verdict {
        self.replayed.as_ref().map_or(Verdict::Presumed, |replayed| replayed.verdict)
    }

    /// Draws that a player could have claimed, and draws that ended the game.
    pub fn draws(&self) -> &[DrawEvent] {
        self.replayed.as_ref().map(|replayed| replayed.draws.as_slice()).unwrap_or_default()
    }

    /// The names of the first player (White, 先手) and the second player, if known. Does not replay the moves.
    pub fn players(&self) -> [Option<&str>; 2] {
        let read = || self.again(|game| contents::players(game.text, game.record, &self.home)).unwrap_or_default();
        self.players.get_or_init(read).each_ref().map(Option::as_deref)
    }

    /// The tags and headers, as written.
    pub fn tags(&self) -> &[Tag] {
        &self.contents().tags
    }

    /// The value of the tag with a name, in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    /// The lines, the main line first; empty if nothing could be replayed.
    pub fn lines(&self) -> &[GameLine] {
        &self.contents().lines
    }

    /// The moves of the main line, including moves that cannot be played.
    pub fn moves(&self) -> &[GameMove] {
        self.lines().first().map(|main| main.moves.as_slice()).unwrap_or_default()
    }

    /// The playable moves of the main line in coordinates, separated by blanks: UCI, USI, or cells.
    pub fn coordinates(&self) -> Option<String> {
        self.played().coordinates()
    }

    /// The position of the main line after `ply` plies: FEN, SFEN or hexagonal FEN.
    pub fn position_at(&self, ply: u32) -> Option<String> {
        position(self.played(), ply)
    }

    /// The last position of the main line.
    pub fn final_position(&self) -> Option<String> {
        self.played().last()
    }

    /// The legal moves after `ply` plies of the main line, for completion in editors.
    ///
    /// ```
    /// let session = partie_core::Session::new();
    /// let game = session.games(b"1. e4 *").next().ok_or("no game")?;
    /// assert_eq!(game.legal_moves(1).len(), 20);
    /// assert!(game.legal_moves(1).iter().any(|mv| mv.san == "Nf6" && mv.coordinates == "g8f6"));
    /// let game = session.games(b"1. e4 e5 2. Sf3 Sc6 3. Lc4 *").next().ok_or("no game")?;
    /// assert!(game.legal_moves(2).iter().any(|mv| mv.san == "Nf3" && mv.written == "Sf3"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn legal_moves(&self, ply: u32) -> Vec<LegalMove> {
        let Some(letters) = self.replayed.as_ref().map(|replayed| replayed.letters) else { return Vec::new() };
        let read = self.moves().iter().filter(|mv| mv.is_played()).take(ply.max(1) as usize).last();
        let like = read.map(|mv| mv.token.as_bytes()).unwrap_or_default();
        self.again(|game| legal_moves((self.played(), letters), ply, game, like)).unwrap_or_default()
    }

    /// The board after `ply` plies, as a standalone SVG drawing.
    pub fn svg(&self, ply: u32) -> Option<String> {
        diagram::svg_from_text(self.kind(), &self.position_at(ply)?, &[])
    }

    /// The board after `ply` plies, as lines of text.
    pub fn board(&self, ply: u32) -> Option<String> {
        diagram::captioned(self.kind(), &self.position_at(ply)?, &[])
    }

    /// The board of any position of the same kind of game, such as a position in a variation, as lines of text.
    pub fn board_of(&self, position: &str) -> Option<String> {
        diagram::captioned(self.kind(), position, &[])
    }

    /// Like [`Self::board_of`], but as a standalone SVG drawing.
    pub fn svg_of(&self, position: &str) -> Option<String> {
        diagram::svg_from_text(self.kind(), position, &[])
    }

    /// The findings on the game, in text order.
    pub fn findings(&self) -> impl Iterator<Item = GameFinding<'_>> {
        self.findings.iter().map(|finding| GameFinding::new(finding, &self.home))
    }

    /// Searches for repairs, which may take a hundred times as long as judging the game. `None` if there is nothing to
    /// fix.
    pub fn repairs(&self) -> Option<Repairs> {
        let mut fixer = GameFixer::new(&self.settings.plan(None));
        let damaged = self.again(|game| fixer.fix(&self.home.slice, game, self.number()))??;
        Some(self.home.with(|place| Repairs::new(&damaged.placed(*place, true))))
    }

    /// The edits that [`crate::Session::fix`] makes in the game: of the grade `up_to` and of surer grades, in text
    /// order.
    ///
    /// ```
    /// use partie_core::{Grade, Session};
    ///
    /// let game = Session::new().games(b"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *").next().ok_or("no game")?;
    /// let words: Vec<String> = game.edits(Grade::Certain).iter().map(ToString::to_string).collect();
    /// assert_eq!(words, ["4. 0-0 -> O-O"]);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn edits(&self, up_to: Grade) -> Vec<Edit> {
        let mut fixer = GameFixer::new(&self.settings.plan(Some(up_to)));
        let damaged = self.again(|game| fixer.fix(&self.home.slice, game, self.number())).flatten();
        let Some(damaged) = damaged else { return Vec::new() };
        let home = Home { at: damaged.at, ..self.home.clone() };
        home.with(|place| damaged.written.iter().map(|edit| Edit::new(edit, place)).collect())
    }

    /// Creates the edit that replaces the text of a main-line move, and its description. Does not check that the new
    /// text is a legal move.
    ///
    /// ```
    /// let game = partie_core::Session::new().games(b"1. e4 e5 2. Nf4 *").next().ok_or("no game")?;
    /// let (edit, words) = game.retype(3, "Nf3").map_err(|_| "no such move")?;
    /// assert_eq!((edit.span, words.as_str()), (12..15, "Nf4 -> Nf3"));
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    /// There is no such move, or the encoding lacks a letter of the text.
    pub fn retype(&self, ply: u32, text: &str) -> Result<(MadeEdit, String), SessionError> {
        let mv = self.moves().iter().find(|mv| mv.ply == ply);
        let mv = mv.ok_or_else(|| {
            SessionError::new(SessionErrorKind::Ply, format_args!("the game has no move at ply {ply}"))
        })?;
        let mut bytes = Vec::new();
        if let Some(missing) = encode_as(text, self.encoding(), &mut bytes).first() {
            let (encoding, letter) = (self.encoding().name(), missing.character);
            let message = format_args!("the game is in {encoding}, which does not have {letter:?}");
            return Err(SessionError::new(SessionErrorKind::Encoding, message));
        }
        let span = self.within(&mv.span);
        Ok((MadeEdit { span, bytes, ply: Some(ply), grade: Grade::Guess }, format!("{} -> {text}", mv.token)))
    }

    /// Converts a proposed edit of the game to a [`MadeEdit`].
    pub fn made(&self, edit: &Edit) -> MadeEdit {
        MadeEdit { span: self.within(&edit.span), bytes: edit.bytes.clone(), ply: edit.ply, grade: edit.grade }
    }

    /// The decision on the game: one of its repairs, or edits whose old text is at the same place. `None` without a
    /// decision.
    pub fn decided(&self, decisions: &Decisions) -> Option<Decided> {
        let rows = decisions.of_game(self.number())?;
        if rows.is_refused() {
            return Some(Decided::Refused);
        }
        let plan = self.settings.plan(None);
        let (mut fixer, mut alone) = (GameFixer::new(&plan), Alone::new(&plan.options, plan.given));
        let damaged = self.again(|game| fixer.fix(&self.home.slice, game, self.number())).flatten();
        let found = damaged.and_then(|damaged| self.home.with(|place| rows.repair(place, &damaged, &mut alone)));
        Some(match found {
            Some(repair) => {
                Decided::Taken(Box::new(self.home.with(|place| repair.map(|edit| Edit::new(&edit, place)))))
            }
            None => Decided::Unfit(rows.rows().iter().map(EditRow::unfit).collect()),
        })
    }

    /// The rows of a decision on the game, as lines. `steps` are successive edits, each of the text that the previous
    /// steps left, or edits that are refused.
    ///
    /// ```
    /// use partie_core::{Decision, Session};
    ///
    /// let game = Session::new().games(b"1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6 *").next().ok_or("no game")?;
    /// let (edit, _) = game.retype(5, "Bc4").map_err(|_| "no such move")?;
    /// let rows = game.decision_rows(&[&[edit]], Decision::Yes);
    /// assert!(rows.contains(r#""ply":5,"span":[23,26],"was":"Bb6","is":"Bc4","grade":"guess","decision":"yes"}"#));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn decision_rows(&self, steps: &[&[MadeEdit]], decision: Decision) -> String {
        let span = self.home.at.span;
        let mut rows = Vec::new();
        self.home.with(|place| {
            for edit in as_one_step(span.of(&self.home.slice.bytes), steps) {
                EditRow::of_made(place, span, &edit, Some(decision)).push_json(&mut rows);
            }
        });
        String::from_utf8(rows).unwrap_or_default()
    }

    pub(crate) const fn home(&self) -> &Home {
        &self.home
    }

    /// Maps bytes of the input to bytes of the game.
    fn within(&self, span: &Range<u64>) -> Range<usize> {
        let from = self.home.at.span.from as usize;
        let at = |offset| self.home.slice.at_file_offset(offset).saturating_sub(from);
        at(span.start)..at(span.end)
    }

    /// Converts the game to a target.
    ///
    /// ```
    /// use partie_core::{Session, Target};
    ///
    /// let descriptive = Target::find("descriptive").ok_or("no such target")?;
    /// let game = Session::new().games(b"1. e4 e5 2. Nf3 *").next().ok_or("no game")?;
    /// let text = String::from_utf8_lossy(&game.convert(descriptive).bytes).into_owned();
    /// assert!(text.contains("P-K4"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn convert(&self, target: Target) -> Converted {
        let converted = self.again(|game| converted::convert_one(&self.settings, target, &self.home, game));
        converted.unwrap_or_default()
    }

    /// True if the game matches an expression. For all games of a text, use [`crate::SessionBuilder::only`].
    pub fn matches(&self, expression: &Expression) -> bool {
        let (query, options) = (Arc::clone(&expression.query), self.settings.options.clone());
        let mut matcher = Matcher::new(query, options, self.settings.given());
        self.again(|game| matcher.matches(game, &self.home.slice)).unwrap_or_default()
    }

    /// The JSON object that the command writes for the game (`docs/schema/jsonl.md`), with its moves in coordinates if
    /// `moves`.
    ///
    /// ```
    /// let session = partie_core::Session::builder().name("a.pgn").build()?;
    /// let json: Vec<String> = session.games(b"1. e4 *").map(|game| game.json(true)).collect();
    /// assert!(json[0].starts_with(r#"{"v":1,"type":"game","path":"a.pgn","game":1,"line":1,"notation":"pgn""#));
    /// # Ok::<(), partie_core::SessionError>(())
    /// ```
    pub fn json(&self, moves: bool) -> String {
        let Some(replayed) = &self.replayed else { return String::from("{}") };
        let (span, played) = (self.home.at.span, self.played());
        self.home.with(|place| jsonl::game(&JudgedGame { place: *place, span, replayed, played, moves }))
    }

    fn played(&self) -> &Played {
        self.played.get_or_init(|| {
            let mut replayer = Replayer::new(self.settings.played_options(), Wanted::default());
            let replay = |game: &games::Game<'_>| replayer.replay(game.text, game.record, game.plain).played;
            self.replayed.as_ref().and_then(|_| self.again(replay)).unwrap_or_default()
        })
    }

    fn contents(&self) -> &Contents {
        self.contents.get_or_init(|| {
            let castling = match self.played() {
                Played::Chess(_, castling) => *castling,
                _ => CastlingForm::KingMove,
            };
            let contents = |game: &games::Game<'_>| {
                let mut visited = Visited::new(castling);
                let mut replayer = Replayer::new(self.settings.contents_options(), Wanted::default());
                replayer.replay_to(game.text, game.record, game.plain, &mut visited);
                Contents::new(game.text, game.record, visited, &self.home)
            };
            self.again(contents).unwrap_or_default()
        })
    }

    fn again<T>(&self, take: impl FnOnce(&games::Game<'_>) -> T) -> Option<T> {
        let slice = &*self.home.slice;
        let (mut record, mut reader) = (Record::default(), SliceReader::new(slice, self.from));
        let start = reader.start();
        reader.read_next(&mut record).then(|| {
            let given = self.settings.given();
            take(&games::Game { start, ..games::Game::new(slice, self.home.plain, &mut record, given) })
        })
    }
}
