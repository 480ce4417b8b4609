//! Notation of chess moves and their numbers.

use crate::message::shape::{Shape, shape};

pub(super) const NOTATION: &[Shape] = &[
    shape("to-its-end", "to its end"),
    shape("farther", "farther"),
    shape("piece-letters", "the piece letters are {language}: the game replays {reach} with them"),
    shape(
        "piece-letters-or-english",
        "the piece letters are {language}: the game replays {reach} with them; with those of English it replays to its end, too",
    ),
    shape(
        "piece-letters-or",
        "the piece letters are {language}: the game replays {reach} with them; with those of {other} it is another game",
    ),
    shape(
        "piece-letters-or-english-or",
        "the piece letters are {language}: the game replays {reach} with them; with those of English it replays to its end, too; \
         with those of {other} it is another game",
    ),
    shape("names-no-file", "{token} names no file: read as a move to that rank"),
    shape("l-for-one", "{token} has an l for a 1, or a 1 for an l: {right}"),
    shape("castling-zeros", "castling is written {token}, the standard writes {right}"),
    shape("in-coordinates", "{token} is written in coordinates; the standard writes {right}"),
    shape("fix-writes-style", "partie fix --style writes it so"),
    shape("long-form", "{token} is the long form of {right}"),
    shape("bare-promotion", "the promotion {token} lacks its \"=\": {right}"),
    shape("capture-mark-missing", "{token} captures a {kind}, the x is missing: {right}"),
    shape("capture-mark-superfluous", "{token} captures nothing, the x is superfluous: {right}"),
    shape("capture-close", "{right} is close to it and captures; then the x is right and the square is not"),
    shape("capture-mark-behind", "{token} captures, but no x belongs behind a move: {right}"),
    shape(
        "captures-but-breaks",
        "{token} captures a {kind}; the line breaks at ply {broken}, so the move itself may have been misread",
    ),
    shape(
        "captures-nothing-but-breaks",
        "{token} captures nothing; the line breaks at ply {broken}, so the move itself may have been misread",
    ),
    shape("en-passant-mark", "{token} bears an en passant mark but is not en passant: {right}"),
    shape("more-than-needed", "{token} says more than is needed: {right}"),
    shape("check-mark-wrong", "the check mark of {token} is wrong: {real}; {right}"),
    shape("check-but-not-mate", "the move gives check, but not mate"),
    shape("no-check", "the move gives no check"),
    shape("check-unannounced", "{token} gives check, but the check is not announced: {right}"),
    shape("may-take-back", "the opponent may take back a move that leaves his king in check"),
    shape("mate-unmarked", "{token} mates and does not say so: {right}"),
    shape("check-unmarked", "{token} gives check and does not say so: {right}"),
    shape("move-number", "the move number {value} should be {expected}"),
    shape("numbered-from-one", "the moves are numbered from 1, and the position is that of move {expected}"),
    shape(
        "own-numbers-from-here",
        "a move before it may be missing or doubled; from here on the record's own numbers are used",
    ),
    shape("dots-of-white", "White is to move: one dot after the move number, here {seen:none|one|#}"),
    shape("dots-of-black", "Black is to move: three dots after the move number, here {seen:none|one|#}"),
    shape("no-move-number", "{token} cannot be a move number"),
    shape(
        "write-number-or-remove",
        "write the number of the move that follows, or remove it: the moves are read without it",
    ),
    shape("number-due-here", "{number} is due here: a move before it may be missing or doubled"),
    shape("number-shows-half-move", "this number shows it: a half-move before it may be missing or doubled"),
    shape("kober-without-book", "the notation is that of 1888, and no rule book is named: judged under {book}"),
    shape("add-rules-kober", "add [Rules \"kober\"], or give --rules"),
    shape("descriptive-language", "the descriptive notation is {language}"),
    shape("position-not-given", "the moves begin from a position that is not given; they are not judged"),
    shape("first-move-unread", "{token} cannot be read, and the moves from there on are not judged"),
    shape(
        "correct-or-write-position",
        "compare it with the book; if the moves begin from a diagram, write its position above them as a tag: [FEN \"...\"]",
    ),
    shape("no-mate-in", "the solution ends with move {number} without the mate in {asked} that is asked for"),
    shape("mate-too-late", "the solution mates with move {number}; a mate in {asked} is asked for"),
    shape("compare-solution", "compare the board and the solution with the book"),
    shape("write-position-as-tag", "write the position above them as a tag: [FEN \"...\"]"),
    shape("variant-not-judged", "the variant {variant} is not judged; the game is read for syntax only"),
    shape(
        "eco-one-piece",
        "ECO {code} does not fit the moves: all its lines move {pieces:and}, which does not move in the first {moves} moves of this game",
    ),
    shape(
        "eco-two-pieces",
        "ECO {code} does not fit the moves: all its lines move {pieces:and}, neither of which moves in the first {moves} moves of this game",
    ),
    shape(
        "eco-pieces",
        "ECO {code} does not fit the moves: all its lines move {pieces:and}, none of which moves in the first {moves} moves of this game",
    ),
    shape("pawn-of-file", "{owner}'s {file}-pawn"),
    shape("kings-knight", "{owner}'s king's knight"),
    shape("compare-or-analyze", "compare tag and moves with the source, or let `partie analyze` name the opening"),
    shape("comment-hides-move", "the comment opened here is never closed: a move of this line is inside of it, {mv}"),
    shape(
        "comment-hides-two",
        "the comment opened here is never closed: moves of this line are inside of it, {first} and {second}",
    ),
    shape(
        "comment-hides-moves",
        "the comment opened here is never closed: moves of this line are inside of it, {first} to {last}",
    ),
    shape(
        "remove-the-brace",
        "remove the brace: the numbers after it count on what it holds, and the next comment's brace has closed it",
    ),
    shape(
        "close-it-before",
        "close it before {mv}: the numbers after it count on what it holds, and the next comment's brace has closed it",
    ),
];
