//! Times of moves of shogi against 持ち時間 and 秒読み.

use partie_record::finding::Severity;
use partie_replay::texts::replay_with;
use partie_replay::{Options, Wanted};

/// A record of KIF with those headers, times of moves in seconds, and a last word.
fn kif(headers: &str, times: &[u32], word: &str) -> String {
    let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)", "８四歩(83)", "２五歩(26)", "８五歩(84)"];
    let mut totals = [0; 2];
    let rows = moves.iter().zip(times).enumerate().map(|(index, (mv, time))| {
        let total = &mut totals[index % 2];
        *total += time;
        let (h, m, s) = (*total / 3600, *total / 60 % 60, *total % 60);
        format!("   {} {mv}   ({:2}:{:02}/{h:02}:{m:02}:{s:02})\n", index + 1, time / 60, time % 60)
    });
    let rows: String = rows.collect();
    format!(
        "手合割：平手\n先手：A\n後手：B\n{headers}手数----指手---------消費時間--\n{rows}   {} {word}\n",
        times.len() + 1
    )
}

/// The plies of the findings on clocks.
fn clocks(text: &str) -> Vec<(String, Option<u32>)> {
    let games = replay_with(text.as_bytes(), &Options::default(), &Wanted::default());
    assert_eq!(games.len(), 1, "{text}");
    let of_clocks =
        games.iter().flat_map(|game| &game.findings).filter(|finding| finding.code.as_str().starts_with('C'));
    let shown = of_clocks.map(|finding| {
        assert!(finding.severity < Severity::Error && !finding.basis.is_empty() || finding.code.as_str() == "C002");
        (finding.code.as_str().to_owned(), finding.ply)
    });
    shown.collect()
}

fn code(code: &str, ply: u32) -> Vec<(String, Option<u32>)> {
    vec![(code.to_owned(), Some(ply))]
}

#[test]
fn a_limit_of_the_server_caps_the_clock() {
    let hour = "規則：server\n持ち時間：1時間\n秒読み：3600秒\n";
    assert_eq!(clocks(&kif(hour, &[4200, 60, 60], "中断")), code("C005", 1));
    assert_eq!(clocks(&kif(hour, &[2400, 60, 2400, 60], "中断")), code("C005", 3));
    assert_eq!(clocks(&kif(hour, &[1200, 60, 1800, 60], "中断")), []);
    assert_eq!(clocks(&kif(hour, &[4200, 60, 60], "中断").replace("規則：server\n", "")), []);
    // A limit below the time for the game is 秒読み.
    let short = "規則：server\n持ち時間：10分\n秒読み：30秒\n";
    assert_eq!(clocks(&kif(short, &[620, 60, 20], "中断")), []);
    assert_eq!(clocks(&kif(short, &[640, 60, 20], "中断")), code("C007", 1));
}

#[test]
fn a_move_over_byoyomi() {
    for headers in [
        "持ち時間：0分\n秒読み：30秒\n",
        "持ち時間：一手30秒\n",
        "持ち時間：なし\n秒読み：30\n",
        "持ち時間：00:00+30\n",
        "持ち時間：0+30+0\n",
    ] {
        for book in ["", "規則：server\n", "規則：csa27\n"] {
            let headers = format!("{headers}{book}");
            assert_eq!(clocks(&kif(&headers, &[20, 40, 29, 10], "中断")), code("C007", 2), "{headers}");
            assert_eq!(clocks(&kif(&headers, &[30, 30, 30, 30], "中断")), [], "{headers}");
        }
    }
    // What is left of the main time comes first.
    let both = "持ち時間：1分\n秒読み：30秒\n";
    assert_eq!(clocks(&kif(both, &[40, 10, 50, 10], "中断")), []);
    assert_eq!(clocks(&kif(both, &[40, 10, 50, 10, 31], "中断")), code("C007", 5));
    assert_eq!(clocks(&kif(both, &[91, 10], "投了")), code("C007", 1));
    let over = "持ち時間：各1分、使い切ったら1手30秒\n";
    assert_eq!(clocks(&kif(over, &[40, 80, 50, 10], "中断")), []);
    assert_eq!(clocks(&kif(over, &[40, 10, 50, 10, 31], "中断")), code("C007", 5));
    assert_eq!(clocks(&kif("持ち時間：各1分、残り10秒から秒読み\n", &[40, 10, 50, 10, 31], "中断")), []);
    // Times to think again are used up at the wish of a player.
    let more = "持ち時間：1分\n秒読み：30秒\n考慮時間：1分×5回";
    assert_eq!(clocks(&kif(more, &[91, 10, 20], "中断")), []);
    for more in ["持ち時間：0分+30秒(3)\n", "持ち時間：0分\n秒読み：30秒 3回\n", "秒読み：30秒\n"]
    {
        assert_eq!(clocks(&kif(more, &[20, 40, 29], "中断")), [], "{more}");
    }
}

#[test]
fn main_time_without_byoyomi() {
    let ten = "持ち時間：10分\n";
    assert_eq!(clocks(&kif(ten, &[20, 690, 29], "中断")), code("C005", 2));
    assert_eq!(clocks(&kif(ten, &[20, 600, 29], "中断")), []);
    // The record itself ends by it.
    assert_eq!(clocks(&kif(ten, &[20, 690], "切れ負け")), []);
    assert_eq!(clocks(&kif(ten, &[690, 20], "切れ負け")), code("C005", 1));
    assert_eq!(clocks(&kif("持ち時間：10分切れ負け\n", &[20, 690, 29], "中断")), code("C005", 2));
    // An increment covers it, and each side has its own time.
    let fischer = "持ち時間：60+0+30\n";
    assert_eq!(clocks(&kif(fischer, &[80, 5, 35, 5], "中断")), []);
    assert_eq!(clocks(&kif(fischer, &[80, 5, 65, 5], "中断")), code("C005", 3));
    let sides = "先手持ち時間：20分\n後手持ち時間：10分\n";
    assert_eq!(clocks(&kif(sides, &[690, 10], "中断")), []);
    assert_eq!(clocks(&kif(sides, &[10, 690], "中断")), code("C005", 2));
}

#[test]
fn statements_of_csa() {
    let csa = |time: &str| format!("V3.0\nN+A\nN-B\n{time}\nPI\n+\n+7776FU\nT20\n-3334FU\nT40\n%CHUDAN\n");
    for time in ["$TIME_LIMIT:00:00+30", "$TIME:0+30+0", "$TIME+:600+0+0\n$TIME-:0+30+0"] {
        assert_eq!(clocks(&csa(time)), code("C007", 2), "{time}");
    }
    assert_eq!(clocks(&csa("$TIME:30+0+0")), code("C005", 2));
    for time in ["$TIME+:0+30+0\n$TIME-:600+0+0", "$TIME:600+30+0", "$TIME_LIMIT:00:25+00"] {
        assert_eq!(clocks(&csa(time)), [], "{time}");
    }
}

#[test]
fn a_time_that_cannot_be_read_is_no_error() {
    let text = kif("", &[20, 40], "中断").replace("( 0:40/00:00:40)", "( 0:xx)");
    assert_eq!(clocks(&text), code("C002", 2));
}
