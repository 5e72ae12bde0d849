import Testing

@testable import AggregatorService

@Suite struct FeedParserTests {
    private func items(_ text: String) throws -> [FeedItem] { try FeedParser.read(Array(text.utf8)).items }

    private func rss(_ item: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\"><channel><title>T</title>\(item)</channel></rss>"
    }

    @Test func `The parts of an RSS item are read as plain text`() throws {
        let item = try #require(
            try items(
                rss(
                    """
                    <item><title><![CDATA[ Snow &amp; <b>ice</b> ]]></title><link> https://a.example/1?x=2 </link>
                    <description>&lt;p&gt;Roads &amp;mdash; closed&lt;/p&gt;&lt;br/&gt; now</description>
                    <pubDate>Thu, 08 Aug 2024 15:39:03 GMT</pubDate><guid>1#0</guid>
                    <media:thumbnail width="1" url="https://a.example/p.jpg"/></item>
                    """)
            ).first)
        #expect(item.title == "Snow & ice")
        #expect(item.link == "https://a.example/1?x=2")
        #expect(item.summary == "Roads — closed now")
        #expect(item.date == "Thu, 08 Aug 2024 15:39:03 GMT")
        #expect(item.picture == "https://a.example/p.jpg")
    }

    @Test func `Atom and RSS 1.0 are read too`() throws {
        let atom = try items(
            """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link href="https://a.example/"/>
            <entry><title type="html">One &amp;amp; two</title><link rel="self" href="https://a.example/s"/>
            <link href="https://a.example/1"/><updated>2026-10-02T06:30:00Z</updated>
            <published>2026-10-01T06:30:00Z</published><summary>S</summary><content>C</content></entry></feed>
            """)
        #expect(
            atom == [
                FeedItem(
                    title: "One & two", link: "https://a.example/1", summary: "S", date: "2026-10-01T06:30:00Z",
                    picture: nil)
            ])
        let rdf = try items(
            """
            <rdf:RDF xmlns:rdf="r"><channel><title>C</title></channel>
            <item><title>One</title><link>http://a.example/1</link><dc:date>2026-10-02T06:30:00+03:00</dc:date></item></rdf:RDF>
            """)
        #expect(rdf.map(\.date) == ["2026-10-02T06:30:00+03:00"])
    }

    @Test func `Other character sets are converted to UTF-8`() throws {
        let cyrillic: [UInt8] = [0xCC, 0xE8, 0xED, 0xF1, 0xEA, 0x20, 0xA2, 0xB3]
        let head = "<?xml version='1.0' encoding='windows-1251' ?><rss><channel><item><title>"
        let tail = "</title><link>https://a.example/1</link></item></channel></rss>"
        #expect(try FeedParser.read(Array(head.utf8) + cyrillic + Array(tail.utf8)).items.first?.title == "Минск ўі")
        let latin = head.replacing("windows-1251", with: "ISO-8859-1")
        #expect(try FeedParser.read(Array(latin.utf8) + [0xC5, 0xE9] + Array(tail.utf8)).items.first?.title == "Åé")
        let marked =
            [0xEF, 0xBB, 0xBF] + Array(rss("<item><title>A</title><link>https://a.example/1</link></item>").utf8)
        #expect(try FeedParser.read(marked).items.count == 1)
        let foreign = head.replacing("windows-1251", with: "shift_jis")
        #expect(throws: XMLFault.charset) { try FeedParser.read(Array((foreign + "x" + tail).utf8)) }
    }

    @Test func `Spaces around the equals sign of the encoding do not matter`() throws {
        let head = "<?xml version = '1.0'\tencoding = 'windows-1251'?><rss><channel><item><title>"
        let tail = "</title><link>https://a.example/1</link></item></channel></rss>"
        #expect(try FeedParser.read(Array(head.utf8) + [0xCC, 0xE8] + Array(tail.utf8)).items.first?.title == "Ми")
    }

    @Test func `A byte order mark takes precedence over the header, and the header over the declaration`() throws {
        func title(_ bytes: [UInt8], declared: String, response: String?) throws -> String? {
            let head = "<?xml version='1.0' encoding='\(declared)'?><rss><channel><item><title>"
            let tail = "</title><link>https://a.example/1</link></item></channel></rss>"
            return try FeedParser.read(Array(head.utf8) + bytes + Array(tail.utf8), charset: response).items.first?
                .title
        }
        let cyrillic: [UInt8] = [0xCC, 0xE8]
        #expect(try title(cyrillic, declared: "iso-8859-1", response: "windows-1251") == "Ми")
        #expect(try title(cyrillic, declared: "utf-8", response: "windows-1251") == "Ми")
        #expect(try title(Array("Ми".utf8), declared: "windows-1251", response: "utf-8") == "Ми")
        // A header that is wrong or unknown is ignored.
        #expect(try title(cyrillic, declared: "windows-1251", response: "utf-8") == "Ми")
        #expect(try title(cyrillic, declared: "windows-1251", response: "binary") == "Ми")
        #expect(try title(cyrillic, declared: "windows-1251", response: nil) == "Ми")
        let text = rss("<item><title>Ми</title><link>https://a.example/1</link></item>")
        let marked = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        #expect(try FeedParser.read(marked, charset: "windows-1251").items.first?.title == "Ми")
        let units = Array(text.utf16)
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        for wide in [big, little] { #expect(try FeedParser.read(wide, charset: "utf-8").items.first?.title == "Ми") }
    }

    @Test func `Complete items before a fault are kept`() throws {
        func item(_ number: Int) -> String {
            "<item><title>\(number)</title><link>https://a.example/\(number)</link></item>"
        }
        let whole = rss(item(1) + item(2) + item(3))
        let end = try #require(whole.firstRange(of: "<title>3")).upperBound
        let cut = try FeedParser.read(Array(whole[..<end].utf8))
        #expect(cut.items.map(\.title) == ["1", "2"] && cut.fault == .malformed)
        for broken in ["<item><title>x</item>", "<a b=c>", "</b>", "<item><title><![CDATA[x"] {
            let read = try FeedParser.read(Array(rss(item(1) + broken + item(2)).utf8))
            #expect(read.items.map(\.title) == ["1"] && read.fault == .malformed, "\(broken)")
        }
        let deep = String(repeating: "<a>", count: 40)
        #expect(try FeedParser.read(Array(rss(item(1) + deep).utf8)).fault == .limitExceeded)
        #expect(try FeedParser.read(Array(whole.utf8)).fault == nil)
        // Feeds without a complete item, or with a document type, are refused as a whole.
        #expect(throws: XMLFault.malformed) { try FeedParser.read(Array(whole.prefix(120).utf8)) }
        #expect(throws: XMLFault.documentType) {
            try FeedParser.read(Array(rss(item(1) + "<!DOCTYPE a>" + item(2)).utf8))
        }
    }

    @Test func `Undecodable titles are left out, and an empty date has no effect`() throws {
        let read = try items(
            rss(
                """
                <item><title>A\u{FFFD}</title><link>https://a.example/1</link></item>
                <item><title>B</title><link>https://a.example/2</link><pubDate>Thu, 08 Aug 2024 15:39:03 GMT</pubDate>
                <dc:date> </dc:date></item>
                """))
        #expect(read.map(\.title) == ["B"])
        #expect(read.first?.date == "Thu, 08 Aug 2024 15:39:03 GMT")
    }

    @Test(arguments: [
        "https://user@a.example/", "https://bank.example:x@a.example/", "https://a.example/a b", "https:///x",
        "https://a.example/\"onclick=", "https://a.example/<b>", "https://a.example\\@b.example/", "ftp://a.example/",
    ])
    func `Deceptive addresses are refused`(address: String) {
        #expect(FeedParser.address(address) == nil)
        #expect(FeedParser.address(" https://a.example/@user?a@b\n") == "https://a.example/@user?a@b")
    }

    @Test func `Document types are refused and unknown entities stay as text`() throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><rss><channel>
            <item><title>&lol2;</title><link>https://a.example/1</link></item></channel></rss>
            """
        #expect(throws: XMLFault.documentType) { try items(bomb) }
        let odd = try items(
            rss("<item><title>&lol; R&D &#1052;&#x438; &#0; &#x110000;</title><link>https://a.example/1</link></item>"))
        #expect(odd.first?.title == "&lol; R&D Ми &#0; &#x110000;")
    }

    @Test func `Malformed XML and other documents are refused`() {
        for text in [
            "", "   ", "{}", "<html><body/></html>", "<rss><channel></rss>", "<rss>", "<rss></rss><rss></rss>",
            "<rss a=b></rss>", "text<rss/>", "<rss><![CDATA[", "<rss><!-- ", "<rss><item><title>x</item></title></rss>",
        ] {
            #expect(throws: XMLFault.malformed, "\(text)") { try items(text) }
        }
        let deep = String(repeating: "<a>", count: 40)
        #expect(throws: XMLFault.limitExceeded) { try items("<rss>\(deep)") }
        let wide = (0..<40).map { " a\($0)='1'" }.joined()
        #expect(throws: XMLFault.limitExceeded) { try items("<rss\(wide)></rss>") }
        #expect(throws: XMLFault.limitExceeded) { try items("<\(String(repeating: "r", count: 200))/>") }
    }

    @Test func `Every limit is enforced`() throws {
        let one =
            "<item><title>\(String(repeating: "word ", count: 4_000))</title><link>https://a.example/1</link></item>"
        let many = try items(rss(String(repeating: one, count: 210)))
        #expect(many.count == FeedParser.maximumItems)
        let title = try #require(many.first?.title)
        #expect(title.unicodeScalars.count <= FeedParser.maximumTitle && title.hasSuffix("word…"))
        #expect(try items(rss("<item><title>a</title><link>javascript:alert(1)</link></item>")).isEmpty)
        #expect(try items(rss("<item><link>https://a.example/1</link></item>")).isEmpty)
        #expect(try items(rss("")).isEmpty)
    }

    @Test func `Random bytes never break an invariant`() throws {
        var generator = SeededBytes(seed: 7)
        let whole = Array(
            rss(
                """
                <item><title><![CDATA[a &amp; b]]></title><link>https://a.example/1</link><description>d &lt; e</description>
                <pubDate>x</pubDate><media:content url="https://a.example/p" medium="image"/></item><!-- c --><?p i?>
                """
            ).utf8)
        for length in 0...whole.count { #expect(FeedOracle.violatedInvariant(Array(whole.prefix(length))) == nil) }
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<(1 + generator.next(4)) {
                let place = generator.next(bytes.count)
                switch generator.next(3) {
                case 0: bytes[place] = UInt8(generator.next(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[generator.next(bytes.count)...].prefix(20), at: place)
                }
            }
            #expect(FeedOracle.violatedInvariant(bytes) == nil)
        }
    }

    @Test func `Captured feeds are read`() throws {
        if let bytes = ReferenceFiles.payload("bbc-rss/front_page_2024-08-08_first12.xml") {
            let items = try FeedParser.read(bytes).items
            #expect(items.count == 12)
            #expect(items.allSatisfy { NewsDate.instant($0.date) != nil && $0.picture != nil && $0.summary != nil })
        }
        if let bytes = ReferenceFiles.payload("bbc-rss/synthetic_empty_channel.xml") {
            #expect(try FeedParser.read(bytes).items.isEmpty)
        }
        if let bytes = ReferenceFiles.payload("google-news-rss/synthetic_search_minsk.xml") {
            let items = try FeedParser.read(bytes).items
            #expect(!items.isEmpty && items.allSatisfy { !($0.summary ?? "").contains("<") })
        }
    }
}

/// A seeded generator of reproducible random numbers.
struct SeededBytes {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(bound, 1)
    }
}
