/// Formats JSON for people to read.
package enum IndentedJSON {
    /// Indents one JSON value by two spaces per level; strings and numbers stay byte for byte the same.
    ///
    /// Arrays and objects without nested ones stay on one line if they fit into 100 characters.
    package static func indented(_ json: [UInt8]) -> [UInt8] {
        var reader = Reader(json: json)
        return reader.value(level: 0)
    }

    private struct Reader {
        let json: [UInt8]
        var position = 0

        mutating func value(level: Int) -> [UInt8] {
            skipSpace()
            guard let byte = current else { return [] }
            switch byte {
            case UInt8(ascii: "{"): return list(level: level, closing: UInt8(ascii: "}"))
            case UInt8(ascii: "["): return list(level: level, closing: UInt8(ascii: "]"))
            case UInt8(ascii: "\""): return text()
            default: return word()
            }
        }

        private mutating func list(level: Int, closing: UInt8) -> [UInt8] {
            let opening = json[position]
            position += 1
            var parts: [[UInt8]] = []
            var isFlat = true
            while true {
                skipSpace()
                guard let byte = current else { break }
                if byte == closing {
                    position += 1
                    break
                }
                if byte == UInt8(ascii: ",") {
                    position += 1
                    continue
                }
                var part: [UInt8] = []
                if closing == UInt8(ascii: "}") {
                    part = text()
                    skipSpace()
                    if current == UInt8(ascii: ":") { position += 1 }
                    part += ": ".utf8
                    skipSpace()
                }
                let start = current
                let inner = value(level: level + 1)
                // Skips bytes that are not JSON, to make progress in any case.
                if inner.isEmpty { position += 1 }
                let isPlain = start != UInt8(ascii: "{") && start != UInt8(ascii: "[")
                isFlat = isFlat && (isPlain || inner.count <= "[]".utf8.count)
                parts.append(part + inner)
            }
            if parts.isEmpty { return [opening, closing] }
            let width = parts.reduce(level * 2 + parts.count * 2) { $0 + $1.count }
            if isFlat, width < 100 { return [opening] + Array(parts.joined(separator: ", ".utf8)) + [closing] }
            let indent = Array("\n".utf8) + Array(repeating: UInt8(ascii: " "), count: level * 2)
            let body = parts.map { indent + "  ".utf8 + $0 }.joined(separator: ",".utf8)
            return [opening] + Array(body) + indent + [closing]
        }

        private mutating func text() -> [UInt8] {
            let start = position
            position += 1
            while let byte = current, byte != UInt8(ascii: "\"") {
                position += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position + 1, json.count)
            return Array(json[start..<position])
        }

        private mutating func word() -> [UInt8] {
            let start = position
            while let byte = current, !",]} \n\r\t".utf8.contains(byte) { position += 1 }
            return Array(json[start..<position])
        }

        private mutating func skipSpace() {
            while let byte = current, " \n\r\t".utf8.contains(byte) { position += 1 }
        }

        private var current: UInt8? { position < json.count ? json[position] : nil }
    }
}
