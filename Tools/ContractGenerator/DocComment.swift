/// A doc comment as clients read it: one line per paragraph, the first of them a summary.
struct DocComment {
    private let paragraphs: [String]

    /// - Parameter lines: without their `///`.
    init(_ lines: [String]) {
        paragraphs = lines.split(separator: "").map { $0.joined(separator: " ") }
    }

    /// The first paragraph, as a label: a single sentence has no full stop.
    var summary: String { Self.label(paragraphs.first ?? "") }

    /// The other paragraphs.
    var discussion: String { paragraphs.dropFirst().joined(separator: "\n\n") }

    /// All paragraphs.
    var text: String { Self.label(paragraphs.joined(separator: "\n\n")) }

    private static func label(_ text: String) -> String {
        text.hasSuffix(".") && !text.dropLast().contains(". ") ? String(text.dropLast()) : text
    }
}
