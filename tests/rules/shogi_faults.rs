//! Every reason why a move of shogi is illegal, every fault of a set-up, relative words, irregular
//! moves, and the count at an impasse, on positions made for them.

use crate::shogi_support::{full, name, position, setup, square, usi};
use partie_rules::shogi::{
    Bitboard, Flank, Handicap, Impasse, Motion, Origin, Pattern, PieceType, Position, Setup, SetupFault, squares,
};
use partie_rules::{IllegalReason, IllegalReasonOf, Resolution, Rules, Side};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The faults of a USI move, which no legal move fits.
fn faults(sfen: &str, text: &str) -> Vec<IllegalReasonOf<Position>> {
    let position = position(sfen);
    assert_eq!(position.resolve(&usi(text)), Resolution::None, "{text} in {sfen}");
    position.illegal_reasons(&usi(text))
}

/// A pattern without origin, as in KI2.
fn ki2(kind: PieceType, to: &str, flank: Option<Flank>, motion: Option<Motion>) -> Pattern {
    Pattern { to: square(to), origin: Origin::Unstated, kind: Some(kind), after: None, promotes: None, flank, motion }
}

fn ki2_faults(sfen: &str, pattern: &Pattern) -> Vec<IllegalReasonOf<Position>> {
    let position = position(sfen);
    assert_eq!(position.resolve(pattern), Resolution::None, "{pattern:?} in {sfen}");
    position.illegal_reasons(pattern)
}

/// What a pattern finds, by name.
fn found(sfen: &str, pattern: &Pattern) -> Vec<String> {
    match position(sfen).resolve(pattern) {
        Resolution::None => Vec::new(),
        Resolution::Unique(mv) => vec![name(mv)],
        Resolution::Ambiguous(all) => all.into_iter().map(name).collect(),
    }
}

#[test]
fn the_other_side() {
    assert_eq!(faults(START, "3c3d"), [IllegalReason::OtherSide]);
    // One that could not go there either is no sign of a wrong turn, and none goes to its own square.
    let holds = Some(PieceType::Pawn);
    assert_eq!(faults(START, "3c3e"), [IllegalReason::WrongOrigin { from: square("3c"), holds }]);
    for (text, kind) in [("1a1a", PieceType::Lance), ("7g7g", PieceType::Pawn)] {
        let at = square(&text[..2]);
        assert_eq!(faults(START, text), [IllegalReason::NoSuchMove { kind, from: vec![at], to: at }]);
    }
    let pawn = ki2(PieceType::Pawn, "3d", None, None);
    let reasons = ki2_faults(START, &pawn);
    assert_eq!(reasons[0], IllegalReason::OtherSide);
    assert!(matches!(reasons[1], IllegalReason::NoSuchMove { kind: PieceType::Pawn, .. }));
    // The piece is in no doubt of the side's hand, or it is.
    let kind = PieceType::Pawn;
    assert_eq!(
        faults("4k4/9/9/9/9/9/9/9/4K4 b p 1", "P*5e"),
        [IllegalReason::OtherSide, IllegalReason::NotInHand { kind }]
    );
    let nifu = IllegalReason::Nifu { pawn: square("5g") };
    assert_eq!(faults("4k4/9/9/9/9/9/4P4/9/4K4 b Pp 1", "P*5e"), [nifu, IllegalReason::OtherSide]);
}

#[test]
fn origins_and_men() {
    assert_eq!(faults(START, "5e5d"), [IllegalReason::WrongOrigin { from: square("5e"), holds: None }]);
    let gold = Pattern { kind: Some(PieceType::Gold), ..usi("7g7f") };
    assert_eq!(position(START).resolve(&gold), Resolution::None);
    let wrong = IllegalReason::WrongOrigin { from: square("7g"), holds: Some(PieceType::Pawn) };
    assert_eq!(position(START).illegal_reasons(&gold), vec![wrong.clone()]);
    // CSA names the piece after the move: a pawn may become a tokin, but no gold.
    let csa = |after| Pattern { promotes: None, after: Some(after), ..usi("7g7f") };
    assert_eq!(position(START).illegal_reasons(&csa(PieceType::Gold)), [wrong]);
    let zone = IllegalReason::NotInZone { from: square("7g"), to: square("7f") };
    assert_eq!(position(START).illegal_reasons(&csa(PieceType::Tokin)), [zone]);
    assert!(matches!(position(START).resolve(&csa(PieceType::Pawn)), Resolution::Unique(_)));
    let bishop = ki2(PieceType::Bishop, "5e", None, None);
    assert_eq!(
        ki2_faults("4k4/9/9/9/9/9/9/9/4K4 b - 1", &bishop),
        [IllegalReason::NoSuchPiece { kind: Some(PieceType::Bishop) }]
    );
}

#[test]
fn ways() {
    let (from, to) = (vec![square("7g")], square("7e"));
    assert_eq!(faults(START, "7g7e"), [IllegalReason::NoSuchMove { kind: PieceType::Pawn, from, to }]);
    let blocked = IllegalReason::Blocked {
        kind: PieceType::Rook,
        from: square("2h"),
        to: square("2d"),
        by: square("2g"),
        blocker: PieceType::Pawn,
    };
    assert_eq!(faults(START, "2h2d"), [blocked]);
    assert_eq!(faults(START, "3i2h"), [IllegalReason::OwnPiece { at: square("2h"), holds: PieceType::Rook }]);
    assert_eq!(faults("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", "5b5a"), [IllegalReason::KingCapture { at: square("5a") }]);
    // Two golds go to 5h, neither by going back.
    let back = ki2(PieceType::Gold, "5h", None, Some(Motion::Back));
    let from = vec![square("4i"), square("6i")];
    assert_eq!(ki2_faults(START, &back), [IllegalReason::NoSuchWay { kind: PieceType::Gold, from, to: square("5h") }]);
}

#[test]
fn drops() {
    let empty = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(faults(empty, "P*5e"), [IllegalReason::NotInHand { kind: PieceType::Pawn }]);
    let gold = START.replace("b -", "b G");
    let occupied = |at, own| IllegalReason::SquareOccupied { at: square(at), holds: PieceType::Pawn, own };
    assert_eq!(faults(&gold, "G*7g"), [occupied("7g", true)]);
    assert_eq!(faults(&gold, "G*3c"), [occupied("3c", false)]);
    let nifu = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";
    assert_eq!(faults(nifu, "P*5e"), [IllegalReason::Nifu { pawn: square("5g") }]);
    // Without an origin it is the drop that was meant, as no pawn goes there.
    assert_eq!(ki2_faults(nifu, &ki2(PieceType::Pawn, "5e", None, None)), [IllegalReason::Nifu { pawn: square("5g") }]);
    assert!(!found("4k4/9/4+P4/9/9/9/9/9/4K4 b P 1", &usi("P*5e")).is_empty());
    for (hand, text, kind) in
        [("N", "N*5b", PieceType::Knight), ("P", "P*9a", PieceType::Pawn), ("L", "L*9a", PieceType::Lance)]
    {
        let sfen = empty.replace("b -", &format!("b {hand}"));
        assert_eq!(faults(&sfen, text), [IllegalReason::DeadDrop { kind, at: square(&text[2..]) }]);
    }
    let promoting = Pattern { promotes: Some(true), ..usi("G*5e") };
    assert_eq!(position(&gold).illegal_reasons(&promoting), [IllegalReason::CannotPromote { kind: PieceType::Gold }]);
}

#[test]
fn a_dropped_pawn_may_not_mate() {
    let at = square("1b");
    let guards = |by: &str| vec![(at, square(by), PieceType::Gold), (square("2b"), square(by), PieceType::Gold)];
    let king = square("1a");
    let own_lance = "7lk/9/7G1/8G/9/9/9/9/4K4 b PL 1";
    let mate = IllegalReason::DropMate { at, king, escapes: guards("2c"), pinned: Vec::new() };
    assert_eq!(faults(own_lance, "P*1b"), [mate]);
    assert_eq!(found(own_lance, &usi("L*1b")), ["L*1b"]);
    let pinned = vec![(square("2a"), PieceType::Gold, square("9a"))];
    let mate = IllegalReason::DropMate { at, king, escapes: guards("2c"), pinned };
    assert_eq!(faults("R6gk/9/7G1/8G/9/9/9/9/4K4 b P 1", "P*1b"), [mate]);
    // The gold is free to take it; and a pawn that steps forward may mate.
    assert_eq!(found("7gk/9/7G1/8G/9/9/9/9/4K4 b P 1", &usi("P*1b")), ["P*1b"]);
    assert_eq!(found("7lk/9/7GP/8G/9/9/9/9/4K4 b - 1", &usi("1c1b")), ["1c1b"]);
}

#[test]
fn promotions() {
    let pawn = "4k4/8P/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(faults(pawn, "1b1a"), [IllegalReason::MustPromote { kind: PieceType::Pawn, at: square("1a") }]);
    assert_eq!(found(pawn, &usi("1b1a+")), ["1b1a+"]);
    let unsaid = Pattern { promotes: None, ..usi("1b1a") };
    assert_eq!(
        position(pawn).illegal_reasons(&unsaid),
        [IllegalReason::MustPromote { kind: PieceType::Pawn, at: square("1a") }]
    );
    let knight = "4k4/9/9/8N/9/9/9/9/4K4 b - 1";
    assert_eq!(faults(knight, "1d2b"), [IllegalReason::MustPromote { kind: PieceType::Knight, at: square("2b") }]);
    assert_eq!(faults(START, "4i4h+"), [IllegalReason::CannotPromote { kind: PieceType::Gold }]);
    assert_eq!(faults(START, "7g7f+"), [IllegalReason::NotInZone { from: square("7g"), to: square("7f") }]);
    // Out of the zone is in time.
    assert_eq!(found("4k4/9/8S/9/9/9/9/9/4K4 b - 1", &usi("1c2d+")), ["1c2d+"]);
}

#[test]
fn the_king() {
    let (king, by) = (square("5i"), square("5a"));
    let pinned = IllegalReason::Pinned { kind: PieceType::Gold, from: square("5h"), king, by, pinner: PieceType::Rook };
    assert_eq!(faults("4r4/9/9/9/9/9/9/4G4/4K3k b - 1", "5h4h"), [pinned]);
    let check = "4r4/9/9/9/9/9/9/9/4K3k b PG 1";
    let staying = IllegalReason::CheckNotParried { king, by: vec![(by, PieceType::Rook)] };
    assert_eq!(faults(check, "P*4e"), [staying]);
    assert_eq!(found(check, &usi("G*5e")), ["G*5e"]);
    let attacked =
        |at: &str, through| IllegalReason::KingIntoCheck { at: square(at), by, attacker: PieceType::Rook, through };
    assert_eq!(faults(check, "5i5h"), [attacked("5h", false)]);
    assert_eq!(faults("4r4/9/9/9/9/9/9/4K4/8k b - 1", "5h5i"), [attacked("5i", true)]);
    // A side without a king is never in check.
    assert!(!position("4r4/9/9/9/9/9/9/4G4/8k b - 1").in_check());
    assert_eq!(found("4r4/9/9/9/9/9/9/4G4/8k b - 1", &usi("5h4h")), ["5h4h"]);
}

#[test]
fn several_reasons_come_in_the_order_of_the_catalogue() {
    let reasons = faults("4r4/9/9/9/9/9/4P4/9/4K2k1 b P 1", "P*5e");
    assert_eq!(reasons, [IllegalReason::Nifu { pawn: square("5g") }]);
    let reasons = faults("k3r4/4P4/9/9/9/9/9/9/3bK4 b - 1", "5b5a");
    assert!(matches!(reasons.as_slice(), [IllegalReason::MustPromote { .. }]), "{reasons:?}");
    let reasons = faults("k8/8P/9/9/9/9/9/9/r3K4 b - 1", "1b1a");
    assert!(
        matches!(reasons.as_slice(), [IllegalReason::MustPromote { .. }, IllegalReason::CheckNotParried { .. }]),
        "{reasons:?}"
    );
}

#[test]
fn relative_words() {
    // Golds of 先手 around 5e: left and right of it, straight below, and below to both sides.
    let golds = "4k4/9/9/9/3G1G3/3GGG3/9/9/4K4 b - 1";
    let word = |flank, motion| found(golds, &ki2(PieceType::Gold, "5e", flank, motion));
    assert_eq!(word(Some(Flank::Straight), None), ["5f5e"]);
    assert_eq!(word(Some(Flank::Left), Some(Motion::Up)), ["6f5e"]);
    assert_eq!(word(Some(Flank::Right), Some(Motion::Sideways)), ["4e5e"]);
    assert_eq!(word(Some(Flank::Left), None), ["6e5e", "6f5e"]);
    assert_eq!(word(None, Some(Motion::Sideways)), ["4e5e", "6e5e"]);
    assert_eq!(word(None, None).len(), 5);
    // 後手 looks from the other end.
    let silvers = "4k4/9/9/9/3s1s3/9/9/9/4K4 w - 1";
    assert_eq!(found(silvers, &ki2(PieceType::Silver, "5f", Some(Flank::Left), None)), ["4e5f"]);
    assert_eq!(found(silvers, &ki2(PieceType::Silver, "5d", None, Some(Motion::Back))), ["4e5d", "6e5d"]);
    // Dragons have no 直; the one straight below counts by its side.
    let dragons = "k8/9/9/9/9/5+R3/4+R4/9/4K4 b - 1";
    assert_eq!(found(dragons, &ki2(PieceType::Dragon, "5f", Some(Flank::Left), None)), ["5g5f"]);
    let straight = ki2(PieceType::Dragon, "5f", Some(Flank::Straight), None);
    assert!(matches!(
        ki2_faults(dragons, &straight).as_slice(),
        [IllegalReason::NoSuchWay { kind: PieceType::Dragon, .. }]
    ));
}

#[test]
fn words_are_read_of_pieces_that_seem_to_go_there_then_of_those_that_can() {
    // The gold on 6f is pinned on its file.
    let pinned = "k2r5/9/9/9/9/3GGG3/9/9/3K5 b - 1";
    assert_eq!(found(pinned, &ki2(PieceType::Gold, "5e", Some(Flank::Left), None)), ["5f5e"]);
    assert_eq!(found(pinned, &ki2(PieceType::Gold, "5e", Some(Flank::Right), None)), ["4f5e"]);
    assert_eq!(found(pinned, &ki2(PieceType::Gold, "5e", None, None)), ["4f5e", "5f5e"]);
    // A drop without 打, as the piece on the board cannot go there.
    let alone = "k2r5/9/9/9/9/3G5/9/9/3K5 b G 1";
    assert_eq!(found(alone, &ki2(PieceType::Gold, "5e", None, None)), ["G*5e"]);
    assert!(found(alone, &ki2(PieceType::Gold, "5e", None, Some(Motion::Up))).is_empty());
    let board: Bitboard = position(alone).pseudo_legal_to(PieceType::Gold, square("5e"));
    assert_eq!(squares(board).collect::<Vec<_>>(), [square("6f")]);
}

#[test]
fn faults_of_set_ups() {
    let faults = |sfen: &str| match setup(sfen).position() {
        Ok((_, faults)) => (true, faults),
        Err(faults) => (false, faults),
    };
    assert_eq!(faults("9/9/9/9/9/9/9/9/9 b - 1"), (false, vec![SetupFault::NoKing]));
    assert_eq!(faults("4k4/9/9/9/9/9/9/9/9 b - 1"), (true, Vec::new()));
    let kings = SetupFault::Kings { side: Side::Second, count: 2 };
    assert_eq!(faults("4k3k/9/9/9/9/9/9/9/9 b - 1"), (false, vec![kings]));
    let check = SetupFault::OpponentInCheck { king: square("5a"), by: square("5i"), attacker: PieceType::Rook };
    // The king could be taken, and all other moves are as they are.
    assert_eq!(faults("4k4/9/9/9/9/9/9/9/4R4 b - 1"), (true, vec![check]));
    let many = |kind, count, set| SetupFault::TooMany { kind, count, set };
    assert_eq!(
        faults("4k4/9/9/9/9/9/9/9/4+R4 w 5G2R 1").1,
        [
            SetupFault::OpponentInCheck { king: square("5a"), by: square("5i"), attacker: PieceType::Dragon },
            many(PieceType::Gold, 5, 4),
            many(PieceType::Rook, 3, 2)
        ][1..]
    );
    assert_eq!(faults("4k4/9/9/9/9/9/9/9/+P8 b 18P 1"), (true, vec![many(PieceType::Pawn, 19, 18)]));
    let nifu = SetupFault::Nifu { side: Side::First, pawns: [square("9e"), square("9g")] };
    assert_eq!(faults("4k4/9/9/9/P8/9/P8/9/9 b - 1"), (true, vec![nifu]));
    let dead = |kind, at| SetupFault::ImmobilePiece { side: Side::First, kind, at: square(at) };
    assert_eq!(
        faults("8P/8N/4k4/9/9/9/9/9/9 b - 1"),
        (true, vec![dead(PieceType::Pawn, "1a"), dead(PieceType::Knight, "1b")])
    );
    assert!(dead(PieceType::Pawn, "1a") != kings && kings.is_fatal() && !nifu.is_fatal());
    let there_and_back = Setup::from(&position(START));
    assert_eq!(there_and_back, Setup::handicap(Handicap::Even));
}

#[test]
fn irregular_moves_are_applied_as_written() {
    let gold = Pattern { kind: Some(PieceType::Gold), ..usi("7g7f") };
    let mut game = position(START);
    assert_eq!(game.force(&gold).map(name).as_deref(), Some("7g7f"));
    assert_eq!(game.piece_at(square("7f")), Some((Side::First, PieceType::Pawn)));
    assert_eq!(game.turn(), Side::Second);
    // A second pawn on the file stands.
    let mut game = position("4k4/9/9/9/9/9/4P4/9/4K4 b P 1");
    assert!(game.force(&usi("P*5e")).is_some());
    assert_eq!((game.hand(Side::First, PieceType::Pawn), game.of_side(Side::First).count_ones()), (0, 3));
    // An overlooked check stands, and the king that could be taken is not.
    let mut game = position("4r4/9/9/9/9/9/9/9/P3K3k b - 1");
    assert!(game.force(&usi("9i9h")).is_some());
    assert!(!game.in_check());
    assert!(game.legal().iter().all(|mv| mv.to() != square("5i")));
    game.play_null_move();
    assert!(game.in_check());
    for (sfen, text) in [(START, "5e5d"), (START, "3c3d"), (START, "P*5e"), ("4k4/4G4/9/9/9/9/9/9/9 b - 1", "5b5a")] {
        let mut game = position(sfen);
        assert_eq!(game.force(&usi(text)), None, "{text}");
        assert_eq!(game, position(sfen));
    }
}

#[test]
fn a_pass_gives_the_move_to_the_other_side() {
    let mut game = position(START);
    let before = game.clone();
    game.play_null_move();
    assert!(game.turn() == Side::Second && game.zobrist() != before.zobrist() && !game.same_for_repetition(&before));
    game.play_null_move();
    assert_eq!(game, before);
    assert_eq!(game.halfmove_clock(), 0);
    for mv in game.legal() {
        assert_eq!((mv.after(), mv.captured()), (mv.kind(), None), "{:?}", full(mv));
    }
}

#[test]
fn the_count_at_an_impasse() {
    // King, dragon, horse, tokin and gold in the zone, a rook outside of it; a bishop and three pawns in hand.
    let game = position("K+R+B+PG4/9/9/9/4R4/8k/9/9/9 b B3P2gsnl 1");
    let first = Impasse { king_in_zone: true, in_check: false, pieces_in_zone: 4, points: 12 + 8 };
    assert_eq!(game.impasse(Side::First), first);
    assert_eq!(game.points(Side::First), 25);
    let second = Impasse { king_in_zone: false, in_check: false, pieces_in_zone: 0, points: 5 };
    assert_eq!(game.impasse(Side::Second), second);
    assert!(position("K7r/9/9/9/9/9/9/9/8k w - 1").impasse(Side::First).in_check);
    let start = Position::start();
    assert_eq!((start.points(Side::First), start.points(Side::Second)), (27, 27));
    assert_eq!((start.king(Side::First), start.checkers()), (Some(square("5i")), 0));
}
