import Values

/// Complete errors, as a caller who reads English gets them.
enum ProblemExample {
    /// Returns an error with a code and, optionally, a reason.
    static func problem(_ code: ErrorCode, _ reason: ErrorReason? = nil) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("type", .string(code.typeURI)), ("title", .string(code.message)), ("status", .integer(code.httpStatus)),
            ("code", .integer(code.number)), ("isRetryable", .bool(code.isRetryable)),
        ]
        if code.retry == .afterDelay { members.append(("retryAfterMs", 2_000)) }
        members.append(("traceId", "d5765b3aa38a928668773e86e247ede3"))
        if code == .invalidParams, reason == nil { members.append(("errors", [fault])) }
        if let reason {
            members += [("reason", .string(reason.reason)), ("detail", .string(reason.sentence.english))]
            if let type = reason.details as? any ExampledDetails.Type { members.append(("details", type.example)) }
        }
        return .object(members)
    }

    /// Returns the error of a JSON-RPC answer.
    static func error(_ reason: ErrorReason) -> JSONNode {
        let data = ["title", "status", "code"].reduce(problem(reason.code, reason)) { $0.removing($1) }
        return ["code": .integer(reason.code.number), "message": .string(reason.code.message), "data": data]
    }

    private static let fault: JSONNode = {
        let limit = PageLimit.range
        let fault = ValueFault.range(limit.lowerBound, limit.upperBound)
        return [
            "pointer": "/limit", "rule": .string(fault.rule),
            "limits": ["min": .integer(limit.lowerBound), "max": .integer(limit.upperBound)],
            "detail": .string((PageLimit.fieldName.map(fault.sentence(about:)) ?? fault.sentenceBesideField).english),
        ]
    }()
}

extension RequiredRole: ExampledDetails {
    public static var example: JSONNode { ["role": "park.staff"] }
}
