/// A type or extension at the top level of a source file.
struct TopLevelDeclaration {
    var kind: String
    var name: String
    var lineCount: Int
    var hasCases = false

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "nonisolated",
    ]

    static func all(in text: String) -> [TopLevelDeclaration] {
        var found: [TopLevelDeclaration] = []
        var open: (declaration: TopLevelDeclaration, line: Int)?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let declaration = TopLevelDeclaration(line) {
                if line.hasSuffix("}") { found.append(declaration) } else { open = (declaration, number) }
            } else if line.hasPrefix("}"), var last = open {
                last.declaration.lineCount = number - last.line + 1
                found.append(last.declaration)
                open = nil
            } else if line.hasPrefix("    case ") || line.hasPrefix("    indirect case ") {
                open?.declaration.hasCases = true
            }
        }
        return found
    }

    /// Reads the first line of a declaration.
    private init?(_ line: Substring) {
        guard let first = line.first, first != " ", first != "/" else { return nil }
        var words = line.split(separator: " ")[...]
        while let word = words.first, Self.modifiers.contains(word) || word.hasPrefix("@") { words.removeFirst() }
        guard let kind = words.first, Self.kinds.contains(kind), let name = words.dropFirst().first else { return nil }
        self.kind = String(kind)
        self.name = String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        lineCount = 1
    }
}

/// A function or initializer with the number of its parameters.
struct FunctionDeclaration {
    var name: String
    var line: Int
    var parameterCount: Int
    /// True if the body begins with a comment, or the initializer is memberwise.
    var hasReason: Bool

    static func all(in text: String) -> [FunctionDeclaration] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var found: [FunctionDeclaration] = []
        for (number, line) in lines.enumerated() {
            guard let (name, rest) = beginning(of: line) else { continue }
            var list = ParameterList()
            var last = number
            for character in rest where !list.isComplete { list.read(character) }
            while !list.isComplete, last + 1 < lines.count {
                last += 1
                for character in lines[last] where !list.isComplete { list.read(character) }
            }
            let body = lines[(last + 1)...].first?.drop { $0 == " " } ?? ""
            let isMemberwise = name == "init" && body.hasPrefix("self.")
            found.append(
                FunctionDeclaration(
                    name: name, line: number + 1, parameterCount: list.count,
                    hasReason: body.hasPrefix("//") || isMemberwise))
        }
        return found
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "static", "mutating", "nonisolated", "override",
        "required", "convenience", "final", "consuming", "borrowing",
    ]

    /// Returns the function's name and the text from its parameters on.
    private static func beginning(of line: Substring) -> (name: String, rest: Substring)? {
        var rest = line.drop { $0 == " " }
        while let end = rest.firstIndex(of: " "), modifiers.contains(rest[..<end]) || rest.hasPrefix("@") {
            rest = rest[end...].drop { $0 == " " }
        }
        if rest.hasPrefix("func ") {
            rest = rest.dropFirst(5)
        } else if !["init(", "init?(", "init<"].contains(where: { rest.hasPrefix($0) }) {
            return nil
        }
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        return (String(name), rest.dropFirst(name.count))
    }
}

/// A counter of a declaration's parameters, fed with the characters after its name.
private struct ParameterList {
    private(set) var count = 0
    private(set) var isComplete = false
    /// The number of open brackets; 0 before the list.
    private var depth = 0
    /// The number of open angle brackets, including those of generic parameters before the list.
    private var angles = 0
    private var previous: Character = " "

    mutating func read(_ character: Character) {
        defer { previous = character }
        switch character {
        case "<": angles += 1
        case ">" where previous != "-": angles = max(angles - 1, 0)
        case "(" where angles == 0 || depth > 0, "[", "{": depth += 1
        case ")" where depth > 0, "]", "}":
            depth -= 1
            isComplete = depth == 0
        case "," where depth == 1 && angles == 0: count += 1
        case " ": break
        default: if depth > 0, count == 0 { count = 1 }
        }
    }
}
