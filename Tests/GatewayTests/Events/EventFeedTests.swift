import Contract
import Logging
import Synchronization
import TestSupport
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(5))) struct EventFeedTests {
    private struct Down: Error {}

    /// A service that answers from a list, and then ends the feed.
    private final class Script: Sendable {
        struct State {
            var answers: [Result<HintPage, Down>]
            var asked: [HintPosition] = []
            var failed: [Bool] = []
            var news: [String] = []
            var pauses: [Duration] = []
        }
        let state: Mutex<State>
        let log = LogRecorder()

        init(_ answers: [Result<HintPage, Down>]) { state = Mutex(State(answers: answers)) }

        /// Follows the script to its end.
        func play() async -> State {
            let source = EventFeed.Source(service: .booking) { position, hasFailed in
                try self.state.withLock { state in
                    state.asked.append(position)
                    state.failed.append(hasFailed)
                    return try state.answers.removeFirst().get()
                }
            }
            let feed = EventFeed(
                sources: [source], logger: log.logger,
                deliver: { news in
                    let text =
                        switch news {
                        case .resync(let service): "resync \(service)"
                        case .hints(let hints): hints.map(\.topic).joined(separator: ",")
                        }
                    self.state.withLock { $0.news.append(text) }
                },
                sleep: { pause in
                    try self.state.withLock { state in
                        state.pauses.append(pause)
                        if state.answers.isEmpty { throw CancellationError() }
                    }
                })
            await feed.follow(source)
            return state.withLock(\.self)
        }
    }

    private func page(_ epoch: String, _ next: Int64, _ topics: [String] = [], isIncomplete: Bool = false) -> HintPage {
        HintPage(
            epoch: epoch, next: next, isIncomplete: isIncomplete, items: topics.map { Hint(topic: $0, version: 1) })
    }

    @Test func `Hints are passed on, and each call continues after the previous one`() async {
        let state = await Script([
            .success(page("one", 4, isIncomplete: true)), .success(page("one", 6, ["a", "b"])),
            .success(page("one", 6)),
        ]).play()
        #expect(state.news == ["resync booking", "a,b"])
        #expect(
            state.asked == [
                HintPosition(), HintPosition(epoch: "one", after: 4), HintPosition(epoch: "one", after: 6),
            ])
        #expect(state.failed == [false, false, false])
        #expect(state.pauses == Array(repeating: EventFeed.Times().spacing, count: 3), "hints gather in the pauses")
    }

    @Test func `A failed call is repeated from the same position at any replica, with growing pauses`() async {
        let script = Script(
            [.success(page("one", 4))] + Array(repeating: .failure(Down()), count: 12)
                + [.success(page("two", 9, isIncomplete: true)), .failure(Down()), .success(page("two", 9))])
        let state = await script.play()
        #expect(state.asked[1...13].allSatisfy { $0 == HintPosition(epoch: "one", after: 4) })
        #expect(state.failed == [false, false] + Array(repeating: true, count: 12) + [false, true])
        #expect(state.pauses[14] <= .milliseconds(100), "an answer ends the growth")
        #expect(state.news == ["resync booking"])
        #expect(state.pauses[1] <= .milliseconds(100) && state.pauses[12] >= .milliseconds(500))
        #expect(state.pauses.allSatisfy { $0 <= .seconds(1) })
        #expect(script.log.lines.map(\.level) == [.warning], "one warning for the whole outage")
    }
}
