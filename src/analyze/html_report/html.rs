//! Text as HTML has it, and the look of the page.

use partie_record::shown;

/// Longest text of a file that is shown, in characters.
const LONGEST: usize = 300;

/// A text that can stand between tags and between quotes: no markup, no control or direction characters, not too long.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for (index, character) in text.chars().enumerate() {
        if index >= LONGEST {
            out.push('…');
            break;
        }
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() || shown::is_invisible(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// What stands before the body's content.
pub const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<title>partie report</title><style>
:root{--page:#fbfbf9;--card:#fff;--ink:#1d2126;--soft:#5d6670;--line:#dde1e4;--accent:#2f6f9f;--error:#b3261e;
--warning:#a86400;--info:#5d6670;--good:#2e7d4f;--first:#f3efe4;--draw:#a9b3bb;--second:#3a424b;--cell-0:#eef1f4;--cell-1:#cdd6de;
--cell-2:#b0bdc9;--shogi:#f1f3ee;--man:#14181c;--wood:#f7e6bf;--edge:#8a7345}
@media(prefers-color-scheme:dark){:root{--page:#15181b;--card:#1d2125;--ink:#e4e7e9;--soft:#9aa4ad;--line:#32383e;
--accent:#79b4dd;--error:#ff8a80;--warning:#f0b45a;--info:#9aa4ad;--good:#7fcf9c;--first:#efe9da;--draw:#7c8791;--second:#0c0e10;
--cell-0:#c3ccd4;--cell-1:#a3b0bc;--cell-2:#8594a3;--shogi:#c9cdc4;--man:#0b0d0f;--wood:#e7d19f;--edge:#6f5a30}}
*{box-sizing:border-box}body{margin:0 auto;max-width:68rem;padding:2rem 1.25rem 4rem;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",\"Noto Sans\",\"Noto Sans CJK JP\",sans-serif}
h1{font-size:1.1rem;font-weight:600;color:var(--soft);margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.5rem 0 .75rem}
.verdict{font-size:1.7rem;line-height:1.25;font-weight:650;margin:0 0 1.25rem;text-wrap:balance}
.facts{display:flex;flex-wrap:wrap;gap:.75rem;margin:0;padding:0;list-style:none}
.facts li{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem .9rem;min-width:8rem}
.facts b{display:block;font-size:1.25rem;font-variant-numeric:tabular-nums}.facts span{color:var(--soft);font-size:.87rem}
table{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--line);border-radius:8px;overflow:hidden}
th,td{padding:.32rem .7rem;text-align:left;vertical-align:middle;border-top:1px solid var(--line);overflow-wrap:anywhere}
thead th{border-top:0;color:var(--soft);font-weight:500;font-size:.87rem}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;overflow-wrap:normal}
svg.bar{display:block;width:100%;height:.7rem;min-width:7rem}.columns{width:100%;height:auto;display:block}
.wide{width:36%}.accent{fill:var(--accent)}.f-error{fill:var(--error)}.f-warning{fill:var(--warning)}.f-info{fill:var(--info)}
.first{fill:var(--first)}.draw{fill:var(--draw)}.second{fill:var(--second)}.frame{fill:none;stroke:var(--soft);stroke-width:.4;
vector-effect:non-scaling-stroke}
.columns text{fill:var(--soft);font-size:11px;text-anchor:middle}.error{color:var(--error)}.warning{color:var(--warning)}
.info{color:var(--info)}.good{color:var(--good)}.soft{color:var(--soft)}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.4rem 0}
summary{cursor:pointer;padding:.5rem .8rem;display:grid;grid-template-columns:3.6rem minmax(9rem,1fr) 6rem minmax(7rem,34%);
gap:.6rem;align-items:center}summary .n{text-align:right;font-variant-numeric:tabular-nums}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
code{font:13px/1.4 ui-monospace,\"Cascadia Mono\",Menlo,monospace}
.plain>summary{display:block}.inside{padding:.2rem .9rem .9rem;border-top:1px solid var(--line)}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1rem;padding:.9rem;border-top:1px solid var(--line)}
.card{min-width:0;overflow-wrap:anywhere;font-size:.93rem}.card p{margin:.25rem 0}.card .place{color:var(--soft);font-size:.87rem}
svg.board{display:block;width:100%;max-width:19rem;margin:.2rem 0 .5rem}
svg.board text{text-anchor:middle;fill:var(--man)}svg.board use{stroke-width:4;stroke-linejoin:round}
.man-first{fill:#fff;stroke:#000;color:#000}.man-second{fill:#000;stroke:#000;color:#fff}.lines{fill:none;stroke:currentColor}
svg.board g text{font-size:25px}svg.board .promoted{fill:#b01818}
svg.board .edge,symbol .edge{fill:var(--soft);font-size:13px;text-anchor:middle}
.cell-0{fill:var(--cell-0)}.cell-1{fill:var(--cell-1)}.cell-2{fill:var(--cell-2)}#board-chess .cell-1{fill:var(--cell-2)}
#board-shogi .cell-0{fill:var(--shogi)}.grid{stroke:#76838f;stroke-width:1}
.wood{fill:var(--wood);stroke:var(--edge)}.mark{fill:#f2c53d;fill-opacity:.85}.against{fill:#e0605a;fill-opacity:.6}
.no-board{border:1px dashed var(--line);border-radius:6px;color:var(--soft);padding:.6rem;font-size:.87rem;margin:.2rem 0 .5rem}
.legend{color:var(--soft);font-size:.87rem;margin:.4rem 0}.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1.25rem}
.swatch{display:inline-block;width:.8em;height:.8em;border:1px solid var(--soft);vertical-align:-.05em}
ul code{overflow-wrap:anywhere}.fix{color:var(--good)}.players{font-weight:600}a{color:var(--accent)}
@media print{:root{color-scheme:light}body{padding:0;max-width:none;font-size:11px}details::details-content{content-visibility:visible;display:block}
.card,tr{break-inside:avoid}}
@media(max-width:40rem){summary{grid-template-columns:3.6rem 1fr 4rem}summary svg{display:none}.wide,thead th:last-child:empty{display:none}th,td{padding:.32rem .4rem}}
@page{size:A4;margin:14mm}pre{white-space:pre-wrap;overflow-wrap:anywhere}
</style></head><body>
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_file_is_markup() {
        let hostile = "\"><img onerror='x'>&\u{202e}\u{0}\u{1b}[31m";
        assert_eq!(escape(hostile), "&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;&amp;\u{fffd}\u{fffd}\u{fffd}[31m");
        assert_eq!(escape(&"x".repeat(9999)).chars().count(), LONGEST + 1);
    }
}
