import Contract
import NIOCore
import NIOEmbedded
import RPC
import Testing

@testable import Gateway

/// A connection to a gateway with a web client, without TLS and sockets.
final class WebConnection {
    let fixture: EdgeFixture
    private let client: EmbeddedClient

    init(
        _ site: WebSite? = nil, publicAddress: String = "city.example.org",
        policies: CallGate.Policies = CallGate.Policies(), limits: EdgeLimits = EdgeLimits()
    ) throws {
        fixture = try EdgeFixture(limits: limits, policies: policies, web: site, publicAddress: publicAddress)
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        client = try EmbeddedClient(HTTPHandler(edge: fixture.edge, client: address), on: fixture.loop)
    }

    /// Sends a GET and returns the answer.
    func get(_ target: String, _ fields: [String] = [], verb: String = "GET") throws -> Answer {
        let lines = ["\(verb) \(target) HTTP/1.1", "Host: city.example.org"] + fields
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return try answer()
    }

    /// Sends a POST with a JSON body, which a service still has to answer.
    func post(_ target: String, _ body: String, _ fields: [String] = []) throws {
        let lines =
            ["POST \(target) HTTP/1.1", "Host: city.example.org", "Content-Type: application/json"] + fields
            + ["Content-Length: \(body.utf8.count)"]
        try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Returns the parameters that the service got last.
    func sentParams() throws -> String {
        let call = try #require(fixture.sent.last?.call as? RoutedCall)
        return call.params.map { String(buffer: $0) } ?? ""
    }

    /// Answers the call that waits with a result or an error.
    func serve(_ outcome: LinkOutcome) throws -> Answer {
        fixture.link(of: .auth).answer(outcome)
        return try answer()
    }

    func serve(_ result: String) throws -> Answer { try serve(.result(ByteBuffer(string: result))) }

    func answer() throws -> Answer { Answer(try client.bytes()) }

    /// A parsed response.
    struct Answer {
        let status: Int
        /// The lines of the head after the first.
        let lines: [String]
        let body: [UInt8]

        init(_ bytes: [UInt8]) {
            var end = bytes.count
            if bytes.count >= 4 {
                for index in 0...(bytes.count - 4) where bytes[index..<index + 4].elementsEqual([13, 10, 13, 10]) {
                    end = index
                    break
                }
            }
            let head = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
            status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            lines = Array(head.dropFirst())
            body = Array(bytes.dropFirst(end + 4))
        }

        var text: String { String(decoding: body, as: UTF8.self) }

        /// The values of a field, joined as a list.
        subscript(_ name: String) -> String? {
            let values = lines.filter { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
                .map { String($0.dropFirst(name.count + 2)) }
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
    }
}
