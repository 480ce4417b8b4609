//! Movetext: a loop over tokens that never fails. Text that the grammar does not accept becomes junk, up to the next
//! place where a token can begin.

use nom::Parser;
use nom::branch::alt;
use nom::sequence::preceded;

use super::Reader;
use super::bytes::{Class, class, ends_token, is_space, is_stop, token_end};
use super::grammar::{self, Token};
use super::{section, signs, spaced_moves};
use crate::list::is_like_move;
use crate::text::{Recovered, recover};
use partie_record::finding::Code;
use partie_record::span::Span;
use partie_record::{Closing, ItemKind, Movetext, Outcome, limits};

/// Maximum length in bytes of a server's remark.
const MAX_SERVER_REMARK: usize = 256;
/// Maximum length in bytes of moves written without a blank between them.
const MAX_GLUED: usize = 256;
/// Maximum length in bytes of a move with all its marks.
const MAX_MOVE: usize = 24;

/// Length of the move in a token that consists of a move and the next move number, without a blank: `O-O6.`, `Nf66.`
fn before_next_number(token: &[u8]) -> Option<usize> {
    if token.last() != Some(&b'.') || token[0].is_ascii_digit() {
        return None;
    }
    let castling = token.iter().take_while(|byte| matches!(byte, b'O' | b'-')).count();
    let square = |end: &usize| matches!(token[end - 2..*end], [b'a'..=b'h', b'1'..=b'8']);
    let promotion = |end: usize| end + if token[end] == b'=' { 2.min(token.len() - end) } else { 0 };
    let squares = (2..token.len()).filter(square).map(promotion);
    let mut ends = [castling].into_iter().filter(|length| *length >= 3).chain(squares);
    ends.find(|end| grammar::next_number(&token[*end..]).is_ok())
}

/// Length of the first move with its marks in a token without blanks, `e5?2.` or `Nf3!!Nc6`; `None` for a single move.
fn before_next_token(token: &[u8]) -> Option<usize> {
    // Long tokens are not split, as the rest is read again after each move.
    if token.len() > MAX_GLUED {
        return None;
    }
    let is_mark = |byte: &u8| matches!(byte, b'!' | b'?');
    let first = token.iter().position(is_mark)?;
    let (word, rest) = token.split_at(first);
    let marks = rest.iter().take_while(|byte| is_mark(byte)).count();
    (is_like_move(word) && begins_token(&rest[marks..])).then_some(first + marks)
}

/// True if the text appears to begin with a move or a move number.
fn begins_token(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if (1..=3).contains(&digits) && text.get(digits) == Some(&b'.') {
        return true;
    }
    let word = &text[..text.iter().position(|byte| matches!(byte, b'!' | b'?')).unwrap_or(text.len())];
    // The next move number may follow without a blank, too.
    is_like_move(word) || before_next_number(word).is_some()
}

/// Results that may follow the last move without a blank.
const GLUED: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];

impl Reader<'_, '_> {
    /// `movetext = *(between / played between-words / (played / comment) escape)`
    ///
    /// Variations nest on the stack of the reader. Constructs that depend on their position are handled here, all
    /// others by the grammar.
    pub(super) fn movetext(&mut self) {
        loop {
            match self.record.movetext {
                Movetext::Descriptive(language) => self.descriptive_run(language),
                Movetext::Iccf => self.numeric_run(),
                _ if self.fast => self.fast_run(),
                _ => {}
            }
            let Some(&byte) = self.bytes.get(self.at) else { return };
            match class(byte) {
                Class::Brace => self.comment(),
                Class::Open => self.open_variation(),
                Class::Close => self.close_variation(),
                Class::Bracket if section::is_tag_start(&self.bytes[self.at..]) => return self.next_tags(),
                Class::Semicolon => self.rest_of_line(),
                Class::Percent if section::at_line_start(self.bytes, self.at) => self.rest_of_line(),
                Class::Star if self.is_inside_word() => self.starred_word(),
                Class::Star if self.bytes[self.at..].starts_with(b"*[") && self.server_remark() => {}
                Class::Digit if self.begins_damaged_move() => self.word_to(self.at, token_end(self.bytes, self.at)),
                _ => self.next_token(),
            }
            if self.unfinished || self.ended {
                return;
            }
        }
    }

    fn next_token(&mut self) {
        let (bytes, from) = (self.bytes, self.at);
        match recover(&bytes[from..], grammar::token(self.record.has_moves), junk_length) {
            Recovered::Token(token, rest) => self.token(token, from, bytes.len() - rest.len()),
            Recovered::Junk(junk, _) => self.junk(from, from + junk.len()),
        }
    }

    fn token(&mut self, token: Token, from: usize, end: usize) {
        if !self.last && may_go_on(self.bytes, token, from, end) {
            self.unfinished = true;
            return;
        }
        self.at = end;
        match token {
            Token::White => {}
            Token::Number if self.bytes[from] == b'0' && self.castles_apart(from) => {}
            Token::Number => self.push(ItemKind::Number, from, end),
            Token::Nag(number) => self.nag(number.is_some(), from, end),
            Token::Null => self.null(from, end),
            Token::Result(outcome) => self.final_result(from, end, outcome),
            Token::LateMark => self.push(ItemKind::Suffix, from, end),
            Token::Glyph if spaced_moves::is_sign(&self.bytes[from..end]) && self.join_apart(from, end) => {}
            Token::Glyph => self.push(ItemKind::Glyph, from, end),
            Token::Symbol => self.symbol(from, end),
        }
    }

    /// Reads a word that is not a move in a frequent form: marks, promotions, castling, annotators' words.
    fn symbol(&mut self, from: usize, end: usize) {
        let token = &self.bytes[from..end];
        if spaced_moves::is_sign(token) && self.join_apart(from, end) || token == b"O" && self.castles_apart(from) {
            return;
        }
        // A result without a blank after the last move: the rest of the token is read as a result next.
        let glued = || GLUED.iter().find_map(|result| token.strip_suffix(*result).filter(|rest| rest.len() > 1));
        if !token[0].is_ascii_digit()
            && let Some(rest) = glued()
        {
            self.at = from + rest.len();
            self.record.note(Code::S016, Span::new(self.at, end));
            return self.push_move(from, self.at);
        }
        if token == b"0-0" && self.is_double_forfeit(end) {
            return self.final_result(from, end, Outcome::Unknown);
        }
        if let Some(length) = before_next_number(token).or_else(|| before_next_token(token)) {
            self.at = from + length;
            self.record.note(Code::S016, Span::new(self.at, end));
            return self.push_move(from, self.at);
        }
        if let Some(length) = signs::evaluation(token) {
            self.at = from + length;
            return self.push_move(from, self.at);
        }
        if self.blank_apart && self.join_squares(from, end)
            || memchr::memchr(b',', token).is_some() && self.listed(from, end)
        {
            return;
        }
        self.push_move(from, end);
    }

    /// True if the `0-0` before `end` is not castling, but a loss for both players. In this case, the record has
    /// neither moves nor numbers, and its Result tag is `0-0`.
    #[cold]
    fn is_double_forfeit(&mut self, end: usize) -> bool {
        if self.record.has_moves || self.record.items.iter().any(|item| item.kind == ItemKind::Number) {
            return false;
        }
        if self.record.value(self.bytes, "Result").is_none_or(|value| value.trim_ascii() != b"0-0") {
            return false;
        }
        let next = end + self.bytes[end..].iter().take_while(|byte| is_space(**byte)).count();
        match self.bytes.get(next) {
            Some(b'{' | b';') => true,
            Some(_) => section::is_tag_start(&self.bytes[next..]),
            None => true,
        }
    }

    /// Reads a result. If it ends the record, reads the comments after it, too.
    fn final_result(&mut self, from: usize, end: usize, outcome: Outcome) {
        if self.result(from, end, outcome) {
            self.after_result();
            self.ended = true;
        }
    }

    /// True if the asterisk at the current offset is between letters or digits, and thus no result.
    fn is_inside_word(&self) -> bool {
        let is_wordy = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        is_wordy(self.at.checked_sub(1).and_then(|at| self.bytes.get(at))) && is_wordy(self.bytes.get(self.at + 1))
    }

    /// Reads a server's remark on the end of a game, `*[Checkmate, White wins]*`. Returns false if the asterisk begins
    /// none; it is a result then.
    #[cold]
    fn server_remark(&mut self) -> bool {
        let from = self.at;
        let window = &self.bytes[from..self.bytes.len().min(from + MAX_SERVER_REMARK)];
        let line = memchr::memchr(b'\n', window).unwrap_or(window.len());
        if from + line == self.bytes.len() && !self.last {
            self.unfinished = true;
            return true;
        }
        let Some(length) = memchr::memmem::find(&window[..line], b"]*") else { return false };
        self.at = from + length + 2;
        self.push(ItemKind::LineComment, from, self.at);
        if self.record.result.is_none() && self.record.value(self.bytes, "Result").is_none() {
            let players = ["White", "Black"].map(|name| self.record.value(self.bytes, name).unwrap_or_default());
            let players = players.map(String::from_utf8_lossy);
            let said = String::from_utf8_lossy(&window[2..length]);
            let said = Closing::parse(&said, players.each_ref().map(AsRef::as_ref));
            if let Some(outcome) = said.and_then(Closing::outcome) {
                (self.record.result, self.record.outcome) = (Some(Span::new(from, self.at)), Some(outcome));
            }
        }
        true
    }

    /// Reads a damaged move with an asterisk in it. Its first part was already read as a separate token.
    #[cold]
    fn starred_word(&mut self) {
        let mut from = self.at;
        if let Some(before) = self.record.items.pop_if(|item| item.span.to as usize == from) {
            self.moves -= u32::from(before.kind == ItemKind::Move && before.line == 0);
            from = before.span.from as usize;
        }
        while self.bytes.get(self.at) == Some(&b'*') && self.is_inside_word() {
            self.at = token_end(self.bytes, self.at + 1);
        }
        self.word_to(from, self.at);
    }

    /// Reads a word as a move, readable or not.
    pub(super) fn word_to(&mut self, from: usize, end: usize) {
        if end == self.bytes.len() && !self.last {
            self.unfinished = true;
            return;
        }
        self.at = end;
        self.push_move(from, end);
    }

    pub(super) fn push_move(&mut self, from: usize, mut end: usize) {
        // A promotion in parentheses, e8(Q).
        if let Some([b'1'..=b'8', b'(']) = self.bytes.get(end - 1..end + 1)
            && let Ok((rest, _)) = grammar::parenthesised(&self.bytes[end..])
        {
            end = self.bytes.len() - rest.len();
            self.at = end;
        }
        if end - from > limits::TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
            return self.push(ItemKind::Skipped, from, end);
        }
        self.push(ItemKind::Move, from, end);
        self.record.has_moves = true;
        self.moves += u32::from(self.line == 0);
    }

    fn null(&mut self, from: usize, end: usize) {
        self.push(ItemKind::Null, from, end);
        self.record.has_moves = true;
        self.moves += u32::from(self.line == 0);
    }

    /// True if a digit begins a damaged move, for example one with rank and file exchanged: `6a`. Before a move, the
    /// expected move number may lack its full stop. A word after a move number is always a move.
    #[inline]
    fn begins_damaged_move(&self) -> bool {
        match self.bytes.get(self.at..self.at + 2) {
            Some(&[digit @ b'1'..=b'8', b'a'..=b'h']) => self.is_damaged_move(digit),
            Some(&[b'1'..=b'9', next]) if next != b'.' => {
                (self.follows_number() || self.is_before_number()) && self.is_numeric_word()
            }
            _ => false,
        }
    }

    #[cold]
    fn is_damaged_move(&self, digit: u8) -> bool {
        if self.follows_number() {
            return true;
        }
        let due = self.line == 0 && u32::from(digit - b'0') == self.moves / 2 + 1;
        // Before Black's move, the only plausible number is that of White's move.
        let black = self.line == 0 && !self.moves.is_multiple_of(2);
        let reads = || self.short_word(self.at + 1, MAX_MOVE).is_some_and(|rest| self.reads(rest));
        if black { !due || !reads() } else { !due && !reads() }
    }

    /// The word at `from`; `None` beyond `most` bytes, as a word of megabytes would be scanned repeatedly.
    fn short_word(&self, from: usize, most: usize) -> Option<&[u8]> {
        let window = &self.bytes[from..self.bytes.len().min(from + most + 1)];
        let length = window.iter().position(|byte| ends_token(*byte)).unwrap_or(window.len());
        (length <= most).then(|| &window[..length])
    }

    /// True if the previous item is a move number with a full stop.
    fn follows_number(&self) -> bool {
        let number = self.record.items.last().filter(|item| item.kind == ItemKind::Number);
        number.is_some_and(|number| number.span.of(self.bytes).ends_with(b"."))
    }

    /// True if Black is to move, and White's next move number follows the word at the current offset.
    fn is_before_number(&self) -> bool {
        if self.line != 0 || self.moves.is_multiple_of(2) {
            return false;
        }
        let Some(word) = self.short_word(self.at, MAX_MOVE) else { return false };
        let next = preceded(grammar::whites, grammar::number).parse(&self.bytes[self.at + word.len()..]);
        next.is_ok_and(|(_, number)| number.dots > 0)
    }

    /// True if the word that begins with a digit here is neither a result nor a number with a full stop.
    #[cold]
    fn is_numeric_word(&self) -> bool {
        let Some(word) = self.short_word(self.at, 7) else { return false };
        !word.iter().any(|byte| matches!(byte, b'.' | b'/' | b':')) && grammar::result(word).is_err()
    }

    /// Reads a result token up to `end`; true if it ends the record. A result in a variation does not.
    fn result(&mut self, from: usize, end: usize, outcome: Outcome) -> bool {
        self.push(ItemKind::Result, from, end);
        let stated = (Some(Span::new(from, end)), Some(outcome));
        if self.open.is_empty() {
            (self.record.result, self.record.outcome) = stated;
            return true;
        }
        // An unclosed variation must not contain the next game.
        let mut at = end;
        while self.bytes.get(at).is_some_and(|byte| is_space(*byte)) {
            at += 1;
        }
        if at < self.bytes.len() && section::is_section_start(self.bytes, at) {
            (self.record.result, self.record.outcome) = stated;
        }
        false
    }

    /// Reads the text after the result. Comments and words on the line of the result belong to the game, later lines
    /// only if no other game follows.
    fn after_result(&mut self) {
        let mut noted = false;
        while !self.unfinished {
            let lines = self.white();
            let from = self.at;
            let Some(&byte) = self.bytes.get(from) else { return };
            if lines > 0 {
                let lacks_gap = lines == 1 && self.begins_tag();
                if !self.unfinished {
                    self.last_comments();
                }
                // `last_comments` may have read the line as text of this game.
                if lacks_gap && self.at == from {
                    self.record.note(Code::S016, Span::new(from, from + 1));
                }
                return;
            }
            match byte {
                b'[' if section::is_tag_start(&self.bytes[from..]) => {
                    self.record.note(Code::S016, Span::new(from, from + 1));
                    return;
                }
                b'1' if matches!(self.bytes.get(from + 1), Some(b'.' | b' ')) => return,
                b'{' => self.comment(),
                b';' => self.rest_of_line(),
                _ => {
                    if !std::mem::replace(&mut noted, true) {
                        self.record.note(Code::N030, Span::new(from, from + 1));
                    }
                    let end = token_end(self.bytes, from + 1);
                    self.push(ItemKind::Junk, from, end);
                    self.at = end;
                }
            }
        }
    }

    /// Reads the lines after the line of the result. They belong to the next game, and to this game only if no other
    /// game follows.
    fn last_comments(&mut self) {
        let (start, items, notes) = (self.at, self.record.items.len(), self.record.notes.len());
        while !self.unfinished {
            self.white();
            match self.bytes.get(self.at) {
                None if self.last => return,
                // The text after the comments is not available yet.
                None if self.record.items.len() > items => self.unfinished = true,
                None => return,
                Some(b'{') => self.comment(),
                Some(b';') => self.rest_of_line(),
                Some(b'%') if section::at_line_start(self.bytes, self.at) => self.rest_of_line(),
                Some(_) => {
                    self.at = start;
                    self.record.items.truncate(items);
                    self.record.notes.truncate(notes);
                    if self.last
                        && !self.ahead
                        && let Some(text) = self.closing_text(start)
                    {
                        self.record.items.extend(text.items);
                        self.record.notes.extend(text.notes);
                        self.at = self.bytes.len();
                    }
                    return;
                }
            }
        }
    }

    /// Notes a tag section that does not follow an empty line; it begins the next game.
    fn next_tags(&mut self) {
        let from = self.at;
        // Without items, this is a second tag section that repeats a name.
        if !self.record.items.is_empty() && !section::is_section_start(self.bytes, from) {
            self.record.note(Code::S016, Span::new(from, from + 1));
        }
    }

    /// Adds a NAG. `is_known` is false if the NAG has no valid number.
    pub(crate) fn nag(&mut self, is_known: bool, from: usize, end: usize) {
        if !is_known && self.record.is_crowded() {
            return self.record.push_junk(Code::N023, Span::new(from, end), self.line);
        }
        if !is_known {
            self.record.note(Code::N023, Span::new(from, end));
        }
        self.push(ItemKind::Nag, from, end);
    }

    pub(crate) fn rest_of_line(&mut self) {
        let from = self.at;
        let Ok((rest, line)) = alt((grammar::line_comment, grammar::percent)).parse(&self.bytes[from..]) else {
            return;
        };
        if rest.is_empty() && !self.last {
            self.unfinished = true;
            return;
        }
        let end = from + line.len();
        let kind = if line.len() > limits::TOKEN { ItemKind::Skipped } else { ItemKind::LineComment };
        if kind == ItemKind::Skipped {
            self.record.note(Code::B002, Span::new(from, end));
        }
        self.push(kind, from, end);
        self.at = end;
    }

    /// Adds text that is not a token of the grammar.
    #[cold]
    fn junk(&mut self, from: usize, end: usize) {
        let token = &self.bytes[from..end];
        match class(token[0]) {
            Class::Digit if is_rest_of_move(token) => self.word_to(from, end),
            Class::Digit => {
                if !self.last && token_end(self.bytes, end) == self.bytes.len() {
                    self.unfinished = true;
                    return;
                }
                self.at = end;
                self.record.push_junk(Code::S015, Span::new(from, end), self.line);
            }
            Class::Sign => self.signed(from, end),
            _ => self.other_junk(from, end),
        }
    }

    /// Reads a word that begins with a sign but is not a mark.
    fn signed(&mut self, from: usize, end: usize) {
        let token = &self.bytes[from..end];
        self.at = end;
        // A move after a sign, which may replace the move's first character.
        let bare = &token[token.iter().take_while(|byte| class(**byte) == Class::Sign).count()..];
        if is_rest_of_move(bare) || self.reads(bare) {
            return self.word_to(from, end);
        }
        if let Some(negative) = token.strip_prefix(b"-")
            && let Ok((rest, number)) = grammar::number(negative)
            && number.dots > 0
        {
            // A negative move number is still a number.
            self.at = end - rest.len() - (number.dots - 1);
            return self.push(ItemKind::Number, from, self.at);
        }
        self.record.push_junk(Code::S015, Span::new(from, end), self.line);
    }

    fn other_junk(&mut self, from: usize, end: usize) {
        if self.bytes[from..end] == *b":" && self.join_apart(from, end) {
            return;
        }
        let control = self.bytes[from..end].iter().any(|byte| *byte < 0x20);
        self.at = end;
        if end - from > 1 && (control || self.reads(&self.bytes[from + 1..end])) {
            return self.push_move(from, end);
        }
        let code = if control { Code::S001 } else { Code::S015 };
        self.record.push_junk(code, Span::new(from, end), self.line);
        if end - from > limits::TOKEN {
            self.record.note(Code::B002, Span::new(from, end));
        }
    }
}

/// True if a word is the intact end of a damaged move: a square of either board, or castling.
fn is_rest_of_move(word: &[u8]) -> bool {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).count();
    let bare = &word[..word.len() - marks];
    let castles = !bare.is_empty() && bare.iter().all(|byte| matches!(byte, b'O' | b'0' | b'-'));
    let digits = bare.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let square = matches!(bare[..bare.len() - digits], [.., b'a'..=b'i' | b'k' | b'l']) && (1..=2).contains(&digits);
    bare.len() <= 10 && (castles || square || matches!(bare, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'x', b'1'..=b'8']))
}

/// Length of junk in bytes, up to the next byte that ends a token.
fn junk_length(input: &[u8]) -> usize {
    match input {
        [b'0'..=b'9', ..] => grammar::clipped(input).map_or(1, |(_, token)| token.len()),
        _ => token_end(input, 1),
    }
}

/// True if a token ends at the end of `bytes`, more of the file follows, and the token may continue there.
fn may_go_on(bytes: &[u8], token: Token, from: usize, end: usize) -> bool {
    let text = &bytes[from..end];
    let only_stops_follow = || bytes[end..].iter().all(|byte| is_stop(*byte));
    match class(text[0]) {
        Class::Word => end == bytes.len(),
        Class::Digit => match token {
            Token::Number => end == bytes.len() && !text.ends_with(b"."),
            // Castling `00` and the draw `0.5-0.5` cannot continue.
            Token::Symbol | Token::Result(_) => {
                text.iter().any(|byte| !byte.is_ascii_digit()) && !text.starts_with(b"0.") && only_stops_follow()
            }
            _ => false,
        },
        _ => false,
    }
}
