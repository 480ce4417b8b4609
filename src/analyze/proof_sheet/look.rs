//! The look of a proof sheet: its style, its board, and the script that shows the position at the cursor.
//!
//! The page allows one script, by its hash, and fetches nothing.

/// What stands before the content.
pub const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
script-src 'sha256-2xWMHPRH8VaEgPGegzFLksLpdqW2YJALzpRDmETZnHQ='\">
<title>partie proof sheet</title><style>
:root{--page:#fbfbf9;--ink:#1d2126;--soft:#5d6670;--line:#dde1e4;--open:#a86400;--error:#b3261e;--cursor:#e7eef5;--light:#eef1f4;--dark:#b0bdc9;--accent:#2f6f9f}
@media(prefers-color-scheme:dark){:root{--page:#15181b;--ink:#e4e7e9;--soft:#9aa4ad;--line:#32383e;--open:#f0b45a;--error:#ff8a80;--cursor:#26303a;--light:#c3ccd4;--dark:#8594a3;--accent:#79b4dd}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0 auto;max-width:84rem;padding:1.25rem;background:var(--page);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,\"Segoe UI\",\"Noto Sans\",sans-serif}
h1{font-size:1.4rem;margin:0 0 .25rem}h2{font-size:1.05rem;margin:1.8rem 0 .4rem}small,.soft{color:var(--soft);font-weight:400}
main{display:grid;grid-template-columns:minmax(0,1fr) 21rem;gap:1.5rem;align-items:start}
aside{position:sticky;top:1rem;grid-column:2;grid-row:1}main>div{grid-column:1;grid-row:1;min-width:0}aside svg{display:block;width:100%;height:auto}aside p{margin:.3rem 0;color:var(--soft)}
section{content-visibility:auto;contain-intrinsic-size:auto 30rem}
.row,.line{display:grid;grid-template-columns:3.6rem minmax(0,1.5fr) minmax(0,1fr);gap:.15rem .8rem;padding:.1rem .3rem;border-left:3px solid transparent}
.row{cursor:default}.row p{margin:0}.row.cursor{background:var(--cursor)}.row:focus-visible{outline:2px solid var(--accent);outline-offset:-2px}
.row.open{border-left-color:var(--open)}.row.error{border-left-color:var(--error)}
i{font-style:normal;color:var(--soft);text-align:right;font-variant-numeric:tabular-nums}
pre{margin:0;font:13px/1.5 ui-monospace,\"Cascadia Mono\",Menlo,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.line{color:var(--soft)}mark{background:none;color:inherit;border-bottom:2px solid var(--open)}mark.error{border-color:var(--error)}
b.open{color:var(--open)}b.unread{color:var(--error);font-weight:500}
q{grid-column:2/-1;quotes:none;font-size:.87rem;color:var(--open);overflow-wrap:anywhere}q.error{color:var(--error)}
details{margin:.1rem 0 .1rem 4.4rem}summary{cursor:pointer;color:var(--soft);overflow-wrap:anywhere}details .line{margin-left:-4.4rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}td,th{padding:.2rem .6rem;text-align:left;vertical-align:top;border-top:1px solid var(--line);overflow-wrap:anywhere}
td:nth-child(-n+3),th:nth-child(-n+3){white-space:nowrap;overflow-wrap:normal;width:1%;font-variant-numeric:tabular-nums}
thead th{border:0;color:var(--soft);font-weight:500}tr.error td:nth-child(4){color:var(--error)}tr.open td:nth-child(4){color:var(--open)}
a{color:var(--accent)}.white{fill:#fff;stroke:#1b1f23}.black{fill:#1b1f23;stroke:#1b1f23}use{stroke-width:1.4;stroke-linejoin:round}
@media(max-width:52rem){body{padding:.75rem}main{display:block}aside{top:0;z-index:1;background:var(--page);padding:.4rem 0;display:flex;gap:.8rem;align-items:center;border-bottom:1px solid var(--line)}
aside svg{width:min(11rem,44vw)}html{scroll-padding-top:13rem}
.row,.line{grid-template-columns:2.7rem minmax(0,1fr)}.row p{grid-column:2;font-weight:500}details{margin-left:0}details .line{margin-left:0}
th:nth-child(5),td:nth-child(5){display:none}}
@media print{aside{display:none}main{display:block}body{max-width:none}section{content-visibility:visible}}
</style></head><body>
<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><symbol id=\"piece-p\" viewBox=\"0 0 45 45\"><path d=\"M22.5 10a5 5 0 0 0-3.4 8.7c-2.9 1.5-4.6 4-4.6 7 0 2 .8 3.8 2.1 5.2C13.3 32.400 11 35.200 11 39h23c0-3.800-2.300-6.600-5.600-8.100 1.300-1.400 2.100-3.200 2.100-5.200 0-3-1.700-5.500-4.600-7A5 5 0 0 0 22.500 10z\"/></symbol><symbol id=\"piece-r\" viewBox=\"0 0 45 45\"><path d=\"M9 39.500h27v-3.500H9zM12.500 36v-4h20v4zM11 14.500V9h4.200v2.300h4.700V9h5.200v2.300h4.700V9H34v5.500l-3.200 3v11.500l1.700 3h-20l1.700-3V17.500z\"/></symbol><symbol id=\"piece-n\" viewBox=\"0 0 45 45\"><path d=\"M15.500 39.500h19.800c1-11-1-23.500-11.500-27.800L22 7.500l-3 4.300c-4.500 1-6.200 4.200-7.600 8.200L7.500 27.500c-.5 2.500 1.300 4.600 3.700 4.200l4.100-3.300c2.300-.3 4.500-1 6-2.700-.2 5-6.400 7.300-5.800 13.800z\"/></symbol><symbol id=\"piece-b\" viewBox=\"0 0 45 45\"><path d=\"M11 39.500h23c-.3-2.800-4.600-3.300-6.700-4.300v-2.700c3.400-1.600 5.200-4.600 5.200-8 0-5.200-5.600-9.600-8.500-13.200a2.700 2.700 0 1 0-3 0c-2.900 3.600-8.500 8-8.500 13.200 0 3.400 1.800 6.400 5.200 8v2.700c-2.100 1-6.400 1.500-6.700 4.300z\"/></symbol><symbol id=\"piece-q\" viewBox=\"0 0 45 45\"><path d=\"M10.500 39.500h24v-3.700l-1.300-3.600L37 16.500l-6.500 8.300L29 10.500l-4.800 13-1.700-14.700-1.700 14.700-4.800-13-1.500 14.300L8 16.500l3.800 15.700-1.300 3.600z\"/></symbol><symbol id=\"piece-k\" viewBox=\"0 0 45 45\"><path d=\"M11.500 39.500h22v-4.300l-1-2.900c4.500-3.400 6.900-7.300 5.600-11-1.800-5-8.600-6-13.800-1.600v-4.900h3.500v-3.300h-3.500V8h-3.600v3.500h-3.500v3.300h3.500v4.900C15.500 15.300 8.700 16.300 6.900 21.300c-1.300 3.700 1.100 7.600 5.600 11l-1 2.900z\"/></symbol></svg>
";

/// The board beside the print.
pub(super) const BOARD: &str = "<aside><svg viewBox=\"0 0 360 360\" role=\"img\" aria-label=\"board\"><defs>\
<pattern id=\"squares\" width=\"90\" height=\"90\" patternUnits=\"userSpaceOnUse\"><rect width=\"90\" height=\"90\" fill=\"var(--light)\"/>\
<rect x=\"45\" width=\"45\" height=\"45\" fill=\"var(--dark)\"/><rect y=\"45\" width=\"45\" height=\"45\" fill=\"var(--dark)\"/></pattern></defs>\
<rect width=\"360\" height=\"360\" fill=\"url(#squares)\"/><g id=\"pieces\"></g></svg><p id=\"caption\" aria-live=\"polite\"></p></aside>
";

/// What stands behind the content.
pub(super) const FOOT: &str = "<script>(()=>{\"use strict\";const shapes=\"http://www.w3.org/2000/svg\";const pieces=document.getElementById(\"pieces\");
const caption=document.getElementById(\"caption\");let cursor=null;
const show=row=>{if(!row||row===cursor)return;if(cursor)cursor.classList.remove(\"cursor\");cursor=row;row.classList.add(\"cursor\");
pieces.replaceChildren();const [ranks,turn]=row.dataset.board.split(\" \");if(!turn){caption.textContent=\"no board for this line\";return}
ranks.split(\"/\").forEach((rank,y)=>{let x=0;for(const sign of rank){if(sign>=\"1\"&&sign<=\"8\"){x+=Number(sign);continue}
const piece=document.createElementNS(shapes,\"use\");const kind=sign.toLowerCase();piece.setAttribute(\"href\",\"#piece-\"+kind);
piece.setAttribute(\"class\",sign===kind?\"black\":\"white\");piece.setAttribute(\"x\",45*x);piece.setAttribute(\"y\",45*y);
piece.setAttribute(\"width\",45);piece.setAttribute(\"height\",45);pieces.append(piece);x+=1}});
caption.textContent=\"after line \"+row.firstElementChild.textContent+\", \"+(turn===\"w\"?\"White\":\"Black\")+\" to move\"};
const near=event=>event.target.closest?event.target.closest(\".row\"):null;
addEventListener(\"pointerover\",event=>show(near(event)));addEventListener(\"focusin\",event=>show(near(event)));
addEventListener(\"click\",event=>show(near(event)));
addEventListener(\"keydown\",event=>{const step={ArrowDown:1,ArrowUp:-1}[event.key];if(!step||!cursor)return;
const rows=[...document.querySelectorAll(\".row\")];const next=rows[rows.indexOf(cursor)+step];
if(next){event.preventDefault();next.focus({preventScroll:true});next.scrollIntoView({block:\"center\"})}});
show(document.querySelector(\".row:not([data-board=\\\"\\\"])\"))})();</script></body></html>
";
