//! The rules of chess against cozy-chess and against themselves, on random games and set-ups.
//!
//! Everything is seeded: a failure comes back with the same seed.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "helpers of tests")]

use cozy_chess::{Board, Color, FenParseError, Piece};
use partie::notation::letters::Letters;
use partie::notation::san::{self, CheckMark};
use partie::notation::{fen, spell};
use partie::rules::chess::{Bitboard, Kind, Move, Pattern, Position, Role, Roles, Setup, SetupFault, Square, squares};
use partie::rules::{Fault, Found, Game, Side, Wing};

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// One time in `times`.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn square(&mut self) -> Square {
        Square::new(self.below(64) as u8)
    }
}

// ---------------------------------------------------------------------------------------------
// The two sides of the comparison.

type Triple = (usize, usize, Option<usize>);

fn our_triple(mv: &Move) -> Triple {
    (mv.from.index(), mv.to.index(), mv.promotion.map(Role::index))
}

fn our_moves(position: &Position) -> Vec<Triple> {
    let mut all: Vec<Triple> = position.legal().iter().map(our_triple).collect();
    all.sort_unstable();
    all
}

fn their_list(board: &Board) -> Vec<cozy_chess::Move> {
    let mut all = Vec::new();
    board.generate_moves(|moves| {
        all.extend(moves);
        false
    });
    all
}

fn their_triple(mv: &cozy_chess::Move) -> Triple {
    (mv.from as usize, mv.to as usize, mv.promotion.map(|piece| piece as usize))
}

fn their_moves(board: &Board) -> Vec<Triple> {
    let mut all: Vec<Triple> = their_list(board).iter().map(their_triple).collect();
    all.sort_unstable();
    all
}

fn their_move(mv: Move) -> cozy_chess::Move {
    cozy_chess::Move {
        from: cozy_chess::Square::index(mv.from.index()),
        to: cozy_chess::Square::index(mv.to.index()),
        promotion: mv.promotion.map(|role| Piece::index(role.index())),
    }
}

fn color(side: Side) -> Color {
    if side == Side::First { Color::White } else { Color::Black }
}

fn read_fen(text: &str, chess960: bool) -> Position {
    let read = fen::read(text, chess960);
    assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
    let (position, claims) = read.setup.position().unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    assert!(claims.is_empty(), "{text}: {claims:?}");
    position
}

/// The position set up anew, man by man.
fn fresh(position: &Position) -> Position {
    let mut setup = Setup::empty();
    for index in 0..64 {
        setup.men[usize::from(index)] = position.man(Square::new(index));
    }
    setup.turn = position.turn();
    for rook in squares(position.castling_rooks()) {
        let (side, _) = position.man(rook).unwrap_or_else(|| panic!("a right without a man on {rook}"));
        setup.rights.push(('?', side, Some(rook)));
    }
    setup.en_passant = position.en_passant();
    setup.quiet = position.quiet_plies();
    setup.number = position.number();
    setup.position_as_far_as_possible()
}

/// What play keeps up to date step by step equals what a set-up computes at once.
fn assert_fresh(position: &Position, context: &str) {
    let anew = fresh(position);
    let context = format!("{context}: {}", fen::write(position));
    assert!(anew.same_position(position), "{context}");
    assert_eq!(anew.key(), position.key(), "key, {context}");
    assert_eq!(anew.checkers(), position.checkers(), "checkers, {context}");
    assert_eq!(anew.castling_rooks(), position.castling_rooks(), "rights, {context}");
    assert_eq!(anew.en_passant(), position.en_passant(), "en passant, {context}");
    for side in SIDES {
        assert_eq!(position.men(side, Role::King).count_ones(), 1, "kings, {context}");
        assert_eq!(position.men(side, Role::King), position.king(side).bit(), "king's square, {context}");
        for role in Role::ALL {
            assert_eq!(position.men(side, role), anew.men(side, role), "{side:?} {role}, {context}");
        }
    }
    assert_eq!(position.of_side(Side::First) & position.of_side(Side::Second), 0, "{context}");
    let count: u32 = Role::ALL.iter().map(|role| position.of_role(*role).count_ones()).sum();
    assert_eq!(count, position.occupied().count_ones(), "{context}");
}

/// Some random games; `visit` sees every position before its move is chosen.
struct Games {
    random: Random,
    plies: usize,
}

impl Games {
    const fn new(seed: u64, plies: usize) -> Self {
        Self { random: Random(seed), plies }
    }

    /// The usual start for even numbers, a start of Chess960 for odd ones, also with
    /// different ranks for the two sides.
    fn start(&mut self, number: usize) -> (Position, Board, bool) {
        let numbers = (self.random.below(960) as u32, self.random.below(960) as u32);
        match number % 4 {
            0 | 2 => (Position::start(), Board::startpos(), false),
            1 => {
                let board = Board::chess960_startpos(numbers.0);
                let rank: [Role; 8] = std::array::from_fn(|file| {
                    let piece = board.piece_on(cozy_chess::Square::index(file)).expect("a man");
                    Role::ALL[piece as usize]
                });
                let (position, claims) = Setup::of_home_rank(rank).position().expect("a start position");
                assert!(claims.is_empty());
                (position, board, true)
            }
            _ => {
                let board = Board::double_chess960_startpos(numbers.0, numbers.1);
                (read_fen(&format!("{board:#}"), true), board, true)
            }
        }
    }

    /// A legal move; the rare kinds more often than they come by chance.
    fn choose(&mut self, moves: &[Move]) -> Option<Move> {
        let special = |mv: &&Move| mv.kind != Kind::Plain || mv.promotion.is_some();
        if self.random.once_in(4) {
            let rare: Vec<Move> = moves.iter().filter(special).copied().collect();
            if !rare.is_empty() {
                return Some(self.random.of(&rare));
            }
        }
        (!moves.is_empty()).then(|| self.random.of(moves))
    }

    fn run(&mut self, games: usize, mut visit: impl FnMut(&mut Random, &Position, &Board, bool)) {
        for number in 0..games {
            let (mut position, mut board, chess960) = self.start(number);
            for _ in 0..self.plies {
                visit(&mut self.random, &position, &board, chess960);
                let Some(mv) = self.choose(&position.legal()) else { break };
                position.play(mv);
                board.play(their_move(mv));
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------
// (a) Random games.

fn assert_same(position: &Position, board: &Board, chess960: bool) {
    let text = fen::write(position);
    let moves = position.legal();
    assert_eq!(our_moves(position), their_moves(board), "{text} against {board:#}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
    assert_eq!(position.in_check(), !board.checkers().is_empty(), "{text}");
    assert_eq!(position.checkers(), board.checkers().0, "{text}");
    assert_eq!(color(position.turn()), board.side_to_move(), "{text}");
    assert_eq!(position.quiet_plies().min(100), u32::from(board.halfmove_clock()), "{text}");
    assert_eq!(position.number(), u32::from(board.fullmove_number()), "{text}");
    for (side, rank) in [(Side::First, 0), (Side::Second, 7)] {
        let rights = board.castle_rights(color(side));
        let rooks: Bitboard =
            [rights.short, rights.long].into_iter().flatten().map(|file| Square::at(file as u8, rank).bit()).sum();
        assert_eq!(position.castling_rooks() & position.of_side(side), rooks, "{text}");
    }
    for index in 0..64 {
        let square = cozy_chess::Square::index(index);
        let man = position.man(Square::new(index as u8));
        assert_eq!(man.map(|(_, role)| role.index()), board.piece_on(square).map(|piece| piece as usize), "{text}");
        assert_eq!(man.map(|(side, _)| color(side)), board.color_on(square), "{text}");
    }
    for mv in &moves {
        assert_eq!(position.man(mv.from), Some((position.turn(), mv.role)), "{text} {mv:?}");
        let captured = match mv.kind {
            Kind::Castling => None,
            Kind::EnPassant => Some(Role::Pawn),
            Kind::Plain | Kind::DoubleStep => position.role(mv.to),
        };
        assert_eq!(mv.captured, captured, "{text} {mv:?}");
        assert_ne!(mv.captured, Some(Role::King), "{text} {mv:?}");
    }
    let en_passant = moves.iter().find(|mv| mv.kind == Kind::EnPassant).map(|mv| mv.to);
    assert_eq!(position.en_passant(), en_passant, "en passant only when legal, {text}");
    // Board and turn as the other writes them; the whole as we read it back, and as we read theirs.
    let theirs = format!("{board:#}");
    let fields = |text: &str| text.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(fields(&text), fields(&theirs));
    for again in [read_fen(&text, chess960), fen::read(&theirs, chess960).setup.position_as_far_as_possible()] {
        assert!(again.same_position(position), "{text}");
        assert_eq!(again.key(), position.key(), "{text}");
        assert_eq!(again.checkers(), position.checkers(), "{text}");
        assert_eq!(again.number(), position.number(), "{text}");
        assert_eq!(again.quiet_plies().min(100), position.quiet_plies().min(100), "{text}");
    }
    assert_eq!(fen::write(&read_fen(&text, chess960)), text);
}

fn random_games(seed: u64, games: usize) -> usize {
    let mut plies = 0;
    Games::new(seed, 200).run(games, |_, position, board, chess960| {
        plies += 1;
        assert_same(position, board, chess960);
        if let Some(null) = board.null_move().filter(|_| plies % 4 == 0) {
            let mut passed = position.clone();
            passed.pass();
            assert_same(&passed, &null, chess960);
            assert_eq!(our_moves(&position.for_other_side()), their_moves(&null), "{}", fen::write(position));
        }
    });
    println!("{games} games, {plies} positions");
    plies
}

#[test]
fn random_games_agree_at_every_ply() {
    assert!(random_games(1, 1000) > 100_000);
}

#[test]
fn more_random_games_agree_at_every_ply() {
    assert!(random_games(2, 1000) > 100_000);
}

#[test]
fn all_starts_of_chess960_agree() {
    for number in 0..960 {
        let board = Board::chess960_startpos(number);
        assert_same(&read_fen(&format!("{board:#}"), true), &board, true);
    }
}

// ---------------------------------------------------------------------------------------------
// (b) From a move to its text and back.

#[test]
fn every_spelled_move_is_found_again() {
    let (mut spelled, mut castled) = (0, 0);
    Games::new(3, 200).run(400, |random, position, _, chess960| {
        if !random.once_in(8) {
            return;
        }
        let at = fen::write(position);
        for mv in position.legal() {
            let find = |text: &str| {
                let (rest, written) =
                    san::read(text.as_bytes()).unwrap_or_else(|error| panic!("{at} {text}: {error:?}"));
                assert!(rest.is_empty(), "{at} {text}");
                assert_eq!(position.find(&written.pattern), Found::One(mv), "{at} {text}");
                written
            };
            let text = spell::san(position, mv, Letters::ENGLISH);
            let written = find(&text);
            let mut after = position.clone();
            after.play(mv);
            let mark = match (after.in_check(), after.has_legal_move()) {
                (false, _) => CheckMark::None,
                (true, true) => CheckMark::Check,
                (true, false) => CheckMark::Mate,
            };
            assert_eq!(written.check, mark, "{at} {text}");
            assert_eq!(written.pattern.captures, mv.captured.is_some(), "{at} {text}");
            assert!(!written.bare_promotion && !written.zeros && !written.pawn_letter, "{at} {text}");
            find(&spell::bare(position, mv, Letters::ENGLISH));
            if !chess960 {
                find(&spell::uci(mv, false));
            }
            // King takes rook is understood in either game.
            find(&spell::uci(mv, true));
            spelled += 1;
            castled += usize::from(mv.kind == Kind::Castling);
        }
    });
    println!("{spelled} moves, {castled} castlings");
    assert!(spelled > 100_000 && castled > 100);
}

// ---------------------------------------------------------------------------------------------
// (c) Random set-ups.

/// Board, side, castling and en passant fields, to be damaged.
#[derive(Clone)]
struct Draft {
    men: [Option<char>; 64],
    white: bool,
    castling: String,
    en_passant: String,
}

impl Draft {
    fn of(board: &Board, shredder: bool) -> Self {
        let text = if shredder { format!("{board:#}") } else { format!("{board}") };
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = [None; 64];
        for (rank, row) in fields[0].rsplit('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        men[rank * 8 + file] = Some(letter);
                        file += 1;
                    }
                }
            }
        }
        Self { men, white: fields[1] == "w", castling: fields[2].to_owned(), en_passant: fields[3].to_owned() }
    }

    fn mutate(&mut self, random: &mut Random, shredder: bool) {
        match random.below(12) {
            0..=2 => self.men.swap(random.below(64), random.below(64)),
            3 => {
                // A man and a king change places: checks and doubtful rights.
                let kings: Vec<usize> = (0..64).filter(|at| matches!(self.men[*at], Some('K' | 'k'))).collect();
                if !kings.is_empty() {
                    self.men.swap(random.of(&kings), random.below(64));
                }
            }
            4 | 5 => self.men[random.below(64)] = Some(random.of(&['P', 'N', 'B', 'R', 'Q', 'p', 'n', 'b', 'r', 'q'])),
            6 | 7 => self.men[random.below(64)] = None,
            8 => self.white = !self.white,
            9 => {
                let letters = if shredder { "ABCDEFGHabcdefgh" } else { "KQkq" };
                let chance = if shredder { 6 } else { 2 };
                self.castling = letters.chars().filter(|_| random.once_in(chance)).collect();
                if self.castling.is_empty() {
                    self.castling.push('-');
                }
            }
            10 => {
                let rank = if self.white { 5 } else { 2 };
                let at = if random.once_in(8) { random.square() } else { Square::at(random.below(8) as u8, rank) };
                self.en_passant = at.to_string();
            }
            _ => {
                // A pawn as if it had just made its double step, with a neighbour that could take it.
                let (from, over, at, pawn, taker) = if self.white { (6, 5, 4, 'p', 'P') } else { (1, 2, 3, 'P', 'p') };
                let file = random.below(7);
                let (file, beside) = if random.once_in(2) { (file, file + 1) } else { (file + 1, file) };
                self.men[from * 8 + file] = None;
                self.men[over * 8 + file] = None;
                self.men[at * 8 + file] = Some(pawn);
                self.men[at * 8 + beside] = Some(taker);
                self.en_passant = Square::at(file as u8, over as u8).to_string();
            }
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.men[rank * 8 + file] {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if rank > 0 {
                text.push('/');
            }
        }
        let turn = if self.white { 'w' } else { 'b' };
        format!("{text} {turn} {} {} 0 1", self.castling, self.en_passant)
    }
}

#[derive(Default, Debug)]
struct Acceptance {
    both: usize,
    neither: usize,
    /// We count promoted men, they only count men and pawns.
    only_they_promoted: usize,
    /// They let the kings stand side by side.
    only_they_kings: usize,
    /// With K and Q they ask for the king's home rank only, we for its home square: the claim is dropped.
    claim_dropped_by_us: usize,
    /// They refuse more than two checkers.
    only_we_checkers: usize,
    /// They refuse the board, we drop the claim and report it.
    only_we_castling: usize,
    only_we_en_passant: usize,
    /// They refuse a check that the double step cannot have given, we accept the square.
    only_we_en_passant_in_check: usize,
}

/// The FEN with files instead of K and Q.
fn shredder_fen(position: &Position) -> String {
    let text = fen::write(position);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let rooks = squares(position.castling_rooks());
    let letter = |rook: Square| {
        let white = position.of_side(Side::First) & rook.bit() != 0;
        (if white { b'A' } else { b'a' } + rook.file()) as char
    };
    fields[2] = rooks.map(letter).collect();
    if fields[2].is_empty() {
        fields[2].push('-');
    }
    fields.join(" ")
}

fn compare_setups(text: &str, shredder: bool, seen: &mut Acceptance) {
    let read = fen::read(text, shredder);
    let ours = read.setup.position();
    let theirs = Board::from_fen(text, shredder);
    if let Ok((position, _)) = &ours {
        // Whatever was dropped, what remains is the same position for both.
        let remains = shredder_fen(position);
        match Board::from_fen(&remains, true) {
            Ok(board) => assert_same(position, &board, true),
            Err(error) => assert!(
                position.checkers().count_ones() > 2 || (position.in_check() && position.en_passant().is_some()),
                "{remains}: {error}"
            ),
        }
    }
    match (ours, theirs) {
        (Ok((position, claims)), Ok(board)) => {
            assert!(read.faults.is_empty(), "{text}: {:?}", read.faults);
            assert_eq!(position.checkers(), board.checkers().0, "{text}");
            let (our, their) = (our_moves(&position), their_moves(&board));
            if claims.is_empty() {
                assert_eq!(our, their, "{text}");
                assert_fresh(&position, text);
                let again = read_fen(&fen::write(&position), shredder);
                assert!(again.same_position(&position) && again.key() == position.key(), "{text}");
                seen.both += 1;
                return;
            }
            // The one kind of claim that they take and we drop.
            for claim in &claims {
                let SetupFault::Right { letter } = claim else { panic!("{text}: {claim:?}") };
                let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
                assert!(!shredder && position.king(side).file() != 4, "{text}: {claim:?}");
            }
            let own = position.of_side(position.turn());
            let plain = |moves: &[Triple]| -> Vec<Triple> {
                moves.iter().filter(|(_, to, _)| own & (1 << to) == 0).copied().collect()
            };
            assert_eq!(plain(&our), plain(&their), "{text}");
            assert!(our.iter().all(|mv| their.contains(mv)), "{text}");
            seen.claim_dropped_by_us += 1;
        }
        (Err(faults), Ok(_)) => {
            for fault in &faults {
                match fault {
                    SetupFault::TooMany { what, .. } => {
                        assert!(what.contains("promoted"), "{text}: {fault:?}");
                        seen.only_they_promoted += 1;
                    }
                    SetupFault::OpponentInCheck { attacker: Role::King, .. } => seen.only_they_kings += 1,
                    SetupFault::Right { .. } if !shredder => {}
                    other => panic!("{text}: {other:?}"),
                }
            }
            assert!(faults.iter().any(SetupFault::is_fatal), "{text}");
        }
        (Ok((position, claims)), Err(FenParseError::InvalidBoard)) => {
            assert!(position.checkers().count_ones() > 2, "{text}: {claims:?}");
            seen.only_we_checkers += 1;
        }
        (Ok((_, claims)), Err(FenParseError::InvalidCastlingRights)) => {
            assert!(claims.iter().any(|claim| matches!(claim, SetupFault::Right { .. })), "{text}: {claims:?}");
            seen.only_we_castling += 1;
        }
        (Ok((position, claims)), Err(FenParseError::InvalidEnPassant)) => {
            if claims.iter().any(|claim| matches!(claim, SetupFault::EnPassant { .. })) {
                seen.only_we_en_passant += 1;
            } else {
                assert!(position.in_check(), "{text}");
                seen.only_we_en_passant_in_check += 1;
            }
        }
        (Ok(_), Err(error)) => panic!("{text}: {error}"),
        (Err(_), Err(_)) => seen.neither += 1,
    }
}

#[test]
fn damaged_setups_are_judged_alike() {
    let mut seen = Acceptance::default();
    let mut count = 0;
    Games::new(4, 200).run(1000, |random, _, board, chess960| {
        if !random.once_in(10) {
            return;
        }
        let shredder = chess960 || random.once_in(4);
        let mut draft = Draft::of(board, shredder);
        for _ in 0..3 {
            draft.mutate(random, shredder);
            compare_setups(&draft.text(), shredder, &mut seen);
            count += 1;
        }
    });
    println!("{count} set-ups: {seen:?}");
    assert!(count >= 20_000 && seen.both > 5_000, "{count} set-ups: {seen:?}");
}

#[test]
fn two_rights_on_one_wing_are_one_too_many() {
    let read = fen::read("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", true);
    let (position, claims) = read.setup.position().expect("a position");
    assert_eq!(claims, [SetupFault::Right { letter: 'G' }]);
    assert_eq!(position.castling_rooks(), Square::at(7, 0).bit());
    let twice = fen::read("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", false);
    assert_eq!(twice.setup.position().map(|(_, claims)| claims), Ok(Vec::new()), "the same right said twice");
}

// ---------------------------------------------------------------------------------------------
// (d) and (e) Random patterns.

fn random_set(random: &mut Random, likely: Bitboard) -> Bitboard {
    const FILE_A: Bitboard = 0x0101_0101_0101_0101;
    match random.below(7) {
        0 => !0,
        1 => FILE_A << random.below(8),
        2 => 0xff << (8 * random.below(8)),
        3 => random.next(),
        4 => random.next() & random.next() & random.next(),
        5 if likely != 0 => {
            let all: Vec<Square> = squares(likely).collect();
            random.of(&all).bit()
        }
        _ => random.square().bit(),
    }
}

fn random_pattern(random: &mut Random, position: &Position) -> Pattern {
    if random.once_in(24) {
        return Pattern::castling(random.of(&[Wing::King, Wing::Queen]));
    }
    let roles = if random.once_in(3) { Roles::ANY } else { Roles::one(random.of(&Role::ALL)) };
    let own = position.of_side(position.turn());
    let kings = position.king(position.turn()).bit();
    let from = if random.once_in(8) { kings } else { random_set(random, own) };
    let home = if position.turn() == Side::First { 0xff } else { 0xff << 56 };
    let to = match random.below(4) {
        0 if from == kings => random_set(random, home),
        0 => random_set(random, !own),
        1 => random_set(random, own),
        _ => random.square().bit(),
    };
    let promotion = if random.once_in(4) { Some(random.of(&Role::ALL)) } else { None };
    Pattern { roles, from, to, promotion, castling: None, captures: random.once_in(2) }
}

/// The legal moves that fit, by filtering all of them.
fn filtered(position: &Position, pattern: &Pattern) -> Vec<Move> {
    let king = position.king(position.turn());
    let mut fitting: Vec<Move> = position
        .legal()
        .into_iter()
        .filter(|mv| {
            if mv.kind != Kind::Castling {
                return pattern.castling.is_none()
                    && pattern.roles.has(mv.role)
                    && pattern.from & mv.from.bit() != 0
                    && pattern.to & mv.to.bit() != 0
                    && pattern.promotion == mv.promotion;
            }
            let wing = if mv.to.file() > king.file() { Wing::King } else { Wing::Queen };
            if let Some(castling) = pattern.castling {
                return castling == wing;
            }
            // As king takes rook, or as two steps of a king on the e-file, and only with its origin.
            let far = Square::at(if wing == Wing::King { 6 } else { 2 }, king.rank());
            let targets = mv.to.bit() | if king.file() == 4 { far.bit() } else { 0 };
            pattern.roles.has(Role::King)
                && pattern.from == king.bit()
                && pattern.to & targets != 0
                && pattern.promotion.is_none()
        })
        .collect();
    fitting.sort_by_key(|mv| (mv.from, mv.to));
    fitting
}

fn listed(found: Found<Move>) -> Vec<Move> {
    match found {
        Found::None => Vec::new(),
        Found::One(mv) => vec![mv],
        Found::Many(all) => {
            assert!(all.len() > 1, "many are at least two");
            all
        }
    }
}

#[test]
fn find_equals_filtering_the_legal_moves() {
    let mut hits = [0; 3];
    Games::new(5, 200).run(400, |random, position, _, _| {
        for _ in 0..12 {
            let pattern = random_pattern(random, position);
            let found = listed(position.find(&pattern));
            assert_eq!(found, filtered(position, &pattern), "{} {pattern:?}", fen::write(position));
            hits[found.len().min(2)] += 1;
        }
        // Every legal move by its own pattern, tightest first.
        if random.once_in(20) {
            for mv in position.legal().into_iter().filter(|mv| mv.kind != Kind::Castling) {
                let mut pattern = Pattern::to(Roles::one(mv.role), mv.to);
                pattern.promotion = mv.promotion;
                assert!(listed(position.find(&pattern)).contains(&mv), "{} {pattern:?}", fen::write(position));
                pattern.from = mv.from.bit();
                assert_eq!(position.find(&pattern), Found::One(mv), "{} {pattern:?}", fen::write(position));
            }
        }
    });
    println!("none, one, many: {hits:?}");
    assert!(hits.iter().all(|count| *count > 20_000), "{hits:?}");
}

/// Whether the man on `from` attacks `to`, walking square by square; `gone` counts as empty.
fn walks_to(position: &Position, from: Square, to: Square, gone: Bitboard) -> bool {
    let Some((side, role)) = position.man(from) else { return false };
    let (df, dr) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let (straight, diagonal) = ((df == 0) != (dr == 0), df != 0 && df.abs() == dr.abs());
    let open = || {
        let (sf, sr) = (df.signum(), dr.signum());
        (1..df.abs().max(dr.abs())).all(|n| {
            let at = Square::at((from.file() as i8 + sf * n) as u8, (from.rank() as i8 + sr * n) as u8);
            position.man(at).is_none() || gone & at.bit() != 0
        })
    };
    match role {
        Role::Pawn => df.abs() == 1 && dr == if side == Side::First { 1 } else { -1 },
        Role::Knight => df.abs() * dr.abs() == 2,
        Role::King => (straight || diagonal) && df.abs().max(dr.abs()) == 1,
        Role::Bishop => diagonal && open(),
        Role::Rook => straight && open(),
        Role::Queen => (straight || diagonal) && open(),
    }
}

/// Whether a man of that kind could go that way on some board.
fn has_geometry(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let (df, dr) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let up = if position.turn() == Side::First { dr } else { -dr };
    let (straight, diagonal) = ((df == 0) != (dr == 0), df != 0 && df.abs() == dr.abs());
    match role {
        Role::Pawn => df.abs() <= 1 && up == 1 || df == 0 && up == 2,
        Role::Knight => df.abs() * dr.abs() == 2,
        Role::King => (straight || diagonal) && df.abs().max(dr.abs()) == 1,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
    }
}

fn strictly_between(from: Square, to: Square, at: Square) -> bool {
    let vector = |a: Square, b: Square| (b.file() as i8 - a.file() as i8, b.rank() as i8 - a.rank() as i8);
    let ((df, dr), (af, ar)) = (vector(from, to), vector(from, at));
    let (far, near) = (df.abs().max(dr.abs()), af.abs().max(ar.abs()));
    (0 < near && near < far) && af * far == df * near && ar * far == dr * near
}

/// What the catalogue says of the order; the reason to be named has the lowest place.
const fn place(fault: &Fault<Position>) -> u8 {
    match fault {
        Fault::OtherSide => 2,
        Fault::NoSuchPiece { .. } | Fault::WrongOrigin { .. } => 3,
        Fault::NoSuchMove { .. } => 4,
        Fault::Blocked { .. } => 5,
        Fault::OwnPiece { .. } => 6,
        Fault::KingCapture { .. } => 7,
        Fault::NothingToCastle { .. }
        | Fault::CastlingRightLost { .. }
        | Fault::CastlingBlocked { .. }
        | Fault::CastlingOutOfCheck { .. }
        | Fault::CastlingThroughCheck { .. } => 8,
        Fault::NoEnPassant { .. } | Fault::EnPassantExposes { .. } => 9,
        Fault::DoubleStep { .. }
        | Fault::PromotionMissing { .. }
        | Fault::PromotionPiece { .. }
        | Fault::PromotionRank { .. }
        | Fault::CapturesNothing { .. }
        | Fault::CapturesStraight { .. } => 10,
        Fault::KingIntoCheck { .. } => 11,
        Fault::Pinned { .. } => 12,
        Fault::CheckNotParried { .. } => 13,
        // Reasons of other games.
        _ => 14,
    }
}

/// Every statement that a fault makes is true on the board.
fn assert_true(position: &Position, pattern: &Pattern, fault: &Fault<Position>, context: &str) {
    let us = position.turn();
    let them = us.other();
    let own = |at: Square, role: Role| position.man(at) == Some((us, role));
    let enemy = |at: Square, role: Role| position.man(at) == Some((them, role));
    let aimed = |at: Square| pattern.castling.is_some() || pattern.to & at.bit() != 0;
    let back = |square: Square| if us == Side::First { square.rank() } else { 7 - square.rank() };
    let holds = match fault {
        Fault::OtherSide => true,
        Fault::NoSuchPiece { kind } => {
            let fits = |at: &Square| position.role(*at).is_some_and(|role| pattern.roles.has(role));
            *kind == pattern.roles.single() && !squares(position.of_side(us) & pattern.from).any(|at| fits(&at))
        }
        Fault::WrongOrigin { from, holds } => {
            let fits = position.man(*from).is_some_and(|(side, role)| side == us && pattern.roles.has(role));
            pattern.origin() == Some(*from) && *holds == position.role(*from) && !fits
        }
        Fault::NoSuchMove { kind, from, to } => {
            !from.is_empty()
                && pattern.roles.has(*kind)
                && from.iter().all(|at| own(*at, *kind) && pattern.from & at.bit() != 0)
                && from.iter().all(|at| !has_geometry(position, *kind, *at, *to))
                && aimed(*to)
        }
        Fault::Blocked { kind, from, to, by, blocker } => {
            own(*from, *kind)
                && aimed(*to)
                && has_geometry(position, *kind, *from, *to)
                && position.role(*by) == Some(*blocker)
                && (strictly_between(*from, *to, *by) || (*kind == Role::Pawn && by == to && from.file() == to.file()))
        }
        Fault::OwnPiece { at, holds } => aimed(*at) && own(*at, *holds),
        Fault::KingCapture { at } => aimed(*at) && enemy(*at, Role::King),
        Fault::NothingToCastle { .. } => true,
        Fault::CastlingRightLost { rook, .. } => own(*rook, Role::Rook) && position.castling_rooks() & rook.bit() == 0,
        Fault::CastlingBlocked { by, blocker } => {
            position.role(*by) == Some(*blocker) && by.rank() == position.king(us).rank()
        }
        Fault::CastlingOutOfCheck { by, attacker } => {
            enemy(*by, *attacker) && walks_to(position, *by, position.king(us), 0)
        }
        Fault::CastlingThroughCheck { at, by, attacker } => {
            let gone = position.king(us).bit() | position.men(us, Role::Rook);
            enemy(*by, *attacker) && at.rank() == position.king(us).rank() && walks_to(position, *by, *at, gone)
        }
        Fault::NoEnPassant { pawn, at } => {
            aimed(*at) && enemy(*pawn, Role::Pawn) && position.man(*at).is_none() && pawn.file() == at.file()
        }
        Fault::EnPassantExposes { by, attacker, king } => {
            // With the enemy's pawn and one of ours away, the attacker sees the king.
            let gone = squares(pattern.to).map(|to| Square::at(to.file(), if us == Side::First { 4 } else { 3 }));
            let gone: Bitboard = gone.map(Square::bit).sum();
            *king == position.king(us)
                && enemy(*by, *attacker)
                && squares(position.men(us, Role::Pawn) & pattern.from)
                    .any(|from| walks_to(position, *by, *king, gone | from.bit()))
        }
        Fault::DoubleStep { from } => own(*from, Role::Pawn) && back(*from) != 1,
        Fault::PromotionMissing { at } => aimed(*at) && back(*at) == 7 && pattern.promotion.is_none(),
        Fault::PromotionPiece { kind } => matches!(kind, Role::Pawn | Role::King) && pattern.promotion == Some(*kind),
        Fault::PromotionRank { at } => aimed(*at) && pattern.promotion.is_some(),
        Fault::CapturesNothing { at } => aimed(*at) && position.man(*at).is_none(),
        Fault::CapturesStraight { at } => {
            aimed(*at) && pattern.captures && position.man(*at).is_some_and(|(side, _)| side == them)
        }
        Fault::KingIntoCheck { at, by, attacker, through } => {
            let king = position.king(us);
            aimed(*at)
                && enemy(*by, *attacker)
                && walks_to(position, *by, *at, king.bit())
                && *through != walks_to(position, *by, *at, 0)
        }
        Fault::Pinned { kind, from, king, by, pinner } => {
            *king == position.king(us)
                && own(*from, *kind)
                && enemy(*by, *pinner)
                && strictly_between(*by, *king, *from)
                && walks_to(position, *by, *king, from.bit())
                && !walks_to(position, *by, *king, 0)
        }
        Fault::CheckNotParried { king, by } => {
            let all: Bitboard = by.iter().map(|(at, _)| at.bit()).sum();
            *king == position.king(us)
                && all == position.checkers()
                && !by.is_empty()
                && by.iter().all(|(at, role)| enemy(*at, *role) && walks_to(position, *at, *king, 0))
        }
        // Reasons of other games.
        _ => false,
    };
    assert!(holds, "not true: {fault:?}, {context}");
}

/// The place of the first reason for one man and one target, worked out the long way.
fn expected_place(position: &Position, board: &Board, pattern: &Pattern) -> Option<u8> {
    let (from, to) = (pattern.origin()?, pattern.target()?);
    let (us, role) = position.man(from)?;
    let king = position.king(us);
    let steps = if us == Side::First { 1 } else { -1 } * (to.rank() as i8 - from.rank() as i8);
    if us != position.turn() || !pattern.roles.has(role) || pattern.castling.is_some() {
        return None;
    }
    if role == Role::King && from.rank() == to.rank() && !has_geometry(position, role, from, to) {
        return None;
    }
    let onto_own = position.man(to).is_some_and(|(side, _)| side == us);
    if role == Role::King && onto_own && position.role(to) == Some(Role::Rook) {
        return None;
    }
    if board.null_move().is_some_and(|_| !filtered(&position.for_other_side(), pattern).is_empty()) {
        return Some(2);
    }
    if !has_geometry(position, role, from, to) {
        return Some(4);
    }
    let straight = role == Role::Pawn && from.file() == to.file();
    let double = straight && steps == 2;
    let on_base = from.rank() == if us == Side::First { 1 } else { 6 };
    let between = (0..64).map(Square::new).any(|at| strictly_between(from, to, at) && position.man(at).is_some());
    let bumps = straight && !onto_own && position.man(to).is_some();
    if role != Role::Knight && (!double || on_base) && (between || bumps && !pattern.captures) {
        return Some(5);
    }
    if onto_own {
        return Some(6);
    }
    if position.role(to) == Some(Role::King) {
        return Some(7);
    }
    let promotes = role == Role::Pawn && to.rank() == if us == Side::First { 7 } else { 0 };
    let proper = matches!(pattern.promotion, Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight));
    let wrong_promotion = if promotes { !proper } else { pattern.promotion.is_some() };
    let diagonal = role == Role::Pawn && !straight;
    let passing = diagonal && position.man(to).is_none();
    let beside = position.man(Square::at(to.file(), from.rank())) == Some((us.other(), Role::Pawn)) && steps == 1;
    let passing_rank = if us == Side::First { 5 } else { 2 };
    if passing && beside && to.rank() == passing_rank {
        let mv = cozy_chess::Move {
            from: cozy_chess::Square::index(from.index()),
            to: cozy_chess::Square::index(to.index()),
            promotion: None,
        };
        return Some(if board.is_legal(mv) { 10 } else { 9 });
    }
    if wrong_promotion || (double && !on_base) || passing || bumps {
        return Some(10);
    }
    if role == Role::King {
        return Some(11);
    }
    // Alone between its king and an enemy's line, and leaving that line.
    let pinned = board.pinned().0 & from.bit() != 0
        && !strictly_between(king, to, from)
        && !squares(position.of_side(us.other())).any(|by| {
            walks_to(position, by, king, from.bit())
                && !walks_to(position, by, king, 0)
                && (to == by || strictly_between(by, king, to))
        });
    Some(if pinned { 12 } else { 13 })
}

/// The first reason why castling to a wing is illegal, worked out the long way.
fn expected_of_castling(position: &Position, board: &Board, wing: Wing) -> &'static str {
    let us = position.turn();
    let king = position.king(us);
    let rank = if us == Side::First { 0 } else { 7 };
    let rights = board.castle_rights(color(us));
    let right = if wing == Wing::King { rights.short } else { rights.long };
    let Some(file) = right else {
        let home = king == Square::at(4, rank);
        if !home && rights.short.is_none() && rights.long.is_none() {
            return match wing {
                Wing::King => "NothingToCastle { wing: King, king: true",
                Wing::Queen => "NothingToCastle { wing: Queen, king: true",
            };
        }
        let rooks: Vec<Square> = squares(position.men(us, Role::Rook))
            .filter(|rook| rook.rank() == rank && (rook.file() > king.file()) == (wing == Wing::King))
            .collect();
        let corner = Square::at(if wing == Wing::King { 7 } else { 0 }, rank);
        let there = if king.file() == 4 { rooks.contains(&corner) } else { !rooks.is_empty() };
        return match (there, wing) {
            (true, _) => "CastlingRightLost",
            (false, Wing::King) => "NothingToCastle { wing: King, king: false",
            (false, Wing::Queen) => "NothingToCastle { wing: Queen, king: false",
        };
    };
    let rook = Square::at(file as u8, rank);
    let (king_to, rook_to) = match wing {
        Wing::King => (Square::at(6, rank), Square::at(5, rank)),
        Wing::Queen => (Square::at(2, rank), Square::at(3, rank)),
    };
    let in_the_way = |at: &Square| {
        let passed = strictly_between(king, king_to, *at) || strictly_between(rook, rook_to, *at);
        (passed || *at == king_to || *at == rook_to) && *at != king && *at != rook && position.man(*at).is_some()
    };
    match ((0..64).map(Square::new).any(|at| in_the_way(&at)), position.in_check()) {
        (true, _) => "CastlingBlocked",
        (false, true) => "CastlingOutOfCheck",
        (false, false) => "CastlingThroughCheck",
    }
}

fn assert_faults(position: &Position, board: &Board, pattern: &Pattern) -> Fault<Position> {
    let faults = position.faults(pattern);
    let context = format!("{} {pattern:?} {faults:?}", fen::write(position));
    assert!(!faults.is_empty(), "{context}");
    assert!(faults.is_sorted_by_key(place), "order, {context}");
    for fault in &faults {
        assert_true(position, pattern, fault, &context);
    }
    let texts: std::collections::BTreeSet<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
    assert_eq!(texts.len(), faults.len(), "said twice, {context}");
    if let Some(expected) = expected_place(position, board, pattern) {
        assert_eq!(place(&faults[0]), expected, "{context}");
    }
    // Legal for the other side: asked of the other program. A king in check leaves no doubt about the turn,
    // and O-O does not say whose it is.
    let other_side = pattern.castling.is_none()
        && board.null_move().is_some_and(|other| {
            let other = read_fen(&format!("{other:#}"), true);
            !filtered(&other, pattern).is_empty()
        });
    assert_eq!(matches!(faults[0], Fault::OtherSide), other_side, "{context}");
    faults.into_iter().next().expect("not empty")
}

#[test]
fn an_illegal_move_has_reasons_and_they_are_true() {
    let mut named = std::collections::BTreeMap::new();
    let mut castlings = std::collections::BTreeMap::new();
    Games::new(6, 200).run(400, |random, position, board, _| {
        // Damaged positions are richer in pins and checks.
        let mut draft = Draft::of(board, true);
        for _ in 0..4 {
            draft.mutate(random, true);
        }
        let text = draft.text();
        let damaged = Board::from_fen(&text, true).ok().and_then(|board| {
            let (position, claims) = fen::read(&text, true).setup.position().ok()?;
            claims.is_empty().then_some((position, board))
        });
        let (position, board) = match &damaged {
            Some((position, board)) if random.once_in(2) => (position, board),
            _ => (position, board),
        };
        for wing in [Wing::King, Wing::Queen] {
            let pattern = Pattern::castling(wing);
            if position.find(&pattern) == Found::None {
                let first = assert_faults(position, board, &pattern);
                let expected = expected_of_castling(position, board, wing);
                assert!(format!("{first:?}").starts_with(expected), "{expected} {first:?} {}", fen::write(position));
                *castlings.entry(expected).or_insert(0) += 1;
            }
        }
        for _ in 0..8 {
            let mut pattern = random_pattern(random, position);
            if random.once_in(2) {
                // As SAN has it: one kind, one target; a pawn from the file that is written.
                let to = random.square();
                pattern = Pattern::to(Roles::one(random.of(&Role::ALL)), to);
                if pattern.roles.has(Role::Pawn) {
                    let file = if random.once_in(2) { to.file() } else { random.below(8) as u8 };
                    pattern.from = 0x0101_0101_0101_0101 << file;
                    pattern.captures = random.once_in(2);
                    pattern.promotion = random.once_in(2).then(|| random.of(&Role::ALL));
                }
            }
            if random.once_in(2) {
                // Nearly right: a man and a square that it could reach if nothing forbade it.
                let all: Vec<Square> = squares(position.of_side(position.turn())).collect();
                let from = random.of(&all);
                let role = position.role(from).expect("a man");
                let near: Vec<Square> =
                    (0..64).map(Square::new).filter(|to| has_geometry(position, role, from, *to)).collect();
                if near.is_empty() {
                    continue;
                }
                let to = random.of(&near);
                pattern.roles = if random.once_in(2) { Roles::ANY } else { Roles::one(role) };
                (pattern.from, pattern.to, pattern.castling) = (from.bit(), to.bit(), None);
                let last = role == Role::Pawn && (to.rank() == 0 || to.rank() == 7);
                if last != pattern.promotion.is_some() && !random.once_in(4) {
                    pattern.promotion = last.then_some(Role::Queen);
                }
            }
            if position.find(&pattern) != Found::None {
                continue;
            }
            if pattern.to == 0 && pattern.castling.is_none() {
                // No notation can say that; it has an answer nevertheless.
                assert!(!position.faults(&pattern).is_empty());
                continue;
            }
            let first = assert_faults(position, board, &pattern);
            let name = format!("{first:?}");
            let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
            *named.entry(name).or_insert(0) += 1;
        }
    });
    println!("{named:#?} {castlings:#?}");
    assert!(named.len() >= 22 && castlings.len() == 8, "{named:#?} {castlings:#?}");
}

// ---------------------------------------------------------------------------------------------
// (f) Repetition.

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
            if position.irreversible(mv) {
                since = before.len();
            } else {
                assert!(mv.captured.is_none() && mv.role != Role::Pawn && mv.kind == Kind::Plain, "{mv:?}");
            }
            played.push(mv);
            position.play(mv);
            assert!(position.recurs(&[]));
            for (index, earlier) in before.iter().enumerate() {
                let same = earlier.same_position(&position);
                assert_eq!(same, earlier.key() == position.key(), "{}", fen::write(&position));
                if index < since {
                    assert!(!same, "came back although irreversible: {}", fen::write(&position));
                } else {
                    let moves = &played[index..];
                    assert_eq!(position.recurs(moves), same, "{} {moves:?}", fen::write(earlier));
                    asked += 1;
                    recurred += usize::from(same);
                }
            }
        }
    }
    println!("{asked} questions, {recurred} recurrences");
    assert!(asked > 100_000 && recurred > 10_000, "{asked} {recurred}");
}

// ---------------------------------------------------------------------------------------------
// (g) What is not legal but stands.

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
                position.pass();
                assert_fresh(&position, "after a null move");
            }
            let pattern = random_pattern(random, &position);
            let before = position.clone();
            let kings = SIDES.map(|side| before.king(side));
            match position.force(&pattern) {
                None => {
                    assert!(position.same_position(&before) && position.key() == before.key(), "{pattern:?}");
                    assert_eq!(position.number(), before.number());
                    refused += 1;
                }
                Some(mv) => {
                    let context = format!("{} {pattern:?} {mv:?}", fen::write(&before));
                    assert_eq!(position.turn(), before.turn().other(), "{context}");
                    assert_ne!(mv.captured, Some(Role::King), "{context}");
                    assert_eq!(position.king(before.turn().other()), kings[before.turn().other().index()], "{context}");
                    assert_fresh(&position, &context);
                    if let Found::One(legal) = before.find(&pattern) {
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
            if position.find(&question) == Found::None {
                assert!(!position.faults(&question).is_empty(), "{} {question:?}", fen::write(&position));
            }
        }
    });
    println!("{forced} forced, {refused} refused");
    assert!(forced > 20_000 && refused > 10_000, "{forced} {refused}");
}

#[test]
fn forced_castling_never_lands_on_another_man() {
    let castle = |text: &str, wing| {
        let mut position = read_fen(text, true);
        let done = position.force(&Pattern::castling(wing)).is_some();
        assert_fresh(&position, text);
        done.then(|| fen::write(&position))
    };
    // The bishop on f1 cannot share its square with the rook.
    assert_eq!(castle("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", Wing::King), None);
    // The knight on b1 is only passed.
    assert_eq!(
        castle("r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/RN2KBNR w KQkq - 0 1", Wing::Queen).as_deref(),
        Some("r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/1NKR1BNR b kq - 1 1")
    );
    // The right is lost, and the squares are free.
    assert_eq!(
        castle("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", Wing::King).as_deref(),
        Some("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1")
    );
    // A king in the middle of the board does not castle, whatever stands beside it.
    assert_eq!(castle("4k3/8/8/8/4K2R/8/8/8 w - - 0 1", Wing::King), None);
}
