public import Logging
public import Postgres
import Resilience
public import ServiceLifecycle
import ServiceRuntime
import Synchronization

/// Tells all replicas of a service about committed changes, through PostgreSQL.
///
/// The notification is a statement of its own after the commit, and one for all changes of a moment: a `NOTIFY` inside
/// the transaction takes a lock that lets only one commit at a time reach the disk. What a dying process did not
/// announce, the next one makes up for: it begins with `everything`.
///
/// Each announcement carries its version: the id of the transaction that announces it, which PostgreSQL assigns to
/// every `NOTIFY` anyway. Whatever an announcement covers was committed before it got its id, so of two announcements
/// of the same change, the one with the greater version covers both.
public final class ChangePublisher<Change: AnnouncedChange>: Service {
    /// The pause between two notifications, in which changes gather.
    private static var spacing: Duration { .milliseconds(50) }
    /// The number of waiting changes above which they become one `everything`.
    private static var limit: Int { 1_000 }

    private let client: PostgresClient
    private let logger: Logger
    private let timeout: Duration
    private let notify: PreparedStatement
    private let pending = Mutex<Set<Change>>([])
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    /// Creates a publisher, which announces changes while `run()` is running.
    ///
    /// - Parameter timeout: the time limit of an announcement.
    public init(client: PostgresClient, logger: Logger, timeout: Duration = .seconds(2)) {
        self.timeout = timeout
        self.client = client
        self.logger = logger
        notify = PreparedStatement(
            "changesNotify",
            """
            SELECT pg_notify('\(Change.channel)', pg_current_xact_id()::text || ' ' || payload)
            FROM unnest(:payloads::text[]) AS payload
            """)
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Announces a change soon; to be called after its commit.
    public func announce(_ change: Change) { announce(CollectionOfOne(change)) }

    /// Announces changes soon; to be called after their commit.
    public func announce(_ changes: some Collection<Change>) {
        guard !changes.isEmpty else { return }
        pending.withLock { pending in
            pending.formUnion(changes)
            if pending.count > Self.limit { pending = [.everything] }
        }
        wakeUp.yield()
    }

    /// Runs a change of the data, and announces it unless it certainly had no effect.
    public func announcing<Value>(_ change: Change, _ body: () async throws -> Value) async throws -> Value {
        do {
            let value = try await body()
            announce(change)
            return value
        } catch let error as PostgresError where error.mayHaveTakenEffect {
            announce(change)
            throw error
        }
    }

    /// The changes that are not announced yet.
    package var waiting: Set<Change> { pending.withLock(\.self) }

    public func run() async throws {
        announce(.everything)
        await cancelWhenGracefulShutdown { await self.publish() }
        // The last changes of this process.
        _ = try? await publishPending()
    }

    private func publish() async {
        var backoff = Backoff(first: .milliseconds(100), longest: .seconds(1))
        for await _ in wakeUps {
            var pause = Self.spacing
            do {
                try await publishPending()
                backoff.reset()
            } catch {
                logger.debug("changes wait for the database", metadata: ["error": .string("\(error)")])
                pause = backoff.failed(random: .random(in: 0...1))
                wakeUp.yield()
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return }
        }
    }

    /// Publishes the waiting changes; keeps them if that fails.
    package func publishPending() async throws {
        let changes = pending.withLock { pending in
            defer { pending.removeAll() }
            return pending
        }
        guard !changes.isEmpty else { return }
        do {
            _ = try await client.query(notify, ["payloads": changes.map(\.payload)], deadline: .now + timeout)
        } catch {
            announce(changes)
            throw error
        }
    }
}
