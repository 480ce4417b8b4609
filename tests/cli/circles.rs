//! No circle between files: a type that two files share lives below both, and the file that dispatches is imported by
//! nobody. `pub use` passes a name on and is no use of it: what imports it depends on the file that has it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::source_tree::{code, fail_if, is_test, sources};

type Module = Vec<String>;

/// The modules with their files, and what each imports and passes on.
#[derive(Default)]
struct House {
    crates: BTreeSet<String>,
    files: BTreeMap<Module, String>,
    passed: BTreeMap<Module, BTreeMap<String, Module>>,
    paths: BTreeMap<Module, Vec<Module>>,
}

fn words(path: &str) -> Module {
    path.split("::").map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

/// The module of a file: `src/a/b.rs` and `src/a/b/mod.rs` are `a::b`, also where `a` is a crate and `src/a/lib.rs` its root.
fn module_of(name: &str) -> Module {
    let inside = name.trim_start_matches("src/").trim_end_matches(".rs");
    let root = matches!(inside, "lib" | "mod");
    let inside = if root { "" } else { inside.trim_end_matches("/mod").trim_end_matches("/lib") };
    inside.split('/').map(str::to_owned).filter(|part| !part.is_empty()).collect()
}

/// The crates that have a folder of `src/`.
fn crates() -> BTreeSet<String> {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap().map(|entry| entry.unwrap());
    let crates = folders.filter(|folder| folder.path().join("Cargo.toml").exists());
    crates.map(|folder| folder.file_name().into_string().unwrap()).collect()
}

/// The paths of a tree of imports, each with the name that it is given.
fn expand(tree: &str, before: &[String], found: &mut Vec<(Module, String)>) {
    let tree = tree.trim();
    if let Some((base, group)) = tree.split_once('{') {
        let before = [before, &words(base)].concat();
        let group = group.trim_end().strip_suffix('}').unwrap_or(group);
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !group[start..at].trim().is_empty() {
                        expand(&group[start..at], &before, found);
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
    let path = [before, &words(path)].concat();
    let alias = if alias.is_empty() { path.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
    found.push((path, alias));
}

/// Paths in code: words joined by `::`. Who may see a name is no use of theirs: `pub(in crate::replay)`.
fn paths(code: &str) -> Vec<Module> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let mut parts = code.split("pub(in ");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once(')').map_or(part, |(_, rest)| rest));
    let code: String = std::iter::once(first).chain(rest).collect();
    code.split(|c: char| !is_word(c)).filter(|path| path.contains("::")).map(words).collect()
}

impl House {
    fn new() -> Self {
        let mut house = Self { crates: crates(), ..Self::default() };
        let sources: Vec<_> =
            sources().into_iter().filter(|(name, _)| !is_test(name) && name != "src/main.rs").collect();
        for (name, _) in &sources {
            house.files.insert(module_of(name), name.clone());
        }
        for (name, text) in &sources {
            let module = module_of(name);
            let code = code(text, false);
            let (mut passed, mut found, mut body) = (BTreeMap::new(), Vec::new(), String::new());
            for statement in code.split_inclusive(';') {
                let import = statement.rfind("use ").filter(|at| {
                    let line = statement[..*at].rsplit('\n').next().unwrap_or_default().trim();
                    line.is_empty() || line.starts_with("pub")
                });
                let Some(at) = import else {
                    body.push_str(statement);
                    continue;
                };
                body.push_str(&statement[..at]);
                let public = statement[..at].trim_end().ends_with(['b', ')'])
                    && statement[..at].rsplit('\n').next().is_some_and(|line| line.trim().starts_with("pub"));
                let mut tree = Vec::new();
                expand(statement[at + 4..].trim_end_matches(';'), &[], &mut tree);
                for (path, alias) in tree {
                    if public {
                        passed.insert(alias, path);
                    } else {
                        found.push(path);
                    }
                }
            }
            found.extend(paths(&body));
            house.passed.insert(module.clone(), passed);
            house.paths.insert(module, found);
        }
        house
    }

    /// A path from the root of the sources; nothing if it leads out of them.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Module> {
        let first = path.first()?.as_str();
        let ups = path.iter().take_while(|word| *word == "super").count();
        let child = || [module, &path[..1]].concat();
        match first {
            "crate" => {
                let root = usize::from(module.first().is_some_and(|name| self.crates.contains(name)));
                Some([&module[..root], &path[1..]].concat())
            }
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([&module[..module.len().checked_sub(ups)?], &path[ups..]].concat()),
            _ if first.strip_prefix("partie_").is_some_and(|name| self.crates.contains(name)) => {
                Some([&[first["partie_".len()..].to_owned()], &path[1..]].concat())
            }
            _ if self.files.contains_key(&child()) => Some([module, path].concat()),
            _ => None,
        }
    }

    /// The module that has what a path names, and whether that is more than the module itself.
    fn owner(&self, path: &[String], depth: usize) -> Option<(Module, bool)> {
        let at = (0..=path.len()).rev().find(|at| self.files.contains_key(&path[..*at]))?;
        let (module, rest) = path.split_at(at);
        let Some(name) = rest.first() else { return Some((module.to_vec(), false)) };
        if depth < 8
            && let Some(passed) = self.passed.get(module).and_then(|passed| passed.get(name))
            && let Some(target) = self.absolute(module, passed)
        {
            return self.owner(&[&target[..], &rest[1..]].concat(), depth + 1);
        }
        Some((module.to_vec(), true))
    }

    /// The files that each file imports from.
    fn imports(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (module, paths) in &self.paths {
            let own = self.files[module].as_str();
            let owners = paths.iter().filter_map(|path| self.owner(&self.absolute(module, path)?, 0));
            let others = owners.map(|(other, _)| self.files[&other].as_str()).filter(|other| *other != own);
            imports.entry(own).or_default().extend(others);
        }
        imports
    }
}

/// All that can be reached from a file.
fn reach<'a>(from: &'a str, imports: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        for next in imports.get(file).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn no_file_leads_back_to_itself() {
    let house = House::new();
    let imports = house.imports();
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports.keys().map(|file| (*file, reach(file, &imports))).collect();
    let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
    for (file, others) in &reached {
        if others.contains(file) {
            circles.insert(others.iter().filter(|other| reached[*other].contains(file)).copied().collect());
        }
    }
    let violations: Vec<String> =
        circles.iter().map(|circle| format!("{} files: {}", circle.len(), circle.join(", "))).collect();
    fail_if(&violations, "circles of files");
}

#[test]
fn imports_are_followed_to_the_file_that_has_the_name() {
    let mut found = Vec::new();
    expand("super::{a::{B, c as d}, self}", &[], &mut found);
    let shown: Vec<String> = found.iter().map(|(path, alias)| format!("{} {alias}", path.join("::"))).collect();
    assert_eq!(shown, ["super::a::B B", "super::a::c d", "super::self self"]);
    let house = House::new();
    let owner = |path: &str| house.owner(&words(path), 0).map(|(module, _)| module.join("::"));
    assert_eq!(owner("record::finding::Severity").as_deref(), Some("record::finding::severity"));
    assert_eq!(owner("rules::chess::Position").as_deref(), Some("rules::chess::position"));
}
