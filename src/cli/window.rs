//! Adapts to console windows on Windows: enables colors, and writes only valid text. Keeps a window open that was
//! opened only for this program, as for files dragged onto it. Does nothing on other systems.

#[cfg(windows)]
pub(super) use of_windows::{prepare, readable, stay};

#[cfg(not(windows))]
pub(super) use of_others::{prepare, readable, stay};

#[cfg(not(windows))]
mod of_others {
    use std::borrow::Cow;
    use std::ffi::OsString;

    use crate::cli::Exit;

    pub(in crate::cli) const fn prepare() {}

    pub(in crate::cli) const fn readable(bytes: &[u8]) -> Cow<'_, [u8]> {
        Cow::Borrowed(bytes)
    }

    pub(in crate::cli) const fn stay(_: &[OsString], _: Exit) {}
}

#[cfg(windows)]
mod of_windows {
    use std::borrow::Cow;
    use std::ffi::OsString;
    use std::io::{self, IsTerminal, Write};
    use std::sync::OnceLock;

    use winsafe::{HPROCESSLIST, co};

    use crate::cli::Exit;
    use partie_record::shown::shown_path;

    /// The program that starts `partie` for files that are dragged or clicked.
    const EXPLORER: &str = "explorer.exe";

    /// Enables ANSI colors in the window.
    pub(in crate::cli) fn prepare() {
        // If this fails, the terminal reports that it has no colors.
        let _ = anstyle_query::windows::enable_ansi_colors();
    }

    /// Makes bytes valid text for a console window; for a file or pipe, returns them unchanged.
    pub(in crate::cli) fn readable(bytes: &[u8]) -> Cow<'_, [u8]> {
        static WINDOW: OnceLock<bool> = OnceLock::new();
        if !WINDOW.get_or_init(|| io::stdout().is_terminal()) {
            return bytes.into();
        }
        match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(_) => bytes.into(),
            Cow::Owned(text) => text.into_bytes().into(),
        }
    }

    /// Shows the next steps and waits for a key, if the window would close with the program.
    pub(in crate::cli) fn stay(arguments: &[OsString], exit: Exit) {
        if !io::stdin().is_terminal() || !is_child_of_explorer().unwrap_or(false) {
            return;
        }
        let _ = io::stderr().write_all(next(arguments, exit).as_bytes());
        let _ = io::stdin().read_line(&mut String::new());
    }

    fn next(arguments: &[OsString], exit: Exit) -> String {
        let named = arguments.get(1).map(|name| shown_path(name.as_ref()));
        let mut text = String::from("\n");
        match (named, exit) {
            (None, _) => text.push_str("Drag files or folders with games onto partie.exe to have them checked.\n"),
            (Some(name), Exit::Findings) => {
                text.push_str("What each code means, and what to do about it:\n  partie explain L010\n");
                text.push_str("What probably stood where a game is broken; nothing is changed without --write:\n");
                text.push_str(&format!("  partie fix \"{name}\"\n"));
            }
            (Some(name), Exit::Clean) => {
                text.push_str(&format!("Nothing is wrong. More about the games:\n  partie analyze \"{name}\"\n"));
            }
            (Some(_), _) => {}
        }
        text.push_str(
            "Commands are typed into a window of their own: write cmd into the address bar of this folder.\n",
        );
        text.push_str("Press Enter to close this window.\n");
        text
    }

    /// True if a click or drag started the program, not a command; `None` if this is unknown.
    fn is_child_of_explorer() -> Option<bool> {
        let mut list = HPROCESSLIST::CreateToolhelp32Snapshot(co::TH32CS::SNAPPROCESS, None).ok()?;
        let all = list.iter_processes().filter_map(Result::ok);
        let all: Vec<_> = all.map(|one| (one.th32ProcessID, one.th32ParentProcessID, one.szExeFile())).collect();
        let (_, parent, _) = all.iter().find(|(process, ..)| *process == std::process::id())?;
        let (.., name) = all.iter().find(|(process, ..)| process == parent)?;
        Some(name.eq_ignore_ascii_case(EXPLORER))
    }
}
