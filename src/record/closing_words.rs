//! The words of closing sentences, in the languages of the piece letters. Not for what a sentence of them says.

use std::sync::OnceLock;

use super::Termination;
use partie_rules::Side;

/// What a word says of the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A player, by colour or by name.
    Side(Side),
    /// Who stands before it, or else after it, has won.
    Wins,
    /// Likewise has lost, in this manner.
    Loses(Option<Termination>),
    /// A noun of losing, `forfeit`, `abandono`: whose it is has lost, unless a verb says who won.
    Loss(Termination),
    /// `gives`, which takes its sense from what follows: `up`, `mate`.
    Gives,
    Up,
    /// `by`, `durch`, `par`: what follows is a manner.
    By,
    /// Mates somebody.
    Mates,
    /// `mate`: who gives it wins, and who is it loses.
    Mate,
    /// `is`, `was`, `wurde`: who stands before it suffers what follows.
    Suffers,
    Draw,
    /// `material`: where a flag fell against it, the game is drawn.
    Material,
    /// `a`, `un`: what follows is one of many, `a tempo`.
    Article,
    /// The noun alone: of resignation, of time.
    Manner(Termination),
    /// Carries nothing.
    Filling,
}

/// Words of a language, written without capitals and diacritics, as `fold` writes them.
struct Words {
    white: &'static [&'static str],
    black: &'static [&'static str],
    resigns: &'static [&'static str],
    /// Nouns of it.
    resignation: &'static [&'static str],
    wins: &'static [&'static str],
    loses: &'static [&'static str],
    /// Verbs of the clock, `overstepped`, and the noun that says as much.
    late: &'static [&'static str],
    overstepping: &'static [&'static str],
    time: &'static [&'static str],
    gives: &'static [&'static str],
    mates: &'static [&'static str],
    mate: &'static [&'static str],
    is: &'static [&'static str],
    draw: &'static [&'static str],
    agreement: &'static [&'static str],
    stalemate: &'static [&'static str],
    filling: &'static [&'static str],
}

static LANGUAGES: [Words; 13] = [
    // English.
    Words {
        white: &["white"],
        black: &["black"],
        resigns: &[
            "resigns",
            "resigned",
            "resign",
            "surrenders",
            "surrendered",
            "concedes",
            "conceded",
            "capitulates",
            "capitulated",
        ],
        resignation: &["resignation"],
        wins: &["wins", "won", "win", "victory"],
        loses: &["loses", "lost", "forfeits", "forfeited"],
        late: &[
            "flags",
            "flagged",
            "overstepped",
            "oversteps",
            "exceeded",
            "exceeds",
            "fell",
            "falls",
            "runs",
            "ran",
            "timed",
        ],
        overstepping: &["forfeit"],
        time: &["time", "timeout", "flag", "clock"],
        gives: &["gives", "gave", "give"],
        mates: &["mates", "checkmates"],
        mate: &["mate", "checkmate", "mated"],
        is: &["is", "was", "been", "being", "gets", "got"],
        draw: &["draw", "drawn", "drew"],
        agreement: &["agreement", "agreed", "agree", "consent"],
        stalemate: &["stalemate", "stalemated"],
        filling: &[
            "s",
            "the",
            "game",
            "has",
            "have",
            "had",
            "a",
            "an",
            "and",
            "then",
            "here",
            "when",
            "now",
            "in",
            "of",
            "on",
            "to",
            "out",
            "his",
            "her",
            "their",
            "limit",
            "control",
            "mutual",
            "side",
            "player",
            "players",
            "abandoned",
            "disconnected",
            "adjudication",
            "default",
            "disconnection",
            "both",
            "neither",
            "because",
            "too",
            "little",
            "not",
            "enough",
            "since",
        ],
    },
    // German.
    Words {
        white: &["weiss", "weisser", "weissen"],
        black: &["schwarz", "schwarzer", "schwarzen"],
        resigns: &["aufgegeben", "kapituliert", "kapitulierte"],
        resignation: &["aufgabe"],
        wins: &["gewinnt", "gewann", "gewonnen", "siegt", "siegte", "sieg"],
        loses: &["verliert", "verlor", "verloren"],
        late: &["uberschreitet", "uberschritt", "uberschritten"],
        overstepping: &["zeituberschreitung"],
        time: &["zeit", "bedenkzeit", "zeitkontrolle", "zeitlimit"],
        gives: &["gibt", "giebt", "gab", "setzt"],
        mates: &["mattgesetzt"],
        mate: &["matt", "schachmatt"],
        is: &["ist", "wird", "wurde", "sind"],
        draw: &["remis", "unentschieden"],
        agreement: &["einigung", "vereinbarung", "vereinbart"],
        stalemate: &["patt"],
        filling: &[
            "partie", "spiel", "hat", "haben", "endet", "endete", "nach", "von", "des", "der", "die", "das", "dem",
            "den", "und", "ein", "eine", "mit", "hier", "seine", "ihre", "sich", "zu",
        ],
    },
    // Czech.
    Words {
        white: &["bily", "bileho", "bilym", "bilemu"],
        black: &["cerny", "cerneho", "cernym", "cernemu"],
        resigns: &["vzdal", "vzdava", "vzdali", "vzdala"],
        resignation: &["vzdanim", "vzdani"],
        wins: &["vyhral", "vyhrava", "vyhrala", "zvitezil", "vitezi", "vyhra"],
        loses: &["prohral", "prohrava", "prohrala"],
        late: &["prekrocil", "prekrocila", "spadl"],
        overstepping: &["prekroceni", "prekrocenim"],
        time: &["cas", "casu", "casem", "limit", "limitu", "praporek"],
        gives: &["dava", "dal"],
        mates: &["zmatoval"],
        mate: &["mat", "matem"],
        is: &["je", "byl", "dostal", "dostava"],
        draw: &["remiza", "remizou", "nerozhodne"],
        agreement: &["dohoda", "dohodou", "dohode"],
        stalemate: &["pat", "patem"],
        filling: &["se", "hra", "partie", "partii", "skoncila", "na", "po", "pro", "a", "casovy", "casoveho", "v", "z"],
    },
    // Slovak.
    Words {
        white: &["biely", "bieleho", "bielym"],
        black: &["cierny", "cierneho", "ciernym"],
        resigns: &["vzdal", "vzdava"],
        resignation: &["vzdanim"],
        wins: &["vyhral", "vyhrava", "zvitazil", "vitazi"],
        loses: &["prehral", "prehrava"],
        late: &["prekrocil"],
        overstepping: &["prekrocenim"],
        time: &["cas", "casu", "limit"],
        gives: &["dava", "dal"],
        mates: &[],
        mate: &["mat", "matom"],
        is: &["je", "bol", "dostal"],
        draw: &["remiza", "remizou", "nerozhodne"],
        agreement: &["dohodou"],
        stalemate: &["pat", "patom"],
        filling: &["sa", "partia", "partiu", "hra", "skoncila", "na", "po", "casovy"],
    },
    // French.
    Words {
        white: &["blancs", "blanc"],
        black: &["noirs", "noir"],
        resigns: &["abandonne", "abandonnent", "abandonnerent", "abandonna"],
        resignation: &["abandon"],
        wins: &["gagne", "gagnent", "gagna", "gagnerent", "victoire"],
        loses: &["perd", "perdent", "perdu", "perdirent"],
        late: &["depasse", "depassent", "tombe", "tombee"],
        overstepping: &["depassement"],
        time: &["temps", "drapeau", "pendule"],
        gives: &["donne", "donnent"],
        mates: &["matent"],
        mate: &["mat", "mats"],
        is: &["est", "sont", "ete"],
        draw: &["nulle", "nul", "remise"],
        agreement: &["accord", "commun"],
        stalemate: &["pat"],
        filling: &[
            "les", "le", "la", "l", "ont", "a", "partie", "au", "aux", "des", "du", "de", "d", "et", "mutuel", "leur",
            "limite", "un", "une",
        ],
    },
    // Spanish.
    Words {
        white: &["blancas", "blanco", "blancos"],
        black: &["negras", "negro", "negros"],
        resigns: &["abandona", "abandonan", "abandonaron", "rinde", "rinden", "rindio", "rindieron", "abandonado"],
        resignation: &["abandono", "rendicion"],
        wins: &["gana", "ganan", "gano", "ganaron", "ganado", "victoria", "vencen"],
        loses: &["pierde", "pierden", "perdio", "perdieron", "perdido"],
        late: &["agota", "agoto", "agotaron"],
        overstepping: &[],
        time: &["tiempo", "bandera", "reloj"],
        gives: &["dan", "da", "dieron"],
        mates: &[],
        mate: &["mate", "jaque-mate"],
        is: &["es", "son", "reciben", "recibe"],
        draw: &["tablas", "empate"],
        agreement: &["acuerdo"],
        stalemate: &["ahogado", "ahogadas"],
        filling: &[
            "las", "los", "el", "la", "se", "ha", "han", "partida", "de", "en", "del", "comun", "mutuo", "y", "rey",
        ],
    },
    // Italian.
    Words {
        white: &["bianco", "bianchi"],
        black: &["nero", "neri"],
        resigns: &["abbandona", "abbandonano", "abbandonato", "abbandonarono", "arrende", "arreso"],
        resignation: &["abbandono", "resa"],
        wins: &["vince", "vincono", "vinto", "vinse", "vittoria"],
        loses: &["perde", "perdono", "perso", "perse"],
        late: &["superato", "supera"],
        overstepping: &["superamento"],
        time: &["tempo", "bandierina"],
        gives: &["danno"],
        mates: &["matta"],
        mate: &["matto", "scaccomatto"],
        is: &["e", "viene", "subisce"],
        draw: &["patta", "pari", "parita"],
        agreement: &["accordo"],
        stalemate: &["stallo"],
        filling: &["il", "i", "lo", "si", "ha", "hanno", "partita", "di", "del", "d", "comune", "con", "il", "limite"],
    },
    // Polish.
    Words {
        white: &["biale", "bialy", "bialych"],
        black: &["czarne", "czarny", "czarnych"],
        resigns: &["poddaly", "poddaje", "poddaja", "poddal", "poddala"],
        resignation: &["poddanie", "poddania", "poddaniu"],
        wins: &["wygraly", "wygral", "wygrala", "wygrywa", "wygrywaja", "wygrana", "zwyciezyl", "zwyciestwo"],
        loses: &["przegraly", "przegral", "przegrala", "przegrywa", "przegrywaja"],
        late: &["przekroczyly", "przekroczyl"],
        overstepping: &["przekroczenie"],
        time: &["czas", "czasu"],
        gives: &["daja"],
        mates: &["matuja"],
        mate: &["mat", "mata", "matem", "zamatowane", "zamatowany"],
        is: &["jest", "sa", "zostaly", "zostal", "dostaly", "dostal"],
        draw: &["remis", "remisem"],
        agreement: &["porozumienie", "zgoda", "uzgodniony"],
        stalemate: &["pat", "patem"],
        filling: &["sie", "partia", "partie", "na", "po", "w", "i", "za", "limit", "zakonczona"],
    },
    // Hungarian.
    Words {
        white: &["vilagos"],
        black: &["sotet"],
        resigns: &["feladta", "feladja", "feladtak"],
        resignation: &["feladas", "feladassal"],
        wins: &["nyer", "nyert", "gyozott", "gyoz", "gyozelem"],
        loses: &["veszit", "vesztett", "veszitett"],
        late: &["tullepte"],
        overstepping: &["idotullepes", "idotullepessel"],
        time: &["ido", "idovel", "idot", "idore"],
        gives: &["ad"],
        mates: &["mattolt"],
        mate: &["matt", "mattal"],
        is: &["kapott", "kap"],
        draw: &["dontetlen", "remi", "remivel"],
        agreement: &["megegyezes", "megegyezessel"],
        stalemate: &["patt", "pattal"],
        filling: &["a", "az", "jatszma", "jatszmat", "es"],
    },
    // Dutch.
    Words {
        white: &["wit"],
        black: &["zwart"],
        resigns: &["opgegeven", "capituleert"],
        resignation: &["opgave"],
        wins: &["wint", "won", "winnen", "gewonnen", "winst"],
        loses: &["verliest", "verloor", "verloren"],
        late: &["overschrijdt", "overschreed"],
        overstepping: &["tijdsoverschrijding", "tijdoverschrijding"],
        time: &["tijd", "vlag"],
        gives: &["geeft", "gaf", "geven", "zet"],
        mates: &[],
        mate: &["mat", "schaakmat"],
        is: &["is", "wordt", "werd", "staat"],
        draw: &["remise", "gelijkspel"],
        agreement: &["overeenkomst", "overeengekomen"],
        stalemate: &["pat"],
        filling: &["partij", "heeft", "de", "het", "en", "met", "een", "van"],
    },
    // Portuguese.
    Words {
        white: &["brancas", "branco", "brancos"],
        black: &["pretas", "preto", "pretos"],
        resigns: &["abandonam", "abandonaram", "abandonou", "desistem", "desiste", "desistiu", "desistiram"],
        resignation: &["desistencia"],
        wins: &["vence", "vencem", "venceu", "venceram", "ganha", "ganham", "ganhou", "ganharam", "vitoria"],
        loses: &["perde", "perdem", "perdeu", "perderam"],
        late: &["excedeu", "excederam", "esgotou"],
        overstepping: &[],
        time: &["tempo", "relogio"],
        gives: &["dao"],
        mates: &[],
        mate: &["mate", "xeque-mate"],
        is: &["sao", "foi", "recebem"],
        draw: &["empate", "empatada", "tablas"],
        agreement: &["acordo"],
        stalemate: &["afogado", "afogamento"],
        filling: &["as", "os", "o", "a", "partida", "jogo", "do", "da", "das", "no", "mutuo", "e", "rei"],
    },
    // Swedish.
    Words {
        white: &["vit"],
        black: &["svart"],
        resigns: &["uppgav", "uppger", "uppgivet", "uppgett", "kapitulerar"],
        resignation: &["uppgift", "uppgivning"],
        wins: &["vinner", "vann", "vinst", "vunnit"],
        loses: &["forlorar", "forlorade", "forlorat"],
        late: &["overskred", "overskrider"],
        overstepping: &["tidsoverdrag"],
        time: &["tid", "tiden", "flagga"],
        gives: &["ger", "gav"],
        mates: &["mattar"],
        mate: &["matt", "schackmatt"],
        is: &["ar", "blev", "blir"],
        draw: &["remi", "oavgjort"],
        agreement: &["overenskommelse", "overens"],
        stalemate: &["patt"],
        filling: &["partiet", "parti", "har", "pa", "och", "med", "sin"],
    },
    // Russian.
    Words {
        white: &["белые", "белыи", "белых"],
        black: &["черные", "черныи", "черных"],
        resigns: &["сдались", "сдался", "сдаются", "сдается", "сдалась", "сдали", "сдал"],
        resignation: &["сдача"],
        wins: &["выиграли", "выиграл", "выиграла", "выигрывают", "победили", "победил", "победа"],
        loses: &["проиграли", "проиграл", "проиграла", "проигрывают", "проигрывает"],
        late: &["просрочили", "просрочил", "просрочила", "упал"],
        overstepping: &["просрочка"],
        time: &["время", "времени", "флаг"],
        gives: &["дают", "дали", "ставят", "поставили"],
        mates: &[],
        mate: &["мат", "матом"],
        is: &["получили", "получил", "получают"],
        draw: &["ничья", "вничью", "ничеи"],
        agreement: &["соглашение", "соглашению", "согласию"],
        stalemate: &["пат", "патом"],
        filling: &["партия", "партию", "по", "у", "на", "игра", "и", "закончилась", "в", "за", "из-за"],
    },
];

/// Words that are no verbs and name a manner, in any language.
const MANNERS: [(&str, Termination); 16] = [
    ("3-fold", Termination::Repetition),
    ("repetition", Termination::Repetition),
    ("threefold", Termination::Repetition),
    ("three-fold", Termination::Repetition),
    ("wiederholung", Termination::Repetition),
    ("stellungswiederholung", Termination::Repetition),
    ("zugwiederholung", Termination::Repetition),
    ("repeticion", Termination::Repetition),
    ("opakovanim", Termination::Repetition),
    ("perpetual", Termination::Perpetual),
    ("dauerschach", Termination::Perpetual),
    ("fifty", Termination::FiftyMoves),
    ("50", Termination::FiftyMoves),
    ("fifty-move", Termination::FiftyMoves),
    ("50-move", Termination::FiftyMoves),
    ("insufficient", Termination::Material),
];

/// What follows `gives` where a player gives up.
const UP: [&str; 5] = ["up", "auf", "op", "upp", "geschlagen"];

/// What stands before a manner.
const BY: [&str; 11] = ["by", "due", "durch", "wegen", "par", "por", "per", "przez", "door", "genom", "pelas"];

/// Pieces that are left, where a flag falls against too few of them.
const MATERIAL: [&str; 5] = ["material", "materiel", "materiale", "mating", "mattmaterial"];

/// Articles that make a noun one of many.
const ARTICLES: [&str; 8] = ["a", "an", "ein", "eine", "un", "une", "um", "uma"];

/// Words beside them.
const BESIDE: [&str; 11] =
    ["check", "moves", "move", "rule", "position", "vs", "ewiges", "echec", "jaque", "scacco", "xeque"];

/// Words by their length and first letter: less than a hash of each word of each comment.
type Table = Vec<Vec<(&'static str, Word)>>;

/// Lengths that are told apart.
const LENGTHS: usize = 16;

/// Where words of the same length and first letter stand.
fn place(word: &str) -> usize {
    let first = word.bytes().next().unwrap_or_default();
    word.len().min(LENGTHS - 1) << 5 | usize::from(first & 31)
}

/// What a word means, written as `fold` writes it.
pub(super) fn known(word: &str) -> Option<Word> {
    static KNOWN: OnceLock<Table> = OnceLock::new();
    let alike = &KNOWN.get_or_init(table)[place(word)];
    alike.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

/// What each word means; of several meanings the first counts.
fn table() -> Table {
    let mut table = vec![Vec::new(); LENGTHS << 5];
    let mut add = |words: &[&'static str], meaning| {
        for word in words {
            table[place(word)].push((*word, meaning));
        }
    };
    for words in &LANGUAGES {
        add(words.white, Word::Side(Side::First));
        add(words.black, Word::Side(Side::Second));
        add(words.resigns, Word::Loses(Some(Termination::Resignation)));
        add(words.resignation, Word::Loss(Termination::Resignation));
        add(words.wins, Word::Wins);
        add(words.loses, Word::Loses(None));
        add(words.late, Word::Loses(Some(Termination::Time)));
        add(words.overstepping, Word::Loss(Termination::Time));
        add(words.time, Word::Manner(Termination::Time));
        add(words.gives, Word::Gives);
        add(words.mates, Word::Mates);
        add(words.mate, Word::Mate);
        add(words.draw, Word::Draw);
        add(words.agreement, Word::Manner(Termination::Agreement));
        add(words.stalemate, Word::Manner(Termination::Stalemate));
    }
    for (manner, meaning) in MANNERS {
        add(&[manner], Word::Manner(meaning));
    }
    add(&MATERIAL, Word::Material);
    add(&["checkmated"], Word::Loses(Some(Termination::Mate)));
    add(&UP, Word::Up);
    add(&BY, Word::By);
    LANGUAGES.iter().for_each(|words| add(words.is, Word::Suffers));
    add(&ARTICLES, Word::Article);
    add(&BESIDE, Word::Filling);
    LANGUAGES.iter().for_each(|words| add(words.filling, Word::Filling));
    table
}
