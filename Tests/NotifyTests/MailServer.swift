import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Notify
import SwiftASN1
import Synchronization
import X509

/// A certificate for a test's mail server, which is its own authority.
struct MailCertificate: Sendable {
    let authorityFile: String
    let context: NIOSSLContext

    init(host: String) throws {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("test authority") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date.now - 3_600, notValidAfter: Date.now + 3_600, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.dnsName(host)])
            },
            issuerPrivateKey: .init(key))
        let pem = try certificate.serializeAsPEM().pemString
        authorityFile = "/tmp/vokol-mail-\(UInt64.random(in: 0 ... .max)).pem"
        try pem.write(toFile: authorityFile, atomically: true, encoding: .utf8)
        context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)).map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem))))
    }
}

/// The lines that a mail server received, those over TLS marked with `+`.
final class ReceivedLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A mail server with a scripted behaviour.
enum MailServer {
    enum Behaviour: Sendable {
        /// Behaves like a submission server.
        case normal
        /// Injects a plaintext line after agreeing to TLS.
        case injecting
        /// Stays silent.
        case mute
    }

    /// Runs `body` with the server's port and the lines it receives.
    static func with(
        _ security: SMTPSecurity, _ certificate: MailCertificate, behaviour: Behaviour = .normal,
        _ body: (Int, ReceivedLines) async throws -> Void
    ) async throws {
        let received = ReceivedLines()
        let context = certificate.context
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if security == .tls { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
                    try pipeline.addHandler(Conversation(behaviour, isSecure: security == .tls, context, received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try await body(server.localAddress?.port ?? 0, received)
        try await server.close()
    }
}

private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let behaviour: MailServer.Behaviour
    private let context: NIOSSLContext
    private let received: ReceivedLines
    private var isSecure: Bool
    private var isInMail = false
    private var buffer = ByteBuffer()

    init(_ behaviour: MailServer.Behaviour, isSecure: Bool, _ context: NIOSSLContext, _ received: ReceivedLines) {
        self.behaviour = behaviour
        self.isSecure = isSecure
        self.context = context
        self.received = received
    }

    func channelActive(context: ChannelHandlerContext) {
        if behaviour != .mute { send("220 mail.example ready", context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        buffer.writeBuffer(&bytes)
        while let end = buffer.readableBytesView.firstIndex(of: 10),
            let line = buffer.readString(length: end - buffer.readerIndex + 1)
        {
            take(line.trimmingCharacters(in: .newlines), context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        received.append((isSecure ? "+" : "") + line)
        if isInMail {
            guard line == "." else { return }
            isInMail = false
            return send("250 taken", context)
        }
        switch line.prefix(4) {
        case "EHLO": send("250-mail.example\r\n250-SIZE 1000000\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN", context)
        case "STAR":
            send(behaviour == .injecting ? "220 go\r\n250 injected" : "220 go", context)
            isSecure = true
            try? context.pipeline.syncOperations.addHandler(
                NIOSSLServerHandler(context: self.context), position: .first)
        case "AUTH": send("235 welcome", context)
        case "DATA":
            isInMail = true
            send("354 go", context)
        case "QUIT": send("221 bye", context)
        default: send("250 fine", context)
        }
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
