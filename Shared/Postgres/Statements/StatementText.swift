/// A statement's SQL in PostgreSQL's form, with the names of its parameters in the order of their numbers.
struct StatementText: Sendable, Equatable {
    /// The SQL with `$1`, `$2`, … in place of names.
    private(set) var sql: String
    /// The name behind `$1`, `$2`, …; empty if the SQL names no parameter.
    private(set) var parameterNames: [String] = []

    /// Replaces each `:name` by a number; a name that occurs twice keeps its number.
    ///
    /// Casts (`::bigint`), literals, quoted identifiers, comments and dollar-quoted text stay as they are.
    init(_ text: String) {
        sql = text
        var scanner = Scanner(text: Array(text.utf8))
        var rewritten: [UInt8] = []
        while let piece = scanner.next() {
            guard let name = piece.name else {
                rewritten.append(contentsOf: scanner.text[piece.range])
                continue
            }
            let number = parameterNames.firstIndex(of: name) ?? parameterNames.count
            if number == parameterNames.count { parameterNames.append(name) }
            rewritten.append(contentsOf: "$\(number + 1)".utf8)
        }
        if !parameterNames.isEmpty { sql = String(decoding: rewritten, as: UTF8.self) }
    }
}

/// Splits SQL into pieces to copy and names of parameters.
private struct Scanner {
    struct Piece {
        var range: Range<Int>
        var name: String?
    }

    let text: [UInt8]
    private var position = 0

    init(text: [UInt8]) { self.text = text }

    mutating func next() -> Piece? {
        guard position < text.count else { return nil }
        let start = position
        var name: String?
        switch text[position] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): skipQuoted(by: text[position])
        case UInt8(ascii: "-") where follows("--"): skip { $0 != UInt8(ascii: "\n") }
        case UInt8(ascii: "/") where follows("/*"): skipPast("*/", from: position + 2)
        case UInt8(ascii: "$"): skipDollarQuoted()
        case UInt8(ascii: ":") where follows("::"): position += 2
        case UInt8(ascii: ":"):
            position += 1
            if position < text.count, Self.beginsName(text[position]) {
                skip(while: Self.isNamePart)
                name = String(decoding: text[(start + 1)..<position], as: UTF8.self)
            }
        case let byte where Self.isNamePart(byte): skip(while: Self.isNamePart)
        default: position += 1
        }
        return Piece(range: start..<position, name: name)
    }

    private func follows(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { text[position...].starts(with: $0) }
    }

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < text.count, isPart(text[position]) { position += 1 }
    }

    private mutating func skipPast(_ end: StaticString, from start: Int) {
        position = min(start, text.count)
        while position < text.count, !follows(end) { position += 1 }
        position = min(position + end.utf8CodeUnitCount, text.count)
    }

    /// Skips a literal or a quoted identifier; a doubled quote counts as two adjacent literals.
    private mutating func skipQuoted(by quote: UInt8) {
        position += 1
        skip { $0 != quote }
        position = min(position + 1, text.count)
    }

    /// Skips `$tag$ … $tag$`, or the `$` alone if no such text begins here.
    private mutating func skipDollarQuoted() {
        let start = position
        position += 1
        if position < text.count, Self.beginsName(text[position]) { skip(while: Self.isNamePart) }
        guard position < text.count, text[position] == UInt8(ascii: "$") else {
            position = start + 1
            return
        }
        position += 1
        let tag = text[start..<position]
        while position < text.count, !text[position...].starts(with: tag) { position += 1 }
        position = min(position + tag.count, text.count)
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        beginsName(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
