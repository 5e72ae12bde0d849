extension EnvelopeReader {
    /// The members of an answer's `error`.
    private struct ErrorMembers: OptionSet {
        let rawValue: UInt8
        static let code = ErrorMembers(rawValue: 1 << 0)
        static let message = ErrorMembers(rawValue: 1 << 1)
        static let data = ErrorMembers(rawValue: 1 << 2)
    }

    /// Returns the envelope as a request.
    mutating func request() throws(WireError) -> RequestEnvelope {
        requireVersion()
        if !seen.isDisjoint(with: [.result, .error]) { note("a request has no result and no error", at: 0) }
        if !seen.contains(.method) { note("method is missing", at: tokens.end) }
        let id: Range<Int>?
        switch identifier {
        case .absent: id = nil
        case .text(let range), .integer(_, let range): id = range
        case .null:
            id = nil
            note("id must not be null", at: 0)
        }
        if var fault {
            fault.id = id
            throw fault
        }
        guard let method else { throw WireError(kind: .envelope, offset: 0, reason: "method is missing", id: id) }
        return RequestEnvelope(id: id, method: method, params: params, meta: meta)
    }

    /// Returns the envelope as an answer.
    mutating func response() throws(WireError) -> ResponseEnvelope {
        requireVersion()
        if !seen.isDisjoint(with: [.method, .params, .meta]) { note("an answer has an unknown member", at: 0) }
        if seen.contains(.result) == seen.contains(.error) {
            note("an answer has either a result or an error", at: tokens.end)
        }
        var id: Range<Int>?
        switch identifier {
        case .integer(let value, let range) where value >= 0:
            answer.id = UInt64(value)
            id = range
        case .null where seen.contains(.error): break
        default: note("an answer needs an id that is an unsigned integer", at: 0)
        }
        if var fault {
            fault.id = id
            throw fault
        }
        return answer
    }

    private mutating func requireVersion() {
        if !seen.contains(.jsonrpc) { note("jsonrpc must be \"2.0\"", at: tokens.end) }
    }

    /// Reads the value of the envelope's `error`.
    mutating func readError() throws(WireError) {
        let start = tokens.position
        guard tokens.current == UInt8(ascii: "{") else {
            _ = try readObject("error must be an object")
            return
        }
        var seen: ErrorMembers = []
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if let member = try readErrorMember(name), !seen.insert(member).inserted {
                note("a member of error is repeated", at: name.start)
            }
            more = try tokens.nextMember()
        }
        if !seen.isSuperset(of: [.code, .message]) { note("error needs code and message", at: start) }
        answer.error = start..<tokens.position
    }

    private mutating func readErrorMember(_ name: TextToken) throws(WireError) -> ErrorMembers? {
        if tokens.text(name, is: "code") {
            if let code = try readInteger("error.code must be an integer within 2^53") {
                answer.errorCode = Int(exactly: code)
            }
            return .code
        }
        if tokens.text(name, is: "message") {
            _ = try readString("error.message must be a string")
            return .message
        }
        if tokens.text(name, is: "data") {
            try readErrorData()
            return .data
        }
        note("error has an unknown member", at: name.start)
        _ = try tokens.skipValue()
        return nil
    }

    private mutating func readErrorData() throws(WireError) {
        guard tokens.current == UInt8(ascii: "{") else {
            _ = try readObject("error.data must be an object")
            return
        }
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if tokens.text(name, is: "retryAfterMs") {
                let reason = "error.data.retryAfterMs must be one integer from 0 to 2^53"
                let value = try readInteger(reason)
                if let value, value < 0 || answer.retryAfterMs != nil { note(reason, at: name.start) }
                answer.retryAfterMs = value
            } else {
                _ = try tokens.skipValue()
            }
            more = try tokens.nextMember()
        }
    }

    private mutating func readInteger(_ reason: String) throws(WireError) -> Int64? {
        let start = tokens.position
        switch tokens.current {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if let value = tokens.integer(try tokens.readNumber()) { return value }
        default:
            _ = try tokens.skipValue()
        }
        note(reason, at: start)
        return nil
    }
}
