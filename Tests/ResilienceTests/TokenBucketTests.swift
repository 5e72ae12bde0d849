import Resilience
import Testing

private let zero = Tick(nanoseconds: 1_000_000_000_000)

@Suite struct TokenBucketTests {
    @Test func `A burst is admitted at once, then calls at the rate`() {
        var bucket = TokenBucket(rate: 2, burst: 3)
        for _ in 0..<3 { #expect(bucket.take(at: zero, waiting: .zero) == .after(.zero)) }
        #expect(bucket.take(at: zero, waiting: .zero) == .rejected(.milliseconds(500)))
        #expect(bucket.take(at: zero + .milliseconds(500), waiting: .zero) == .after(.zero))
        #expect(bucket.take(at: zero + .milliseconds(500), waiting: .zero) == .rejected(.milliseconds(500)))
    }

    @Test func `A waiting call reserves its turn, and one that would wait beyond the limit is refused`() {
        var bucket = TokenBucket(rate: 1, burst: 1)
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.zero))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.seconds(1)))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .after(.seconds(2)))
        #expect(bucket.take(at: zero, waiting: .seconds(2)) == .rejected(.seconds(3)))
        // A refused call has taken nothing.
        #expect(bucket.take(at: zero + .seconds(1), waiting: .seconds(2)) == .after(.seconds(2)))
    }

    @Test func `Over any time no more calls are admitted than rate and burst allow`() {
        var bucket = TokenBucket(rate: 5, burst: 10)
        var taken = 0
        for millisecond in 0..<60_000 {
            if bucket.take(at: zero + .milliseconds(millisecond), waiting: .zero) == .after(.zero) { taken += 1 }
        }
        #expect((300...310).contains(taken))
    }

    @Test func `Without a rate every call is admitted at once`() {
        var bucket = TokenBucket(rate: 0, burst: 1)
        for _ in 0..<100 { #expect(bucket.take(at: zero, waiting: .zero) == .after(.zero)) }
    }
}
