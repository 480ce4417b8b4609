//! The KI2 writer: moves as people read them, six on a line, with relative words.
//!
//! The text is UTF-8. The format has no times; the closing sentence states how the game ended.

use crate::japanese;
use crate::kif::{Blocks, Heading, ending, sentence, word};
use crate::losses::{Loss, Losses};
use crate::relative_words::{Words, push_target};
use crate::shogi_names::{mark, piece};
use crate::shogi_writer::{End, Header, Played, ShogiWriter, Start, Time, one_line};
use partie_record::{Outcome, Terminal};
use partie_rules::shogi::{Flank, Motion, Move, Position, Square};
use partie_rules::{Rules as _, Side};

/// Width of a move in columns, and number of moves on a line.
const MOVE_COLUMNS: usize = 12;
const MAX_MOVES_PER_LINE: usize = 6;

/// An end word, and the offset at which it is inserted, before later comments.
#[derive(Clone, Copy, Debug)]
struct Word {
    mover: Side,
    text: &'static str,
    at: usize,
    /// Number of moves on the text line at offset `at`, and the width of the last move in columns.
    moves: usize,
    width: usize,
}

/// An open line of play.
#[derive(Clone, Debug, Default)]
struct Ki2Line {
    /// Number of moves on the current line of text, and the width of the last move in columns.
    moves: usize,
    width: usize,
    /// The end word, written only if a variation replaces the end.
    word: Option<Word>,
    /// The closing sentence.
    sentence: String,
}

#[derive(Clone, Debug, Default)]
pub struct Ki2Writer {
    heading: Heading,
    blocks: Blocks,
    lines: Vec<Ki2Line>,
    lost: Losses,
}

impl Ki2Writer {
    /// Writes a move or a word in its columns.
    fn cell(&mut self, fill: impl FnOnce(&mut String)) {
        let Some(line) = self.lines.last_mut() else { return };
        let text = self.blocks.text();
        if line.moves == MAX_MOVES_PER_LINE {
            text.push('\n');
            line.moves = 0;
        }
        if line.moves > 0 {
            text.extend(std::iter::repeat_n(' ', MOVE_COLUMNS.saturating_sub(line.width)));
        }
        let from = text.len();
        fill(text);
        // All characters are kanji, of three bytes and two columns each.
        line.width = (text.len() - from) / 3 * 2;
        line.moves += 1;
        self.blocks.played(None);
    }

    fn word(&mut self, word: Word) {
        let text = self.blocks.text();
        if word.at == text.len() {
            return self.cell(|text| {
                text.push_str(mark(word.mover));
                text.push_str(word.text);
            });
        }
        // Comments after the word begin on a new line.
        let (before, blanks, after) = match word.moves {
            0 => ("", 0, "\n"),
            MAX_MOVES_PER_LINE => ("\n", 0, ""),
            _ => ("", MOVE_COLUMNS.saturating_sub(word.width), ""),
        };
        text.insert_str(word.at, &format!("{before}{:blanks$}{}{}{after}", "", mark(word.mover), word.text));
    }

    /// Ends the current line of text, unless it is empty.
    fn feed(&mut self) {
        if let Some(line) = self.lines.last_mut()
            && std::mem::take(&mut line.moves) > 0
        {
            self.blocks.text().push('\n');
        }
    }

    fn text_lines(&mut self, sign: char, text: &str) {
        self.feed();
        self.blocks.push_lines(sign, text);
    }

    fn close_line(&mut self) {
        self.feed();
        if let Some(line) = self.lines.pop() {
            self.blocks.push_sentence(&line.sentence);
        }
    }
}

/// Appends a move played from `before`, after the mark of its side.
pub fn spell(text: &mut String, before: &Position, mv: Move, previous: Option<Square>) {
    let words = Words::of(before, mv);
    text.push_str(mark(before.turn()));
    push_target(text, mv.to(), previous);
    // The blank after 同 is omitted before words.
    let worded = words.flank.is_some() || words.motion.is_some() || words.drop || words.may_promote;
    if worded && text.ends_with('　') {
        text.pop();
    }
    text.push_str(piece(mv.kind()));
    if let Some(flank) = words.flank {
        text.push(match flank {
            Flank::Left => '左',
            Flank::Right => '右',
            Flank::Straight => '直',
        });
    }
    if let Some(motion) = words.motion {
        text.push(match motion {
            Motion::Up => '上',
            Motion::Sideways => '寄',
            Motion::Back => '引',
        });
    }
    if mv.promotes() {
        text.push('成');
    } else if words.may_promote {
        text.push_str("不成");
    } else if words.drop {
        text.push('打');
    }
}

impl ShogiWriter for Ki2Writer {
    fn begin(&mut self, start: &Start) {
        self.heading.begin(start);
        self.blocks.begin();
        self.lines.clear();
        self.lines.push(Ki2Line::default());
        self.lost = Losses::default();
    }

    fn header(&mut self, header: Header<'_>) {
        self.lost.add(Loss::Headers, u64::from(!self.heading.header(header)));
    }

    fn played(&mut self, played: Played<'_>) {
        let Played { before, mv, previous, .. } = played;
        self.cell(|text| spell(text, before, mv, previous));
    }

    fn keeps_sentences(&self) -> bool {
        true
    }

    fn foul(&mut self, played: Played<'_>) -> bool {
        let Played { before, mv, previous, .. } = played;
        let mut text = String::new();
        spell(&mut text, before, mv, previous);
        if mv.is_drop() && !text.ends_with('打') {
            text.push('打');
        }
        let reads = |text: &str| {
            japanese::read_move(text.as_bytes(), previous).is_ok_and(|written| played.is_read_as(&written.pattern))
        };
        if !reads(&text)
            && let Some(from) = mv.from()
        {
            // No relative word identifies the piece.
            text.extend(['(', char::from(b'0' + from.file()), char::from(b'0' + from.rank()), ')']);
        }
        let holds = reads(&text);
        if holds {
            self.cell(|out| out.push_str(&text));
        }
        holds
    }

    fn time(&mut self, _: Time) {
        self.lost.add(Loss::Times, 1);
    }

    fn comment(&mut self, text: &str) {
        self.text_lines('*', text);
    }

    fn bookmark(&mut self, name: &str) {
        let (name, broken) = one_line(name);
        self.lost.add(Loss::Bookmarks, u64::from(broken));
        self.text_lines('&', &name);
    }

    fn end(&mut self, end: End<'_>) {
        let handicap = self.heading.start().is_handicap();
        let Some(line) = self.lines.last_mut() else { return };
        match end.terminal.map(|terminal| (terminal, word(terminal))) {
            Some((terminal, Some(word))) => {
                let at = self.blocks.text().len();
                line.word = Some(Word { mover: end.mover, text: word, at, moves: line.moves, width: line.width });
                line.sentence = sentence(terminal, end.plies, end.mover, handicap);
            }
            Some((_, None)) => {
                self.lost.add(Loss::Ends, 1);
                self.end(End { terminal: Some(Terminal::Interrupted), ..end });
            }
            // Unknown end words become part of the closing sentence.
            None if end.sentence.is_empty() && !end.word.is_empty() => {
                line.sentence = format!("まで{}手で{}", end.plies, end.word);
            }
            None => end.sentence.trim().clone_into(&mut line.sentence),
        }
    }

    fn sentence(&mut self, text: &str) {
        // A sentence that states less than the end word, or another end, must not replace the sentence of the word: KI2
        // states the end nowhere else.
        let said = |text: &str| {
            // The outcome shows who committed the foul.
            let cause = |cause| if cause == Terminal::FoulByPrevious { Terminal::FoulByMover } else { cause };
            ending(text.as_bytes()).map(|said| (said.outcome, said.cause.map(cause)))
        };
        let Some(line) = self.lines.last_mut() else { return };
        // The sentence after a resignation may or may not mention it.
        let names_word = |(outcome, cause): (Option<Outcome>, Option<Terminal>)| {
            let by_word = line.word.as_ref().filter(|written| cause.and_then(word) == Some(written.text));
            by_word.is_some() && said(&line.sentence).is_some_and(|(own, _)| own == outcome)
        };
        let says_same = said(text) == said(&line.sentence);
        if line.word.is_none() {
            // The sentence of an unknown end word states no result, so a sentence with a result replaces it.
            if said(text).is_some_and(|(outcome, _)| outcome.is_some()) {
                self.lost.add(Loss::Ends, u64::from(!says_same));
                text.trim().clone_into(&mut line.sentence);
            }
        } else if says_same || said(text).is_some_and(names_word) {
            text.trim().clone_into(&mut line.sentence);
        } else if let (Some((Some(outcome), _)), Some(word)) = (said(text), line.word) {
            // Two sentences cannot be written, so that another winner would be lost.
            let own = ending(line.sentence.as_bytes()).and_then(|own| own.outcome_at(word.mover));
            self.lost.add(Loss::Ends, u64::from(own != Some(outcome)));
        }
    }

    fn open(&mut self, ply: u32) {
        // A variation of the end needs an end word to replace, as a sentence has no move number.
        if let Some(word) = self.lines.last_mut().and_then(|line| line.word.take()) {
            self.word(word);
        }
        self.blocks.open(ply, None);
        self.lines.push(Ki2Line::default());
    }

    fn close(&mut self) {
        self.close_line();
        self.blocks.close();
    }

    fn finish(&mut self, out: &mut String) -> Losses {
        while self.lines.len() > 1 {
            self.close();
        }
        self.close_line();
        self.heading.write(out);
        self.blocks.finish(out, false);
        self.lost
    }
}
