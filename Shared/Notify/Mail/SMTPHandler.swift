import NIOCore
import NIOSSL

/// Performs a session's actions on a connection.
final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var session: SMTPSession
    private var reader = SMTPReplyReader()
    private var unread = ByteBuffer()
    private let outcome: EventLoopPromise<Void>
    private let makeTLS: () throws -> NIOSSLClientHandler

    init(
        _ session: SMTPSession, outcome: EventLoopPromise<Void>, makeTLS: @escaping () throws -> NIOSSLClientHandler
    ) {
        self.session = session
        self.outcome = outcome
        self.makeTLS = makeTLS
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        unread.writeBuffer(&bytes)
        do {
            while let reply = try reader.next(from: &unread) {
                for action in session.received(reply) { try perform(action, context: context) }
            }
            unread.discardReadBytes()
        } catch let failure as DeliveryFailure {
            outcome.fail(failure)
        } catch is SMTPReplyReader.Malformed {
            outcome.fail(DeliveryFailure(.transient, "mail server does not speak SMTP"))
        } catch {
            outcome.fail(error)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for case .fail(let failure) in session.closed() { outcome.fail(failure) }
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(error)
        context.close(promise: nil)
    }

    private func perform(_ action: SMTPSession.Action, context: ChannelHandlerContext) throws {
        switch action {
        case .send(let bytes):
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .startTLS:
            // Bytes after the last unencrypted reply were injected by someone between us and the server.
            guard unread.readableBytes == 0 else {
                throw DeliveryFailure(.transient, "mail server sent bytes before TLS began")
            }
            try context.pipeline.syncOperations.addHandler(try makeTLS(), position: .first)
        case .accepted:
            outcome.succeed(())
        case .fail(let failure):
            outcome.fail(failure)
        }
    }
}
