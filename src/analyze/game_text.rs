//! The text of a judged game, with the settings for judging it again and showing its moves.

use partie_core::{Game, Session};
use partie_input::Slice;
use partie_record::span::Span;

/// The text of a game, with its place and the reading options of the run.
#[derive(Clone, Debug, Default)]
pub struct GameText {
    /// The source as displayed.
    pub source: String,
    /// Number of the game in the source, from 1.
    pub game: u64,
    /// First line of the game in the source, from 1.
    pub line: u64,
    /// The format or movetext given by the user.
    pub from: Option<String>,
    /// The format of the record.
    pub format: String,
    /// The language of the piece letters, if given by the user.
    pub letters: Option<String>,
    /// The rule book of the game.
    pub rules: String,
    pub plies: u32,
    pub text: String,
}

/// The bytes of a record that is read from `start`. For a record within JSON, the whole line, which the span excludes.
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
    /// Judges the game again; `None` if its text alone cannot be read as this game.
    pub fn judge(&self) -> Option<Game> {
        if self.from.is_some() {
            return self.judge_as(self.from.as_deref());
        }
        // Detection comes first, because it finds records within JSON. A short text may be detected as another format;
        // then the known format is tried.
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
