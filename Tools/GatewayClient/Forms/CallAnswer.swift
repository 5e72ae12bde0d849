import Contract
import Wire

/// What came back for a call.
enum CallAnswer: Sendable {
    /// One JSON value.
    case result([UInt8])
    case failure(CallFailure)
}

/// Why a call failed, as both protocols tell it.
struct CallFailure: Error, Sendable {
    struct Fault: Decodable, Sendable {
        var pointer: String
        var detail: String
    }

    var code: ErrorCode?
    var number: Int
    var message: String
    var reason: String?
    var retryAfterMilliseconds: Int64?
    var traceID: String?
    var faults: [Fault]
    /// What else there is to know, as one JSON value, such as the next free slots.
    var details: [UInt8]?

    /// Reads the `error` of a line.
    init(line bytes: [UInt8]) throws {
        struct ErrorObject: Decodable {
            var code: Int
            var message: String
            var data: Details?
        }
        let object = try JSONCoding.decode(ErrorObject.self, from: bytes, unknownMembers: .ignored)
        self.init(number: object.code, message: object.message, details: object.data)
    }

    /// Reads a problem (RFC 9457) of HTTP.
    init(problem bytes: [UInt8], status: Int) {
        struct Problem: Decodable {
            var title: String?
        }
        let details = try? JSONCoding.decode(Details.self, from: bytes, unknownMembers: .ignored)
        let problem = try? JSONCoding.decode(Problem.self, from: bytes, unknownMembers: .ignored)
        let name = details?.type?.split(separator: "/").last.map(String.init)
        let code = ErrorCode.all.first { $0.name == name }
        self.init(
            number: code?.number ?? status, message: problem?.title ?? code?.message ?? "HTTP status \(status)",
            details: details)
    }

    private init(number: Int, message: String, details: Details?) {
        self.number = number
        code = ErrorCode(number: number)
        self.message = message
        reason = details?.reason
        retryAfterMilliseconds = details?.retryAfterMs
        traceID = details?.traceId
        faults = details?.errors ?? []
        self.details = details?.details?.bytes
    }

    private struct Details: Decodable {
        var type: String?
        var reason: String?
        var retryAfterMs: Int64?
        var traceId: String?
        var errors: [Fault]?
        var details: RawJSON?
    }

    /// What a person is told: what happened, where, and what to do about it.
    func text(method: String) -> String {
        var lines = ["\(method): \(message) (\(code.map { "\($0.name), " } ?? "")\(number))"]
        if let reason {
            let summary = (try? MethodShape(method))??.declaration.reasons.first { $0.reason == reason }?.summary
            lines.append("  reason: \(reason)\(summary.map { ": \($0)" } ?? "")")
        }
        for fault in faults {
            lines.append(
                "  \(fault.pointer.isEmpty ? "parameters" : String(fault.pointer.dropFirst())): \(fault.detail)")
        }
        if let details {
            let text = String(decoding: JSONText.indented(details), as: UTF8.self)
            lines.append("  details: " + text.split(separator: "\n").joined(separator: "\n  "))
        }
        if let hint { lines.append("  \(hint)") }
        if let traceID { lines.append("  trace: \(traceID)") }
        return lines.joined(separator: "\n")
    }

    private var hint: String? {
        if let wait = retryAfterMilliseconds { return "try again in \(wait) ms" }
        return switch code {
        case .unauthenticated?: "sign in with --demo, with --email and --password, or give a --token"
        case .methodNotFound?: "`vokol call` lists the methods"
        case .internal?: "the cause is in the service's log under the trace"
        default: nil
        }
    }
}
