//! Arguments, and which subcommand they start.

use std::io;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::analyze_args::AnalyzeArgs;
use super::convert_args::ConvertArgs;
use super::fix_args::FixArgs;
use super::report::ReportArgs;
use super::select_args::SelectArgs;
use super::show::ShowArgs;
use super::standard::{print, print_bytes, report_unwritten};
use super::validate_args::ValidateArgs;
use super::{Exit, analyze, convert, explain, fix, report, select, show, validate};

/// Validate game records: which games are broken, where, and why
#[derive(Debug, Parser)]
#[command(
    name = "partie",
    version,
    arg_required_else_help = false,
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Replay every game of files and folders and say what is wrong, where and why
    ///
    /// Reads PGN, also compressed (gzip, bzip2, xz, Zstandard, zip) and in any common encoding. Exit status: 0
    /// nothing at or above --fail-on, 1 findings, 2 usage or unreadable files, 3 internal error.
    #[command(
        after_help = "Examples:\n  partie validate club.pgn\n  partie validate --format concise archive/ | less\n  zstdcat games.pgn.zst | partie validate --fail-on warning -"
    )]
    Validate(ValidateArgs),
    /// Put damaged games right: what stood there, and how sure that is
    ///
    /// Reads what validate reads. What it proposes is replayed before it is shown, and no file is changed without
    /// --write; with it only bytes of edits change. Exit status: 0 nothing would change, or there are only guesses,
    /// 1 something would (with --write: something still would), 2 usage, or a file that cannot be read or written, 3
    /// internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie fix club.pgn\n  partie fix --diff archive/ | less\n  partie fix --write --backup --log edits.csv archive/\n  zstdcat games.pgn.zst | partie fix --write=likely -o fixed.pgn.zst -"
    )]
    Fix(FixArgs),
    /// Analyse whole archives: totals in the terminal, or tables of games and findings
    ///
    /// Without -o a summary is printed. With -o OUT the tables games and findings (and moves, with
    /// --moves) are written under OUT, in tasks that can be interrupted; run the same command again to
    /// continue. Exit status: 0 nothing at or above --fail-on, 1 findings, 2 usage or unreadable files, 3
    /// internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie analyze archive/\n  partie analyze lichess_2024-01.pgn.zst -o out/\n  partie analyze club.pgn --format csv -o out/ && duckdb -c \"FROM 'out/games/*/*.csv'\""
    )]
    Analyze(AnalyzeArgs),
    /// Make one HTML page from the tables that analyze wrote
    ///
    /// Findings with boards, results, lengths, clocks, duplicates: one file that needs no network and no script.
    #[command(after_help = "Example:\n  partie analyze archive/ -o out/ && partie report out/ -o report.html")]
    Report(ReportArgs),
    /// Write games in another notation or format
    ///
    /// Reads what validate reads, replays every game, and writes it out again. Exit status: 0 everything was
    /// converted, 1 games were cut or left out (with --strict: or something was lost), 2 usage, unreadable
    /// files or an output that cannot be written, 3 internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie convert --to uci club.pgn\n  partie convert --to pgn --letters de -o club-de.pgn.zst club.pgn\n  partie convert --to csa --out-dir csa/ kif/"
    )]
    Convert(ConvertArgs),
    /// Choose games, and write them as they stand: grep for games
    ///
    /// Reads what validate reads, asks an expression of each game, and writes the games of which it is true, byte for
    /// byte. What tags answer costs no replay. Exit status: 0 there are such games, 1 there are none, 2 usage, unreadable
    /// files or an output that cannot be written, 3 internal error, 130 interrupted.
    #[command(
        after_help = "Examples:\n  partie select \"white ~ 'Carlsen' and elo_min >= 2700\" archive/ -o carlsen.pgn\n  partie select -c \"finding(L) and year < 1900\" archive/\n  partie select \"material('KRP KR', 20)\" --first 100 games.pgn.zst"
    )]
    Select(SelectArgs),
    /// Print what a finding code means, or a rule book clause by clause
    #[command(after_help = "Examples:\n  partie explain L010\n  partie explain pinned\n  partie explain fide")]
    Explain {
        /// A code (L010), a code's name (pinned), a rule book (fide, jsa, glinski), or where: the selection language
        topic: String,
    },
    /// Show the board of a game after a given ply
    #[command(
        after_help = "Examples:\n  partie show club.pgn --game 41 --ply 19\n  partie show club.pgn --game 41 --svg > board.svg"
    )]
    Show(ShowArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

const GREETING: &str = "\
partie replays game records and says which games are broken, where, and why.

  partie validate club.pgn archive/     check files and folders
  partie explain L010                   what a finding means
  partie show club.pgn --game 2 --ply 9 the board after a ply
  partie fix club.pgn                   what stood where a game is broken
  partie analyze archive/ -o out/       totals and tables of whole archives
  partie select \"year < 1900\" club.pgn   the games of which that is true
  partie --help                         everything else
";

/// Runs what the arguments of the process ask for.
pub fn parse_and_run() -> Exit {
    match Cli::try_parse() {
        Ok(cli) => run(cli),
        // Help and version are output like any other: that nobody could read them is an error.
        Err(asked) if !asked.use_stderr() => match asked.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report_unwritten("to standard output", &error),
            _ => Exit::Clean,
        },
        Err(wrong) => {
            // Nothing can be done where not even an error can be told.
            let _ = wrong.print();
            Exit::Operation
        }
    }
}

/// Runs the command; its exit status.
pub fn run(cli: Cli) -> Exit {
    match cli.command {
        None => print(GREETING, Exit::Operation),
        Some(Command::Validate(args)) => validate::run(args),
        Some(Command::Fix(args)) => fix::run(args),
        Some(Command::Analyze(args)) => analyze::run(args),
        Some(Command::Report(args)) => report::run(&args),
        Some(Command::Convert(args)) => convert::run(args),
        Some(Command::Explain { topic }) => explain::run(&topic),
        Some(Command::Select(args)) => select::run(args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "partie", &mut script);
            print_bytes(&script, Exit::Clean)
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            match manual(&mut page) {
                Ok(()) => print_bytes(&page, Exit::Clean),
                Err(_) => Exit::Internal,
            }
        }
    }
}

/// The manual page: the command, then each subcommand with its options.
fn manual(page: &mut Vec<u8>) -> io::Result<()> {
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(page)?;
    for subcommand in command.get_subcommands() {
        let name = format!("partie {}", subcommand.get_name());
        let man = clap_mangen::Man::new(subcommand.clone().bin_name(name.clone()));
        page.extend_from_slice(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes());
        man.render_synopsis_section(page)?;
        man.render_description_section(page)?;
        man.render_options_section(page)?;
    }
    Ok(())
}
