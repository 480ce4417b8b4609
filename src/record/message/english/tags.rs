//! Tags and clocks.

use crate::message::shape::{Shape, shape};

pub(super) const TAGS: &[Shape] = &[
    shape("missing-tags", "tags of the seven tag roster are missing: {tags:, }"),
    shape("add-tags", "add them with \"?\" where nothing is known"),
    shape("duplicate-tag", "the tag {tag} is given twice: \"{first}\" and \"{second}\"; the first is kept"),
    shape("remove-the-wrong-one", "remove the one that is wrong"),
    shape("time-control", "TimeControl \"{value}\" cannot be read"),
    shape("write-seconds", "write seconds: \"300+2\", \"40/9000:3600\", \"1/60\"; \"-\" for none, \"?\" if unknown"),
    shape("malformed-value", "{tag} \"{value}\" is malformed: {wanted}"),
    shape("elo-is", "an Elo is a number of at most four digits, \"?\" or \"-\""),
    shape("eco-is", "an ECO code is a letter from A to E and two digits"),
    shape("no-such-book", "no rule book has that name; the game is judged under the default one"),
    shape("odds-are", "the squares of the pieces given, such as \"a1,f7\""),
    shape("result-is", "a result is \"1-0\", \"0-1\", \"1/2-1/2\" or \"*\""),
    shape("julian-date", "{tag} \"{value}\" is a day of the Julian calendar only, in force in Russia until 1918"),
    shape("in-calendar-of-today", "in the calendar of today it is the {day}th of March"),
    shape("no-date", "{tag} \"{value}\" is no date"),
    shape("write-date-so", "write year.month.day with two-digit month and day, \"??\" for what is not known"),
    shape("ply-count", "PlyCount says {value}, the game has {plies:# ply|# plies}"),
    shape(
        "ply-count-more",
        "PlyCount says {value}, the game has {plies:# ply|# plies}: {missing:# ply|# plies} may be missing",
    ),
    shape(
        "ply-count-signs",
        "PlyCount says {value}, the game has {plies:# ply|# plies}, {signs:, }: {missing:# ply|# plies} may be missing",
    ),
    shape("sign-no-result", "no result token"),
    shape("sign-unclosed-comment", "a comment that is never closed"),
    shape("sign-unclosed-variation", "a variation that is never closed"),
    shape(
        "compare-before-tag-changes",
        "compare with the source before the tag is changed: afterwards nothing shows what was lost",
    ),
    // Clocks.
    shape("flag-fell", "a flag fell at ply {fell}, but the game goes on at ply {ply}"),
    shape("compare-clock", "compare the clock with the source"),
    shape("clock-unreadable", "the clock time in {command} cannot be read"),
    shape("write-clock-so", "write hours:minutes:seconds, minutes and seconds below 60"),
    shape("clock-rises", "the clock rises from {from} to {to} at ply {ply}, more than any increment explains"),
    shape("clock-rises-by", "the clock rises from {from} to {to} at ply {ply}, by {seconds} s more than the increment"),
    shape("compare-or-correct-control", "compare with the source, or correct the TimeControl tag"),
    shape("over-the-limit", "{spent} were spent on the move, the limit is {limit}"),
    shape("clocks-missing", "clock times are missing from ply {ply} on"),
    shape("time-unreadable", "the time {time} cannot be read"),
    shape("write-time-so", "write minutes and seconds of the move, a slash, and the total: ( 0:12/00:03:40)"),
    shape(
        "running-total",
        "the running total {total} should be {right}: {before} before this move, and {spent} spent on it",
    ),
    shape("own-totals-from-here", "reported once for each side; from here on the record's own totals are used"),
    shape("over-byoyomi", "{spent} were spent on the move, 秒読み is {byoyomi}, and no main time is left"),
    shape(
        "over-main-and-byoyomi",
        "{spent} were spent on the move, {left} of main time were left, and 秒読み is {byoyomi}",
    ),
    shape("main-time-used-up", "the main time of {base} is used up, by {over}, and there is no 秒読み"),
    shape("compare-times", "compare the times with the source, and with 持ち時間 and 秒読み"),
];
