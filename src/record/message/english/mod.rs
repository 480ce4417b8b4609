//! All messages in English, one file for each family.

mod allowances;
mod chess;
mod common;
mod convert;
mod descriptive;
mod files;
mod kober;
mod marks;
mod notation;
mod positions;
mod result;
mod setup;
mod shogi;
mod suggestions;
mod tags;
mod text;

use super::shape::Shape;
use allowances::ALLOWANCES;
use chess::CHESS;
use common::COMMON;
use convert::CONVERT;
use descriptive::DESCRIPTIVE;
use files::FILES;
use kober::KOBER;
use marks::MARKS;
use notation::NOTATION;
use positions::POSITIONS;
use result::RESULT;
use setup::SETUP;
use shogi::SHOGI;
use suggestions::SUGGESTIONS;
use tags::TAGS;
use text::TEXT;

pub const TABLE: &[&[Shape]] = &[
    ALLOWANCES,
    CHESS,
    COMMON,
    CONVERT,
    DESCRIPTIVE,
    FILES,
    KOBER,
    MARKS,
    NOTATION,
    POSITIONS,
    RESULT,
    SETUP,
    SHOGI,
    SUGGESTIONS,
    TAGS,
    TEXT,
];
