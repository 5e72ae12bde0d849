import Testing

@testable import HTTPParsing

@Suite struct HTTP2ReaderTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings = frame(HTTP2Frame.Kind.settings)

    private static func frame(_ kind: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, _ payload: [UInt8] = [])
        -> [UInt8]
    {
        HTTP2FrameHeader(length: payload.count, kind: kind, flags: flags, stream: stream).withBytes(Array.init)
            + payload
    }

    private static func session(_ frames: [UInt8]...) -> HTTP2Session {
        var session = HTTP2Session()
        session.feed(preface + settings + frames.joined())
        return session
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// `GET https://a/`, as a header block.
    private static let head: [UInt8] = [0x82, 0x87, 0x84, 0x41, 0x01, 0x61]

    @Test func `Frames are read with their payloads, without padding and priorities`() throws {
        let session = Self.session(
            Self.frame(0, 0x08, 1, [2, 5, 6, 0, 0]), Self.frame(0, 0x01, 3, [7]),
            Self.frame(8, 0, 0, Self.number(9)), Self.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]),
            Self.frame(4, 0, 0, [0, 4] + Self.number(70_000)), Self.frame(4, 1),
            Self.frame(6, 1, 0, Self.number(0) + Self.number(0)),
            Self.frame(3, 0, 1, Self.number(8)), Self.frame(0x77, 0xFF, 5, [1]), Self.frame(2, 0, 9, [0, 0, 0, 0, 1]),
            Self.frame(7, 0, 0, Self.number(1) + Self.number(0)))
        let frames = session.seen.compactMap { if case .frame(let frame, _) = $0 { frame } else { nil } }
        #expect(
            frames == [
                .settings([]), .data(1, 1..<3, counted: 5, isLast: false), .data(3, 0..<1, counted: 1, isLast: true),
                .windowUpdate(0, increment: 9), .ping(0..<8),
                .settings([.init(HTTP2Frame.Setting.initialWindow, 70_000)]), .settingsAcknowledgement,
                .pingAcknowledgement, .reset(1), .unknown, .priority(9), .goAway,
            ])
        #expect(session.fault == nil && !session.isInsideFrame)
    }

    @Test func `A header block in several frames is one head`() throws {
        let parts = [
            Self.frame(1, 0x21, 1, Self.number(0) + [0] + Self.head[..<2]),
            Self.frame(9, 0, 1, Array(Self.head[2..<4])),
            Self.frame(9, 4, 1, Array(Self.head[4...])),
        ]
        let session = Self.session(parts[0], parts[1], parts[2])
        guard case .head(1, let head, let bytes) = session.seen.last else {
            Issue.record("\(session.seen)")
            return
        }
        #expect(head.method == .get && bytes[head.target] == [UInt8(ascii: "/")])
        #expect(Self.session(parts[0]).isInsideFrame)
    }

    @Test(arguments: [
        // Streams where there must be none, and the other way round.
        (frame(0, 0, 0), HTTP2ErrorCode.violation), (frame(1, 4, 0, head), .violation),
        (frame(2, 0, 0, [0, 0, 0, 0, 0]), .violation), (frame(3, 0, 0, [0, 0, 0, 0]), .violation),
        (frame(4, 0, 1), .violation), (frame(6, 0, 1, [0, 0, 0, 0, 0, 0, 0, 0]), .violation),
        (frame(7, 0, 1, [0, 0, 0, 0, 0, 0, 0, 0]), .violation),
        // Lengths.
        (frame(3, 0, 1, [0, 0, 0]), .frameSize), (frame(4, 0, 0, [0]), .frameSize), (frame(4, 1, 0, [0]), .frameSize),
        (frame(6, 0, 0, [0]), .frameSize), (frame(7, 0, 0, [0]), .frameSize), (frame(8, 0, 0, [0]), .frameSize),
        (frame(0, 8, 1), .frameSize), (frame(1, 0x24, 1, [0]), .frameSize),
        ([0, 0x40, 1, 0, 0, 0, 0, 0, 1], .frameSize),
        // Padding as long as the rest, and longer.
        (frame(0, 8, 1, [1]), .violation), (frame(1, 0x0C, 1, [9] + head), .violation),
        // Values of settings and increments.
        (frame(4, 0, 0, [0, 2, 0, 0, 0, 2]), .violation), (frame(4, 0, 0, [0, 4, 0x80, 0, 0, 0]), .flowControl),
        (frame(4, 0, 0, [0, 5, 0, 0, 0x3F, 0xFF]), .violation), (frame(4, 0, 0, [0, 5, 1, 0, 0, 0]), .violation),
        (frame(8, 0, 0, [0, 0, 0, 0]), .violation),
        // Frames that clients must not send, and header blocks that are interrupted.
        (frame(5, 4, 1, [0, 0, 0, 2]), .violation), (frame(9, 4, 1, head), .violation),
        (frame(1, 0, 1, head) + frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]), .violation),
        (frame(1, 0, 1, head) + frame(9, 4, 3), .violation), (frame(1, 4, 1, [0x80]), .compression),
    ])
    func `A violation of the connection is one (RFC 9113, sections 4 to 6)`(bytes: [UInt8], code: HTTP2ErrorCode) {
        #expect(Self.session(bytes).fault == .connection(code))
    }

    @Test func `A violation of one stream leaves the connection intact`() {
        let session = Self.session(
            Self.frame(8, 0, 3, [0, 0, 0, 0]), Self.frame(2, 0, 5, [0]), Self.frame(1, 5, 7, Self.head))
        #expect(
            session.seen.dropFirst().prefix(2) == [
                .streamFault(.stream(3, .violation)), .streamFault(.stream(5, .frameSize)),
            ])
        #expect(session.seen.count == 4 && session.fault == nil)
    }

    @Test func `A connection begins with the preface and settings`() {
        var other = HTTP2Session()
        other.feed("GET / HTTP/1.1\r\n".utf8)
        #expect(other.fault == .connection(.violation))
        var early = HTTP2Session()
        early.feed(Self.preface + Self.frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]))
        #expect(early.fault == .connection(.violation))
    }

    @Test func `A header block has at most eight frames and 16 KiB`() {
        let first = Self.frame(1, 0, 1, Self.head)
        let empty = Self.frame(9, 0, 1)
        #expect(Self.session(first, Array([[UInt8]](repeating: empty, count: 7).joined())).fault == nil)
        let flood = Self.session(first, Array([[UInt8]](repeating: empty, count: 8).joined()))
        #expect(flood.fault == .connection(.enhanceYourCalm))
        let large = Self.frame(9, 0, 1, [UInt8](repeating: 0, count: 16_380))
        #expect(Self.session(first, large).fault == .connection(.enhanceYourCalm))
    }

    @Test(arguments: 0..<12) func `Bytes in any pieces are read alike`(seed: Int) {
        var random = FixedRandom(seed: UInt64(seed))
        let original =
            Self.frame(1, 5, 1, Self.head) + Self.frame(1, 4, 3, Self.head + [0x40, 0x01, 0x78, 0x01, 0x79])
            + Self.frame(0, 9, 3, [1, 2, 0]) + Self.frame(1, 0, 5, Self.head) + Self.frame(9, 4, 5, [0xBE])
            + Self.frame(4, 0, 0, [0, 4, 0, 0, 0, 9]) + Self.frame(8, 0, 1, [0, 0, 0, 1])
            + Self.frame(3, 0, 1, [0, 0, 0, 8])
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                default: bytes.remove(at: index)
                }
            }
            #expect(HTTP2Oracle.violatedInvariant(bytes) == nil)
        }
    }
}
