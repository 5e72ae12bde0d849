/// A parser of RSS 2.0, RSS 1.0 and Atom.
struct FeedParser {
    static let maximumItems = 200
    static let maximumTitle = 300
    static let maximumSummary = 1_000
    static let maximumAddress = 2_000
    static let maximumDate = 64

    private var reader: XMLReader
    private var path: [String] = []
    private var item: FeedItem?
    private var itemDepth = 0
    /// The field that the current text belongs to, and the depth of its element.
    private var field: (kind: Field, depth: Int)?
    private var text = ""
    private var items: [FeedItem] = []

    private enum Field {
        case title, link, summary, date, updated
    }

    /// The content of a document.
    struct Reading: Equatable {
        /// The items in the feed's order, without those that lack a title or a link and those beyond the limit.
        var items: [FeedItem]
        /// The reason why the document was not read in full; the items before the fault are complete.
        var fault: XMLFault?
    }

    /// Parses a feed; if it is broken, returns the items before the fault.
    ///
    /// - Parameters:
    ///   - bytes: the document in its original character set.
    ///   - charset: the character set named outside the document.
    /// - Throws: `XMLFault` for a broken feed without a complete item, an unknown character set, or a document type
    ///   definition: a feed that sends one is not trusted.
    static func read(_ bytes: [UInt8], charset: String? = nil) throws(XMLFault) -> Reading {
        guard let utf8 = FeedCharset.utf8(bytes, charset: charset) else { throw .charset }
        var parser = FeedParser(reader: XMLReader(utf8))
        do throws(XMLFault) {
            try parser.run()
            return Reading(items: parser.items, fault: nil)
        } catch {
            guard error != .documentType, !parser.items.isEmpty else { throw error }
            return Reading(items: parser.items, fault: error)
        }
    }

    private init(reader: XMLReader) { self.reader = reader }

    private mutating func run() throws(XMLFault) {
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                path.append(name)
                if path.count == 1, !["rss", "feed", "rdf:RDF"].contains(name) { throw .malformed }
                enter(name, attributes)
            case .text(let part):
                if field != nil, text.utf8.count < XMLReader.maximumText { text += part }
            case .end:
                if let field, field.depth == path.count { end(field.kind) }
                if item != nil, path.count == itemDepth { finishItem() }
                path.removeLast()
            }
        }
    }

    private mutating func enter(_ name: String, _ attributes: [XMLReader.Attribute]) {
        if item == nil {
            guard name == "item" || name == "entry" else { return }
            item = FeedItem(title: "", link: "", date: "")
            itemDepth = path.count
        } else if path.count == itemDepth + 1 {
            begin(name, attributes)
        } else if field == nil {
            // Pictures may be nested in media:group and similar elements.
            takePicture(name, attributes)
        }
    }

    private mutating func begin(_ name: String, _ attributes: [XMLReader.Attribute]) {
        switch name {
        case "title": start(.title)
        case "link":
            if let address = attributes["href"] {
                // In Atom, the article's link has this relation or none.
                if (attributes["rel"] ?? "alternate") == "alternate", item?.link.isEmpty == true {
                    item?.link = address
                }
            } else {
                start(.link)
            }
        case "description", "summary": start(.summary)
        case "content", "content:encoded": if item?.summary == nil { start(.summary) }
        case "pubDate", "pubdate", "dc:date", "published": start(.date)
        case "updated": start(.updated)
        default: takePicture(name, attributes)
        }
    }

    private mutating func start(_ kind: Field) {
        field = (kind, path.count)
        text = ""
    }

    private mutating func end(_ kind: Field) {
        switch kind {
        case .title: if item?.title.isEmpty == true { item?.title = XMLText.plain(text, maximum: Self.maximumTitle) }
        case .link: if item?.link.isEmpty == true { item?.link = text }
        case .summary:
            let summary = XMLText.plain(text, maximum: Self.maximumSummary)
            if !summary.isEmpty, item?.summary == nil { item?.summary = summary }
        case .date:
            let date = Self.date(text)
            if !date.isEmpty { item?.date = date }
        case .updated: if item?.date.isEmpty == true { item?.date = Self.date(text) }
        }
        field = nil
        text = ""
    }

    private static func date(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.drop { $0.properties.isWhitespace }.prefix(maximumDate)))
    }

    private mutating func takePicture(_ name: String, _ attributes: [XMLReader.Attribute]) {
        guard item?.picture == nil else { return }
        let isPicture =
            name == "media:thumbnail" || (name == "media:content" && (attributes["medium"] ?? "image") == "image")
            || (name == "enclosure" && attributes["type"]?.hasPrefix("image/") == true)
        if isPicture, let address = attributes["url"].flatMap(Self.address) { item?.picture = address }
    }

    private mutating func finishItem() {
        // A title with undecodable characters is unfit for display.
        if var item, !item.title.isEmpty, !item.title.unicodeScalars.contains("\u{FFFD}"),
            let link = Self.address(item.link), items.count < Self.maximumItems
        {
            item.link = link
            items.append(item)
        }
        item = nil
        field = nil
    }

    /// Returns an http or https URL without surrounding white space.
    ///
    /// Returns `nil` for any other text, and for URLs that are unsafe on a page or mislead readers: those with spaces
    /// or quotes, or with a user name before the host.
    static func address(_ text: String) -> String? {
        let scalars = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let trimmed = scalars.reversed().drop { $0.properties.isWhitespace }.reversed()
        let address = String(String.UnicodeScalarView(trimmed))
        guard let scheme = ["https://", "http://"].first(where: { address.hasPrefix($0) }),
            address.utf8.count <= maximumAddress,
            !address.unicodeScalars.contains(where: { isUnsafe($0) })
        else { return nil }
        let host = address.unicodeScalars.dropFirst(scheme.count).prefix { !["/", "?", "#"].contains($0) }
        return host.isEmpty || host.contains("@") ? nil : address
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || scalar.properties.isWhitespace || ["\"", "<", ">", "\\"].contains(scalar)
    }
}

extension [XMLReader.Attribute] {
    subscript(name: String) -> String? { first { $0.name == name }?.value }
}
