//! The words of closing sentences, in the languages of the piece letters. `closing` parses the sentences.

use std::sync::OnceLock;

use super::Termination;
use partie_rules::Side;

/// The meaning of a word in a closing sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A player, by color or by name.
    Side(Side),
    /// The player before it, or otherwise after it, has won.
    Wins,
    /// Likewise has lost, in this manner.
    Loses(Option<Termination>),
    /// A noun of losing, `forfeit`, `abandono`: its player has lost, unless a verb names the winner.
    Loss(Termination),
    /// `gives`, whose meaning depends on the next word: `up`, `mate`.
    Gives,
    Up,
    /// `by`, `durch`, `par`: a manner follows.
    By,
    Mates,
    /// `mate`: the player who gives it wins; the player who is mated loses.
    Mate,
    /// `is`, `was`, `wurde`: the player before it suffers the following verb.
    Suffers,
    Draw,
    /// `material`: a game is drawn if the winner on time has too little.
    Material,
    /// `a`, `un`: the next noun is one of many, `a tempo`.
    Article,
    /// `accepts`: accepts a draw offer.
    Accepts,
    /// `offers`: the game has not ended unless the offer was accepted.
    Offers,
    /// `man` and `match`, as in `man einigte sich` and `match nul`. Invalid with a winner, because `wins a man` and
    /// `wins the match` are not about the game.
    One,
    /// `zich`, in `geeft zich gewonnen`.
    Itself,
    /// A noun of a manner alone, such as resignation or time.
    Manner(Termination),
    Filling,
}

/// Words of a language, without capitals and diacritics, as `fold` writes them.
struct Words {
    white: &'static str,
    black: &'static str,
    resigns: &'static str,
    resignation: &'static str,
    wins: &'static str,
    loses: &'static str,
    /// Verbs of a flag fall, `overstepped`; `overstepping` has the nouns.
    late: &'static str,
    overstepping: &'static str,
    time: &'static str,
    gives: &'static str,
    mates: &'static str,
    mate: &'static str,
    is: &'static str,
    draw: &'static str,
    agreement: &'static str,
    /// Verbs that accept an offer; `offers` has those that make one.
    accepts: &'static str,
    offers: &'static str,
    stalemate: &'static str,
    filling: &'static str,
}

static LANGUAGES: [Words; 13] = [
    // English.
    Words {
        white: "white",
        black: "black",
        resigns: "resigns resigned resign surrenders surrendered concedes conceded capitulates capitulated towel",
        resignation: "resignation",
        wins: "wins won win victory",
        loses: "loses lost forfeits forfeited",
        late: "flags flagged overstepped oversteps exceeded exceeds fell falls runs ran timed fallen expired expires",
        overstepping: "forfeit fall",
        time: "time timeout flag clock",
        gives: "gives gave give delivers delivered",
        mates: "mates checkmates",
        mate: "mate checkmate mated",
        is: "is was been being gets got",
        draw: "draw drawn drew",
        agreement: "agreement agreed agree consent",
        accepts: "accepts accepted accept",
        offers: "offers offered offer",
        stalemate: "stalemate stalemated",
        filling: "s the game has have had a an and then here when now in of on to out his her their limit control \
            mutual side player players abandoned disconnected adjudication default disconnection both neither \
            because too little not enough since throws threw over for",
    },
    // German.
    Words {
        white: "weiss weisser weissen weisse weissem",
        black: "schwarz schwarzer schwarzen schwarze schwarzem",
        resigns: "aufgegeben kapituliert kapitulierte kapitulieren handtuch waffen",
        resignation: "aufgabe",
        wins: "gewinnt gewann gewonnen siegt siegte sieg",
        loses: "verliert verlor verloren",
        late: "uberschreitet uberschritt uberschritten fiel abgelaufen",
        overstepping: "zeituberschreitung",
        time: "zeit bedenkzeit zeitkontrolle zeitlimit blattchen fahnchen fahne",
        gives: "gibt giebt gab setzt setzte gegeben",
        mates: "mattet mattete",
        mate: "matt schachmatt mattgesetzt",
        is: "ist wird wurde sind",
        draw: "remis unentschieden",
        agreement: "einigung vereinbarung vereinbart einigte einigten geeinigt vereinbarten einigen",
        accepts: "angenommen nahm nimmt",
        offers: "angeboten bot bietet",
        stalemate: "patt",
        filling: "partie spiel hat haben endet endete nach von des der die das dem den und ein eine mit hier seine \
            ihre sich zu warf wirft streckt streckte gesetzt spieler vorschlag angebot im zum gegner beide nachdem",
    },
    // Czech.
    Words {
        white: "bily bileho bilym bilemu",
        black: "cerny cerneho cernym cernemu",
        resigns: "vzdal vzdava vzdali vzdala kapituloval kapitulovala zbrane",
        resignation: "vzdanim vzdani",
        wins: "vyhral vyhrava vyhrala zvitezil vitezi vyhra",
        loses: "prohral prohrava prohrala",
        late: "prekrocil prekrocila spadl dosel padl padla spadla vyprsel prekracuje",
        overstepping: "prekroceni prekrocenim casem",
        time: "cas casu casem limit limitu praporek vlajecka vlajka praporku",
        gives: "dava dal",
        mates: "zmatoval matuje",
        mate: "mat matem matu",
        is: "je byl dostal dostava",
        draw: "remiza remizou nerozhodne remize remizu smir smirne smirem",
        agreement: "dohoda dohodou dohode dohodli dohodnuta domluvena domluvili dohodnuto",
        accepts: "prijata prijal",
        offers: "nabidl nabidka",
        stalemate: "pat patem",
        filling: "se hra partie partii skoncila na po pro a casovy casoveho v z hraci souperi byla slozil ukonceni \
            konci obou vzajemnou obe strany",
    },
    // Slovak.
    Words {
        white: "biely bieleho bielym bielemu",
        black: "cierny cierneho ciernym ciernemu",
        resigns: "vzdal vzdava kapituloval vzdala vzdali",
        resignation: "vzdanim vzdani",
        wins: "vyhral vyhrava zvitazil vitazi",
        loses: "prehral prehrava",
        late: "prekrocil spadla dosiel vyprsal",
        overstepping: "prekrocenim",
        time: "cas casu limit casom zastavka vlajka",
        gives: "dava dal",
        mates: "matuje zmatoval",
        mate: "mat matom mate matu",
        is: "je bol dostal",
        draw: "remiza remizou nerozhodne remize remizu",
        agreement: "dohodou dohoda dohode dohodli dohodnuta",
        accepts: "prijata prijal",
        offers: "ponukol",
        stalemate: "pat patom",
        filling: "sa partia partiu hra skoncila na po casovy hraci superi bola vzajomnou konci",
    },
    // French.
    Words {
        white: "blancs blanc",
        black: "noirs noir",
        resigns: "abandonne abandonnent abandonnerent abandonna capitule capitulent capitulerent eponge rend \
            rendent rendirent rendu rendus",
        resignation: "abandon",
        wins: "gagne gagnent gagna gagnerent victoire",
        loses: "perd perdent perdu perdirent",
        late: "depasse depassent tombe tombee tombent depasserent",
        overstepping: "depassement chute",
        time: "temps drapeau pendule",
        gives: "donne donnent fait font firent donnerent",
        mates: "matent",
        mate: "mat mats mates mate",
        is: "est sont ete",
        draw: "nulle nul remise",
        agreement: "accord commun convenu convenue conviennent convinrent entendent conclue",
        accepts: "accepte acceptent acceptee accepterent",
        offers: "proposent propose proposee",
        stalemate: "pat",
        filling: "les le la l ont a partie au aux des du de d et mutuel leur limite un une jette jettent joueurs \
            mettent adversaires se par sur",
    },
    // Spanish.
    Words {
        white: "blancas blanco blancos",
        black: "negras negro negros",
        resigns: "abandona abandonan abandonaron rinde rinden rindio rindieron abandonado capitulan capitularon \
            toalla",
        resignation: "abandono rendicion",
        wins: "gana ganan gano ganaron ganado victoria vencen",
        loses: "pierde pierden perdio perdieron perdido",
        late: "agota agoto agotaron cayo cae caida cayeron agotan agotado agotarse acabo acaba excede exceden \
            excedieron excedio",
        overstepping: "",
        time: "tiempo bandera reloj",
        gives: "dan da dieron",
        mates: "mata matan mataron",
        mate: "mate jaque-mate",
        is: "es son reciben recibe",
        draw: "tablas empate",
        agreement: "acuerdo acordaron acuerdan acordadas acordado pactadas pactaron pactada convenidas",
        accepts: "acepta aceptan aceptaron aceptadas aceptado acepto",
        offers: "ofrecen ofrecieron ofrecio ofrece",
        stalemate: "ahogado ahogadas",
        filling: "las los el la se ha han partida de en del comun mutuo y rey jugadores al les jaque tiran tiraron \
            arrojan contrarios ambos por",
    },
    // Italian.
    Words {
        white: "bianco bianchi",
        black: "nero neri",
        resigns: "abbandona abbandonano abbandonato abbandonarono arrende arreso spugna capitola",
        resignation: "resa abbandono",
        wins: "vince vincono vinto vinse vittoria",
        loses: "perde perdono perso perse",
        late: "superato supera caduta caduto cade scaduto esaurito esaurisce",
        overstepping: "superamento",
        time: "tempo bandierina",
        gives: "danno da dato",
        mates: "matta mattano",
        mate: "matto scaccomatto",
        is: "e viene subisce",
        draw: "patta pari parita",
        agreement: "accordo accordano accordati accordarono concordata concordano pattuita",
        accepts: "accettata accetta accettano accetto",
        offers: "offre offrono proposta",
        stalemate: "stallo",
        filling: "il i lo si ha hanno partita di del d comune con limite getta gettano giocatori avversari al la \
            per scacco sul a",
    },
    // Polish.
    Words {
        white: "biale bialy bialych bialym",
        black: "czarne czarny czarnych czarnym",
        resigns: "poddaly poddaje poddaja poddal poddala skapitulowaly skapitulowal bron",
        resignation: "poddanie poddania poddaniu",
        wins: "wygraly wygral wygrala wygrywa wygrywaja wygrana zwyciezyl zwyciestwo",
        loses: "przegraly przegral przegrala przegrywa przegrywaja",
        late: "przekroczyly przekroczyl spadla skonczyl uplynal minal",
        overstepping: "przekroczenie przekroczenia",
        time: "czas czasu choragiewka choragiewki",
        gives: "daja daly dal dala",
        mates: "matuja zamatowaly zamatowal",
        mate: "mat mata matem zamatowane zamatowany",
        is: "jest sa zostaly zostal dostaly dostal",
        draw: "remis remisem",
        agreement: "porozumienie zgoda uzgodniony zgodzili uzgodnili uzgodniono porozumienia",
        accepts: "przyjely przyjety przyjal",
        offers: "zaproponowaly zaproponowal",
        stalemate: "pat patem",
        filling: "sie partia partie na po w i za limit zakonczona zlozyly zlozyl gracze zawodnicy przeciwnicy \
            obopolna wzajemna obustronna wspolna zakonczyla przez strony",
    },
    // Hungarian.
    Words {
        white: "vilagos vilagost vilagosnak",
        black: "sotet sotetet sotetnek",
        resigns: "feladta feladja feladtak kapitulalt",
        resignation: "feladas feladassal",
        wins: "nyer nyert gyozott gyoz gyozelem",
        loses: "veszit vesztett veszitett",
        late: "tullepte lejart kifutott elesett leesett tullepi",
        overstepping: "idotullepes idotullepessel idotullepest",
        time: "ido idovel idot idore ideje idobol zaszlaja zaszlo idon",
        gives: "ad adott adtak adja",
        mates: "mattolt mattolja mattolta",
        mate: "matt mattal mattot",
        is: "kapott kap",
        draw: "dontetlen remi remivel dontetlenben dontetlenre dontetlent remit remiben",
        agreement: "megegyezes megegyezessel megegyezeses megegyeztek egyeztek megallapodtak",
        accepts: "elfogadta elfogadtak",
        offers: "ajanlott ajanlotta",
        stalemate: "patt pattal",
        filling: "a az jatszma jatszmat es meg miatt felek jatekosok ellenfelek kozos idozavarban vegzodott lett",
    },
    // Dutch.
    Words {
        white: "wit",
        black: "zwart",
        resigns: "opgegeven capituleert handdoek",
        resignation: "opgave",
        wins: "wint won winnen gewonnen winst",
        loses: "verliest verloor verloren",
        late: "overschrijdt overschreed gaat ging overschreden gevallen verstreken",
        overstepping: "tijdsoverschrijding tijdoverschrijding",
        time: "tijd vlag vlaggetje bedenktijd",
        gives: "geeft gaf geven zet zette",
        mates: "",
        mate: "mat schaakmat matgezet",
        is: "is wordt werd staat",
        draw: "remise gelijkspel",
        agreement: "overeenkomst overeengekomen overleg overeen besloten akkoord eens",
        accepts: "aangenomen aanvaard accepteerde accepteert",
        offers: "bood biedt aangeboden",
        stalemate: "pat",
        filling: "partij heeft de het en met een van zijn haar spelers tot gooide gooit gegeven kwamen komen \
            onderling ring in wederzijds werden beiden eindigde",
    },
    // Portuguese.
    Words {
        white: "brancas branco brancos",
        black: "pretas preto pretos negras",
        resigns: "abandonam abandonaram abandonou desistem desiste desistiu desistiram rendem rendeu renderam \
            toalha capitulam",
        resignation: "desistencia",
        wins: "vence vencem venceu venceram ganha ganham ganhou ganharam vitoria",
        loses: "perde perdem perdeu perderam",
        late: "excedeu excederam esgotou caiu cai esgotaram esgotam excedem estouraram estourou sem",
        overstepping: "",
        time: "tempo relogio bandeira",
        gives: "dao deram deu",
        mates: "",
        mate: "mate xeque-mate",
        is: "sao foi recebem levaram levam leva sofrem receberam",
        draw: "empate empatada tablas empatar empataram empatam",
        agreement: "acordo acordaram acordado concordaram concordam concordou combinado",
        accepts: "aceito aceitaram aceitam aceitou",
        offers: "ofereceram oferecem ofereceu",
        stalemate: "afogado afogamento",
        filling: "as os o a partida jogo do da das no mutuo e rei jogadores comum com ficaram ficou jogaram se em \
            por de um ambos",
    },
    // Swedish.
    Words {
        white: "vit vits vite",
        black: "svart svarts svarte",
        resigns: "uppgav uppger uppgivet uppgett kapitulerar kapitulerade handduken",
        resignation: "uppgift uppgivning",
        wins: "vinner vann vinst vunnit",
        loses: "forlorar forlorade forlorat",
        late: "overskred overskrider foll faller gick gar overskridit",
        overstepping: "tidsoverdrag tidsoverskridande",
        time: "tid tiden flagga betanketiden betanketid flaggan",
        gives: "ger gav gett satter satte gor gjorde",
        mates: "mattar",
        mate: "matt schackmatt",
        is: "ar blev blir fick",
        draw: "remi oavgjort",
        agreement: "overenskommelse overens overenskommen enades enats",
        accepts: "accepterades accepterad accepterade accepterar",
        offers: "erbjod erbjuder",
        stalemate: "patt",
        filling: "partiet parti har pa och med sin av slangde kastade spelarna om kom slutade slutar efter i for \
            over den omsesidig",
    },
    // Russian.
    Words {
        white: "белые белыи белых",
        black: "черные черныи черных",
        resigns: "сдались сдался сдаются сдается сдалась сдали сдал признали признал признала капитулировали \
            капитулировал оружие",
        resignation: "сдача",
        wins: "выиграли выиграл выиграла выигрывают победили победил победа",
        loses: "проиграли проиграл проиграла проигрывают проигрывает",
        late: "просрочили просрочил просрочила упал истекло истекли закончилось кончилось вышло упали",
        overstepping: "просрочка просрочкои",
        time: "время времени флаг флажок флажки",
        gives: "дают дали ставят поставили объявили объявил",
        mates: "матуют матует заматовали заматовал",
        mate: "мат матом",
        is: "получили получил получают",
        draw: "ничья вничью ничеи ничью ничеиныи",
        agreement: "соглашение соглашению согласию согласились согласился договорились согласие",
        accepts: "приняли принята принял приняв принято",
        offers: "предложили предложил предложение",
        stalemate: "пат патом",
        filling: "партия партию по у на игра и закончилась в за из-за поражение сложили сложил контроль лимит \
            соперники противники партнеры стороны игроки обоюдному взаимному закончили сошлись себя своё с",
    },
];

/// Words other than verbs that name a manner, in any language.
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

/// Words that follow `gives` if a player gives up.
const UP: &str = "up auf op upp geschlagen";

/// Words that precede a manner.
const BY: &str = "by due durch wegen par por per przez door genom pelas";

/// Words about remaining pieces, as too few draw a game whose opponent's flag falls.
const MATERIAL: &str = "material materiel materiale mating mattmaterial";

/// Articles, which make the next noun one of many.
const ARTICLES: &str = "a an ein eine un une um uma";

const BESIDE: &str = "check moves move rule position vs ewiges echec jaque scacco xeque";

/// Words by length and first letter, which costs less than to hash each word of each comment.
type Table = Vec<Vec<(&'static str, Word)>>;

/// Number of length classes; longer words share the last one.
const LENGTHS: usize = 16;

/// Index of the bucket for words of the same length and first letter.
fn place(word: &str) -> usize {
    let first = word.bytes().next().unwrap_or_default();
    word.len().min(LENGTHS - 1) << 5 | usize::from(first & 31)
}

/// Looks up a word that is written as `fold` writes it.
pub(super) fn known(word: &str) -> Option<Word> {
    static KNOWN: OnceLock<Table> = OnceLock::new();
    let alike = &KNOWN.get_or_init(table)[place(word)];
    alike.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
}

/// Builds the table; the first of several meanings of a word counts.
fn table() -> Table {
    let mut table = vec![Vec::new(); LENGTHS << 5];
    let mut add = |words: &'static str, meaning| {
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            table[place(word)].push((word, meaning));
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
        add(words.accepts, Word::Accepts);
        add(words.offers, Word::Offers);
        add(words.stalemate, Word::Manner(Termination::Stalemate));
    }
    for (manner, meaning) in MANNERS {
        add(manner, Word::Manner(meaning));
    }
    add(MATERIAL, Word::Material);
    add("checkmated", Word::Loses(Some(Termination::Mate)));
    add(UP, Word::Up);
    add("zich", Word::Itself);
    add("man match", Word::One);
    add(BY, Word::By);
    LANGUAGES.iter().for_each(|words| add(words.is, Word::Suffers));
    add(ARTICLES, Word::Article);
    add(BESIDE, Word::Filling);
    LANGUAGES.iter().for_each(|words| add(words.filling, Word::Filling));
    table
}
