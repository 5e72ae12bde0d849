import Foundation
import Logging
import Resilience
import ServiceRuntime
import Synchronization
import Testing
import Values

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct CacheStoreTests {
    private let directory = Directory()

    @Test func `Written, confirmed and removed values survive closing and reopening`() async throws {
        let first = directory.store()
        for index in 0..<100 { first.write(value("\(index)"), cache: "a", key: "\(index)") }
        first.remove(cache: "a", key: "7")
        first.confirm(cache: "a", key: "8", at: start.advanced(bySeconds: 60))
        await first.close()
        let metrics = Metrics()
        let second = directory.store(metrics)
        for index in 0..<100 where index != 7 && index != 8 {
            let read = await second.read(cache: "a", key: "\(index)")
            #expect(read == value("\(index)"))
        }
        let removed = await second.read(cache: "a", key: "7")
        #expect(removed == nil)
        let confirmed = await second.read(cache: "a", key: "8")
        #expect(confirmed == value("8", at: 60))
        #expect(metrics.gauge("vokol_upstream_store_rows").current == 99)
        await second.close()
        let closed = await second.read(cache: "a", key: "1")
        #expect(closed == nil)
    }

    @Test func `A store without a usable directory keeps nothing and fails no call`() async throws {
        let metrics = Metrics()
        let store = CacheStore(
            directory: "/proc/nowhere", process: "test", maximumBytes: 1_000_000, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        store.write(value("1"), cache: "a", key: "k")
        let read = await store.read(cache: "a", key: "k")
        #expect(read == nil)
        #expect(metrics.counter("vokol_upstream_store_errors_total").current == 1)
        await store.close()
    }

    @Test func `A file that is damaged while in use is recreated`() async throws {
        let metrics = Metrics()
        do {
            let file = try directory.file()
            for index in 0..<300 {
                try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "\(index)")
            }
        }
        let path = directory.path + "/test-1.sqlite"
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The first page stays intact, so that the damage shows only when other pages are read.
        try handle.seek(toOffset: 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 400_000))
        try handle.close()
        let store = directory.store(metrics)
        for index in 0..<300 { _ = await store.read(cache: "a", key: "\(index)") }
        store.write(value("new"), cache: "a", key: "k")
        let read = await store.read(cache: "a", key: "k")
        #expect(read == value("new"))
        await store.close()
    }

    @Test func `Values beyond the limit of the write queue are dropped and counted`() async throws {
        let metrics = Metrics()
        let store = directory.store(metrics)
        let large = value(String(repeating: "x", count: 900_000))
        // Faster than any disk, so that only a few of these writes finish while the others arrive.
        for index in 0..<2_000 { store.write(large, cache: "a", key: "\(index)") }
        #expect(metrics.counter("vokol_upstream_store_dropped_total").current > 0)
        await store.close()
    }

    @Test
    func `A value on disk answers the first call after a restart, and is the fallback of a failing one`()
        async throws
    {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        let freshness = Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 720, absent: .seconds(600))
        func cache(_ store: CacheStore) -> UpstreamCache<[String: Int]> {
            UpstreamCache(
                name: "numbers", freshness: freshness, memoryBytes: 100_000,
                context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock))
        }
        let before = directory.store()
        _ = try await cache(before).value(for: "k") { _ async throws(UpstreamFailure) in
            .value(["a": 1], Validators(entityTag: "t"))
        }
        await before.close()

        let store = directory.store()
        let dead: UpstreamCache<[String: Int]>.Load = { _ async throws(UpstreamFailure) in
            throw .unreachable("dead")
        }
        let first = try await cache(store).value(for: "k", load: dead)
        #expect(first?.value == ["a": 1])
        #expect(first?.isStale == false)
        let peeked = await cache(store).peek("k")
        #expect(peeked?.value == ["a": 1])
        clock.advance(by: hour * 24 * 29)
        let late = try await cache(store).value(for: "k", load: dead)
        #expect(late?.value == ["a": 1])
        #expect(late?.isStale == true)
        await #expect(throws: UpstreamFailure.unreachable("dead")) {
            try await cache(store).value(for: "k", refresh: true, load: dead)
        }
        let unchanged = try await cache(store).value(for: "k") { validators async throws(UpstreamFailure) in
            #expect(validators.entityTag == "t")
            return .notModified
        }
        #expect(unchanged?.fetchedAt == clock.now)
        clock.advance(by: hour * 24 * 31)
        await #expect(throws: UpstreamFailure.unreachable("dead")) {
            try await cache(store).value(for: "k", load: dead)
        }
        await store.close()
    }

    @Test func `A value whose refresh failed is stale after a restart, until a refresh succeeds`() async throws {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        func cache(_ store: CacheStore) -> UpstreamCache<String> {
            UpstreamCache(
                name: "texts",
                freshness: Freshness(fresh: hour, revalidate: hour * 4, ifError: hour * 20, absent: .seconds(1)),
                memoryBytes: 100_000,
                context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock))
        }
        let before = directory.store()
        let first = cache(before)
        _ = try await first.value(for: "k") { _ async throws(UpstreamFailure) in .value("one", Validators()) }
        clock.advance(by: hour * 2)
        await #expect(throws: UpstreamFailure.timedOut) {
            try await first.value(for: "k", refresh: true) { _ async throws(UpstreamFailure) in throw .timedOut }
        }
        await before.close()

        let store = directory.store()
        let restarted = cache(store)
        let kept = try await restarted.value(for: "k") { _ async throws(UpstreamFailure) in throw .timedOut }
        #expect(kept?.value == "one" && kept?.isStale == true)
        let peeked = await restarted.peek("k")
        #expect(peeked?.isStale == true)
        _ = try await restarted.value(for: "k", refresh: true) { _ async throws(UpstreamFailure) in .notModified }
        await store.close()

        let last = directory.store()
        clock.advance(by: hour * 2)
        let renewed = await cache(last).peek("k")
        #expect(renewed?.isStale == false)
        await last.close()
    }

    @Test(arguments: [100_000, 0])
    func `A third party that hangs costs 1.4 s if a value is on disk, also after a restart`(
        memoryBytes: Int
    ) async throws {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        let store = directory.store()
        store.write(
            StoredValue(value: Array("\"old\"".utf8), fetchedAt: clock.now, validators: Validators()), cache: "texts",
            key: "k")
        clock.advance(by: hour * 5)
        let loads = LoadRunner()
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 20, absent: .seconds(1)),
            memoryBytes: memoryBytes,
            context: CacheContext(store: store, loads: loads, metrics: Metrics(), clock: clock.clock))
        let run = Task { await loads.run() }
        await eventually { loads.isRunning }
        let call = Task {
            try await cache.value(for: "k", deadline: clock.monotonic + .seconds(60)) {
                _ async throws(UpstreamFailure) in
                try? await clock.clock.sleep(clock.monotonic + .seconds(30))
                throw .timedOut
            }
        }
        // The load, and the caller that waits for it.
        await eventually { clock.sleepers == 2 }
        clock.advance(by: .milliseconds(1_400))
        for _ in 0..<1_000 where clock.sleepers == 2 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(60))
        let answer = try await call.value
        #expect(answer?.value == "old" && answer?.isStale == true)
        loads.stop()
        await run.value
        await store.close()
    }

    @Test func `A background refresh writes to disk, and to memory only if the value is there or the disk fails`()
        async throws
    {
        let clock = ManualClock()
        let store = directory.store()
        // Until the file is open, values are kept in memory.
        _ = await store.read(cache: "texts", key: "k")
        func cache(_ store: CacheStore?) -> UpstreamCache<String> {
            UpstreamCache(
                name: "texts",
                freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
                memoryBytes: 100_000,
                context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock))
        }
        let stored = cache(store)
        func refresh(_ cache: UpstreamCache<String>, _ text: String) async throws {
            _ = try await cache.value(for: "k", refresh: true) { _ async throws(UpstreamFailure) in
                .value(text, Validators())
            }
        }
        try await refresh(stored, "one")
        #expect(stored.memory.withLock { $0.count } == 0)
        #expect(await stored.peek("k", keepsInMemory: false)?.value == "one")
        #expect(stored.memory.withLock { $0.count } == 0)
        let asked = try await stored.value(for: "k") { _ async throws(UpstreamFailure) in throw .timedOut }
        #expect(asked?.value == "one" && stored.memory.withLock { $0.count } == 1)
        try await refresh(stored, "two")
        #expect(stored.memory.withLock { $0.peek("k")?.value } == "two")
        await store.close()
        let unstored = cache(nil)
        try await refresh(unstored, "one")
        #expect(unstored.memory.withLock { $0.count } == 1)
    }

    @Test func `The time of a value is known without reading it`() async throws {
        let clock = ManualClock()
        let store = directory.store()
        store.write(
            StoredValue(value: Array("\"old\"".utf8), fetchedAt: clock.now, validators: Validators()), cache: "texts",
            key: "k")
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000,
            context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock))
        #expect(await cache.fetchedAt(of: "k") == clock.now)
        #expect(cache.memory.withLock { $0.count } == 0)
        #expect(await cache.fetchedAt(of: "other") == nil)
        cache.put("new", for: "k", fetchedAt: clock.now.advanced(bySeconds: 5))
        #expect(await cache.fetchedAt(of: "k") == clock.now.advanced(bySeconds: 5))
        await store.close()
    }

    @Test
    func `Values too large for memory are served, renewed and used as a fallback from disk`()
        async throws
    {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        let store = directory.store()
        let loads = LoadRunner()
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 20, absent: .seconds(1)),
            memoryBytes: 0,
            context: CacheContext(store: store, loads: loads, metrics: Metrics(), clock: clock.clock))
        let run = Task { await loads.run() }
        await eventually { loads.isRunning }
        func get(_ text: String?) async throws(UpstreamFailure) -> Cached<String>? {
            try await cache.value(for: "k") { _ async throws(UpstreamFailure) in
                guard let text else { throw .timedOut }
                return .value(text, Validators())
            }
        }
        let first = try await get("one")
        #expect(first?.value == "one")
        let again = try await get(nil)
        #expect(again?.value == "one")
        clock.advance(by: hour * 1.5)
        let older = try await get("two")
        #expect(older?.value == "one")
        await eventually { loads.unfinished == 0 }
        let newer = try await get(nil)
        #expect(newer?.value == "two")
        clock.advance(by: hour * 10)
        let stale = try await get(nil)
        #expect(stale?.value == "two")
        #expect(stale?.isStale == true)
        loads.stop()
        await run.value
        await store.close()
    }

    @Test func `Peeking loads a value from disk into memory, but never over a newer one`() async throws {
        let clock = ManualClock()
        let store = directory.store()
        store.write(value("\"old\""), cache: "texts", key: "k")
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000,
            context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock))
        let old = await cache.peek("k")
        #expect(old?.value == "old")
        #expect(cache.memory.withLock { $0.count } == 1)
        cache.put("new", for: "k", fetchedAt: clock.now)
        let new = await cache.peek("k")
        #expect(new?.value == "new")
        await store.close()
    }

    @Test func `A stored value of another shape counts as missing`() async throws {
        let store = directory.store()
        store.write(value("\"a text\"", at: 0), cache: "numbers", key: "k")
        let cache = UpstreamCache<[String: Int]>(
            name: "numbers",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000,
            context: CacheContext(store: store, loads: LoadRunner(), metrics: Metrics(), clock: ManualClock().clock))
        let found = try await cache.value(for: "k") { _ async throws(UpstreamFailure) in
            .value(["a": 2], Validators())
        }
        #expect(found?.value == ["a": 2])
        await store.close()
    }
}
