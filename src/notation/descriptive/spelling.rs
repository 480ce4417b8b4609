//! Spellings of a move to compare with misprints, and the normalization of misprints to the same form.
//!
//! Not for writing records (see `write`): these are all spellings that a printer could have set.

use super::write::write;
use super::write_style::{Layer, Style};
use partie_record::Language;
use partie_rules::chess::{Move, MoveKind, Origins, Position, Role, Square};
use partie_rules::{BoardSide, Rules, Side};

const FILES: [&str; 8] = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"];

/// Returns the spellings of a legal move without marks, with `N` for the knight and nothing between piece and square.
pub fn spellings(position: &Position, origins: &Origins, mv: Move, language: Language) -> Vec<String> {
    let mut own = Vec::new();
    write(&mut own, position, origins, mv, &Style::new(language, Layer::Modern));
    let mut all = vec![tighten(&String::from_utf8_lossy(&own))];
    if language != Language::English {
        return all;
    }
    if mv.kind == MoveKind::Castling {
        let board_side = if mv.to.file() > mv.from.file() { "KR" } else { "QR" };
        all.extend(["CASTLES".to_owned(), format!("CASTLES{board_side}")]);
        return all;
    }
    let side = position.turn();
    let movers = names(mv.role, mv.from, origins);
    let targets = match mv.captured {
        None => squares(mv.to, side),
        Some(role) => {
            let at = if mv.kind == MoveKind::EnPassant { Square::at(mv.to.file(), mv.from.rank()) } else { mv.to };
            let victims = names(role, at, origins);
            let with_square =
                victims.iter().flat_map(|name| squares(at, side).into_iter().map(move |to| format!("{name}{to}")));
            victims.iter().cloned().chain(with_square).collect()
        }
    };
    let promotion = mv.promotion.map(letter).unwrap_or_default();
    for mover in &movers {
        all.extend(targets.iter().map(|target| format!("{mover}{target}{promotion}")));
    }
    all
}

/// Names of a piece: bare, by board side, by file, shortest first.
fn names(role: Role, at: Square, origins: &Origins) -> Vec<String> {
    let mut names = vec![letter(role).to_owned()];
    if role == Role::Pawn {
        let file = FILES[at.file() as usize];
        names.extend([format!("{}P", short(file)), format!("{file}P")]);
    } else if let Some(board_side) = origins.board_side(at) {
        names.push(format!("{}{}", if board_side == BoardSide::King { 'K' } else { 'Q' }, letter(role)));
    }
    names.dedup();
    names
}

/// Names of a square, from the given side.
fn squares(at: Square, side: Side) -> Vec<String> {
    let file = FILES[at.file() as usize];
    let rank = if side == Side::First { at.rank() + 1 } else { 8 - at.rank() };
    let mut names = vec![format!("{}{rank}", short(file)), format!("{file}{rank}")];
    names.dedup();
    names
}

fn short(file: &str) -> &str {
    if file.len() == 2 { &file[1..] } else { file }
}

const fn letter(role: Role) -> &'static str {
    match role {
        Role::Pawn => "P",
        Role::Knight => "N",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::King => "K",
    }
}

/// Words of printed moves, with their normalized form.
const WORDS: [(&str, &str); 31] = [
    ("takes", ""),
    ("captures", ""),
    ("take", ""),
    ("to", ""),
    ("square", "1"),
    ("sq", "1"),
    ("check", ""),
    ("dis", ""),
    ("disc", ""),
    ("dbl", ""),
    ("ch", ""),
    ("mate", ""),
    ("1st", "1"),
    ("2d", "2"),
    ("2nd", "2"),
    ("3d", "3"),
    ("3rd", "3"),
    ("4th", "4"),
    ("5th", "5"),
    ("6th", "6"),
    ("7th", "7"),
    ("8th", "8"),
    ("kt", "N"),
    ("en", ""),
    ("pr", ""),
    ("prend", ""),
    ("ech", ""),
    ("éch", ""),
    ("échec", ""),
    ("jaque", ""),
    ("mat", ""),
];

/// Replaces each misprinted letter of a word; counts as a superfluous mark.
const MISPRINT: char = '-';
/// Minimum length of a word with two misprinted letters.
const LONG: usize = 5;

/// Normalizes a printed move to the form of [`spellings`]: no words, dots, signs and marks, and digits for ordinals.
pub fn tighten(text: &str) -> String {
    let mut tight = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum::<usize>();
        if length == 0 {
            rest = &rest[first.len_utf8()..];
            // The possessive of K's.
            if matches!(first, '\'' | '’') {
                rest = rest.strip_prefix(['s', 'S']).unwrap_or(rest);
            }
            continue;
        }
        word(&rest[..length], &mut tight);
        rest = &rest[length..];
    }
    tight
}

fn word(word: &str, tight: &mut String) {
    if let Some((_, meant)) = WORDS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)) {
        return tight.push_str(meant);
    }
    if let Some(rank) = ordinal(word) {
        return tight.push(rank);
    }
    if let Some((off, meant)) = misprinted(word) {
        tight.push_str(meant);
        return tight.extend(std::iter::repeat_n(MISPRINT, off));
    }
    // Glued forms: KtxP, Q-B7ch, BtoKt5, KtoRsquare, toR, Kts3d.
    let word = behind_verb(word).unwrap_or(word);
    let word = word.strip_suffix("ch").or_else(|| word.strip_suffix("mate")).unwrap_or(word);
    let (mut rest, square) = word.strip_suffix("square").map_or((word, ""), |rest| (rest, "1"));
    while let Some(first) = rest.chars().next() {
        if let Some((name, tail)) = before_verb(rest) {
            tight.push(name);
            rest = tail;
            continue;
        }
        if let Some(tail) = rest.strip_prefix("Kt").or_else(|| rest.strip_prefix("kt")) {
            tight.push('N');
            rest = tail;
            continue;
        }
        if let Some(tail) = behind_genitive(rest).or_else(|| behind_rank(rest)) {
            tight.extend(Some(first).filter(char::is_ascii_digit));
            rest = tail;
            continue;
        }
        // No other name has a lowercase letter.
        let next = rest[first.len_utf8()..].chars().next();
        if first.is_ascii_uppercase()
            && let Some(next) =
                next.filter(|next| *next == 't' || first == 'K' && next.is_ascii_lowercase() && *next != 'x')
        {
            tight.extend(['N', MISPRINT]);
            rest = &rest[first.len_utf8() + next.len_utf8()..];
            continue;
        }
        rest = &rest[first.len_utf8()..];
        match first {
            'x' | 'X' | '×' => {}
            // No name ends in these letters: a scan reads ranks so.
            'l' | 'i' | 'z' if rest.is_empty() => tight.push(first),
            _ => tight.push(first.to_ascii_uppercase()),
        }
    }
    tight.push_str(square);
}

/// Returns the text after a verb that is glued to the following name.
fn behind_verb(text: &str) -> Option<&str> {
    let tail = text.strip_prefix("to").or_else(|| text.strip_prefix("takes"))?;
    tail.starts_with(|next: char| next.is_ascii_uppercase()).then_some(tail)
}

/// Returns the rank after the letter of a possessive: `Kts3d`.
fn behind_genitive(text: &str) -> Option<&str> {
    text.strip_prefix('s').filter(|tail| tail.starts_with(|rank: char| rank.is_ascii_digit()))
}

/// Returns the text after a rank and the suffix of its ordinal: `3d`, `5th`.
fn behind_rank(text: &str) -> Option<&str> {
    let tail = text.strip_prefix(|rank: char| rank.is_ascii_digit())?;
    ["th", "st", "nd", "rd", "d"].iter().find_map(|suffix| tail.strip_prefix(suffix))
}

/// Returns a piece to whose name a verb is glued, and the text after the verb.
fn before_verb(text: &str) -> Option<(char, &str)> {
    [("Kt", 'N'), ("K", 'K'), ("Q", 'Q'), ("R", 'R'), ("B", 'B'), ("N", 'N'), ("P", 'P')].iter().find_map(
        |(piece, name)| {
            let behind = text.strip_prefix(piece)?;
            let tail = behind.strip_prefix("to").or_else(|| behind.strip_prefix("takes"))?;
            (tail.is_empty() || begins_square(tail)).then_some((*name, tail))
        },
    )
}

/// True if a square may begin here, after a letter that a scan doubled: `kK3`.
fn begins_square(text: &str) -> bool {
    text.strip_prefix(['k', 'q', 'r', 'b']).unwrap_or(text).starts_with(|next: char| next.is_ascii_uppercase())
}

/// Returns the letter in place of the rank in an ordinal: `Sth`, `lst`, `Zd`.
fn ordinal(word: &str) -> Option<char> {
    let stem = ["th", "st", "nd", "rd", "d"].iter().find_map(|suffix| word.strip_suffix(suffix))?;
    let mut letters = stem.chars();
    let rank = letters.next().filter(|rank| "SsBbZzGlIiTtAOo?".contains(*rank))?;
    letters.next().is_none().then_some(rank)
}

/// Returns the number of misprinted letters in a word, and its normalized form.
fn misprinted(word: &str) -> Option<(usize, &'static str)> {
    if !word.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let length = word.chars().count();
    let most = if length < LONG { 1 } else { 2 };
    let off = |name: &str| word.chars().zip(name.chars()).filter(|(one, other)| one != other).count();
    let names = WORDS.iter().filter(|(name, _)| length > 1 && name.chars().count() == length);
    names.map(|(name, meant)| (off(name), *meant)).filter(|(off, _)| *off <= most).min_by_key(|(off, _)| *off)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_of_all_layers_come_to_one_form() {
        for text in ["B. to Q. Kt's 2d.", "B to QKt2", "B - Q Kt 2", "B-QKt2", "B-QN2"] {
            assert_eq!(tighten(text), "BQN2", "{text}");
        }
        assert_eq!(tighten("R. takes K. B. P."), "RKBP");
        assert_eq!(tighten("Kt-B7ch"), "NB7");
        assert_eq!(tighten("KtxKt"), "NN");
        // A scan loses blanks.
        assert_eq!(tighten("Ktto KtS"), "NNS");
        assert_eq!(tighten("Q. to R's Sth (ch.)"), "QRS");
        assert_eq!(tighten("Q.toR'sSth(ch.)"), "QRS");
        assert_eq!(tighten("KttoKts3d"), "NN3");
        assert_eq!(tighten("R-Ktl"), "RNl");
        assert_eq!(tighten("P-\nQkt4"), "PQN4");
        assert_eq!(tighten("Kto Kt2"), "KN2");
        assert_eq!(tighten("QRtoKKtsquare"), "QRKN1");
        assert_eq!(tighten("QtokK3"), "QKK3");
        assert_eq!(tighten("KttakesB"), "NB");
        assert_eq!(tighten("KtakesP"), "KP");
        assert_eq!(tighten("K. to B's sq."), "KB1");
        assert_eq!(tighten("Castles"), "CASTLES");
    }

    #[test]
    fn misprinted_words_keep_their_meaning() {
        for (text, tight) in [
            ("P tc K4", "P-K4"),
            ("Kt. takos P. (ci.)", "N-P-"),
            ("K to B squaro", "KB1-"),
            ("B. to Q. Kt's 4tb", "BQN4-"),
            ("BxKl", "BN-"),
            ("Ht-B3", "N-B3"),
        ] {
            assert_eq!(tighten(text), tight, "{text}");
        }
    }
}
