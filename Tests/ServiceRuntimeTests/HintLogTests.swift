import Contract
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(5))) struct HintLogTests {
    private func state(_ count: Int, capacity: Int = 4) -> HintLogState {
        var state = HintLogState(epoch: "one", capacity: capacity)
        for number in 0..<count { state.append(Hint(topic: "\(number)", version: 1)) }
        return state
    }

    @Test func `A first position, and one of another process, get an incomplete page at once`() {
        let state = state(3)
        #expect(state.page(after: HintPosition()) == HintPage(epoch: "one", next: 3, isIncomplete: true))
        let other = HintPosition(epoch: "two", after: 3)
        #expect(state.page(after: other) == HintPage(epoch: "one", next: 3, isIncomplete: true))
    }

    @Test func `A page has the hints after the position, and there is none without hints`() {
        let state = state(3)
        let page = state.page(after: HintPosition(epoch: "one", after: 1))
        #expect(page?.items == [Hint(topic: "1", version: 1), Hint(topic: "2", version: 1)])
        #expect(page?.isIncomplete == false)
        #expect(page?.position == HintPosition(epoch: "one", after: 3))
        #expect(state.page(after: HintPosition(epoch: "one", after: 3)) == nil)
    }

    @Test func `A position that is no longer or not yet in the log gets an incomplete page`() {
        let state = state(8)
        #expect(state.page(after: HintPosition(epoch: "one", after: 3))?.isIncomplete == true)
        #expect(state.page(after: HintPosition(epoch: "one", after: 4))?.items.count == 4)
        #expect(state.page(after: HintPosition(epoch: "one", after: 9))?.isIncomplete == true)
    }

    @Test func `A log keeps at least its capacity and at most twice as many hints`() {
        for count in 4...20 {
            let state = state(count)
            let kept = (0..<Int64(count)).filter {
                state.page(after: HintPosition(epoch: "one", after: $0))?.isIncomplete == false
            }
            #expect((4..<8).contains(kept.count), "\(count)")
        }
    }

    @Test func `A reset makes every earlier position incomplete`() {
        var state = state(3)
        state.reset()
        #expect(state.page(after: HintPosition(epoch: "one", after: 3))?.isIncomplete == true)
        #expect(state.page(after: HintPosition(epoch: "one", after: 4)) == nil)
    }

    @Test func `A waiting call is answered by the next hint, and by the close`() async {
        let log = HintLog(epoch: "one")
        let position = await log.page(after: HintPosition(), until: .now + .seconds(60)).position
        async let page = log.page(after: position, until: .now + .seconds(600))
        log.append(Hint(topic: "slots", subject: "ada", version: 1))
        let next = await page
        #expect(next.items == [Hint(topic: "slots", subject: "ada", version: 1)])
        async let last = log.page(after: next.position, until: .now + .seconds(600))
        log.close()
        #expect(await last == HintPage(epoch: "one", next: 1))
        #expect(await log.page(after: next.position, until: .now + .seconds(600)).items.isEmpty)
    }

    @Test func `A waiting call gets an empty page at its deadline`() async {
        let log = HintLog(epoch: "one")
        let page = await log.page(after: HintPosition(epoch: "one", after: 0), until: .now)
        #expect(page == HintPage(epoch: "one", next: 0))
    }
}
