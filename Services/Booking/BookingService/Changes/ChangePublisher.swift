import Logging
import Postgres
import Resilience
import ServiceLifecycle
import Synchronization

/// Tells all replicas about committed changes, through PostgreSQL.
///
/// The notification is a statement of its own after the commit, and one for all changes of a moment: a `NOTIFY` inside
/// the transaction takes a lock that lets only one commit at a time reach the disk. What a dying process did not
/// announce, the next one makes up for: it begins with ``BookingChange/everything``.
final class ChangePublisher: Service {
    /// The pause between two notifications, in which changes gather.
    private static let spacing: Duration = .milliseconds(50)
    /// The number of waiting changes above which they become one ``BookingChange/everything``.
    private static let limit = 1_000

    private let client: PostgresClient
    private let logger: Logger
    private let timeout: Duration
    private let pending = Mutex<Set<BookingChange>>([])
    private let wakeUps: AsyncStream<Void>
    private let wakeUp: AsyncStream<Void>.Continuation

    /// Creates a publisher, which announces changes while `run()` is running.
    ///
    /// - Parameter timeout: the time limit of an announcement.
    init(client: PostgresClient, logger: Logger, timeout: Duration = .seconds(2)) {
        self.timeout = timeout
        self.client = client
        self.logger = logger
        (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Announces a change soon; to be called after its commit.
    func announce(_ change: BookingChange) { announce(CollectionOfOne(change)) }

    /// Announces changes soon; to be called after their commit.
    func announce(_ changes: some Collection<BookingChange>) {
        guard !changes.isEmpty else { return }
        pending.withLock { pending in
            pending.formUnion(changes)
            if pending.count > Self.limit { pending = [.everything] }
        }
        wakeUp.yield()
    }

    /// The changes that are not announced yet.
    var waiting: Set<BookingChange> { pending.withLock(\.self) }

    func run() async throws {
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
    func publishPending() async throws {
        let changes = pending.withLock { pending in
            defer { pending.removeAll() }
            return pending
        }
        guard !changes.isEmpty else { return }
        do {
            _ = try await client.query(
                Self.notify, ["payloads": changes.map(\.payload)], deadline: .now + timeout)
        } catch {
            announce(changes)
            throw error
        }
    }

    private static let notify = PreparedStatement(
        "changesNotify",
        "SELECT pg_notify('\(BookingChange.channel)', payload) FROM unnest(:payloads::text[]) AS payload")
}
