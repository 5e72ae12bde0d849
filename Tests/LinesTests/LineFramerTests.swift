import NIOCore
import Testing

@testable import Lines

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
                case .joined:
                    var line = ByteBuffer()
                    framer.takeJoined(into: &line)
                    seen.append(.line(String(buffer: line)))
                case .blank: seen.append(.blank)
                case .tooLong: seen.append(.tooLong)
                }
            }
        }
        return seen
    }

    @Test func `Lines end at LF or CR LF, and blank lines are recognized`() {
        var framer = LineFramer(limit: 10)
        #expect(
            Self.feed("one\ntwo\r\n\r\n  \t\nthree\n".utf8, to: &framer)
                == [.line("one"), .line("two"), .blank, .blank, .line("three")])
        #expect(!framer.isInsideLine)
    }

    @Test(arguments: 1...9)
    func `Lines do not depend on how the bytes are split`(size: Int) {
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

    @Test func `An endless line is reported once and uses no memory beyond the limit`() {
        var framer = LineFramer(limit: 10)
        var seen: [Seen] = []
        for _ in 0..<1_000 { seen += Self.feed("0123456789".utf8, to: &framer) }
        #expect(seen == [.tooLong])
        #expect(framer.isInsideLine && framer.bufferedBytes == 0)
        #expect(Self.feed("tail\nnext\n".utf8, to: &framer) == [.line("next")])
    }

    @Test func `A line may be as long as the limit, with or without CR, and not a byte longer`() {
        for ending in ["\n", "\r\n"] {
            var framer = LineFramer(limit: 4)
            #expect(Self.feed("1234\(ending)".utf8, to: &framer) == [.line("1234")])
            #expect(Self.feed("12345\(ending)".utf8, to: &framer) == [.tooLong])
            #expect(Self.feed("123".utf8, to: &framer) == [])
            #expect(Self.feed("45\(ending)ok\n".utf8, to: &framer) == [.tooLong, .line("ok")])
        }
    }

    @Test func `A joined line keeps its bytes while the framer reuses memory`() {
        var framer = LineFramer(limit: 10)
        var (first, second) = (ByteBuffer(), ByteBuffer())
        _ = Self.feed("ab".utf8, to: &framer)
        func join(_ text: String, _ line: inout ByteBuffer) {
            let rest = ByteBuffer(string: text)
            var position = 0
            #expect(rest.withUnsafeReadableBytes { framer.next(in: $0, from: &position) } == .joined)
            framer.takeJoined(into: &line)
        }
        join("cd\n", &first)
        let part = first.getSlice(at: 1, length: 2)
        _ = Self.feed("wx".utf8, to: &framer)
        join("yz\n", &second)
        _ = Self.feed("12".utf8, to: &framer)
        join("34\n", &first)
        #expect(String(buffer: first) == "1234" && String(buffer: second) == "wxyz")
        #expect(part.map { String(buffer: $0) } == "bc")
    }
}
