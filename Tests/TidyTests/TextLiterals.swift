/// The string literals in the calls of one initializer, by the label of the argument.
struct TextLiterals {
    struct Call: Equatable {
        /// The line of the call, from 1.
        var line: Int
        /// The text of each argument's literals, without escapes and code; under "" for an argument without a label.
        var texts: [String: String]
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    private init(_ source: String) { scalars = Array(source.unicodeScalars) }

    /// Finds the calls of `name(` in a source file, except in comments and in literals.
    static func calls(of name: String, in source: String) -> [Call] {
        var scanner = TextLiterals(source)
        return scanner.calls(of: Array("\(name)(".unicodeScalars))
    }

    private mutating func calls(of start: [Unicode.Scalar]) -> [Call] {
        var calls: [Call] = []
        var line = 1
        var counted = 0
        while position < scalars.count {
            if skipComment() { continue }
            if literal() != nil { continue }
            let isCall =
                scalars[position] == start[0] && scalars[position...].starts(with: start)
                && (position == 0 || !Self.isNamePart(scalars[position - 1]))
            guard isCall else {
                position += 1
                continue
            }
            line += scalars[counted..<position].count { $0 == "\n" }
            counted = position
            position += start.count
            calls.append(Call(line: line, texts: arguments()))
        }
        return calls
    }

    /// Reads arguments up to the closing bracket, and returns the texts in them.
    private mutating func arguments() -> [String: String] {
        var texts: [String: String] = [:]
        var (label, word, depth) = ("", "", 0)
        while position < scalars.count {
            if skipComment() { continue }
            if let text = literal() {
                texts[label, default: ""] += text
                continue
            }
            let scalar = scalars[position]
            position += 1
            switch scalar {
            case "(", "[", "{": depth += 1
            case ")" where depth == 0: return texts
            case ")", "]", "}": depth -= 1
            case "," where depth == 0: label = ""
            // A later colon belongs to a conditional expression.
            case ":" where depth == 0 && label.isEmpty:
                label = word
                texts[label] = ""
            default: break
            }
            if Self.isNamePart(scalar) { word.unicodeScalars.append(scalar) } else { word = "" }
        }
        return texts
    }

    /// Reads a literal, of one line or several, raw or not; returns `nil` if none begins here.
    private mutating func literal() -> String? {
        let hashes = scalars[position...].prefix { $0 == "#" }.count
        guard at(position + hashes) == "\"" else { return nil }
        let start = position + hashes
        let quotes = at(start + 1) == "\"" && at(start + 2) == "\"" ? 3 : 1
        let border = Array(repeating: Unicode.Scalar("\""), count: quotes) + Array(repeating: "#", count: hashes)
        let escape = ["\\"] + Array(repeating: Unicode.Scalar("#"), count: hashes)
        var text = ""
        position = start + quotes
        while position < scalars.count, !scalars[position...].starts(with: border) {
            if scalars[position...].starts(with: escape) {
                position += escape.count
                text += escaped()
            } else {
                text.unicodeScalars.append(scalars[position])
                position += 1
            }
        }
        position += border.count
        return text
    }

    /// Reads what follows the escape character; returns the texts within an interpolation, else a space.
    private mutating func escaped() -> String {
        let scalar = at(position)
        position += 1
        if scalar == "(" { return " \(arguments().sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")) " }
        if scalar == "u" { while position < scalars.count, scalars[position - 1] != "}" { position += 1 } }
        return " "
    }

    private mutating func skipComment() -> Bool {
        guard at(position) == "/", at(position + 1) == "/" else { return false }
        while position < scalars.count, scalars[position] != "\n" { position += 1 }
        return true
    }

    private func at(_ index: Int) -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }
}
