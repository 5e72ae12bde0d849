import Postgres
import Upstream
import Values

/// Paces the calls of all replicas to Nominatim: a row in PostgreSQL holds the time of the next call.
///
/// One statement advances the row, so that no two replicas get the same time. A replica waits by its local clock, and
/// gives up its turn if it wakes too late, because its call would come too close to the next one.
struct PacerStore: CallPacer {
    /// The time added to the interval, so that calls stay apart even if processes are delayed.
    static let margin: Duration = .milliseconds(250)
    /// The maximum delay of a call; less than the margin.
    static let tolerance: Duration = .milliseconds(200)

    let client: PostgresClient
    /// True if the database has its tables.
    let isReady: @Sendable () -> Bool
    /// The time between two calls, without the margin; zero lets every call through at once.
    let interval: Duration
    /// The maximum wait.
    let patience: Duration
    /// A replacement for the database's clock; for tests.
    var now: (@Sendable () -> Instant)?
    var monotonic: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void = { try await Task.sleep(until: $0) }

    func wait() async throws(UpstreamFailure) {
        guard interval > .zero else { return }
        guard isReady() else { throw .localLimit(retryAfter: .seconds(1)) }
        let started = monotonic()
        let wait: Duration
        do {
            let rows = try await client.query(
                Self.next,
                [
                    "injected_time": now?(), "interval": (interval + Self.margin).wholeMilliseconds,
                    "patience": patience.wholeMilliseconds,
                ], deadline: ContinuousClock.now + .seconds(1))
            // Without a row, the next free time is beyond the maximum wait.
            guard let row = rows.first else { throw UpstreamFailure.localLimit(retryAfter: interval) }
            wait = .milliseconds(try row.read("wait", as: Int64.self))
        } catch let failure as UpstreamFailure {
            throw failure
        } catch {
            throw .localLimit(retryAfter: .seconds(1))
        }
        // The row was advanced before the answer arrived, so this wait never ends too early, and hardly too late.
        do {
            try await sleep(monotonic() + wait)
        } catch {
            throw .cancelled
        }
        guard monotonic() - started - wait <= Self.tolerance else { throw .localLimit(retryAfter: interval) }
    }

    /// Advances the row and returns the wait in milliseconds; returns no row if the wait would be too long.
    private static let next = PreparedStatement(
        "aggregatorNextTurn",
        """
        UPDATE turn SET next_at = greatest(next_at, clock.now) + :interval
        FROM (
            SELECT coalesce(:injected_time, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now
        ) AS clock
        WHERE third_party = 'nominatim' AND next_at - clock.now <= :patience
        RETURNING greatest(next_at - :interval - clock.now, 0) AS wait
        """)
}
