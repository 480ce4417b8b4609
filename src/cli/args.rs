//! Command-line arguments, and the subcommands that they start.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::analyze_args::AnalyzeArgs;
use super::common_args::{CommonArgs, check_environment};
use super::config::ConfigCommandArgs;
use super::config_args::ConfigArgs;
use super::convert_args::ConvertArgs;
use super::fix_args::FixArgs;
use super::on_demand::OnDemand;
use super::refused::Refused;
use super::report_args::ReportArgs;
use super::select_args::SelectArgs;
use super::show::ShowArgs;
use super::standard::{print_bytes, print_lines, report_error, report_unwritten};
use super::validate_args::ValidateArgs;
use super::{Exit, analyze, config, convert, explain, fix, manual, report, select, show, validate, window};

/// Validate game records: which games are broken, where, and why
#[derive(Debug, Parser)]
#[command(
    name = "partie",
    version,
    arg_required_else_help = false,
    override_usage = "partie [COMMAND]\n       partie [OPTIONS OF validate] INPUT...",
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Replay every game and report what is wrong, where, and why
    ///
    /// Formats, detected by content: PGN, printed scores, KIF, KI2, CSA, USI, USEN, JKF, PSN and partie's own JSON;
    /// also compressed (gzip, bzip2, xz, Zstandard, zip) and in any common encoding. partie FILE is the same as partie
    /// validate FILE. Exit status: 0 nothing at or above --fail-on, 1 findings, 2 usage or unreadable files, 3 internal
    /// error.
    #[command(
        after_help = "Examples:\n  partie validate club.pgn\n  partie validate --format concise archive/ | less\n  zstdcat games.pgn.zst | partie validate --fail-on warning -"
    )]
    Validate(OnDemand<ValidateArgs>),
    /// Repair damaged games: each repair is certain, likely or a guess
    ///
    /// Reads the same formats as validate, and replays every repair before it shows it. Files change only with --write,
    /// and then only in the bytes of the edits. Exit status: 0 no repairs, or only guesses, 1 repairs to write (with
    /// --write: repairs not written), 2 usage, or a file that cannot be read or written, 3 internal error, 130
    /// interrupted.
    #[command(
        after_help = "Examples:\n  partie fix club.pgn\n  partie fix --diff archive/ | less\n  partie fix --write --backup --log edits.csv archive/\n  zstdcat games.pgn.zst | partie fix --write=likely -o fixed.pgn.zst -"
    )]
    Fix(OnDemand<FixArgs>),
    /// Analyze archives: totals in the terminal, or tables of games and findings
    ///
    /// Without -o a summary is printed. With -o OUT the tables games, findings and texts (and moves, with
    /// --moves) are written under OUT, in tasks that can be interrupted; run the same command again to
    /// continue. Exit status: 0 nothing at or above --fail-on, 1 findings, 2 usage or unreadable files, 3
    /// internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie analyze archive/\n  partie analyze lichess_2024-01.pgn.zst -o out/\n  partie analyze --format csv -o out/ club.pgn\n\nWhat the columns mean: partie explain games"
    )]
    Analyze(OnDemand<AnalyzeArgs>),
    /// Make one HTML page from the tables that analyze wrote
    ///
    /// Findings with boards, results, lengths, clocks, duplicates: one file that needs no network. Boards of broken
    /// games step through the moves.
    #[command(after_help = "Example:\n  partie analyze archive/ -o out/ && partie report out/ -o report.html")]
    Report(OnDemand<ReportArgs>),
    /// Write games in another notation or format
    ///
    /// Reads the same formats as validate, replays every game, and writes it. Exit status: 0 everything was converted,
    /// 1 games were cut or left out (with --strict: or something was lost), 2 usage, unreadable files or an output that
    /// cannot be written, 3 internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie convert --to uci club.pgn\n  partie convert --to pgn --to-letters de -o club-de.pgn.zst club.pgn\n  partie convert --to csa --out-dir csa/ kif/"
    )]
    Convert(OnDemand<ConvertArgs>),
    /// Select games, and copy them unchanged: grep for games
    ///
    /// Reads the same formats as validate, and copies the games that match an expression, byte for byte. Conditions on
    /// tags need no replay. Exit status: 0 games match, 1 no game matches, 2 usage, unreadable files or an output that
    /// cannot be written, 3 internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie select \"white ~ 'Carlsen' and elo_min >= 2700\" archive/ -o carlsen.pgn\n  partie select -c \"finding(L) and year < 1900\" archive/\n  partie select \"material('KRP KR', 20)\" --first 100 games.pgn.zst"
    )]
    Select(OnDemand<SelectArgs>),
    /// Explain a finding code, a rule book clause by clause, or the columns of a table
    #[command(
        after_help = "Examples:\n  partie explain L010\n  partie explain stalemate\n  partie explain fide\n  partie explain games"
    )]
    Explain {
        /// A code (L010) or its letter (L), words to search for (pinned, castling, 二歩), a rule book (fide, jsa,
        /// glinski), a table (games, findings, texts, moves, duplicates), or where: the selection language
        #[arg(required = true, value_name = "TOPIC")]
        topic: Vec<String>,
        #[command(flatten)]
        common: CommonArgs,
    },
    /// Show the board of a game after a given ply, or write a page of the game
    #[command(
        after_help = "Examples:\n  partie show club.pgn --game 41 --ply 19\n  partie show club.pgn --game 41 --svg > board.svg\n  partie show club.pgn --game 41 --html -o game.html"
    )]
    Show(OnDemand<ShowArgs>),
    /// Print the settings for a file, and where each of them comes from
    ///
    /// A configuration is the nearest partie.toml or .partie.toml, in the folder of a file or above it. It controls how
    /// records are read and judged, but not what is written.
    #[command(after_help = "Examples:\n  partie config games/1998.pgn\n  partie config --schema > partie.schema.json")]
    Config(OnDemand<ConfigCommandArgs>),
    /// Serve an editor on standard input and output (Language Server Protocol)
    ///
    /// Provides diagnostics while you type, repairs, the board and legal moves. Reads open documents and
    /// configurations, and writes no files.
    Lsp {
        #[command(flatten)]
        config: ConfigArgs,
        /// The only transport; accepted because editors pass it
        #[arg(long, hide = true)]
        stdio: bool,
        #[command(flatten)]
        common: CommonArgs,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
        #[command(flatten)]
        common: CommonArgs,
    },
    /// Print the manual page of partie or of one command
    Man {
        /// The command [default: all commands]
        command: Option<String>,
        #[command(flatten)]
        common: CommonArgs,
    },
}

const GREETING: &str = "\
partie replays game records and says which games are broken, where, and why.

  partie club.pgn archive/                  check files and folders
  partie explain L010                       what a finding means
  partie show club.pgn --game 2 --ply 9     the board after a ply
  partie fix club.pgn                       repairs of broken games; changes nothing without --write
  partie convert --to kif games.csa         the same games in another format
  partie analyze archive/                   totals; with -o out/ tables of games and findings
  partie select \"year < 1900\" club.pgn      the games that match
  partie --help                             all commands; partie validate --help: the options of one
";

/// Parses the arguments of the process, and runs the command.
pub fn parse_and_run() -> Exit {
    window::prepare();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let exit = parse_and_run_these(&arguments);
    window::stay(&arguments, exit);
    exit
}

/// Parses `arguments`, of which the first is the program's name, and runs the command. Returns the exit status, and
/// does not end the process.
pub fn run_with(arguments: &[OsString]) -> u8 {
    parse_and_run_these(arguments) as u8
}

fn parse_and_run_these(arguments: &[OsString]) -> Exit {
    match read_arguments(arguments) {
        Ok(cli) => run(cli),
        // Help and version are regular output, so a failed write is an error.
        Err(asked) if !asked.use_stderr() => match asked.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report_unwritten("to standard output", &error),
            _ => Exit::Clean,
        },
        Err(wrong) => {
            // If this message cannot be printed, neither can a message about that.
            let _ = wrong.print();
            Exit::Operation
        }
    }
}

/// Parses the arguments; arguments without a subcommand are those of `validate`.
fn read_arguments(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(arguments).or_else(|wrong| {
        let no_subcommand = matches!(wrong.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument);
        let Some((name, rest)) = arguments.split_first().filter(|_| no_subcommand) else { return Err(wrong) };
        // If the user named a known subcommand, the error is in its arguments.
        let word = rest.iter().find(|word| !is_option(word));
        let is_named = |word: &OsString| Cli::command().get_subcommands().any(|known| *word == *known.get_name());
        let is_input = if wrong.kind() == ErrorKind::InvalidSubcommand {
            word.is_some_and(|word| is_input(word))
        } else {
            rest.first().is_some_and(|first| is_option(first)) && rest.iter().any(|word| is_input(word))
        };
        if rest.first().is_some_and(is_named) || !is_input {
            return Err(wrong);
        }
        Cli::try_parse_from([name.clone(), "validate".into()].iter().chain(rest))
    })
}

fn is_option(word: &OsStr) -> bool {
    word.len() > 1 && word.as_encoded_bytes().starts_with(b"-")
}

/// True if a word is the path of a file or folder, which need not exist: a misspelled subcommand has no dot or slash.
fn is_input(word: &OsStr) -> bool {
    let has = |sign: u8| word.as_encoded_bytes().contains(&sign);
    word == "-" || !is_option(word) && (has(b'.') || has(b'/') || has(b'\\') || Path::new(word).exists())
}

impl Command {
    /// The inputs of the command; `None` if it does not accept several inputs.
    const fn inputs(&mut self) -> Option<&mut Vec<PathBuf>> {
        match self {
            Self::Validate(OnDemand(ValidateArgs { inputs, .. }))
            | Self::Fix(OnDemand(FixArgs { inputs, .. }))
            | Self::Analyze(OnDemand(AnalyzeArgs { inputs, .. }))
            | Self::Convert(OnDemand(ConvertArgs { inputs, .. }))
            | Self::Select(OnDemand(SelectArgs { inputs, .. })) => Some(inputs),
            _ => None,
        }
    }
}

/// Expands patterns on Windows, where shells do not. A pattern without a match stays, and is reported as unreadable.
fn expand(inputs: &mut Vec<PathBuf>) {
    if cfg!(windows) {
        let files = inputs.drain(..).flat_map(|input| match partie_archive::is_pattern(&input) {
            true => Some(partie_archive::matching(&input)).filter(|files| !files.is_empty()).unwrap_or(vec![input]),
            false => vec![input],
        });
        *inputs = files.collect();
    }
}

/// Runs the command, and returns its exit status.
pub fn run(mut cli: Cli) -> Exit {
    if let Some(inputs) = cli.command.as_mut().and_then(Command::inputs) {
        expand(inputs);
    }
    if let Err(message) = check_environment() {
        return report_error(&format!("error: {message}"), Exit::Operation);
    }
    match cli.command {
        None => print_lines(GREETING, Exit::Operation),
        Some(Command::Validate(OnDemand(args))) => validate::run(args),
        Some(Command::Fix(OnDemand(args))) => fix::run(args),
        Some(Command::Analyze(OnDemand(args))) => analyze::run(args),
        Some(Command::Report(OnDemand(args))) => report::run(&args),
        Some(Command::Convert(OnDemand(args))) => convert::run(args),
        Some(Command::Explain { topic, common }) => explain::run(&topic, common.color),
        Some(Command::Select(OnDemand(args))) => select::run(args),
        Some(Command::Show(OnDemand(args))) => show::run(&args),
        Some(Command::Config(OnDemand(args))) => config::run(&args),
        Some(Command::Lsp { config, .. }) => match serve(&config) {
            Ok(()) => Exit::Clean,
            Err(message) => report_error(&format!("error: {message}"), Exit::Operation),
        },
        Some(Command::Completions { shell, .. }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "partie", &mut script);
            print_bytes(&script, Exit::Clean)
        }
        Some(Command::Man { command, .. }) => manual::run(Cli::command(), command.as_deref()),
    }
}

#[cfg(feature = "lsp")]
fn serve(config: &ConfigArgs) -> Result<(), Refused> {
    Ok(partie_lsp::serve(config.finder()?)?)
}

#[cfg(not(feature = "lsp"))]
fn serve(_: &ConfigArgs) -> Result<(), Refused> {
    Err(Refused::new("this build has no language server: it lacks the feature lsp"))
}
