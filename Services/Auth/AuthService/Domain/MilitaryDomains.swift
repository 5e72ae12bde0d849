import AuthContract

/// The bundled list of domains of military structures.
///
/// An entry with a source denies: the source is a public page, opened on ``date``, that says whose domain it is. An
/// entry without one only asks for a review. The list is short on purpose: what it does not name, administrators add
/// as rules of their own.
enum MilitaryDomains {
    /// The day on which the sources were opened.
    static let date = "2026-11-26"

    struct Entry: Sendable {
        var domain: String
        /// The page that names the domain as one of a military structure; `nil` without one.
        var source: String?
    }

    static let entries: [Entry] =
        sourced.map { Entry(domain: $0.domain, source: $0.source) }
        + unsourced.map { Entry(domain: $0) }

    /// The entries as rules.
    static var rules: [AccessRule] {
        entries.compactMap { entry in
            DomainName(entry.domain).map { name in
                AccessRule(
                    subject: .domain(name), action: entry.source == nil ? .review : .deny,
                    note: entry.source.map { "\($0) (\(date))" } ?? "Without a source (\(date))", origin: .bundled)
            }
        }
    }

    private static let sourced: [(domain: String, source: String)] = [
        // Whole zones that a registry keeps for armed forces.
        ("mil", "https://www.potaroo.net/ietf/idref/rfc1956/index.html"),
        ("mil.by", "http://www.101domain.com/faq/by/Registration-Requirements-and-Criteria.htm"),
        ("mil.cn", "http://en.people.cn/200603/02/print20060302_247290.html"),
        ("mil.ge", "https://www.hiya.domains/mil-ge-domain-names/"),
        ("mil.kr", "http://en.wikivisual.com/index.php/.kr"),
        ("mil.kz", "https://www.theinfolist.com/html/ALL/s/.kz.html"),
        ("mil.nz", "https://old.dnc.org.nz/moderated-second-levels/mil-nz"),
        ("mil.pl", "https://hesinhthaidulich.com/pl-dc4a734fe6f52a36"),
        ("mil.ru", "https://kvnews.ru/gazeta/2015/mart/-9/sergey-pavlov-=print"),
        ("mil.tr", "http://en.wikipedia.org/wiki/.tr"),
        ("mil.ua", "https://zalansite.site/mediawiki/index.php/.ua"),
        ("mil.uy", "https://s.gtool.pro:443/https/be.wikipedia.org/wiki/.uy"),
        ("tsk.tr", "http://en.wikipedia.org/wiki/.tr"),
        ("қор.қаз", "https://wiki.outremer.quest/content/wikipedia_en_all_maxi_2023-10/A/.%D2%9B%D0%B0%D0%B7"),
        // Ministries of defence.
        ("mod.gov.lv", "https://www.mod.gov.lv/en/nozares-politika/international-and-regional-cooperation"),
        (
            "mond.gov.lt",
            "http://www.mond.gov.lt/en/news_1098/news_archives/news_archive_2006/news_archive_2006_-_04.html"
        ),
        ("mod.uk", "http://theinfolist.com/php/SummaryGet.php?FindGo=.mil"),
    ]

    // Second-level domains named `mil` are those of the Public Suffix List, whose comments do not say whose they are.
    private static let unsourced = [
        "army.cz", "bmvg.bund.de", "bundeswehr.de", "bundeswehr.org", "defence.gov.au",
        "defense.gouv.fr", "defense.gov", "difesa.it", "forces.gc.ca", "intradef.gouv.fr", "kam.lt", "mapn.ro",
        "mde.es", "mi.th", "mil.ac", "mil.ae", "mil.al", "mil.am", "mil.ar", "mil.az", "mil.ba", "mil.be",
        "mil.bo", "mil.br", "mil.cl", "mil.co", "mil.cy", "mil.do", "mil.ec", "mil.ee", "mil.eg", "mil.fi",
        "mil.fj", "mil.gh", "mil.gov.ua", "mil.gr", "mil.gt", "mil.hn", "mil.id", "mil.in", "mil.iq", "mil.jo",
        "mil.kg", "mil.km", "mil.lt", "mil.lv", "mil.md", "mil.mg", "mil.mv", "mil.my", "mil.mz", "mil.ng",
        "mil.ni", "mil.no", "mil.pe", "mil.ph", "mil.py", "mil.qa", "mil.rw", "mil.se", "mil.sh", "mil.sk",
        "mil.st", "mil.sy", "mil.tj", "mil.tm", "mil.to", "mil.tw", "mil.tz", "mil.vc", "mil.ve", "mil.ye",
        "mil.za", "mil.zm", "mil.zw", "mindef.nl", "mod.bg", "mod.go.jp", "mod.gov.by", "mod.gov.rs",
        "mod.gov.ua", "mod.gov.uz", "mod.mil.am", "mon.gov.pl", "nato.int", "минобороны.рф",
    ]
}
