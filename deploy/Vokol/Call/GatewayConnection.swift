import Contracts
import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// A call as it is sent.
struct OutgoingCall: Sendable {
    var declaration: MethodDeclaration
    /// One JSON object, and the same by members for the forms that need them.
    var parameters: CallParameters
    var token: String?
    var locale: String?
    var timeoutMilliseconds: Int?
    var idempotencyKey: String?
}

/// A connection to a gateway that carries one call after the other.
protocol GatewayConnection: Sendable {
    func answer(_ call: OutgoingCall) async throws -> CallAnswer
    func close() async
}

extension GatewayAddress {
    /// Opens a TLS connection whose pipeline ends in what `addHandlers` adds.
    func connect(
        protocols: [String], _ addHandlers: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        let context = try tls(protocols: protocols)
        let name = serverName
        do {
            return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(.seconds(5))
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let tls = try NIOSSLClientHandler(context: context, serverHostname: name)
                        try channel.pipeline.syncOperations.addHandler(tls)
                        try addHandlers(channel)
                    }
                }
                .connect(host: host, port: port).get()
        } catch {
            throw OperatorError("cannot reach \(host):\(port); is it running? (\(Self.cause(of: error)))")
        }
    }

    /// A connection's error in few words, with what to do about a certificate.
    static func cause(of error: any Error) -> String {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate") {
            return "its certificate is not trusted: give --authority, or the instance's --directory"
        }
        if let failure = error as? NIOConnectionError, let first = failure.connectionErrors.first {
            return cause(of: first.error)
        }
        if let failure = error as? IOError { return String(cString: strerror(failure.errnoCode)) }
        return text
    }
}
