import Contract
import RPC
import ServiceRuntime
import Upstream
import Values

extension RPCError {
    /// The kind of data that a call needs from the university; the first word of the error's reason.
    enum UniversityData: String { case catalogue, timetable }

    /// Creates the error for a caller when the university's server fails and no copy is cached.
    init(_ failure: UpstreamFailure, of data: UniversityData) {
        let cause = "\(failure)"
        let standard: Int64 = 5_000
        let code: ErrorCode
        var pause: Int64? = standard
        switch failure {
        case .cancelled:
            self.init(.cancelled)
            return
        case .unreadable, .tooLarge: (code, pause) = (.badUpstream, nil)
        case .limited(let retryAfter): (code, pause) = (.unavailable, retryAfter?.wholeMilliseconds ?? standard)
        case .suspended(let retryAfter), .localLimit(let retryAfter):
            (code, pause) = (.unavailable, retryAfter.wholeMilliseconds)
        case .timedOut, .unreachable, .rejected: code = .unavailable
        }
        let word = code == .badUpstream ? "unreadable" : "unavailable"
        self.init(
            code, reason: "\(data.rawValue)-\(word)", retryAfterMilliseconds: pause, cause: String(cause.prefix(500)))
    }
}
