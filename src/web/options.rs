//! How texts are read and judged, as JSON says it: the flags of the command.

use super::page_error::PageError;
use partie_core::{Expression, Session, SessionBuilder};
use serde::Deserialize;

/// The flags of the command that hold for a text; what is not said is found, or usual.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct Options {
    /// What the text is called: a path, of which the extension is believed.
    pub name: Option<String>,
    pub rules: Option<String>,
    pub from: Option<String>,
    /// The language of the piece letters.
    pub letters: Option<String>,
    pub encoding: Option<String>,
    pub select: Vec<String>,
    pub ignore: Vec<String>,
    pub infos: Option<bool>,
    /// Whether what a broken line may have meant is sought while the games are judged.
    pub suggest: bool,
    /// Whether a line goes on behind a move that cannot be played.
    pub assume: bool,
    /// Whether what is only not well written is put right, too.
    pub style: bool,
    /// The squares of pieces given as odds.
    pub odds: Option<String>,
    /// Whether totals are counted while the games are judged.
    pub totals: bool,
    /// The number of the first game and its line, where a game is judged alone.
    #[serde(skip)]
    pub begins_at: Option<(u64, u64)>,
    /// Only games of which this expression is true.
    #[serde(rename = "where")]
    pub only: Option<String>,
}

impl Options {
    /// Reads them; nothing said is an empty text.
    ///
    /// # Errors
    /// A flag that is not known, or a value of another type.
    pub fn parse(json: &str) -> Result<Self, PageError> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(json).map_err(PageError::from)
    }

    /// The session that they describe.
    ///
    /// # Errors
    /// A name that is not known.
    pub fn session(&self) -> Result<Session, PageError> {
        type Named = fn(SessionBuilder, &str) -> SessionBuilder;
        let mut builder = Session::builder()
            .select(self.select.iter().map(String::as_str))
            .ignore(self.ignore.iter().map(String::as_str))
            .infos(self.infos.unwrap_or(true))
            .suggest(self.suggest)
            .assume(self.assume)
            .style(self.style);
        let named: [(&Option<String>, Named); 6] = [
            (&self.name, SessionBuilder::name),
            (&self.rules, SessionBuilder::rules),
            (&self.from, SessionBuilder::from),
            (&self.letters, SessionBuilder::letters),
            (&self.encoding, SessionBuilder::encoding),
            (&self.odds, SessionBuilder::odds),
        ];
        for (value, tell) in named {
            if let Some(value) = value {
                builder = tell(builder, value);
            }
        }
        if let Some((game, line)) = self.begins_at {
            builder = builder.begins_at(game, line);
        }
        if let Some(only) = &self.only {
            builder = builder.only(Expression::read(only)?);
        }
        builder.build().map_err(PageError::from)
    }
}
