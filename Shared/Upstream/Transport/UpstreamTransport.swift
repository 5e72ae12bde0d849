import AsyncHTTPClient
import Contracts
public import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL

/// The HTTP client for all of a process's calls to third parties.
///
/// It neither follows redirects nor retries: that is up to ``UpstreamHost``.
public final class UpstreamTransport: Sendable {
    /// The longest body of any third party, unpacked, in bytes.
    public static let maximumUnpacked = 8 * 1_048_576
    /// The most connections to one server; further calls wait.
    static let maximumConnections = 64
    /// The time that an idle connection is kept.
    static let idleTimeout: TimeAmount = .seconds(30)

    private let client: HTTPClient
    private let clock: UpstreamClock

    /// - Parameters:
    ///   - authorityFile: a PEM file with certificate authorities to trust in addition to those that the system
    ///     trusts.
    ///   - connectTimeout: the time to make a connection, TLS included.
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
        // A failed connection counts as a retry, which has our budget.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        self.clock = clock
    }

    deinit {
        // Idle connections of a transport that was not shut down, as after a failed start.
        client.shutdown { _ in }
    }

    /// Closes the connections; calls in flight fail.
    public func shutdown() async {
        // It fails only if it was shut down already.
        try? await client.shutdown()
    }

    /// The limits of one exchange.
    struct Limits: Sendable {
        /// The deadline.
        var end: ContinuousClock.Instant
        /// The longest body, unpacked, in bytes.
        var maximumBytes: Int
        /// The slowest rate of a body in unpacked bytes a second.
        var minimumRate: Int
        var rateGrace: Duration
    }

    /// A server's answer.
    struct Reply: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]
    }

    /// Sends a GET and reads its answer, up to the last byte or one of the limits.
    func get(
        _ url: String, headers: HTTPHeaders, limits: Limits
    ) async throws(TransportFailure) -> Reply {
        let (client, clock) = (client, clock)
        let result = await TransportRace.run {
            await Self.exchange(url, headers, limits, with: client, clock: clock)
        } until: {
            // The client's own deadline covers only the head.
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
        // A body whose reader was cancelled ends as if it were complete.
        return Task.isCancelled ? .failure(.cancelled) : .success(bytes)
    }
}
