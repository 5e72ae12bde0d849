import AsyncHTTPClient
import Contracts
public import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

/// The HTTP client that all calls of a process to third parties go through.
///
/// It neither follows redirects nor tries again: that is for whoever knows the third party.
public final class UpstreamTransport: Sendable {
    /// The longest body of any third party, unpacked, in bytes.
    public static let maximumUnpacked = 8 * 1_048_576
    /// Connections to one server; more calls than that wait for one of them.
    static let maximumConnections = 64
    /// How long a connection is kept for the next call.
    static let idleTimeout: TimeAmount = .seconds(30)

    private let client: HTTPClient
    private let clock: UpstreamClock

    /// - Parameters:
    ///   - authorityFile: a PEM file with authorities whose certificates are believed beside those that the system
    ///     believes.
    ///   - connectTimeout: for a connection, TLS included.
    /// - Throws: `NIOSSLError` if the file holds no certificates.
    public init(
        authorityFile: String? = nil, connectTimeout: Duration = .seconds(2), clock: UpstreamClock = .system,
        group: any EventLoopGroup
    ) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.certificateVerification = .fullVerification
        if let authorityFile {
            tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMFile(authorityFile))]
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .milliseconds(connectTimeout.wholeMilliseconds)),
            connectionPool: .init(
                idleTimeout: Self.idleTimeout, concurrentHTTP1ConnectionsPerHostSoftLimit: Self.maximumConnections),
            decompression: .enabled(limit: .size(Self.maximumUnpacked)))
        configuration.httpVersion = .http1Only
        // A connection that fails is a retry, and those have a budget of ours.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        self.clock = clock
    }

    deinit {
        // Idle connections of a transport that nobody shut down, as in a start that failed.
        client.shutdown { _ in }
    }

    /// Closes its connections; calls in flight fail.
    public func shutdown() async {
        // It fails only where it was shut down already.
        try? await client.shutdown()
    }

    /// What bounds one exchange.
    struct Limits: Sendable {
        /// When it is given up.
        var end: ContinuousClock.Instant
        /// The longest body, unpacked, in bytes.
        var maximumBytes: Int
        /// The least bytes a second of a body, unpacked.
        var minimumRate: Int
        var rateGrace: Duration
    }

    /// What a server said.
    struct Reply: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]
    }

    /// Sends a GET and reads its answer, to the last byte or to one of the limits.
    func get(
        _ url: String, headers: HTTPHeaders, limits: Limits
    ) async throws(TransportFailure) -> Reply {
        let (client, clock) = (client, clock)
        let watch = TransportWatch(end: limits.end)
        let result = await withTaskGroup(of: Result<Reply, TransportFailure>.self) { tasks in
            tasks.addTask {
                await Self.exchange(url, headers, limits, with: client, watch: watch, clock: clock)
            }
            tasks.addTask { .failure(await watch.run(clock: clock)) }
            let first = await tasks.next() ?? .failure(.cancelled)
            tasks.cancelAll()
            return first
        }
        return try result.get()
    }

    private static func exchange(
        _ url: String, _ headers: HTTPHeaders, _ limits: Limits, with client: HTTPClient, watch: TransportWatch,
        clock: UpstreamClock
    ) async -> Result<Reply, TransportFailure> {
        var request = HTTPClientRequest(url: url)
        request.headers = headers
        do {
            // The watch ends it; the client's own deadline would not go beyond the head.
            let response = try await client.execute(request, deadline: .distantFuture)
            let floor = RateFloor(
                start: clock.monotonic(), grace: limits.rateGrace, bytesPerSecond: limits.minimumRate)
            watch.received(0, floor: floor)
            var body: [UInt8] = []
            for try await part in response.body {
                guard body.count + part.readableBytes <= limits.maximumBytes else { return .failure(.tooLarge) }
                body += part.readableBytesView
                watch.received(body.count, floor: floor)
            }
            // A body whose reader was cancelled ends as if it were whole.
            if Task.isCancelled { return .failure(.cancelled) }
            return .success(Reply(status: Int(response.status.code), headers: response.headers, body: body))
        } catch {
            return .failure(TransportFailure(error))
        }
    }
}
