import NIOCore
import NIOHTTP1
import NIOPosix

/// `vokol-NAME health`: asks the running process whether it is ready, within two seconds.
package enum HealthProbe {
    /// - Returns: 0 if ready, 1 if not or not reachable.
    static func run(host: String, port: Int) async -> Int32 {
        let address = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        do {
            let (status, body) = try await get("/readyz", host: address, port: port)
            print(body, terminator: "")
            return status == 200 ? 0 : 1
        } catch {
            print("not reachable on \(address):\(port): \(error)")
            return 1
        }
    }

    /// Returns the status and the body, up to 1 MiB, of a process's answer at a path of its admin port.
    ///
    /// Fails after two seconds.
    package static func get(_ path: String, host: String, port: Int) async throws -> (UInt, String) {
        let answered = MultiThreadedEventLoopGroup.singleton.any().makePromise(of: (UInt, String).self)
        let connecting = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(2))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(ProbeHandler(answered: answered))
                }
            }
            .connect(host: host, port: port)
        connecting.whenFailure { answered.fail($0) }
        let channel = try await connecting.get()
        let timeout = channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
        head.headers = ["host": host, "connection": "close"]
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        defer { timeout.cancel() }
        return try await answered.futureResult.get()
    }
}

private final class ProbeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let answered: EventLoopPromise<(UInt, String)>
    private var status: UInt = 0
    private var body = ""

    init(answered: EventLoopPromise<(UInt, String)>) { self.answered = answered }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = head.status.code
        case .body(let bytes): if body.utf8.count < 1 << 20 { body += String(buffer: bytes) }
        case .end:
            answered.succeed((status, body))
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { answered.fail(ChannelError.eof) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answered.fail(error)
        context.close(promise: nil)
    }
}
