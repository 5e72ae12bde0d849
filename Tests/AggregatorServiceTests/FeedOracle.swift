// The fuzzer compiles this file together with the parser's own sources, as one module.
#if canImport(AggregatorService)
    @testable import AggregatorService
#endif

/// The invariants of the parser for any bytes; the fuzzer looks for bytes that break one.
enum FeedOracle {
    /// Returns the invariant that the bytes break, or `nil`.
    static func violatedInvariant(_ bytes: [UInt8]) -> String? {
        guard let reading = try? FeedParser.read(bytes) else { return nil }
        let items = reading.items
        if items.count > FeedParser.maximumItems { return "too many items" }
        if reading.fault != nil, items.isEmpty { return "nothing of a broken feed" }
        if reading.fault == .documentType { return "a document type was passed over" }
        if reading.fault == nil, bytes.firstRange(of: Array("<!DOCTYPE".utf8)) != nil,
            bytes.firstRange(of: Array("<!--".utf8)) == nil,
            bytes.firstRange(of: Array("<![CDATA[".utf8)) == nil, bytes.firstRange(of: Array("<?".utf8)) == nil,
            bytes.firstRange(of: Array("\"".utf8)) == nil, bytes.firstRange(of: Array("'".utf8)) == nil
        {
            return "a document type was read"
        }
        for item in items {
            if item.title.isEmpty || item.title.unicodeScalars.count > FeedParser.maximumTitle { return "title" }
            if let summary = item.summary, summary.isEmpty || summary.unicodeScalars.count > FeedParser.maximumSummary {
                return "summary"
            }
            for address in [item.link, item.picture].compactMap({ $0 }) {
                if FeedParser.address(address) != address { return "address" }
            }
            if item.date.unicodeScalars.count > FeedParser.maximumDate { return "date" }
            for text in [item.title, item.summary ?? ""] where XMLText.plain(text, maximum: .max) == text + " " {
                return "space at the end"
            }
            if (item.title + (item.summary ?? "")).unicodeScalars.contains(where: { $0.value < 0x20 }) {
                return "control character"
            }
        }
        return nil
    }
}
