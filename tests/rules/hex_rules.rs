//! The rules of hexagonal chess: what the Hexašach rules state cell by cell, why a move is
//! illegal, and set-ups.

use partie_notation::hex_fen;
use partie_rules::hex::{
    Cell, Colour, Move, MoveKind, Position, Role, Setup, SetupFault, Surplus, cells, dead_by_material,
    insufficient_material,
};
use partie_rules::{IllegalReason, Resolution, Rules, Side};

use crate::hex_support::{cell, pattern, position};

const START: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";
/// The one diagram of the rules, with a black king put into a corner.
const DIAGRAM: &str = "1/3/5/2r4/5Q3/8B1k/2N8/6Pp3/11/4K3P2/11 w - 0 1";
/// Without the white king, so that no check hides what the pieces could do.
const MEN: &str = "1/3/5/2r4/5Q3/8B1k/2N8/6Pp3/11/8P2/10K w - 0 1";

fn first_fault(fen: &str, text: &str) -> String {
    let position = position(fen);
    let pattern = pattern(text, false).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(position.resolve(&pattern), Resolution::None, "{fen} {text}");
    position.illegal_reasons(&pattern).first().map_or("nothing".to_owned(), |fault| format!("{fault:?}"))
}

/// Where a piece alone on the board can go, by name.
fn alone(role: Role, from: &str) -> Vec<String> {
    let mut setup = Setup::empty();
    setup.pieces[cell(from).index()] = Some((Side::First, role));
    targets(&setup.into_position_lenient(), from)
}

/// Targets of the piece on a cell, by name.
fn targets(position: &Position, from: &str) -> Vec<String> {
    let moves = position.legal().into_iter().filter(|mv| mv.from == cell(from));
    let mut names: Vec<String> = moves.map(|mv| mv.to.to_string()).collect();
    names.sort();
    names
}

fn names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = list.split(' ').map(str::to_owned).collect();
    names.sort();
    names
}

#[test]
fn the_board_has_the_cells_and_colours_of_the_rules() {
    let all: Vec<Cell> = (0..91).map(Cell::new).collect();
    let of = |colour| all.iter().filter(|cell| cell.colour() == colour).count();
    assert_eq!([of(Colour::White), of(Colour::Black), of(Colour::Grey)], [30, 30, 31]);
    assert_eq!(cell("f6").colour(), Colour::Grey);
    assert_eq!((0..11).map(Cell::length).collect::<Vec<_>>(), [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]);
    let row = |rank| cell(&format!("f{rank}")).rank_set().count_ones();
    assert_eq!((1..12).map(row).collect::<Vec<_>>(), [11, 11, 11, 11, 11, 11, 9, 7, 5, 3, 1]);
    for at in all {
        assert_eq!(cell(&at.to_string()), at);
        assert_eq!(cell(&at.to_string().to_uppercase()), at);
        assert_eq!(Cell::at(at.file(), at.rank()), Some(at));
        assert_ne!(at.file_set() & at.rank_set() & at.bit(), 0);
        assert_eq!(cells(at.bit()).collect::<Vec<_>>(), [at]);
    }
    for none in ["", "f", "j4", "J1", "a7", "l7", "f12", "f0", "b8", "m1", "f00", "e11", "a06", "1a"] {
        assert!(Cell::parse(none.as_bytes()).is_none(), "{none}");
    }
    assert_eq!(Cell::parse(b"f111"), Some((cell("f11"), &b"1"[..])), "as long as it can be");
    assert_eq!(Cell::new(255), cell("l6"));
}

#[test]
fn the_rook_on_e8_looks_in_six_directions() {
    let reached = alone(Role::Rook, "e8");
    for end in ["a4", "c8", "e10", "h9", "l3", "e1"] {
        assert!(reached.contains(&end.to_owned()), "{end}");
    }
    assert_eq!(reached.len(), 24);
    let diagram = position(DIAGRAM);
    assert_eq!(cells(diagram.checkers()).collect::<Vec<_>>(), [cell("e8")], "it gives check on e2");
    let black = diagram.with_turn_swapped();
    assert!(matches!(black.resolve(&pattern("Re8xg7", false).unwrap()), Resolution::Unique(_)));
}

#[test]
fn the_bishop_on_i6_looks_in_six_directions() {
    let reached = alone(Role::Bishop, "i6");
    for end in ["a5", "g10", "k7", "l5", "l2", "e1"] {
        assert!(reached.contains(&end.to_owned()), "{end}");
    }
    assert!(reached.iter().all(|name| cell(name).colour() == cell("i6").colour()));
    assert_eq!(targets(&position(MEN), "i6"), names("g10 h8 h5 k4 k7 l2 l5"), "own pieces on g7 and g4");
}

#[test]
fn the_queen_reaches_42_cells_from_the_centre() {
    assert_eq!(alone(Role::Queen, "f6").len(), 42);
    assert!((0..91).all(|at| alone(Role::Queen, &Cell::new(at).to_string()).len() <= 42), "the centre sees most");
    let reached = alone(Role::Queen, "g7");
    for end in ["a2", "c8", "g10", "k7", "l3", "g1", "d2", "a5", "e10", "h8", "l5", "k1"] {
        assert!(reached.contains(&end.to_owned()), "{end}");
    }
    let reached = targets(&position(MEN), "g7");
    assert_eq!(reached.len(), 32);
    assert!(reached.contains(&"e8".to_owned()), "it takes the rook");
    assert!(!reached.contains(&"g4".to_owned()) && !reached.contains(&"i6".to_owned()), "own pieces");
}

#[test]
fn the_knight_on_c5_has_ten_cells_none_of_its_colour() {
    let reached = targets(&position(MEN), "c5");
    assert_eq!(reached, names("a6 b7 d8 e8 f7 f6 e4 d3 b2 a2"));
    let colours: Vec<Colour> = reached.iter().map(|name| cell(name).colour()).collect();
    assert_eq!(cell("c5").colour(), Colour::Black);
    assert_eq!(colours.iter().filter(|colour| **colour == Colour::White).count(), 5);
    assert_eq!(colours.iter().filter(|colour| **colour == Colour::Grey).count(), 5);
}

#[test]
fn the_king_on_e2_has_eleven_cells() {
    assert_eq!(alone(Role::King, "e2"), names("e1 d1 d2 e3 f3 f2 c1 d3 f4 g2 f1"));
    // In the diagram the rook keeps e1 and e3.
    assert_eq!(targets(&position(DIAGRAM), "e2"), names("d1 d2 f3 f2 c1 d3 f4 g2 f1"));
    assert_eq!(position(DIAGRAM).count_legal(), 15);
}

#[test]
fn pawns_step_and_capture_as_the_rules_say() {
    let pieces = position(MEN);
    assert_eq!(targets(&pieces, "g4"), names("g5 g6 h4"));
    assert_eq!(targets(&pieces.with_turn_swapped(), "h4"), names("h3 g4"));
    let mut game = pieces.clone();
    let Resolution::Unique(double) = game.resolve(&pattern("i2-i4", false).unwrap()) else { panic!("i2-i4") };
    assert_eq!(double.kind, MoveKind::DoubleStep);
    game.play(double);
    assert_eq!((game.en_passant(), game.passed()), (Some(cell("i3")), Some(cell("i3"))));
    let Resolution::Unique(taken) = game.resolve(&pattern("h4xi3", false).unwrap()) else { panic!("h4xi3") };
    assert_eq!((taken.kind, taken.captured), (MoveKind::EnPassant, Some(Role::Pawn)));
    let mut after = game.clone();
    after.play(taken);
    assert_eq!((after.piece_at(cell("i4")), after.piece_at(cell("i3"))), (None, Some((Side::Second, Role::Pawn))));
    // One move later the right is gone.
    for _ in 0..2 {
        let king = game.legal().into_iter().find(|mv| mv.role == Role::King).unwrap();
        game.play(king);
    }
    let late = pattern("h4xi3", false).unwrap();
    assert_eq!(game.resolve(&late), Resolution::None);
    assert!(
        matches!(game.illegal_reasons(&late)[..], [IllegalReason::NoEnPassant { pawn, at }] if pawn == cell("i4") && at == cell("i3"))
    );
}

#[test]
fn a_pawn_keeps_the_double_step_while_it_stays_on_its_row() {
    let mut game = position("1/2k/5/7/9/11/11/11/3n7/2P8/6K4 w - 0 1");
    for text in ["c2xd3", "Kg10-f10", "d3-d5"] {
        let Resolution::Unique(mv) = game.resolve(&pattern(text, false).unwrap()) else { panic!("{text}") };
        game.play(mv);
        assert_eq!(mv.kind == MoveKind::DoubleStep, text == "d3-d5");
    }
}

#[test]
fn a_capture_without_its_origin_may_say_en_passant() {
    let mut game = position("1/2k/5/7/3p5/11/3P7/11/11/11/5K5 b - 0 1");
    let Resolution::Unique(double) = game.resolve(&pattern("e7-e5", false).unwrap()) else { panic!("e7-e5") };
    game.play(double);
    assert!(
        matches!(game.resolve(&pattern("e6ep.", false).unwrap()), Resolution::Unique(mv) if mv.kind == MoveKind::EnPassant)
    );
}

/// FEN, move, and the first reason as `Debug` prints it.
#[rustfmt::skip]
const TABLE: &[(&str, &str, &str)] = &[
    // 2: legal for the other side
    (START, "c7-c6", "OtherSide"),
    (START, "Nd9-f8", "OtherSide"),
    // ... the side in check is the side to move, unless an enemy piece stands on the written cell
    (DIAGRAM, "Re8-e7", "OtherSide"),
    (DIAGRAM, "Rf8", "NoSuchPiece { kind: Some(Rook) }"),

    // 3: no such piece, or not there
    ("1/2k/5/7/9/11/11/11/11/11/6K4 w - 0 1", "Qf6", "NoSuchPiece { kind: Some(Queen) }"),
    (START, "Bg1-g2", "WrongOrigin { from: g1, holds: Some(King) }"),
    (START, "f6-f7", "WrongOrigin { from: f6, holds: None }"),
    (START, "c7-c3", "WrongOrigin { from: c7, holds: Some(Pawn) }"),

    // 4: the geometry
    (START, "Ne5", "NoSuchMove { kind: Knight, from: [d1, h1], to: e5 }"),
    (START, "f5-f8", "NoSuchMove { kind: Pawn, from: [f5], to: f8 }"),
    (START, "f5-f4", "NoSuchMove { kind: Pawn, from: [f5], to: f4 }"),
    (START, "Kg1-g3", "NoSuchMove { kind: King, from: [g1], to: g3 }"),

    // 5: the way is not free
    (START, "Rc1-c4", "Blocked { kind: Rook, from: c1, to: c4, by: c2, blocker: Pawn }"),
    (START, "f5-f7", "Blocked { kind: Pawn, from: f5, to: f7, by: f7, blocker: Pawn }"),
    ("1/2k/5/7/9/5n5/5P5/11/11/11/6K4 w - 0 1", "f5-f7", "Blocked { kind: Pawn, from: f5, to: f7, by: f6, blocker: Knight }"),
    ("1/2k/5/7/9/5n5/5P5/11/11/11/6K4 w - 0 1", "f5-f6", "Blocked { kind: Pawn, from: f5, to: f6, by: f6, blocker: Knight }"),

    // 6: an own piece on the target
    (START, "Rc1xc2", "OwnPiece { at: c2, holds: Pawn }"),
    (START, "e4xf5", "OwnPiece { at: f5, holds: Pawn }"),

    // 7: a king is not taken
    ("1/2k/5/7/5p3/11/11/11/11/11/2K3Q4 w - 0 1", "Qg1xg10", "Blocked { kind: Queen, from: g1, to: g10, by: g7, blocker: Pawn }"),
    ("1/3/5/7/9/5k5/5P5/11/11/11/6K4 w - 0 1", "f5xf6", "KingCapture { at: f6 }"),

    // 8: castling, which is not
    (START, "O-O", "NothingToCastle { board_side: King, king: true, home: g1 }"),

    // 9: en passant
    ("1/2k/5/7/9/11/11/7pP2/11/11/6K4 b - 0 1", "h4xi3", "NoEnPassant { pawn: i4, at: i3 }"),
    ("k/3/5/7/p8/11/2K1PpP4/11/7r3/11/9P1 w f6 0 1", "e5xf6", "EnPassantExposes { by: h3, attacker: Rook, king: c5 }"),

    // 10: pawns
    ("1/2k/5/7/9/11/11/6P4/11/10P/6K4 w - 0 1", "l2-l4", "DoubleStep { from: l2 }"),
    ("1/2k/5/7/9/5p5/11/11/11/11/6K4 b - 0 1", "f6-f4", "DoubleStep { from: f6 }"),
    ("1/2k/5/1P5/9/11/11/11/11/11/6K4 w - 0 1", "d8-d9", "PromotionMissing { at: d9 }"),
    ("1/2k/5/1P5/9/11/11/11/11/11/6K4 w - 0 1", "d8-d9=K", "PromotionPiece { kind: King }"),
    ("1/2k/5/7/2P6/11/11/11/11/11/6K4 w - 0 1", "d7-d8=Q", "PromotionRank { at: d8 }"),
    ("1/2k/5/7/2R6/11/11/11/11/11/6K4 w - 0 1", "Rd7-d8=Q", "PromotionRank { at: d8 }"),
    (START, "k1xl1", "CapturesNothing { at: l1 }"),
    ("1/2k/5/7/9/5n5/5P5/11/11/11/6K4 w - 0 1", "f5xf6", "CapturesStraight { at: f6 }"),

    // 11: the king walks into check
    (DIAGRAM, "Ke2-e3", "KingIntoCheck { at: e3, by: e8, attacker: Rook, through: false }"),
    (DIAGRAM, "Ke2-e1", "KingIntoCheck { at: e1, by: e8, attacker: Rook, through: true }"),

    // 12, 13: pinned, and a check that stays
    ("1/2k/5/2r4/9/11/4N6/11/11/4K6/11 w - 0 1", "Ne5-d7", "Pinned { kind: Knight, from: e5, king: e2, by: e8, pinner: Rook }"),
    (DIAGRAM, "Nc5-a6", "CheckNotParried { king: e2, by: [(e8, Rook)] }"),
];

#[test]
fn every_reason_is_found() {
    for (fen, text, reason) in TABLE {
        assert_eq!(first_fault(fen, text), *reason, "{fen} {text}");
    }
}

#[test]
fn a_text_without_a_rank_names_a_cell_that_can_be_reached() {
    assert_eq!(first_fault(START, "exf"), "OwnPiece { at: f5, holds: Pawn }");
    let game = position("1/2k/5/7/9/3p7/2P8/11/11/11/6K4 w - 0 1");
    assert!(matches!(game.resolve(&pattern("cxd", false).unwrap()), Resolution::Unique(mv) if mv.to == cell("d6")));
}

#[test]
fn other_true_reasons_follow() {
    let game = position(START);
    let faults = game.illegal_reasons(&pattern("Bf3-f5", false).unwrap());
    assert!(matches!(faults[..], [IllegalReason::NoSuchMove { .. }, IllegalReason::OwnPiece { .. }]), "{faults:?}");
}

#[test]
fn a_move_is_forced_as_written_but_takes_no_king() {
    let mut game = position(START);
    let before = game.clone();
    assert_eq!(game.force(&pattern("Qe1xg10", false).unwrap()), None);
    assert!(game.same_for_repetition(&before));
    let mv = game.force(&pattern("Rc1-c5", false).unwrap()).unwrap();
    assert_eq!((mv.from, mv.to, game.turn()), (cell("c1"), cell("c5"), Side::Second));
    let fresh = hex_fen::read_hex_fen(&hex_fen::write(&game), None).setup.position().unwrap().0;
    assert_eq!(fresh.zobrist(), game.zobrist());
    // A pawn that is forced to the farthest cell without a promotion stays there, and nothing breaks.
    let mut game = position("1/2k/5/1P5/9/11/11/11/11/11/6K4 w - 0 1");
    game.force(&pattern("d8-d9", false).unwrap()).unwrap();
    game.play_null_move();
    assert!(game.legal().iter().all(|mv| mv.role == Role::King || mv.from != cell("d9")));
    // A king that stays in check can be answered, but not taken.
    let mut game = position(DIAGRAM);
    game.force(&pattern("Nc5-a6", false).unwrap()).unwrap();
    assert!(game.legal().iter().all(|mv| mv.captured != Some(Role::King)));
    assert_eq!(game.resolve(&pattern("Re8xe2", false).unwrap()), Resolution::None);
    let Resolution::Unique(mv) = game.resolve(&pattern("Re8-e7", false).unwrap()) else { panic!("Re8-e7") };
    game.play(mv);
    assert!(game.in_check());
}

#[test]
fn impossible_set_ups_say_why() {
    let faults = |text: &str| hex_fen::read_hex_fen(text, None).setup.position().err().unwrap_or_default();
    let kings = faults("1/3/5/7/9/11/11/11/11/11/6K4 w - 0 1");
    assert_eq!(kings, [SetupFault::Kings { side: Side::Second, count: 0 }]);
    let edge = faults("P/2k/5/7/9/11/11/11/11/11/p5K4 w - 0 1");
    assert_eq!(edge, [SetupFault::PawnAtEnd { at: cell("a1") }, SetupFault::PawnAtEnd { at: cell("f11") }]);
    let behind = faults("p/2k/5/7/9/11/11/11/11/11/5PK4 w - 0 1");
    assert_eq!(behind, [SetupFault::PawnBehind { at: cell("f1") }, SetupFault::PawnBehind { at: cell("f11") }]);
    // b1xa1 brings a pawn even there.
    assert_eq!(faults("1/2k/5/7/9/11/11/11/11/11/P5K4 w - 0 1"), []);
    let check = faults("1/2k/5/7/9/11/11/11/11/11/1K4R4 w - 0 1");
    assert_eq!(check, [SetupFault::OpponentInCheck { king: cell("g10"), by: cell("g1"), attacker: Role::Rook }]);
    let many = faults("1/2k/5/7/9/11/PPPP1PPPPPP/11/11/11/6K4 w - 0 1");
    assert!(matches!(&many[0], SetupFault::TooMany { side: Side::First, what: Surplus::Pawns(10) }), "{many:?}");
    let queens = faults("1/2k/5/7/9/11/11/11/11/QQQQQQQQQQQ/6K4 w - 0 1");
    assert!(matches!(&queens[0], SetupFault::TooMany { what: Surplus::Promoted { pawns: 0, promoted: 10 }, .. }));
    // Two bishops of one colour: a tenth pawn would have had to become one of them.
    assert_eq!(faults("1/2k/5/7/9/11/PPPPPPPPP2/5B5/11/5B5/6K4 w - 0 1"), []);
    let bishops = faults("1/2k/5/7/9/5B5/PPPPPPPPP2/11/5B5/11/6K4 w - 0 1");
    assert!(matches!(&bishops[0], SetupFault::TooMany { what: Surplus::Promoted { pawns: 9, promoted: 1 }, .. }));
    let read = hex_fen::read_hex_fen("1/2k/5/7/9/11/11/11/11/11/6K4 w d6 0 1", None);
    let (position, claims) = read.setup.position().unwrap();
    assert_eq!((claims, position.passed()), (vec![SetupFault::EnPassant { at: cell("d6") }], None));
}

#[test]
fn a_position_recurs_after_reversible_moves() {
    let mut game = position(START);
    let first = game.clone();
    let mut played: Vec<Move> = Vec::new();
    for text in ["Nh1-f4", "Nh9-f8", "Nf4-h1", "Nf8-h9"] {
        let Resolution::Unique(mv) = game.resolve(&pattern(text, false).unwrap()) else { panic!("{text}") };
        assert!(!game.is_irreversible(mv));
        game.play(mv);
        played.push(mv);
        assert_eq!(game.repeats_after(&played), played.len() == 4, "{text}");
    }
    assert!(game.same_for_repetition(&first) && game.zobrist() == first.zobrist() && game.halfmove_clock() == 4);
    assert_eq!(game.number(), 3);
}

#[test]
fn mate_comes_before_a_dead_position() {
    for fen in ["1/3/5/7/9/11/11/11/1BK8/11/k10 b - 0 1", "1/3/5/7/9/11/11/1N9/2K8/11/k10 b - 0 1"] {
        let mate = position(fen);
        assert!(mate.in_check() && !mate.has_legal_move() && mate.legal().is_empty(), "{fen}");
        assert!(dead_by_material(&mate), "{fen}");
    }
    assert!(dead_by_material(&position("1/2k/5/7/9/11/11/11/11/11/6K4 w - 0 1")));
    let two = position("1/1nk/5/7/9/11/11/11/11/11/5BK4 w - 0 1");
    assert!(!dead_by_material(&two), "nothing is proved of it");
    let rook = position("1/1rk/5/7/9/11/11/11/11/11/5BK4 w - 0 1");
    assert!(
        !dead_by_material(&rook)
            && !insufficient_material(&rook, Side::First)
            && !insufficient_material(&rook, Side::Second)
    );
}
