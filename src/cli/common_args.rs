//! Arguments that several subcommands have in the same words: which findings, and how a run goes.
//! Not for what they mean to a subcommand.

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use crate::archive::CHUNK;
use crate::finding::Severity;
use crate::report::{FORMS, OutputForm};

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

/// The severity from which on findings make the exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SeverityArg {
    /// The record is wrong
    Error,
    /// The record is doubtful or not well written
    Warning,
    /// Anything worth knowing; also shows infos
    Info,
}

impl SeverityArg {
    /// The severity itself.
    pub(super) const fn severity(self) -> Severity {
        match self {
            Self::Error => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Info => Severity::Info,
        }
    }
}

/// Which findings are wanted, and which of them count.
#[derive(Clone, Debug, Args)]
pub(super) struct FindingArgs {
    /// Only findings whose code begins with this, or that have this name
    #[arg(long, value_delimiter = ',', value_name = "CODE")]
    pub(super) select: Vec<String>,
    /// No findings whose code begins with this, or that have this name
    #[arg(long, value_delimiter = ',', value_name = "CODE")]
    pub(super) ignore: Vec<String>,
    /// Lowest severity at which the exit status is 1
    #[arg(long, value_enum, default_value = "error", value_name = "SEVERITY")]
    pub(super) fail_on: SeverityArg,
}

/// How a run goes that prints in colours.
#[derive(Clone, Debug, Args)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// Colours
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(super) color: ColorArg,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

/// How much of the machine a run takes.
#[derive(Clone, Debug, Args)]
pub(super) struct ThreadArgs {
    /// Number of threads [default: one for each processor]
    #[arg(short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    jobs: Option<u16>,
}

impl ThreadArgs {
    /// How many threads that are; at least one.
    pub(super) fn count(&self) -> usize {
        self.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
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
    pub(super) gitignore: bool,
    /// Bytes of a slice; for tests
    #[arg(long, hide = true)]
    chunk: Option<usize>,
}

impl ReadingArgs {
    /// Bytes of a slice.
    pub(super) fn chunk(&self) -> usize {
        self.chunk.unwrap_or(CHUNK)
    }
}
