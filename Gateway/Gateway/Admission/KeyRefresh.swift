import AuthContract
import Logging
import ServiceLifecycle
import Synchronization
import Values

/// Requests a fetch of the keys when a token names an unknown one; concurrent requests become one.
struct KeyDemand: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func wake() { continuation.yield() }
}

/// Keeps the keys of access tokens and the revoked sessions up to date with `auth`.
///
/// While `auth` is unreachable, fetched keys and revocations stay in force: valid tokens stay valid until they expire.
struct KeyRefresh: Service {
    typealias Keys = @Sendable () async throws -> [Auth.KeySet.Key]
    typealias Revocations = @Sendable (_ after: Int64?) async throws -> Auth.Revocations.Result

    struct Times: Sendable {
        var keys: Duration = .seconds(60)
        /// The minimum time between two fetches of the keys, however many tokens name unknown keys.
        var minimumKeysInterval: Duration = .seconds(10)
        var revocations: Duration = .seconds(1)
        /// The delay after a failure.
        var retry: Duration = .seconds(1)
        /// The delay after a failure while no key is known.
        var firstRetry: Duration = .milliseconds(200)
        /// The duration after which a failure is logged as a warning.
        var patience: Duration = .seconds(5)
    }

    let tokens: AccessTokens
    let demand: KeyDemand
    let times: Times
    let now: @Sendable () -> Instant
    let logger: Logger
    let fetchKeys: Keys
    let fetchRevocations: Revocations

    func run() async throws {
        await cancelWhenGracefulShutdown {
            let reporter = Reporter(patience: times.patience, logger: logger)
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await followKeys(reporter) }
                tasks.addTask { await followRevocations(reporter) }
                tasks.addTask {
                    repeat { demand.wake() } while (try? await Task.sleep(for: times.keys)) != nil
                }
            }
        }
    }

    private func followKeys(_ reporter: Reporter) async {
        for await _ in demand.stream {
            var wait = times.minimumKeysInterval
            do {
                guard tokens.install(try await fetchKeys()) else { throw NoUsableKey() }
                reporter.succeeded(.keys)
            } catch is CancellationError {
                return
            } catch {
                reporter.failed(.keys, error)
                wait = tokens.hasKeys ? times.retry : times.firstRetry
                demand.wake()
            }
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    private func followRevocations(_ reporter: Reporter) async {
        var next: Int64?
        repeat {
            do {
                let page = try await fetchRevocations(next)
                tokens.revoke(page.items, now: now())
                next = page.next
                reporter.succeeded(.revocations)
            } catch is CancellationError {
                return
            } catch {
                reporter.failed(.revocations, error)
            }
        } while (try? await Task.sleep(for: times.revocations)) != nil
    }
}

/// An answer without a usable key: `auth` publishes none until its first one is in the database.
private struct NoUsableKey: Error, CustomStringConvertible {
    let description = "auth publishes no usable key"
}

/// Logs failures to fetch from `auth`: the first as a notice, a lasting one as a warning.
private final class Reporter: Sendable {
    private let outage: Mutex<Outage>
    private let logger: Logger

    init(patience: Duration, logger: Logger) {
        outage = Mutex(Outage(patience: patience))
        self.logger = logger
    }

    func succeeded(_ resource: Outage.Resource) { outage.withLock { $0.succeeded(resource) } }

    func failed(_ resource: Outage.Resource, _ error: any Error) {
        let cause: Logger.Metadata = ["what": .string(resource.rawValue), "cause": .string("\(error)")]
        switch outage.withLock({ $0.failed(resource, at: .now) }) {
        case .nothing: break
        case .notice: logger.notice("waiting for auth", metadata: cause)
        case .warning: logger.warning("auth does not answer", metadata: cause)
        }
    }
}
