//! The general way of reading a move: every form, every leniency.

use super::HexToken;
use super::cells::Place;
use crate::notation::letters::Letters;
use crate::notation::san::{self, Form};
use crate::notation::{Expected, Parsed};
use crate::rules::BoardSide;
use crate::rules::hex::{Pattern, Role, Roles};

/// Longest text in which letters are put right; suffixes may follow.
const LONGEST: usize = 32;
/// Places at which an `l` is tried as a `1`.
const MOST_ONES: usize = 4;

/// Reads a move with the letters of a language.
///
/// Where the text is no move unless an `l` is a `1`, it is read so. A cell in capitals is read
/// where both cells are (`F5-F6`), as capitals are the letters of pieces.
///
/// # Errors
/// What was expected where the text stops being a move; see [`super::WrongCell::of`].
pub fn read_with<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, HexToken> {
    if let Some((closed, length)) = san::closed_up(text) {
        return match read_with(&closed[..length], letters) {
            Ok((_, written)) => Ok((&[], written)),
            Err(error) => Err(error.map(|Expected { at, what }| Expected { at: san::same_end(text, at.len()), what })),
        };
    }
    let plain = read_capitals(text, letters).unwrap_or_else(|| read(text, letters));
    match plain {
        Ok((rest, written)) if !is_doubtful(text, &written) => Ok((rest, written)),
        other => read_l_as_one(text, letters).map_or(other, |written| Ok((&[], written))),
    }
}

/// Whether a pawn would capture from far on file l, as in `bl`, which is rather b1.
fn is_doubtful(text: &[u8], written: &HexToken) -> bool {
    matches!(text, [b'a'..=b'i', b'l', ..]) && written.written.pattern.roles == Roles::one(Role::Pawn)
}

/// The reading in which the fewest `l` that follow a file or a `1` are a `1`; nothing if none is
/// a move. For a text that can be read as it stands but is no legal move then.
#[cold]
pub fn read_l_as_one(text: &[u8], letters: &Letters) -> Option<HexToken> {
    let mut buffer = [0; LONGEST];
    let buffer = buffer.get_mut(..text.len())?;
    let mut places = [0; MOST_ONES];
    let mut count = 0;
    for (at, pair) in text.windows(2).enumerate() {
        if matches!(pair, [b'a'..=b'l' | b'1', b'l']) {
            *places.get_mut(count)? = at + 1;
            count += 1;
        }
    }
    let mut best: Option<HexToken> = None;
    let mut fewest = u32::MAX;
    for mask in 1_u32..1 << count {
        if mask.count_ones() >= fewest {
            continue;
        }
        buffer.copy_from_slice(text);
        for (bit, place) in places.iter().enumerate() {
            if mask >> bit & 1 != 0 {
                buffer[*place] = b'1';
            }
        }
        if let Ok((_, written)) = read(buffer, letters) {
            best = Some(HexToken { l_for_one: true, ..written });
            fewest = mask.count_ones();
        }
    }
    best
}

/// Both cells in capitals, after a letter or none (`hex-capitals` of the grammar), if the text is that.
fn read_capitals<'a>(text: &'a [u8], letters: &Letters) -> Option<Parsed<'a, HexToken>> {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let capital = |at: usize| matches!(text.get(at), Some(b'A'..=b'L')) && digits(at + 1) > 0;
    let piece = letters.read(text).map(|(_, length)| length);
    let first = [0].into_iter().chain(piece).find(|at| capital(*at))?;
    let mut second = first + 1 + digits(first + 1);
    second += usize::from(matches!(text.get(second), Some(b'-' | b'x' | b':')));
    if !capital(second) {
        return None;
    }
    let mut buffer = [0; LONGEST];
    let buffer = buffer.get_mut(..text.len())?;
    buffer.copy_from_slice(text);
    for at in [first, second] {
        buffer[at] = buffer[at].to_ascii_lowercase();
    }
    Some(match read(buffer, letters) {
        Ok((_, written)) => Ok((&[], HexToken { capitals: true, ..written })),
        Err(error) => Err(error.map(|Expected { at, what }| Expected { at: &text[text.len() - at.len()..], what })),
    })
}

fn expected<'a, T>(at: &'a [u8], what: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Expected { at, what }))
}

/// A letter or none, and places; or castling.
fn read<'a>(text: &'a [u8], letters: &Letters) -> Parsed<'a, HexToken> {
    match letters.read(text) {
        // A pawn's letter may be an O.
        Some((role, length)) if !matches!(text, [b'O', b'-', ..]) => places(&text[length..], Some(role), letters),
        _ => match text {
            [b'O' | b'0', b'-', ..] => castling(text),
            _ => places(text, None, letters),
        },
    }
}

/// Castling, which this game has not: the rules say so.
/// `hex-castling = (%s"O-O" [%s"-O"] / "0-0" ["-0"]) *hex-suffix`
fn castling(text: &[u8]) -> Parsed<'_, HexToken> {
    let (zeros, wing, rest) = match text {
        [a @ (b'O' | b'0'), b'-', b, b'-', c, rest @ ..] if a == b && a == c => (*a == b'0', BoardSide::Queen, rest),
        [a @ (b'O' | b'0'), b'-', b, rest @ ..] if a == b => (*a == b'0', BoardSide::King, rest),
        _ => return expected(text, "a move"),
    };
    let mut move_ = HexToken::new(Pattern::castling(wing));
    move_.written.zeros = zeros;
    suffixes(rest, move_)
}

/// One or two places, a sign between them, after the letter of the piece that moves.
fn places<'a>(text: &'a [u8], role: Option<Role>, letters: &Letters) -> Parsed<'a, HexToken> {
    let (rest, first) = Place::read(text)?;
    let (sign, after_sign) = match rest {
        [sign @ (b'x' | b':' | b'-'), tail @ ..] => (Some(*sign), tail),
        _ => (None, rest),
    };
    let mut captured = None;
    let mut target = after_sign;
    if matches!(sign, Some(b'x' | b':'))
        && let Some((piece, length)) = letters.read(after_sign)
        && let tail @ [b'a'..=b'l', b'0'..=b'9', ..] = &after_sign[length..]
    {
        (captured, target) = (Some(piece), tail);
    }
    let (tail, second) = match (first, sign, target) {
        // A cell alone: what follows is a mark, though it may begin as a file does.
        (Place::Cell(_), None, [b'a'..=b'l', b'0'..=b'9', ..]) => Place::read(target)?,
        (Place::Cell(_), None, _) => (rest, Place::Open),
        // `f7g6xP`: the sign belongs to the captured piece.
        (Place::Cell(_), Some(b'x'), _) if !matches!(target, [b'a'..=b'l', ..]) => (rest, Place::Open),
        _ => Place::read(target)?,
    };
    let signed = sign.is_some() && tail.len() < rest.len();
    let pawn = matches!(role, None | Some(Role::Pawn));
    let roles = Roles::one(role.unwrap_or(Role::Pawn));
    let mut pattern;
    let mut form = Form::San;
    let mut origin = false;
    match (first, second) {
        (Place::Rank(_), _) if role.is_none() => return expected(text, "a move"),
        (Place::Cell(to), Place::Open) if !signed => {
            pattern = Pattern::to(roles, to);
            if pawn {
                pattern.from = to.file_set();
            }
        }
        (_, Place::Cell(to)) => {
            if pawn && first == Place::Open {
                return expected(text, "the file of the pawn that captures");
            }
            pattern = Pattern::to(roles, to);
            pattern.from = first.set();
            if let Place::Cell(_) = first {
                form = match (sign, role) {
                    (Some(_), _) => Form::Long,
                    (None, None | Some(Role::Pawn)) => Form::Coordinates,
                    (None, _) => Form::San,
                };
                if role.is_none() {
                    pattern.roles = Roles::ANY;
                }
            }
            // A pawn that captures always says its file.
            origin = match first {
                Place::Open => false,
                Place::File(_) => !pawn,
                _ => true,
            };
        }
        // `fxe`: a pawn, by the files alone.
        (Place::File(from), Place::File(to)) if pawn && from != to => {
            pattern = Pattern { roles, from: first.set(), to: second.set(), ..Pattern::castling(BoardSide::King) };
            pattern.castling = None;
        }
        (_, Place::File(_)) => return expected(tail, "a rank"),
        (Place::File(_), Place::Open) if sign.is_none() => return expected(rest, "a rank"),
        _ => return expected(target, "a cell"),
    }
    pattern.captures = signed && sign != Some(b'-');
    let mut move_ = HexToken::new(pattern);
    move_.captured = captured;
    move_.written.form = form;
    move_.written.origin = origin;
    move_.written.pawn_letter = role == Some(Role::Pawn);
    ending(tail, move_, letters)
}

/// `hex-pawn-ending = [hex-captured] [hex-promotion] [%s"ep."] *hex-suffix`, and without the
/// promotion for pieces.
fn ending<'a>(mut rest: &'a [u8], mut move_: HexToken, letters: &Letters) -> Parsed<'a, HexToken> {
    if rest.is_empty() {
        return Ok((rest, move_));
    }
    if let Some(tail) = rest.strip_prefix(b"x") {
        let Some((piece, length)) = letters.read(tail) else { return expected(tail, "the captured piece") };
        if move_.captured.is_some() {
            return expected(rest, "the end of the move");
        }
        move_.captured = Some(piece);
        move_.written.pattern.captures = true;
        if move_.written.form == Form::Coordinates {
            move_.written.form = Form::Long;
        }
        rest = &tail[length..];
    }
    // `bp.` is a word, and no bishop.
    if move_.written.pattern.roles.has(Role::Pawn) && !rest.starts_with(b"bp") {
        (rest, move_) = promotion(rest, move_, letters)?;
    }
    if let Some(tail) = rest.strip_prefix(b"ep.") {
        move_.written.en_passant = true;
        rest = tail;
    }
    suffixes(rest, move_)
}

/// `hex-promotion = ("=" / "/") hex-any-piece / "(" hex-any-piece [")"] / hex-piece`; in coordinates
/// also a small English letter alone.
fn promotion<'a>(rest: &'a [u8], mut move_: HexToken, letters: &Letters) -> Parsed<'a, HexToken> {
    let (marked, text) = match rest {
        [b'=' | b'/' | b'(', tail @ ..] => (true, tail),
        _ => (false, rest),
    };
    let bare_coordinates = move_.written.form == Form::Coordinates;
    let letter = letters.read(text).or_else(|| match text {
        [small @ b'a'..=b'z', ..] if marked || bare_coordinates => {
            Some((Role::from_letter(small.to_ascii_uppercase())?, 1))
        }
        _ => None,
    });
    let Some((role, length)) = letter else {
        return if marked { expected(text, "a promotion piece") } else { Ok((rest, move_)) };
    };
    let mut tail = &text[length..];
    if rest[0] == b'(' {
        tail = tail.strip_prefix(b")").unwrap_or(tail);
    }
    move_.written.pattern.promotion = Some(role);
    move_.written.bare_promotion = rest[0] != b'=' && !bare_coordinates;
    Ok((tail, move_))
}

/// The suffixes of SAN.
fn suffixes(rest: &[u8], mut move_: HexToken) -> Parsed<'_, HexToken> {
    let (rest, written) = san::suffixes(rest, move_.written)?;
    move_.written = written;
    move_.settle_en_passant();
    Ok((rest, move_))
}
