//! What is written in descriptive notation reads back as the same move, in every style and
//! language; how seldom squares in brackets are needed; and how fast it goes.

use std::time::Duration;

use crate::common::run;
use crate::own_games::real;
use partie_input::CHUNK;
use partie_notation::descriptive::{
    Action, Castling, Check, DescriptiveMove, FirstRank, Knight, Layer, Level, Piece, Place, Style, read_move,
    readings, write,
};
use partie_notation::fen;
use partie_record::Language;
use partie_replay::{Options, Played};
use partie_rules::chess::{Move, MoveKind, Origins, Position, Role, Roles};
use partie_rules::{BoardSide, Rules};

/// The moves of every game of the corpus, with its start.
fn corpus() -> Vec<(Position, Vec<Move>)> {
    let mut games = Vec::new();
    let path = real("chess/real.pgn.zst");
    run(&path, 2, CHUNK, &Options { keep: true, ..Options::default() }, |game| {
        if let Played::Chess(line, _) = game.replayed.played {
            games.push((line.start, line.moves));
        }
    });
    games
}

/// Whether the square is written from which a piece comes or on which one is taken.
fn has_square(text: &[u8], mv: Move, language: Language) -> bool {
    if mv.kind == MoveKind::Castling {
        return false;
    }
    if language == Language::English {
        let bracket = |byte: &[u8]| byte[0] == b'(' && byte[1..].contains(&b')') && byte[1] != b'c';
        let brackets = (0..text.len()).filter(|&at| bracket(&text[at..])).count();
        return brackets > usize::from(mv.promotion.is_some());
    }
    text.iter().filter(|byte| byte.is_ascii_digit()).count() > usize::from(mv.captured.is_none())
}

#[test]
fn brackets_are_rare() {
    let games = corpus();
    for language in Language::ALL {
        for layer in Layer::ALL {
            let style = Style::new(language, layer);
            let (mut plies, mut brackets, mut out) = (0u32, 0u32, Vec::new());
            let mut examples = Vec::new();
            for (start, moves) in &games {
                let (mut position, mut origins) = (start.clone(), Origins::of(start));
                for &mv in moves {
                    out.clear();
                    write(&mut out, &position, &origins, mv, &style);
                    plies += 1;
                    if has_square(&out, mv, language) {
                        brackets += 1;
                        if examples.len() < 8 {
                            examples.push(String::from_utf8_lossy(&out).into_owned());
                        }
                    }
                    origins.play(mv);
                    position.play(mv);
                }
            }
            let share = f64::from(brackets) * 100.0 / f64::from(plies);
            println!("{} {}: {brackets} of {plies} plies, {share:.3} %: {examples:?}", language.code(), layer.name());
            // French names two like pieces by start and end, always (FIDE 1930, article 5).
            assert!(share <= 0.3 || language == Language::French, "{share}");
        }
    }
}

/// Every way of writing.
fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for language in Language::ALL {
        for layer in Layer::ALL {
            let style = Style::new(language, layer);
            for check_disambiguates in [false, true] {
                let style = Style { check_disambiguates, ..style };
                styles.push(style);
                if language == Language::English {
                    for knight in [Knight::Kt, Knight::N] {
                        for castling in [Castling::Words, Castling::Signs] {
                            for first_rank in [FirstRank::Square, FirstRank::One] {
                                styles.push(Style { knight, castling, first_rank, ..style });
                            }
                        }
                    }
                }
            }
        }
    }
    styles
}

/// Writes a move and reads it: what is wrong, and whether another move could be meant by place.
fn round_trip(position: &Position, origins: &Origins, mv: Move, style: &Style) -> Result<bool, String> {
    let mut out = Vec::new();
    write(&mut out, position, origins, mv, style);
    let text = String::from_utf8(out).unwrap();
    let show = |what: String| Err(format!("{text:?} for {mv:?} in {}: {what}; {style:?}", fen::write(position)));
    let Some(said) = read_move(text.as_bytes(), style.language) else { return show("not read".to_owned()) };
    let found = readings(&said, position, origins);
    if found.one() != Some(mv) || found.level() != Level::Words {
        return show(format!("{said:?} {found:?}"));
    }
    Ok(found.by_place() > 0)
}

/// Numbers that look random and are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % limit
    }
}

#[test]
fn random_games_in_every_style() {
    let styles = styles();
    let mut random = Random(37);
    let (mut plies, mut wrong) = (0, Vec::new());
    for _ in 0..60 {
        let mut position = Position::start();
        let mut origins = Origins::of(&position);
        for _ in 0..200 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            // Promotions and captures would be rare in play by chance alone.
            let mv = legal[random.below(legal.len())];
            let queer = legal.iter().filter(|mv| mv.promotion.is_some() || mv.kind != MoveKind::Plain);
            for &mv in queer.chain([&mv]) {
                for style in &styles {
                    plies += 1;
                    wrong.extend(round_trip(&position, &origins, mv, style).err());
                }
            }
            origins.play(mv);
            position.play(mv);
        }
        wrong.truncate(10);
    }
    println!("{plies} moves written and read in {} styles", styles.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever is said: what it can mean is legal, and no move is named twice.
#[test]
fn random_words() {
    let mut random = Random(91);
    let (mut found_any, mut all) = (0, 0);
    for _ in 0..100 {
        let mut position = Position::start();
        let mut origins = Origins::of(&position);
        for _ in 0..80 {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            for _ in 0..40 {
                let said = words(&mut random);
                let found = readings(&said, &position, &origins);
                let moves = found.all();
                assert!(moves.iter().all(|mv| legal.contains(mv)), "{said:?} {moves:?}");
                assert!((1..moves.len()).all(|at| !moves[..at].contains(&moves[at])), "{said:?} {moves:?}");
                assert!(found.meant().is_empty() == moves.is_empty() && found.by_place() <= moves.len());
                assert!(found.meant().len() + found.left_out().len() <= moves.len());
                found_any += usize::from(!moves.is_empty());
                all += 1;
            }
            let mv = legal[random.below(legal.len())];
            origins.play(mv);
            position.play(mv);
        }
    }
    println!("{found_any} of {all} random words mean something");
}

fn words(random: &mut Random) -> DescriptiveMove {
    let piece = |random: &mut Random| Piece {
        roles: match random.below(8) {
            role @ 0..6 => Roles::one(Role::ALL[role]),
            _ => Roles::ANY,
        },
        board_side: [None, None, Some(BoardSide::King), Some(BoardSide::Queen)][random.below(4)],
        at: if random.below(2) == 0 { Place::ANY } else { place(random) },
        doubled: random.below(12) == 0,
    };
    let mover = piece(random);
    let board_side = [None, Some(BoardSide::King), Some(BoardSide::Queen)][random.below(3)];
    let action = match random.below(12) {
        0..3 => Action::To(place(random)),
        3..6 => Action::Takes(piece(random)),
        6 => Action::Castles(board_side),
        7 => Action::Checks,
        8 => Action::Mates,
        9 => Action::Interposes,
        10 => [Action::Moves, Action::Promotes][random.below(2)],
        _ => Action::Steps(random.below(256) as u8),
    };
    let check = [Check::None, Check::Check, Check::Discovered, Check::Double, Check::DoubleOrMate, Check::Mate];
    DescriptiveMove {
        mover,
        action,
        promotion: (random.below(6) == 0).then(|| Role::ALL[random.below(6)]),
        en_passant: random.below(8) == 0,
        check: check[random.below(12).saturating_sub(6)],
    }
}

fn place(random: &mut Random) -> Place {
    Place { files: random.below(256) as u8, ranks: random.below(256) as u8 }
}

/// Every legal move of positions with many like pieces.
#[test]
fn crowded_boards() {
    let mut wrong = Vec::new();
    for text in [
        "8/6k1/8/8/8/Q7/8/Q1Q1K3 w - - 0 1",
        "k7/8/8/1N6/8/1N3N2/8/4K3 w - - 0 1",
        "4k3/PP4PP/8/8/8/8/pp4pp/4K3 w - - 0 1",
        "1r2k1r1/P1P2P1P/8/8/8/8/p1p2p1p/1R2K1R1 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/8/8/2pPpP2/8/8/8/4K3 w - c6 0 2",
        "rr2k2r/8/1p1p1p1p/8/1P1P1P1P/Q1Q1Q1Q1/8/R3K1RR w - - 0 1",
        "4k3/8/8/n1n1n1n1/3N4/n1n1n1n1/1N3N2/N3K2N w - - 0 1",
        "4k3/b1b3b1/1p1p1p2/2B1B3/1P3P2/B5B1/8/4K3 w - - 0 1",
    ] {
        let position = fen::read_fen(text, false).setup.into_position_lenient();
        let origins = Origins::of(&position);
        for mv in position.legal() {
            for style in &styles() {
                wrong.extend(round_trip(&position, &origins, mv, style).err());
            }
        }
    }
    wrong.truncate(10);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Time that this thread was given; other work on the machine does not count. Nothing where
/// the system does not say it.
fn used() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(0))
}

#[test]
fn real_games_and_speed() {
    let games = corpus();
    for (language, layer) in [
        (Language::English, Layer::Tight),
        (Language::English, Layer::Long),
        (Language::French, Layer::Tight),
        (Language::Spanish, Layer::Tight),
    ] {
        let style = Style::new(language, layer);
        let mut out = Vec::with_capacity(64);
        let (mut plies, mut by_place, mut wrong) = (0usize, 0usize, Vec::new());
        let began = used();
        for (start, moves) in &games {
            let (mut position, mut origins) = (start.clone(), Origins::of(start));
            for &mv in moves {
                out.clear();
                write(&mut out, &position, &origins, mv, &style);
                let found = read_move(&out, language).map(|said| readings(&said, &position, &origins));
                match found {
                    Some(found) if found.one() == Some(mv) && found.level() == Level::Words => {
                        by_place += usize::from(found.by_place() > 0);
                    }
                    _ => wrong.extend(round_trip(&position, &origins, mv, &style).err()),
                }
                origins.play(mv);
                position.play(mv);
                plies += 1;
            }
            wrong.truncate(10);
        }
        let speed = plies as f64 / (used() - began).as_secs_f64() / 1e6;
        println!(
            "{} {}: {speed:.2} M plies a CPU second for write, read, readings and play; {by_place} of {plies} also read by place",
            language.code(),
            layer.name()
        );
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
