/** What the page opens with: games of its own, of each kind, with a fault in some. */
export const NAME = 'example.pgn';
export const EXAMPLE = `[Event "Evening by the canal"]
[Site "Reading room"]
[Date "2024.10.04"]
[Round "1"]
[White "Amsel, Klara"]
[Black "Fink, Jonas"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {the Spanish bishop} a6 4. Ba4 Nf6 5. O-O Be7
6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 (9. d4 Bg4 10. d5 Na5) 9... Na5 10. Bc2
c5 11. d4 Qc7 12. Nbe2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 *

[Event "Evening by the canal"]
[Site "Reading room"]
[Date "2024.10.04"]
[Round "2"]
[White "Star, Ida"]
[Black "Amsel, Klara"]
[Result "0-1"]

1. d4 {[%clk 0:14:55]} d5 {[%clk 0:14:48]} 2. c4 {[%clk 0:14:31]} e6 {[%clk 0:14:20]}
3. Nc3 {[%clk 0:14:02]} Nf6 {[%clk 0:13:40]} 4. Bg5 {[%clk 0:13:33]} Nbd7 {[%clk 0:12:51]}
5. cxd5 {[%clk 0:13:01]} exd5 {[%clk 0:12:30]} 6. Nxd5? {[%clk 0:12:12] the knight seems to be pinned}
Nxd5 {[%clk 0:11:58]} 7. Bxd8 {[%clk 0:11:44]} Bb4+ {[%clk 0:11:40]} 8. Qd2 {[%clk 0:08:03]}
Bxd2+ {[%clk 0:11:22]} 9. Kxd2 {[%clk 0:07:50]} Kxd8 {[%clk 0:11:19]} 0-1

[Event "Six-sided evening"]
[Site "Reading room"]
[Date "2024.10.11"]
[Round "1"]
[White "Fink, Jonas"]
[Black "Star, Ida"]
[Result "*"]
[Variant "Glinski"]

1. e4-e5 e7-e6 2. Nd1-f4 Nh9-f8 3. b1-b3 h7-h6 *
`;
