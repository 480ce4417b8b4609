//! Results and terminations, as a record states them.

use super::commands::commands;
use partie_rules::Side;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    FirstWins,
    SecondWins,
    Draw,
    /// The first player stalemated the second, which counts three quarters in hexagonal chess.
    FirstStalemates,
    /// The second player stalemated the first.
    SecondStalemates,
    /// Unfinished, abandoned, or not known.
    Unknown,
}

impl Outcome {
    /// Parses a result token of PGN or a common variant.
    pub fn parse(token: &[u8]) -> Option<Self> {
        let tokens = STANDARD_RESULTS.iter().chain(&LENIENT_RESULTS);
        tokens.into_iter().find(|(known, _)| *known == token).map(|(_, outcome)| *outcome)
    }

    /// The standard token.
    pub const fn token(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::FirstStalemates => "3/4-1/4",
            Self::SecondStalemates => "1/4-3/4",
            Self::Unknown => "*",
        }
    }

    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::First => Self::FirstWins,
            Side::Second => Self::SecondWins,
        }
    }

    pub const fn is_decisive(self) -> bool {
        matches!(self, Self::FirstWins | Self::SecondWins)
    }
}

/// Result tokens of the PGN standard.
pub const STANDARD_RESULTS: [(&[u8], Outcome); 4] = [
    (b"1-0", Outcome::FirstWins),
    (b"0-1", Outcome::SecondWins),
    (b"1/2-1/2", Outcome::Draw),
    (b"*", Outcome::Unknown),
];

/// Other result tokens in files; a longer token precedes its prefix.
pub const LENIENT_RESULTS: [(&[u8], Outcome); 28] = [
    // With an en dash, U+2013.
    (b"1\xe2\x80\x930", Outcome::FirstWins),
    (b"0\xe2\x80\x931", Outcome::SecondWins),
    (b"1/2\xe2\x80\x931/2", Outcome::Draw),
    (b"\xc2\xbd\xe2\x80\x93\xc2\xbd", Outcome::Draw),
    (b"1/2:1/2", Outcome::Draw),
    (b"1/2", Outcome::Draw),
    (b"1:0", Outcome::FirstWins),
    (b"0:1", Outcome::SecondWins),
    (b"+:-", Outcome::FirstWins),
    (b"-:+", Outcome::SecondWins),
    (b"1-O", Outcome::FirstWins),
    (b"O-1", Outcome::SecondWins),
    (b"0.5-0.5", Outcome::Draw),
    (b".5-.5", Outcome::Draw),
    // ½ and ½-½, in UTF-8 and in Latin-1.
    (b"\xc2\xbd-\xc2\xbd", Outcome::Draw),
    (b"\xc2\xbd", Outcome::Draw),
    (b"\xbd-\xbd", Outcome::Draw),
    // ½ in code page 437, and the bytes of ½ decoded with a wrong code page.
    (b"\xab-\xab", Outcome::Draw),
    (b"\xc5\xba-\xc5\xba", Outcome::Draw),
    (b"\xcb\x9d-\xcb\x9d", Outcome::Draw),
    (b"\xc2\xab-\xc2\xab", Outcome::Draw),
    (b"\xc3\x82\xc2\xbd-\xc3\x82\xc2\xbd", Outcome::Draw),
    (b"remis", Outcome::Draw),
    (b"remi", Outcome::Draw),
    (b"Remis", Outcome::Draw),
    (b"Remi", Outcome::Draw),
    (b"3/4-1/4", Outcome::FirstStalemates),
    (b"1/4-3/4", Outcome::SecondStalemates),
];

/// The reason for which a game ended, from the Termination tag or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    Time,
    Resignation,
    Mate,
    Stalemate,
    Repetition,
    /// The fifty-move rule or a similar one.
    FiftyMoves,
    Perpetual,
    Material,
    Agreement,
    /// A loss for a breach of the rules.
    Infraction,
    /// Both kings are safe in the far camps: by agreement, by a declaration or at the move limit of shogi.
    Impasse,
    /// The king of a side has reached the square of the other king in the start position (トライ).
    Try,
    /// A side did not play.
    Forfeit,
    /// By an arbiter, a program or a tablebase.
    Adjudication,
    /// A player left, or the connection was lost.
    Abandoned,
}

/// Words for a termination, in search order.
const WORDS: [(&str, Termination); 34] = [
    ("adjudicat", Termination::Adjudication),
    ("abandoned", Termination::Abandoned),
    ("abandonment", Termination::Abandoned),
    ("disconnected", Termination::Abandoned),
    ("disconnection", Termination::Abandoned),
    ("stalemate", Termination::Stalemate),
    ("checkmate", Termination::Mate),
    ("checkmated", Termination::Mate),
    ("checkmates", Termination::Mate),
    ("time forfeit", Termination::Time),
    ("on time", Termination::Time),
    ("time out", Termination::Time),
    ("timeout", Termination::Time),
    ("flag fell", Termination::Time),
    ("time", Termination::Time),
    ("resign", Termination::Resignation),
    ("perpetual check", Termination::Perpetual),
    ("perpetual", Termination::Perpetual),
    ("repetition", Termination::Repetition),
    ("threefold", Termination::Repetition),
    ("three-fold", Termination::Repetition),
    ("fifty move", Termination::FiftyMoves),
    ("fifty-move", Termination::FiftyMoves),
    ("50 move", Termination::FiftyMoves),
    ("50-move", Termination::FiftyMoves),
    ("fifty", Termination::FiftyMoves),
    ("insufficient material", Termination::Material),
    ("agree", Termination::Agreement),
    ("rules infraction", Termination::Infraction),
    ("illegal move", Termination::Infraction),
    ("infraction", Termination::Infraction),
    ("mated", Termination::Mate),
    ("mates", Termination::Mate),
    ("mate", Termination::Mate),
];

impl Termination {
    /// The word used in every output form.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Resignation => "resignation",
            Self::Mate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Repetition | Self::Perpetual => "repetition",
            Self::FiftyMoves => "fifty",
            Self::Material => "material",
            Self::Agreement => "agreement",
            Self::Infraction => "infraction",
            Self::Impasse => "impasse",
            Self::Try => "try",
            Self::Forfeit => "forfeit",
            Self::Adjudication => "adjudication",
            Self::Abandoned => "abandoned",
        }
    }

    /// Parses the value of a Termination tag.
    pub fn parse(value: &[u8]) -> Option<Self> {
        if value.eq_ignore_ascii_case(b"normal") {
            return None;
        }
        let stated = |kind| kind != Self::Mate || !is_mate_to_come(value);
        // `mate` is also part of `material` and `teammate`, and in French `abandon` is a resignation.
        let has = |word: &str, kind| match kind {
            Self::Mate | Self::Abandoned => contains_word(value, word),
            _ => contains(value, word),
        };
        WORDS.iter().find(|(word, kind)| has(word, *kind) && stated(*kind)).map(|(_, kind)| *kind)
    }

    /// The ground of a `[%claim 3]` or `[%claim 50]` command in a comment.
    pub fn claimed(comment: &[u8]) -> Option<Self> {
        let mut claims = commands(comment).filter(|command| command.name == b"claim");
        match claims.next()?.value.trim_ascii() {
            b"50" => Some(Self::FiftyMoves),
            b"3" => Some(Self::Repetition),
            _ => None,
        }
    }
}

/// True if the named mate was not played: `mate in 9`, which an engine or a tablebase found, `before mate`.
pub(super) fn is_mate_to_come(text: &[u8]) -> bool {
    const NOT_GIVEN: [&str; 12] = [
        "before",
        "avoid",
        "inevitable",
        "unavoidable",
        "unstoppable",
        "forced",
        "threat",
        "announce",
        "in view of",
        "facing",
        "no mate",
        "not mate",
    ];
    const WORDS_NOT_GIVEN: [&str; 11] =
        ["will", "would", "could", "should", "may", "might", "if", "leads", "missing", "missed", "next"];
    let in_moves = |word: &str| {
        let mut places = memchr::memmem::find_iter(text, " in ").map(|at| (at, at + 4));
        places.any(|(at, after)| {
            let counted = text[after..].first().is_some_and(u8::is_ascii_digit)
                || COUNTS.iter().any(|count| {
                    text[after..].len() >= count.len() && contains(&text[after..after + count.len()], count)
                });
            counted && text[..at].to_ascii_lowercase().ends_with(word.as_bytes())
        })
    };
    NOT_GIVEN.iter().any(|word| contains(text, word))
        || WORDS_NOT_GIVEN.iter().any(|word| contains_word(text, word))
        || ["mate", "mates", "mated"].into_iter().any(in_moves)
}

/// Numbers of moves, in words.
const COUNTS: [&str; 11] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "a few"];

/// True if the text contains the word by itself, not as part of a longer word.
fn contains_word(text: &[u8], word: &str) -> bool {
    let is_wordy = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    text.windows(word.len()).enumerate().any(|(at, part)| {
        part.eq_ignore_ascii_case(word.as_bytes())
            && !is_wordy(at.checked_sub(1).and_then(|before| text.get(before)))
            && !is_wordy(text.get(at + word.len()))
    })
}

fn contains(text: &[u8], word: &str) -> bool {
    text.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_their_variants() {
        assert_eq!(Outcome::parse(b"1/2"), Some(Outcome::Draw));
        assert_eq!(Outcome::parse("½-½".as_bytes()), Some(Outcome::Draw));
        assert_eq!(Outcome::parse("½–½".as_bytes()), Some(Outcome::Draw));
        assert_eq!(Outcome::parse("0–1".as_bytes()), Some(Outcome::SecondWins));
        assert_eq!(Outcome::parse("ź-ź".as_bytes()), Some(Outcome::Draw));
        assert_eq!(Outcome::parse(b"remi"), Some(Outcome::Draw));
        assert_eq!(Outcome::parse(b"2-0"), None);
        for text in ["3/4-1/4", "1/4-3/4"] {
            let outcome = Outcome::parse(text.as_bytes()).expect("a result");
            assert_eq!(outcome.token(), text);
            assert!(!outcome.is_decisive());
        }
    }

    #[test]
    fn terminations_by_their_words() {
        assert_eq!(Termination::parse(b"Time forfeit"), Some(Termination::Time));
        assert_eq!(Termination::parse(b"White wins on time"), Some(Termination::Time));
        assert_eq!(Termination::parse(b"game drawn by stalemate"), Some(Termination::Stalemate));
        assert_eq!(Termination::parse(b"Normal"), None);
        assert_eq!(Termination::parse(b"White mates"), Some(Termination::Mate));
        assert_eq!(Termination::parse(b"Black is mated"), Some(Termination::Mate));
        for text in [
            "Neither player has mating material",
            "Remis wegen ungen\u{fc}gendem Mattmaterial",
            "Mate-in-4",
            "White will mate",
            "leads to mate",
            "missing mate",
            "teammate",
        ] {
            assert_ne!(Termination::parse(text.as_bytes()), Some(Termination::Mate), "{text}");
        }
        assert_eq!(Termination::claimed(b"{[%claim 50]}"), Some(Termination::FiftyMoves));
        assert_eq!(Termination::claimed(b"{[%clk 0:50:00]}"), None);
    }
}
