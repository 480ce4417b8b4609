#![allow(warnings, clippy::all)]
mod common;
mod score_support;
#[test]
fn dump() {
    let files: Vec<String> = match std::env::var("DUMP") {
        Ok(f) => f.split(',').map(|x| x.to_owned()).collect(),
        _ => {
            let mut v: Vec<_> = std::fs::read_dir(common::shared("chess/descriptive/games").unwrap())
                .unwrap()
                .map(|e| e.unwrap().path().display().to_string())
                .filter(|p| p.ends_with(".txt"))
                .collect();
            v.sort();
            v
        }
    };
    for f in files {
        let t = std::fs::read(&f).unwrap();
        println!("=== {f} sniff {:?}", partie::notation::container::sniff(&t));
        for r in score_support::records(&t) {
            let l = |s: u32| t[..s as usize].iter().filter(|b| **b == b'\n').count() + 1;
            println!(
                "  lines {}..{} {:?} moves {} result {:?} {:?}",
                l(r.span.from),
                l(r.span.to),
                r.movetext,
                r.items.iter().filter(|i| i.kind == partie::record::Kind::Move).count(),
                r.result.map(|s| String::from_utf8_lossy(s.of(&t)).into_owned()),
                r.outcome
            );
            for (h, s) in &r.headings {
                println!("     {h:?}: {:?}", String::from_utf8_lossy(s.of(&t)));
            }
            for n in &r.notes {
                println!(
                    "     note {:?} line {} {:?} other {:?}",
                    n.code,
                    l(n.span.from),
                    String::from_utf8_lossy(n.span.of(&t)),
                    n.other.map(|o| (l(o.from), String::from_utf8_lossy(o.of(&t)).into_owned()))
                );
            }
            if std::env::var("ITEMS").is_ok() {
                for i in &r.items {
                    let s = String::from_utf8_lossy(i.span.of(&t)).replace('\n', "~");
                    let s: String = s.chars().take(90).collect();
                    println!("       {} {:?} {s}", i.line, i.kind);
                }
            } else {
                for i in &r.items {
                    if matches!(i.kind, partie::record::Kind::Comment) && i.span.len() > 4 {
                        let s = String::from_utf8_lossy(i.span.of(&t)).replace('\n', "~");
                        let s: String = s.chars().take(60).collect();
                        println!("       L{} C {s}", l(i.span.from));
                    }
                }
            }
        }
    }
}
