import Testing

@testable import Gateway

@Suite struct LineFramerTests {
    private enum Seen: Equatable {
        case line(String)
        case blank
        case tooLong
    }

    private static func feed(_ text: some Collection<UInt8>, to framer: inout LineFramer) -> [Seen] {
        var seen: [Seen] = []
        Array(text).withUnsafeBytes { bytes in
            var position = 0
            while let event = framer.next(in: bytes, from: &position) {
                switch event {
                case .line(let range): seen.append(.line(String(decoding: bytes[range], as: UTF8.self)))
                case .joined: seen.append(.line(String(decoding: framer.takeJoined(), as: UTF8.self)))
                case .blank: seen.append(.blank)
                case .tooLong: seen.append(.tooLong)
                }
            }
        }
        return seen
    }

    @Test("Lines end at LF or CR LF, and blank ones are told apart")
    func lines() {
        var framer = LineFramer(limit: 10)
        #expect(
            Self.feed("one\ntwo\r\n\r\n  \t\nthree\n".utf8, to: &framer)
                == [.line("one"), .line("two"), .blank, .blank, .line("three")])
        #expect(!framer.isInsideLine)
    }

    @Test("However the bytes are split, the lines are the same", arguments: 1...9)
    func splits(size: Int) {
        let text = Array("one\r\n\ntwo two\n0123456789\r\n01234567890\nlast\n 0123456789012345678\n\r\nx\n".utf8)
        var framer = LineFramer(limit: 10)
        var seen: [Seen] = []
        for start in stride(from: 0, to: text.count, by: size) {
            seen += Self.feed(text[start..<min(start + size, text.count)], to: &framer)
        }
        #expect(
            seen == [
                .line("one"), .blank, .line("two two"), .line("0123456789"), .tooLong, .line("last"), .tooLong, .blank,
                .line("x"),
            ])
        #expect(!framer.isInsideLine)
    }

    @Test("A line without end is told of once, and costs no memory beyond the limit")
    func endless() {
        var framer = LineFramer(limit: 10)
        var seen: [Seen] = []
        for _ in 0..<1_000 { seen += Self.feed("0123456789".utf8, to: &framer) }
        #expect(seen == [.tooLong])
        #expect(framer.isInsideLine)
        #expect(Self.feed("tail\nnext\n".utf8, to: &framer) == [.line("next")])
    }

    @Test("A line of exactly the limit is taken, with or without CR; one byte more is not")
    func limit() {
        for ending in ["\n", "\r\n"] {
            var framer = LineFramer(limit: 4)
            #expect(Self.feed("1234\(ending)".utf8, to: &framer) == [.line("1234")])
            #expect(Self.feed("12345\(ending)".utf8, to: &framer) == [.tooLong])
            #expect(Self.feed("123".utf8, to: &framer) == [])
            #expect(Self.feed("45\(ending)ok\n".utf8, to: &framer) == [.tooLong, .line("ok")])
        }
    }
}
