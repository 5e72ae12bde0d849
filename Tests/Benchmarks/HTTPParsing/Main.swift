import HTTPParsing
import NIOCore
import NIOEmbedded
import NIOHTTP1

/// A checksum of the parsed requests, equal for both parsers.
struct Seen {
    var checksum = 0
    var requests = 0
}

/// A comparison of the project's HTTP/1.1 parser with NIO's behind the same kind of handler, run by `http_parsing`.
///
/// `ours|nio SAMPLE TIMES` parses a sample; without arguments it prints the malformed requests that NIO's decoder
/// accepts.
@main
enum Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else { return try strictness() }
        guard let sample = BenchmarkRequests.all[arguments[2]], let times = Int(arguments[3]) else {
            return print(
                "usage: vokol-bench-http [ours|nio SAMPLE TIMES], SAMPLE one of \(BenchmarkRequests.all.keys.sorted())")
        }
        let seen = try run(arguments[1], ByteBuffer(string: sample), times)
        print(seen.requests, seen.checksum)
    }

    private static func run(_ parser: String, _ sample: ByteBuffer, _ times: Int) throws -> Seen {
        let channel = EmbeddedChannel()
        let (own, nio) = (OwnParserHandler(), NIOParserHandler())
        try add(parser == "ours" ? [own] : [decoder(), nio], to: channel)
        for _ in 0..<times {
            channel.pipeline.fireChannelRead(sample)
            channel.pipeline.fireChannelReadComplete()
        }
        return parser == "ours" ? own.seen : nio.seen
    }

    private static func decoder() -> ByteToMessageHandler<HTTPRequestDecoder> {
        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
    }

    private static func add(_ handlers: [any ChannelHandler], to channel: EmbeddedChannel) throws {
        for handler in handlers { try channel.pipeline.syncOperations.addHandler(handler) }
    }

    private static func strictness() throws {
        var (accepted, uncaught) = (0, 0)
        let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let heads = StrictnessCases.heads.map { (complete($0.0), "\($0.1)") }
        let bodies = StrictnessCases.chunks.map { (chunked + $0 + "\r\n0\r\n\r\n", "chunk") }
        for (text, fault) in heads + bodies {
            let (parts, handler) = (PartCounter(), NIOParserHandler())
            let channel = EmbeddedChannel()
            try add([decoder(), parts, handler], to: channel)
            channel.pipeline.fireChannelRead(ByteBuffer(string: text))
            guard parts.ends > 0, handler.error == nil else { continue }
            accepted += 1
            let isCaught = handler.seen.requests == 0
            if !isCaught { uncaught += 1 }
            print(
                isCaught ? "caught by a check on NIO's values:" : "not detectable afterwards:", fault,
                text.debugDescription)
        }
        print(
            "\(heads.count + bodies.count) cases; NIO's decoder accepts \(accepted), checks on its values miss \(uncaught)"
        )
    }

    /// Completes a head with the body that it announces.
    private static func complete(_ head: String) -> String {
        if head.contains("chunked") { return head + "0\r\n\r\n" }
        return head.contains("Content-Length: 1") ? head + "1" : head
    }
}

/// A handler that counts the requests that the decoder accepts.
private final class PartCounter: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private(set) var ends = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = unwrapInboundIn(data) { ends += 1 }
        context.fireChannelRead(data)
    }
}
