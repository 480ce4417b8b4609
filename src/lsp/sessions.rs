//! How a text is judged: as the configuration of its file says. Not for finding that.

use std::path::Path;

use partie_config::{Finder, Settings};
use partie_core::{Session, SessionBuilder};

use super::document::Document;

pub(crate) struct Sessions {
    finder: Finder,
    /// What was said of configurations, so that it is said once.
    said: Vec<String>,
}

impl Sessions {
    pub(crate) const fn new(finder: Finder) -> Self {
        Self { finder, said: Vec::new() }
    }

    pub(crate) fn forget(&mut self) {
        self.finder.forget();
        self.said.clear();
    }

    /// How a text is judged and mended, and what is to be said of its configuration. What is wrong is as if it were not there.
    pub(crate) fn of(&mut self, document: &Document) -> (TextSessions, Option<String>) {
        let path = document.path();
        let found = path.as_deref().map(|path| self.finder.settings(path));
        let (settings, wrong) = match found {
            Some(Ok((settings, _))) => (settings, None),
            Some(Err(error)) => (Default::default(), Some(error.to_string())),
            None => Default::default(),
        };
        let of = |keys: [&str; 2]| builder(&settings, keys, path.as_deref());
        // What is not to be found is not mended either, unless something is said of mending.
        let key = |mending: &'static str, judging: &'static str| match settings.list(mending) {
            [] => judging,
            _ => mending,
        };
        let mending = [key("fix.select", "select"), key("fix.ignore", "ignore")];
        let made = of(["select", "ignore"]).build().and_then(|judge| {
            let is_said = mending != ["select", "ignore"] || settings.flag("fix.style");
            let mend = is_said.then(|| of(mending).style(settings.flag("fix.style")).build()).transpose()?;
            Ok(TextSessions { judge, mend, format: of(mending).style(true).build()? })
        });
        let (sessions, unfit) = match made {
            Ok(sessions) => (sessions, None),
            Err(error) => (TextSessions::default(), Some(error.to_string())),
        };
        let said = wrong.or(unfit).filter(|said| !self.said.contains(said));
        self.said.extend(said.clone());
        (sessions, said)
    }
}

/// How a text is judged, what is mended in it, and how it is formatted.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextSessions {
    pub(crate) judge: Session,
    /// Where the configuration says something of mending.
    pub(crate) mend: Option<Session>,
    pub(crate) format: Session,
}

/// What a text says of the encoding of its file, which the editor has read already.
const OF_ENCODING: [&str; 3] = ["S005", "S007", "S008"];

/// An editor's text is in UTF-8, whatever the file is in.
fn builder(settings: &Settings, [select, ignore]: [&str; 2], path: Option<&Path>) -> SessionBuilder {
    let mut builder = Session::builder()
        .select(settings.list(select).to_vec())
        .ignore(settings.list(ignore).to_vec())
        .ignore(OF_ENCODING);
    for book in settings.list("rules") {
        builder = builder.rules(book);
    }
    if let Some(letters) = settings.text("letters") {
        builder = builder.letters(letters);
    }
    if let Some(path) = path {
        builder = builder.name(&path.to_string_lossy());
    }
    builder.severities(settings.severities()).allow(true)
}
