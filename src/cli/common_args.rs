//! Arguments that several subcommands have in the same words: which findings, and how a run goes.
//! Not for what they mean to a subcommand.

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
use partie_record::{Choices, and};
use partie_table::FailOn;

/// One of the values of a table, by its name.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(table: Choices<T>) -> impl TypedValueParser<Value = T> {
    let names = table.iter().map(|(name, _, what)| PossibleValue::new(*name).help(*what));
    let value = |name: String| table.iter().find(|row| row.0 == name).map(|row| row.1).ok_or("not in the table");
    PossibleValuesParser::new(names).try_map(value)
}

/// The form of the output: a row of the table of forms.
pub(super) type FormArg = &'static OutputForm;

impl ValueEnum for FormArg {
    fn value_variants<'a>() -> &'a [Self] {
        FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name).help(self.description))
    }
}

/// The variable that names the form of findings for all subcommands.
const FORMAT_VARIABLE: &str = "PARTIE_FORMAT";

/// In which form messages are shown.
#[derive(Clone, Debug, Args)]
pub(super) struct FormArgs {
    /// Output form [default: what PARTIE_FORMAT says, else full]
    #[arg(long, value_enum)]
    format: Option<FormArg>,
}

impl FormArgs {
    /// The form that is asked for.
    pub(super) fn form(&self) -> FormArg {
        self.format.or_else(usual_form).unwrap_or(FORMS[0])
    }
}

/// The name of a form that the environment has, if it has one.
pub(super) fn usual_name() -> Option<String> {
    std::env::var(FORMAT_VARIABLE).ok()
}

/// The form of findings that the environment names, if it names one.
pub(super) fn usual_form() -> Option<FormArg> {
    let name = usual_name()?;
    FORMS.iter().copied().find(|form| form.name == name)
}

/// Whether a form of findings or of repairs has that name.
fn is_form(name: &str) -> bool {
    FORMS.iter().any(|form| form.name == name) || REPAIR_FORMS.iter().any(|form| form.name == name)
}

/// Whether all is well with the environment. A misspelt setting must not pass in a subcommand that happens not to ask for it.
///
/// # Errors
/// What is not known.
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

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Which findings are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Args)]
pub(super) struct CodeArgs {
    /// Only findings whose code begins with this, or that have this name
    #[arg(long, value_delimiter = ',', value_name = "CODE")]
    pub(super) select: Vec<String>,
    /// No findings whose code begins with this, or that have this name
    #[arg(long, value_delimiter = ',', value_name = "CODE")]
    pub(super) ignore: Vec<String>,
}

/// Whether records may allow findings.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct AllowArgs {
    /// Also count what records allow with a line of their own, as in % partie: allow L010 the score sheet has it so
    #[arg(long)]
    pub(super) no_allow: bool,
}

const FAIL_ON: &str =
    "What makes the exit status 1: findings of this severity or a higher one, or what is not judged [default: error]";

/// Which findings are wanted, and which of them count.
#[derive(Clone, Debug, Args)]
pub(super) struct FindingArgs {
    #[command(flatten)]
    pub(super) codes: CodeArgs,
    #[arg(long, value_parser = one_of(FailOn::NAMED), value_name = "WHAT", help = FAIL_ON)]
    pub(super) fail_on: Option<FailOn>,
}

impl CodeArgs {
    /// These, and what a configuration says under two keys where they say nothing.
    pub(super) fn over(&self, settings: &Settings, select: &str, ignore: &str) -> Self {
        let of = |given: &[String], key: &str| match given {
            [] => settings.list(key).to_vec(),
            given => given.to_vec(),
        };
        Self { select: of(&self.select, select), ignore: of(&self.ignore, ignore) }
    }

    /// # Errors
    /// Which code is not known.
    pub(super) fn selection(&self) -> Result<Selection, Refused> {
        Selection::new(&self.select, &self.ignore).map_err(|UnknownCode(text)| {
            Refused::new(format!("no finding code begins with {text:?}; see partie explain L010 for an example"))
        })
    }
}

impl FindingArgs {
    /// What makes the exit status 1, where a configuration is asked, too.
    pub(super) fn fail_on(&self, settings: &Settings) -> FailOn {
        let named = |name: &str| FailOn::NAMED.iter().find(|row| row.0 == name).map(|row| row.1);
        self.fail_on.or_else(|| settings.text("fail-on").and_then(named)).unwrap_or_default()
    }
}

/// Under which books games are judged, also where only their choice asks for findings and draws.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct RulesArgs {
    #[arg(long, value_name = "BOOK", help = help::of_rules())]
    pub(super) rules: Vec<String>,
}

impl RulesArgs {
    /// These, or those of a configuration.
    pub(super) fn over(&self, settings: &Settings) -> Self {
        Self { rules: if self.rules.is_empty() { settings.list("rules").to_vec() } else { self.rules.clone() } }
    }

    /// # Errors
    /// Which book is not known.
    pub(super) fn books(&self) -> Result<Books, Refused> {
        Ok(Books::of(&self.rules)?)
    }
}

/// Whether what is shown has colours.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ColorArgs {
    /// Colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    color: ColorArg,
}

impl ColorArgs {
    /// Whether it has, on such a stream.
    pub(super) fn are_on(self, stream: &impl RawStream) -> bool {
        match self.color {
            ColorArg::Always => true,
            ColorArg::Never => false,
            ColorArg::Auto => AutoStream::choice(stream) != ColorChoice::Never,
        }
    }
}

/// What every command takes, also those that have no use for it: what is written once into a script holds for all of them.
#[derive(Clone, Debug, Args)]
pub(super) struct CommonArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// How a run over files goes.
#[derive(Clone, Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

/// How much of the machine a run takes.
#[derive(Clone, Debug, Args)]
pub(super) struct ThreadArgs {
    /// Number of threads [default: one for each processor]
    #[arg(short = 'j', long = "threads", alias = "jobs", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// How many threads that are; at least one.
    pub(super) fn count(&self) -> usize {
        self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
    }
}

/// How inputs are gone through.
#[derive(Clone, Debug, Args)]
pub(super) struct ReadingArgs {
    /// No progress bar and no summary
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// In folders, also leave out what .gitignore names
    #[arg(long)]
    gitignore: bool,
    /// In folders, follow symbolic links. A link that is named itself is always followed
    #[arg(long)]
    follow: bool,
    /// Bytes of a slice; for tests
    #[arg(long, hide = true)]
    chunk: Option<usize>,
}

impl ReadingArgs {
    /// How folders are walked.
    pub(super) fn walking(&self) -> Walking {
        Walking { gitignore: self.gitignore, follow: self.follow, ..Walking::default() }
    }

    /// Bytes of a slice.
    pub(super) fn chunk(&self) -> usize {
        self.chunk.unwrap_or(CHUNK)
    }
}
