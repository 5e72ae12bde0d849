import Contracts
import Logging
import ServiceLifecycle

/// Wakes whoever fetches keys when a token names one that is not known; asking often costs nothing.
struct KeyDemand: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func wake() { continuation.yield() }
}

/// Keeps what the gateway knows of `auth`: the keys of access tokens, and which sessions were ended.
///
/// What was fetched once stays in force while `auth` cannot be reached: tokens that were good stay good until they expire.
struct KeyRefresh: Service {
    typealias Keys = @Sendable () async throws -> [Auth.KeySet.Key]
    typealias Revocations = @Sendable (_ after: Int64?) async throws -> Auth.Revocations.Result

    struct Times: Sendable {
        var keys: Duration = .seconds(60)
        /// Keys are fetched at most so often, however many tokens name unknown ones.
        var keysLeast: Duration = .seconds(10)
        var revocations: Duration = .seconds(1)
        /// After a failure.
        var retry: Duration = .seconds(1)
        /// After a failure, as long as not a single key is known.
        var firstRetry: Duration = .milliseconds(200)
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
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await followKeys() }
                tasks.addTask { await followRevocations() }
                tasks.addTask {
                    repeat { demand.wake() } while (try? await Task.sleep(for: times.keys)) != nil
                }
            }
        }
    }

    private func followKeys() async {
        var wasWell = true
        for await _ in demand.stream {
            var wait = times.keysLeast
            do {
                tokens.install(try await fetchKeys())
                wasWell = true
            } catch is CancellationError {
                return
            } catch {
                if wasWell { logger.warning("keys not fetched", metadata: ["cause": .string("\(error)")]) }
                wasWell = false
                wait = tokens.hasKeys ? times.retry : times.firstRetry
                demand.wake()
            }
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    private func followRevocations() async {
        var next: Int64?
        var wasWell = true
        repeat {
            do {
                let page = try await fetchRevocations(next)
                tokens.revoke(page.items, now: now())
                next = page.next
                wasWell = true
            } catch is CancellationError {
                return
            } catch {
                if wasWell { logger.warning("revocations not fetched", metadata: ["cause": .string("\(error)")]) }
                wasWell = false
            }
        } while (try? await Task.sleep(for: times.revocations)) != nil
    }
}
