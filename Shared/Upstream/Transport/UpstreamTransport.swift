import AsyncHTTPClient
public import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Values

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
        let result = await TransportRace.run {
            await Self.exchange(url, headers, limits, with: client, clock: clock)
        } until: {
            // The client's own deadline would not go beyond the head.
            await TransportRace.deadline(limits.end, clock: clock)
        }
        return try result.get()
    }

    private static func exchange(
        _ url: String, _ headers: HTTPHeaders, _ limits: Limits, with client: HTTPClient, clock: UpstreamClock
    ) async -> Result<Reply, TransportFailure> {
        var request = HTTPClientRequest(url: url)
        request.headers = headers
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            let watch = PaceWatch(
                RateFloor(start: clock.monotonic(), grace: limits.rateGrace, bytesPerSecond: limits.minimumRate))
            let body = await TransportRace.run {
                await read(response.body, upTo: limits.maximumBytes, watch: watch)
            } until: {
                await watch.run(clock: clock)
            }
            return body.map { Reply(status: Int(response.status.code), headers: response.headers, body: $0) }
        } catch {
            return .failure(TransportFailure(error))
        }
    }

    private static func read(
        _ body: HTTPClientResponse.Body, upTo maximumBytes: Int, watch: PaceWatch
    ) async -> Result<[UInt8], TransportFailure> {
        var bytes: [UInt8] = []
        do {
            for try await part in body {
                guard bytes.count + part.readableBytes <= maximumBytes else { return .failure(.tooLarge) }
                bytes += part.readableBytesView
                watch.received(bytes.count)
            }
        } catch {
            return .failure(TransportFailure(error))
        }
        // A body whose reader was cancelled ends as if it were whole.
        return Task.isCancelled ? .failure(.cancelled) : .success(bytes)
    }
}
