/// A pull parser for the subset of XML that feeds need.
///
/// It rejects document types, so the only entities are the predefined ones and character references; any other
/// reference stays as text. Names are compared as written, with their prefix. Every limit is a constant of the type,
/// and no byte is read more than a few times, so the time is proportional to the input.
struct XMLReader {
    struct Attribute: Equatable {
        var name: String
        var value: String
    }

    enum Piece: Equatable {
        case start(name: String, attributes: [Attribute])
        case end(name: String)
        /// Text or a CDATA section; adjacent pieces belong together.
        case text(String)
    }

    static let maximumDepth = 32
    static let maximumName = 128
    static let maximumAttributes = 32
    /// The maximum number of bytes of a piece of text or of an attribute's value; the rest is skipped.
    static let maximumText = 16_384

    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    /// The name of an empty element whose end is still to be returned.
    private var pendingEnd: String?
    private var hadRoot = false

    /// Creates a reader.
    ///
    /// - Parameter bytes: UTF-8; ill-formed parts become U+FFFD.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next piece, or `nil` at the end of the document.
    mutating func next() throws(XMLFault) -> Piece? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name: name)
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                let text = readText()
                if !open.isEmpty { return .text(text) }
                guard text.allSatisfy(\.isWhitespace) else { throw .malformed }
            } else if starts(with: "<!--") {
                try skip(past: "-->", from: 4)
            } else if starts(with: "<![CDATA[") {
                guard !open.isEmpty else { throw .malformed }
                return .text(try readSection())
            } else if starts(with: "<!") {
                throw .documentType
            } else if starts(with: "<?") {
                try skip(past: "?>", from: 2)
            } else if starts(with: "</") {
                return try readEnd()
            } else {
                return try readStart()
            }
        }
        guard open.isEmpty, hadRoot else { throw .malformed }
        return nil
    }

    // MARK: Pieces

    private mutating func readText() -> String {
        let start = position
        position = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        return XMLText.decoded(bytes[start..<min(position, start + Self.maximumText)])
    }

    private mutating func readSection() throws(XMLFault) -> String {
        let start = position + 9
        try skip(past: "]]>", from: 9)
        return String(decoding: bytes[start..<min(position - 3, start + Self.maximumText)], as: UTF8.self)
    }

    private mutating func readEnd() throws(XMLFault) -> Piece {
        position += 2
        let name = try readName()
        skipSpace()
        guard take(">"), open.popLast() == name else { throw .malformed }
        return .end(name: name)
    }

    private mutating func readStart() throws(XMLFault) -> Piece {
        position += 1
        guard !(open.isEmpty && hadRoot) else { throw .malformed }
        hadRoot = true
        let name = try readName()
        guard open.count < Self.maximumDepth else { throw .limitExceeded }
        var attributes: [Attribute] = []
        while true {
            skipSpace()
            if take(">") {
                open.append(name)
                return .start(name: name, attributes: attributes)
            }
            if take("/") {
                guard take(">") else { throw .malformed }
                pendingEnd = name
                return .start(name: name, attributes: attributes)
            }
            guard attributes.count < Self.maximumAttributes else { throw .limitExceeded }
            attributes.append(try readAttribute())
        }
    }

    private mutating func readAttribute() throws(XMLFault) -> Attribute {
        let name = try readName()
        skipSpace()
        guard take("=") else { throw .malformed }
        skipSpace()
        guard position < bytes.count else { throw .malformed }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .malformed }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: quote) else { throw .malformed }
        position = end + 1
        return Attribute(name: name, value: XMLText.decoded(bytes[start..<min(end, start + Self.maximumText)]))
    }

    private mutating func readName() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, Self.isOfName(bytes[position]) {
            guard position - start < Self.maximumName else { throw .limitExceeded }
            position += 1
        }
        guard position > start else { throw .malformed }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Accepts all bytes beyond ASCII: feeds use ASCII names, and unknown names are skipped anyway.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    // MARK: Bytes

    private func starts(with text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.count - position >= wanted.count && bytes[position..<position + wanted.count].elementsEqual(wanted)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    }

    /// Moves past the next mark, searched from `offset` on.
    private mutating func skip(past mark: StaticString, from offset: Int) throws(XMLFault) {
        position = min(position + offset, bytes.count)
        while position < bytes.count {
            if starts(with: mark) {
                position += mark.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw .malformed
    }
}
