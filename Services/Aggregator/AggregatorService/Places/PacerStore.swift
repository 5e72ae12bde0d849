import Postgres
import Upstream
import Values

/// Turns to ask Nominatim, for the whole application: a row of PostgreSQL says when the next may be.
///
/// The row is moved on by one statement, so that no two replicas are ever given the same turn. Whoever has one waits for
/// it on its own clock; whoever comes to it too late lets it go, for it would come too near to the next.
struct TurnStore: Turns {
    /// Beyond the interval, so that turns stay apart though processes are held up on their way.
    static let margin: Duration = .milliseconds(250)
    /// How late a turn may be used; less than the margin.
    static let tolerance: Duration = .milliseconds(200)

    let client: PostgresClient
    /// Whether the tables are there.
    let isReady: @Sendable () -> Bool
    /// Between two calls, without the margin; zero: everybody may ask at any time.
    let interval: Duration
    /// The longest wait for a turn.
    let patience: Duration
    /// The time, if it is not the database's: for tests.
    var now: (@Sendable () -> Instant)?
    var monotonic: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    var sleep: @Sendable (ContinuousClock.Instant) async throws -> Void = { try await Task.sleep(until: $0) }

    func take() async throws(UpstreamFailure) {
        guard interval > .zero else { return }
        guard isReady() else { throw .crowded(retryAfter: .seconds(1)) }
        let started = monotonic()
        let wait: Duration
        do {
            let rows = try await client.query(
                Self.next,
                [
                    now?().milliseconds, (interval + Self.margin).wholeMilliseconds, patience.wholeMilliseconds,
                ], deadline: ContinuousClock.now + .seconds(1))
            // No row: the turns for as long as anybody waits are all taken.
            guard let row = rows.first else { throw UpstreamFailure.crowded(retryAfter: interval) }
            wait = .milliseconds(try row.decode(Int64.self, at: 0))
        } catch let failure as UpstreamFailure {
            throw failure
        } catch {
            throw .crowded(retryAfter: .seconds(1))
        }
        // The turn was given between the question and its answer: never earlier than this, hardly later.
        do {
            try await sleep(monotonic() + wait)
        } catch {
            throw .cancelled
        }
        guard monotonic() - started - wait <= Self.tolerance else { throw .crowded(retryAfter: interval) }
    }

    /// Moves the row on and says how long to wait, in milliseconds; no row if that were too long.
    private static let next = PreparedStatement(
        "aggregatorNextTurn",
        """
        UPDATE turn SET next_at = greatest(next_at, clock.now) + $2
        FROM (SELECT coalesce($1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) AS now) AS clock
        WHERE third_party = 'nominatim' AND next_at - clock.now <= $3
        RETURNING greatest(next_at - $2 - clock.now, 0)
        """)
}
