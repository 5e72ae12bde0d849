/// The names that a source file declares and uses, including names in interpolations, but not in comments and literals.
struct SourceNames {
    /// Types and functions at the top level.
    private(set) var declared: Set<String> = []
    /// Types within others, and private declarations.
    private(set) var nested: Set<String> = []
    /// Names that do not follow a dot.
    private(set) var used: Set<String> = []

    private static let types: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]

    init(of text: String) {
        var previous = ""
        var indentation = 0
        var isLineStart = true
        var isPrivate = false
        var scanner = Scanner(text)
        while let token = scanner.next() {
            switch token {
            case .lineBreak:
                indentation = 0
                isLineStart = true
                isPrivate = false
            case .space: if isLineStart { indentation += 1 }
            case .name(let name, let followsDot):
                isLineStart = false
                if name == "private" || name == "fileprivate" { isPrivate = true }
                if Self.types.contains(previous) || previous == "func" && indentation == 0 {
                    if indentation > 0 || isPrivate { nested.insert(name) } else { declared.insert(name) }
                } else if !followsDot {
                    used.insert(name)
                }
                previous = name
            case .other:
                isLineStart = false
                previous = ""
            }
        }
    }

    /// A scanner that splits a source file into names and the tokens between them.
    private struct Scanner {
        enum Token { case lineBreak, space, name(String, followsDot: Bool), other }

        private let bytes: [UInt8]
        private var position = 0
        private var previous: UInt8 = 0
        /// The open parentheses of each interpolation being read, and whether its literal spans several lines.
        private var interpolations: [(depth: Int, isMultiline: Bool)] = []

        init(_ text: String) { bytes = Array(text.utf8) }

        private func at(_ offset: Int) -> UInt8 {
            position + offset < bytes.count ? bytes[position + offset] : 0
        }

        mutating func next() -> Token? {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            defer { previous = byte }
            switch byte {
            case UInt8(ascii: "\n"):
                position += 1
                return .lineBreak
            case UInt8(ascii: " "):
                position += 1
                return .space
            case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/"):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
                return .other
            case UInt8(ascii: "\""):
                let isMultiline = at(1) == byte && at(2) == byte
                position += isMultiline ? 3 : 1
                skipText(isMultiline: isMultiline)
                return .other
            case _ where Self.isNameByte(byte):
                let start = position
                while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
                let name = String(decoding: bytes[start..<position], as: UTF8.self)
                return .name(name, followsDot: previous == UInt8(ascii: "."))
            default:
                position += 1
                if byte == UInt8(ascii: "("), let last = interpolations.indices.last {
                    interpolations[last].depth += 1
                } else if byte == UInt8(ascii: ")"), let last = interpolations.indices.last {
                    interpolations[last].depth -= 1
                    if interpolations[last].depth == 0 {
                        skipText(isMultiline: interpolations.removeLast().isMultiline)
                    }
                }
                return .other
            }
        }

        /// Skips to the end of a string literal, or to its next interpolation.
        private mutating func skipText(isMultiline: Bool) {
            let quote = UInt8(ascii: "\"")
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "\\") {
                    position += 2
                    if bytes[position - 1] == UInt8(ascii: "(") {
                        interpolations.append((1, isMultiline))
                        return
                    }
                } else if bytes[position] == quote, !isMultiline || at(1) == quote && at(2) == quote {
                    position += isMultiline ? 3 : 1
                    return
                } else {
                    position += 1
                }
            }
        }

        private static func isNameByte(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
