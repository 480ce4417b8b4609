//! Arguments shared by several subcommands: the choice of findings, and options of a run. Not for their meaning to a
//! subcommand.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::help;
use super::refused::Refused;
use crate::report::{FORMS, OutputForm, REPAIR_FORMS};
use partie_archive::Walking;
use partie_config::Settings;
use partie_input::CHUNK;
use partie_record::book::Books;
use partie_record::finding::{Selection, UnknownCode};
use partie_record::{Choices, and, did_you_mean};
use partie_table::FailOn;

/// Parses the name of a value in a table.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(table: Choices<T>) -> impl TypedValueParser<Value = T> {
    let names = table.iter().map(|(name, _, what)| PossibleValue::new(*name).help(*what));
    let value = |name: String| table.iter().find(|row| row.0 == name).map(|row| row.1).ok_or("not in the table");
    PossibleValuesParser::new(names).try_map(value)
}

/// An output form of findings, selected by name.
pub(super) type FormArg = &'static OutputForm;

impl ValueEnum for FormArg {
    fn value_variants<'a>() -> &'a [Self] {
        FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.description))
    }
}

/// The environment variable with the default output form of all subcommands.
const FORMAT_VARIABLE: &str = "PARTIE_FORMAT";

/// The form of messages.
#[derive(Clone, Debug, Args)]
pub(super) struct FormArgs {
    /// Output form [default: PARTIE_FORMAT, else full]
    #[arg(long, value_enum)]
    format: Option<FormArg>,
}

impl FormArgs {
    /// The output form from the argument, or else from the environment, or else the default.
    pub(super) fn form(&self) -> FormArg {
        self.format.or_else(usual_form).unwrap_or(FORMS[0])
    }
}

/// The name of the output form in the environment.
pub(super) fn usual_name() -> Option<String> {
    std::env::var(FORMAT_VARIABLE).ok()
}

/// The output form of findings that the environment names; `None` if it names none.
pub(super) fn usual_form() -> Option<FormArg> {
    let name = usual_name()?;
    FORMS.iter().copied().find(|form| form.name == name)
}

/// True for the name of an output form of findings or repairs.
fn is_form(name: &str) -> bool {
    FORMS.iter().any(|form| form.name == name) || REPAIR_FORMS.iter().any(|form| form.name == name)
}

/// Checks the environment, even in subcommands that do not use it, so that a misspelled form is always reported.
///
/// # Errors
/// The environment names an unknown form.
pub(super) fn check_environment() -> Result<(), Refused> {
    match std::env::var_os(FORMAT_VARIABLE) {
        Some(name) if !name.is_empty() && !name.to_str().is_some_and(is_form) => {
            let names: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
            let name = name.to_string_lossy();
            Err(Refused::new(format!(
                "unknown form {name:?} in the variable {FORMAT_VARIABLE}; known forms: {}",
                and(&names)
            )))
        }
        _ => Ok(()),
    }
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The choice of findings.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct CodeArgs {
    /// Only findings with this code, beginning of a code, or name
    #[arg(long, value_delimiter = ',', value_name = "CODE", value_parser = help::codes(), hide_possible_values = true)]
    pub(super) select: Vec<String>,
    /// No findings with this code, beginning of a code, or name
    #[arg(long, value_delimiter = ',', value_name = "CODE", value_parser = help::codes(), hide_possible_values = true)]
    pub(super) ignore: Vec<String>,
}

/// Whether records may allow findings.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct AllowArgs {
    /// Also count findings that a line in the record allows, as in % partie: allow L010 the score sheet has it so
    #[arg(long)]
    pub(super) no_allow: bool,
}

const FAIL_ON: &str =
    "Exit with status 1 if there are findings of at least this severity, or games that are not judged [default: error]";

/// The choice of findings, and which of them make a run fail.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Findings")]
pub(super) struct FindingArgs {
    #[command(flatten)]
    pub(super) codes: CodeArgs,
    #[arg(long, value_parser = one_of(FailOn::NAMED), value_name = "WHAT", help = FAIL_ON)]
    pub(super) fail_on: Option<FailOn>,
}

impl CodeArgs {
    /// Replaces empty lists by those of a configuration, under the keys in `select` and `ignore`.
    pub(super) fn over(&self, settings: &Settings, select: &str, ignore: &str) -> Self {
        let of = |given: &[String], key: &str| match given {
            [] => settings.list(key).to_vec(),
            given => given.to_vec(),
        };
        Self { select: of(&self.select, select), ignore: of(&self.ignore, ignore) }
    }

    /// # Errors
    /// An unknown code.
    pub(super) fn selection(&self) -> Result<Selection, Refused> {
        Selection::new(&self.select, &self.ignore).map_err(|UnknownCode(text)| {
            let meant = did_you_mean(&text, help::code_names());
            Refused::new(format!("no finding code begins with {text:?}{meant}; see partie explain L010 for an example"))
        })
    }
}

impl FindingArgs {
    /// The condition for exit status 1, from the argument, or else from the configuration, or else the default.
    pub(super) fn fail_on(&self, settings: &Settings) -> FailOn {
        let named = |name: &str| FailOn::NAMED.iter().find(|row| row.0 == name).map(|row| row.1);
        self.fail_on.or_else(|| settings.text("fail-on").and_then(named)).unwrap_or_default()
    }
}

/// The rule books for judging games, also if only `--where` needs findings and draws.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules and input")]
pub(super) struct RulesArgs {
    #[arg(long, value_name = "BOOK", help = help::of_rules(), value_parser = help::books(), hide_possible_values = true)]
    pub(super) rules: Vec<String>,
}

impl RulesArgs {
    /// Replaces an empty list of rule books by that of a configuration.
    pub(super) fn over(&self, settings: &Settings) -> Self {
        Self { rules: if self.rules.is_empty() { settings.list("rules").to_vec() } else { self.rules.clone() } }
    }

    /// # Errors
    /// An unknown rule book.
    pub(super) fn books(&self) -> Result<Books, Refused> {
        Ok(Books::of(&self.rules)?)
    }
}

/// Whether output has colors.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct ColorArgs {
    /// When to use colors
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorArg,
}

impl ColorArgs {
    /// True if output to `stream` has colors.
    pub(super) fn are_on(self, stream: &impl RawStream) -> bool {
        match self.color {
            ColorArg::Always => true,
            ColorArg::Never => false,
            ColorArg::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        }
    }
}

/// Arguments that every command accepts, also without effect, so that scripts can pass them everywhere.
#[derive(Clone, Debug, Args)]
pub(super) struct CommonArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// Options of a run over files.
#[derive(Clone, Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

/// The number of threads of a run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct ThreadArgs {
    /// Number of threads [default: one for each processor]
    #[arg(short = 'j', long = "threads", alias = "jobs", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// The number of threads; at least one.
    pub(super) fn count(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// Options for reading inputs.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Run")]
pub(super) struct ReadingArgs {
    /// No progress bar and no summary
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// In folders, also skip files that .gitignore lists
    #[arg(long)]
    gitignore: bool,
    /// In folders, follow symbolic links; links given as arguments are always followed
    #[arg(long)]
    follow: bool,
    /// Bytes of a slice; for tests
    #[arg(long, hide = true)]
    chunk: Option<usize>,
}

impl ReadingArgs {
    /// Options for walking folders.
    pub(super) fn walking(&self) -> Walking {
        Walking { gitignore: self.gitignore, follow: self.follow, ..Walking::default() }
    }

    /// Approximate size of a slice in bytes.
    pub(super) fn chunk(&self) -> usize {
        self.chunk.unwrap_or(CHUNK)
    }
}
