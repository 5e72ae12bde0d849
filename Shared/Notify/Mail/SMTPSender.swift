public import NIOCore
import NIOPosix
import NIOSSL
import Values

/// Submits mail to a mail server, with one connection per mail.
public struct SMTPSender: MessageSender {
    private let configuration: SMTPConfiguration
    private let tls: NIOSSLContext
    private let group: any EventLoopGroup

    /// Creates a sender for a server.
    ///
    /// - Throws: ``SenderFault`` if the configuration is unsafe or unusable.
    public init(_ configuration: SMTPConfiguration, group: any EventLoopGroup) throws(SenderFault) {
        try configuration.check()
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.minimumTLSVersion = .tlsv12
        settings.trustRoots = configuration.authorityFile.map { .file($0) } ?? .default
        settings.certificateVerification = .fullVerification
        do {
            tls = try NIOSSLContext(configuration: settings)
        } catch {
            throw SenderFault("the certificate authorities for mail cannot be used")
        }
        self.configuration = configuration
        self.group = group
    }

    public func send(_ delivery: Delivery) async throws(DeliveryFailure) {
        let mail = try MailText(delivery, from: configuration.from)
        let recipient = MailAddress(name: nil, address: delivery.message.recipient)
        let session = SMTPSession(mail: mail, to: recipient, configuration)
        let loop = group.next()
        let outcome = loop.makePromise(of: Void.self)
        let limit = TimeAmount.nanoseconds(delivery.limit.wholeMilliseconds &* 1_000_000)
        let timer = loop.scheduleTask(in: limit) {
            outcome.fail(DeliveryFailure(.transient, "mail server did not answer in time"))
        }
        connect(session, on: loop, limit: limit, outcome: outcome)
        defer { timer.cancel() }
        do {
            try await outcome.futureResult.get()
        } catch {
            throw error as? DeliveryFailure ?? DeliveryFailure(.transient, Self.reason(of: error))
        }
    }

    private func connect(
        _ session: SMTPSession, on loop: any EventLoop, limit: TimeAmount, outcome: EventLoopPromise<Void>
    ) {
        let tls = tls
        let host = configuration.host
        let isImmediate = configuration.security == .tls
        ClientBootstrap(group: loop)
            .connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if isImmediate { try pipeline.addHandler(Self.tlsHandler(tls, host: host)) }
                    try pipeline.addHandler(
                        SMTPHandler(session, outcome: outcome) { try Self.tlsHandler(tls, host: host) })
                }
            }
            .connect(host: host, port: configuration.port)
            .whenComplete { result in
                switch result {
                case .success(let channel): outcome.futureResult.whenComplete { _ in channel.close(promise: nil) }
                case .failure(let error): outcome.fail(error)
                }
            }
    }

    private static func tlsHandler(_ context: NIOSSLContext, host: String) throws -> NIOSSLClientHandler {
        // An IP address cannot be sent as a server name; the certificate must contain the address itself.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    /// Returns the kind of an error, because the error's own text might quote the server.
    private static func reason(of error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "mail server cannot be trusted: TLS failed"
        case is NIOConnectionError, is ChannelError, is IOError: "mail server cannot be reached"
        default: "mail server: \(type(of: error))"
        }
    }
}
