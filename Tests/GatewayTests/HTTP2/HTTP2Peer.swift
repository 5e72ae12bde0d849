import Contract
import HTTPParsing
import NIOCore
import NIOEmbedded
import NIOHPACK
import RPC

@testable import Gateway

/// A client of HTTP/2 on an embedded channel, which encodes and decodes fields with NIO's HPACK.
final class HTTP2Peer {
    struct Frame: Equatable {
        var kind: UInt8
        var flags: UInt8
        var stream: UInt32
        var payload: [UInt8]

        /// The error code of RST_STREAM and GOAWAY.
        var code: HTTP2ErrorCode? {
            HTTP2ErrorCode(rawValue: payload.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
        }
        /// The first number of a payload.
        var number: UInt32 { payload.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    struct Answer: Equatable {
        var fields: [String: String] = [:]
        var body: [UInt8] = []
        var isEnded = false
        var reset: HTTP2ErrorCode?

        var status: String? { fields[":status"] }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    let fixture: EdgeFixture
    let client: EmbeddedClient
    private var encoder = NIOHPACK.HPACKEncoder(allocator: ByteBufferAllocator())
    private var decoder = NIOHPACK.HPACKDecoder(allocator: ByteBufferAllocator())
    private var received: [UInt8] = []
    /// All frames so far.
    private(set) var frames: [Frame] = []
    /// The answers so far.
    private(set) var answers: [UInt32: Answer] = [:]

    /// Connects and exchanges settings.
    ///
    /// - Parameter settings: the client's, as ids and values.
    init(
        limits: EdgeLimits = EdgeLimits(), policies: CallGate.Policies = CallGate.Policies(), web: WebSite? = nil,
        settings: [(UInt16, UInt32)] = []
    ) throws {
        fixture = try EdgeFixture(limits: limits, policies: policies, open: [.museums], web: web)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        client = try EmbeddedClient(HTTP2Handler(edge: fixture.edge, client: address), on: fixture.loop)
        let payload = settings.flatMap { Self.bytes(UInt32($0.0)).suffix(2) + Self.bytes($0.1) }
        try client.send(Self.preface + Self.frame(HTTP2Frame.Kind.settings, payload: payload))
        _ = try receive()
    }

    static func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    static func frame(_ kind: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, payload: [UInt8] = []) -> [UInt8] {
        HTTP2FrameHeader(length: payload.count, kind: kind, flags: flags, stream: stream).withBytes(Array.init)
            + payload
    }

    /// Sends frames.
    func send(_ frames: [UInt8]...) throws { try client.send(Array(frames.joined())) }

    func sendReset(_ stream: UInt32) throws {
        try send(Self.frame(HTTP2Frame.Kind.reset, 0, stream, payload: Self.bytes(8)))
    }

    func sendWindow(_ stream: UInt32, _ increment: UInt32) throws {
        try send(Self.frame(HTTP2Frame.Kind.windowUpdate, 0, stream, payload: Self.bytes(increment)))
    }

    func sendData(_ stream: UInt32, _ bytes: [UInt8], isLast: Bool = true) throws {
        try send(Self.frame(HTTP2Frame.Kind.data, isLast ? 1 : 0, stream, payload: bytes))
    }

    /// Returns the frame of a request.
    func head(
        _ stream: UInt32, _ target: String, verb: String = "GET", _ fields: [(String, String)] = [], isLast: Bool = true
    ) throws -> [UInt8] {
        let all = [(":method", verb), (":scheme", "https"), (":path", target), (":authority", "x")] + fields
        return Self.frame(HTTP2Frame.Kind.headers, isLast ? 5 : 4, stream, payload: try block(all))
    }

    /// Returns fields as a header block.
    func block(_ fields: [(String, String)]) throws -> [UInt8] {
        var block = ByteBuffer()
        try encoder.encode(headers: HPACKHeaders(fields), to: &block)
        return Array(block.readableBytesView)
    }

    /// Sends a request and returns what arrives at once on its stream.
    func ask(
        _ stream: UInt32, _ target: String, verb: String = "GET", _ fields: [(String, String)] = [], isLast: Bool = true
    ) throws -> Answer {
        try send(try head(stream, target, verb: verb, fields, isLast: isLast))
        return try answer(stream)
    }

    /// Returns what has arrived on a stream.
    func answer(_ stream: UInt32) throws -> Answer {
        _ = try receive()
        return answers[stream] ?? Answer()
    }

    /// Answers a waiting call of the museums.
    func answerCall(_ result: String, at index: Int = 0) {
        fixture.link().answer(.result(ByteBuffer(string: result)), at: index)
    }

    func advance(_ time: TimeAmount) { fixture.loop.advanceTime(by: time) }

    /// Returns the frames that have arrived since the last call.
    func receive() throws -> [Frame] {
        received += try client.bytes()
        var new: [Frame] = []
        var block: [UInt8] = []
        while received.count >= 9 {
            let length = received[..<3].reduce(0) { $0 << 8 | Int($1) }
            guard received.count >= 9 + length else { break }
            let frame = Frame(
                kind: received[3], flags: received[4], stream: received[5..<9].reduce(0) { $0 << 8 | UInt32($1) },
                payload: Array(received[9..<9 + length]))
            received.removeFirst(9 + length)
            new.append(frame)
            try take(frame, &block)
        }
        frames += new
        return new
    }

    private func take(_ frame: Frame, _ block: inout [UInt8]) throws {
        switch frame.kind {
        case HTTP2Frame.Kind.headers, HTTP2Frame.Kind.continuation:
            block += frame.payload
            if frame.flags & 4 != 0 {
                var buffer = ByteBuffer(bytes: block)
                block = []
                for field in try decoder.decodeHeaders(from: &buffer) {
                    answers[frame.stream, default: Answer()].fields[field.name] = field.value
                }
            }
            if frame.kind == HTTP2Frame.Kind.headers, frame.flags & 1 != 0 {
                answers[frame.stream, default: Answer()].isEnded = true
            }
        case HTTP2Frame.Kind.data:
            answers[frame.stream, default: Answer()].body += frame.payload
            if frame.flags & 1 != 0 { answers[frame.stream]?.isEnded = true }
        case HTTP2Frame.Kind.reset: answers[frame.stream, default: Answer()].reset = frame.code
        default: break
        }
    }

    /// The error code of the last GOAWAY.
    var goAway: HTTP2ErrorCode? { frames.last { $0.kind == HTTP2Frame.Kind.goAway }?.code }
}
