//! Claims of the players under the book of 1888.

use crate::message::shape::{Shape, shape};

pub(super) const KOBER: &[Shape] = &[
    shape(
        "claims-repetition-of-series",
        "the record claims a draw by repetition; the last series of moves was played {times} of {wanted} times running",
    ),
    shape(
        "claims-fifty-since-demand",
        "the record claims a draw by fifty moves; {moves} of 50 were made since the demand",
    ),
    shape("claims-fifty-undemanded", "the record claims a draw by fifty moves; nobody demanded that they be counted"),
    shape(
        "claims-perpetual-check",
        "the record claims perpetual check; no position recurs with a check in every move between",
    ),
    shape("result-but-void", "the result is {result}, but the game was void at ply {ply}"),
    shape("void-result", "the result must be *; the game begins anew, each player keeping his pieces"),
    shape("void-game", "the game begins anew, each player keeping his pieces; the result must be *"),
    shape(
        "en-passant-obligatory",
        "{played} was played, but the capture en passant {right} was obligatory: no other piece could move",
    ),
    shape(
        "series-claimed",
        "a draw by series is claimed; the last series was played {times} of {wanted} times running",
    ),
    shape("perpetual-claimed", "perpetual check is claimed; no position recurs with a check in every move between"),
    shape(
        "castles-without-rook",
        "{token} castles without a rook: it was given as odds, and the king alone goes from {from} to {to}",
    ),
    shape("touched-must-move", "the touched piece must move"),
    shape("touched-must-interpose", "the touched piece must interpose"),
    shape("touched-must-capture", "the touched piece must take the checking piece"),
    shape("touched-must-be-taken", "the touched piece must be taken"),
    shape("one-must-move-alone", "king or rook must move alone"),
    shape("castling-as-it-should-be", "the castling must be made as it should be"),
    shape("king-must-move", "the king must move"),
    shape("penalty-castling", "{token} is illegal: a move demanded as a penalty may not be castling"),
    shape("not-demanded", "{token} is not what the opponent demanded: {demand}"),
    shape("irregular-since", "the position is irregular since ply {ply}"),
    shape("so-many-stood", "{number} illegal moves have stood; the game is not followed further"),
    shape("answered-impossible", "it was answered, but cannot be put on the board: nothing after it is judged"),
    shape("answered-stands", "it was answered and therefore stands ({basis})"),
    shape(
        "no-consequences",
        "{token} has no consequences: the touched piece can neither move nor be taken, and no king's move is possible",
    ),
    shape("opponent-demanded", "the opponent demanded \"{remedy}\"; the same side moves again"),
    shape(
        "opponent-demanded-otherwise",
        "the opponent demanded \"{remedy}\", which the book does not leave open here; the same side moves again",
    ),
    shape(
        "both-overlooked",
        "{token} leaves the king in check, and {side} replies {reply}: both overlooked it, and the game is void",
    ),
    shape("irregular-castling", "{token} is irregular castling; {side} let it stand"),
    shape(
        "illegal-stands",
        "{token} stands: {side} replied, and the right to object has lapsed; the position is irregular since ply {ply}",
    ),
    shape("opponent-may-choose", "nobody has replied yet, so the opponent may choose: {remedies:; }"),
    shape("remedy-void", "void, and any other move"),
    shape("remedy-touched", "the touched piece moves ({moves:, })"),
    shape("remedy-taken", "the touched piece is taken ({moves:, })"),
    shape("remedy-king", "a king's move ({moves:, })"),
    shape("remedy-interpose", "the touched piece interposes ({moves:, })"),
    shape("remedy-capture", "the touched piece takes the checking piece ({moves:, })"),
    shape("remedy-restore", "king and rook go back, and one of them moves alone ({moves:, })"),
    shape("remedy-castle", "the right castling in that direction ({moves:, })"),
    shape("remedy-stand", "it stands"),
    shape("remedy-nothing", "no penalty is possible, and nothing follows"),
    shape("giver-moves-first", "{giver} gives odds and so has the first move, but here {first} moves first"),
    shape("set-up-is-usual", "the set-up is said to be wrong; the game begins from the usual one"),
    shape(
        "add-position-or-odds",
        "add the position in which the game began (SetUp, FEN), or the Odds tag; else remove the claim",
    ),
    shape(
        "pieces-wrong",
        "{owner} has {what}: before {moves} moves of each side either player may ask to have the game annulled; afterwards it counts",
    ),
    shape(
        "set-up-wrong-early",
        "the set-up is found wrong before {moves} moves of each side: either player may ask to have the game annulled",
    ),
    shape(
        "set-up-wrong-late",
        "the set-up is found wrong after {moves} moves of each side: it stands, unless both agree otherwise",
    ),
    shape(
        "odds-left-noticed",
        "a piece given as odds was left on the board, which is noticed before the fourth move of both: the game may be annulled",
    ),
    shape(
        "odds-left-counts",
        "a piece given as odds was left on the board: it stays there, and a win of {giver} counts as a draw",
    ),
    shape("odds-left", "a piece given as odds was left on the board: it stays there"),
    shape(
        "odds-forgotten-draw",
        "{giver} won and had given odds, but the piece was left on the board: the game counts as a draw",
    ),
];
