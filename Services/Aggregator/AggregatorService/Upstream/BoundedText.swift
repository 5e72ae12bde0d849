import Values

/// Texts of third parties, cut to the length that answers allow.
enum BoundedText {
    private static let maximumLength = 200

    /// Plain text in one line; `nil` if nothing is left.
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = XMLText.plain(text, maximum: maximumLength)
        return plain.isEmpty ? nil : plain
    }

    /// A country's code; `nil` for any other text.
    static func country(_ text: String?) -> String? { text.flatMap(CountryCode.init)?.text }
}
