//! PGN of games of chess, with names, comments, marks and variations that are made up.

use partie_notation::letters::Letters;
use partie_notation::spell;
use partie_rules::chess::{Move, Position};
use partie_rules::{Rules, Side};

use super::chance::Random;
use super::real_game::RealGame;

/// How a file of PGN looks.
pub struct Layout {
    pub letters: &'static Letters,
    pub newline: &'static str,
    /// True for `1.e4`, false for `1. e4`.
    pub glued: bool,
    /// Columns of a line.
    pub width: usize,
    /// True if there are comments, marks and variations.
    pub annotated: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self { letters: Letters::ENGLISH, newline: "\n", glued: false, width: 79, annotated: false }
    }
}

const SURNAMES: [&str; 24] = [
    "Ahorn",
    "Birkner",
    "Calder",
    "Dornik",
    "Espen",
    "Farrow",
    "Ginster",
    "Hasel",
    "Ilexa",
    "Jasmund",
    "Kiefer",
    "Lindner",
    "Myrten",
    "Nessler",
    "Oleander",
    "Pappel",
    "Quitten",
    "Rotbuch",
    "Schlehe",
    "Tannert",
    "Ulmer",
    "Vogelbeer",
    "Weidner",
    "Zeder",
];
const GIVEN_NAMES: [&str; 12] =
    ["Ada", "Boris", "Clara", "Dario", "Edda", "Fritz", "Greta", "Hanno", "Ines", "Jonas", "Karla", "Lev"];
const TOWNS: [&str; 6] = ["Erlau", "Feldkirch", "Grosswald", "Hohenau", "Kaltern", "Lindach"];
const COMMENTS: [&str; 10] = [
    "the usual move",
    "Nimmt dem Springer das Feld",
    "un coup s\u{fb}r",
    "better than it looks; see move 12",
    "[%clk 1:02:03]",
    "[%eval 0.31] about equal",
    "[%clk 0:00:59] in time trouble (he said so)",
    "with the idea of Nf5 and Qh5",
    "N",
    "1-0 was expected here",
];
const MARKS: [&str; 8] = ["$1", "$2", "$6", "$14", "!", "?", "!?", "??"];

/// A name that nobody has. It is the same for the same number; some are written with an initial.
fn name(number: usize) -> String {
    let mut random = Random(number as u64);
    let (surname, given) = (random.choose(&SURNAMES), random.choose(&GIVEN_NAMES));
    if random.one_in(10) { format!("{surname},{}", &given[..1]) } else { format!("{surname}, {given}") }
}

/// Writes games one behind the other.
pub(super) struct PgnWriter {
    layout: Layout,
    random: Random,
    pub(super) out: Vec<u8>,
    /// Main lines and variations so far.
    pub(super) lines: usize,
}

impl PgnWriter {
    pub(super) fn new(layout: Layout, seed: u64) -> Self {
        Self { layout, random: Random(seed), out: Vec::new(), lines: 0 }
    }

    pub(super) fn game(&mut self, number: usize, game: &RealGame<Position>) {
        let end = self.layout.newline;
        let (white, black) = (name(2 * number), name(2 * number + 1));
        let town = TOWNS[number / 40 % TOWNS.len()];
        let tags = [
            ("Event", format!("{town} {}", number / 40)),
            ("Site", town.to_owned()),
            ("Date", game.date.clone()),
            ("Round", (number % 40 / 4 + 1).to_string()),
            ("White", white),
            ("Black", black),
            ("Result", game.result.clone()),
            ("ECO", game.label.clone()),
        ];
        let tags = tags.iter().filter(|(_, value)| !value.is_empty());
        let mut text: String = tags.map(|(name, value)| format!("[{name} \"{value}\"]{end}")).collect();
        text.push_str(end);
        let mut words = self.line(game.start.clone(), &game.moves, 0);
        words.push(game.result.clone());
        let mut width = 0;
        for word in words {
            let columns = word.chars().count();
            if width > 0 && width + 1 + columns > self.layout.width {
                text.push_str(end);
                width = 0;
            } else if width > 0 {
                text.push(' ');
                width += 1;
            }
            text.push_str(&word);
            width += columns;
        }
        text.push_str(end);
        text.push_str(end);
        self.out.extend(text.bytes());
    }

    /// The words of a line of play.
    fn line(&mut self, mut position: Position, moves: &[Move], depth: usize) -> Vec<String> {
        self.lines += 1;
        let mut words = Vec::new();
        // A number is also needed where something stands between two moves.
        let mut is_apart = true;
        for mv in moves {
            let text = spell::san(&position, *mv, self.layout.letters);
            let number = match position.turn() {
                Side::First => format!("{}.", position.number()),
                Side::Second if is_apart => format!("{}...", position.number()),
                Side::Second => String::new(),
            };
            if self.layout.glued || number.is_empty() {
                words.push(number + &text);
            } else {
                words.extend([number, text]);
            }
            let before = position.clone();
            position.play(*mv);
            is_apart = self.layout.annotated && self.remark(&before, *mv, depth, &mut words);
        }
        words
    }

    /// Adds a mark, a comment or a variation behind a move, or nothing. Returns whether a number must follow.
    fn remark(&mut self, before: &Position, played: Move, depth: usize, words: &mut Vec<String>) -> bool {
        match self.random.below(12) {
            0 => {
                let mark = *self.random.choose(&MARKS);
                let word = words.last_mut().unwrap();
                if mark.starts_with('$') {
                    words.push(mark.to_owned());
                } else {
                    word.push_str(mark);
                }
                false
            }
            1 => {
                let comment = *self.random.choose(&COMMENTS);
                let mut parts: Vec<String> = comment.split(' ').map(str::to_owned).collect();
                parts[0].insert(0, '{');
                parts.last_mut().unwrap().push('}');
                words.extend(parts);
                true
            }
            2 if depth < 2 => {
                let mut position = before.clone();
                let mut moves = Vec::new();
                for ply in 0..=self.random.below(5) {
                    let mut legal = position.legal();
                    legal.retain(|mv| ply > 0 || *mv != played);
                    if legal.is_empty() {
                        break;
                    }
                    let mv = *self.random.choose(&legal);
                    position.play(mv);
                    moves.push(mv);
                }
                if moves.is_empty() {
                    return false;
                }
                let mut inner = self.line(before.clone(), &moves, depth + 1);
                inner[0].insert(0, '(');
                inner.last_mut().unwrap().push(')');
                words.extend(inner);
                true
            }
            _ => false,
        }
    }
}
