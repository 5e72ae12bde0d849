import Contracts
import Foundation
import Logging
import ServiceRuntime
import Synchronization
import Testing

@testable import Upstream

private let start = instant("2026-03-02T09:00:00Z")

private func value(_ text: String, at seconds: Int64 = 0, tag: String? = nil) -> StoredValue {
    StoredValue(
        value: Array(text.utf8), fetchedAt: start.advanced(bySeconds: seconds),
        validators: Validators(entityTag: tag, lastModified: tag.map { $0 + " then" }))
}

/// A directory that goes away with the test.
private final class Directory {
    let path = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func file(_ maximumBytes: Int = 1_000_000, recreated: (String) -> Void = { _ in }) throws -> CacheFile {
        try CacheFile.open(directory: path, process: "test", maximumBytes: maximumBytes, recreated: recreated)
    }

    func store(_ metrics: Metrics = Metrics()) -> CacheStore {
        CacheStore(
            directory: path, process: "test", maximumBytes: 1_000_000, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

@Suite struct CacheFileTests {
    private let directory = Directory()

    @Test("What was written is read, in its latest form and by its own cache")
    func readsAndWrites() throws {
        let file = try directory.file()
        try file.write(value("1"), cache: "a", key: "k")
        try file.write(value("zwei", at: 5, tag: "t"), cache: "a", key: "k")
        try file.write(value("3"), cache: "b", key: "k")
        #expect(try file.read(cache: "a", key: "k") == value("zwei", at: 5, tag: "t"))
        #expect(try file.read(cache: "b", key: "k") == value("3"))
        #expect(try file.read(cache: "a", key: "x") == nil)
        try file.confirm(cache: "b", key: "k", at: start.advanced(bySeconds: 9))
        #expect(try file.read(cache: "b", key: "k") == value("3", at: 9))
        try file.remove(cache: "a", key: "k")
        #expect(try file.read(cache: "a", key: "k") == nil)
        #expect(file.rows == 1)
        #expect(file.bytes == 3)
    }

    @Test("It outlives the process, sums and all, and only its owner may read it")
    func outlives() throws {
        do { try directory.file().write(value("kept"), cache: "a", key: "k") }
        let file = try directory.file()
        #expect(try file.read(cache: "a", key: "k") == value("kept"))
        #expect(file.rows == 1)
        #expect(file.bytes == 6)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Replicas that share a directory have a file each, and find it again")
    func replicas() throws {
        var first: CacheFile? = try directory.file()
        let second = try directory.file()
        #expect(first?.path.hasSuffix("/test-1.sqlite") == true)
        #expect(second.path.hasSuffix("/test-2.sqlite"))
        try first?.write(value("1"), cache: "a", key: "k")
        try second.write(value("2"), cache: "a", key: "k")
        first = nil
        let again = try directory.file()
        #expect(try again.read(cache: "a", key: "k") == value("1"))
    }

    @Test("The oldest make room, by the time of their fetch")
    func evicts() throws {
        let file = try directory.file(1_000)
        let long = String(repeating: "x", count: 200)
        for index in [3, 1, 2, 4] { try file.write(value(long, at: Int64(index)), cache: "a", key: "\(index)") }
        try file.confirm(cache: "a", key: "1", at: start.advanced(bySeconds: 100))
        try file.write(value(long, at: 5), cache: "a", key: "5")
        #expect(file.bytes <= 1_000)
        #expect(file.rows == 4)
        #expect(try file.read(cache: "a", key: "2") == nil)
        for key in ["1", "3", "4", "5"] { #expect(try file.read(cache: "a", key: key) != nil) }
        // What does not fit at all takes nobody's place but its own.
        try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "5")
        #expect(file.rows == 3)
    }

    @Test("A file that is no database, or is damaged, is made anew")
    func damaged() throws {
        for damage in [Data("this is not a database at all, but long enough to be read".utf8), nil] {
            let directory = Directory()
            var path = ""
            do {
                let file = try directory.file()
                for index in 0..<200 {
                    try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "\(index)")
                }
                path = file.path
            }
            if let damage {
                try damage.write(to: URL(filePath: path))
            } else {
                var bytes = try Data(contentsOf: URL(filePath: path))
                for index in 100..<bytes.count { bytes[index] = 0xA5 }
                try bytes.write(to: URL(filePath: path))
            }
            var recreated: [String] = []
            let file = try directory.file { recreated.append($0) }
            #expect(recreated == [path])
            #expect(file.rows == 0)
            try file.write(value("new"), cache: "a", key: "k")
            #expect(try file.read(cache: "a", key: "k") == value("new"))
        }
    }

    @Test("What was written before the process was killed is there")
    func killed() throws {
        let file = try directory.file()
        for index in 0..<50 { try file.write(value("\(index)"), cache: "a", key: "\(index)") }
        // As it lies on the disk while the process still runs.
        let copy = Directory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        let after = try copy.file { _ in Issue.record("it was made anew") }
        #expect(after.rows == 50)
        #expect(try after.read(cache: "a", key: "49") == value("49"))
    }

    @Test("A file whose table looks different, or holds what no program writes, does no harm")
    func foreign() throws {
        do {
            let file = try directory.file()
            try file.write(value("1"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("UPDATE entries SET fetched = -9223372036854775808, size = -5, tag = x'ff00'")
        }
        do {
            let file = try directory.file()
            let read = try #require(try file.read(cache: "a", key: "k"))
            #expect(read.fetchedAt == Instant(milliseconds: Instant.range.lowerBound))
            try file.write(value("2"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("ALTER TABLE entries RENAME COLUMN value TO other")
        }
        var recreated = 0
        let file = try directory.file { _ in recreated += 1 }
        #expect(recreated == 1)
        try file.write(value("3"), cache: "a", key: "k")
        #expect(try file.read(cache: "a", key: "k") == value("3"))
    }

    @Test("A file of another version is thrown away")
    func version() throws {
        do {
            let file = try directory.file()
            try file.write(value("old"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("PRAGMA user_version = 99")
        }
        let file = try directory.file()
        #expect(file.rows == 0)
        #expect(try file.read(cache: "a", key: "k") == nil)
    }

    @Test("A full disk is an error of that write, after which what was there still is")
    func full() throws {
        var (rows, bytes) = (0, 0)
        do {
            let file = try CacheFile.open(
                directory: directory.path, process: "test", maximumBytes: 1_000_000, maximumPages: 20
            ) { _ in }
            try file.write(value("kept"), cache: "a", key: "k")
            #expect(throws: SQLiteError(13)) {
                for index in 0..<1_000 {
                    try file.write(value(String(repeating: "x", count: 900)), cache: "b", key: "\(index)")
                }
            }
            #expect(try file.read(cache: "a", key: "k") == value("kept"))
            #expect(file.rows > 1)
            // What makes no more room than there was can still be written.
            try file.write(value("new"), cache: "a", key: "k")
            rows = file.rows
            bytes = file.bytes
        }
        let file = try directory.file()
        #expect(file.rows == rows)
        #expect(file.bytes == bytes)
        #expect(try file.read(cache: "a", key: "k") == value("new"))
    }

    @Test("A directory that cannot be made or written is told")
    func unwritable() throws {
        #expect(throws: CacheFile.Fault.self) {
            try CacheFile.open(directory: "/proc/nowhere", process: "test", maximumBytes: 1_000) { _ in }
        }
        #expect(throws: CacheFile.Fault.self) {
            try CacheFile.open(
                directory: self.directory.path + "/a/b", process: "test", maximumBytes: 1_000
            ) { _ in }
        }
    }
}

@Suite(.timeLimit(.minutes(1))) struct CacheStoreTests {
    private let directory = Directory()

    @Test("What was written before it closed is there when it opens again")
    func restart() async throws {
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

    @Test("Where there can be no file, it keeps nothing and stops nobody")
    func noFile() async throws {
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

    @Test("A file that is damaged while it is in use is made anew")
    func damagedInUse() async throws {
        let metrics = Metrics()
        do {
            let file = try directory.file()
            for index in 0..<300 {
                try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "\(index)")
            }
        }
        let path = directory.path + "/test-1.sqlite"
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        // The first page stays as it was, so that only reading on tells.
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

    @Test("Values that wait to be written are bounded; what is too much is dropped and counted")
    func bounded() async throws {
        let metrics = Metrics()
        let store = directory.store(metrics)
        let large = value(String(repeating: "x", count: 900_000))
        // Faster than any disk: at most a few of them are done while the others arrive.
        for index in 0..<2_000 { store.write(large, cache: "a", key: "\(index)") }
        #expect(metrics.counter("vokol_upstream_store_dropped_total").current > 0)
        await store.close()
    }

    @Test("A value on disk answers the first question after a start, and a stale one where the third party is dead")
    func cacheOverStore() async throws {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        let freshness = Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 720, absent: .seconds(600))
        func cache(_ store: CacheStore) -> UpstreamCache<[String: Int]> {
            UpstreamCache(
                name: "numbers", freshness: freshness, memoryBytes: 100_000, store: store, loads: LoadRunner(),
                metrics: Metrics(), clock: clock.clock)
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

    @Test("Values too large for memory live on disk alone, and are given, renewed and fallen back on all the same")
    func diskAlone() async throws {
        let clock = ManualClock()
        let hour: Duration = .seconds(3_600)
        let store = directory.store()
        let loads = LoadRunner()
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: hour, revalidate: hour * 2, ifError: hour * 20, absent: .seconds(1)),
            memoryBytes: 0, store: store, loads: loads, metrics: Metrics(), clock: clock.clock)
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

    @Test("A look at what is on disk brings it into memory, but never over something newer")
    func peekIntoMemory() async throws {
        let clock = ManualClock()
        let store = directory.store()
        store.write(value("\"old\""), cache: "texts", key: "k")
        let cache = UpstreamCache<String>(
            name: "texts",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000, store: store, loads: LoadRunner(), metrics: Metrics(), clock: clock.clock)
        let old = await cache.peek("k")
        #expect(old?.value == "old")
        #expect(cache.shelf.withLock { $0.count } == 1)
        cache.put("new", for: "k", fetchedAt: clock.now)
        let new = await cache.peek("k")
        #expect(new?.value == "new")
        await store.close()
    }

    @Test("A value that an earlier program wrote in another shape is as good as none")
    func otherShape() async throws {
        let store = directory.store()
        store.write(value("\"a text\"", at: 0), cache: "numbers", key: "k")
        let cache = UpstreamCache<[String: Int]>(
            name: "numbers",
            freshness: Freshness(fresh: .seconds(60), revalidate: .zero, ifError: .zero, absent: .zero),
            memoryBytes: 100_000, store: store, loads: LoadRunner(), metrics: Metrics(), clock: ManualClock().clock)
        let found = try await cache.value(for: "k") { _ async throws(UpstreamFailure) in
            .value(["a": 2], Validators())
        }
        #expect(found?.value == ["a": 2])
        await store.close()
    }
}
