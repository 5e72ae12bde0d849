import Upstream

/// Finds the picture of a Wikidata item at Wikimedia Commons, with its credit.
struct WikimediaLookup: Sendable {
    /// The width of the picture to fetch, one of those that Commons keeps ready.
    private static let width = "1280"

    let wikidata: any RemoteHost
    let commons: any RemoteHost

    /// Returns the address of an item's picture.
    ///
    /// - Throws: ``PictureHosts/Fault`` if the item has no picture, or no author or free licence is stated.
    func address(of item: String) async throws(PictureHosts.Fault) -> PictureAddress {
        let claims = try await read(
            wikidata, [("action", "wbgetclaims"), ("entity", item), ("property", "P18")])
        guard let name = claims["claims"]?["P18"]?.elements.first?["mainsnak"]?["datavalue"]?["value"]?.text else {
            throw .refused("\(item) has no picture at Wikidata")
        }
        let pages = try await read(
            commons,
            [
                ("action", "query"), ("formatversion", "2"), ("prop", "imageinfo"), ("titles", "File:\(name)"),
                ("iiprop", "url|extmetadata"), ("iiurlwidth", Self.width),
                ("iiextmetadatafilter", "Artist|LicenseShortName"),
            ])
        guard let info = pages["query"]?["pages"]?.elements.first?["imageinfo"]?.elements.first,
            let url = info["thumburl"]?.text ?? info["url"]?.text, let page = info["descriptionurl"]?.text,
            page.hasPrefix("https://")
        else { throw .refused("Wikimedia Commons does not describe \(name)") }
        let author = PlainText.of(html: info["extmetadata"]?["Artist"]?["value"]?.text ?? "")
        guard !author.isEmpty, author.unicodeScalars.count <= PictureRow.author else {
            throw .refused("no author is stated for \(name)")
        }
        let licence = PlainText.of(html: info["extmetadata"]?["LicenseShortName"]?["value"]?.text ?? "")
        guard Self.isFree(licence) else { throw .refused("no free licence is stated for \(name)") }
        return PictureAddress(url: url, author: author, licence: licence, page: page)
    }

    /// Returns true for licences under which anyone may show the picture, also for money, beside its credit.
    static func isFree(_ licence: String) -> Bool {
        let words = licence.uppercased().split { !$0.isLetter && !$0.isNumber }
        guard licence.unicodeScalars.count <= PictureRow.licence, !words.contains("NC"), !words.contains("ND") else {
            return false
        }
        return words.starts(with: ["CC", "BY"]) || words.first == "CC0" || words.first == "PD"
            || words.starts(with: ["PUBLIC", "DOMAIN"])
    }

    private func read(
        _ host: any RemoteHost, _ query: [(String, String)]
    ) async throws(PictureHosts.Fault) -> UntrustedJSON {
        let request = UpstreamRequest(
            path: "/api.php", query: ([("format", "json")] + query).map { (name: $0.0, value: $0.1) })
        do throws(UpstreamFailure) {
            guard case .body(let body, _, _) = try await host.get(request, deadline: nil),
                let json = UntrustedJSON.read(body)
            else { throw .unreadable("no JSON") }
            return json
        } catch {
            throw PictureHosts.Fault(error)
        }
    }
}

/// The text of a short piece of HTML, such as the name of an author with a link.
enum PlainText {
    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#039": "'", "nbsp": " ",
    ]

    /// Returns the text on one line, without tags and control characters.
    static func of(html: String) -> String {
        var text = ""
        var rest = html[...]
        while let character = rest.popFirst() {
            if character == "<" {
                rest = rest.drop { $0 != ">" }.dropFirst()
                text += " "
            } else if character == "&", let end = rest.prefix(8).firstIndex(of: ";"),
                let entity = entities[String(rest[..<end])]
            {
                text += entity
                rest = rest[end...].dropFirst()
            } else {
                text.append(character)
            }
        }
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F }
        }
        return words.joined(separator: " ")
    }
}
