//! Names, towns and words of chess headers in the languages of two code pages, for guessing between them; and zip
//! archives, sound and damaged ones, byte by byte.

use std::io::Write;

/// Language, whether its code page is that of central Europe, and words with letters beside ASCII.
pub(crate) const WORDS: [(&str, bool, &str); 18] = [
    (
        "da",
        false,
        "Sørensen Jørgensen Kjærgaard Nørgaard Bækkelund Sjælland Ærø Århus Ålborg Åse Østergård Møller Bjørn Søndergaard \
         mæsterskab Københavns Næstved Hillerød Grønfeldt Håkon skakforbund-påske Tårnby Børge Vestergård Rødovre Bøgh \
         Lauritzen-Bæk Sæby Frøslev Skælskør Ringkøbing Hjørring Brønderslev Præstø Nykøbing Måløv Kværndrup Dragør",
    ),
    (
        "de",
        false,
        "Müller Schröder Jäger Köhler Bäcker Grünfeld Weißmann Straße Düsseldorf Köln Nürnberg Saarbrücken Würzburg \
         Österreich Übung Schäfer Böhm Krämer Vögele Strauß Größe Löwenstein Kühn Lübeck Tübingen Göttingen Mönchen \
         Jürgen Günther Jörg Käthe Bärbel Meisterschaft-Südbaden Mannschaftskämpfe Füssen Vöhringen Gießen Ländle",
    ),
    (
        "es",
        false,
        "Muñoz Peña Núñez García Pérez Martínez Íñigo Logroño España Jiménez Ibáñez Ñuñoa Castañeda Cañizares León Córdoba \
         Málaga campeonato-señores Añover Zúñiga Briñas Ávila Cáceres Alcalá Gijón Ordóñez Avilés Peñíscola Ramón Begoña \
         Iñaki Óscar niños Orduña Coruña Sáez Güímar Argüelles",
    ),
    (
        "fr",
        false,
        "Hélène André François Béatrice Jérôme Grégoire Lefèvre Barthélémy Thérèse Château-Gontier Besançon Orléans \
         Évreux Nîmes Mâcon Rhône Saône Sèvres Liège Trégastel Bègles première échecs Cédric Frédéric Gisèle Adèle Noël \
         Hervé Benoît Chênevert Arêches Créteil-Bécon Mulhouse-Pâques Agnès Solène Valérie Chambéry maître Vendôme Guéret",
    ),
    (
        "is",
        false,
        "Þórður Friðrik Guðmundur Sigurður Jónsson Björnsson Þröstur Héðinn Stefánsson Hannes-Hlífar Ísafjörður Akureyri-bær \
         Garðabær Reykjavík Hafnarfjörður Bragi-Þorfinnsson Guðlaug Þorsteinsdóttir Ólafsvík Egilsstaðir Sauðárkrókur \
         Skákþing Haukadalsá Hjörvar Vestmannaeyjar-mót Kópavogur Ægir Seltjarnarnes-páskar Ögmundur Þingeyjar Jóhann Davíð",
    ),
    (
        "it",
        false,
        "Nicolò Città Forlì Cantù Niccolò Cefalù Università Libertà Santità Mondovì Patané Rinò Salò Dalmàzio società \
         attività però più perché qualità Trinità Nuorò Cirò Pietà Calabrò Canicattì Almè Osè caffè Scarrà Tommasì \
         Zanè Lonà Castronò Santhià Agliè Viù Cuccarò Bardonè Novità Carità Giosuè Mosè Noè",
    ),
    (
        "nl",
        false,
        "Coördinator Daniël Zoë België Israël Joël Michaël Ruurlo-één Raphaël Reünie Oriënt Loïs Anaïs Sneeuwwitje-café \
         Hongarije-coöperatie Brasschaat-André Curaçao geïnviteerd ideeën categorieën Italië Argentinië Australië Gaëlle \
         Noël Rafaël Thaïs Mariëlle Desirée Daniëlle René Josée Bergschenhoek-financiën Graäff Weënink Beëtha Oegstgeest-patiënt",
    ),
    (
        "no",
        false,
        "Sørlie Bjørnsen Ødegård Håvard Ålesund Tromsø Bodø Lillestrøm Østlandet Kjølstad Røros Åsgård Bærum Jørn Hønefoss \
         Sæther Nærland Drøbak Gjøvik Halvorsæter Solbakkås Øyvind Rødland Møre Åge Tønsberg Våler Førde Skånland Fløgstad \
         Bråten Grønn Nesøya Larsåsen Håheim Brønnøysund Bjørkås",
    ),
    (
        "pt",
        false,
        "João Conceição São-Paulo Guimarães Simões Gonçalves Araújo Magalhães Camões Esposende-Leça Lourenço Mendonça \
         Ribeirão Seleção campeões Vitória Antônio Mônica Luís Valença Vila-Praça Estêvão Leão Maranhão Brandão Lisboa-Verão \
         Falcão Graça Bragança Évora Viçosa Portimão Açores Azevedo-Três Inês Galvão Natércia-Avô Leitão Capitães",
    ),
    (
        "sv",
        false,
        "Åkesson Öberg Ångström Sjöberg Lindström Nyström Hallström Malmö Göteborg Jönköping Västerås Umeå Skåne Örebro \
         Växjö Norrköping Söder Åke Håkan Bäckström Björklund Hägglund Ekström Mårten Märta Sölvesborg Luleå Piteå Borås \
         mästerskap Höganäs Östersund Ängelholm Tällberg Karlskoga-påsk Sjögren Hässleholm",
    ),
    (
        "fi",
        false,
        "Mäkinen Hämäläinen Väisänen Nyyssönen Jyväskylä Seinäjoki Hyvinkää Riihimäki Töölö Pöyhönen Kääriäinen Lehtimäki \
         Äijälä Päivi Yrjölä Heikkilä Järvenpää Mänttä Kärkkäinen Keränen Sääksmäki Hyvärinen Pekkä-Löytönen Sipilä Kähkönen \
         Särkkä Pyhäjärvi Ylä-Savo Mikkelä Östman Åbo Karjalohjä Rämö",
    ),
    (
        "cs",
        true,
        "Dvořák Novák Kříž Šťastný Říha Jiří Čapek Růžička Němec Pospíšil Kučera Zbyněk Děčín Plzeň Třebíč Kroměříž Říčany \
         Břeclav Přerov Tišňov Litoměřice Vojtěch Čermák Sedláček Mařík Hejtmánek Havířov Žďár Ústí Přibyl Stárek Šachový \
         Lukáš Hradečtí Zdeněk Ondřej Matějka Doležal-Běla Skřivan",
    ),
    (
        "sk",
        true,
        "Čáky Ľubomír Šťastný Žilina Košice Trenčín Prešov Ďurčo Hričovský Nitra-Čermáň Michalovce-ťah Ľuboš Záhradník \
         Kováčik Hrčka Mačaj Tomáš-Ďuriš Štefan Jurčík Sečovce Ružinov-Ľavá Petržalka-Žltá Piešťany Levoča Čadca Ružomberok \
         Vranov-nad-Topľou Žiar Danišovský Juráček Lučenec Šaľa Kňažko Mikuláš Ťažký",
    ),
    (
        "pl",
        true,
        "Wójcik Kamiński Zieliński Szymański Woźniak Kozłowski Jabłoński Łódź Gdańsk Kraków Wrocław Poznań Łukasz Michał \
         Paweł Stanisław Dąbrowski Wąsik Bąk Świętokrzyska Częstochowa Świdnica Śląsk Jędrzejów Zając Grążyna Błażej Żak \
         Żywiec Łomża Ciechanów-Gęś Stępień Król Przybył Wiśniewski Wołów Książ Więcek Lewiński",
    ),
    (
        "hu",
        true,
        "Szűcs Erdős Győző Kőrösi Pető Gyűrű Szőke Fűzfői Győr Szegedi-nő Hűvösvölgy Gergő Lengyel-Bőd Szőllősi Vörös-Fű \
         Debrecen-erdő Mezőkövesd Dömsőd Bőhm Tűzoltó Szőnyi Mérő Nagykőrös Fehérgyűrűs Temesvári-kő Ürmöd-hegytető Benő \
         Jenő Ernő Fűleki Szentlőrinc Kőszeg Várpalota-bűn Kenderesi-dűlő Lőkös",
    ),
    (
        "hr",
        true,
        "Kovačević Marić Đurić Ivančić Petrović Čakovec Križevci-Đurđevac Šimić Jurić Hrvoje-Brčić Bjelovar-Ćosić Matić \
         Vukić Đakovo Blažević Ćurić Radić Perić Sašić Međimurje Varaždin-Đuro Požega-Čeh Brač Poreč Tkalčić Županja-Babić \
         Franjić Novaković Lončar Mihajlović Grgić Andrić Čavlović Bošnjak-Knežević",
    ),
    (
        "sl",
        true,
        "Kovačič Čuček Gorišek-Črnuče Črnomelj Kočevje Blažič Jurčič Miklavčič Rupnik-Čater Trbovlje-Počitek Mežnaršič \
         Potočnik Sevčnikar Zdravič-Žalec Lovrenčič Medvešček Čopič Hočevar Drnovšek-Mačkov Golčer Zupančič Kopač Vodičar \
         Kumar-Čelan Hrušovlje-Češnjica Šenčur Domžale-Tič Pavlič Vrčon Krničar Prelič Oblačnik Novačan",
    ),
    (
        "ro",
        true,
        "Bălan Ionică Mărăşeşti Piteşti Ploieşti Braşov Timişoara Galaţi Constanţa Bucureşti-Ţară Ştefan Mureşan Văcărescu \
         Drăgan Buzău Iaşi Suceava-Măgura Rădulescu Păun Ţepeş Câmpeanu-Băicoi Ţurcanu Anişoara Ghiţă Lăcătuş Găeşti Sălaj \
         Bistriţa Dumbrăveanu Făgăraş Dăian Crişan Moţ Vlăduţ Băluţă Şerban",
    ),
];

/// A member of a zip archive: its name, what it holds, and what is wrong with it.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) method: u16,
    pub(crate) encrypted: bool,
    pub(crate) damaged: bool,
}

/// A sound member, deflated.
pub(crate) fn member<'a>(name: &'a str, bytes: &'a [u8]) -> Member<'a> {
    Member { name, bytes, method: 8, encrypted: false, damaged: false }
}

/// A zip archive.
pub(crate) fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let (mut out, mut list) = (Vec::new(), Vec::new());
    for member in members {
        let packed = match member.method {
            8 => {
                let mut packer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
                packer.write_all(member.bytes).unwrap();
                packer.finish().unwrap()
            }
            93 => zstd::encode_all(member.bytes, 1).unwrap(),
            _ => member.bytes.to_vec(),
        };
        let mut crc = flate2::Crc::new();
        crc.update(member.bytes);
        let sum = crc.sum() ^ u32::from(member.damaged);
        // Version, flags, method, time and date, check sum, sizes, length of the name.
        let mut head = Vec::new();
        for number in [20, 0x800 | u16::from(member.encrypted), member.method, 0, 0x21] {
            head.extend(number.to_le_bytes());
        }
        for number in [sum, packed.len() as u32, member.bytes.len() as u32] {
            head.extend(number.to_le_bytes());
        }
        head.extend((member.name.len() as u16).to_le_bytes());
        let offset = out.len() as u32;
        out.extend(b"PK\x03\x04");
        out.extend(&head);
        out.extend([0; 2]);
        out.extend(member.name.bytes());
        out.extend(&packed);
        list.extend(b"PK\x01\x02\x14\0");
        list.extend(&head);
        list.extend([0; 12]);
        list.extend(offset.to_le_bytes());
        list.extend(member.name.bytes());
    }
    let offset = out.len() as u32;
    out.extend(&list);
    out.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        out.extend((members.len() as u16).to_le_bytes());
    }
    out.extend((list.len() as u32).to_le_bytes());
    out.extend(offset.to_le_bytes());
    out.extend([0; 2]);
    out
}
