import NIOCore
import Testing

@testable import Lines

@Suite struct SlowReaderTests {
    private static func at(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1_000_000_000_000) + .seconds(seconds)
    }

    @Test func `Reading pauses at the upper mark and continues below the lower one`() {
        var reader = SlowReader(limits: .client)
        reader.wrote(300 * 1024)
        #expect(reader.waiting(255 * 1024, at: Self.at(0)) == .nothing)
        #expect(reader.waiting(256 * 1024, at: Self.at(0)) == .pauseReading)
        #expect(reader.waiting(100 * 1024, at: Self.at(1)) == .nothing)
        #expect(reader.waiting(60 * 1024, at: Self.at(2)) == .resumeReading)
    }

    @Test func `Four unsent mebibytes close the connection at once`() {
        var reader = SlowReader(limits: .client)
        reader.wrote(5 << 20)
        #expect(reader.waiting(4 << 20, at: Self.at(0)) == .close)
    }

    @Test func `Ten seconds without progress close the connection, and new writes are not progress`() {
        var reader = SlowReader(limits: .client)
        reader.wrote(1_000)
        #expect(reader.waiting(1_000, at: Self.at(0)) == .nothing)
        reader.wrote(5_000)
        #expect(reader.waiting(6_100, at: Self.at(9)) == .nothing)
        #expect(reader.waiting(6_100, at: Self.at(10)) == .close)
    }

    @Test func `A slow client that makes progress is left alone`() {
        var reader = SlowReader(limits: .client)
        reader.wrote(100_000)
        for second: Int64 in 0..<60 {
            #expect(reader.waiting(100_000 - Int(second) * 100, at: Self.at(second * 9)) == .nothing)
        }
    }

    @Test func `A paused peer is checked ten seconds after its last progress`() {
        var limits = SlowReader.Limits.link
        (limits.pause, limits.resume, limits.close) = (100, 25, 1_000)
        var reader = SlowReader(limits: limits)
        reader.wrote(200)
        #expect(reader.nextCheck == nil)
        #expect(reader.waiting(200, at: Self.at(0)) == .pauseReading)
        #expect(reader.nextCheck == Self.at(10))
        #expect(reader.waiting(199, at: Self.at(9)) == .nothing)
        #expect(reader.nextCheck == Self.at(19))
        reader.wrote(100)
        #expect(reader.waiting(299, at: Self.at(18)) == .nothing)
        #expect(reader.waiting(299, at: Self.at(19)) == .close)
    }

    @Test func `A drained peer is read again, and nothing is due`() {
        var limits = SlowReader.Limits.link
        (limits.pause, limits.resume, limits.close) = (100, 25, 1_000)
        var reader = SlowReader(limits: limits)
        reader.wrote(101)
        #expect(reader.waiting(99, at: Self.at(0)) == .nothing)
        #expect(reader.waiting(100, at: Self.at(0)) == .pauseReading)
        #expect(reader.waiting(25, at: Self.at(1)) == .nothing)
        #expect(reader.waiting(24, at: Self.at(2)) == .resumeReading)
        #expect(!reader.isPaused && reader.nextCheck == nil)
        #expect(reader.waiting(1_000, at: Self.at(3)) == .close)
    }
}
