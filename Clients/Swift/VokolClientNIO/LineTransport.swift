public import HTTP
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
public import VokolClient

/// Makes calls as lines of JSON over one TLS connection, many at a time.
///
/// The connection is made by the first call, and again when it was lost or the server is shutting down.
public final class LineTransport: Transport {
    private static let connectTime = TimeAmount.seconds(5)

    private struct State {
        /// The connections, and the attempts to make one, by their numbers.
        var channels: [UInt64: EventLoopFuture<any Channel>] = [:]
        /// The connection for new calls; the others have calls in flight.
        var current: UInt64?
        var lastID: UInt64 = 0
        var isClosed = false
    }

    private let host: String
    private let port: Int
    private let tls: NIOSSLContext
    private let source: SocketAddress?
    private let receiver: LineClientHandler.Receiver?
    private let state = Mutex(State())

    /// Creates a transport; it connects with the first call.
    ///
    /// - Throws: `NIOSSLError` if the file of authorities contains no certificates.
    public convenience init(host: String, port: Int = 443, trust: TLSTrust = .system) throws {
        try self.init(host: host, port: port, trust: trust, from: nil)
    }

    /// Creates a transport that connects from a local IP address; `nil` for any.
    package init(host: String, port: Int, trust: TLSTrust, from source: String?) throws {
        (self.host, self.port) = (host, port)
        self.source = try source.map { try SocketAddress(ipAddress: $0, port: 0) }
        receiver = nil
        tls = try NIOSSLContext(configuration: trust.configuration(protocols: ["ndjson-rpc/1"]))
    }

    public func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
        let connecting = try connection()
        let call = LineCall(request, on: connecting.eventLoop)
        do throws(HTTPFailure) {
            return try await call.response(within: request.patience) { send(call, over: connecting) }
        } catch {
            throw TransportFailure(error)
        }
    }

    private func send(_ call: LineCall, over connecting: EventLoopFuture<any Channel>) {
        connecting.whenComplete { result in
            switch result {
            case .success(let channel):
                channel.writeAndFlush(call).whenFailure { _ in call.fail(.notConnected("the connection was closed")) }
            case .failure(let error):
                call.fail(.init(error, isConnected: false))
            }
        }
    }

    /// Opens the connection ahead of the first call.
    package func connect() async throws(TransportFailure) {
        do {
            _ = try await connection().get()
        } catch {
            throw error as? TransportFailure
                ?? TransportFailure(HTTPFailure(.init(error, isConnected: false), mayHaveBeenSent: false))
        }
    }

    /// Creates a transport to the same server that is used for a subscription.
    private init(_ other: LineTransport, receiver: @escaping LineClientHandler.Receiver) {
        (host, port, tls, source) = (other.host, other.port, other.tls, other.source)
        self.receiver = receiver
    }

    public func events(of topics: [String], token: String?) async throws -> any EventSubscription {
        // A connection of its own, because a connection has one subscription only.
        let inbox = EventInbox()
        let transport = LineTransport(self, receiver: LineEventSubscription.receiver(of: inbox))
        return try await LineEventSubscription(topics, token: token, over: transport, inbox)
    }

    /// Closes the connection without waiting for its end.
    func shutDown() {
        for channel in takeChannels() { channel.whenSuccess { $0.close(promise: nil) } }
    }

    public func close() async {
        // A connection that could not be made is closed.
        for channel in takeChannels() { try? await channel.get().close() }
    }

    private func takeChannels() -> [EventLoopFuture<any Channel>] {
        state.withLock { state in
            (state.isClosed, state.current) = (true, nil)
            defer { state.channels = [:] }
            return Array(state.channels.values)
        }
    }

    private func connection() throws(TransportFailure) -> EventLoopFuture<any Channel> {
        let connection = state.withLock { state -> EventLoopFuture<any Channel>? in
            if state.isClosed { return nil }
            if let id = state.current, let connection = state.channels[id] { return connection }
            state.lastID += 1
            let connection = open(state.lastID)
            (state.current, state.channels[state.lastID]) = (state.lastID, connection)
            return connection
        }
        guard let connection else { throw TransportFailure("the client is closed", mayHaveBeenSent: false) }
        return connection
    }

    /// Lets later calls use another connection, and also those that this one has not sent.
    private func retire(_ id: UInt64, _ unsent: [LineCall] = []) {
        state.withLock { state in
            if state.current == id { state.current = nil }
        }
        for call in unsent {
            do throws(TransportFailure) {
                send(call, over: try connection())
            } catch {
                call.fail(.notConnected(error.description))
            }
        }
    }

    private func forget(_ id: UInt64) {
        state.withLock { state in
            if state.current == id { state.current = nil }
            state.channels[id] = nil
        }
    }

    private func open(_ id: UInt64) -> EventLoopFuture<any Channel> {
        // An IP address is not sent as a server name; the certificate must contain the address.
        let name = (try? SocketAddress(ipAddress: host, port: port)) == nil ? host : nil
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        // Begins in a later turn, because a failure calls `forget`, which needs the lock that is held now.
        return loop.flatSubmit { [self] in
            var bootstrap = ClientBootstrap(group: loop)
            if let source { bootstrap = bootstrap.bind(to: source) }
            return
                bootstrap
                .connectTimeout(Self.connectTime)
                .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { [tls, receiver] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
                        try pipeline.addHandler(LineClientHandler(receiver: receiver) { self.retire(id, $0) })
                        channel.closeFuture.whenComplete { _ in self.forget(id) }
                    }
                }
                .connect(host: host, port: port)
                .flatMapErrorThrowing { error in
                    self.forget(id)
                    throw error
                }
        }
    }
}

extension TransportFailure {
    init(_ failure: HTTPFailure) {
        self.init(
            failure.description, mayHaveBeenSent: failure.mayHaveBeenSent, isUntrusted: failure.reason == .untrusted)
    }
}
