/// Reads the members of any envelope.
///
/// The first fault of the envelope is recorded, and the rest of the line is still validated. This finds the id wherever
/// it is, and reports broken JSON as such rather than as a bad envelope.
struct EnvelopeReader {
    /// The members of an envelope.
    struct Members: OptionSet {
        let rawValue: UInt8
        static let jsonrpc = Members(rawValue: 1 << 0)
        static let id = Members(rawValue: 1 << 1)
        static let method = Members(rawValue: 1 << 2)
        static let params = Members(rawValue: 1 << 3)
        static let meta = Members(rawValue: 1 << 4)
        static let result = Members(rawValue: 1 << 5)
        static let error = Members(rawValue: 1 << 6)
    }

    enum Identifier {
        case absent
        case null
        case text(Range<Int>)
        case integer(Int64, Range<Int>)
    }

    var tokens: TokenReader
    let profile: EnvelopeScanner.Profile
    var seen: Members = []
    var identifier = Identifier.absent
    var method: Range<Int>?
    var params: Range<Int>?
    var meta = RequestMeta()
    var answer = ResponseEnvelope()
    private(set) var fault: WireError?

    init(tokens: TokenReader, profile: EnvelopeScanner.Profile) {
        self.tokens = tokens
        self.profile = profile
    }

    /// Records a fault of the envelope, unless there was an earlier one.
    mutating func note(_ reason: WireError.Reason, at offset: Int) {
        if fault == nil { fault = WireError(kind: .envelope, offset: offset, reason: reason) }
    }

    /// Reads the whole line.
    mutating func readEnvelope() throws(WireError) {
        if tokens.takeUsualBeginning() {
            // The state that reading token by token would produce.
            seen = [.jsonrpc, .id]
            try readIdentifier()
            while let name = try nextName() { try readMember(name) }
            return try tokens.finish()
        }
        tokens.skipSpace()
        if tokens.current == UInt8(ascii: "{") {
            var more = try tokens.openObject()
            while more {
                let name = try tokens.readName()
                try readMember(name)
                more = try tokens.nextMember()
            }
        } else {
            let isBatch = tokens.current == UInt8(ascii: "[")
            let range = try tokens.skipValue()
            note(isBatch ? .batch : .lineNotObject, at: range.lowerBound)
        }
        try tokens.finish()
    }

    /// Moves from a member's value to that of the next member, whose name it returns; `nil` at the envelope's end.
    @inline(__always)
    private mutating func nextName() throws(WireError) -> TextToken? {
        if let name = tokens.takeUsualName() { return name }
        return try tokens.nextMember() ? try tokens.readName() : nil
    }

    private mutating func readMember(_ name: TextToken) throws(WireError) {
        if tokens.text(name, is: "jsonrpc") {
            take(.jsonrpc, name)
            try readVersion()
        } else if tokens.text(name, is: "id") {
            let isFirst = take(.id, name)
            try readIdentifier()
            if !isFirst { identifier = .absent }
        } else if tokens.text(name, is: "method") {
            take(.method, name)
            try readMethod()
        } else if tokens.text(name, is: "params") {
            take(.params, name)
            params = try readObject(.paramsType)
        } else if tokens.text(name, is: "meta") {
            take(.meta, name)
            try readMeta()
        } else if tokens.text(name, is: "result") {
            take(.result, name)
            answer.result = try tokens.skipValue()
        } else if tokens.text(name, is: "error") {
            take(.error, name)
            try readError()
        } else {
            note(.unknownMember, at: name.start)
            _ = try tokens.skipValue()
        }
    }

    @discardableResult
    private mutating func take(_ member: Members, _ name: TextToken) -> Bool {
        let isFirst = seen.insert(member).inserted
        if !isFirst { note(.repeatedMember, at: name.start) }
        return isFirst
    }

    private mutating func readVersion() throws(WireError) {
        let start = tokens.position
        guard let text = try readString(.version) else { return }
        if !tokens.text(text, is: "2.0") { note(.version, at: start) }
    }

    private mutating func readIdentifier() throws(WireError) {
        let start = tokens.position
        switch tokens.current {
        case UInt8(ascii: "\""):
            let text = try tokens.readText()
            if text.count <= EnvelopeLimits.id {
                identifier = .text(start..<tokens.position)
            } else {
                note(.idLength, at: start)
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = try tokens.readNumber()
            let isNegative = tokens.byte(at: start) == UInt8(ascii: "-")
            if let value = tokens.integer(number), !(isNegative && value == 0) {
                identifier = .integer(value, number.range)
            } else {
                note(.idType, at: start)
            }
        case UInt8(ascii: "n"):
            _ = try tokens.skipValue()
            identifier = .null
        default:
            _ = try tokens.skipValue()
            note(.idType, at: start)
        }
    }

    private mutating func readMethod() throws(WireError) {
        let start = tokens.position
        guard let text = try readString(.methodType) else { return }
        guard text.count >= 1, text.count <= EnvelopeLimits.method else {
            return note(.methodLength, at: start)
        }
        if let offset = tokens.bytes[text.range].firstIndex(where: { !ByteWord.isNameByte($0) }) {
            return note(.methodCharacters, at: offset)
        }
        method = text.range
    }

    /// Reads a value that must be a string; otherwise records the fault and skips the value.
    mutating func readString(_ reason: WireError.Reason) throws(WireError) -> TextToken? {
        if tokens.current == UInt8(ascii: "\"") { return try tokens.readText() }
        let range = try tokens.skipValue()
        note(reason, at: range.lowerBound)
        return nil
    }

    /// Reads a value that must be an object; otherwise records the fault and skips the value.
    mutating func readObject(_ reason: WireError.Reason) throws(WireError) -> Range<Int>? {
        let isObject = tokens.current == UInt8(ascii: "{")
        let range = try tokens.skipValue()
        if isObject { return range }
        note(reason, at: range.lowerBound)
        return nil
    }
}

/// The maximum lengths of an envelope's strings, in bytes without their quotes.
enum EnvelopeLimits {
    static let id = 64
    static let method = 64
    static let token = 4096
    static let locale = 35
    static let idempotencyKey = 128
    static let traceparent = 256
    static let remoteAddress = 64
}

extension TokenReader {
    /// Skips the usual beginning of an envelope, up to its `id`; otherwise returns false and reads nothing.
    @inline(__always)
    mutating func takeUsualBeginning() -> Bool {
        guard take("{\"jsonrpc\":\"2.0\",\"id\":") else { return false }
        depth &+= 1
        skipSpace()
        return true
    }

    /// Moves to the value of a member with a common name and form; returns `nil` and reads nothing for any other.
    @inline(__always)
    mutating func takeUsualName() -> TextToken? {
        guard take(",\"method\":") || take(",\"params\":") || take(",\"result\":") else { return nil }
        // The six letters, the closing quote and the colon.
        let name = TextToken(start: position &- 8, end: position &- 2, isEscaped: false, isPlain: true)
        skipSpace()
        return name
    }

    /// Enters the object at the position and moves to its first name; returns false if it has no members.
    @inline(__always)
    mutating func openObject() throws(WireError) -> Bool {
        try enter()
        skipSpace()
        guard current == UInt8(ascii: "}") else { return true }
        leave()
        return false
    }

    /// Moves past a member's value to the next name; returns false at the object's end.
    @inline(__always)
    mutating func nextMember() throws(WireError) -> Bool {
        skipSpace()
        switch current {
        case UInt8(ascii: ","):
            position &+= 1
            skipSpace()
            return true
        case UInt8(ascii: "}"):
            leave()
            return false
        default:
            throw fault(.missingComma)
        }
    }

    /// Requires that only white space follows up to the end.
    @inline(__always)
    mutating func finish() throws(WireError) {
        skipSpace()
        guard isAtEnd else { throw fault(.trailingBytes) }
    }
}
