//! Repetition, and what is not legal but stands.

use super::patterns::random_pattern;
use super::*;

#[test]
fn recurs_tells_the_positions_that_come_back() {
    let (mut asked, mut recurred) = (0, 0);
    let mut games = Games::new(7, 160);
    for number in 0..300 {
        let (mut position, _, _) = games.start(number);
        // Some games start in the middle.
        for _ in 0..games.random.below(120) {
            let Some(mv) = games.choose(&position.legal()) else { break };
            position.play(mv);
        }
        let mut before: Vec<Position> = Vec::new();
        let mut played: Vec<Move> = Vec::new();
        let mut since = 0;
        for _ in 0..games.plies {
            let legal = position.legal();
            // Mostly to and fro.
            let back = played.len().checked_sub(2).map(|index| played[index]).and_then(|last| {
                legal.iter().copied().find(|mv| mv.from == last.to && mv.to == last.from && mv.role == last.role)
            });
            let quiet: Vec<Move> =
                legal.iter().copied().filter(|mv| mv.captured.is_none() && mv.role != Role::Pawn).collect();
            let mv = match back {
                Some(mv) if !games.random.once_in(3) => mv,
                _ if !quiet.is_empty() && !games.random.once_in(8) => games.random.of(&quiet),
                _ => match games.choose(&legal) {
                    Some(mv) => mv,
                    None => break,
                },
            };
            before.push(position.clone());
            if position.is_irreversible(mv) {
                since = before.len();
            } else {
                assert!(mv.captured.is_none() && mv.role != Role::Pawn && mv.kind == MoveKind::Plain, "{mv:?}");
            }
            played.push(mv);
            position.play(mv);
            assert!(position.repeats_after(&[]));
            for (index, earlier) in before.iter().enumerate() {
                let same = earlier.same_for_repetition(&position);
                assert_eq!(same, earlier.zobrist() == position.zobrist(), "{}", fen::write(&position));
                if index < since {
                    assert!(!same, "came back although irreversible: {}", fen::write(&position));
                } else {
                    let moves = &played[index..];
                    assert_eq!(position.repeats_after(moves), same, "{} {moves:?}", fen::write(earlier));
                    asked += 1;
                    recurred += usize::from(same);
                }
            }
        }
    }
    println!("{asked} questions, {recurred} recurrences");
    assert!(asked > 100_000 && recurred > 10_000, "{asked} {recurred}");
}

#[test]
fn forced_moves_leave_a_whole_board() {
    let (mut forced, mut refused) = (0, 0);
    Games::new(8, 200).run(400, |random, position, _, _| {
        if !random.once_in(6) {
            return;
        }
        let mut position = position.clone();
        for _ in 0..12 {
            if random.once_in(12) {
                position.play_null_move();
                assert_fresh(&position, "after a null move");
            }
            let pattern = random_pattern(random, &position);
            let before = position.clone();
            let kings = SIDES.map(|side| before.king(side));
            match position.force(&pattern) {
                None => {
                    assert!(
                        position.same_for_repetition(&before) && position.zobrist() == before.zobrist(),
                        "{pattern:?}"
                    );
                    assert_eq!(position.number(), before.number());
                    refused += 1;
                }
                Some(mv) => {
                    let context = format!("{} {pattern:?} {mv:?}", fen::write(&before));
                    assert_eq!(position.turn(), before.turn().other(), "{context}");
                    assert_ne!(mv.captured, Some(Role::King), "{context}");
                    assert_eq!(position.king(before.turn().other()), kings[before.turn().other().index()], "{context}");
                    assert_fresh(&position, &context);
                    if let Resolution::Unique(legal) = before.resolve(&pattern) {
                        assert_eq!(mv, legal, "a legal move is played as it is, {context}");
                    }
                    forced += 1;
                }
            }
            // Whatever it has become, every question has an answer.
            for mv in position.legal() {
                assert_ne!(mv.captured, Some(Role::King), "{}", fen::write(&position));
                let mut after = position.clone();
                after.play(mv);
                assert_fresh(&after, "after a legal move from an irregular position");
            }
            assert_eq!(position.has_legal_move(), !position.legal().is_empty(), "{}", fen::write(&position));
            let question = random_pattern(random, &position);
            if position.resolve(&question) == Resolution::None {
                assert!(!position.illegal_reasons(&question).is_empty(), "{} {question:?}", fen::write(&position));
            }
        }
    });
    println!("{forced} forced, {refused} refused");
    assert!(forced > 20_000 && refused > 10_000, "{forced} {refused}");
}

#[test]
fn forced_castling_never_lands_on_another_man() {
    let castle = |text: &str, board_side| {
        let mut position = read_fen(text, true);
        let done = position.force(&Pattern::castling(board_side)).is_some();
        assert_fresh(&position, text);
        done.then(|| fen::write(&position))
    };
    // The bishop on f1 cannot share its square with the rook.
    assert_eq!(castle("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", BoardSide::King), None);
    // The knight on b1 is only passed.
    assert_eq!(
        castle("r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RN2KBNR w KQkq - 0 1", BoardSide::Queen).as_deref(),
        Some("r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NKR1BNR b kq - 1 1")
    );
    // The right is lost, and the squares are free.
    assert_eq!(
        castle("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", BoardSide::King).as_deref(),
        Some("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1")
    );
    // A king in the middle of the board does not castle, whatever stands beside it.
    assert_eq!(castle("4k3/8/8/8/4K2R/8/8/8 w - - 0 1", BoardSide::King), None);
}
