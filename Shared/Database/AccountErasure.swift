public import Logging
public import Postgres
import Resilience
public import ServiceLifecycle
public import Values

/// A page of the list of deleted accounts.
public struct ErasurePage: Sendable {
    public var accounts: [Identifier]
    /// The number after which the next page begins.
    public var next: Int64

    public init(accounts: [Identifier], next: Int64) {
        self.accounts = accounts
        self.next = next
    }
}

/// Erases the data of deleted accounts from a service's database.
///
/// Each replica follows the list of `auth` and remembers in the database how far it got: an older state of the
/// database, restored from a backup, is erased again. Erasing twice does no harm, so that replicas need not agree.
public struct AccountErasure: Service {
    private let client: PostgresClient
    private let isReady: @Sendable () -> Bool
    private let fetch: @Sendable (_ after: Int64) async throws -> ErasurePage
    private let erase: @Sendable (Identifier) async throws -> Void
    private let logger: Logger
    private static let interval: Duration = .seconds(60)

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - isReady: returns true if the database has its tables.
    ///   - fetch: reads the list of deleted accounts after a number.
    ///   - erase: erases the data of an account; does nothing without any.
    public init(
        client: PostgresClient, isReady: @escaping @Sendable () -> Bool = { true }, logger: Logger,
        fetch: @escaping @Sendable (_ after: Int64) async throws -> ErasurePage,
        erase: @escaping @Sendable (Identifier) async throws -> Void
    ) {
        // The parameters are dependencies, and each process creates one.
        self.client = client
        self.isReady = isReady
        self.logger = logger
        self.fetch = fetch
        self.erase = erase
    }

    /// Returns the migration that creates the table of the progress; every service that erases accounts includes it.
    public static func migration(version: Int) -> Migration {
        Migration(
            version: version, name: "erasure", oldestProgram: 1,
            sql: """
                CREATE TABLE erasure (
                    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
                    last_number bigint NOT NULL
                );
                INSERT INTO erasure (last_number) VALUES (0);
                """)
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var backoff = Backoff(first: .seconds(1), longest: Self.interval)
            // A replica that starts after a restore, or after it was down, erases soon.
            var pause = backoff.failed()
            while (try? await Task.sleep(for: pause)) != nil {
                guard isReady() else { continue }
                do {
                    try await catchUp()
                    backoff.reset()
                    pause = Self.interval
                } catch {
                    pause = backoff.failed(random: .random(in: 0...1))
                    logger.warning("deleted accounts cannot be erased yet", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Erases all accounts that were deleted since the last time.
    public func catchUp() async throws {
        var last: Int64 = try await client.query(Self.lastNumber, [:]).only.read("last_number")
        while !Task.isCancelled {
            let page = try await fetch(last)
            if page.accounts.isEmpty { return }
            var failure: (any Error)?
            for account in page.accounts {
                do {
                    try await erase(account)
                } catch {
                    // The others must not wait for it. The page comes again.
                    failure = error
                }
            }
            if let failure { throw failure }
            _ = try await client.query(Self.advance, ["number": page.next])
            last = page.next
        }
    }

    private static let lastNumber = PreparedStatement("erasureLastNumber", "SELECT last_number FROM erasure")
    private static let advance = PreparedStatement(
        "erasureAdvance", "UPDATE erasure SET last_number = greatest(last_number, :number)")
}
