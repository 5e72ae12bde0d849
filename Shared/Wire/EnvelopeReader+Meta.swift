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
            _ = try readObject(.metaType)
            return
        }
        var seen: MetaMembers = []
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if let member = try readMetaMember(name), !seen.insert(member).inserted {
                note(.repeatedMetaMember, at: name.start)
            }
            more = try tokens.nextMember()
        }
    }

    private mutating func readMetaMember(_ name: TextToken) throws(WireError) -> MetaMembers? {
        if tokens.text(name, is: "token") {
            meta.token = try readMetaText(.token, EnvelopeLimits.token)
            return .token
        }
        if tokens.text(name, is: "locale") {
            meta.locale = try readMetaText(.locale, EnvelopeLimits.locale)
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
                .traceparent, EnvelopeLimits.traceparent)
            return .traceparent
        }
        if tokens.text(name, is: "principal") {
            if profile == .client {
                _ = try tokens.skipValue()
            } else {
                meta.principal = try readObject(.principal)
            }
            return .principal
        }
        if tokens.text(name, is: "remoteAddress") {
            if profile == .client {
                _ = try tokens.skipValue()
            } else {
                meta.remoteAddress = try readMetaText(
                    .remoteAddress, EnvelopeLimits.remoteAddress)
            }
            return .remoteAddress
        }
        note(.unknownMetaMember, at: name.start)
        _ = try tokens.skipValue()
        return nil
    }

    private mutating func readMetaText(_ reason: WireError.Reason, _ limit: Int) throws(WireError) -> Range<Int>? {
        let start = tokens.position
        guard let text = try readString(reason) else { return nil }
        guard !text.isEscaped else {
            note(.metaEscape, at: start)
            return nil
        }
        guard text.count >= 1, text.count <= limit else {
            note(reason, at: start)
            return nil
        }
        return text.range
    }

    private mutating func readIdempotencyKey() throws(WireError) {
        let reason = WireError.Reason.idempotencyKey
        guard let range = try readMetaText(reason, EnvelopeLimits.idempotencyKey) else { return }
        for offset in range where tokens.byte(at: offset) &- 0x20 >= 0x5F { return note(reason, at: offset) }
        meta.idempotencyKey = range
    }

    private mutating func readTimeout() throws(WireError) {
        let reason = WireError.Reason.timeout
        let start = tokens.position
        guard tokens.current &- UInt8(ascii: "0") < 10 else {
            _ = try tokens.skipValue()
            return note(reason, at: start)
        }
        guard let value = tokens.integer(try tokens.readNumber()), value >= 1 else { return note(reason, at: start) }
        meta.timeoutMs = value
    }
}
