//! The text of a game that was judged once, and how: it is judged again in the same way, where its moves are to be shown.

use partie_core::{Game, Session};
use partie_input::Slice;
use partie_record::span::Span;

/// The text of a game, with what its run was told or found.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// The source as it is shown.
    pub source: String,
    /// Its number there, from 1.
    pub game: u64,
    /// The line of its first byte there, from 1.
    pub line: u64,
    /// The format or movetext that was named.
    pub from: Option<String>,
    /// The format of the record.
    pub format: String,
    /// The language of the piece letters, where that was named.
    pub letters: Option<String>,
    /// The rule book under which it was judged.
    pub rules: String,
    pub plies: u32,
    pub text: String,
}

/// The bytes of a record that is read from `start`. One within JSON, of which the span is what it holds, is a line.
pub fn record_bytes(slice: &Slice, start: usize, span: Span) -> &[u8] {
    let bytes = &slice.bytes;
    let (from, to) = (span.from as usize, (span.to as usize).min(bytes.len()));
    if start >= from {
        return bytes.get(from..to).unwrap_or_default();
    }
    let end = memchr::memchr(b'\n', &bytes[to..]).map_or(bytes.len(), |line| to + line);
    bytes.get(start..end).unwrap_or_default()
}

impl GameText {
    /// The game as it was; nothing where the text alone is another one.
    pub fn judge(&self) -> Option<Game> {
        if self.from.is_some() {
            return self.judge_as(self.from.as_deref());
        }
        // A record within JSON is found, where its own format would not be; a short one alone may be taken for another.
        let found = self.judge_as(None).filter(|game| game.format().name() == self.format);
        found.or_else(|| self.judge_as(Some(&self.format)))
    }

    fn judge_as(&self, from: Option<&str>) -> Option<Game> {
        let mut session =
            Session::builder().name(&self.source).rules(&self.rules).infos(false).begins_at(self.game, self.line);
        if let Some(from) = from {
            session = session.from(from);
        }
        if let Some(letters) = &self.letters {
            session = session.letters(letters);
        }
        let game = session.build().ok()?.games(self.text.as_bytes()).next()?;
        (game.plies() == self.plies).then_some(game)
    }
}
