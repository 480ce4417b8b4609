//! Tasks of an analysis: whatever the cut, the threads, the order and the accidents, the same tables.

mod accidents;
mod boundaries;
mod command;
mod folders;
mod measure;
mod plans;
mod support;
