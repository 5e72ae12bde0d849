package import Contract
import Machine
import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// A call to send.
package struct OutgoingCall: Sendable {
    var declaration: MethodDeclaration
    var parameters: CallParameters
    var token: String?
    var locale: String?
    var timeoutMilliseconds: Int?
    var idempotencyKey: String?

    package init(
        declaration: MethodDeclaration, parameters: CallParameters, token: String? = nil, locale: String? = nil,
        timeoutMilliseconds: Int? = nil, idempotencyKey: String? = nil
    ) {
        self.declaration = declaration
        self.parameters = parameters
        self.token = token
        self.locale = locale
        self.timeoutMilliseconds = timeoutMilliseconds
        self.idempotencyKey = idempotencyKey
    }
}

/// A connection to a gateway that carries one call at a time.
package protocol GatewayConnection: Sendable {
    func answer(_ call: OutgoingCall) async throws -> GatewayAnswer
    func close() async
}

extension GatewayAddress {
    /// Opens a TLS connection, whose pipeline `addHandlers` completes.
    func connect(
        protocols: [String], from source: String? = nil, _ addHandlers: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        let context = try tls(protocols: protocols)
        let name = serverName
        do {
            var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            if let source { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: source, port: 0)) }
            return
                try await bootstrap
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
            throw unreachable(error)
        }
    }
}
