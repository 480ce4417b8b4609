//! Random legal games with random variations, comments and ends, from every format into every other.

use std::collections::HashMap;

use partie_notation::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time};
use partie_record::Terminal;
use partie_rules::shogi::{Handicap, Position, Setup, Square};
use partie_rules::{Rules, Side};

use super::round_trips;
use super::support::TARGETS;
use crate::chance::Random;
use partie_record::Encoding;

const COMMENTS: [&str; 7] = ["好手", "* 30 ７六歩", "a,b", "", "'KIF a=b", "\"x\\y\"", "まで3手で先手の勝ち"];
const ENDS: [Terminal; 6] = [
    Terminal::Resignation,
    Terminal::Interrupted,
    Terminal::TimeUp,
    Terminal::Impasse,
    Terminal::LossByDefault,
    Terminal::Sealed,
];

struct Frame {
    position: Position,
    ply: u32,
    previous: Option<Square>,
    left: usize,
    totals: [u64; 2],
}

/// Plays one line with all its variations.
fn play(random: &mut Random, writer: &mut dyn ShogiWriter, start: Frame) {
    let mut stack = vec![start];
    let mut budget = 400;
    while let Some(frame) = stack.last_mut() {
        let legal = frame.position.legal();
        if frame.left == 0 || legal.is_empty() || budget == 0 {
            // Ends that are no claims about the board.
            if random.next(2) == 0 && !legal.is_empty() {
                let terminal = Some(ENDS[random.next(ENDS.len())]);
                let (mover, plies) = (frame.position.turn(), frame.ply);
                writer.end(End { terminal, mover, plies, sentence: "", word: "" });
            }
            stack.pop();
            if !stack.is_empty() {
                writer.close();
            }
            continue;
        }
        budget -= 1;
        frame.left -= 1;
        let mv = legal[random.next(legal.len())];
        let before = frame.position.clone();
        let (previous, totals) = (frame.previous, frame.totals);
        frame.ply += 1;
        let ply = frame.ply;
        writer.played(Played { before: &before, mv, previous, ply });
        if random.next(3) > 0 {
            let spent = random.next(200) as u64 * 1000;
            let total = &mut frame.totals[before.turn().index()];
            *total += spent;
            writer.time(Time { spent_ms: spent, total_ms: *total });
        }
        for _ in 0..random.next(6).saturating_sub(3) {
            writer.comment(COMMENTS[random.next(COMMENTS.len())]);
        }
        frame.position.play(mv);
        frame.previous = Some(mv.to());
        if random.next(8) == 0 && stack.len() < 6 {
            writer.open(ply);
            if random.next(4) == 0 {
                writer.comment("before");
            }
            // A variation has a move at least.
            let left = 1 + random.next(12);
            stack.push(Frame { position: before, ply: ply - 1, previous, left, totals });
            budget = budget.max(1);
        }
    }
}

#[test]
fn random_games_come_back() {
    let handicaps =
        [Handicap::Even, Handicap::Even, Handicap::Lance, Handicap::Two, Handicap::Ten, Handicap::LeftSeven];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut games, mut counts) = (0, HashMap::new());
    for round in 0..300 {
        let handicap = handicaps[random.next(handicaps.len())];
        let mut setup = Setup::handicap(handicap);
        let odd = random.next(4) == 0;
        if odd {
            // A position that is no handicap.
            setup.board[Square::at(5, 7).unwrap().index()] = None;
            setup.hands[Side::First.index()][0] += 1;
        }
        let (position, _) = setup.clone().position().unwrap();
        let (target, format) = [TARGETS[0], TARGETS[1], TARGETS[4]][random.next(3)];
        let mut writer = target.writer(Encoding::Utf8);
        writer.begin(&Start::new(setup));
        writer.header(Header { field: None, name: "番号", value: &round.to_string() });
        let left = 1 + random.next(60);
        play(&mut random, writer.as_mut(), Frame { position, ply: 0, previous: None, left, totals: [0; 2] });
        let mut text = String::new();
        writer.finish(&mut text);
        games += round_trips(&format!("round {round}"), text.as_bytes(), format, &mut counts);
    }
    println!("{games} conversions of 300 games, {} variations", counts["Usi lost Variations"]);
    assert!(games > 1000);
}
