//! `partie show`: the board of a game after a ply.

use std::io;

use super::Exit;
use super::args::{ShowArgs, complain, print};
use super::judge::{Judge, Judged, Plan};
use crate::archive::{self, CHUNK, Failure, Input, Met, Progress, Sink, Slice};
use crate::diagram;
use crate::notation::{fen, spell};
use crate::replay::{Options, Played, Replayed};
use crate::rules::{Game as _, Side};

/// Runs the command.
pub(super) fn run(args: &ShowArgs) -> Exit {
    if args.input.is_dir() {
        return complain(&format!("error[X001]: {} is a folder; name a file", args.input.display()), Exit::Operation);
    }
    let plan = Plan { options: Options { keep: true, ..Options::default() }, games: true, ..Plan::default() };
    let mut found = Seek { wanted: args.game, games: 0, found: None, failure: None };
    let files = archive::walk(vec![Input { path: args.input.clone() }]);
    archive::run(files, 1, (CHUNK, None), || Judge::new(plan.clone()), &mut found);
    let path = args.input.display();
    if let Some(failure) = found.failure {
        return complain(&format!("error[X001]: cannot read {path}: {failure}"), Exit::Operation);
    }
    let Some(replayed) = found.found else {
        let games = found.games;
        let what = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
        return complain(&format!("error: {path} has {what}, there is no game {}", args.game), Exit::Operation);
    };
    let ply = args.ply.unwrap_or(replayed.plies);
    if ply > replayed.plies {
        let message =
            format!("error: {} plies of game {} can be replayed, there is no ply {ply}", replayed.plies, args.game);
        return complain(&message, Exit::Operation);
    }
    let Played::Chess(line, _) = &replayed.played else {
        return complain(&format!("error: nothing of game {} can be replayed", args.game), Exit::Operation);
    };
    let position = line.position_at(ply);
    if args.svg {
        return print(&diagram::svg(&position, &[]), Exit::Clean);
    }
    let mut lines = diagram::text(&position, &[]);
    let mover = if position.turn() == Side::First { "White to move" } else { "Black to move" };
    let last = match ply.checked_sub(1).and_then(|index| line.moves.get(index as usize)) {
        Some(mv) => {
            let before = line.position_at(ply - 1);
            let text = spell::san(&before, *mv, crate::notation::letters::Letters::ENGLISH);
            format!(" after {}", spell::numbered(before.number(), before.turn() == Side::First, &text))
        }
        None => " at the start".to_owned(),
    };
    lines.push(String::new());
    lines.push(format!("game {}, ply {ply} of {}:{last}, {mover}", args.game, replayed.plies));
    lines.push(fen::write(&position));
    print(&(lines.join("\n") + "\n"), Exit::Clean)
}

/// Looks for one game and stops there.
struct Seek {
    wanted: u64,
    games: u64,
    found: Option<Replayed>,
    failure: Option<io::Error>,
}

impl Sink<Judged> for Seek {
    fn begin(&mut self, _: Met, _: Progress) {}

    fn slice(&mut self, _: &Slice, judged: Judged) {
        let index = self.wanted.checked_sub(self.games + 1);
        if let Some(index) = index.filter(|index| *index < judged.games) {
            self.found = judged.shown.into_iter().find(|game| game.index == index).map(|game| game.replayed);
        }
        self.games += judged.games;
    }

    fn end(&mut self, error: Option<io::Error>, _: bool) {
        self.failure = error;
    }

    fn failed(&mut self, failure: Failure, _: bool) {
        self.failure = Some(failure.error);
    }

    fn stopped(&self) -> bool {
        self.found.is_some()
    }
}
