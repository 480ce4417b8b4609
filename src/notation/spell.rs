//! Writes a move as SAN, as coordinates, or as a short description.

use super::Packed;
use super::letters::Letters;
use partie_rules::chess::{Move, MoveKind, Position, Role, Square};
use partie_rules::{Rules, Side};

/// Piece letters to write, indexed by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names {
    texts: [&'static str; 6],
    /// The letters as bytes, if each is one byte.
    bytes: Option<[u8; 6]>,
}

impl Names {
    pub fn of(letters: &Letters) -> Self {
        let texts = Role::ALL.map(|role| letters.letter(role));
        let short = texts.iter().all(|text| text.len() == 1);
        let bytes = short.then(|| texts.map(|text| text.bytes().next().unwrap_or_default()));
        Self { texts, bytes }
    }

    /// A move without check mark that needs no disambiguation, packed in a `u64` with its length. `None` for castling,
    /// a promotion, or letters longer than a byte.
    #[inline(always)]
    pub fn brief(&self, mv: Move) -> Option<(u64, usize)> {
        let letters = self.bytes.as_ref()?;
        let is_plain = mv.kind != MoveKind::Castling && mv.promotion.is_none();
        is_plain.then(|| plain(mv, letters))
    }

    /// The letter of a piece.
    #[inline]
    pub const fn of_role(&self, role: Role) -> &'static str {
        self.texts[role.index()]
    }
}

/// Buffer for the text of a move: at most `O-O-O`, or two letters of four bytes and two squares or table cells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Token {
    bytes: [u8; 24],
    length: usize,
}

impl Token {
    #[inline(always)]
    pub(super) fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    #[inline(always)]
    pub(super) fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }

    #[inline(always)]
    pub(super) fn square(&mut self, at: Square) {
        self.push(b'a' + at.file());
        self.push(b'1' + at.rank());
    }

    fn as_text(&self) -> &str {
        self.bytes.get(..self.length).and_then(|text| str::from_utf8(text).ok()).unwrap_or_default()
    }

    /// Appends the token to `out`: the whole buffer at once, then a truncation, as most tokens are short.
    #[inline(always)]
    pub(super) fn add_to(&self, out: &mut Vec<u8>) {
        let length = out.len() + self.length;
        out.extend_from_slice(&self.bytes);
        out.truncate(length);
    }
}

/// Appends the move in SAN without check mark, like [`bare`] but without allocating.
#[inline]
pub fn bare_to(out: &mut Vec<u8>, position: &Position, mv: Move, names: &Names) {
    if mv.kind == MoveKind::Castling {
        return out.extend_from_slice(castling(mv).as_bytes());
    }
    if let (Some(letters), None) = (&names.bytes, mv.promotion)
        && (mv.role == Role::Pawn || mv.role == Role::King || !position.has_rival(mv, !0))
    {
        return plain_to(out, mv, letters);
    }
    bare_token(position, mv, |role| names.of_role(role)).add_to(out);
}

/// The text of a move other than castling, with the piece names of a language.
#[inline(always)]
fn bare_token<'n>(position: &Position, mv: Move, name: impl Fn(Role) -> &'n str) -> Token {
    let mut token = Token::default();
    if mv.role == Role::Pawn {
        if mv.captured.is_some() {
            token.push(b'a' + mv.from.file());
        }
    } else {
        token.text(name(mv.role));
        if mv.role != Role::King && position.has_rival(mv, !0) {
            let (file, rank) = (mv.from.file_set(), mv.from.rank_set());
            let by_file = !position.has_rival(mv, file);
            if by_file || position.has_rival(mv, rank) {
                token.push(b'a' + mv.from.file());
            }
            if !by_file {
                token.push(b'1' + mv.from.rank());
            }
        }
    }
    if mv.captured.is_some() {
        token.push(b'x');
    }
    token.square(mv.to);
    if let Some(role) = mv.promotion {
        token.push(b'=');
        token.text(name(role));
    }
    token
}

/// Appends `e4`, `exd5`, `Nf3` or `Nxf3`.
#[inline(always)]
fn plain_to(out: &mut Vec<u8>, mv: Move, letters: &[u8; 6]) {
    let (word, bytes) = plain(mv, letters);
    let length = out.len() + bytes;
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(length);
}

/// The text of [`plain_to`], packed in a `u64` with its length. It is built without branches on the form of the move,
/// which is unpredictable.
#[inline(always)]
fn plain(mv: Move, letters: &[u8; 6]) -> (u64, usize) {
    let (pawn, captures) = (mv.role == Role::Pawn, mv.captured.is_some());
    let first = if pawn { b'a' + mv.from.file() } else { letters[mv.role.index()] };
    let mut bits = 8 * u32::from(!pawn | captures);
    let mut word = if bits > 0 { u64::from(first) } else { 0 };
    if captures {
        word |= u64::from(b'x') << bits;
        bits += 8;
    }
    let target = u64::from(b'a' + mv.to.file()) | u64::from(b'1' + mv.to.rank()) << 8;
    word |= target << bits;
    (word, bits as usize / 8 + 2)
}

/// Appends the move in long algebraic notation without check mark: `e2-e4`, `Ng1xf3`, `e7-e8=Q`.
pub fn long_to(out: &mut Vec<u8>, mv: Move, names: &Names) {
    if mv.kind == MoveKind::Castling {
        return out.extend_from_slice(castling(mv).as_bytes());
    }
    let mut token = Token::default();
    if mv.role != Role::Pawn {
        token.text(names.of_role(mv.role));
    }
    token.square(mv.from);
    token.push(if mv.captured.is_some() { b'x' } else { b'-' });
    token.square(mv.to);
    if let Some(role) = mv.promotion {
        token.push(b'=');
        token.text(names.of_role(role));
    }
    token.add_to(out);
}

/// Appends the move in coordinates, like [`uci`] but without allocating.
#[inline]
pub fn uci_to(out: &mut Vec<u8>, mv: Move, chess960: bool) {
    uci_packed(mv, chess960).add_to(out);
}

/// The move in coordinates, like [`uci`], packed in a `u64`. Must not be called for a move that was taken back.
#[inline]
pub fn uci_packed(mv: Move, chess960: bool) -> Packed {
    const fn square(at: Square) -> u64 {
        (b'a' + at.file()) as u64 | ((b'1' + at.rank()) as u64) << 8
    }
    let to = match mv.kind {
        MoveKind::Castling if !chess960 => king_target(mv),
        _ => mv.to,
    };
    let way = square(mv.from) | square(to) << 16;
    match mv.promotion {
        Some(role) => Packed::new(way | u64::from(role.letter().to_ascii_lowercase() as u8) << 32, 5),
        None => Packed::new(way, 4),
    }
}

fn castling(mv: Move) -> &'static str {
    if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" }
}

/// The king's target square in castling.
pub fn king_target(mv: Move) -> Square {
    Square::at(if mv.to.file() > mv.from.file() { 6 } else { 2 }, mv.from.rank())
}

/// The move in SAN with the letters of a language, shortest disambiguation, and the sign for check or mate.
pub fn san(position: &Position, mv: Move, letters: &Letters) -> String {
    bare(position, mv, letters) + check_mark(position, mv)
}

/// The move in long algebraic notation with the letters of a language and the sign for check or mate.
pub fn long(position: &Position, mv: Move, letters: &Letters) -> String {
    let mut text = Vec::new();
    long_to(&mut text, mv, &Names::of(letters));
    String::from_utf8_lossy(&text).into_owned() + check_mark(position, mv)
}

/// The sign for check or mate after a move.
fn check_mark(position: &Position, mv: Move) -> &'static str {
    let mut after = position.clone();
    after.play(mv);
    match (after.in_check(), after.has_legal_move()) {
        (false, _) => "",
        (true, true) => "+",
        (true, false) => "#",
    }
}

/// The move in SAN like [`san`], but without check mark.
pub fn bare(position: &Position, mv: Move, letters: &Letters) -> String {
    with_bare(position, mv, letters, str::to_owned)
}

/// Calls `with` with the text of [`bare`], without allocating it.
pub fn with_bare<T>(position: &Position, mv: Move, letters: &Letters, with: impl FnOnce(&str) -> T) -> T {
    match mv.kind {
        MoveKind::TakenBack => with("--"),
        MoveKind::Castling => with(castling(mv)),
        _ => with(bare_token(position, mv, |role| letters.letter(role)).as_text()),
    }
}

/// Coordinates as engines write them: `g1f3`, `e7e8q`. Castling is the king's move, or king takes rook in Chess960.
/// `--` for a move that was taken back.
pub fn uci(mv: Move, chess960: bool) -> String {
    uci_or_dashes(mv, chess960).to_string()
}

/// The text of [`uci`], packed in a `u64`.
pub fn uci_or_dashes(mv: Move, chess960: bool) -> Packed {
    match mv.kind {
        MoveKind::TakenBack => Packed::new(u64::from(u16::from_le_bytes(*b"--")), 2),
        _ => uci_packed(mv, chess960),
    }
}

/// The names of the players in chess.
pub const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// The move number and the move: `10... Ne5`.
pub fn numbered(number: u32, first_player: bool, text: &str) -> String {
    format!("{number}.{} {text}", if first_player { "" } else { ".." })
}
