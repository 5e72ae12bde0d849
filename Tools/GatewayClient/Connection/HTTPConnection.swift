import Contract
import HTTP
import Machine
import NIOHTTP1
import NIOPosix

/// Makes calls over HTTP/1.1 and TLS, each in its method's HTTP form.
package struct HTTPConnection: GatewayConnection {
    private let client: HTTPClient
    private let address: GatewayAddress

    /// Creates a client with one connection, which is opened by the first call.
    package init(_ address: GatewayAddress) throws {
        var settings = HTTPClient.Settings(trust: address.trust)
        settings.maximumConnections = 1
        settings.idleTime = .seconds(30)
        client = try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
        self.address = address
    }

    package func answer(_ call: OutgoingCall) async throws -> GatewayAnswer {
        guard let binding = call.declaration.http else {
            throw OperatorError("\(call.declaration.name) has no HTTP form")
        }
        let form = try HTTPForm(binding, call.parameters)
        let origin = HTTPOrigin(isSecure: true, host: address.host, port: address.port)
        var request = HTTPRequest(HTTPMethod(rawValue: form.verb), HTTPAddress(origin, target: form.target))
        if let token = call.token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let locale = call.locale { request.headers.add(name: "accept-language", value: locale) }
        if let key = call.idempotencyKey { request.headers.add(name: "idempotency-key", value: key) }
        if let body = form.body {
            for field in form.fields { request.headers.add(name: field.name, value: field.value) }
            request.body = body
        }
        let response: HTTPResponse
        do throws(HTTPFailure) {
            // Unlimited, because the gateway answers within its own deadline and the user can interrupt the tool.
            response = try await client.response(
                to: request, within: HTTPLimits(time: nil, maximumBytes: GatewayAddress.maximumAnswerBytes))
        } catch {
            throw error.mayHaveBeenSent ? address.noAnswer(error) : address.unreachable(error)
        }
        if response.isSuccess { return .result(response.body.isEmpty ? Array("{}".utf8) : response.body) }
        return .failure(CallFailure(problem: response.body, status: response.status))
    }

    package func close() async { await client.shutdown() }
}
