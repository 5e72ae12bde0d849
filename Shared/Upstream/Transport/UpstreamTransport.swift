import HTTP
public import NIOCore
import NIOHTTP1

/// The HTTP client for all of a process's calls to third parties.
///
/// It neither follows redirects nor retries; that is the task of ``UpstreamHost``.
public final class UpstreamTransport: Sendable {
    /// The maximum length of any third party's body, unpacked, in bytes.
    public static let maximumUnpacked = 8 * 1_048_576

    private let client: HTTPClient
    private let clock: UpstreamClock

    /// Creates the client.
    ///
    /// - Parameters:
    ///   - authorityFile: a PEM file with certificate authorities to trust in addition to the system's.
    ///   - connectTimeout: the time limit for making a connection, TLS included.
    /// - Throws: `NIOSSLError` if the file contains no certificates.
    public init(
        authorityFile: String? = nil, connectTimeout: Duration = .seconds(2), clock: UpstreamClock = .system,
        group: any EventLoopGroup
    ) throws {
        var settings = HTTPClient.Settings(trust: authorityFile.map { .systemAnd(file: $0) } ?? .system)
        settings.connectTime = connectTimeout
        settings.idleTime = .seconds(30)
        settings.maximumUnpacked = Self.maximumUnpacked
        client = try HTTPClient(settings, group: group)
        self.clock = clock
    }

    /// Closes the connections; calls in flight fail.
    public func shutdown() async { await client.shutdown() }

    /// The limits of one exchange.
    struct Limits: Sendable {
        /// The deadline of the exchange.
        var end: ContinuousClock.Instant
        /// The maximum length of the unpacked body, in bytes.
        var maximumBytes: Int
        /// The minimum rate of the unpacked body, in bytes per second.
        var minimumRate: Int
        var rateGrace: Duration
    }

    /// Sends a GET and reads the answer, until it is complete or exceeds one of the limits.
    func get(
        _ address: HTTPAddress, headers: HTTPHeaders, limits: Limits
    ) async throws(HTTPFailure) -> HTTPResponse {
        let (client, clock) = (client, clock)
        let pace = PaceWatch(grace: limits.rateGrace, bytesPerSecond: limits.minimumRate, clock: clock)
        let request = HTTPRequest(.GET, address, headers: headers)
        // The client's own timer cannot follow a test's clock.
        let exchange = HTTPLimits(time: nil, maximumBytes: limits.maximumBytes) { pace.received($0) }
        return try await TransportRace.run {
            do throws(HTTPFailure) {
                return .success(try await client.response(to: request, within: exchange))
            } catch {
                return .failure(error)
            }
        } until: {
            await TransportRace.deadline(limits.end, clock: clock)
        } or: {
            await pace.run()
        }.get()
    }
}
