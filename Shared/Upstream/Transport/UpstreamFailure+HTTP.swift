import HTTP

extension UpstreamFailure {
    /// Creates the failure to report to the caller.
    init(_ reason: HTTPFailure.Reason) {
        switch reason {
        case .timedOut: self = .timedOut
        case .notConnected(let detail), .broken(let detail): self = .unreachable(detail)
        case .tooLarge: self = .tooLarge
        case .untrusted: self = .unreadable("TLS failed")
        case .malformed(let detail): self = .unreadable(detail)
        case .cancelled: self = .cancelled
        }
    }
}

extension HTTPFailure.Reason {
    /// True if repeating the request may succeed at once.
    var mayRetry: Bool {
        switch self {
        case .notConnected, .broken: true
        case .untrusted, .timedOut, .tooLarge, .malformed, .cancelled: false
        }
    }
}
