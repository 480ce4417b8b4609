//! Rule books of servers by the sites that records name.

use super::{ChessRules, RuleBook, chesscom, fics, lichess};

/// Servers by a part of the value of `Site` or `Source`, in lower case.
static SERVERS: &[(&[u8], &RuleBook<ChessRules>)] =
    &[(b"lichess.org", &lichess::LICHESS), (b"freechess.org", &fics::FICS), (b"chess.com", &chesscom::CHESSCOM)];
/// Pages of these servers with games that were played elsewhere.
const ELSEWHERE: &[&[u8]] = &[b"/study/", b"/broadcast/", b"/events/"];

/// Returns the book of the server on which a game was played, by its site: an address or the server's name.
pub fn of_site(site: &[u8]) -> Option<&'static RuleBook<ChessRules>> {
    let contains = |part: &[u8]| site.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
    // Most sites are towns, without a dot.
    memchr::memchr(b'.', site)?;
    let (_, book) = SERVERS.iter().find(|(part, _)| contains(part))?;
    (!ELSEWHERE.iter().any(|part| contains(part))).then_some(*book)
}

#[cfg(test)]
mod tests {
    use super::of_site;

    #[test]
    fn sites_of_servers() {
        let cases: &[(&str, Option<&str>)] = &[
            ("https://lichess.org/abcd1234", Some("lichess")),
            ("lichess.org INT", Some("lichess")),
            ("https://lichess.org/study/abcd1234/efgh5678", None),
            ("https://lichess.org/broadcast/open/round-1/abcd1234", None),
            ("Chess.com", Some("chesscom")),
            ("https://www.chess.com/events/2024-open/01", None),
            ("FICS freechess.org", Some("fics")),
            ("St. Petersburg", None),
            ("Moscow", None),
            ("", None),
        ];
        for (site, book) in cases {
            assert_eq!(of_site(site.as_bytes()).map(|book| book.name), *book, "{site}");
        }
    }
}
