//! Counts findings by code, with games and a first example, and finds the files with most errors.

use std::collections::BTreeMap;

use partie_record::finding::{Code, Finding, Severity};
use partie_record::{count, format_thousands, plural};
use partie_replay::{GamePlace, Placed};

const MAX_FILES: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Statistics {
    codes: BTreeMap<(Severity, Code), CodeCount>,
    /// Number of errors and path of each file that has errors.
    files: Vec<(u64, String)>,
}

#[derive(Clone, Debug, Default)]
struct CodeCount {
    findings: u64,
    /// Number of games with the finding, or of files if it never occurred in a game.
    games: u64,
    in_games: bool,
    /// The last counted game.
    last: (String, u64),
    example: String,
}

impl Statistics {
    pub fn add(&mut self, place: &GamePlace<'_>, finding: &Finding) {
        let (path, game) = (place.path, place.game);
        // Unreadable files are left out of the files with most errors: nobody can fix them.
        let is_unread = game == 0 && finding.code.as_str().starts_with('X');
        if finding.severity == Severity::Error && !is_unread {
            match self.files.last_mut().filter(|(_, known)| known == path) {
                Some((errors, _)) => *errors += 1,
                None => self.files.push((1, path.to_owned())),
            }
        }
        let counted = self.codes.entry((finding.severity, finding.code)).or_insert_with(|| CodeCount {
            example: match game {
                0 => path.to_owned(),
                game => format!("{path}:{} (game {game})", Placed::new(*place, finding).line),
            },
            ..CodeCount::default()
        });
        counted.findings += 1;
        counted.in_games |= game > 0;
        if counted.last.1 != game || counted.last.0 != path {
            counted.games += 1;
            counted.last = (path.to_owned(), game);
        }
    }

    pub fn findings(&self) -> u64 {
        self.codes.values().map(|counted| counted.findings).sum()
    }

    /// Formats the codes, errors first and then by frequency, the files with most errors, and the next step. `broken`
    /// of `games` games have an error.
    pub fn table(&self, broken: u64, games: u64) -> String {
        let mut rows: Vec<_> = self.codes.iter().collect();
        rows.sort_by_key(|((severity, code), counted)| (std::cmp::Reverse((*severity, counted.findings)), *code));
        let width = rows.iter().map(|((_, code), _)| code.entry().name.len()).max().unwrap_or_default();
        let mut text = String::new();
        for ((severity, code), CodeCount { findings, games, in_games, example, .. }) in &rows {
            let row = format!(
                "{:<7}  {}  {:<width$}  {:>8} in {:<14}  {example}\n",
                severity.name(),
                code.as_str(),
                code.entry().name,
                format_thousands(*findings),
                if *in_games { count(*games, "game", "games") } else { count(*games, "file", "files") },
            );
            text.push_str(&row);
        }
        if broken > 0 {
            let of = count(games, "game", "games");
            let have = plural(broken, "has", "have");
            text.push_str(&format!("{} of {of} {have} an error\n", format_thousands(broken)));
        }
        let mut files = self.files.clone();
        files.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        if files.len() > 1 {
            text.push_str("most errors in:\n");
            for (errors, path) in files.iter().take(MAX_FILES) {
                text.push_str(&format!("  {path}: {}\n", count(*errors, "error", "errors")));
            }
        }
        if let Some(((severity, code), _)) = rows.first() {
            let code = code.as_str();
            text.push_str(&format!("next: partie explain {code}, or validate --select {code}"));
            if let Some((_, path)) = files.first().filter(|_| *severity == Severity::Error) {
                text.push_str(&format!(", or partie fix {path}"));
            }
            text.push('\n');
        }
        text
    }
}
