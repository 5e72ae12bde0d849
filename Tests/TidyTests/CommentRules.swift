import Testing

/// Rules for the wording and the form of doc comments.
@Suite struct CommentRules {
    @Test func `A doc comment begins with a noun phrase or a verb, not with a question word`() {
        for (file, number, line) in Self.lines where !line.isContinued {
            let word = Self.firstWord(of: line.text)
            guard Self.questionWords.contains(word) else { continue }
            Issue.record("\(file.path):\(number) begins with \(word): name the thing, or what the function does")
        }
    }

    @Test func `A line of a doc comment has at most 120 columns`() {
        for (file, number, line) in Self.lines where line.length > 120 {
            Issue.record("\(file.path):\(number) has \(line.length) columns")
        }
    }

    @Test func `The rules see the first line of each doc comment`() {
        let source: [Substring] = [
            "/// Whether it rains.", "/// What falls.", "    /// When.", "var isRaining: Bool", "//// no",
        ]
        let lines = Self.docLines(of: source)
        #expect(lines.map(\.number) == [1, 2, 3])
        #expect(lines.map(\.line.isContinued) == [false, true, true])
        #expect(lines.map { Self.firstWord(of: $0.line.text) } == ["Whether", "What", "When"])
    }

    private struct DocLine {
        /// The text after the slashes.
        var text: Substring
        /// The width of the whole line, in columns.
        var length: Int
        /// True for a line that follows another one of the same comment.
        var isContinued: Bool
    }

    private static let questionWords: Set<Substring> = [
        "How", "If", "That", "Until", "What", "When", "Where", "Whether", "Which", "Who", "Whoever", "Whom", "Whose",
        "Why",
    ]

    /// The lines of all doc comments, except in generated files.
    private static let lines: [(file: SourceTree.File, number: Int, line: DocLine)] = {
        let files = SourceTree.files.filter { !$0.path.hasSuffix("/Generated.swift") }
        return files.flatMap { file in
            docLines(of: file.linesOutsideTexts).map { (file, $0.number, $0.line) }
        }
    }()

    private static func docLines(of lines: [Substring]) -> [(number: Int, line: DocLine)] {
        var found: [(Int, DocLine)] = []
        var isInside = false
        for (index, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///"), !text.hasPrefix("////") else {
                isInside = false
                continue
            }
            found.append((index + 1, DocLine(text: text.dropFirst(3), length: line.count, isContinued: isInside)))
            isInside = true
        }
        return found
    }

    private static func firstWord(of text: Substring) -> Substring {
        text.drop { $0 == " " }.prefix { $0.isLetter }
    }
}
