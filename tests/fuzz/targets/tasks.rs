//! What a run of `analyze` finds in its folder: a plan or a journal of any bytes is refused or understood, and one that
//! is understood is written as it was read.

use std::fs;
use std::io;

use partie_analyze::tasks::{
    self, Cut, Header, Note, PartFile, PathText, Plan, Source, Stamp, Table, Task, TaskPlace, TaskWork,
};
use partie_input::Slice;
use partie_replay::games::Game;

use super::archives::folder;

/// Stands for the version of the program in inputs, which are older or younger than it.
const TOOL: &str = "TOOL";

/// A plan.
pub(crate) fn check_plan(bytes: &[u8]) {
    let out = folder().join("plan");
    fs::create_dir_all(&out).expect("a folder");
    let path = out.join("plan.jsonl");
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace(&format!("{TOOL:?}"), &format!("{:?}", Header::default().tool));
    fs::write(&path, if text.contains('\u{fffd}') { bytes } else { text.as_bytes() }).expect("written");
    let read = Plan::load(&path);
    let status = tasks::status(&out);
    let Ok(plan) = read else {
        assert!(status.is_err(), "the folder has no plan");
        return;
    };
    let known = status.expect("a plan and no journal");
    assert_eq!((known.tasks, known.missing.len()), (plan.tasks.len() as u64, plan.tasks.len()));
    assert_eq!(tasks::verify(&out).expect("a plan").missing.len(), plan.tasks.len());
    let digest = plan.save(&path).expect("saved");
    assert_eq!(digest, plan.digest());
    let again = Plan::load(&path).expect("what was saved");
    // Sources behind those of the last task are of no use.
    assert!(plan.sources.starts_with(&again.sources), "{plan:?} {again:?}");
    assert_eq!((&again.header, &again.tasks), (&plan.header, &plan.tasks));
    assert_eq!((again.digest(), again.bytes()), (digest, plan.bytes()));
}

/// A journal below its first line, which names the plan: two shards of a file, and a whole one.
pub(crate) fn check_journal(bytes: &[u8]) {
    let out = folder().join("journal");
    fs::create_dir_all(&out).expect("a folder");
    let plan = plan();
    let digest = plan.digest();
    let path = out.join("plan.jsonl");
    if !path.exists() {
        plan.save(&path).expect("saved");
    }
    let head = format!("{{\"journal\":{{\"version\":1,\"plan\":\"{digest}\"}}}}\n");
    fs::write(out.join("journal.jsonl"), [head.as_bytes(), bytes].concat()).expect("written");
    if let Ok(state) = tasks::status(&out) {
        assert!(state.missing.len() <= plan.tasks.len() && state.bytes[1] <= state.bytes[0], "{state:?}");
    }
    if let Ok(found) = tasks::verify(&out) {
        assert!(found.missing.len() <= plan.tasks.len() && found.seams.len() < plan.tasks.len(), "{found:?}");
    }
    if let Ok(joined) = tasks::join(&out, &mut Nothing) {
        assert_eq!(joined.entries.len(), plan.tasks.len());
        joined.place(joined.games() / 2);
        joined.failures();
    }
}

fn plan() -> Plan {
    let stamp = Stamp { size: 2000, mtime: 1, head: tasks::Digest(1), tail: tasks::Digest(2) };
    let source = |name: &str| Source {
        path: PathText(folder().join(name)),
        name: name.to_owned(),
        named: true,
        format: Some("pgn".to_owned()),
        file_stamp: Some(stamp),
    };
    let header = Header { task_size: 1000, options: "fuzz".to_owned(), ..Header::default() };
    let cuts = [Cut::Range { from: 0, to: 1000 }, Cut::Range { from: 1000, to: 2000 }, Cut::Stream { bytes: 2000 }];
    let tasks = cuts.into_iter().enumerate().map(|(task, cut)| Task { source: task / 2, cut }).collect();
    Plan { header, sources: vec![source("a.pgn"), source("b.pgn")], tasks }
}

/// Does nothing with any game.
struct Nothing;

impl TaskWork for Nothing {
    fn tables(&self) -> Vec<Table> {
        Vec::new()
    }

    fn begin(&mut self, _: Vec<PartFile>) -> io::Result<()> {
        Ok(())
    }

    fn game(&mut self, _: TaskPlace, _: &Game<'_>) -> io::Result<()> {
        Ok(())
    }

    fn panicked(&mut self, _: TaskPlace, _: &Slice) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self) -> io::Result<(Vec<PartFile>, Note)> {
        Ok((Vec::new(), Note::default()))
    }
}
