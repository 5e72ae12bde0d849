import AuthContract
import Logging
import Synchronization
import TestSupport
import Testing
import Values

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct KeyRefreshTests {
    private struct Down: Error {}

    /// The keys and sessions of a simulated `auth`.
    private final class KeySource: Sendable {
        struct State {
            var keys: [Auth.KeySet.Key] = []
            var isDown = false
            var fetched = 0
            var waiting: [(Int, CheckedContinuation<Void, Never>)] = []
            var cursors: [Int64?] = []
            var revoked: [Auth.Revocations.Revocation] = []
        }
        let state = Mutex(State())

        func fetch() throws -> [Auth.KeySet.Key] {
            let (result, woken) = state.withLock {
                state -> (Result<[Auth.KeySet.Key], Down>, [CheckedContinuation<Void, Never>]) in
                state.fetched += 1
                let fetched = state.fetched
                let woken = state.waiting.filter { $0.0 <= fetched }.map(\.1)
                state.waiting.removeAll { $0.0 <= fetched }
                return (state.isDown ? .failure(Down()) : .success(state.keys), woken)
            }
            for continuation in woken { continuation.resume() }
            return try result.get()
        }

        /// Waits until the keys have been fetched `count` times.
        func fetched(_ count: Int) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.fetched < count { state.waiting.append((count, continuation)) }
                    return state.fetched >= count
                }
                if isThere { continuation.resume() }
            }
        }
    }

    private static func run(
        _ auth: KeySource, _ times: KeyRefresh.Times, log: LogRecorder = LogRecorder(),
        body: @Sendable (AccessTokens, KeyDemand) async throws -> Void
    ) async throws {
        let tokens = AccessTokens(.init(issuer: "vokol", audience: "vokol", cacheCapacity: 16))
        let demand = KeyDemand()
        let refresh = KeyRefresh(
            tokens: tokens, demand: demand, times: times, now: { Instant(milliseconds: 0) },
            logger: log.logger,
            fetchKeys: { try auth.fetch() },
            fetchRevocations: { after in
                try auth.state.withLock { state in
                    if state.isDown { throw Down() }
                    state.cursors.append(after)
                    return .init(items: state.revoked, next: Int64(state.cursors.count))
                }
            })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await refresh.run() }
            try await body(tokens, demand)
            tasks.cancelAll()
        }
    }

    private static let quick = KeyRefresh.Times(
        keys: .seconds(3600), minimumKeysInterval: .milliseconds(1), revocations: .milliseconds(1),
        retry: .milliseconds(1),
        firstRetry: .milliseconds(1))

    @Test func `Keys are fetched at the start, and again until there are any`() async throws {
        let auth = KeySource()
        auth.state.withLock { $0.isDown = true }
        try await Self.run(auth, Self.quick) { tokens, _ in
            await auth.fetched(3)
            #expect(!tokens.hasKeys)
            auth.state.withLock {
                $0.isDown = false
                $0.keys = [TestTokens().published]
            }
            while !tokens.hasKeys {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    @Test func `An answer without a key is a failure, after which keys are fetched soon again`() async throws {
        let auth = KeySource()
        var times = Self.quick
        times.minimumKeysInterval = .seconds(3600)
        try await Self.run(auth, times) { tokens, _ in
            await auth.fetched(2)
            auth.state.withLock { $0.keys = [TestTokens().published] }
            while !tokens.hasKeys {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    @Test func `A start before auth logs one notice and no warning`() async throws {
        let (auth, log) = (KeySource(), LogRecorder())
        auth.state.withLock { $0.isDown = true }
        var times = Self.quick
        times.patience = .seconds(3600)
        try await Self.run(auth, times, log: log) { _, _ in await auth.fetched(20) }
        #expect(log.lines.map(\.level) == [.notice])
        #expect(log.lines.first?.message == "waiting for auth")
    }

    @Test func `Lasting failures are logged as warnings`() async throws {
        let (auth, log) = (KeySource(), LogRecorder())
        auth.state.withLock { $0.isDown = true }
        var times = Self.quick
        times.patience = .zero
        try await Self.run(auth, times, log: log) { _, _ in
            while log.lines.count < 3 { await Task.yield() }
        }
        #expect(log.lines.map(\.level).sorted() == [.notice, .warning, .warning])
    }

    @Test func `A token with an unknown key triggers a fetch, and known keys stay while auth is down`() async throws {
        let auth = KeySource()
        auth.state.withLock { $0.keys = [TestTokens().published] }
        try await Self.run(auth, Self.quick) { tokens, demand in
            await auth.fetched(1)
            auth.state.withLock { $0.isDown = true }
            demand.wake()
            await auth.fetched(3)
            #expect(tokens.hasKeys)
        }
    }

    @Test func `Frequent requests for keys are throttled`() async throws {
        let auth = KeySource()
        auth.state.withLock { $0.keys = [TestTokens().published] }
        var times = Self.quick
        times.minimumKeysInterval = .seconds(3600)
        try await Self.run(auth, times) { tokens, demand in
            await auth.fetched(1)
            for _ in 0..<1000 { demand.wake() }
            while auth.state.withLock({ $0.cursors.count }) < 50 { await Task.yield() }
            #expect(auth.state.withLock { $0.fetched } == 1)
        }
    }

    @Test func `Revocations are fetched from the end of the last answer`() async throws {
        let auth = KeySource()
        try await Self.run(auth, Self.quick) { _, _ in
            while auth.state.withLock({ $0.cursors.count }) < 3 { await Task.yield() }
            #expect(auth.state.withLock { Array($0.cursors.prefix(3)) } == [nil, 1, 2])
        }
    }
}
