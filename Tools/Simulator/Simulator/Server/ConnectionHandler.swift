import NIOCore
import NIOHTTP1

/// Answers the requests of one connection in order.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// The maximum number of bytes of a body that are kept; the rest is read and dropped.
    private static let maximumBody = 1 << 20
    /// The maximum number of requests waiting on a connection.
    private static let maximumWaiting = 64

    private struct Pending {
        var request: Request
        var keepsConnection: Bool
    }

    private let respond: @Sendable (Request, _ keepsConnection: Bool) -> Response
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var waiting: [Pending] = []
    private var current: Transmitter?
    private var completion: (@Sendable () -> Void)?

    /// The steps that send an answer, and the action after them.
    struct Response {
        var transmission: Transmission
        var completed: @Sendable () -> Void
    }

    init(respond: @escaping @Sendable (Request, Bool) -> Response) { self.respond = respond }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let buffer):
            body.append(contentsOf: buffer.readableBytesView.prefix(Self.maximumBody - body.count))
        case .end:
            guard let head else { return }
            let request = Request(
                method: head.method.rawValue, target: head.uri,
                headers: head.headers.map { (name: $0.name, value: $0.value) }, body: body)
            guard waiting.count < Self.maximumWaiting else { return context.close(promise: nil) }
            waiting.append(Pending(request: request, keepsConnection: head.isKeepAlive))
            answerNext(context.channel)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = []
        complete()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answerNext(_ channel: any Channel) {
        guard current == nil, !waiting.isEmpty else { return }
        let next = waiting.removeFirst()
        let response = respond(next.request, next.keepsConnection)
        completion = response.completed
        let transmitter = Transmitter(response.transmission, on: channel) { [self] in
            complete()
            if response.transmission.keepsConnection { answerNext(channel) }
        }
        current = transmitter
        transmitter.proceed()
    }

    private func complete() {
        current = nil
        completion?()
        completion = nil
    }
}
