//! Draws a board as lines of text.

use super::drawing::{Board, Drawing, Word, columns};
use partie_record::finding::Mark;

/// Marks the second column of a full-width character on the page.
const TAKEN: char = '\0';

/// Draws the board, the first player below: marked squares in brackets, those of the explaining side in parentheses,
/// with their notes beside the row. Marks do not move cells, and the notes of all rows begin in the same column.
pub fn text<B: Board + ?Sized>(board: &B, marks: &[Mark]) -> Vec<String> {
    let drawing = board.drawing(!marks.is_empty());
    let mut page = Page::new(&drawing);
    for word in drawing.words.iter().chain(drawing.cells.iter().map(|cell| &cell.word)) {
        page.write(word);
    }
    let mut notes = vec![String::new(); drawing.lines];
    let mut opening = Vec::new();
    for cell in &drawing.cells {
        let Some(mark) = marks.iter().find(|mark| mark.square == cell.name) else { continue };
        let (open, close) = if mark.against { ('(', ')') } else { ('[', ']') };
        let Word { line, column, text } = &cell.word;
        page.put(*line, column + text.chars().map(columns).sum::<usize>(), close);
        opening.push((*line, column.saturating_sub(1), open));
        if let (Some(notes), Some(note)) = (notes.get_mut(*line), &mark.note) {
            notes.push_str(if notes.is_empty() { "   " } else { ", " });
            notes.push_str(&format!("{} {note}", cell.name));
        }
    }
    // Between two marked neighbors, the bracket of the second one is visible.
    for (line, column, open) in opening {
        page.put(line, column, open);
    }
    page.lines.into_iter().zip(notes).map(|(line, notes)| finish(&line, &notes)).collect()
}

/// Characters by line and column.
struct Page {
    lines: Vec<Vec<char>>,
}

impl Page {
    fn new(drawing: &Drawing) -> Self {
        Self { lines: vec![vec![' '; drawing.columns]; drawing.lines] }
    }

    fn put(&mut self, line: usize, column: usize, character: char) {
        let Some(line) = self.lines.get_mut(line) else { return };
        // Text below the board may be wider than the board, such as a full hand.
        if line.len() <= column {
            line.resize(column + 1, ' ');
        }
        line[column] = character;
    }

    fn write(&mut self, word: &Word) {
        let mut column = word.column;
        for character in word.text.chars() {
            self.put(word.line, column, character);
            if columns(character) == 2 {
                self.put(word.line, column + 1, TAKEN);
            }
            column += columns(character);
        }
    }
}

fn finish(line: &[char], notes: &str) -> String {
    let mut text: String = line.iter().filter(|character| **character != TAKEN).collect();
    text.push_str(notes);
    text.truncate(text.trim_end_matches(' ').len());
    text
}
