import AuthContract
import Contract
public import Database
public import Logging
public import Postgres
public import RPC
public import Values

extension AccountErasure {
    /// Creates the service that follows the list of `auth`.
    ///
    /// - Parameters:
    ///   - auth: asks `auth` on behalf of the service whose database it is.
    ///   - isReady: returns true if the database has its tables.
    ///   - erase: erases the data of an account; does nothing without any.
    public init(
        client: PostgresClient, auth: RPCClient, isReady: @escaping @Sendable () -> Bool = { true }, logger: Logger,
        erase: @escaping @Sendable (Identifier) async throws -> Void
    ) {
        self.init(
            client: client, isReady: isReady, logger: logger,
            fetch: { after in
                let page = try await auth.call(
                    Auth.Erasures.self, .init(after: after), CallOptions(timeout: .seconds(10)))
                return ErasurePage(accounts: page.items, next: page.next)
            },
            erase: erase)
    }
}
