import Contract
public import RPC
public import Values

extension RPCError {
    /// The error of a call that needs the database, until the database has its tables.
    public static var missingTables: RPCError {
        RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the database has no tables yet")
    }
}

extension CallContext {
    /// Returns the caller's account, for a call that needs the database.
    ///
    /// - Parameter isReady: returns true if the database has its tables.
    /// - Throws: `unauthenticated` without an account, `unavailable` until the tables exist.
    public func account(whenReady isReady: () -> Bool) throws(RPCError) -> Identifier {
        let account = try account()
        guard isReady() else { throw .missingTables }
        return account
    }
}
