//! The start position: a preset by name, or board and hands.
//!
//! The rules decide whether the position is possible.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::json::Small;
use crate::SetupFault;
use crate::csa;
use partie_record::Record;
use partie_record::finding::Code;
use partie_record::message::{Message, quoted, square as on, text as said};
use partie_record::say;
use partie_record::span::Span;
use partie_rules::Side;
use partie_rules::shogi::{Handicap, Setup, Square};

/// The start position as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupRead {
    /// Pieces, hands and the side to move.
    pub setup: Setup,
    /// The handicap, if the position is a preset.
    pub handicap: Option<Handicap>,
    /// Faults in the notation of the position.
    pub faults: Vec<SetupFault>,
}

/// Maximum number of faults reported for one position.
const MAX_FAULTS: usize = 100;

/// Names of presets. The table lacks `OTHER`, which announces a board.
const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::Two),
    ("3", Handicap::Three),
    ("4", Handicap::Four),
    ("5", Handicap::Five),
    ("5_L", Handicap::LeftFive),
    ("6", Handicap::Six),
    ("7_L", Handicap::LeftSeven),
    ("7_R", Handicap::RightSeven),
    ("8", Handicap::Eight),
    ("10", Handicap::Ten),
];

/// The preset of a handicap.
pub(super) fn preset(handicap: Handicap) -> &'static str {
    PRESETS.iter().find(|(_, known)| *known == handicap).map_or("OTHER", |(name, _)| name)
}

#[derive(Deserialize)]
struct Initial<'a> {
    #[serde(borrow, default)]
    preset: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    data: Option<Data<'a>>,
}

#[derive(Deserialize)]
struct Data<'a> {
    #[serde(default)]
    color: Option<Small<1>>,
    #[serde(borrow, default)]
    board: Vec<Vec<Cell<'a>>>,
    #[serde(borrow, default)]
    hands: Vec<BTreeMap<Cow<'a, str>, Small<255>>>,
}

#[derive(Deserialize)]
struct Cell<'a> {
    #[serde(default)]
    color: Option<Small<1>>,
    #[serde(borrow, default)]
    kind: Option<Cow<'a, str>>,
}

/// Reads the start position of a record; without `initial` it is the standard start position.
pub fn setup(bytes: &[u8], record: &Record) -> SetupRead {
    let even = SetupRead { setup: Setup::handicap(Handicap::Even), handicap: Some(Handicap::Even), faults: Vec::new() };
    let Some(span) = record.setup.first().copied() else { return even };
    let fault = |code, message| SetupRead { faults: vec![SetupFault { code, span, message }], ..even.clone() };
    let initial: Initial<'_> = match serde_json::from_slice(span.of(bytes)) {
        Ok(initial) => initial,
        Err(error) => return fault(Code::H010, say!("initial-unreadable", error = said(error.to_string()))),
    };
    match (initial.preset.as_deref(), initial.data) {
        (None | Some("OTHER"), Some(data)) => {
            let mut read = SetupRead { setup: Setup::EMPTY, handicap: None, faults: Vec::new() };
            read.data(&data, span);
            read
        }
        (Some("OTHER"), None) => fault(Code::H010, say!("preset-without-data")),
        (None, None) => even,
        (Some(name), _) => match PRESETS.iter().find(|(known, _)| *known == name) {
            Some((_, handicap)) => {
                SetupRead { setup: Setup::handicap(*handicap), handicap: Some(*handicap), faults: Vec::new() }
            }
            None => {
                let shown: String = name.chars().take(24).collect();
                fault(Code::H031, say!("preset-not-known", preset = quoted(shown)))
            }
        },
    }
}

const fn side(color: u64) -> Side {
    if color == 0 { Side::First } else { Side::Second }
}

impl SetupRead {
    fn fault(&mut self, code: Code, span: Span, message: Message) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(SetupFault { code, span, message });
        }
    }

    /// `board[x - 1][y - 1]` is the square of file x and rank y.
    fn data(&mut self, data: &Data<'_>, span: Span) {
        self.setup.turn = side(data.color.as_ref().map_or(0, |color| color.0));
        if data.board.len() != 9 {
            self.fault(Code::S018, span, say!("files-not", files = data.board.len()));
        }
        for (file, cells) in (1..=9).zip(&data.board) {
            if cells.len() != 9 {
                self.fault(Code::S018, span, say!("file-has-cells", file = file, cells = cells.len()));
            }
            for (rank, cell) in (1..=9).zip(cells) {
                let Some(code) = cell.kind.as_deref() else { continue };
                match (csa::kind(code.as_bytes()), &cell.color, Square::at(file, rank)) {
                    (Some(piece), Some(color), Some(at)) => {
                        self.setup.board[at.index()] = Some((side(color.0), piece));
                    }
                    (None, ..) => {
                        self.fault(Code::H010, span, say!("piece-not-known", at = on(format!("{file}{rank}"))));
                    }
                    _ => self.fault(Code::H010, span, say!("piece-without-color", at = on(format!("{file}{rank}")))),
                }
            }
        }
        if data.hands.len() > 2 {
            self.fault(Code::H010, span, say!("hands-not", hands = data.hands.len()));
        }
        for (color, hand) in (0..2).zip(&data.hands) {
            for (code, count) in hand {
                let held = csa::kind(code.as_bytes()).and_then(|piece| self.setup.hands[color].get_mut(piece.index()));
                match held {
                    Some(held) => *held = count.0 as u8,
                    None => {
                        let shown: String = code.chars().take(24).collect();
                        self.fault(Code::H010, span, say!("that-cannot-be-in-hand", seen = quoted(shown)));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{jkf, sfen};

    fn setup_of(initial: &str) -> (String, Vec<Code>) {
        let text = format!("{{\"header\":{{}},\"initial\":{initial},\"moves\":[{{}}]}}");
        let mut record = Record::default();
        jkf::read_record(text.as_bytes(), 0, true, &mut record);
        let read = setup(text.as_bytes(), &record);
        (sfen::write(&read.setup, 1), read.faults.iter().map(|fault| fault.code).collect())
    }

    #[test]
    fn presets_and_boards() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(setup_of("{\"preset\":\"HIRATE\"}"), (start.to_owned(), vec![]));
        assert_eq!(setup_of("null"), (start.to_owned(), vec![]));
        let six = "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert_eq!(setup_of("{\"preset\":\"6\"}"), (six.to_owned(), vec![]));
        let file = "[{},{},{},{},{},{},{},{},{}]";
        let first = "[{\"color\":1,\"kind\":\"OU\"},{},{},{},{},{},{},{},{\"color\":0,\"kind\":\"TO\"}]";
        let board = format!("[{first},{}]", [file; 8].join(","));
        let data = format!("{{\"color\":1,\"board\":{board},\"hands\":[{{\"FU\":2}},{{\"HI\":1}}]}}");
        let data = format!("{{\"preset\":\"OTHER\",\"data\":{data}}}");
        assert_eq!(setup_of(&data), ("8k/9/9/9/9/9/9/9/8+P w 2Pr 1".to_owned(), vec![]));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(setup_of("{\"preset\":\"9\"}").1, [Code::H031]);
        assert_eq!(setup_of("{\"preset\":\"OTHER\"}").1, [Code::H010]);
        assert_eq!(setup_of("7").1, [Code::H010]);
        let data = "{\"data\":{\"board\":[[{\"kind\":\"XX\"},{\"kind\":\"FU\"}]],\"hands\":[{\"OU\":1},{},{}]}}";
        assert_eq!(setup_of(data).1, [Code::S018, Code::S018, Code::H010, Code::H010, Code::H010, Code::H010]);
    }
}
