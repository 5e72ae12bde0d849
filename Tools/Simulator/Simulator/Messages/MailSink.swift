import NIOCore
import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A mail submission server (RFC 5321) without TLS and authentication, which keeps the mails it receives.
final class MailSink: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The maximum number of bytes kept of a line.
    private static let maximumLine = 4096

    private let keep: @Sendable (ReceivedMessage) -> Void
    private var line: [UInt8] = []
    private var recipients: [String] = []
    /// The mail being received, if any.
    private var mail: [UInt8]?

    init(keep: @escaping @Sendable (ReceivedMessage) -> Void) { self.keep = keep }

    func channelActive(context: ChannelHandlerContext) { reply("220 simulator", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView {
            if byte == UInt8(ascii: "\n") {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                take(line, context)
                line = []
            } else if line.count < Self.maximumLine {
                line.append(byte)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take(_ line: [UInt8], _ context: ChannelHandlerContext) {
        if var mail {
            if line.elementsEqual(".".utf8) { return finish(mail, context) }
            if mail.count < Inbox.maximumText {
                mail += (line.first == UInt8(ascii: ".") ? line.dropFirst() : line[...]) + "\n".utf8
            }
            self.mail = mail
            return
        }
        let text = String(decoding: line, as: UTF8.self)
        let command = text.uppercased()
        if command.hasPrefix("EHLO") || command.hasPrefix("HELO") {
            reply("250-simulator\r\n250 8BITMIME", context)
        } else if command.hasPrefix("RCPT TO:") {
            if recipients.count < 100 { recipients.append(text.dropFirst(8).filter { !"<> ".contains($0) }) }
            reply("250 ok", context)
        } else if command.hasPrefix("DATA") {
            mail = []
            reply("354 go on", context)
        } else if command.hasPrefix("QUIT") {
            reply("221 bye", context)
            context.close(promise: nil)
        } else if command.hasPrefix("MAIL") || command.hasPrefix("RSET") || command.hasPrefix("NOOP") {
            recipients = []
            reply("250 ok", context)
        } else {
            reply("502 not here", context)
        }
    }

    private func finish(_ mail: [UInt8], _ context: ChannelHandlerContext) {
        let now = Instant(milliseconds: SimulatedClock.milliseconds(CLOCK_REALTIME))
        for recipient in recipients {
            keep(ReceivedMessage(by: "mail", to: recipient, text: String(decoding: mail, as: UTF8.self), at: now))
        }
        self.mail = nil
        recipients = []
        reply("250 taken", context)
    }

    private func reply(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
