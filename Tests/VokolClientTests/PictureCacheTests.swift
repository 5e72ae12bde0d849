import Synchronization
import TestSupport
import Testing
import VokolClient

@Suite struct PictureCacheTests {
    private final class Loads: Sendable {
        let count = Mutex(0)
    }

    @Test func `The least recently used pictures are released, by count and by bytes`() async throws {
        let cache = PictureCache<Int, String>(maximumBytes: 1_000)
        func load(_ key: Int, bytes: Int) async throws -> Bool {
            let wasLoaded = Mutex(false)
            _ = try await cache.picture(for: key) {
                wasLoaded.withLock { $0 = true }
                return ("\(key)", bytes)
            }
            return wasLoaded.withLock { $0 }
        }
        for key in 1...20 { #expect(try await load(key, bytes: 10)) }
        #expect(try await !load(1, bytes: 10))
        #expect(try await load(21, bytes: 10))
        #expect(cache.count == 20)
        #expect(try await !load(1, bytes: 10), "it was used after 2")
        #expect(try await load(2, bytes: 10))
        #expect(try await load(30, bytes: 990))
        #expect(cache.count == 2)
        #expect(try await load(31, bytes: 1_001))
        #expect(try await load(31, bytes: 1_001), "a picture that is too large is not kept")
        cache.removeAll()
        #expect(cache.count == 0)
    }

    @Test func `Fifty views of one picture share a load, and a failed one is repeated`() async throws {
        let cache = PictureCache<Int, String>()
        let loads = Loads()
        let gate = Gate()
        let failure = TransportFailure("lost", mayHaveBeenSent: true)
        await #expect(throws: failure) { try await cache.picture(for: 1) { throw failure } }
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<50 {
                tasks.addTask {
                    try await cache.picture(for: 1) {
                        loads.count.withLock { $0 += 1 }
                        await gate.pass()
                        return ("picture", 10)
                    }
                }
            }
            gate.open()
            for try await picture in tasks { #expect(picture == "picture") }
        }
        #expect(loads.count.withLock { $0 } == 1)
    }
}
