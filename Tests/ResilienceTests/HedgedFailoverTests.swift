import Synchronization
import Testing

@testable import Resilience

@Suite struct HedgedFailoverTests {
    /// Sources of which some hang until they are cancelled.
    private struct Sources {
        var answers: [String?]
        let asked = AskedSources()

        /// Asks them; the delay ends at once.
        func ask() async -> [String] {
            let (answers, asked) = (answers, asked)
            let failover = HedgedFailover(hedgeDelay: .zero) { _ in await Task.yield() }
            return await failover.answers(of: answers.count, grade: Self.grade) { index in
                asked.add(index)
                if let answer = answers[index] { return answer }
                // Ends when the call is cancelled, long before this.
                try? await Task.sleep(for: .seconds(600))
                return "none"
            }
        }

        @Sendable static func grade(_ answer: String) -> HedgedFailover.Grade {
            switch answer {
            case "none": .none
            case "old": .usable
            default: .conclusive
            }
        }
    }

    private final class AskedSources: Sendable {
        private let list = Mutex<[Int]>([])
        func add(_ index: Int) { list.withLock { $0.append(index) } }
        var all: [Int] { list.withLock { $0.sorted() } }
    }

    @Test func `The first conclusive answer ends the call`() async {
        let sources = Sources(answers: ["new", "other"])
        #expect(await sources.ask().contains("new"))
    }

    @Test func `The next source is asked when one fails or hangs`() async {
        for first in ["none", nil] {
            let sources = Sources(answers: [first, "new"])
            #expect(await sources.ask().last == "new")
            #expect(sources.asked.all == [0, 1])
        }
    }

    @Test func `An old answer will do when all others hang`() async {
        #expect(await Sources(answers: ["old", nil]).ask() == ["old"])
        #expect(await Sources(answers: [nil, "old"]).ask() == ["old"])
        #expect(await Sources(answers: ["old", "new"]).ask().last == "new")
    }

    @Test func `Without an answer, every source has been asked`() async {
        #expect(await Sources(answers: ["none", "none", "none"]).ask() == ["none", "none", "none"])
        #expect(await Sources(answers: []).ask().isEmpty)
    }
}
