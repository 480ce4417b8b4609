//! `partie show`: shows the board of a game after a ply, or writes a page of the game.

use std::io;
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;

use super::Exit;
use super::common_args::{RulesArgs, RunArgs};
use super::judging;
use super::refused::Refused;
use super::run::{Ended, Expects, Handler, Run, Sources};
use super::source_args::SourceArgs;
use super::standard::{is_same_file, print, print_lines, print_styled, report_error, write_page};
use super::where_args::WhereArgs;
use partie_analyze::game_page;
use partie_analyze::game_text::{GameText, record_bytes};
use partie_archive::Reading;
use partie_core::{JudgePlan, Source};
use partie_input::Slice;
use partie_record::count;
use partie_record::shown::shown_path;
use partie_replay::game_worker::SliceOut;
use partie_replay::{Divider, Division, GameOut, Judge, Judged, Options, PositionAt, Replayed, Segments, ply_of};

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The file; - for standard input
    #[arg(value_name = "FILE")]
    pub(super) input: PathBuf,
    /// Number of the game in the file, from 1; with --where, among the matching games
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) game: u64,
    /// Plies to play; 0 is the start position [default: all]
    #[arg(long, value_name = "K")]
    pub(super) ply: Option<u32>,
    /// Show the board after this move: 81w, 81b; in shogi only its number
    #[arg(long, value_name = "MOVE", conflicts_with = "ply")]
    pub(super) at: Option<String>,
    /// Print how a text is divided into scores, diagrams, headings and prose, without a board
    #[arg(long, conflicts_with_all = ["game", "ply", "at", "svg", "html"])]
    pub(super) segments: bool,
    /// Draw the board as SVG
    #[arg(long)]
    pub(super) svg: bool,
    /// Write the game as one HTML page, to step through its moves
    #[arg(long, conflicts_with = "svg")]
    pub(super) html: bool,
    /// The file to write the page to [default: standard output]
    #[arg(short, long, value_name = "FILE", requires = "html")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

pub(super) fn run(args: &ShowArgs) -> Exit {
    if args.input.is_dir() {
        return report_error(
            &format!("error[X001]: {} is a folder; name a file", shown_path(&args.input)),
            Exit::Operation,
        );
    }
    let (source, plan) = match plan(args) {
        Ok(plan) => plan,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let sources = sources(args, &source);
    if args.segments {
        return segments(&Sources { threads: 1, ..sources });
    }
    if let Some(output) = args.output.as_deref().filter(|output| is_same_file(&args.input, output)) {
        let line = format!("error[X003]: the output {} is the file itself; nothing is written", shown_path(output));
        return report_error(&line, Exit::Operation);
    }
    let mut found = Seek { wanted: args.game, ..Seek::default() };
    let run = sources.run(|| Judge::worker(&plan), &mut found);
    if run.failed {
        return run.exit(Exit::Operation);
    }
    let shown = found.found.ok_or_else(|| no_game(args, found.games)).and_then(|found| show(args, &found));
    match shown {
        Ok(page) if args.html => write_page(args.output.as_deref(), &page),
        Ok(text) if args.svg => print(&text, Exit::Clean),
        Ok(text) => print_styled(&text, Exit::Clean),
        Err(message) => run.exit(report_error(&format!("error: {message}"), Exit::Operation)),
    }
}

/// The input file, which is read without checking for a record, because the user named it.
fn sources(args: &ShowArgs, source: &Source) -> Sources {
    let inputs = std::slice::from_ref(&args.input);
    let sources = Sources::new(inputs, source, &args.run);
    Sources {
        reading: Reading { is_record: None, ..sources.reading },
        bar: false,
        expects: Expects::Nothing,
        ..sources
    }
}

/// The plan for finding the game and replaying it.
fn plan(args: &ShowArgs) -> Result<(Source, JudgePlan), Refused> {
    let source = args.source.source()?;
    let plan = judging::reading(source, &args.rules, &args.chosen)?.build()?.judge_plan();
    let options = Options { keep: true, ..plan.options };
    Ok((source, JudgePlan { options, games: true, ..plan }))
}

/// The error for a game number that is too high.
fn no_game(args: &ShowArgs, games: u64) -> Refused {
    let (path, what) = (shown_path(&args.input), count(games, "game", "games"));
    let which = args.chosen.expression.as_ref().map(|expression| format!(" of which {expression} is true"));
    Refused::new(format!("{path} has {what}{}, there is no game {}", which.unwrap_or_default(), args.game))
}

/// Formats the board with text below, as SVG, or as the page of the game.
fn show(args: &ShowArgs, found: &Found) -> Result<String, Refused> {
    let replayed = &found.replayed;
    let at = args.at.as_deref().map(|text| ply_of(text, &replayed.played)).transpose()?;
    let asked = args.ply.or(at);
    let ply = asked.unwrap_or(replayed.plies);
    if ply > replayed.plies {
        let plies = count(replayed.plies.into(), "ply", "plies");
        return Err(Refused::new(format!("{plies} of game {} can be replayed, there is no ply {ply}", args.game)));
    }
    if args.html {
        let SourceArgs { from, from_letters, .. } = &args.source;
        let text = GameText { from: from.clone(), letters: from_letters.clone(), ..found.text.clone() };
        return game_page::page(&text, asked).ok_or_else(|| {
            Refused::new(format!("game {} is another one where it stands alone: it has no page", args.game))
        });
    }
    let Some(PositionAt { board, text, last, to_move }) = PositionAt::of(&replayed.played, ply, args.svg) else {
        return Err(Refused::new(format!("nothing of game {} can be replayed", args.game)));
    };
    if args.svg {
        return Ok(board);
    }
    let after = last.map_or_else(|| " at the start".to_owned(), |last| format!(" after {last}"));
    let style = if args.run.color.are_on(&io::stdout()) { Style::new().bold() } else { Style::new() };
    let caption = format!("game {}, ply {ply} of {}:{after}, {to_move}", args.game, replayed.plies);
    Ok(format!("{board}\n\n{style}{caption}{style:#}\n{text}\n"))
}

/// Searches for one game, and stops there.
#[derive(Default)]
struct Seek {
    wanted: u64,
    /// Number of selected games so far.
    games: u64,
    /// Games and lines of the current file before this slice.
    before: (u64, u64),
    found: Option<Found>,
}

struct Found {
    replayed: Replayed,
    text: GameText,
}

impl Found {
    /// A game of a slice; `games` and `lines` are those of its file before the slice.
    fn new(game: GameOut, slice: &Slice, path: &str, (games, lines): (u64, u64)) -> Self {
        let replayed = game.replayed;
        let text = GameText {
            source: path.to_owned(),
            game: games + game.index + 1,
            line: lines + slice.lines(0, game.start) + 1,
            from: None,
            format: game.format.name().to_owned(),
            letters: None,
            rules: replayed.rules.to_owned(),
            plies: replayed.plies,
            text: game.encoding.decode(record_bytes(slice, game.start, game.span)).into_owned(),
        };
        Self { replayed, text }
    }
}

impl Handler<Judged> for Seek {
    fn slice(&mut self, run: &mut Run, slice: &Slice, out: SliceOut<Judged>) {
        let index = self.wanted.checked_sub(self.games + 1);
        // `shown` contains all selected games.
        let found = index.and_then(|index| out.made.shown.into_iter().nth(usize::try_from(index).ok()?));
        self.found = found.map(|game| Found::new(game, slice, &run.path, self.before));
        self.games += out.games - out.passed_over;
        self.before = (self.before.0 + out.games, self.before.1 + out.made.lines);
    }

    fn end(&mut self, _: &mut Run, _: Ended) {
        self.before = (0, 0);
    }

    fn stopped(&self) -> bool {
        self.found.is_some()
    }
}

/// Prints the segments of a file: first and last line, kind, and beginning.
fn segments(sources: &Sources) -> Exit {
    let mut division = Division::default();
    let run = sources.run(Divider::default, &mut division);
    if run.failed {
        return run.exit(Exit::Operation);
    }
    let parts = division.parts.iter();
    let lines = parts.map(|part| format!("{:>7}-{:<7} {:<9} {}\n", part.first, part.last, part.kind.name(), part.text));
    print_lines(&lines.collect::<String>(), Exit::Clean)
}

impl Handler<Segments> for Division {
    fn slice(&mut self, _: &mut Run, slice: &Slice, out: SliceOut<Segments>) {
        self.add(slice, out.made);
    }
}
