//! The contents of a record, parsed again on demand: tags, lines, and moves with texts, places and positions.

use std::ops::Range;

use super::home::Home;
use partie_notation::{formats, hex, jkf, spell, usi};
use partie_record::TagKind;
use partie_record::span::Span;
use partie_record::{Clock, Item, ItemKind, Record};
use partie_replay::{CastlingForm, MoveEvent, ReplayVisitor, Text};
use partie_rules::{Rules, Side, chess, hex as hex_rules, shogi};
use partie_table::game_facts::GameFacts;
use partie_table::row_rules::RowRules;
use partie_table::tags::Tags;
use partie_table::value::List;
use partie_table::{GameColumns, MoveColumns};

/// A tag pair, or a header of shogi.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tag {
    /// The name, as written.
    pub name: String,
    /// The value, with escapes resolved.
    pub value: String,
}

/// The main line, or a variation.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct GameLine {
    /// Index of the line from which this line branches; `None` for the main line.
    pub parent: Option<usize>,
    /// The ply of the first move, from 1: the same as that of the replaced move.
    pub ply: u32,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, including moves that cannot be played.
    pub moves: Vec<GameMove>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GameMove {
    /// The ply, from 1.
    pub ply: u32,
    /// The side that moves.
    pub side: Side,
    /// The token, as written.
    pub token: String,
    /// The bytes of the token in the input; for UTF-16, in its UTF-8 form.
    pub span: Range<u64>,
    /// The move in display form: SAN in English, long form in hexagonal chess, `☗７六歩(77)` in shogi; empty if it cannot
    /// be played.
    pub san: String,
    /// The move in coordinates: UCI, USI, or cells; empty if the move cannot be played.
    pub coordinates: String,
    /// The position after the move: FEN, SFEN or hexagonal FEN; empty if the move cannot be played.
    pub position: String,
    /// Marks: `$1`, `!?`.
    pub marks: Vec<String>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// The mover's clock after the move, in milliseconds; only for moves of the main line.
    pub clock_ms: Option<i32>,
    /// The time spent on the move, in milliseconds, if the record states it; only for moves of the main line.
    pub spent_ms: Option<i32>,
    /// The evaluation after the move, in hundredths of a pawn for the first player; values from 32,068 on are mates.
    /// Only for moves of the main line.
    pub eval_cp: Option<i32>,
}

impl GameMove {
    /// True if the move could be played.
    pub const fn is_played(&self) -> bool {
        !self.position.is_empty()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) tags: Vec<Tag>,
    pub(crate) lines: Vec<GameLine>,
}

impl Contents {
    /// Collects the tags of a record, and the lines that were visited.
    pub(crate) fn new(text: Text<'_>, record: &Record, visited: Visited, home: &Home) -> Self {
        let pair = |tag: &partie_record::Tag| {
            let value = if formats::info(record.format).is_json {
                text.unquoted(tag.value).into_owned()
            } else {
                unescaped(&text.decode(tag.value))
            };
            Tag { name: text.decode(tag.name).into_owned(), value }
        };
        let Visited { mut lines, spans, facts, .. } = visited;
        for (line, spans) in lines.iter_mut().zip(spans) {
            for (mv, span) in line.moves.iter_mut().zip(spans) {
                mv.span = home.span(record.place(span).of_slice());
            }
        }
        for mv in lines.first_mut().iter_mut().flat_map(|line| &mut line.moves) {
            let of = |list: &[i32]| {
                list.get((mv.ply as usize).saturating_sub(1)).copied().filter(|value| *value != List::UNKNOWN)
            };
            let times = &facts.times;
            (mv.clock_ms, mv.spent_ms, mv.eval_cp) = (of(&times.clocks), of(&times.spent), of(&times.evals));
        }
        Self { tags: record.tags.iter().map(pair).collect(), lines }
    }
}

/// The names of the players, if known.
pub(crate) type Players = [Option<String>; 2];

/// The players named by the tags, else by other parts of the record.
pub(crate) fn players(text: Text<'_>, record: &Record, home: &Home) -> Players {
    let tags = Tags::of_record(text.bytes, record, text.encoding);
    let known = [TagKind::First, TagKind::Second].map(|slot| tags.text(slot).map(|name| name.into_owned()));
    let own = home.at.players.map(|span| span.map(|span| unescaped(home.text(span).trim())));
    let [first, second] = own.map(|name| name.filter(|name| !name.is_empty()));
    let [known_first, known_second] = known;
    [known_first.or(first), known_second.or(second)]
}

fn unescaped(text: &str) -> String {
    if text.contains('\\') { text.replace("\\\"", "\"").replace("\\\\", "\\") } else { text.to_owned() }
}

/// Rules whose moves have a coordinate notation.
pub(crate) trait Coordinates: Rules {
    fn in_coordinates(mv: Self::Move, castling: CastlingForm) -> String;
}

impl Coordinates for chess::Position {
    fn in_coordinates(mv: chess::Move, castling: CastlingForm) -> String {
        spell::uci(mv, castling == CastlingForm::KingTakesRook)
    }
}

impl Coordinates for hex_rules::Position {
    fn in_coordinates(mv: hex_rules::Move, _: CastlingForm) -> String {
        hex::coordinates(mv)
    }
}

impl Coordinates for shogi::Position {
    fn in_coordinates(mv: shogi::Move, _: CastlingForm) -> String {
        usi::text(mv)
    }
}

/// A visitor that collects the lines of a record.
#[derive(Debug)]
pub(crate) struct Visited {
    castling: CastlingForm,
    lines: Vec<GameLine>,
    /// Spans of the move tokens in the text of the record, by line.
    spans: Vec<Vec<Span>>,
    /// Line and ply of the current move.
    last: (usize, u32),
    facts: GameFacts,
    is_json: bool,
    bare: fn(&[u8]) -> &[u8],
}

impl Visited {
    pub(crate) fn new(castling: CastlingForm) -> Self {
        let facts = GameFacts::new(GameColumns::default().facts(), Some(MoveColumns::default()), None);
        Self {
            castling,
            lines: Vec::new(),
            spans: Vec::new(),
            last: (0, 0),
            facts,
            is_json: false,
            bare: |comment| comment,
        }
    }

    /// Adds a move of a line; its span in the input is set later.
    fn push(&mut self, (text, item): (Text<'_>, Item), side: Side, ply: u32) -> Option<&mut GameMove> {
        let number = item.line as usize;
        let (line, spans) = (self.lines.get_mut(number)?, self.spans.get_mut(number)?);
        if line.moves.is_empty() {
            line.ply = ply;
        }
        self.last = (number, ply);
        spans.push(item.span);
        line.moves.push(GameMove {
            ply,
            side,
            token: text.decode(item.span).into_owned(),
            span: 0..0,
            san: String::new(),
            coordinates: String::new(),
            position: String::new(),
            marks: Vec::new(),
            comments: Vec::new(),
            clock_ms: None,
            spent_ms: None,
            eval_cp: None,
        });
        line.moves.last_mut()
    }

    /// Adds a comment to the last move of its line, or before the first move.
    fn comment(&mut self, text: Text<'_>, item: Item) {
        let bytes = item.span.of(text.bytes);
        let json = if self.is_json { jkf::string(bytes) } else { None };
        let comment = match json {
            Some(comment) => comment.into_owned(),
            None => {
                let bare = (self.bare)(bytes);
                let bare = match bare {
                    [b'{', inner @ .., b'}'] | [b';', inner @ ..] => inner,
                    _ => bare,
                };
                text.encoding.decode(bare).trim().to_owned()
            }
        };
        let Some(line) = self.lines.get_mut(item.line as usize) else { return };
        match line.moves.last_mut() {
            Some(mv) => mv.comments.push(comment),
            None => line.comments.push(comment),
        }
    }

    /// The next ply of a line: the ply after its last move, or the ply of the move that the line replaces.
    fn next_ply(&self, number: usize) -> u32 {
        let Some(line) = self.lines.get(number) else { return 1 };
        if let Some(last) = line.moves.last() {
            return last.ply + 1;
        }
        let parent = line.parent.and_then(|parent| self.lines.get(parent)?.moves.last());
        parent.map_or(1, |replaced| replaced.ply)
    }
}

impl<G: RowRules + Coordinates> ReplayVisitor<G> for Visited {
    fn begin_game(&mut self, text: Text<'_>, record: &Record, start: &G) {
        let parent = |(number, line): (usize, &partie_record::Line)| (number > 0).then_some(line.parent as usize);
        self.lines = record
            .lines
            .iter()
            .enumerate()
            .map(|line| GameLine { parent: parent(line), ..GameLine::default() })
            .collect();
        self.spans = vec![Vec::new(); self.lines.len()];
        let info = formats::info(record.format);
        (self.is_json, self.bare) = (info.is_json, info.bare_comment);
        self.facts.begin_game(text, record, start);
    }

    fn token(&mut self, text: Text<'_>, item: Item) {
        match item.kind {
            ItemKind::Comment | ItemKind::LineComment => self.comment(text, item),
            ItemKind::Nag | ItemKind::Glyph => {
                let mark = text.decode(item.span).into_owned();
                let line = self.lines.get_mut(item.line as usize);
                line.and_then(|line| line.moves.last_mut()).into_iter().for_each(|mv| mv.marks.push(mark.clone()));
            }
            _ => {}
        }
    }

    fn clock(&mut self, text: Text<'_>, item: Item, ply: u32, clock: Option<Clock>) {
        ReplayVisitor::<G>::clock(&mut self.facts, text, item, ply, clock);
    }

    fn move_(&mut self, event: MoveEvent<'_, G>) {
        let MoveEvent { text, item, before, mv, ply, .. } = event;
        let castling = self.castling;
        if let Some(added) = self.push((text, item), before.turn(), ply) {
            before.notation(&mut added.san, mv, None);
            added.coordinates = G::in_coordinates(mv, castling);
        }
    }

    fn null_move(&mut self, text: Text<'_>, item: Item, before: &G) {
        let ply = self.next_ply(item.line as usize);
        if let Some(added) = self.push((text, item), before.turn(), ply) {
            (added.san, added.coordinates) = ("--".to_owned(), "0000".to_owned());
        }
    }

    fn after_move(&mut self, after: &G) {
        let (line, ply) = self.last;
        if let Some(mv) = self.lines.get_mut(line).and_then(|line| line.moves.last_mut()) {
            mv.position.clear();
            after.text(&mut mv.position, ply);
        }
    }

    fn unplayed(&mut self, text: Text<'_>, item: Item) {
        let ply = self.next_ply(item.line as usize);
        let before =
            self.lines.get(item.line as usize).and_then(|line| line.moves.last()).map(|last| last.side.other());
        self.push((text, item), before.unwrap_or(Side::First), ply);
    }
}
