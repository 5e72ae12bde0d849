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
        if !seen.isDisjoint(with: [.result, .error]) { note(.requestWithResult, at: 0) }
        if !seen.contains(.method) { note(.methodMissing, at: tokens.end) }
        let id: Range<Int>?
        switch identifier {
        case .absent: id = nil
        case .text(let range), .integer(_, let range): id = range
        case .null:
            id = nil
            note(.idNull, at: 0)
        }
        if var fault {
            fault.id = id
            throw fault
        }
        guard let method else { throw WireError(kind: .envelope, offset: 0, reason: .methodMissing, id: id) }
        return RequestEnvelope(id: id, method: method, params: params, meta: meta)
    }

    /// Returns the envelope as an answer.
    mutating func response() throws(WireError) -> ResponseEnvelope {
        requireVersion()
        if !seen.isDisjoint(with: [.method, .params, .meta]) { note(.unknownAnswerMember, at: 0) }
        if seen.contains(.result) == seen.contains(.error) {
            note(.answerContent, at: tokens.end)
        }
        var id: Range<Int>?
        switch identifier {
        case .integer(let value, let range) where value >= 0:
            answer.id = UInt64(value)
            id = range
        case .null where seen.contains(.error): break
        default: note(.answerID, at: 0)
        }
        if var fault {
            fault.id = id
            throw fault
        }
        return answer
    }

    private mutating func requireVersion() {
        if !seen.contains(.jsonrpc) { note(.version, at: tokens.end) }
    }

    /// Reads the value of the envelope's `error`.
    mutating func readError() throws(WireError) {
        let start = tokens.position
        guard tokens.current == UInt8(ascii: "{") else {
            _ = try readObject(.errorType)
            return
        }
        var seen: ErrorMembers = []
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if let member = try readErrorMember(name), !seen.insert(member).inserted {
                note(.repeatedErrorMember, at: name.start)
            }
            more = try tokens.nextMember()
        }
        if !seen.isSuperset(of: [.code, .message]) { note(.errorContent, at: start) }
        answer.error = start..<tokens.position
    }

    private mutating func readErrorMember(_ name: TextToken) throws(WireError) -> ErrorMembers? {
        if tokens.text(name, is: "code") {
            if let code = try readInteger(.errorCode) {
                answer.errorCode = Int(exactly: code)
            }
            return .code
        }
        if tokens.text(name, is: "message") {
            _ = try readString(.errorMessage)
            return .message
        }
        if tokens.text(name, is: "data") {
            try readErrorData()
            return .data
        }
        note(.unknownErrorMember, at: name.start)
        _ = try tokens.skipValue()
        return nil
    }

    private mutating func readErrorData() throws(WireError) {
        guard tokens.current == UInt8(ascii: "{") else {
            _ = try readObject(.errorData)
            return
        }
        var more = try tokens.openObject()
        while more {
            let name = try tokens.readName()
            if tokens.text(name, is: "retryAfterMs") {
                let reason = WireError.Reason.retryAfter
                let value = try readInteger(reason)
                if let value, value < 0 || answer.retryAfterMs != nil { note(reason, at: name.start) }
                answer.retryAfterMs = value
            } else {
                _ = try tokens.skipValue()
            }
            more = try tokens.nextMember()
        }
    }

    private mutating func readInteger(_ reason: WireError.Reason) throws(WireError) -> Int64? {
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
