//! Analysing: from archives to tables, in tasks that can be repeated and resumed.

pub mod tasks;
