//! `partie show`: the board of a game after a ply.

use std::io;
use std::path::PathBuf;

use anstyle::Style;
use clap::Args;

use super::Exit;
use super::common_args::{ColorArgs, RulesArgs, ThreadArgs};
use super::judge::{Judge, JudgeOptions, Judged};
use super::show_segments;
use super::source_args::SourceArgs;
use super::standard::{print, print_styled, report_error};
use super::where_args::WhereArgs;
use partie_archive::file_messages::{Done, unread};
use partie_archive::{Failure, Input, Progress, Reading, Sink, WalkEntry};
use partie_input::{CHUNK, Slice};
use partie_notation::letters::Letters;
use partie_notation::{fen, hex, hex_fen, sfen, shogi_names, spell};
use partie_record::count;
use partie_record::shown::shown_path;
use partie_replay::diagram::{self, Board};
use partie_replay::{MainLine, Options, Played, Replayed};
use partie_rules::shogi::Setup;
use partie_rules::{Rules, Side};

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The file; - for standard input
    #[arg(value_name = "FILE")]
    pub(super) input: PathBuf,
    /// Number of the game in the file, from 1; with --where, among those that it chooses
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(super) game: u64,
    #[command(flatten)]
    pub(super) chosen: WhereArgs,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
    #[command(flatten)]
    pub(super) source: SourceArgs,
    /// Plies to play; 0 is the start position [default: all]
    #[arg(long, value_name = "K")]
    pub(super) ply: Option<u32>,
    /// The move after which the board is shown, as people name it: 81w, 81b; in shogi its number alone
    #[arg(long, value_name = "MOVE", conflicts_with = "ply")]
    pub(super) at: Option<String>,
    /// Print how a text is divided into scores, diagrams, headings and prose, and no board
    #[arg(long, conflicts_with_all = ["game", "ply", "at", "svg"])]
    pub(super) segments: bool,
    /// Draw the board as SVG
    #[arg(long)]
    pub(super) svg: bool,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// Runs the command.
pub(super) fn run(args: &ShowArgs) -> Exit {
    if args.input.is_dir() {
        return report_error(
            &format!("error[X001]: {} is a folder; name a file", shown_path(&args.input)),
            Exit::Operation,
        );
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    // A file that somebody names is not asked whether it is a record.
    let reading = Reading { is_record: None, ..plan.source.reading(CHUNK) };
    if args.segments {
        return show_segments::run(&args.input, reading);
    }
    let mut found = Seek { wanted: args.game, games: 0, found: None, failure: None };
    let files = partie_archive::walk(vec![Input { path: args.input.clone() }], false);
    partie_archive::run(files, args.threads.count(), reading, || Judge::new(plan.clone()), &mut found);
    let path = shown_path(&args.input);
    if let Some(failure) = found.failure {
        return report_error(&unread(&shown_path(&args.input), &failure, 0, Done::Read).to_string(), Exit::Operation);
    }
    let Some(replayed) = found.found else {
        let what = count(found.games, "game", "games");
        if let Some(expression) = &args.chosen.expression {
            let message =
                format!("error: {path} has {what} of which {expression} is true, there is no game {}", args.game);
            return report_error(&message, Exit::Operation);
        }
        return report_error(&format!("error: {path} has {what}, there is no game {}", args.game), Exit::Operation);
    };
    let at = match args.at.as_deref().map(|text| ply_of(text, &replayed.played)).transpose() {
        Ok(at) => at,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let ply = args.ply.or(at).unwrap_or(replayed.plies);
    if ply > replayed.plies {
        let message = format!(
            "error: {} of game {} can be replayed, there is no ply {ply}",
            count(replayed.plies.into(), "ply", "plies"),
            args.game
        );
        return report_error(&message, Exit::Operation);
    }
    match &replayed.played {
        Played::Chess(line, _) => {
            let position = line.position_at(ply);
            let last = before(line, ply).map(|(before, mv)| {
                let text = spell::san(&before, mv, Letters::ENGLISH);
                spell::numbered(before.number(), before.turn() == Side::First, &text)
            });
            let to_move = format!("{} to move", spell::side(position.turn()));
            draw(args, &replayed, ply, (&position, fen::write(&position)), (last, &to_move))
        }
        Played::Hex(line) => {
            let position = line.position_at(ply);
            let last = before(line, ply).map(|(before, mv)| {
                let text = hex::long(&before, mv, Letters::ENGLISH);
                spell::numbered(before.number(), before.turn() == Side::First, &text)
            });
            let to_move = format!("{} to move", spell::side(position.turn()));
            draw(args, &replayed, ply, (&position, hex_fen::write(&position)), (last, &to_move))
        }
        Played::Shogi(line) => {
            let position = line.position_at(ply);
            let previous = |ply: u32| before(line, ply).map(|(_, mv)| mv.to());
            let last = before(line, ply).map(|(before, mv)| {
                let target = ply.checked_sub(1).and_then(previous);
                format!("{}{}", shogi_names::mark(before.turn()), shogi_names::kif(mv, target))
            });
            let to_move = format!("{} to move", shogi_names::side(position.turn(), false));
            let text = sfen::write(&Setup::from(&position), ply + 1);
            draw(args, &replayed, ply, (&position, text), (last, &to_move))
        }
        Played::None => report_error(&format!("error: nothing of game {} can be replayed", args.game), Exit::Operation),
    }
}

/// How the game is looked for.
fn plan(args: &ShowArgs) -> Result<JudgeOptions, String> {
    let source = args.source.source()?;
    let judged = Options { books: args.rules.books()?, ..source.options() };
    let choice = args.chosen.choice(&judged, source.given)?;
    let options = Options { keep: true, ..judged };
    Ok(JudgeOptions { options, source, games: true, choice, ..JudgeOptions::default() })
}

/// The ply of a move by its number and side.
fn ply_of(text: &str, played: &Played) -> Result<u32, String> {
    let wrong = || format!("{text:?} names no move of this game; write 81w or 81b, in shogi the number alone");
    let (number, second) = match text.strip_suffix(['b', 'B']) {
        Some(number) => (number, Some(true)),
        None => match text.strip_suffix(['w', 'W']) {
            Some(number) => (number, Some(false)),
            None => (text, None),
        },
    };
    let number: u32 = number.parse().map_err(|_| wrong())?;
    let ply = |first: u32, turn: Side, second: bool| {
        let half = |number: u32, second: bool| number.checked_mul(2)?.checked_add(u32::from(second));
        half(number, second)?.checked_sub(half(first, turn == Side::Second)?)?.checked_add(1)
    };
    match (played, second) {
        (Played::Chess(line, _), Some(second)) => {
            let start = line.position_at(0);
            ply(start.number(), start.turn(), second)
        }
        (Played::Hex(line), Some(second)) => {
            let start = line.position_at(0);
            ply(start.number(), start.turn(), second)
        }
        (Played::Shogi(_), None) => Some(number),
        _ => None,
    }
    .ok_or_else(wrong)
}

/// The position before a ply, and its move.
fn before<G: Rules>(line: &MainLine<G>, ply: u32) -> Option<(G, G::Move)> {
    let index = ply.checked_sub(1)?;
    Some((line.position_at(index), *line.moves.get(index as usize)?))
}

/// Prints a board with the words below it, or its SVG.
fn draw<B: Board>(
    args: &ShowArgs,
    replayed: &Replayed,
    ply: u32,
    (board, text): (&B, String),
    (last, to_move): (Option<String>, &str),
) -> Exit {
    if args.svg {
        return print(&diagram::svg(board, &[]), Exit::Clean);
    }
    let mut lines = diagram::text(board, &[]);
    let after = last.map_or_else(|| " at the start".to_owned(), |last| format!(" after {last}"));
    lines.push(String::new());
    let caption = format!("game {}, ply {ply} of {}:{after}, {to_move}", args.game, replayed.plies);
    let style = if args.color.are_on(&io::stdout()) { Style::new().bold() } else { Style::new() };
    lines.push(format!("{style}{caption}{style:#}"));
    lines.push(text);
    print_styled(&(lines.join("\n") + "\n"), Exit::Clean)
}

/// Looks for one game and stops there.
struct Seek {
    wanted: u64,
    games: u64,
    found: Option<Replayed>,
    failure: Option<io::Error>,
}

impl Sink<Judged> for Seek {
    fn begin(&mut self, _: WalkEntry, _: Progress) {}

    fn slice(&mut self, _: &Slice, judged: Judged) {
        if self.found.is_some() {
            return;
        }
        let index = self.wanted.checked_sub(self.games + 1);
        // All games are kept that were not passed over.
        let found = index.and_then(|index| judged.shown.into_iter().nth(usize::try_from(index).ok()?));
        self.found = found.map(|game| game.replayed);
        self.games += judged.games - judged.passed_over;
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        self.failure = error;
    }

    fn failed(&mut self, failure: Failure) {
        self.failure = Some(failure.error);
    }

    fn stopped(&self) -> bool {
        self.found.is_some()
    }
}
