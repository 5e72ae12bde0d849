import NIOCore
import Testing

@testable import RPC

@Suite struct FramerTests {
    /// Feeds chunks; lines as text, `!` for a line that was too long.
    private func pieces(_ chunks: [String], limit: Int = 10) -> [String] {
        var framer = LineFramer(maximumLineBytes: limit)
        return chunks.flatMap { feed($0, &framer) }
    }

    private func feed(_ chunk: String, _ framer: inout LineFramer, at now: Int64 = 0) -> [String] {
        var found: [String] = []
        framer.append(ByteBuffer(string: chunk))
        while let piece = framer.next() {
            switch piece {
            case .line(let range): found.append(framer.withLine(range) { String(decoding: $0, as: UTF8.self) })
            case .oversize: found.append("!")
            }
        }
        framer.settle(at: .uptimeNanoseconds(0) + .seconds(now))
        return found
    }

    @Test("Lines are the same however the bytes are cut")
    func anyCut() {
        let text = "one\ntwo\r\n\nthree 3333\nfour"
        let whole = ["one", "two\r", "", "three 3333"]
        #expect(pieces([text]) == whole)
        #expect(pieces(text.map(String.init).map { $0 }) == whole)
        for first in 0...text.utf8.count {
            for second in first...text.utf8.count {
                let bytes = Array(text.utf8)
                let parts = [bytes[..<first], bytes[first..<second], bytes[second...]]
                #expect(pieces(parts.map { String(decoding: $0, as: UTF8.self) }) == whole)
            }
        }
    }

    @Test("A line may be as long as the limit and not a byte longer")
    func limit() {
        #expect(pieces(["0123456789\n"]) == ["0123456789"])
        #expect(pieces(["0123456789X\nok\n"]) == ["!", "ok"])
        #expect(pieces(["0123456789", "X", "yyyyyyyyyyyyyyyyyyyyy", "\nok\n"]) == ["!", "ok"])
        #expect(pieces(["0123456789X", "\n", "0123456789X", "\nok\n"]) == ["!", "!", "ok"])
    }

    @Test("What is skipped is not stored")
    func skipping() {
        var framer = LineFramer(maximumLineBytes: 10)
        var found = feed("0123456789X", &framer)
        for _ in 0..<1000 { found += feed(String(repeating: "z", count: 1000), &framer) }
        #expect(framer.heldBytes == 0)
        found += feed("z\nok\n", &framer)
        #expect(found == ["!", "ok"])
    }

    @Test("The wait for a line's end begins with its first byte")
    func partialSince() {
        var framer = LineFramer(maximumLineBytes: 10)
        func since() -> Int64? { framer.partialSince.map { Int64($0.uptimeNanoseconds / 1_000_000_000) } }
        _ = feed("ab\n", &framer, at: 1)
        #expect(since() == nil)
        _ = feed("ab", &framer, at: 2)
        _ = feed("cd", &framer, at: 3)
        #expect(since() == 2)
        _ = feed("\nef", &framer, at: 4)
        #expect(since() == 4)
        _ = feed("0123456789", &framer, at: 5)
        #expect(since() == 4)
        _ = feed("0\n", &framer, at: 6)
        #expect(since() == nil)
    }

    @Test("A slice stays what it was when more bytes come")
    func slices() {
        var framer = LineFramer(maximumLineBytes: 10)
        framer.append(ByteBuffer(string: "abc\ndef\n"))
        guard case .line(let range)? = framer.next() else {
            Issue.record("no line")
            return
        }
        let slice = framer.slice(range.lowerBound + 1..<range.upperBound)
        while framer.next() != nil {}
        framer.append(ByteBuffer(string: "xxxxxxxx\n"))
        #expect(String(buffer: slice) == "bc")
        #expect(framer.slice(5..<500).readableBytes == 0)
    }

    @Test("The second line that is too long within the window closes")
    func oversizePolicy() {
        var policy = OversizePolicy(window: .seconds(60))
        #expect(policy.lineWasTooLong(at: .uptimeNanoseconds(5)) == .answer)
        #expect(policy.lineWasTooLong(at: .uptimeNanoseconds(5) + .seconds(60)) == .answer)
        #expect(policy.lineWasTooLong(at: .uptimeNanoseconds(4) + .seconds(120)) == .answerAndClose)
    }
}
