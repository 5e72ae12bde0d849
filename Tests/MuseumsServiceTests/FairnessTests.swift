import Postgres
import Resilience
import Testing

@testable import MuseumsService

/// Tests of what one caller's searches do to another's, and of what they cost.
@Suite struct FairnessTests {
    /// Runs a search as a user; returns its extra cost.
    @discardableResult
    private static func search(_ query: String, as user: String, in database: MuseumDatabase) async throws -> Int {
        let work = CallWork(flow: FlowKey("user", user.utf8))
        try await CallWork.$current.withValue(work) { _ = try await database.search(query) }
        return work.extraCost
    }

    @Test func `A search that arrives behind eight greedy users' searches ends before most of them`() async throws {
        try await MuseumDatabase.with(poolSize: 1) { database async throws in
            try await database.addMany(1_000)
            let (allAsked, asked) = AsyncStream<Void>.makeStream()
            let ended = try await withThrowingTaskGroup(of: String.self) { tasks in
                // Holds the only connection, so that nobody is served before all have asked.
                tasks.addTask {
                    try await database.client.withTransaction { transaction async throws in
                        _ = try await transaction.query(PreparedStatement("test.one", "SELECT 1"))
                        for await _ in allAsked {}
                    }
                    return "holder"
                }
                try await Self.wait { database.client.statistics.inUse == 1 }
                for number in 0..<80 {
                    tasks.addTask {
                        try await Self.search("museum garden", as: "greedy \(number % 8)", in: database)
                        return "greedy"
                    }
                }
                try await Self.wait { database.client.statistics.waiting == 80 }
                tasks.addTask {
                    try await Self.search("museum garden", as: "bystander", in: database)
                    return "bystander"
                }
                try await Self.wait { database.client.statistics.waiting == 81 }
                asked.finish()
                var ended: [String] = []
                for try await who in tasks { ended.append(who) }
                return ended
            }
            #expect(ended.count == 82)
            #expect(try #require(ended.firstIndex(of: "bystander")) < 40)
        }
    }

    /// Waits until a condition holds that other tasks bring about.
    private static func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func `Words beyond the third and the correction of words cost extra`() async throws {
        try await MuseumDatabase.with { database async throws in
            try await database.addMany(300)
            #expect(try await Self.search("museum", as: "ada", in: database) == 0)
            #expect(try await Self.search("house museum city", as: "ada", in: database) == 0)
            let many = "museum house museum house museum house museum house museum house museum house museum"
            #expect(try await Self.search(many, as: "ada", in: database) == 9)
            #expect(try await Self.search("useum", as: "ada", in: database) == 0)
            #expect(try await Self.search("musuem", as: "ada", in: database) == 2)
            #expect(try await Self.search("navalmuseumhouse", as: "ada", in: database) == 5)
            let long = "navalmuseumhouse housenavalmuseum museumhousenaval navalhousemuseum"
            #expect(try await Self.search(long, as: "ada", in: database) == 1 + 11)
            #expect(try await Self.search("!!!", as: "ada", in: database) == 0)
        }
    }
}
