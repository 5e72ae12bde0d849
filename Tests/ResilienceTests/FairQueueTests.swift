import Resilience
import Testing
import Values

@Suite struct FairQueueTests {
    private typealias Queue = FairQueue<String, String>

    private func queue(limit: Int = 100, _ elements: String...) -> Queue {
        var queue = Queue(limit: limit)
        for element in elements { _ = queue.append(element, of: String(element.prefix(1))) }
        return queue
    }

    private func rest(of queue: inout Queue) -> [String] {
        var served: [String] = []
        while let next = queue.first {
            #expect(queue.popFirst() == next)
            served.append(next)
        }
        return served
    }

    @Test func `One flow is served in order of arrival`() {
        var queue = queue("a1", "a2", "a3")
        #expect(queue.elements == ["a1", "a2", "a3"])
        #expect(rest(of: &queue) == ["a1", "a2", "a3"])
        #expect(queue.popFirst() == nil)
    }

    @Test func `Flows are served in turn, one element each`() {
        var queue = queue("a1", "a2", "a3", "b1", "b2", "c1")
        #expect(rest(of: &queue) == ["a1", "b1", "c1", "a2", "b2", "a3"])
    }

    @Test func `A newcomer waits for one element of those who wait in numbers`() {
        var queue = Queue(limit: 1_000)
        for number in 0..<50 { for flow in 0..<8 { _ = queue.append("\(number)", of: "greedy \(flow)") } }
        // All of them have had a turn.
        for _ in 0..<20 { _ = queue.popFirst() }
        _ = queue.append("mine", of: "bystander")
        #expect([queue.popFirst(), queue.popFirst()].contains("mine"))
    }

    @Test func `Newcomers without end leave a flow that waits in numbers its share`() {
        var queue = Queue(limit: 1_000)
        for number in 0..<20 { _ = queue.append("old \(number)", of: "old") }
        var served = 0
        for number in 0..<40 {
            // Each comes with one element as soon as its last one is served.
            for flow in 0..<3 where number == 0 || flow == number % 3 { _ = queue.append("new", of: "new \(flow)") }
            if queue.popFirst()?.hasPrefix("old") == true { served += 1 }
        }
        // A quarter, beside three flows of newcomers; one turn may still be due.
        #expect(served >= 9)
    }

    @Test func `A flow that has been served leaves nothing behind`() {
        var queue = queue("a1", "b1")
        #expect(queue.flowCount == 2)
        _ = rest(of: &queue)
        #expect(queue.flowCount == 0 && queue.isEmpty && queue.elements.isEmpty)
    }

    @Test func `A full queue takes the newest element of the longest flow for a shorter one`() {
        var queue = queue(limit: 4, "a1", "a2", "a3", "b1")
        guard case .displaced("a3") = queue.append("c1", of: "c") else {
            Issue.record("no place was made")
            return
        }
        #expect(queue.count == 4)
        // A flow is not displaced in favour of one that would be as long.
        guard case .full = queue.append("b2", of: "b"), case .full = queue.append("a4", of: "a") else {
            Issue.record("the queue grew")
            return
        }
        #expect(queue.elements == ["a1", "a2", "b1", "c1"])
    }

    @Test func `Removed elements lose their turn, and the rest keeps its order`() {
        var queue = queue("a1", "b1", "a2", "c1", "b2")
        #expect(queue.removeAll { $0 == "b1" || $0 == "b2" || $0 == "a1" } == ["a1", "b1", "b2"])
        #expect(queue.flowCount == 2)
        #expect(Set(rest(of: &queue)) == ["a2", "c1"])
    }

    /// Compares with plain arrays under random events.
    @Test(arguments: UInt64(1)...30)
    func `No element is lost, doubled or starved, and the bound holds`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = FairQueue<Int, Int>(limit: 20)
        var waiting: [Int: [Int]] = [:]
        /// The number of elements served since an element came to the head of its flow.
        var sinceHead: [Int: Int] = [:]
        for number in 0..<2_000 {
            if Int.random(in: 0..<5, using: &random) < 3 {
                let flow = Int.random(in: 0..<6, using: &random) / Int.random(in: 1...3, using: &random)
                let longest = waiting.values.map(\.count).max() ?? 0
                switch queue.append(number, of: flow) {
                case .queued: waiting[flow, default: []].append(number)
                case .displaced(let lost):
                    let loser = waiting.first { $0.value.last == lost }
                    #expect(loser?.value.count == longest && loser?.key != flow)
                    if let key = loser?.key { waiting[key]?.removeLast() }
                    waiting[flow, default: []].append(number)
                case .full: #expect(queue.count == 20 && (waiting[flow]?.count ?? 0) + 1 >= longest)
                }
            } else if Int.random(in: 0..<8, using: &random) == 0 {
                let removed = queue.removeAll { $0 % 7 == 3 }
                #expect(removed == waiting.values.joined().filter { $0 % 7 == 3 }.sorted())
                for key in waiting.keys { waiting[key]?.removeAll { $0 % 7 == 3 } }
            } else if let served = queue.popFirst() {
                let flow = waiting.first { $0.value.first == served }?.key
                #expect(flow != nil)
                for key in waiting.keys where waiting[key]?.isEmpty == false { sinceHead[key, default: 0] += 1 }
                if let flow {
                    waiting[flow]?.removeFirst()
                    sinceHead[flow] = 0
                }
                for key in waiting.keys where waiting[key]?.isEmpty == true { sinceHead[key] = 0 }
            }
            #expect(queue.count == waiting.values.reduce(0) { $0 + $1.count } && queue.count <= 20)
            #expect(queue.elements == waiting.values.joined().sorted())
            #expect(queue.flowCount == waiting.values.count { !$0.isEmpty })
            // At most six flows, each of which may come between as a newcomer and once in its turn.
            #expect(sinceHead.values.allSatisfy { $0 <= 12 })
        }
    }
}
