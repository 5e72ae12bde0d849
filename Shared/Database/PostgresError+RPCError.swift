import Contract
public import Postgres
public import RPC

extension PostgresError: RPCErrorConvertible {
    /// The error to report to the caller; the failure itself goes to the log.
    public var rpcError: RPCError {
        let cause = description
        return switch code {
        case .unavailable, .commitOutcomeUnknown, .serializationFailure, .deadlock:
            RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: cause)
        case .poolExhausted: RPCError(.overloaded, retryAfterMilliseconds: 500, cause: cause)
        case .deadlineExceeded: RPCError(.deadlineExceeded, cause: cause)
        case .cancelled: RPCError(.cancelled, cause: cause)
        default: RPCError(.internal, cause: cause)
        }
    }
}
