import Contract
import Values

extension Fault {
    /// Applies the fault to an answer: changes its status, headers or document.
    func changed(_ answer: Answer, _ request: Request, now: Instant) -> Answer {
        switch fault {
        case .status: return thirdParty.errorAnswer(status ?? 500)
        case .limited:
            let answer = thirdParty.errorAnswer(429)
            switch retryAfter ?? .seconds {
            case .none: return answer
            case .seconds: return answer.adding("Retry-After", "\(seconds ?? 60)")
            case .date:
                return answer.adding("Retry-After", now.advanced(bySeconds: Int64(seconds ?? 60)).feedDate)
            }
        case .unauthorized: return thirdParty.errorAnswer(401)
        case .forbidden: return .html(403, ErrorPage.error(403))
        case .notFound: return .empty(404)
        case .noContent: return .empty(204)
        case .conditional: return conditional(answer, request, now: now)
        case .redirectLoop: return Answer(status: 302, body: .none).adding("Location", request.target)
        case .redirectElsewhere:
            return Answer(status: 302, body: .none).adding("Location", location ?? "http://elsewhere.invalid/")
        case .html: return .html(200, ErrorPage.shell)
        case .wrongTypes: return answer.mapping { $0.withWrongTypes() }
        case .nulls: return answer.mapping { $0.withNulls() }
        case .missingKeys: return answer.mapping { $0.withMissingKeys() }
        case .unknownKeys: return answer.mapping { $0.withUnknownKeys() }
        default: return answer
        }
    }

    private func conditional(_ answer: Answer, _ request: Request, now: Instant) -> Answer {
        let tag = "\"\(String(Checksum.crc32(answer.bytes), radix: 16))\""
        let tagged = answer.adding("ETag", tag).adding("Last-Modified", now.feedDate)
        guard request.header("if-none-match") == tag else { return tagged }
        var unchanged = tagged
        unchanged.status = 304
        unchanged.body = .none
        return unchanged
    }
}

extension Answer {
    /// Returns a copy with a changed JSON document; bodies of other kinds stay unchanged.
    fileprivate func mapping(_ change: (JSONNode) -> JSONNode) -> Answer {
        guard case .json(let node) = body else { return self }
        var answer = self
        answer.body = .json(change(node))
        return answer
    }
}

extension JSONNode {
    fileprivate func withWrongTypes() -> JSONNode {
        switch self {
        case .object(let members): .object(members.map { ($0.0, $0.1.withWrongTypes()) })
        case .array(let items): .array(items.map { $0.withWrongTypes() })
        case .string: .integer(7)
        case .integer, .number: ["value": "7"]
        case .bool: "yes"
        case .null: .array([])
        }
    }

    /// Sets all members to null, except objects, whose own members are set to null in turn.
    fileprivate func withNulls() -> JSONNode {
        switch self {
        case .object(let members):
            .object(
                members.map { name, value in
                    if case .object = value { (name, value.withNulls()) } else { (name, .null) }
                })
        case .array(let items): .array(items.map { $0.withNulls() })
        default: self
        }
    }

    fileprivate func withMissingKeys() -> JSONNode {
        switch self {
        case .object(let members):
            .object(members.enumerated().filter { $0.offset % 2 == 0 }.map { ($1.0, $1.1.withMissingKeys()) })
        case .array(let items): .array(items.map { $0.withMissingKeys() })
        default: self
        }
    }

    fileprivate func withUnknownKeys() -> JSONNode {
        switch self {
        case .object(let members):
            .object(
                members.map { ($0.0, $0.1.withUnknownKeys()) }
                    + [("somethingNew", ["a": [1, .null, "b"], "c": false])])
        case .array(let items): .array(items.map { $0.withUnknownKeys() })
        default: self
        }
    }
}
