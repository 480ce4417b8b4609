(()=>{"use strict";const shapes="http://www.w3.org/2000/svg";const pieces=document.getElementById("pieces");
const caption=document.getElementById("caption");let cursor=null;
const show=row=>{if(!row||row===cursor)return;if(cursor)cursor.classList.remove("cursor");cursor=row;row.classList.add("cursor");
pieces.replaceChildren();const [ranks,turn]=row.dataset.board.split(" ");if(!turn){caption.textContent="no board for this line";return}
ranks.split("/").forEach((rank,y)=>{let x=0;for(const sign of rank){if(sign>="1"&&sign<="8"){x+=Number(sign);continue}
const piece=document.createElementNS(shapes,"use");const kind=sign.toLowerCase();piece.setAttribute("href","#piece-"+kind);
piece.setAttribute("class",sign===kind?"black":"white");piece.setAttribute("x",45*x);piece.setAttribute("y",45*y);
piece.setAttribute("width",45);piece.setAttribute("height",45);pieces.append(piece);x+=1}});
caption.textContent="after line "+row.firstElementChild.textContent+", "+(turn==="w"?"White":"Black")+" to move"};
const near=event=>event.target.closest?event.target.closest(".row"):null;
addEventListener("pointerover",event=>show(near(event)));addEventListener("focusin",event=>show(near(event)));
addEventListener("click",event=>show(near(event)));
addEventListener("keydown",event=>{const step={ArrowDown:1,ArrowUp:-1}[event.key];if(!step||!cursor)return;
const rows=[...document.querySelectorAll(".row")];const next=rows[rows.indexOf(cursor)+step];
if(next){event.preventDefault();next.focus({preventScroll:true});next.scrollIntoView({block:"center"})}});
show(document.querySelector(".row:not([data-board=\"\"])"))})();
