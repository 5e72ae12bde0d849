import Values

extension Fault {
    /// Returns the bytes of a body, changed by the fault.
    func changed(_ body: [UInt8], of answer: Answer, now: Instant) -> [UInt8] {
        switch fault {
        case .malformed: return Self.malformed(body, isDocument: answer.isXML)
        case .truncated: return Array(body.prefix(body.count / 2))
        case .byteOrderMark: return [0xEF, 0xBB, 0xBF] + body
        case .notANumber: return Self.withoutNumbers(body)
        case .deepNesting:
            let levels = bytes ?? 100_000
            guard answer.isXML else {
                return [UInt8](repeating: UInt8(ascii: "["), count: levels)
                    + [UInt8](repeating: UInt8(ascii: "]"), count: levels)
            }
            return Array(
                ("<rss>" + String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)
                    + "</rss>").utf8)
        case .gzip: return Gzip.packed(body)
        case .brokenGzip:
            var packed = Gzip.packed(body)
            for index in packed.indices.dropFirst(10).prefix(8) { packed[index] = ~packed[index] }
            return packed
        case .wrongCharset: return Windows1251.encoded(String(decoding: body, as: UTF8.self))
        case .badEntities:
            return Self.replacing(body, "<![CDATA[", with: "&nbsp;&hellip;&bogus; &") { $0 }
        case .entityBomb: return Array(Self.bomb.utf8)
        case .duplicateGuids: return FeedChange.duplicatedGuids(body)
        case .oddDates: return FeedChange.oddDates(body, now: now)
        default: return body
        }
    }

    /// Breaks the syntax: the first name in a JSON object loses its colon, or the first end tag its slash.
    private static func malformed(_ body: [UInt8], isDocument: Bool) -> [UInt8] {
        var bent = body
        if isDocument, let index = body.indices.first(where: { body[$0...].starts(with: "</".utf8) }) {
            bent.remove(at: index + 1)
        } else if let index = body.firstIndex(of: UInt8(ascii: ":")) {
            bent[index] = UInt8(ascii: "=")
        } else {
            bent = Array("{[}".utf8)
        }
        return bent
    }

    /// Replaces the numbers in objects by `nan`.
    private static func withoutNumbers(_ body: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < body.count {
            result.append(body[index])
            let isMember = body[index] == UInt8(ascii: ":") && index > 0 && body[index - 1] == UInt8(ascii: "\"")
            index += 1
            guard isMember else { continue }
            let number = body[index...].prefix { "-+.0123456789eE".utf8.contains($0) }
            guard !number.isEmpty else { continue }
            result += "nan".utf8
            index += number.count
        }
        return result
    }

    static func replacing(
        _ body: [UInt8], _ wanted: String, with replacement: String, then change: (String) -> String
    ) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        return Array(change(text.replacing(wanted, with: replacement)).utf8)
    }

    private static let bomb: String = {
        let levels = (1...9).map { level in
            "<!ENTITY lol\(level) \"" + String(repeating: "&lol\(level - 1);", count: 10) + "\">"
        }
        return "<?xml version=\"1.0\"?>\n<!DOCTYPE rss [\n<!ENTITY lol0 \"lol\">\n" + levels.joined(separator: "\n")
            + "\n]>\n<rss version=\"2.0\"><channel><title>&lol9;</title><item><title>&lol9;</title></item>"
            + "</channel></rss>\n"
    }()
}

extension Answer {
    var isXML: Bool {
        if case .xml = body { true } else { false }
    }
}

/// The faults of feeds.
private enum FeedChange {
    static func duplicatedGuids(_ body: [UInt8]) -> [UInt8] {
        replacingElements("guid", in: body) { _ in "https://news.example/the-same" }
    }

    static func oddDates(_ body: [UInt8], now: Instant) -> [UInt8] {
        let proper = now.feedDate
        let odd = [
            String(proper.dropFirst(5)), proper.replacing("GMT", with: "+0000"),
            proper.replacing("GMT", with: "UT"), proper.replacing("GMT", with: "EST"), "\(now)",
            "31 Feb 2026 10:00:00 GMT", "yesterday", "", now.advanced(bySeconds: 90_000).feedDate,
            "Thu, 1 Jan 70 00:00:00 GMT",
        ]
        return replacingElements("pubDate", in: body) { odd[$0 % odd.count] }
    }

    /// Replaces the content of all elements called `name`.
    private static func replacingElements(_ name: String, in body: [UInt8], _ content: (Int) -> String) -> [UInt8] {
        let ending = "</\(name)>"
        let parts = String(decoding: body, as: UTF8.self).split(separator: ending, omittingEmptySubsequences: false)
        var result = ""
        for (index, part) in parts.enumerated() {
            // The start tag ends at the last `>` before the end tag.
            if index < parts.count - 1, let open = part.lastIndex(of: ">") {
                result += part[...open] + content(index) + ending
            } else {
                result += part
            }
        }
        return Array(result.utf8)
    }
}
