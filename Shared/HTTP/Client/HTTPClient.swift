public import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The HTTP/1.1 client of every program.
///
/// It sends a request once and returns the complete answer. It neither follows redirects nor sends a request again:
/// its users decide about both. Time, bytes, connections and waiting calls are limited.
public final class HTTPClient: Sendable {
    /// The settings of a client.
    public struct Settings: Sendable {
        /// The accepted authorities; `nil` for a client of plain HTTP alone.
        public var trust: TLSTrust?
        /// The time to make a connection, TLS included.
        public var connectTime: Duration = .seconds(5)
        /// The most connections to one server; further calls wait.
        public var maximumConnections = 64
        /// The time that an idle connection is kept; `nil`: each carries one exchange.
        public var idleTime: Duration?
        /// Unpacks gzip and deflate up to this many bytes; `nil` leaves bodies as they are.
        public var maximumUnpacked: Int?

        public init(trust: TLSTrust?) { self.trust = trust }
    }

    /// The most calls that wait for a connection to one server.
    static let maximumWaiting = 1_024

    private struct State {
        var pools: [HTTPOrigin: ConnectionPool<any Channel, HTTPExchange>] = [:]
        var isShutDown = false
    }

    private let settings: Settings
    private let tls: TLSConfiguration?
    /// Made for the first call over TLS: it holds all authorities of the system.
    private let tlsContext = Mutex<NIOSSLContext?>(nil)
    private let group: any EventLoopGroup
    private let state = Mutex(State())

    /// - Throws: `NIOSSLError` if the file of authorities holds no certificates.
    public init(_ settings: Settings, group: any EventLoopGroup) throws {
        self.settings = settings
        self.group = group
        tls = try settings.trust?.configuration(protocols: ["http/1.1"])
    }

    /// Sends a request and returns the complete answer.
    ///
    /// The exchange ends at once when the caller's task is cancelled.
    public func reply(to request: HTTPRequest, within limits: HTTPLimits) async throws(HTTPFailure) -> HTTPReply {
        let context = try context(for: request.address.origin)
        let loop = group.next()
        let exchange = HTTPExchange(request, limits: limits, on: loop)
        let timer = limits.time.map { time in
            loop.scheduleTask(in: TimeAmount(time)) { exchange.fail(.timedOut) }
        }
        defer { timer?.cancel() }
        do {
            return try await withTaskCancellationHandler {
                begin(exchange, context)
                return try await exchange.outcome.get()
            } onCancel: {
                exchange.fail(.cancelled)
            }
        } catch {
            throw error as? HTTPFailure ?? HTTPFailure(.broken("\(type(of: error))"), mayHaveBeenSent: true)
        }
    }

    /// Closes the connections; calls in flight fail, and so do later ones.
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
        // All at once: a server may take its time to say goodbye.
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
            self.change(exchange.origin, tls) { pool in
                pool.gaveUp(exchange)
                return .none
            }
        }
        place(exchange, tls)
    }

    private func place(_ exchange: HTTPExchange, _ tls: NIOSSLContext?) {
        if !change(exchange.origin, tls, { $0.take(exchange) }) { exchange.fail(Self.stopping) }
    }

    private typealias Pool = ConnectionPool<any Channel, HTTPExchange>

    /// Changes the pool of a server and takes the step that follows; false if the client is shut down.
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
        case .refuse(let exchange): exchange.fail(.notConnected("too many calls wait"))
        case .use(let channel, let exchange):
            // If it was closed meanwhile, nothing was sent, and another connection can carry the exchange.
            channel.writeAndFlush(exchange).whenFailure { _ in self.place(exchange, tls) }
        case .connect(let id, let exchange): connect(id, for: exchange, tls)
        }
        return true
    }

    private func connect(_ id: Pool.ID, for exchange: HTTPExchange, _ tls: NIOSSLContext?) {
        let loop = exchange.outcome.eventLoop
        // On the loop itself, so that nothing happens to the connection before it gets its exchange.
        loop.execute {
            self.open(to: exchange.origin, tls, on: loop) {
                self.change(exchange.origin, tls) { $0.released(id) }
            }.whenComplete { self.opened(id, $0, for: exchange, tls) }
        }
    }

    private func opened(
        _ id: Pool.ID, _ result: Result<any Channel, any Error>, for exchange: HTTPExchange, _ tls: NIOSSLContext?
    ) {
        switch result {
        case .success(let channel):
            let isRunning = change(exchange.origin, tls) { pool in
                pool.opened(id, channel)
                return .none
            }
            guard isRunning else {
                exchange.fail(Self.stopping)
                return channel.close(promise: nil)
            }
            channel.closeFuture.whenComplete { _ in self.change(exchange.origin, tls) { $0.closed(id) } }
            channel.writeAndFlush(exchange).whenFailure { _ in
                exchange.fail(.notConnected("the connection was closed"))
            }
        case .failure(let error):
            exchange.fail(HTTPFailure.Reason(error, isConnected: false))
            change(exchange.origin, tls) { $0.closed(id) }
        }
    }

    /// Opens a connection by TCP; TLS follows on the channel.
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
                        // An IP address has no server name to send; the certificate must hold the address itself.
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
