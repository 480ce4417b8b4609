//! Options for reading and judging texts, as JSON with the names of command-line flags.

use super::page_error::PageError;
use partie_core::{Expression, Session, SessionBuilder};
use serde::Deserialize;

/// The command-line flags for a text. Missing flags are detected, or have a default.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct Options {
    /// The path of the text; its extension is compared with the detected encoding.
    pub name: Option<String>,
    pub rules: Option<String>,
    pub from: Option<String>,
    /// The language of the piece letters.
    pub letters: Option<String>,
    pub encoding: Option<String>,
    pub select: Vec<String>,
    pub ignore: Vec<String>,
    pub infos: Option<bool>,
    /// True to search for the intended moves of broken lines while the games are judged.
    pub suggest: bool,
    /// True to continue a line after a move that cannot be played.
    pub assume: bool,
    /// True to also fix style findings.
    pub style: bool,
    /// The squares of pieces given as odds.
    pub odds: Option<String>,
    /// True to count totals while the games are judged.
    pub totals: bool,
    /// The number and the line of the first game, for a game that is judged alone.
    #[serde(skip)]
    pub begins_at: Option<(u64, u64)>,
    /// Selects only games that match this expression.
    #[serde(rename = "where")]
    pub only: Option<String>,
}

impl Options {
    /// Parses options; an empty text gives the defaults.
    ///
    /// # Errors
    /// A flag is unknown, or a value has another type.
    pub fn parse(json: &str) -> Result<Self, PageError> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(json).map_err(PageError::from)
    }

    /// Creates the session of these options.
    ///
    /// # Errors
    /// A name is unknown.
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
