import Contract
import Machine
import Values
package import VokolClient

extension Problem {
    /// Returns a text for the operator: the error, its position and the remedy.
    package func text(method: String) -> String {
        let known = ErrorCode(number: number)
        var lines = ["\(method): \(title) (\(known.map { "\($0.name), " } ?? "")\(number))"]
        if let reason {
            let summary = (try? MethodShape(method))??.declaration.reasons.first { $0.reason == reason }?.sentence
                .english
            lines.append("  reason: \(reason)\(summary.map { ": \($0)" } ?? "")")
        }
        for fault in faults {
            lines.append(
                "  \(fault.pointer.isEmpty ? "parameters" : String(fault.pointer.dropFirst())): \(fault.detail)")
        }
        if let details = rawDetails {
            let text = String(decoding: IndentedJSON.indented(details), as: UTF8.self)
            lines.append("  details: " + text.split(separator: "\n").joined(separator: "\n  "))
        }
        if let hint = hint(known) { lines.append("  \(hint)") }
        if let traceID { lines.append("  trace: \(traceID)") }
        return lines.joined(separator: "\n")
    }

    private func hint(_ code: ErrorCode?) -> String? {
        if let retryAfter { return "try again in \(retryAfter.wholeMilliseconds) ms" }
        return switch code {
        case .unauthenticated?: "sign in with --demo or --email, or give a --token"
        case .methodNotFound?: "`vokol call` lists the methods"
        case .internal?: "the service's log has the cause under the trace id"
        default: nil
        }
    }
}
