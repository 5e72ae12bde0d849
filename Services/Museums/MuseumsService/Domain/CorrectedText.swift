import Values

/// A corrected query as people read it.
enum CorrectedText {
    /// Returns the corrected words, spelled as in the names that they are in; `nil` if they are what was typed.
    ///
    /// - Parameter texts: names and cities of a museum that the corrected query finds.
    static func text(of corrected: SearchQuery, typed: SearchQuery, in texts: [String]) -> String? {
        var spelled: [String: String] = [:]
        for text in texts {
            for word in NameWord.words(of: text) {
                let part = text.utf16.dropFirst(word.range.lowerBound).prefix(word.range.count)
                spelled[word.folded] = String(part)?.lowercased()
            }
        }
        let words = corrected.words.map { spellings in
            // A word that was corrected has several spellings, one of which the museum contains.
            let best = spellings.first { $0.split(separator: " ").allSatisfy { spelled[String($0)] != nil } }
            return best ?? spellings.first ?? ""
        }
        guard words.joined(separator: " ") != typed.text else { return nil }
        let parts = words.flatMap { $0.split(separator: " ") }
        return parts.map { spelled[String($0)] ?? String($0) }.joined(separator: " ")
    }
}
