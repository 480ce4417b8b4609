//! Writes the headers and the start position of KIF and KI2.
//!
//! Headers keep their order and their names; 手合割 precedes the players.

use super::grammar::hand_owner;
use super::setup::handicap_name;
use crate::kanji::{Symbol, symbol};
use crate::shogi_headers::Field;
use crate::shogi_names::{self, board_piece};
use crate::shogi_writer::{Header, Start, one_line, push_number};
use crate::text::whole;
use partie_rules::Side;
use partie_rules::shogi::Square;

/// Maximum length of a header's name.
const MAX_NAME_BYTES: usize = 200;

/// The text before the moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heading {
    start: Start,
    text: String,
    /// The offset of the first header of a player.
    players: Option<usize>,
}

impl Heading {
    pub(crate) fn begin(&mut self, start: &Start) {
        self.start.clone_from(start);
        self.text.clear();
        self.players = None;
    }

    pub(crate) const fn start(&self) -> &Start {
        &self.start
    }

    /// Adds a header; false if a part of it is lost.
    pub(crate) fn header(&mut self, header: Header<'_>) -> bool {
        let name = header.name.trim();
        if !is_name(name) {
            return false;
        }
        if matches!(header.field, Some(Field::First | Field::Second)) {
            self.players.get_or_insert(self.text.len());
        }
        let (value, broken) = one_line(header.value);
        for part in [name, "：", &value, "\n"] {
            self.text.push_str(part);
        }
        !broken
    }

    pub(crate) fn write(&self, out: &mut String) {
        let (before, after) = self.text.split_at(self.players.unwrap_or(self.text.len()));
        out.push_str(before);
        let label = if self.start.label.is_empty() { "その他" } else { self.start.label.as_str() };
        let handicap: &str = match self.start.handicap {
            Some(handicap) => handicap_name(handicap),
            None => label,
        };
        for part in ["手合割：", handicap, "\n", after] {
            out.push_str(part);
        }
        if self.start.handicap.is_none() {
            self.board(out);
        }
        if self.start.plies > 0 {
            out.push_str("手数＝");
            push_number(out, u64::from(self.start.plies), 1, ' ');
            out.push('\n');
        }
        if self.start.turned {
            out.push_str("盤面回転\n");
        }
    }

    fn board(&self, out: &mut String) {
        const LABELS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
        const BORDER: &str = "+---------------------------+\n";
        let setup = &self.start.setup;
        let hand = |out: &mut String, side: Side| {
            for part in
                [shogi_names::side(side, false), "の持駒：", &shogi_names::hand(&setup.hands[side.index()]), "\n"]
            {
                out.push_str(part);
            }
        };
        hand(out, Side::Second);
        out.push_str("  ９ ８ ７ ６ ５ ４ ３ ２ １\n");
        out.push_str(BORDER);
        for (rank, label) in (1..=9).zip(LABELS) {
            out.push('|');
            for square in (1..=9).rev().filter_map(|file| Square::at(file, rank)) {
                let (sign, piece) = match setup.board[square.index()] {
                    None => (' ', '・'),
                    Some((Side::First, kind)) => (' ', board_piece(kind)),
                    Some((Side::Second, kind)) => ('v', board_piece(kind)),
                };
                out.extend([sign, piece]);
            }
            out.extend(['|', label, '\n']);
        }
        out.push_str(BORDER);
        hand(out, Side::First);
        if setup.turn == Side::Second {
            out.push_str("後手番\n");
        }
    }
}

/// True if a line with this name before its colon is read as a header, in KIF and in KI2.
fn is_name(name: &str) -> bool {
    let first = name.chars().next();
    let begins = ["まで", "変化", "手数-", "手数＝", "手数="].iter().any(|word| name.starts_with(word));
    let move_like = matches!(symbol(name.as_bytes()), Some((Symbol::Turn(_) | Symbol::Digit(_) | Symbol::Same, _)));
    first.is_some_and(|first| !matches!(first, '*' | '#' | '&' | '|' | '+' | '\u{feff}') && !first.is_ascii_digit())
        && !name.contains(['：', ':', '\n', '\r'])
        && !begins
        && !move_like
        && name.len() <= MAX_NAME_BYTES
        && whole(name.as_bytes(), hand_owner).is_none()
        && Field::named(name) != Some(Field::Handicap)
}
