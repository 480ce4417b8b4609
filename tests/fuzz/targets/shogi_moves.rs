//! Notations of moves of shogi: the first line is a start position or blank, every other word a move. What is written of
//! a legal move is read as that move.

use partie_convert::ShogiTarget;
use partie_input::Slice;
use partie_notation::shogi_writer::{Played, Start};
use partie_notation::{csa, formats, psn, sfen, usi};
use partie_record::{Encoding, Format, Record};
use partie_replay::games::{Game, ReadingHints, SliceReader};
use partie_replay::{Options, Replayer, Wanted};
use partie_rules::shogi::{Move, Position, Setup, Square};
use partie_rules::{Resolution, Rules as _};

use super::digest;

/// Moves of one input that are tried.
const MOST_MOVES: usize = 60;

/// Moves of a format.
pub(crate) fn check(bytes: &[u8], format: Format) {
    let (line, texts) = bytes.split_at(bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len()));
    let setup = sfen::read_sfen(String::from_utf8_lossy(line).trim()).setup;
    let start = setup.position().map_or_else(|_| Position::start(), |(position, _)| position);
    let (mut position, mut previous, mut moves) = (start.clone(), None, Vec::new());
    for text in texts.split(u8::is_ascii_whitespace).filter(|text| !text.is_empty()).take(MOST_MOVES) {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let meant = read(&position, format, text, previous);
        let mv = meant.unwrap_or_else(|| legal[digest(text) % legal.len()]);
        assert!(legal.contains(&mv), "{} is illegal", text.escape_ascii());
        spell(&position, format, mv, previous);
        position.play(mv);
        previous = Some(mv.to());
        moves.push(mv);
    }
    write(&start, &moves, format);
}

/// The move that a text means, if it means one.
fn read(position: &Position, format: Format, text: &[u8], previous: Option<Square>) -> Option<Move> {
    formats::time(format, text);
    formats::terminal(format, text);
    let token = formats::read_move(format, text, previous).ok()?;
    match position.resolve(&token.pattern) {
        Resolution::Unique(mv) => Some(mv),
        Resolution::Ambiguous(moves) => moves.first().copied(),
        Resolution::None => {
            position.illegal_reasons(&token.pattern);
            position.clone().force(&token.pattern);
            None
        }
    }
}

/// What is written of a move is read as that move, in the formats that write it by itself.
fn spell(position: &Position, format: Format, mv: Move, previous: Option<Square>) {
    let mut text = String::new();
    match format {
        Format::Usi => text = usi::text(mv),
        Format::Csa => csa::spell(&mut text, position.turn(), mv.from(), mv.to(), mv.after()),
        Format::Psn => psn::spell(&mut text, position, mv, psn::Style::default()),
        _ => return,
    }
    let Ok(token) = formats::read_move(format, text.as_bytes(), previous) else { panic!("{text} is not read") };
    assert_eq!(position.resolve(&token.pattern), Resolution::Unique(mv), "{text}");
}

/// A game with these moves is read as one with these moves.
fn write(start: &Position, moves: &[Move], format: Format) {
    let target = match format {
        Format::Kif => ShogiTarget::Kif,
        Format::Ki2 => ShogiTarget::Ki2,
        _ => return,
    };
    if moves.is_empty() {
        return;
    }
    let mut writer = target.writer(Encoding::Utf8);
    writer.begin(&Start::new(Setup::from(start)));
    let (mut before, mut previous) = (start.clone(), None);
    for (ply, mv) in (1..).zip(moves) {
        writer.played(Played { before: &before, mv: *mv, previous, ply });
        before.play(*mv);
        previous = Some(mv.to());
    }
    let mut text = String::new();
    writer.finish(&mut text);
    let slice = Slice { format, bytes: text.clone().into_bytes(), last: true, ..Slice::default() };
    let mut record = Record::default();
    assert!(SliceReader::new(&slice, 0).read_next(&mut record), "{text}");
    let game = Game::new(&slice, false, &mut record, ReadingHints::default());
    let mut replayer = Replayer::new(Options { keep: true, ..Options::default() }, Wanted::default());
    let replayed = replayer.replay(game.text, game.record, game.plain);
    let wanted: Vec<String> = moves.iter().map(|mv| usi::text(*mv)).collect();
    assert_eq!(replayed.played.coordinates().unwrap_or_default(), wanted.join(" "), "{text}");
}
