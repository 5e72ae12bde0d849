import Testing

@testable import Gateway

@Suite struct OutageTests {
    private static let start = ContinuousClock.now

    private static func at(_ seconds: Int64) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test func `The first failure is logged as a notice and a lasting one as a warning, each once`() {
        var outage = Outage(patience: .seconds(5))
        #expect(outage.failed(.keys, at: Self.at(0)) == .notice)
        #expect(outage.failed(.revocations, at: Self.at(0)) == .nothing)
        #expect(outage.failed(.keys, at: Self.at(4)) == .nothing)
        #expect(outage.failed(.keys, at: Self.at(5)) == .warning)
        #expect(outage.failed(.keys, at: Self.at(60)) == .nothing)
    }

    @Test func `Success ends one kind of failure and does not hide another`() {
        var outage = Outage(patience: .seconds(5))
        #expect(outage.failed(.keys, at: Self.at(0)) == .notice)
        #expect(outage.failed(.revocations, at: Self.at(1)) == .nothing)
        outage.succeeded(.keys)
        #expect(outage.failed(.revocations, at: Self.at(6)) == .warning)
        #expect(outage.failed(.keys, at: Self.at(7)) == .nothing)
        outage.succeeded(.keys)
        outage.succeeded(.revocations)
        #expect(outage.failed(.keys, at: Self.at(8)) == .notice)
    }
}
