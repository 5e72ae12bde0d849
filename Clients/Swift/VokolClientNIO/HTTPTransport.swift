import Contract
public import HTTP
import NIOCore
import NIOHTTP1
import NIOPosix
import Values
public import VokolClient

/// Makes calls over HTTP/1.1 and TLS, as `POST /rpc`.
public final class HTTPTransport: Transport {
    /// The bytes that a refusal of a stream may have, or that may wait to be read from one.
    private static let maximumStreamBytes = 65_536

    private let client: HTTPClient
    /// The client of streams, which keep their connections.
    private let streams: HTTPClient
    private let address: HTTPAddress

    /// Creates a transport; it connects with the first call.
    ///
    /// - Throws: `NIOSSLError` if the file of authorities contains no certificates.
    public init(host: String, port: Int = 443, trust: TLSTrust = .system) throws {
        var settings = HTTPClient.Settings(trust: trust)
        settings.maximumConnections = 6
        settings.idleTime = .seconds(30)
        client = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
        settings.maximumConnections = EventRules.streamsOfAccount
        settings.idleTime = nil
        streams = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
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

    public func events(of topics: [String], token: String?) async throws -> any EventSubscription {
        let names = topics.map { PercentEncoding.encoded($0) }.joined(separator: ",")
        var request = HTTPRequest(
            .GET, HTTPAddress(address.origin, target: "\(EventRules.path)?topics=\(names)"),
            headers: ["accept": "text/event-stream"])
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        let answer: (response: HTTPResponse, body: HTTPBodyStream?)
        do throws(HTTPFailure) {
            let limits = HTTPLimits(time: EventSilence.limit, maximumBytes: Self.maximumStreamBytes)
            answer = try await streams.stream(to: request, within: limits, silence: EventSilence.limit)
        } catch {
            throw TransportFailure(error)
        }
        if let body = answer.body { return HTTPEventSubscription(body) }
        guard let problem = try? Problem(document: answer.response.body) else {
            throw TransportFailure("the answer has the status \(answer.response.status)", mayHaveBeenSent: true)
        }
        throw problem
    }

    public func close() async {
        await client.shutdown()
        await streams.shutdown()
    }
}
