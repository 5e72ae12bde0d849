package import Contract
import Machine
import Values
import Wire

/// The answer to a call.
package enum GatewayAnswer: Sendable {
    /// The result: one JSON value.
    case result([UInt8])
    case failure(CallFailure)
}

/// The error of a call, with the members that both protocols have in common.
package struct CallFailure: Error, Sendable {
    package struct Fault: Decodable, Sendable {
        package var pointer: String
        package var detail: String
    }

    package var code: ErrorCode?
    package var number: Int
    package var message: String
    package var reason: String?
    package var retryAfterMilliseconds: Int64?
    package var traceID: String?
    package var faults: [Fault]
    /// Additional data as one JSON value, such as the next free slots.
    package var details: [UInt8]?

    /// Parses the `error` member of a line.
    package init(line bytes: [UInt8]) throws {
        struct ErrorObject: Decodable {
            var code: Int
            var message: String
            var data: Details?
        }
        let object = try JSONCoding.decode(ErrorObject.self, from: bytes, unknownMembers: .ignored)
        self.init(number: object.code, message: object.message, details: object.data)
    }

    /// Parses a problem document (RFC 9457).
    package init(problem bytes: [UInt8], status: Int) {
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

    /// Returns a text for the user: the error, its position and the remedy.
    package func text(method: String) -> String {
        var lines = ["\(method): \(message) (\(code.map { "\($0.name), " } ?? "")\(number))"]
        if let reason {
            let summary = (try? MethodShape(method))??.declaration.reasons.first { $0.reason == reason }?.sentence
                .english
            lines.append("  reason: \(reason)\(summary.map { ": \($0)" } ?? "")")
        }
        for fault in faults {
            lines.append(
                "  \(fault.pointer.isEmpty ? "parameters" : String(fault.pointer.dropFirst())): \(fault.detail)")
        }
        if let details {
            let text = String(decoding: IndentedJSON.indented(details), as: UTF8.self)
            lines.append("  details: " + text.split(separator: "\n").joined(separator: "\n  "))
        }
        if let hint { lines.append("  \(hint)") }
        if let traceID { lines.append("  trace: \(traceID)") }
        return lines.joined(separator: "\n")
    }

    private var hint: String? {
        if let wait = retryAfterMilliseconds { return "try again in \(wait) ms" }
        return switch code {
        case .unauthenticated?: "sign in with --demo or --email, or give a --token"
        case .methodNotFound?: "`vokol call` lists the methods"
        case .internal?: "the service's log has the cause under the trace id"
        default: nil
        }
    }
}
