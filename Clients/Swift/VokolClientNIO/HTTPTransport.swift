public import HTTP
import NIOCore
import NIOHTTP1
import NIOPosix
public import VokolClient

/// Makes calls over HTTP/1.1 and TLS, as `POST /rpc`.
public final class HTTPTransport: Transport {
    private let client: HTTPClient
    private let address: HTTPAddress

    /// Creates a transport; it connects with the first call.
    ///
    /// - Throws: `NIOSSLError` if the file of authorities contains no certificates.
    public init(host: String, port: Int = 443, trust: TLSTrust = .system) throws {
        var settings = HTTPClient.Settings(trust: trust)
        settings.maximumConnections = 6
        settings.idleTime = .seconds(30)
        client = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
        address = HTTPAddress(HTTPOrigin(isSecure: true, host: host, port: port), target: "/rpc")
    }

    public func answer(to request: CallRequest) async throws(TransportFailure) -> [UInt8] {
        let http = HTTPRequest(
            .POST, address, headers: ["content-type": "application/json"], body: request.envelope(id: 1))
        do throws(HTTPFailure) {
            let limits = HTTPLimits(time: request.patience, maximumBytes: CallRequest.maximumAnswerBytes)
            return try await client.response(to: http, within: limits).body
        } catch {
            throw TransportFailure(error)
        }
    }

    public func close() async { await client.shutdown() }
}
