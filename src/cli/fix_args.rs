//! Arguments of `partie fix`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, io};

use clap::builder::PossibleValue;
use clap::{ArgGroup, Args, ValueEnum};

use super::common_args::{AllowArgs, CodeArgs, RulesArgs, RunArgs, one_of, usual_name};
use super::config_args::ConfigArgs;
use super::refused::Refused;
use super::source_args::SourceArgs;
use super::where_args::WhereArgs;
use crate::report::{REPAIR_FORMS, RepairForm, RepairStyle};
use partie_archive::disk::{RowForm, RowLog};
use partie_archive::file_messages::unwritten;
use partie_fix::{LogForm, Plan};
use partie_record::finding::Grade;
use partie_record::shown::shown_path;
use partie_repair::Medium;
use partie_replay::Source;
use partie_replay::games::Choice;

/// An output form of repairs, selected by name.
pub(super) type RepairFormArg = &'static RepairForm;

impl ValueEnum for RepairFormArg {
    fn value_variants<'a>() -> &'a [Self] {
        REPAIR_FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = PossibleValue::new(self.name).help(self.description);
        // `plain` and `concise` are the forms of findings that resemble `text`: lines without boards.
        Some(if self.name == "text" { value.aliases(["plain", "concise"]) } else { value })
    }
}

/// The name of the argument group that changes files.
const WRITING: &str = "writing";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new(WRITING).args(["write", "review", "decisions", "undo", "merge"]).multiple(true))]
// Help texts about repairs, and former names of flags from before outputs had flags of their own.
#[command(mut_arg("select", |arg| arg.help("Repair only findings with this code, beginning of a code, or name")))]
#[command(mut_arg("ignore", |arg| arg.help("Repair no findings with this code, beginning of a code, or name")))]
#[command(mut_arg("from_letters", |arg| arg.alias("letters")), mut_arg("from_encoding", |arg| arg.alias("encoding")))]
pub(super) struct FixArgs {
    /// Files and folders; - for standard input
    #[arg(required_unless_present_any = ["undo", "pair"], value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    /// Output form [default: PARTIE_FORMAT, else text]
    #[arg(long, value_enum)]
    format: Option<RepairFormArg>,
    /// With jsonl: also the moves of the main line after each repair, in coordinates
    #[arg(long)]
    pub(super) moves: bool,
    /// Print a unified diff instead: of the written changes, or of those that --write=likely would make
    #[arg(long, conflicts_with_all = ["format", "moves"])]
    pub(super) diff: bool,
    /// Change the files: --write makes the certain repairs, --write=likely also the likely ones
    #[arg(long, value_parser = one_of(Plan::GRADES), value_name = "GRADE", num_args = 0..=1, require_equals = true, default_missing_value = "certain")]
    pub(super) write: Option<Grade>,
    /// Show the repairs one by one in the terminal, with source and board, and write those that you accept, of any
    /// grade: y accepts the first, 1-9 another, n none, s skips the rest of the file, q all the rest
    #[arg(long, conflicts_with_all = ["write", "format", "moves", "diff"])]
    pub(super) review: bool,
    /// Write only the edits accepted in this file: a JSON row for each edit, as written by --review or --log
    /// FILE.jsonl. With --review: ask only about repairs without a decision in the file, and add the new decisions to
    /// it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["write", "format", "moves"])]
    pub(super) decisions: Option<PathBuf>,
    /// Undo the edits in this log, CSV or JSON as written by --log, where their text is still in the file, and report
    /// the others. With inputs: only in these files
    #[arg(long, value_name = "LOG", conflicts_with_all = ["write", "review", "decisions", "format", "moves", "output", "book", "style", "select", "ignore", "expression"])]
    pub(super) undo: Option<PathBuf>,
    /// When files are changed: write the result here instead of into the single input; compressed if the name ends in
    /// .gz, .bz2 or .zst
    #[arg(short, long, value_name = "FILE", requires = WRITING)]
    pub(super) output: Option<PathBuf>,
    /// When files are changed: keep each original beside the file, with this suffix [default: ~, as in cp and patch]
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true, default_missing_value = "~", requires = WRITING, conflicts_with = "output")]
    pub(super) backup: Option<String>,
    /// When files are changed: add a row for each edit to this file, as CSV, or as JSON if its name ends in .jsonl
    #[arg(long, value_name = "FILE", requires = WRITING)]
    pub(super) log: Option<PathBuf>,
    /// Use the games of this file or folder as evidence: a repair is likelier if it leads to a position in their first
    /// 24 plies. Games with an error are ignored
    #[arg(long, value_name = "ARCHIVE")]
    pub(super) book: Vec<PathBuf>,
    /// Read this file or folder as other records of the same games, such as the opponent's score sheet or another
    /// database. Broken games are repaired from their copies; legal moves that differ are reported. It may be the input
    /// itself
    #[arg(long, value_name = "FILE")]
    pub(super) copies: Vec<PathBuf>,
    /// Two files with records of the same games: each is repaired from the other
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["inputs", "copies", "undo"])]
    pair: Vec<PathBuf>,
    /// Write one PGN record of each game: the first record with the likely repairs, missing tags and missing moves from
    /// its copy, and with a comment where both differ. Of a pair, the first file is completed
    #[arg(long, requires = "output", conflicts_with_all = ["review", "decisions", "undo"])]
    pub(super) merge: bool,
    /// How the records were made: repairs of typical errors become likelier
    #[arg(long = "source", value_parser = one_of(Medium::CHOICES), value_name = "SOURCE", default_value = "auto")]
    pub(super) medium: Medium,
    /// Also fix style: missing check and capture marks, long forms, needless letters
    #[arg(long)]
    pub(super) style: bool,
    #[command(flatten)]
    pub(super) codes: CodeArgs,
    #[command(flatten)]
    pub(super) allow: AllowArgs,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The games to be repaired, and how.
#[derive(Clone, Debug)]
pub(super) struct FixPlan {
    pub(super) fixing: Plan,
    pub(super) source: Source,
    /// The choice of games; `None` for all.
    pub(super) choice: Option<Arc<dyn Choice>>,
    /// True if anything is written.
    pub(super) writes: bool,
}

/// Converts the form of a log to the row form that [`RowLog`] needs.
pub(super) const fn row_form(form: LogForm) -> RowForm {
    RowForm { head: form.head(), begins: form.begins(), ends: form.ends() }
}

impl FixArgs {
    /// The output form from the argument, or else from the environment, or else the default. A form in the environment
    /// is ignored if it is only for findings, or if the run prints a diff or reviews repairs.
    pub(super) fn form(&self) -> RepairFormArg {
        let usual = || {
            let name = usual_name().filter(|_| !self.diff && !self.is_reviewed())?;
            REPAIR_FORMS.iter().copied().find(|form| form.name == name)
        };
        self.format.or_else(usual).unwrap_or(REPAIR_FORMS[0])
    }

    /// The style of the report. If no files are changed, it contains the same command with the form `full`, which shows
    /// what this report leaves out.
    pub(super) fn style(&self) -> RepairStyle {
        let again = (!self.writes()).then(|| with_form("fix", "full"));
        RepairStyle { colour: self.run.color.are_on(&io::stdout()), again }
    }

    /// Makes each file of `--pair` an input and a copy of the other. With `--merge`, only the first file is an input.
    pub(super) fn paired(self) -> Self {
        match self.pair.as_slice() {
            [one, other] if self.merge => Self { inputs: vec![one.clone()], copies: vec![other.clone()], ..self },
            [_, _] => Self { inputs: self.pair.clone(), copies: self.pair.clone(), ..self },
            _ => self,
        }
    }

    /// True if files are changed.
    pub(super) const fn writes(&self) -> bool {
        self.write.is_some() || self.merge || self.is_reviewed() || self.undo.is_some()
    }

    /// Opens the log; `None` if the user named none.
    ///
    /// # Errors
    /// An error of the system, as a message.
    pub(super) fn open_log(&self) -> Result<Option<RowLog>, Refused> {
        let open = |path: &Path| {
            let failed = |error| Refused::new(unwritten(&shown_path(path), &error).to_string());
            RowLog::open(path, row_form(LogForm::of(path))).map_err(failed)
        };
        self.log.as_deref().map(open).transpose()
    }

    /// True if only repairs that the user decided on are written.
    pub(super) const fn is_reviewed(&self) -> bool {
        self.review || self.decisions.is_some()
    }

    /// True if standard input is an input.
    pub(super) fn reads_stdin(&self) -> bool {
        self.inputs.iter().any(|path| path.as_os_str() == "-")
    }
}

/// The command line of this run with `--format` replaced by `form`, quoted for a shell.
pub(super) fn with_form(subcommand: &str, form: &str) -> String {
    let given = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    command(given, subcommand, form)
}

fn command(given: impl Iterator<Item = String>, subcommand: &str, form: &str) -> String {
    let mut words = vec!["partie".to_owned()];
    let (mut given, mut named) = (given, false);
    while let Some(word) = given.next() {
        if word == "--format" {
            given.next();
        } else if !word.starts_with("--format=") {
            words.push(quoted(&word));
            if !named && word == subcommand {
                named = true;
                words.extend(["--format".to_owned(), form.to_owned()]);
            }
        }
    }
    words.join(" ")
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%^".contains(c) || cfg!(windows) && c == '\\';
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false if cfg!(windows) => format!("\"{}\"", word.replace('"', "\"\"")),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::command;

    #[cfg(not(windows))]
    #[test]
    fn the_same_is_given_again() {
        let again = |given: &[&str]| command(given.iter().map(|word| (*word).to_owned()), "fix", "full");
        assert_eq!(again(&["fix", "-q", "a b.pgn"]), "partie fix --format full -q 'a b.pgn'");
        assert_eq!(again(&["fix", "--format", "text", "it's", "fix"]), "partie fix --format full 'it'\\''s' fix");
        assert_eq!(
            again(&["fix", "--format=text", "--where", "white ~ 'B'"]),
            "partie fix --format full --where 'white ~ '\\''B'\\'''"
        );
    }
}
