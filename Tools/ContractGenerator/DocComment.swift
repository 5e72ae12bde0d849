/// A doc comment as shown to API clients: one line per paragraph, the first of which is the summary.
struct DocComment {
    private let paragraphs: [String]

    /// Parses a doc comment.
    ///
    /// - Parameter lines: the lines without their `///`.
    init(_ lines: [String]) {
        paragraphs = lines.split(separator: "").map { $0.joined(separator: " ") }
    }

    /// The first paragraph, as a label: a single sentence has no full stop at its end.
    var summary: String { Self.label(paragraphs.first ?? "") }

    /// The other paragraphs.
    var discussion: String { paragraphs.dropFirst().joined(separator: "\n\n") }

    /// All paragraphs; a single sentence has no full stop at its end.
    var text: String { Self.label(paragraphs.joined(separator: "\n\n")) }

    private static func label(_ text: String) -> String {
        text.hasSuffix(".") && !text.dropLast().contains(". ") ? String(text.dropLast()) : text
    }
}
