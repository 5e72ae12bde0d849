public import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The HTTP/1.1 client that all programs use.
///
/// It sends a request once and returns the complete response, or one to read as it arrives; redirects and retries are
/// left to its users. Time, bytes, connections and waiting calls are limited.
public final class HTTPClient: Sendable {
    /// The settings of a client.
    public struct Settings: Sendable {
        /// The trusted certificate authorities; `nil` for a client that uses plain HTTP only.
        public var trust: TLSTrust?
        /// The time limit for making a connection, TLS included.
        public var connectTime: Duration = .seconds(5)
        /// The maximum number of connections to one server; further calls wait.
        public var maximumConnections = 64
        /// The time that an idle connection is kept open; `nil` to close connections after one exchange.
        public var idleTime: Duration?
        /// The maximum size of a gzip or deflate body once unpacked, in bytes; `nil` to leave bodies packed.
        public var maximumUnpacked: Int?

        public init(trust: TLSTrust?) { self.trust = trust }
    }

    /// The maximum number of calls that wait for a connection to one server.
    static let maximumWaiting = 1_024

    private struct State {
        var pools: [HTTPOrigin: ConnectionPool<any Channel, HTTPExchange>] = [:]
        var isShutDown = false
    }

    private let settings: Settings
    private let tls: TLSConfiguration?
    /// The TLS context, created for the first call over TLS because it loads all of the system's authorities.
    private let tlsContext = Mutex<NIOSSLContext?>(nil)
    private let group: any EventLoopGroup
    private let state = Mutex(State())

    /// Creates a client.
    ///
    /// - Throws: `NIOSSLError` if the file of authorities contains no certificates.
    public init(_ settings: Settings, group: any EventLoopGroup) throws {
        self.settings = settings
        self.group = group
        tls = try settings.trust?.configuration(protocols: ["http/1.1"])
    }

    /// Sends a request and returns the complete response.
    ///
    /// Cancelling the caller's task ends the exchange at once.
    public func response(to request: HTTPRequest, within limits: HTTPLimits) async throws(HTTPFailure) -> HTTPResponse {
        try await response(to: request, within: limits, stream: nil)
    }

    /// Sends a request and returns the response, whose body is read as it arrives if the status is a success.
    ///
    /// The connection serves this response only. Release of the stream does not close it: the reader does.
    ///
    /// - Parameters:
    ///   - limits: the limits on the response without a stream; with one, the time ends with the head, and the bytes
    ///     are those that wait to be read.
    ///   - silence: the longest time without a byte of the body.
    public func stream(
        to request: HTTPRequest, within limits: HTTPLimits, silence: Duration
    ) async throws(HTTPFailure) -> (response: HTTPResponse, body: HTTPBodyStream?) {
        let stream = HTTPBodyStream(silence: silence, maximumBytes: limits.maximumBytes)
        let response = try await response(to: request, within: limits, stream: stream)
        return (response, response.isSuccess ? stream : nil)
    }

    private func response(
        to request: HTTPRequest, within limits: HTTPLimits, stream: HTTPBodyStream?
    ) async throws(HTTPFailure) -> HTTPResponse {
        let context = try context(for: request.address.origin)
        let limited = LimitedRequest(request: request, limits: limits, stream: stream)
        let exchange = HTTPExchange(limited, on: group.next())
        return try await exchange.response(within: limits.time) { begin(exchange, context) }
    }

    /// Closes the connections; calls in flight and later ones fail.
    public func shutdown() async {
        let pools = state.withLock { state in
            state.isShutDown = true
            defer { state.pools = [:] }
            return state.pools.values.map { pool in
                var pool = pool
                return pool.removeAll()
            }
        }
        for exchange in pools.flatMap(\.calls) { exchange.fail(Self.stopping) }
        // Closes all at once, because a server may take its time to close its side.
        for closed in pools.flatMap(\.connections).map({ $0.close() }) { try? await closed.get() }
    }

    private static let stopping = HTTPFailure.Reason.notConnected("the program is stopping")

    private func context(for origin: HTTPOrigin) throws(HTTPFailure) -> NIOSSLContext? {
        guard origin.isSecure else { return nil }
        guard let tls else { throw HTTPFailure(.notConnected("this client has no TLS"), mayHaveBeenSent: false) }
        do {
            return try tlsContext.withLock { context in
                let made = try context ?? NIOSSLContext(configuration: tls)
                context = made
                return made
            }
        } catch {
            throw HTTPFailure(.notConnected("the certificate authorities cannot be used"), mayHaveBeenSent: false)
        }
    }

    // MARK: Carrying out the pool's decisions

    private func begin(_ exchange: HTTPExchange, _ tls: NIOSSLContext?) {
        exchange.outcome.whenFailure { _ in
            self.change(exchange.request.origin, tls) { pool in
                pool.gaveUp(exchange)
                return .none
            }
        }
        place(exchange, tls)
    }

    private func place(_ exchange: HTTPExchange, _ tls: NIOSSLContext?) {
        if !change(exchange.request.origin, tls, { $0.take(exchange) }) { exchange.fail(Self.stopping) }
    }

    private typealias Pool = ConnectionPool<any Channel, HTTPExchange>

    /// Updates the pool of a server and takes the next step; returns false if the client has been shut down.
    @discardableResult
    private func change(_ origin: HTTPOrigin, _ tls: NIOSSLContext?, _ change: (inout Pool) -> Pool.Step) -> Bool {
        let step = state.withLock { state -> Pool.Step? in
            guard !state.isShutDown else { return nil }
            var pool =
                state.pools.removeValue(forKey: origin)
                ?? Pool(maximum: settings.maximumConnections, maximumWaiting: Self.maximumWaiting)
            let step = change(&pool)
            if !pool.isEmpty { state.pools[origin] = pool }
            return step
        }
        guard let step else { return false }
        switch step {
        case .none: break
        case .reject(let exchange): exchange.fail(.notConnected("too many calls wait"))
        case .use(let channel, let exchange):
            // If the connection was closed meanwhile, nothing was sent, and another one can carry the exchange.
            channel.writeAndFlush(exchange).whenFailure { _ in self.place(exchange, tls) }
        case .connect(let id, let exchange): connect(id, for: exchange, tls)
        }
        return true
    }

    private func connect(_ id: Pool.ID, for exchange: HTTPExchange, _ tls: NIOSSLContext?) {
        let loop = exchange.outcome.eventLoop
        // Runs on the event loop, so that nothing happens to the connection before it has its exchange.
        loop.execute {
            self.open(to: exchange.request.origin, tls, on: loop) {
                self.change(exchange.request.origin, tls) { $0.released(id) }
            }.whenComplete { self.opened(id, $0, for: exchange, tls) }
        }
    }

    private func opened(
        _ id: Pool.ID, _ result: Result<any Channel, any Error>, for exchange: HTTPExchange, _ tls: NIOSSLContext?
    ) {
        switch result {
        case .success(let channel):
            let isRunning = change(exchange.request.origin, tls) { pool in
                pool.opened(id, channel)
                return .none
            }
            guard isRunning else {
                exchange.fail(Self.stopping)
                return channel.close(promise: nil)
            }
            channel.closeFuture.whenComplete { _ in self.change(exchange.request.origin, tls) { $0.closed(id) } }
            channel.writeAndFlush(exchange).whenFailure { _ in
                exchange.fail(.notConnected("the connection was closed"))
            }
        case .failure(let error):
            exchange.fail(HTTPFailure.Reason(error, isConnected: false))
            change(exchange.request.origin, tls) { $0.closed(id) }
        }
    }

    /// Opens a TCP connection; the TLS handshake follows on the channel.
    private func open(
        to origin: HTTPOrigin, _ tls: NIOSSLContext?, on loop: any EventLoop, released: @escaping @Sendable () -> Void
    ) -> EventLoopFuture<any Channel> {
        let number = try? SocketAddress(ipAddress: origin.host, port: origin.port)
        let connection = ExchangeHandler.Settings(
            isSecure: origin.isSecure, connectTime: TimeAmount(settings.connectTime),
            idleTime: settings.idleTime.map { TimeAmount($0) })
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(connection.connectTime)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [maximumUnpacked = settings.maximumUnpacked] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        // An IP address is not sent as a server name; the certificate must contain the address.
                        let name = number == nil ? origin.host : nil
                        try pipeline.addHandler(try NIOSSLClientHandler(context: tls, serverHostname: name))
                    }
                    try pipeline.addHTTPClientHandlers()
                    if let maximumUnpacked {
                        try pipeline.addHandler(NIOHTTPResponseDecompressor(limit: .size(maximumUnpacked)))
                    }
                    try pipeline.addHandler(ExchangeHandler(connection, released: released))
                }
            }
        guard let number else { return bootstrap.connect(host: origin.host, port: origin.port) }
        return bootstrap.connect(to: number)
    }
}
