import Contracts
public import NIOCore
import NIOPosix
import NIOSSL

/// Hands mail to a submission server; one connection a mail.
public struct SMTPSender: MessageSender {
    /// How to reach the server and what to tell it.
    public struct Configuration: Sendable {
        public var host: String
        public var port: Int
        public var security: SMTPSecurity
        public var credentials: SMTPCredentials?
        /// Whom the mail is from.
        public var from: MailAddress
        /// The name by which we greet: a host name of ours.
        public var clientName: String
        /// A PEM file with the authority whose certificates are believed; `nil`: those that the system believes.
        public var authorityFile: String?

        public init(
            host: String, port: Int, security: SMTPSecurity, credentials: SMTPCredentials?, from: MailAddress,
            clientName: String = "localhost"
        ) {
            self.host = host
            self.port = port
            self.security = security
            self.credentials = credentials
            self.from = from
            self.clientName = clientName
        }
    }

    private let configuration: Configuration
    private let tls: NIOSSLContext
    private let group: any EventLoopGroup

    /// A sender for a server.
    /// - Throws: ``SenderFault`` if the settings are unsafe or make no sense.
    public init(_ configuration: Configuration, group: any EventLoopGroup) throws(SenderFault) {
        let isHere = ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
        if configuration.security == .none, !isHere || configuration.credentials != nil {
            throw SenderFault("a mail server without TLS must be on this machine and take no password")
        }
        guard configuration.from.isSafe else { throw SenderFault("the sender's address is no e-mail address") }
        let name = configuration.clientName
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw SenderFault("the name for greeting mail servers must be a host name")
        }
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
        let session = SMTPSession(
            mail: mail, from: configuration.from,
            recipient: MailAddress(name: nil, address: delivery.message.recipient),
            clientName: configuration.clientName, credentials: configuration.credentials,
            security: configuration.security)
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
        // An address has no name to send or to verify by: its certificate must hold the address itself.
        let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : host)
    }

    /// Which kind of trouble it was; the error's own words might repeat what a server said.
    private static func reason(of error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "mail server cannot be trusted: TLS failed"
        case is NIOConnectionError, is ChannelError, is IOError: "mail server cannot be reached"
        default: "mail server: \(type(of: error))"
        }
    }
}

/// Settings for sending messages that cannot be used.
public struct SenderFault: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
