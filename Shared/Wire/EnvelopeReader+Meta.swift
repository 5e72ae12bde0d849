extension EnvelopeReader {
    /// The members of `meta`.
    private struct MetaMembers: OptionSet {
        let rawValue: UInt8
        static let token = MetaMembers(rawValue: 1 << 0)
        static let locale = MetaMembers(rawValue: 1 << 1)
        static let timeoutMs = MetaMembers(rawValue: 1 << 2)
        static let idempotencyKey = MetaMembers(rawValue: 1 << 3)
        static let traceparent = MetaMembers(rawValue: 1 << 4)
        static let principal = MetaMembers(rawValue: 1 << 5)
        static let remoteAddress = MetaMembers(rawValue: 1 << 6)
    }

    /// Reads the value of the envelope's `meta`.
    mutating func readMeta() throws(WireError) {
        guard tokens.current == UInt8(ascii: "{") else {
            _ = try readObject("meta must be an object")
            return
        }
        var seen: MetaMembers = []
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if let member = try readMetaMember(name), !seen.insert(member).inserted {
                note("a member of meta is repeated", at: name.start)
            }
            more = try tokens.nextMember()
        }
    }

    private mutating func readMetaMember(_ name: TextToken) throws(WireError) -> MetaMembers? {
        if tokens.text(name, is: "token") {
            meta.token = try readMetaText("meta.token must be a string of 1 to 4096 bytes", EnvelopeLimits.token)
            return .token
        }
        if tokens.text(name, is: "locale") {
            meta.locale = try readMetaText("meta.locale must be a string of 1 to 35 bytes", EnvelopeLimits.locale)
            return .locale
        }
        if tokens.text(name, is: "timeoutMs") {
            try readTimeout()
            return .timeoutMs
        }
        if tokens.text(name, is: "idempotencyKey") {
            try readIdempotencyKey()
            return .idempotencyKey
        }
        if tokens.text(name, is: "traceparent") {
            meta.traceparent = try readMetaText(
                "meta.traceparent must be a string of 1 to 256 bytes", EnvelopeLimits.traceparent)
            return .traceparent
        }
        if tokens.text(name, is: "principal") {
            if profile == .client {
                _ = try tokens.skipValue()
            } else {
                meta.principal = try readObject("meta.principal must be an object")
            }
            return .principal
        }
        if tokens.text(name, is: "remoteAddress") {
            if profile == .client {
                _ = try tokens.skipValue()
            } else {
                meta.remoteAddress = try readMetaText(
                    "meta.remoteAddress must be a string of 1 to 64 bytes", EnvelopeLimits.remoteAddress)
            }
            return .remoteAddress
        }
        note("meta has an unknown member", at: name.start)
        _ = try tokens.skipValue()
        return nil
    }

    private mutating func readMetaText(_ reason: String, _ limit: Int) throws(WireError) -> Range<Int>? {
        let start = tokens.position
        guard let text = try readString(reason) else { return nil }
        guard !text.isEscaped else {
            note("a string of meta must not contain escapes", at: start)
            return nil
        }
        guard text.count >= 1, text.count <= limit else {
            note(reason, at: start)
            return nil
        }
        return text.range
    }

    private mutating func readIdempotencyKey() throws(WireError) {
        let reason = "meta.idempotencyKey must be a string of 1 to 128 printable ASCII characters"
        guard let range = try readMetaText(reason, EnvelopeLimits.idempotencyKey) else { return }
        for offset in range where tokens.byte(at: offset) &- 0x20 >= 0x5F { return note(reason, at: offset) }
        meta.idempotencyKey = range
    }

    private mutating func readTimeout() throws(WireError) {
        let reason = "meta.timeoutMs must be an integer from 1 to 2^53"
        let start = tokens.position
        guard tokens.current &- UInt8(ascii: "0") < 10 else {
            _ = try tokens.skipValue()
            return note(reason, at: start)
        }
        guard let value = tokens.integer(try tokens.readNumber()), value >= 1 else { return note(reason, at: start) }
        meta.timeoutMs = value
    }
}
