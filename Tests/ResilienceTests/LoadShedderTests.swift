import Resilience
import Testing

/// Tests of the bound on calls in flight, with a service that takes one call a millisecond, in order of arrival.
@Suite struct LoadShedderTests {
    private struct Waiting {
        var rank: Int
        var began: Int64
    }

    /// A service with a queue behind a shedder, whose clock the test advances.
    private struct Bench {
        var shedder: LoadShedder
        var now: Int64 = 0
        var queue: [Waiting] = []
        /// By rank, since the last ``forget()``.
        var answered = [Int](repeating: 0, count: LoadShedder.ranks)
        var refused = [Int](repeating: 0, count: LoadShedder.ranks)
        var longestWait: Int64 = 0

        init(_ policy: LoadShedder.Policy = LoadShedder.Policy()) { shedder = LoadShedder(policy: policy) }

        var tick: Tick { Bench.tick(now) }

        static func tick(_ milliseconds: Int64) -> Tick {
            Tick(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds)
        }

        mutating func forget() {
            (answered, refused) = ([0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0])
            longestWait = 0
        }

        mutating func call(_ rank: Int) {
            if shedder.begin(rank: rank, at: tick) {
                queue.append(Waiting(rank: rank, began: now))
            } else {
                refused[rank] += 1
            }
        }

        /// Lets time pass; the service answers a call each millisecond.
        ///
        /// - Parameter calls: the ranks of the calls that arrive in a millisecond.
        mutating func run(_ milliseconds: Int64, _ calls: (Int64) -> [Int] = { _ in [] }) {
            for _ in 0..<milliseconds {
                for rank in calls(now) { call(rank) }
                now += 1
                if !queue.isEmpty {
                    let done = queue.removeFirst()
                    let wait = now - 1 - done.began
                    longestWait = max(longestWait, wait)
                    answered[done.rank] += 1
                    shedder.ended(waited: wait * 1_000_000, began: Self.tick(done.began), at: tick)
                }
                shedder.timePassed(at: tick)
            }
        }

        /// Three times what the service takes, half of it in each rank.
        mutating func overload(_ milliseconds: Int64) {
            run(milliseconds) { now in now % 2 == 0 ? [0, 2, 4] : [1, 3, 5] }
        }
    }

    @Test func `A service that keeps up has no limit, and no call is refused`() {
        var bench = Bench()
        bench.run(5_000) { now in now % 10 == 9 ? [] : [Int(now) % LoadShedder.ranks] }
        #expect(bench.refused.allSatisfy { $0 == 0 })
        #expect(bench.shedder.limit == nil)
    }

    @Test func `A burst that drains within the patience meets no limit, however large`() {
        var bench = Bench()
        for round in 0..<10 {
            for _ in 0..<400 { bench.call(5) }
            bench.run(1_000)
            #expect(bench.shedder.limit == nil, "round \(round)")
        }
        #expect(bench.answered[5] == 4_000)
        #expect(bench.refused[5] == 0)
    }

    @Test func `At three times the load the service stays busy, and its queue short`() {
        var bench = Bench()
        bench.overload(3_000)
        bench.forget()
        bench.overload(2_000)
        #expect(bench.answered.reduce(0, +) >= 1_980)
        #expect(bench.longestWait < 200)
        #expect(bench.shedder.isShedding)
    }

    @Test func `The least important calls are refused first`() {
        var bench = Bench()
        bench.overload(3_000)
        bench.forget()
        bench.overload(2_000)
        // Each rank asks for half of what the service takes, so two ranks fill it.
        #expect(bench.refused[0] == 0)
        #expect(bench.answered[0] + bench.answered[1] >= 1_800)
        for rank in 1..<LoadShedder.ranks { #expect(bench.refused[rank] >= bench.refused[rank - 1], "rank \(rank)") }
        #expect(bench.answered[4] + bench.answered[5] == 0)
    }

    @Test func `Calls from before the limit keep only less important ones out`() {
        var bench = Bench()
        // A second of work arrives on top of what the service takes.
        for _ in 0..<1_000 { bench.call(5) }
        bench.run(1_200) { now in now % 20 == 0 ? [0, 3] : [3] }
        #expect(bench.shedder.isShedding)
        #expect(bench.refused[0] == 0)
        #expect(bench.refused[3] > 500)
    }

    @Test func `The least important calls get what the others leave`() {
        var bench = Bench()
        for _ in 0..<2 {
            bench.forget()
            bench.run(3_000) { now in now % 2 == 0 ? [0, 5, 5] : [5, 5] }
        }
        #expect(bench.refused[0] == 0)
        #expect(bench.answered[5] >= 1_450)
    }

    @Test func `The limit follows a service that becomes slower or quicker`() throws {
        var bench = Bench(LoadShedder.Policy(floor: 4))
        bench.overload(5_000)
        let usual = try #require(bench.shedder.limit)
        // The service now takes a call every four milliseconds.
        for _ in 0..<500 {
            bench.overload(1)
            for rank in [0, 2, 5] {
                for _ in 0..<3 { bench.call(rank) }
            }
            bench.now += 3
        }
        let slow = try #require(bench.shedder.limit)
        #expect(slow < usual)
        bench.overload(3_000)
        #expect(try #require(bench.shedder.limit) > slow)
    }

    @Test func `The limit ends after five seconds without a refusal, and a pause is no overload`() {
        var bench = Bench()
        bench.overload(3_000)
        #expect(bench.shedder.isShedding)
        bench.run(4_990) { _ in [] }
        #expect(bench.shedder.isShedding)
        bench.run(200)
        #expect(bench.shedder.limit == nil)
        #expect(!bench.shedder.isShedding)
        #expect(bench.shedder.inFlight == 0)
        // One late call now and then is none either.
        for _ in 0..<10 {
            bench.call(5)
            bench.now += 2_000
            bench.shedder.ended(waited: 400_000_000, began: Bench.tick(bench.now - 2_000), at: bench.tick)
        }
        #expect(bench.shedder.limit == nil)
    }

    @Test func `A single connection with slow calls meets no limit`() {
        var bench = Bench()
        for _ in 0..<100 {
            for _ in 0..<32 { bench.call(5) }
            let began = bench.tick
            bench.now += 90
            for _ in 0..<32 { bench.shedder.ended(waited: 5_000_000_000, began: began, at: bench.tick) }
        }
        #expect(bench.shedder.limit == nil)
        #expect(bench.refused[5] == 0)
    }

    @Test func `Once there is a limit, it falls to the floor if calls go on waiting`() {
        var bench = Bench()
        for _ in 0..<100 {
            for _ in 0..<50 { bench.call(5) }
            let began = bench.tick
            let answered = bench.shedder.inFlight
            bench.now += 90
            for _ in 0..<answered { bench.shedder.ended(waited: 5_000_000_000, began: began, at: bench.tick) }
        }
        #expect(bench.shedder.limit == LoadShedder.Policy().floor)
        #expect(bench.refused[5] > 2_000)
    }

    @Test func `A target of zero refuses nothing`() {
        var bench = Bench(LoadShedder.Policy(target: .zero))
        bench.overload(2_000)
        #expect(bench.refused.allSatisfy { $0 == 0 })
    }

    @Test func `A call that was given up makes room, but is no evidence`() {
        var shedder = LoadShedder()
        var admitted = 0
        for second in 0..<20 {
            for _ in 0..<100 { admitted += shedder.begin(rank: 5, at: Bench.tick(Int64(second) * 1_000)) ? 1 : 0 }
            for _ in 0..<100 { shedder.abandoned(began: Bench.tick(Int64(second) * 1_000)) }
        }
        #expect(admitted == 2_000)
        #expect(shedder.inFlight == 0)
    }
}
