import Values

/// Conversion of third parties' texts to the length that answers allow.
enum BoundedText {
    private static let maximumLength = 200

    /// Returns the text as plain text in one line, or `nil` if nothing is left.
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = XMLText.plain(text, maximum: maximumLength)
        return plain.isEmpty ? nil : plain
    }

    /// Returns the text if it is a country's code, or else `nil`.
    static func country(_ text: String?) -> String? { text.flatMap(CountryCode.init)?.text }
}
