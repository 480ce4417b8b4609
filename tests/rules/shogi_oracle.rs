//! The rules of shogi against the crate `haitaka`, against themselves computed in another way,
//! and against recorded games.

use crate::own_games::real;
use crate::shogi_support::truth;

use std::collections::HashMap;
use std::time::Instant;

use crate::shogi_support::{full, name, play, position, usi};
use haitaka::Board;
use partie_rules::shogi::{
    Flank, Handicap, Motion, Move, Origin, Pattern, PieceType, Position, Setup, Square, squares,
};
use partie_rules::{Resolution, Rules, Side};

/// XorShift; the tests run the same games each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn maybe<T>(&mut self, value: T) -> Option<T> {
        (self.below(2) == 0).then_some(value)
    }
}

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Starts with two kings; few pieces make checks, promotions and drop mates frequent.
const STARTS: &[&str] = &[
    START,
    "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62",
    "6n1l/2+S1k4/2lp4p/1np1B2b1/3PP4/1N1S3rP/1P2+pPP+p1/1p1G5/3KG2r1 b GSN2L4Pgs2p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1",
    "3gk4/9/4p4/9/9/9/4P4/9/4KG3 b 2P2p 1",
    "8k/7pp/9/9/9/9/9/PP7/K8 b G2S2N3Pg2s2n3p 1",
];

fn names(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(|mv| name(*mv)).collect();
    names.sort();
    names
}

fn oracle_names(board: &Board) -> Vec<String> {
    let mut names = Vec::new();
    board.generate_moves(|moves| {
        names.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    names.sort();
    names
}

/// Whether it is a pawn's drop after which the oracle itself sees a check and no reply.
fn is_drop_mate(board: &Board, name: &str) -> bool {
    let mut after = board.clone();
    after.play_unchecked(name.parse().unwrap());
    name.starts_with("P*") && !after.checkers().is_empty() && oracle_names(&after).is_empty()
}

/// All fields, computed anew.
fn anew(position: &Position) -> Position {
    Setup::from(position).into_position_lenient()
}

#[test]
fn random_games_agree_with_the_oracle() {
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut seen = HashMap::new();
    let (mut plies, mut mates, mut missed) = (0, 0, 0);
    for round in 0..600 {
        let start = STARTS[round % STARTS.len()];
        let (mut ours, mut theirs) = (position(start), Board::from_sfen(start).unwrap());
        for _ in 0..200 {
            let moves = ours.legal();
            let (found, mut expected) = (names(&moves), oracle_names(&theirs));
            if found != expected {
                // It misses some mates by a dropped pawn, although it then finds no reply to them.
                expected.retain(|name| found.contains(name) || !is_drop_mate(&theirs, name));
                missed += 1;
            }
            assert_eq!(found, expected, "{ours:?}");
            assert_eq!(ours.checkers().count_ones(), theirs.checkers().len(), "{ours:?}");
            assert_eq!(ours.in_check(), ours.checkers() != 0);
            assert_eq!(ours.has_legal_move(), !moves.is_empty(), "{ours:?}");
            assert_eq!(ours, anew(&ours));
            let content = Setup::from(&ours);
            assert!(
                seen.entry(ours.zobrist()).or_insert_with(|| content.clone()) == &content,
                "one key for two positions"
            );
            if moves.is_empty() {
                mates += 1;
                break;
            }
            let mv = moves[dice.below(moves.len())];
            theirs.play(name(mv).parse().unwrap());
            ours.play(mv);
            plies += 1;
        }
    }
    println!("{plies} plies, {mates} mates, {} different positions, {missed} drop mates missed by it", seen.len());
}

/// What `find` must answer for patterns with a written origin, by looking at all legal moves.
fn filtered(moves: &[Move], pattern: &Pattern) -> Vec<Move> {
    let fits = |mv: &&Move| {
        let origin = match pattern.origin {
            Origin::Square(from) => mv.from() == Some(from),
            Origin::Hand => mv.is_drop(),
            Origin::Unstated => true,
            Origin::File(file) => mv.from().is_some_and(|from| from.file() == file),
            Origin::Rank(rank) => mv.from().is_some_and(|from| from.rank() == rank),
        };
        let promotes = pattern.promotes.unwrap_or(pattern.after.is_some() && mv.promotes());
        origin
            && mv.to() == pattern.to
            && pattern.kind.is_none_or(|kind| kind == mv.kind())
            && pattern.after.is_none_or(|after| after == mv.after())
            && mv.promotes() == promotes
    };
    moves.iter().filter(fits).copied().collect()
}

fn list(found: Resolution<Move>) -> Vec<Move> {
    match found {
        Resolution::None => Vec::new(),
        Resolution::Unique(mv) => vec![mv],
        Resolution::Ambiguous(all) => {
            assert!(all.len() > 1);
            all
        }
    }
}

fn random_pattern(dice: &mut Dice, base: Pattern) -> Pattern {
    let mut pattern = base;
    let any = |dice: &mut Dice| Square::from_index(dice.below(81)).unwrap();
    for _ in 0..=dice.below(2) {
        match dice.below(7) {
            0 => pattern.to = any(dice),
            1 => pattern.origin = Origin::Square(any(dice)),
            2 => pattern.origin = Origin::Hand,
            3 => {
                let kind = PieceType::ALL[dice.below(14)];
                pattern.kind = dice.maybe(kind);
            }
            4 => {
                let kind = PieceType::ALL[dice.below(14)];
                pattern.after = dice.maybe(kind);
            }
            5 => {
                let promotes = dice.below(2) == 0;
                pattern.promotes = dice.maybe(promotes);
            }
            _ => pattern.kind = None,
        }
    }
    pattern
}

#[test]
fn patterns_find_what_a_list_of_legal_moves_holds() {
    let mut dice = Dice(0xfeed_5678_9abc_def1);
    let (mut whole, mut damaged, mut without, mut forced) = (0, 0, 0, 0);
    for round in 0..150 {
        let mut game = position(STARTS[round % STARTS.len()]);
        for _ in 0..150 {
            let moves = game.legal();
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                assert_eq!(game.resolve(&full(*mv)), Resolution::Unique(*mv));
                assert_eq!(game.resolve(&usi(&name(*mv))), Resolution::Unique(*mv));
                let csa = Pattern { kind: None, promotes: None, after: Some(mv.after()), ..full(*mv) };
                assert_eq!(game.resolve(&csa), Resolution::Unique(*mv));
                whole += 1;
            }
            for _ in 0..8 {
                let base = full(moves[dice.below(moves.len())]);
                let mut pattern = random_pattern(&mut dice, base);
                let found = list(game.resolve(&pattern));
                assert_eq!(found, filtered(&moves, &pattern), "{pattern:?} in {game:?}");
                check_faults(&game, &pattern, &found);
                pattern.origin = Origin::Unstated;
                pattern.flank = [None, Some(Flank::Left), Some(Flank::Right), Some(Flank::Straight)][dice.below(4)];
                pattern.motion = [None, Some(Motion::Up), Some(Motion::Sideways), Some(Motion::Back)][dice.below(4)];
                let found = list(game.resolve(&pattern));
                let legal = filtered(&moves, &pattern);
                assert!(found.iter().all(|mv| legal.contains(mv)), "{pattern:?} in {game:?}");
                without += u32::from(check_faults(&game, &pattern, &found));
                let mut after = game.clone();
                if after.force(&pattern).is_some() {
                    assert_eq!(after, anew(&after));
                    // An irregular position must be played on without harm.
                    for mv in after.legal() {
                        let mut next = after.clone();
                        next.play(mv);
                        assert_eq!(next, anew(&next));
                    }
                    forced += 1;
                }
                damaged += 2;
            }
            let mv = moves[dice.below(moves.len())];
            game.play(mv);
        }
    }
    println!("{whole} whole and {damaged} damaged patterns, {without} of them without a move; {forced} forced");
}

/// Where nothing was found, a reason must be given, and every reason must be true; true if so.
fn check_faults(game: &Position, pattern: &Pattern, found: &[Move]) -> bool {
    if found.is_empty() {
        let faults = game.illegal_reasons(pattern);
        assert!(!faults.is_empty(), "no reason: {pattern:?} in {game:?}");
        for fault in &faults {
            assert!(truth::of(game, pattern, fault), "not true: {fault:?}, {pattern:?} in {game:?}");
        }
    }
    found.is_empty()
}

/// The words that the Japan Shogi Association prescribes for a move on the board.
fn words(game: &Position, mv: Move) -> (Option<Flank>, Option<Motion>) {
    let (from, to) = (mv.from().unwrap(), mv.to());
    let pieces: Vec<Square> = squares(game.pseudo_legal_to(mv.kind(), to)).collect();
    assert!(pieces.contains(&from));
    let sign = if game.turn() == Side::First { 1 } else { -1 };
    let ahead = |at: &Square| (i16::from(at.rank()) - i16::from(to.rank())) * sign;
    let left = |at: &Square| i16::from(at.file()) * sign;
    let motion = match ahead(&from).signum() {
        1 => Motion::Up,
        0 => Motion::Sideways,
        _ => Motion::Back,
    };
    if pieces.len() == 1 {
        return (None, None);
    }
    let same_way = |at: &&Square| ahead(at).signum() == ahead(&from).signum();
    if pieces.iter().filter(same_way).count() == 1 {
        return (None, Some(motion));
    }
    let straight = mv.kind().is_gold_like() || mv.kind() == PieceType::Silver;
    if straight && motion == Motion::Up && from.file() == to.file() {
        return (Some(Flank::Straight), None);
    }
    let outermost = |pieces: &[Square]| {
        let (most, least) = (pieces.iter().map(left).max().unwrap(), pieces.iter().map(left).min().unwrap());
        let alone = pieces.iter().filter(|at| left(at) == left(&from)).count() == 1;
        if left(&from) == most {
            (Flank::Left, alone)
        } else {
            assert_eq!(left(&from), least, "{mv:?} of {pieces:?}");
            (Flank::Right, alone)
        }
    };
    match outermost(&pieces) {
        (flank, true) => (Some(flank), None),
        (flank, false) => (Some(flank), Some(motion)),
    }
}

#[test]
fn relative_words_find_the_move_that_they_were_written_for() {
    let mut dice = Dice(0x7777_5678_9abc_def1);
    let crowded = "4k4/3G1G3/3G1G3/9/9/9/3+p+p+p3/3+p1+p3/2+S1K1+S2 b RB2S2N2L6Prb2n2l4p 1";
    let (mut board, mut worded, mut both, mut drops) = (0, 0, 0, 0);
    for round in 0..300 {
        let start = if round % 2 == 0 { crowded } else { STARTS[round / 2 % STARTS.len()] };
        let mut game = position(start);
        for _ in 0..150 {
            let moves = game.legal();
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                let mut pattern = Pattern { origin: Origin::Unstated, ..full(*mv) };
                if mv.is_drop() {
                    // 打 is written only where a piece on the board seems to reach the square.
                    if game.pseudo_legal_to(mv.kind(), mv.to()) != 0 {
                        continue;
                    }
                    drops += 1;
                } else {
                    pattern.promotes = mv.promotes().then_some(true);
                    (pattern.flank, pattern.motion) = words(&game, *mv);
                    board += 1;
                    worded += u32::from(pattern.flank.is_some() || pattern.motion.is_some());
                    both += u32::from(pattern.flank.is_some() && pattern.motion.is_some());
                }
                assert_eq!(game.resolve(&pattern), Resolution::Unique(*mv), "{pattern:?} in {game:?}");
            }
            let mv = moves[dice.below(moves.len())];
            game.play(mv);
        }
    }
    println!("{board} moves on the board, {worded} with words, {both} with two; {drops} drops without 打");
}

#[test]
fn positions_recur_when_they_are_the_same() {
    let mut dice = Dice(0x9999_5678_9abc_def1);
    let starts = ["4k4/9/9/9/9/9/9/9/4K4 b - 1", "8k/9/9/9/9/9/9/9/K8 b Gp 1", STARTS[4]];
    let (mut compared, mut same) = (0, 0);
    for round in 0..300 {
        let mut game = position(starts[round % starts.len()]);
        let (mut history, mut played) = (vec![game.clone()], Vec::new());
        for _ in 0..120 {
            let moves = game.legal();
            if moves.is_empty() {
                break;
            }
            let mv = moves[dice.below(moves.len())];
            assert!(!game.is_irreversible(mv));
            game.play(mv);
            played.push(mv);
            for (ply, earlier) in history.iter().enumerate() {
                let equal = earlier.same_for_repetition(&game);
                assert_eq!(game.repeats_after(&played[ply..]), equal);
                assert_eq!(earlier.zobrist() == game.zobrist(), equal);
                compared += 1;
                same += u32::from(equal);
            }
            history.push(game.clone());
        }
    }
    println!("{compared} pairs compared, {same} the same");
    assert!(same > 500);
}

fn start_of(text: &str) -> (Position, &str) {
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let start = start.trim();
    let position = start.strip_prefix("sfen ").map_or_else(Position::start, position);
    (position, moves)
}

#[test]
fn recorded_games_replay_to_their_ends() {
    let (mut games, mut repeated) = (0, 0);
    for file in ["shogi/truth/real_csa_usi.tsv", "shogi/truth/selfplay_usi.tsv"] {
        let path = real(file);
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let (mut game, moves) = start_of(fields[2]);
            let start = game.clone();
            let played = play(&mut game, moves);
            if fields[1] == "TSUMI" {
                assert!(!game.has_legal_move(), "{line}");
            }
            let mut replayed = start.clone();
            let mut times = 0;
            for (ply, mv) in played.iter().enumerate() {
                times += u32::from(game.repeats_after(&played[ply..]));
                assert_eq!(game.repeats_after(&played[ply..]), replayed.same_for_repetition(&game));
                replayed.play(*mv);
            }
            // The engine that played these games against itself stopped at the second occurrence.
            if matches!(fields[1], "SENNICHITE" | "PERP_SELF_LOSES") && file.contains("selfplay") {
                assert_eq!(times, 1, "{line}");
                repeated += 1;
            }
            games += 1;
        }
    }
    println!("{games} games, {repeated} end with a position that stood before");
}

/// The shortest of some runs, in millions of moves a second.
fn speed(mut run: impl FnMut() -> usize) -> f64 {
    let rate = |()| {
        let begun = Instant::now();
        let moves = run();
        moves as f64 / begun.elapsed().as_secs_f64() / 1e6
    };
    [(); 9].map(rate).into_iter().fold(0.0, f64::max)
}

/// Finds and plays; how many were found.
fn replay(games: &[(Position, Vec<Pattern>)]) -> usize {
    let mut found = 0;
    for (start, patterns) in games {
        let mut game = start.clone();
        for pattern in patterns {
            let Resolution::Unique(mv) = game.resolve(pattern) else { break };
            game.play(mv);
            found += 1;
        }
    }
    found
}

/// Not a bound, a figure: all recorded games, as patterns, found and played on one core.
#[test]
fn replay_speed() {
    let (mut written, mut worded, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for file in ["shogi/truth/real_csa_usi.tsv", "shogi/truth/selfplay_usi.tsv"] {
        let path = real(file);
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let text = line.split('\t').nth(2).unwrap();
            let (start, moves) = start_of(text);
            let played = play(&mut start.clone(), moves);
            let sfen = text.split("moves").next().unwrap().trim().strip_prefix("sfen ").unwrap_or(START);
            let parsed: Vec<haitaka::Move> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
            theirs.push((Board::from_sfen(sfen).unwrap(), parsed));
            let mut game = start.clone();
            let mut ki2 = Vec::new();
            for mv in &played {
                let mut pattern = full(*mv);
                if !mv.is_drop() {
                    pattern.origin = Origin::Unstated;
                    (pattern.flank, pattern.motion) = words(&game, *mv);
                }
                ki2.push(pattern);
                game.play(*mv);
            }
            written.push((start.clone(), played.into_iter().map(full).collect()));
            worded.push((start, ki2));
        }
    }
    let all: usize = theirs.iter().map(|game| game.1.len()).sum();
    assert_eq!((replay(&written), replay(&worded)), (all, all));
    let oracle = || {
        for (start, moves) in &theirs {
            let mut board = start.clone();
            for mv in moves {
                board.try_play(*mv).unwrap();
            }
        }
        all
    };
    let (full, ki2, theirs) = (speed(|| replay(&written)), speed(|| replay(&worded)), speed(oracle));
    println!("{all} moves: {full:.1} M/s with origins, {ki2:.1} M/s by words; the oracle {theirs:.1} M/s");
}

#[test]
fn handicaps_are_as_written() {
    let start = |handicap| Setup::handicap(handicap).position().unwrap();
    let (even, faults) = start(Handicap::Even);
    assert!(faults.is_empty() && even == position(START) && even == Position::start());
    let two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(start(Handicap::Two).0, position(two));
    let ten = "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(start(Handicap::Ten).0, position(ten));
}

#[test]
fn boards_that_can_never_arise_do_no_harm() {
    let mut dice = Dice(0x4242_5678_9abc_def1);
    let (mut moves_seen, mut none) = (0, 0);
    for _ in 0..1500 {
        let mut setup = Setup::EMPTY;
        for _ in 0..dice.below(60) {
            let side = if dice.below(2) == 0 { Side::First } else { Side::Second };
            setup.board[dice.below(81)] = Some((side, PieceType::ALL[dice.below(14)]));
        }
        setup.hands = std::array::from_fn(|_| std::array::from_fn(|_| [0, 0, 1, 18, 255][dice.below(5)]));
        let _ = setup.position();
        let mut game = setup.into_position_lenient();
        for _ in 0..12 {
            let moves = game.legal();
            assert_eq!(game.has_legal_move(), !moves.is_empty(), "{game:?}");
            let base = Pattern {
                to: Square::from_index(dice.below(81)).unwrap(),
                origin: [Origin::Hand, Origin::Unstated, Origin::Square(Square::from_index(dice.below(81)).unwrap())]
                    [dice.below(3)],
                kind: None,
                after: None,
                promotes: None,
                flank: None,
                motion: None,
            };
            let pattern = random_pattern(&mut dice, base);
            let found = list(game.resolve(&pattern));
            if pattern.origin != Origin::Unstated {
                assert_eq!(found, filtered(&moves, &pattern), "{pattern:?} in {game:?}");
            }
            // A part of the origin.
            let (file, rank) = (pattern.to.file(), pattern.to.rank());
            for origin in [Origin::File(file), Origin::Rank(rank), Origin::File(10 - file), Origin::Rank(10 - rank)] {
                let partly = Pattern { origin, flank: None, motion: None, ..pattern.clone() };
                let sorted = |mut moves: Vec<Move>| {
                    moves.sort_by_key(|mv| (mv.from(), mv.promotes()));
                    moves
                };
                let found = sorted(list(game.resolve(&partly)));
                assert_eq!(found, sorted(filtered(&moves, &partly)), "{partly:?} in {game:?}");
                assert!(!found.is_empty() || !game.illegal_reasons(&partly).is_empty(), "{partly:?} in {game:?}");
            }
            none += u32::from(check_faults(&game, &pattern, &found));
            let _ = (game.impasse(Side::First), game.points(Side::Second), game.clone().force(&pattern));
            moves_seen += moves.len();
            if moves.is_empty() {
                game.play_null_move();
            } else {
                game.play(moves[dice.below(moves.len())]);
            }
        }
    }
    println!("{moves_seen} moves, {none} patterns without a move");
}
