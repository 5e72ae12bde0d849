import AggregatorContract
import Contract
import RPC
import ServiceRuntime
import Upstream
import Values

/// An error for the failure of all providers that could be asked.
struct SourcesUnavailable: RPCErrorConvertible, Sendable {
    /// The reason word of the contract.
    var reason: String
    /// The failure of the last provider.
    var failure: UpstreamFailure?

    /// The error for the caller.
    var rpcError: RPCError {
        if failure == .cancelled { return RPCError(.cancelled) }
        return RPCError(
            .unavailable, reason: reason, retryAfterMilliseconds: retryAfter,
            cause: failure.map { "\($0.summary)" } ?? "no usable provider")
    }

    /// The status of the part of a briefing that needed the providers.
    var status: PartStatus { failure == .timedOut ? .timedOut : .unavailable }

    private var retryAfter: Int64 {
        let delay: Duration? =
            switch failure {
            case .limited(let after): after
            case .suspended(let after), .localLimit(let after): after
            default: nil
            }
        return min(max((delay ?? .seconds(5)).wholeMilliseconds, 1_000), 600_000)
    }
}

extension UpstreamFailure {
    /// The failure for the log, without response bodies.
    var summary: String {
        switch self {
        case .rejected(let status, _): "refused with \(status)"
        default: "\(self)"
        }
    }
}
