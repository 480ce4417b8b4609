//! The report, and the page of a game: each holds what was found, executes the viewer alone and asks for nothing, whatever stands
//! in the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{partie, root};
use crate::own_games;

const FORMATS: &[&str] = if cfg!(feature = "parquet") { &["csv", "jsonl", "parquet"] } else { &["csv", "jsonl"] };

/// Elements that a page may hold.
const ELEMENTS: &[&str] = &[
    "path",
    "a",
    "!DOCTYPE",
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "svg",
    "symbol",
    "use",
    "g",
    "rect",
    "polygon",
    "text",
    "h1",
    "h2",
    "p",
    "ul",
    "li",
    "b",
    "span",
    "details",
    "summary",
    "table",
    "thead",
    "tr",
    "th",
    "td",
    "code",
    "div",
    "article",
    "pre",
    "main",
    "defs",
    "partie-game",
];
/// Attributes that they may have.
const ATTRIBUTES: &[&str] = &[
    "lang",
    "charset",
    "name",
    "content",
    "http-equiv",
    "width",
    "height",
    "aria-hidden",
    "aria-label",
    "role",
    "id",
    "class",
    "viewBox",
    "points",
    "x",
    "y",
    "rx",
    "font-size",
    "href",
    "transform",
    "open",
    "rel",
    "preserveAspectRatio",
    "d",
    "src",
    "ply",
    "line",
    "slot",
    "autofocus",
    "tabindex",
];

/// Goes through all tags as a browser would: only known elements and attributes, and nothing that is fetched.
fn check(page: &str) {
    let page = &without_scripts(page);
    let mut rest = page.as_str();
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').expect("a tag ends");
        let tag = rest[..end].trim_start_matches('/');
        let (name, mut attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let name = name.trim_end_matches('/');
        assert!(ELEMENTS.contains(&name), "<{tag}>");
        if name == "!DOCTYPE" {
            attributes = "";
        }
        attributes = attributes.trim_end_matches('/').trim();
        while !attributes.is_empty() {
            let end = attributes.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(attributes.len());
            let key = &attributes[..end];
            assert!(ATTRIBUTES.contains(&key), "{key:?} of <{tag}>");
            attributes = &attributes[end..];
            if let Some(value) = attributes.strip_prefix("=\"") {
                let end = value.find('"').expect("a value ends");
                // An address is followed where somebody asks for it, and fetched by nothing.
                let is_link = name == "a" && value.starts_with("https://");
                assert!(!matches!(key, "href" | "src") || value.starts_with('#') || is_link, "<{tag}>");
                attributes = &value[end + 1..];
            }
            attributes = attributes.trim_start();
        }
        rest = &rest[end + 1..];
    }
    let style = &page[..page.find("</style>").expect("a style")];
    for word in ["url(", "@import", "http:", "https:", "expression("] {
        assert!(!style.contains(word), "{word} in the style");
    }
    let policy = page.split("Content-Security-Policy\" content=\"").nth(1).and_then(|rest| rest.split('"').next());
    let policy = policy.expect("a policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
}

/// The page without its scripts, which are the viewer as it is checked in, and data of games.
fn without_scripts(page: &str) -> String {
    let viewer = fs::read_to_string(root().join("src/analyze/html_report/viewer.js")).expect("the viewer");
    let module = format!("<script type=\"module\">{viewer}</script>");
    let mut parts = page.split("<script type=\"application/");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (data, rest) = part.split_once("</script>").expect("the data end");
        let (name, data) = data.split_once('>').expect("data");
        let is_packed = name.starts_with("gzip\" id=\"game-");
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
        assert!(
            is_packed && data.bytes().all(is_base64) || name == "json\" id=\"game\"" && !data.contains('<'),
            "{name}"
        );
        left.push_str(rest);
    }
    assert!(page.matches("<partie-game").count() == 0 || left.matches(&module).count() == 1);
    left.replace(&module, "")
}

fn analyse(inputs: &[&Path], out: &Path, arguments: &[&str]) {
    let mut command = partie();
    command.args(["analyze", "-q", "--duplicates", "--infos", "-o"]).arg(out).args(arguments).args(inputs);
    let done = command.output().expect("it runs");
    assert!(done.status.code().is_some_and(|code| code < 2), "{}", String::from_utf8_lossy(&done.stderr));
}

fn report(out: &Path) -> String {
    let path = out.join("report.html");
    let done = partie().arg("report").arg(out).arg("-o").arg(&path).output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = fs::read_to_string(path).expect("a page");
    check(&page);
    assert!(page.len() <= 2_000_000, "{} bytes", page.len());
    page
}

/// Games whose every tag, token and comment would be markup.
fn hostile() -> String {
    let names = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "ECO",
        "Opening",
        "Termination",
        "FEN",
        "Variant",
    ];
    let texts = [
        "<script>document.title='owned'</script>",
        "\\\"><img onerror=document.title='owned' src=http://partie.invalid/x>",
    ];
    let mut pgn = String::new();
    for name in names {
        for text in texts {
            for tag in names {
                if tag == name {
                    pgn.push_str(&format!("[{tag} \"{text}\"]\n"));
                } else if !matches!(tag, "FEN" | "Variant") {
                    pgn.push_str(&format!("[{tag} \"x\"]\n"));
                }
            }
            pgn.push_str(
                "\n1. e4 <script>alert(1)</script> \"><img/onerror=x> {<img src=http://partie.invalid/y>} *\n\n",
            );
        }
    }
    pgn
}

/// A folder with a hostile name that holds hostile games.
fn hostile_folder(folder: &Path) -> PathBuf {
    let path = folder.join(if cfg!(windows) { "plain" } else { "\"><img onerror='x' src=y>" });
    fs::create_dir(&path).expect("a folder");
    let name = if cfg!(windows) { "a.pgn" } else { "<script>alert(1)<b>.pgn" };
    fs::write(path.join(name), hostile()).expect("written");
    path
}

#[test]
fn nothing_of_a_file_becomes_markup() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = hostile_folder(folder.path());
    let mut pages = Vec::new();
    for format in FORMATS {
        let out = folder.path().join(format!("out-{format}"));
        analyse(&[&path], &out, &["--format", format]);
        let page = report(&out);
        assert!(page.contains("&lt;script&gt;"), "hostile texts are shown as texts");
        pages.push(page);
    }
    let options = |page: &str| page.to_owned();
    assert!(pages.windows(2).all(|pair| options(&pair[0]) == options(&pair[1])), "the format makes no difference");
}

#[test]
fn games_are_named_as_an_arbiter_knows_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    let game = "[Event \"Club\"]\n[Site \"https://lichess.org/abc\"]\n[Date \"2024.05.??\"]\n[Round \"3\"]\n[White \"A\"]\n[Black \"B & C\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf7 *\n\n[Event \"x\"]\n[Site \"https://x\\\" onclick=y\"]\n[White \"D\"]\n\n1. e5 *\n";
    fs::write(&path, game).expect("written");
    for format in FORMATS {
        let out = folder.path().join(format!("out-{format}"));
        analyse(&[&path], &out, &["--format", format, "--suggest"]);
        let page = report(&out);
        for part in ["A – B &amp; C", "Club, round 3, 2024-05<", "href=\"https://lichess.org/abc\"", "D – ?"] {
            assert!(page.contains(part), "{part} in {format}");
        }
        assert!(page.contains("perhaps ") && !page.contains("onclick=y\""), "{format}");
    }
}

#[test]
fn a_page_needs_a_whole_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = partie().arg("report").arg(folder.path()).output().expect("it runs");
    assert_eq!((out.status.code(), out.stdout.len()), (Some(2), 0));
    assert!(String::from_utf8_lossy(&out.stderr).contains("summary.json"));
}

#[test]
fn an_empty_archive_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    fs::write(&path, "1. e4 e5 *\n").expect("written");
    let out = folder.path().join("out");
    analyse(&[&path], &out, &[]);
    assert!(report(&out).contains("1 game, none with an error."));
}

/// The page of everything that is at hand, with boards of all games.
fn real(folder: &Path) -> PathBuf {
    let inputs = ["chess/real.pgn.zst", "chess/faults", "chess/messy", "shogi", "hex"];
    let inputs = inputs.map(own_games::real);
    let out = folder.join("out");
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    analyse(&inputs, &out, &[]);
    out
}

#[test]
fn the_page_shows_what_was_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = real(folder.path());
    let page = report(&out);
    for part in
        ["id=\"board-chess\"", "id=\"board-shogi\"", "id=\"board-hex\"", "class=\"mark\"", "Duplicates", "By opening"]
    {
        assert!(page.contains(part), "{part}");
    }
    let summary: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("summary.json")).expect("a summary")).expect("JSON");
    for code in summary["codes"].as_object().expect("codes").keys() {
        assert!(page.contains(&format!(">{code}</code>")), "{code}");
    }
    assert!(page.contains("class=\"players\"") && page.contains("class=\"fix\""));
    let boards = page.matches("<svg class=\"board\"").count();
    assert!(boards > 100, "{boards} boards");
    println!("{} bytes, {boards} boards", page.len());
}

pub(crate) fn chromium() -> Option<&'static str> {
    let known = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let found = known.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    });
    if found.is_none() {
        println!("no Chromium: skipped");
    }
    found
}

/// Runs the browser without a window; what it prints, and its log of requests.
pub(crate) fn browse(browser: &str, page: &Path, folder: &Path, arguments: &[String]) -> (String, String) {
    let log = folder.join("net.json");
    let mut command = Command::new(browser);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"])
        .args(["--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1200,2400"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("--log-net-log={}", log.display()))
        .args(arguments)
        .arg(format!("file://{}", page.display()));
    let out = command.stderr(Stdio::null()).output().expect("the browser runs");
    assert!(out.status.success(), "the browser failed");
    (String::from_utf8_lossy(&out.stdout).into_owned(), fs::read_to_string(log).unwrap_or_default())
}

#[test]
fn a_browser_shows_the_page_and_asks_for_nothing() {
    let Some(browser) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = hostile_folder(folder.path());
    let out = folder.path().join("out");
    analyse(&[&path], &out, &[]);
    report(&out);
    let page = out.join("report.html");
    let (dom, log) = browse(browser, &page, folder.path(), &["--dump-dom".to_owned()]);
    assert!(dom.contains("<title>partie report</title>"), "no script has run");
    let left = without_scripts(&dom);
    assert!(!left.contains("<script") && !left.contains("<img"));
    assert!(log.contains("report.html") || !log.is_empty(), "requests are logged");
    assert!(!log.contains("partie.invalid"), "the page asked for something");
    let shot = |page: &Path, name: &str, more: &[String]| {
        let picture = folder.path().join(name);
        let mut arguments = vec![format!("--screenshot={}", picture.display())];
        arguments.extend_from_slice(more);
        browse(browser, page, folder.path(), &arguments);
        fs::read(picture).expect("a picture").len()
    };
    let blank = folder.path().join("blank.html");
    fs::write(&blank, "<!DOCTYPE html><title>x</title>").expect("written");
    let nothing = shot(&blank, "blank.png", &[]);
    let light = shot(&page, "light.png", &[]);
    let dark = shot(&page, "dark.png", &["--blink-settings=preferredColorScheme=0".to_owned()]);
    assert!(light > 4 * nothing && dark > 4 * nothing, "{nothing}, {light}, {dark} bytes");
    println!("pictures of {nothing}, {light}, {dark} bytes");
}

/// What a page says of itself in a window of so many pixels: what reaches beyond it, and cells so narrow that their words
/// fall apart. A frame, as no window of a browser is so narrow.
const MEASURE: &str = "<script>
for (const details of document.querySelectorAll('details')) details.open = true;
const width = document.documentElement.clientWidth;
const shown = [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().width > 0 && !one.closest('svg'));
const cut = shown.filter(one => one.getBoundingClientRect().right > width + 1 || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
const apart = shown.filter(one => one.matches('td,th,p,span,li,summary,code') && one.textContent.trim().length > 6
    && one.getBoundingClientRect().width < 60 && one.getBoundingClientRect().height > 70);
const name = one => one.tagName + ' ' + one.textContent.trim().slice(0, 60);
const boards = document.querySelectorAll('svg.board').length, letters = document.querySelectorAll('svg.board text:not(.edge)').length;
parent.postMessage(JSON.stringify({ width, cut: cut.map(name), apart: apart.map(name), boards, letters }), '*');
</script></body>";

#[test]
fn the_page_is_read_on_a_phone_and_on_paper() {
    let Some(browser) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let (out, club) = (folder.path().join("out"), root().join("fixtures/club.pgn"));
    let hex = root().join("fixtures/hex/late.pgn");
    let hostile = hostile_folder(folder.path());
    let mut inputs = vec![club.as_path(), hex.as_path(), hostile.as_path()];
    let real = ["chess/real.pgn.zst", "chess/messy"].map(own_games::real);
    inputs.extend(real.iter().map(PathBuf::as_path));
    analyse(&inputs, &out, &[]);
    let page = report(&out);
    // It forbids itself to run scripts.
    let measured = page.replacen("<meta http-equiv=\"Content-Security-Policy\"", "<meta name=\"no\"", 1);
    assert!(measured != page && measured.contains("</body>"));
    fs::write(folder.path().join("measured.html"), measured.replacen("</body>", MEASURE, 1)).expect("written");
    let frame = folder.path().join("frame.html");
    let outer = "<!DOCTYPE html><body><script>onmessage = event => document.body.dataset.measured = event.data</script>\
                 <iframe src=\"measured.html\" width=\"390\" height=\"800\" style=\"border:0\"></iframe></body>";
    fs::write(&frame, outer).expect("written");
    let (dom, _) =
        browse(browser, &frame, folder.path(), &["--dump-dom".to_owned(), "--virtual-time-budget=5000".to_owned()]);
    let found = dom.split("data-measured=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("measured");
    let found: serde_json::Value =
        serde_json::from_str(&found.replace("&quot;", "\"").replace("&amp;", "&")).expect("JSON");
    assert_eq!(found["width"], 390);
    assert_eq!((&found["cut"], &found["apart"]), (&serde_json::json!([]), &serde_json::json!([])), "{found}");
    // Pieces are no letters of a font.
    assert!(found["boards"].as_u64() > Some(3) && found["letters"] == 0, "{found}");

    let pages = |html: &Path, name: &str| {
        let file = folder.path().join(name);
        browse(browser, html, folder.path(), &[format!("--print-to-pdf={}", file.display())]);
        let pdf = fs::read(file).expect("a document");
        let text = String::from_utf8_lossy(&pdf).into_owned();
        let is_a4 = text.contains("/MediaBox [0 0 594.95996 841.91998]") || text.contains("/MediaBox [0 0 595 842]");
        (is_a4, text.matches("/Type /Page\n").count())
    };
    let open = folder.path().join("open.html");
    fs::write(&open, page.replace("<details", "<details open")).expect("written");
    let (is_a4, printed) = pages(&out.join("report.html"), "closed.pdf");
    let (_, all) = pages(&open, "open.pdf");
    println!("{printed} pages of paper");
    // Nothing is folded away on paper.
    assert!(is_a4 && printed == all && printed > 1, "{is_a4} {printed} {all}");
}

/// A game with a move that cannot be played, by its number.
fn broken_game(number: usize, mv: &str) -> String {
    format!("[White \"A{number}\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. {mv} a6 *\n\n")
}

#[test]
fn texts_are_those_of_the_first_findings_of_each_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    let long = format!("[White \"Long\"]\n[Result \"*\"]\n\n1. e4 {{{}}} Ke5 *\n\n", "word ".repeat(8000));
    let clean = "[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";
    let blocked: String = (0..100).map(|number| broken_game(number, "Rh3")).collect();
    fs::write(&path, [clean, &long, &blocked, &broken_game(100, "Bb6")].concat()).expect("written");
    let out = folder.path().join("out");
    analyse(&[&path], &out, &["--format", "jsonl"]);
    let table =
        fs::read_dir(out.join("texts").join("src=a.pgn")).expect("a table").next().expect("a part").expect("a part");
    let rows: Vec<serde_json::Value> = fs::read_to_string(table.path())
        .expect("rows")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let numbers: Vec<i64> = rows.iter().map(|row| row["game"].as_i64().expect("a number")).collect();
    assert_eq!(numbers, (3..=22).chain([103]).collect::<Vec<_>>());
    assert_eq!(rows[0]["text"].as_str(), Some(broken_game(0, "Rh3").trim_end()));
    assert_eq!((&rows[0]["format"], &rows[0]["rules"], &rows[0]["plies"]), (&"pgn".into(), &"fide".into(), &4.into()));
}

#[test]
fn a_page_holds_the_moves_of_broken_games_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    // Cells of CSV that would be formulas, line ends of two bytes, and a byte order mark.
    let odd = "\u{feff}=1+1\r\n[White \"Ä\"]\r\n[Result \"*\"]\r\n\r\n1. e4 {\u{200b}} e5 2. Ke3 *\r\n\r\n";
    fs::write(&path, [odd, &broken_game(1, "Rh3")].concat()).expect("written");
    let mut pages = Vec::new();
    for format in FORMATS {
        let out = folder.path().join(format!("out-{format}"));
        analyse(
            &[&path, &root().join("fixtures/kober/opera.txt"), &root().join("fixtures/shogi")],
            &out,
            &["--format", format],
        );
        pages.push(report(&out));
    }
    assert!(pages.windows(2).all(|pair| pair[0] == pair[1]), "the format makes no difference");
    let page = &pages[0];
    assert!(
        page.contains("<partie-game src=\"#game-1\" ply=\"")
            && page.contains("<div slot=\"still\"><svg class=\"board\"")
    );
    assert_eq!(page.matches("type=\"application/gzip\" id=\"game-").count(), {
        let cards = page.split("<partie-game src=\"#").skip(1).map(|card| card.split('"').next().expect("an address"));
        cards.collect::<std::collections::BTreeSet<_>>().len()
    });
}

#[test]
fn a_folder_without_texts_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("a.pgn"), folder.path().join("out"));
    fs::write(&path, broken_game(1, "Rh3")).expect("written");
    analyse(&[&path], &out, &[]);
    assert!(!report(&out).contains("no table <code>texts</code>"));
    fs::remove_dir_all(out.join("texts")).expect("removed");
    let page = report(&out);
    assert!(page.contains("no table <code>texts</code>") && page.contains("<svg class=\"board\""));
    assert!(!page.contains("<partie-game") && !page.contains("<script"));
}

#[test]
fn a_text_that_is_another_game_is_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, out) = (folder.path().join("a.pgn"), folder.path().join("out"));
    fs::write(&path, broken_game(1, "Rh3")).expect("written");
    analyse(&[&path], &out, &["--format", "jsonl"]);
    let part = out.join("texts/src=a.pgn/part-00000.jsonl");
    let rows = fs::read_to_string(&part).expect("rows");
    assert!(report(&out).contains("<partie-game"));
    fs::write(&part, rows.replace("2. Nf3 Nc6", "2. Nf6 Nc6")).expect("written");
    assert!(!report(&out).contains("<partie-game"));
}

fn show_html(path: &Path, arguments: &[&str]) -> std::process::Output {
    partie().args(["show", "--html"]).arg(path).args(arguments).output().expect("it runs")
}

#[test]
fn a_game_has_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    let evil = "</script><script>alert(1)</script>";
    let text = format!("1. e4 *\n\n[White \"{evil}\"]\n[Black \"B\"]\n\n1. e4 {{{evil}}} e5 2. Ke3 {evil} *\n");
    fs::write(&path, &text).expect("written");
    let done = show_html(&path, &["--game", "2"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = String::from_utf8(done.stdout).expect("UTF-8");
    check(&page);
    assert!(page.contains("<title>&lt;/script&gt;") && page.contains("2. Ke3 is illegal"));
    let json = page.split("id=\"game\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("a game");
    let game: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!((&game["row"]["number"], &game["row"]["line"]), (&2.into(), &3.into()));
    assert_eq!((&game["row"]["players"][0], &game["findings"][0]["json"]["line"]), (&evil.into(), &6.into()));
    let (out, own) = (folder.path().join("game.html"), path.to_string_lossy().into_owned());
    assert!(show_html(&path, &["--game", "2", "-o", &out.to_string_lossy()]).status.success());
    assert_eq!(fs::read_to_string(&out).expect("a page"), page);
    let refused = show_html(&path, &["-o", &own]);
    assert_eq!((refused.status.code(), fs::read_to_string(&path).expect("a file")), (Some(2), text));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("error[X003]"));
    assert_eq!(show_html(&path, &["--game", "3"]).status.code(), Some(2));
}

#[test]
fn a_game_of_every_format_has_a_page() {
    let records =
        ["other/evening.json", "other/openings.psn", "shogi/draft.csa", "shogi/draft.jkf", "shogi/lesson.ki2u"];
    let more = ["shogi/openings.usi", "shogi/address.usen", "shogi/league.kifu", "kober/opera.txt", "hex/late.pgn"];
    for name in records.into_iter().chain(more).chain(["archive/guests.pgn", "shogi/server.pgn"]) {
        let done = show_html(&root().join("fixtures").join(name), &[]);
        assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
        check(&String::from_utf8(done.stdout).expect("UTF-8"));
    }
}
