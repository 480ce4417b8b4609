//! Notations besides SAN in which each move names both squares. Therefore no move is ambiguous. There is no fast path,
//! as no form of a move is predominant.

use crate::letters::Letters;
use crate::san::{CheckMark, SanToken};
use crate::{iccf, kober, long_letters};
use partie_record::{ItemKind, Movetext, Record};
use partie_rules::chess::{Move, MoveKind, Position, Role, Square};

/// A notation other than SAN ([`crate::san::Form::Own`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnForm {
    /// Long algebraic notation of the 1880s, as in Kober's book of 1888.
    Kober,
    /// The numeric notation of the International Correspondence Chess Federation.
    Iccf,
}

/// Reads a move of Kober's notation, in which a `+` is an evaluation unless the move gives check.
fn read_kober(token: &[u8], letters: &Letters) -> Option<SanToken> {
    let kober::KoberToken { mut written, plus, .. } = kober::read_move(&kober::in_own_letters(token, letters)?)?;
    if plus {
        written.check = CheckMark::Open;
    }
    Some(written)
}

/// Removes the signs that books print within a move and after it, and unifies its capture sign.
fn tight(text: &str) -> String {
    // A word for check after the move, in any spelling.
    let word = text.rfind(' ').filter(|at| {
        let word = &text[at + 1..];
        word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    let text = text[..word.unwrap_or(text.len())].trim_end_matches(['+', '#', '!', '?', '†', '‡', '×', ',', ' ']);
    let sign = |sign: char| match sign {
        '-' | '–' | '—' | '·' | '.' | ' ' | '\n' | '\r' => None,
        'x' | '×' => Some(':'),
        // Misprints of a dash.
        '~' | ';' | '_' => Some('-'),
        _ => Some(sign),
    };
    text.chars().filter_map(sign).collect()
}

/// Removes a dagger that a scan misread as a letter, after a move with both squares. A `T` after a pawn move may be a
/// promotion to a rook and is kept.
fn without_dagger(text: &str) -> &str {
    let text = text.trim_end_matches(['.', ',', ';']);
    let bare = text.strip_suffix(['f', 't', 'r', 'F', '}', '{', 'Y', 'T']);
    let is_piece = text.starts_with(|sign: char| sign.is_uppercase()) || !text.ends_with('T');
    let ends_in = |bare: &str, ranks: &str| bare.trim_end_matches(':').ends_with(|sign: char| ranks.contains(sign));
    let read = bare.filter(|bare| is_piece && ends_in(bare, "12345678lIiSsBZzbAgß"));
    // A digit after a readable rank is a misread dagger; after a letter, the digit is the rank itself.
    let digit = || text.strip_suffix(['4', '7']).filter(|bare| ends_in(bare, "12345678"));
    read.or_else(digit).unwrap_or(text)
}

/// Writes a move with the blanks and the dash of another move, `like`: `S g8—f6`, `e 2 e 4`.
pub(super) fn in_style(text: &str, like: &str) -> String {
    let is_rank = |sign: char| sign.is_ascii_digit();
    let is_file = |sign: char| matches!(sign, 'a'..='h');
    let Some(rank) = like.find(is_rank) else { return text.to_owned() };
    let between = like[rank + 1..].find(is_file).map_or("", |to| &like[rank + 1..rank + 1 + to]);
    let dash = if matches!(between.trim(), "" | "-" | "–" | "—" | "·") { between } else { "" };
    let in_square = like[..rank].ends_with(' ');
    let behind_letter = like.chars().nth(1) == Some(' ') && !like.starts_with(is_file);
    let mut out = String::new();
    let mut before = None;
    for sign in text.chars() {
        match before {
            Some(before) if is_file(before) && in_square => out.push(' '),
            Some(before) if is_rank(before) && is_file(sign) => out.push_str(dash),
            Some(':') if in_square => out.push(' '),
            Some(before) if is_file(sign) && !is_rank(before) && before != ':' && behind_letter => out.push(' '),
            Some(_) if sign == ':' && in_square => out.push(' '),
            _ => {}
        }
        out.push(sign);
        before = Some(sign);
    }
    out
}

impl OwnForm {
    pub(super) fn of(movetext: Movetext) -> Option<Self> {
        match movetext {
            Movetext::Kober => Some(Self::Kober),
            Movetext::Iccf => Some(Self::Iccf),
            Movetext::Algebraic | Movetext::Coordinates | Movetext::Descriptive(_) => None,
        }
    }

    /// The piece letters of a record; ICCF has none, so English letters are returned.
    pub(super) fn letters(self, bytes: &[u8], record: &Record, given: Option<&'static Letters>) -> &'static Letters {
        let moves = record.items.iter().filter(|item| item.kind == ItemKind::Move).map(|item| item.span.of(bytes));
        match self {
            Self::Kober => given.unwrap_or_else(|| long_letters::of_moves(moves)),
            Self::Iccf => Letters::ENGLISH,
        }
    }

    pub(super) fn read_move(self, token: &[u8], letters: &Letters) -> Option<SanToken> {
        match self {
            Self::Kober => read_kober(token, letters),
            Self::Iccf => iccf::read_move(token).ok().map(|(_, token)| token),
        }
    }

    pub(super) fn write(self, position: &Position, mv: Move, letters: &Letters) -> String {
        let mut text = Vec::new();
        match self {
            Self::Kober => kober::write(&mut text, position, mv, letters),
            Self::Iccf => iccf::write(&mut text, mv, false),
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    pub(super) fn tidy_misprint(self, token: &str) -> String {
        tight(if self == Self::Kober { without_dagger(token) } else { token })
    }

    pub(super) fn spellings(self, position: &Position, mv: Move, letters: &Letters) -> Vec<String> {
        let text = tight(&self.write(position, mv, letters));
        // The capture sign may follow both squares, and castling may be written as a king's move to a square.
        let late = text.contains(':').then(|| format!("{}:", text.replace(':', "")));
        let castles = (mv.kind == MoveKind::Castling).then(|| {
            let file = if mv.to.file() > mv.from.file() { 6 } else { 2 };
            format!("{}enr{}", letters.letter(Role::King), Square::at(file, mv.from.rank()))
        });
        std::iter::once(text).chain(late).chain(castles).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_scan_makes_of_a_dagger_is_none_of_the_move() {
        for (text, bare) in [
            ("Lb3-c2f", "Lb3-c2"),
            ("Lc4-f7:T", "Lc4-f7:"),
            ("f2-f47", "f2-f4"),
            ("Ld6-e7f.", "Ld6-e7"),
            ("Le2-diF", "Le2-di"),
            ("e7-e8T", "e7-e8T"),
            ("Db5-a44", "Db5-a4"),
            ("Dd8-b7", "Dd8-b7"),
        ] {
            assert_eq!(without_dagger(text), bare);
        }
    }

    #[test]
    fn moves_are_written_as_the_book_does() {
        for (text, like, wanted) in [
            ("Sg8f6", "S b1—c3", "S g8—f6"),
            ("e2e4", "d7·d5", "e2·e4"),
            ("Cg1f3", "A f 1 c 4", "C g 1 f 3"),
            ("e5:d4", "e 2 e 4", "e 5 : d 4"),
            ("Lf3:e2†", "Lf1-c4", "Lf3:e2†"),
            ("Jg1f3", "Jb1c3", "Jg1f3"),
        ] {
            assert_eq!(in_style(text, like), wanted);
        }
    }

    #[test]
    fn a_misprint_is_compared_without_what_books_put_between() {
        for (text, wanted) in [
            ("S g 1 — f 3", "Sg1f3"),
            ("e5×d4†", "e5:d4"),
            ("A f 1 b 5 jaquc", "Af1b5"),
            ("e 5 d 4 :", "e5d4:"),
            ("e2~e4", "e2-e4"),
        ] {
            assert_eq!(tight(text), wanted);
        }
    }
}
