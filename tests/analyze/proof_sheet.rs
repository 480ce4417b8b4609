//! The proof sheet of a book: print and reading side by side, in a browser too, whatever stands in the book.

use std::fs;
use std::path::Path;

use crate::common::{partie, root};
use crate::html_report::{browse, chromium};

fn sheet(book: &Path, out: &Path) -> String {
    let done = partie().args(["report", "--proof"]).arg(book).arg("-o").arg(out).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    fs::read_to_string(out).expect("a page")
}

#[test]
fn a_sheet_shows_print_and_reading() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = sheet(&root().join("fixtures/kober/book.txt"), &folder.path().join("proof.html"));
    for shown in [
        "4 records, 4 places to look at",
        "Mr. Reti – Dr. Tartakower <small>game from line 1, ",
        "<mark class=\"error\">Q. B. to Q&#39;s 3d.</mark>",
        "<b class=\"open\">7. Bd2</b>",
        "<i>29</i><pre>  8. Castles on Q&#39;s side.         8. Kt. takes Kt.</pre><p>8. O-O-O Nxe4 </p>",
        "data-board=\"4Q3/3K4/5k2/8/8/8/8/8 b - - 0 3\"",
        "<td>11</td><td>28</td><td><a href=\"#game-1\">1</a></td><td>Q. B. to Q&#39;s 3d.</td>",
    ] {
        assert!(page.contains(shown), "{shown}\n{page}");
    }
}

#[test]
fn a_sheet_is_refused_where_it_cannot_be() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.txt");
    fs::copy(root().join("fixtures/kober/book.txt"), &book).expect("copied");
    let run = |arguments: &[&Path]| partie().args(["report", "--proof"]).args(arguments).output().expect("it runs");
    let own = run(&[&book, Path::new("-o"), &book]);
    assert_eq!(own.status.code(), Some(2), "{}", String::from_utf8_lossy(&own.stderr));
    assert!(fs::read_to_string(&book).expect("the book").starts_with("PREFACE."), "the book stays");
    for (name, text) in [("empty.txt", ""), ("prose.txt", "No game stands in this.\n")] {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        let done = run(&[&path]);
        assert_eq!((done.status.code(), done.stdout.len()), (Some(2), 0), "{name}");
    }
    assert_eq!(run(&[folder.path()]).status.code(), Some(2), "a folder");
}

#[test]
fn a_browser_shows_the_board_at_the_cursor_and_runs_nothing_of_the_book() {
    let Some(browser) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.txt");
    let text = fs::read_to_string(root().join("fixtures/kober/book.txt")).expect("the book");
    let hostile =
        "<script>document.title='owned'</script> \"><img src=http://partie.invalid/x onerror=document.title='owned'>";
    fs::write(&book, text.replace("PREFACE.", hostile).replace("{12}", hostile)).expect("written");
    let page = folder.path().join("proof.html");
    sheet(&book, &page);
    let (dom, log) = browse(browser, &page, folder.path(), &["--dump-dom".to_owned()]);
    assert!(dom.contains("<title>partie proof sheet</title>"), "no script of the book has run");
    assert_eq!(dom.matches("<use href=\"#piece-").count(), 32, "the board of the first row is drawn");
    assert!(dom.contains("after line "), "{dom}");
    assert!(!log.contains("partie.invalid"), "the page asked for something");
    for (name, size) in [("desk.png", "1280,1400"), ("phone.png", "390,844")] {
        let picture = folder.path().join(name);
        let arguments = [format!("--screenshot={}", picture.display()), format!("--window-size={size}")];
        browse(browser, &page, folder.path(), &arguments);
        assert!(fs::read(&picture).expect("a picture").len() > 10_000, "{name}");
    }
}
