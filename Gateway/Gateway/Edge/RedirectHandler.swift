import HTTPParsing
import NIOCore
import Values

/// Redirects browsers that connect without TLS, and refuses calls.
///
/// Uses the configured address, never the request's `Host`.
final class RedirectHandler: ChannelInboundHandler, EdgeConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The answer to a request.
    enum Answer: Equatable, Sendable {
        case redirect(to: String)
        /// A call without TLS; not redirected, since its token, if any, is compromised already.
        case forbid
        /// The connection is closed without an answer.
        case close

        /// Chooses the answer to a request.
        ///
        /// - Parameters:
        ///   - target: as sent.
        ///   - address: host, or host and port, of the TLS port.
        init(_ method: RequestMethod, target: UnsafeRawBufferPointer, address: String) {
            let text = String(decoding: target, as: UTF8.self)
            if Self.leadsToCalls(target) {
                self = .forbid
            } else if method == .get || method == .head, text.hasPrefix("/") {
                self = .redirect(to: "https://\(address)\(text)")
            } else {
                self = .close
            }
        }

        /// Returns true if a target leads to `/rpc` or `/v1`, however it is written.
        private static func leadsToCalls(_ target: UnsafeRawBufferPointer) -> Bool {
            var segments: [[UInt8]] = []
            let path = decoded(target.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
            for segment in path.split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
                if segment.elementsEqual("..".utf8) {
                    _ = segments.popLast()
                } else if !segment.elementsEqual(".".utf8) {
                    segments.append(segment.map { (65...90).contains($0) ? $0 | 0x20 : $0 })
                }
            }
            return segments.first.map { $0.elementsEqual("v1".utf8) || $0.elementsEqual("rpc".utf8) } ?? false
        }

        /// Decodes percent-encoding; malformed escapes stay as they are.
        private static func decoded(_ path: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = path
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(Hex.value),
                    let low = rest.dropFirst().first.flatMap(Hex.value)
                {
                    bytes.append(high << 4 | low)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            }
            return bytes
        }
    }

    private let edge: EdgeLoop
    private let address: String
    private var framer: HTTPHeadFramer
    private let deadline: NIODeadline
    private var context: ChannelHandlerContext?
    private var isAnswered = false
    private var hasBegun = false

    init(edge: EdgeLoop, address: String) {
        self.edge = edge
        self.address = address
        framer = HTTPHeadFramer(limit: edge.limits.http.headBytes)
        deadline = edge.now + edge.limits.http.headTime
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        edge.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        edge.remove(self)
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        let buffer = unwrapInboundIn(data)
        let answer = buffer.withUnsafeReadableBytes { bytes -> Answer? in
            var position = 0
            guard canBegin(bytes) else { return .close }
            switch framer.next(in: bytes, from: &position) {
            case nil: return nil
            case .tooLarge: return .close
            case .head(let range): return read(UnsafeRawBufferPointer(rebasing: bytes[range]))
            case .joined: return framer.takeJoined().withUnsafeBytes { read($0) }
            }
        }
        if let answer { perform(answer, context: context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is YieldRequest else { return context.fireUserInboundEventTriggered(event) }
        edge.metrics.end(.displaced)
        closeNow()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func tick(at now: NIODeadline) {
        if now >= deadline { closeNow() }
    }

    func flushAnswers() {}
    func drain() { closeNow() }
    func closeNow() { context?.close(promise: nil) }

    /// Returns true if the first byte after empty lines can begin a request; false for TLS and the line protocol.
    private func canBegin(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard !hasBegun, let first = bytes.first(where: { $0 != 0x0D && $0 != 0x0A }) else { return true }
        hasBegun = true
        return HTTPBytes.isToken(first)
    }

    private func read(_ head: UnsafeRawBufferPointer) -> Answer {
        guard let parsed = try? RequestHead(head) else { return .close }
        return Answer(parsed.method, target: UnsafeRawBufferPointer(rebasing: head[parsed.target]), address: address)
    }

    private func perform(_ answer: Answer, context: ChannelHandlerContext) {
        isAnswered = true
        var out = context.channel.allocator.buffer(capacity: 256)
        switch answer {
        case .close: return context.close(promise: nil)
        case .forbid: out.writeStaticString("HTTP/1.1 403 Forbidden\r\n")
        case .redirect(let location): out.writeString("HTTP/1.1 308 Permanent Redirect\r\nLocation: \(location)\r\n")
        }
        out.writeImmutableBuffer(edge.dateField())
        out.writeStaticString("Content-Length: 0\r\nConnection: close\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(out)).assumeIsolated().whenComplete { [weak self] _ in self?.closeNow() }
    }
}
