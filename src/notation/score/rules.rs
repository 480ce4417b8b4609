//! The rules of `grammars/score.abnf` with their parsers.

use super::diagram::{diagram_cell, diagram_piece, diagram_rank, diagram_sign, piece_name};
use super::grammar::{
    blank, blank_cell, closing, colour_black, colour_white, dot, dots, gap_printed, gap_typed, glyph, head, judgement,
    label, label_gap, mark, nag, null, number_in_line, number_printed, number_scanned, number_typed, odds, player,
    rule_line, rule_sign, scanned, scanned_digit, title,
};
use super::page::{page_mark, page_number};
use super::stipulation::{
    count_moves, count_word, stipulation, stipulation_aim, stipulation_count, stipulation_sets, stipulation_side,
    stipulation_what,
};
use crate::Rule;
use crate::rule::rules;

pub const RULES: &[Rule] = rules! {
    "blank" => blank,
    "number-printed" => number_printed,
    "number-typed" => number_typed,
    "number-scanned" => number_scanned,
    "number-in-line" => number_in_line,
    "scanned" => scanned,
    "scanned-digit" => scanned_digit,
    "dots" => dots,
    "dot" => dot,
    "gap-printed" => gap_printed,
    "gap-typed" => gap_typed,
    "mark" => mark,
    "nag" => nag,
    "glyph" => glyph,
    "null" => null,
    "closing" => closing,
    "label" => label,
    "colour-white" => colour_white,
    "colour-black" => colour_black,
    "player" => player,
    "label-gap" => label_gap,
    "blank-cell" => blank_cell,
    "judgement" => judgement,
    "rule-line" => rule_line,
    "rule-sign" => rule_sign,
    "head" => head,
    "title" => title,
    "odds" => odds,
    "diagram-rank" => diagram_rank,
    "diagram-sign" => diagram_sign,
    "diagram-cell" => diagram_cell,
    "diagram-piece" => diagram_piece,
    "piece-name" => piece_name,
    "stipulation" => stipulation,
    "stipulation-what" => stipulation_what,
    "stipulation-count" => stipulation_count,
    "stipulation-side" => stipulation_side,
    "stipulation-sets" => stipulation_sets,
    "stipulation-aim" => stipulation_aim,
    "count-word" => count_word,
    "count-moves" => count_moves,
    "page-mark" => page_mark,
    "page-number" => page_number,
};
