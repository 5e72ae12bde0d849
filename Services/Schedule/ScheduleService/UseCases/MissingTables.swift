import Contract
import RPC

extension RPCError {
    /// The error of calls that need the database, until it has its tables.
    static var missingTables: RPCError {
        RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the database has no tables yet")
    }
}
