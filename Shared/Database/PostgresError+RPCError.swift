import Contract
public import Postgres
public import RPC

extension RPCError {
    /// Translates a database failure for the caller; the failure itself goes to the log.
    public init(_ error: PostgresError) {
        let cause = error.description
        switch error.code {
        case .unavailable, .commitOutcomeUnknown, .serializationFailure, .deadlock:
            self.init(.unavailable, retryAfterMilliseconds: 1_000, cause: cause)
        case .poolExhausted: self.init(.overloaded, retryAfterMilliseconds: 500, cause: cause)
        case .deadlineExceeded: self.init(.deadlineExceeded, cause: cause)
        case .cancelled: self.init(.cancelled, cause: cause)
        default: self.init(.internal, cause: cause)
        }
    }
}
