//! The one table of codes. Each code has a page in `src/record/pages/findings/`, which `partie explain` prints and whose examples
//! the tests run.

use super::Severity::{self, Error, Info, Warning};

/// One row of the catalogue.
#[derive(Debug)]
pub struct Entry {
    pub code: Code,
    /// The code as text, `L010`.
    pub text: &'static str,
    /// The name of the code, `pinned`.
    pub name: &'static str,
    /// The default severity.
    pub severity: Severity,
    /// Other severities, depending on a book, a date or the rest of the game; the page explains when.
    pub also: &'static [Severity],
    /// A short description.
    pub title: &'static str,
    /// The paragraph: FIDE Laws 2023 by number, `PGN` for the standard of 1994, `K§` for Kober's book; empty if none
    /// applies.
    pub basis: &'static str,
}

impl Entry {
    /// The page of the code in `src/record/pages/findings/`.
    pub fn page(&self) -> &'static str {
        PAGES.get(self.code as usize).copied().unwrap_or_default()
    }
}

/// The families of codes in the order of the catalogue: letter and subject.
pub static FAMILIES: [(&str, &str); 13] = [
    ("S", "bytes and syntax"),
    ("H", "tags and start position"),
    ("L", "illegal moves"),
    ("N", "notation"),
    ("R", "result"),
    ("D", "draws"),
    ("C", "clocks"),
    ("K", "the book of 1888"),
    ("B", "limits"),
    ("A", "allowances"),
    ("V", "conversion"),
    ("P", "two copies of a game"),
    ("X", "operation"),
];

macro_rules! catalogue {
    ($($code:ident $severity:ident$(|$also:ident)* $name:literal $title:literal $basis:literal)*) => {
        /// A finding's code. The letter is its family, as in [`FAMILIES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $title] $code,)* }

        /// All codes in their order.
        pub static CATALOGUE: &[Entry] = &[$(Entry {
            code: Code::$code,
            text: stringify!($code),
            name: $name,
            severity: $severity,
            also: &[$($also),*],
            title: $title,
            basis: $basis,
        },)*];

        /// Separate from the rows, so that a program that explains nothing is linked without them.
        static PAGES: &[&str] = &[$(include_str!(concat!("../pages/findings/", stringify!($code), ".md")),)*];
    };
}

catalogue! {
    S001 Error "forbidden-byte" "a byte that cannot occur in a record" ""
    S002 Warning "control-character" "a control character in a tag or comment" "PGN 4.1"
    S003 Warning "look-alike" "a character that looks like another one" ""
    S004 Warning "invisible-character" "a bidirectional or zero-width character" ""
    S005 Warning "mixed-encodings" "the games of a file are in different encodings" ""
    S006 Info "line-ends" "byte order mark, CR or mixed line ends" "PGN 3.2.2"
    S007 Info "declared-encoding" "declared encoding, extension and bytes disagree" ""
    S008 Warning "guessed-encoding" "the encoding of a file is a guess" ""
    S010 Error "unclosed-comment" "a comment is never closed" "PGN 5"
    S011 Error "unclosed-variation" "a variation is never closed" "PGN 8.2.5"
    S012 Error "stray-parenthesis" "a closing parenthesis without an opening one" "PGN 8.2.5"
    S013 Warning|Info "nested-brace" "an opening brace inside a comment" "PGN 5"
    S014 Error "cut-off" "the file ends inside a game or a character" ""
    S015 Error|Warning "unreadable" "a token that cannot be read" "PGN 7"
    S016 Warning "missing-blank-line" "no blank line where one belongs" "PGN 8.2.1"
    S017 Error|Warning "unknown-line" "a line that is neither header, move, comment nor branch" ""
    S018 Error "board-row" "a board row does not have nine cells" ""
    S019 Warning "noise" "a long run of text beside the records" ""
    H001 Info "missing-tags" "tags of the seven tag roster are missing" "PGN 8.1.1"
    H002 Warning "duplicate-tag" "a tag is given twice" "PGN 8.1"
    H003 Error|Warning "malformed-tag" "a tag pair is malformed" "PGN 8.1"
    H004 Warning|Info "impossible-date" "a date that does not exist" "PGN 8.1.1.3"
    H005 Warning "wrong-ply-count" "PlyCount differs from the game" "PGN 9.9.3"
    H006 Warning "wrong-eco" "the ECO code does not fit the moves" "PGN 9.4.1"
    H007 Warning "malformed-value" "a tag's value is malformed" "PGN 9"
    H010 Error "malformed-fen" "a field of the FEN is malformed" "PGN 16.1"
    H011 Error "fen-rank-width" "a rank of the FEN does not have eight squares" "PGN 16.1.3.1"
    H012 Error|Warning "kings" "a king is missing, or there are too many" "FIDE 2.2"
    H013 Error "too-many-men" "an impossible number of pieces" "FIDE 2.2, 3.7.3.3"
    H014 Error "pawn-on-edge" "a pawn on the first or last rank" "FIDE 3.7.3.3"
    H015 Error "opponent-in-check" "the side not to move is in check" "FIDE 3.9.2"
    H016 Warning "impossible-castling-right" "a castling right that cannot exist" "FIDE 3.8.2.1"
    H017 Warning "impossible-en-passant" "an en passant square that cannot exist" "FIDE 3.7.3.1"
    H018 Warning "counter-out-of-range" "a counter of the FEN is out of range" "PGN 16.1.3.5"
    H019 Warning "fen-without-setup" "FEN without SetUp, or the reverse" "PGN 9.7.1"
    H020 Info "unjudged-variant" "a variant that is not judged" ""
    H021 Info "kober-without-book" "notation of 1888 without a named rule book" ""
    H030 Error "too-many-pieces" "hands and board hold more pieces than the set" ""
    H031 Error "unknown-handicap" "a handicap that is not known" ""
    H032 Error "impossible-start" "the start position holds two pawns on a file, or a piece that can never move" ""
    L001 Error|Warning "wrong-side" "the move belongs to the other side" "FIDE 1.1"
    L002 Error|Warning "no-such-piece" "there is no such piece" "FIDE 3.1"
    L003 Error|Warning "no-such-move" "no such piece moves there" "FIDE 3.2-3.8"
    L004 Error|Warning "blocked" "a piece stands in the way" "FIDE 3.5"
    L005 Error|Warning "own-piece" "a piece of the same side stands on the target" "FIDE 3.1"
    L006 Error|Warning "king-capture" "the move captures a king" "FIDE 1.4.1"
    L010 Error|Warning "pinned" "the piece is pinned" "FIDE 3.9.2"
    L011 Error|Warning "check-not-parried" "the check is not parried" "FIDE 3.9.2"
    L012 Error|Warning "king-into-check" "the king moves onto an attacked square" "FIDE 3.9.2"
    L020 Error|Warning "no-castling" "there is nothing to castle with" "FIDE 3.8.2"
    L021 Error|Warning "castling-right-lost" "the right to castle is lost" "FIDE 3.8.2.1"
    L022 Error|Warning "castling-through-check" "the king castles over or onto an attacked square" "FIDE 3.8.2.2.1"
    L023 Error|Warning "castling-blocked" "a piece stands between king and rook" "FIDE 3.8.2.2.2"
    L024 Error|Warning "castling-out-of-check" "the king castles out of check" "FIDE 3.8.2.2.1"
    L025 Error|Warning "en-passant-expired" "the right to capture en passant has passed" "FIDE 3.7.3.1"
    L026 Error|Warning "no-en-passant" "no double step to capture en passant" "FIDE 3.7.3.1"
    L027 Error|Warning "en-passant-exposes-king" "the capture en passant exposes the king" "FIDE 3.9.2"
    L030 Error|Warning "double-step" "a double step not from the base row" "FIDE 3.7.2"
    L031 Error "promotion-missing" "the promotion piece is missing" "FIDE 3.7.3.3"
    L032 Error|Warning "promotion-piece" "a pawn cannot promote to that piece" "FIDE 3.7.3.3"
    L033 Error|Warning "promotion-rank" "a promotion off the last rank" "FIDE 3.7.3.3"
    L034 Error|Warning "captures-nothing" "a pawn captures on an empty square" "FIDE 3.7.3"
    L035 Error|Warning "captures-straight" "a pawn captures straight ahead" "FIDE 3.7.1"
    L036 Error|Warning "ambiguous" "several pieces can make the move" "PGN 8.2.3.4"
    L040 Error "game-over" "a move after mate or stalemate" "FIDE 5.1.1, 5.2.1"
    L050 Info "no-penalty-move" "no king move is allowed as a penalty" "K§9"
    L060 Error "nifu" "a second pawn on a file" ""
    L061 Error "drop-pawn-mate" "a pawn drop that mates" ""
    L062 Error "dead-drop" "a drop where the piece could never move" ""
    L063 Error "must-promote" "the piece must promote" ""
    L064 Error "not-in-hand" "the dropped piece is not in hand" ""
    L065 Error "square-occupied" "a drop on an occupied square" ""
    L066 Error "cannot-promote" "that piece cannot promote" ""
    L067 Error "not-in-zone" "a promotion outside the zone" ""
    L068 Error|Warning "wrong-origin" "the origin square holds another piece, or none" ""
    L069 Error "same-square-without-move" "同 without a move before it" ""
    L073 Error "perpetual-check-forbidden" "a check that repeats the position once too often" ""
    L080 Error|Warning "no-legal-reading" "no reading of the words is legal" ""
    L081 Warning "several-readings" "several readings of the words are legal" ""
    N001 Warning "castling-zeros" "castling written with zeros" "PGN 8.2.3.3"
    N002 Info|Warning "piece-letters" "piece letters of another language" "PGN 17"
    N003 Warning "long-form" "a move in long form" "PGN 8.2.3"
    N004 Warning "promotion-mark" "a promotion without the equals sign" "PGN 8.2.3.3"
    N010 Warning "capture-mark" "the capture mark is missing or superfluous" "PGN 8.2.3.3"
    N011 Warning "check-mark" "a wrong check or mate mark" "PGN 8.2.3.5"
    N012 Info "over-disambiguated" "more disambiguation than needed" "PGN 8.2.3.4"
    N013 Warning "check-unannounced" "a check that was not announced" "K§11"
    N014 Warning "en-passant-mark" "a wrong en passant mark" "FIDE C.11"
    N015 Info "check-mark-missing" "a check or mate is not marked" "PGN 8.2.3.5"
    N020 Warning|Info "move-number" "a wrong move number" "PGN 8.2.2"
    N021 Warning "huge-move-number" "a move number too large to read" "PGN 8.2.2"
    N022 Warning "move-number-dots" "the dots after a move number are wrong" "PGN 8.2.2.1"
    N023 Warning "nag-range" "a NAG outside 0 to 255" "PGN 8.2.4"
    N024 Error|Info "null-move" "a null move" "FIDE 1.1"
    N030 Warning "text-after-result" "text after the result" "PGN 8.2.6"
    N031 Warning|Info "moves-after-end" "moves after the game had ended" "FIDE 5.2.2, 9.6"
    N032 Error "variation-before-move" "a variation before any move" "PGN 8.2.5"
    N033 Error "branch-nowhere" "a variation at a move that does not exist" ""
    N034 Error|Warning "unknown-word" "an unknown word after a move number" ""
    N040 Warning "relative-words" "relative words missing or superfluous" ""
    N041 Warning "move-count" "the number of moves in まで differs" ""
    N050 Warning|Error "printed-row" "a printed row is missing, doubled or misnumbered" ""
    N051 Warning "torn-table" "a table of moves begins in the middle" ""
    N052 Info|Error "diagram-not-given" "moves from a position that is not given" ""
    N070 Error "no-j-file" "there is no j file" ""
    N071 Warning "l-for-one" "an l that is read as 1" ""
    N072 Error "beyond-file" "a cell beyond the end of its file" ""
    R001 Error "result-against-mate" "the result contradicts the mate" "FIDE 5.1.1"
    R002 Error "result-against-stalemate" "the result contradicts the stalemate" "FIDE 5.2.1"
    R003 Error "mate-claimed" "the record claims a mate that is not on the board" "FIDE 1.4.1"
    R004 Warning "problem-unsolved" "a printed solution does not do what its problem asks" ""
    R010 Error|Warning "results-differ" "Result tag and final token differ" "PGN 8.2.6"
    R011 Warning "result-missing" "there is no result token" "PGN 8.2.6"
    R012 Error|Info "decisive-though-drawn" "a decisive result although the game was drawn" "FIDE 5.2.2, 9.6"
    R013 Error|Warning "wrong-winner" "the words at the end contradict the result" ""
    R014 Error "perpetual-result" "the loser by perpetual check is recorded otherwise" ""
    R020 Info "agreement-presumed" "a draw without a basis on the board" "FIDE 5.2.3"
    R021 Warning "agreed-too-early" "a draw agreed before both sides have moved" "FIDE 5.2.3"
    R022 Error "stalemate-claimed" "the record claims a stalemate that is not on the board" "FIDE 5.2.1"
    R023 Error "material-claimed" "the record claims too little material, but both sides have enough" "FIDE 5.2.2"
    R030 Error "flag-cannot-mate" "won on time by a side that cannot mate" "FIDE 6.9"
    R031 Info "flag-books-differ" "rule books differ on this flag fall" "FIDE 6.9"
    R032 Warning "resigned-cannot-mate" "won by resignation by a side that cannot mate" "FIDE 5.1.2"
    R033 Error "illegal-cannot-mate" "lost by illegal moves to a side that cannot mate" "FIDE 7.5.5"
    R040 Warning "no-move-no-check" "no legal move, not in check" ""
    R041 Info "stalemate-silent" "no legal move, and the book is silent" ""
    R042 Info "resigned-out-of-turn" "resigned while the winner was to move" "FIDE 5.1.2"
    R043 Info "foul-verified" "the record ends with a foul, confirmed by the board" ""
    R044 Info "foul-claimed" "a foul is recorded, but the record has no illegal move" ""
    R050 Info "odds-forgotten-draw" "a win of the odds giver counts as a draw" "K§3"
    D001 Info "threefold" "a draw by repetition could have been claimed" "FIDE 9.2"
    D002 Info "fivefold" "a position occurred for the fifth time" "FIDE 9.6.1"
    D003 Info "fifty-moves" "a draw by the fifty-move rule could have been claimed" "FIDE 9.3"
    D004 Info "seventy-five-moves" "seventy-five moves without capture or pawn move" "FIDE 9.6.2"
    D005 Info "fifty-demanded" "fifty moves since the demand" "K§14.1"
    D006 Info "dead-position" "no legal moves can lead to mate" "FIDE 5.2.2"
    D007 Info "perpetual-check" "perpetual check" "K§14.4"
    D008 Info "series" "the same series of moves three times running" "K§14.2"
    D010 Info "drawn-at-once" "drawn at once under this book" ""
    D011 Warning "wrong-claim" "the record claims a draw, but there was none" "FIDE 9.5.3"
    D020 Info "sennichite" "fourth occurrence of a position" ""
    D021 Warning "wrong-sennichite" "千日手 is recorded, but the position has not occurred four times" ""
    D022 Info "perpetual-check-loses" "perpetual check: the checking side loses" ""
    D023 Info "impasse-points" "points of an impasse" ""
    D024 Error|Warning|Info "impasse-unmet" "an impasse is declared, but its conditions are not met" ""
    D025 Info "five-hundred-moves" "the limit of moves is reached: impasse" ""
    C001 Warning "clock-rises" "a clock rises by more than the increment" "FIDE 6.3"
    C002 Warning "clock-unreadable" "a clock value cannot be read" ""
    C003 Warning "running-total" "a running total of time differs from the sum" ""
    C004 Warning "time-control-malformed" "the TimeControl tag is malformed" "PGN 9.6.1"
    C005 Warning "flag-fell" "a flag fell, but the game goes on" "FIDE 6.8"
    C006 Info "clocks-missing" "clock times are missing from some move on" ""
    C007 Warning "move-time" "over the time for one move" ""
    K001 Info "wrong-set-up" "a wrong set-up of the pieces" "K§1"
    K003 Info "odds-on-board" "a piece given as odds was left on the board" "K§3"
    K004 Warning "odds-first-move" "the giver of odds did not move first" "K§4"
    K011 Warning "void-game" "a check overlooked by both: the game is void" "K§11"
    K012 Warning "en-passant-obligatory" "a capture en passant was obligatory" "K§12.2"
    K013 Info "irregular-castling" "an irregular castling that stands" "K§13.3"
    K014 Info "castling-without-rook" "castling without a rook at odds of the rook" "K§13.4"
    K015 Info "impossible-move-stands" "an impossible move stands" "K§9b"
    B001 Warning "variation-depth" "a variation is nested too deep" ""
    B002 Warning "token-length" "a token or comment is too long" ""
    B003 Warning "tag-length" "a tag is too long" ""
    B004 Error "decompression-ratio" "a compressed file unpacks to a suspicious size" ""
    B005 Warning "file-changed" "the file changed while it was read" ""
    B006 Warning "more-findings" "more findings than are shown" ""
    B007 Error "game-length" "a game is too long" ""
    A001 Warning "unused-allow" "what is allowed and is not found" ""
    A002 Warning "unknown-allow" "an allowance that allows nothing" ""
    V001 Warning "lost-in-conversion" "what the target cannot hold" ""
    V002 Warning "not-in-code-page" "a character that the encoding does not have" ""
    V003 Warning "game-left-out" "a game that the target cannot hold" ""
    V004 Warning "game-cut" "a game that is cut at its first error" ""
    P001 Warning "copy-differs" "another copy of the game has another move here" ""
    X001 Error "cannot-open" "a file cannot be opened or read" ""
    X002 Error "cannot-write" "the output cannot be written" ""
    X003 Error "output-is-input" "the output is one of the inputs" ""
    X004 Error "no-space" "no space for the output" ""
    X005 Info|Warning|Error "no-record" "a file holds no record" ""
    X099 Error "internal-error" "an internal error" ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_opens_with_its_code_and_name() {
        for entry in CATALOGUE {
            let head = format!("# {} {}", entry.text, entry.name);
            assert!(entry.page().starts_with(&head), "the page of {} must open with {head:?}", entry.text);
        }
    }

    #[test]
    fn every_page_names_its_severities() {
        for entry in CATALOGUE {
            let head = entry.page().lines().nth(2).unwrap_or_default();
            let mut named = head.split(" · ").next().unwrap_or_default().split(", or ");
            assert_eq!(named.next(), Some(entry.severity.name()), "the page of {} says {head:?}", entry.text);
            for also in entry.also {
                let named = named.next().and_then(|text| text.strip_prefix(also.name()));
                assert!(
                    named.is_some_and(|when| when.len() > 1),
                    "the page of {} must tell when it is {also:?}",
                    entry.text
                );
            }
            assert_eq!(named.next(), None, "the page of {} names a severity that it has not", entry.text);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CATALOGUE.len());
    }
}
