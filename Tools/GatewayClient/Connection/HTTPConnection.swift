import Contract
import Machine
import NIOCore
import NIOHTTP1

/// Calls over HTTP/1.1 and TLS, each in its method's HTTP form.
package struct HTTPConnection: GatewayConnection {
    private let channel: any Channel
    private let address: GatewayAddress

    package static func open(_ address: GatewayAddress) async throws -> HTTPConnection {
        let channel = try await address.connect(protocols: ["http/1.1"]) { try HTTPCallHandler.add(to: $0) }
        return HTTPConnection(channel: channel, address: address)
    }

    package func answer(_ call: OutgoingCall) async throws -> GatewayAnswer {
        guard let binding = call.declaration.http else {
            throw OperatorError("\(call.declaration.name) has no HTTP form")
        }
        let form = try HTTPForm(binding, call.parameters)
        var head = HTTPRequestHead(version: .http1_1, method: .init(rawValue: form.verb), uri: form.target)
        head.headers.add(name: "host", value: "\(address.host):\(address.port)")
        if let token = call.token { head.headers.add(name: "authorization", value: "Bearer \(token)") }
        if let locale = call.locale { head.headers.add(name: "accept-language", value: locale) }
        if let key = call.idempotencyKey { head.headers.add(name: "idempotency-key", value: key) }
        if let body = form.body {
            for field in form.fields { head.headers.add(name: field.name, value: field.value) }
            head.headers.add(name: "content-length", value: "\(body.count)")
        }
        let answer: HTTPCallHandler.Answer
        do {
            answer = try await HTTPCallHandler.send(head, body: form.body, on: channel)
        } catch {
            throw address.noAnswer(error)
        }
        if (200..<300).contains(answer.status) { return .result(answer.body.isEmpty ? Array("{}".utf8) : answer.body) }
        return .failure(CallFailure(problem: answer.body, status: answer.status))
    }

    package func close() async { try? await channel.close().get() }
}
