import Lines
import NIOCore
import Testing
import Values

@testable import RPC

@Suite struct CallTableTests {
    private func time(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .milliseconds(milliseconds) }

    @Test func `Ids are compared by their bytes`() {
        func id(_ text: String) -> CallID { Array(text.utf8).withUnsafeBytes { CallID(token: $0) } }
        #expect(id("12") == .number(12))
        #expect(id("-9007199254740992") == .number(-9_007_199_254_740_992))
        #expect(id("0") == .number(0))
        #expect(id("\"12\"") == .token(Array("\"12\"".utf8)))
        // The scanner refuses these, but they must not be mistaken for numbers either.
        for text in ["01", "-0", "1e3", "-", "", "99999999999999999"] {
            #expect(id(text) == .token(Array(text.utf8)), "\(text)")
        }
    }

    @Test func `The table agrees with a simple model through thousands of random events`() {
        var random = SplitMix64(seed: 42)
        var table = CallTable<Int>(limit: 8)
        var waiting: [Int64: (slot: Int, deadline: Int64)] = [:]
        var running: Set<Int> = []
        var now: Int64 = 0
        for step in 0..<20_000 {
            let id = Int64.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let deadline = now + Int64.random(in: 1...100, using: &random)
                let admission = table.admit(.number(id), deadline: time(deadline))
                if waiting[id] != nil {
                    #expect(admission == .duplicate)
                } else if running.count == 8 {
                    #expect(admission == .full)
                } else if case .admitted(let slot) = admission {
                    #expect(!running.contains(slot))
                    table.attach(step, to: slot)
                    running.insert(slot)
                    waiting[id] = (slot, deadline)
                } else {
                    Issue.record("\(admission)")
                }
            case 4..<7:
                guard let slot = running.randomElement(using: &random) else { continue }
                running.remove(slot)
                let expected = waiting.first { $0.value.slot == slot }
                let ended = table.end(slot)
                #expect(ended?.id == expected.map { .number($0.key) })
                if let expected { waiting[expected.key] = nil }
            case 7:
                #expect((table.cancel(.number(id)) != nil) == (waiting[id] != nil))
                waiting[id] = nil
            default:
                now += Int64.random(in: 0...40, using: &random)
                let due = waiting.filter { $0.value.deadline <= now }
                let expired = table.expire(at: time(now))
                #expect(Set(expired.map(\.id)) == Set(due.keys.map { .number($0) }))
                for id in due.keys { waiting[id] = nil }
            }
            #expect(table.running == running.count)
            #expect(table.waiting == waiting.count)
            if let earliest = waiting.values.map(\.deadline).min() {
                #expect(table.earliestDeadline <= time(earliest))
            }
        }
        #expect(Set(table.abandon().map(\.id)) == Set(waiting.keys.map { .number($0) }))
        #expect(table.waiting == 0)
        for slot in running { #expect(table.end(slot) == nil) }
        #expect(table.running == 0)
    }

    @Test func `An unused or released slot holds no call`() {
        var table = CallTable<Int>(limit: 2)
        #expect(table.end(0) == nil)
        #expect(table.end(-1) == nil)
        _ = table.admit(.number(1), deadline: time(1))
        #expect(table.end(0) != nil)
        #expect(table.end(0) == nil)
        #expect(table.running == 0)
    }

    @Test func `Outstanding calls agree with a simple model, and ids only grow`() {
        var random = SplitMix64(seed: 7)
        var calls = OutstandingCalls<Int>(limit: 300)
        var waiting: [UInt64: (call: Int, deadline: Int64)] = [:]
        var last: UInt64 = 0
        var now: Int64 = 0
        for step in 0..<50_000 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                let deadline = now + Int64.random(in: 1...2_000, using: &random)
                let id = calls.add(step, deadline: time(deadline))
                #expect((id == nil) == (waiting.count == 300))
                if let id {
                    #expect(id > last)
                    last = id
                    waiting[id] = (step, deadline)
                }
            case 10..<19:
                // Old ids are used as well, so that late answers are tested.
                let id = UInt64.random(in: (last < 400 ? 0 : last - 400)...last + 1, using: &random)
                #expect(calls.take(id) == waiting[id]?.call)
                waiting[id] = nil
            default:
                now += Int64.random(in: 0...100, using: &random)
                let due = waiting.filter { $0.value.deadline <= now }
                #expect(calls.expire(at: time(now)).map(\.id) == due.keys.sorted())
                for id in due.keys { waiting[id] = nil }
            }
            #expect(calls.count == waiting.count)
        }
        #expect(calls.takeAll() == waiting.sorted { $0.key < $1.key }.map(\.value.call))
        #expect(calls.count == 0)
    }
}

private func == <A: Equatable, B>(left: (id: A, call: B)?, right: (id: A, call: B)?) -> Bool {
    left?.id == right?.id
}
