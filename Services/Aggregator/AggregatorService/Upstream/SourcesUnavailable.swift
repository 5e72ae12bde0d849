import AggregatorContract
import Contract
import RPC
import Upstream

/// An error for the failure of all available providers.
struct SourcesUnavailable: RPCErrorConvertible, Sendable {
    /// The reason that the contract declares.
    var reason: ErrorReason
    /// The failure of the last provider.
    var failure: UpstreamFailure?

    /// The error for the caller.
    var rpcError: RPCError { RPCError(failure, unavailable: reason) }

    /// The status of the part of a briefing that needed the providers.
    var status: PartStatus { failure == .timedOut ? .timedOut : .unavailable }
}
