//! Tasks of an analysis: whatever the cut, the threads, the order and the accidents, the same tables.

mod accidents;
mod command;
mod folders;
mod measure;
mod plans;
mod seams;
mod support;
