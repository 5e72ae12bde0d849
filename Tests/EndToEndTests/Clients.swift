import Foundation
import TestSupport
import Testing

/// A client by lines: one call after the other, the server's own lines passed over.
final class LineClient: Sendable {
    let wire: Wire

    init(_ wire: Wire) { self.wire = wire }

    /// A client of an instance's gateway.
    convenience init(_ instance: RunningInstance, protocols: [String] = ["ndjson-rpc/1"]) async throws {
        self.init(try await Wire(port: instance.port, authority: instance.authorityFile, protocols: protocols))
    }

    /// Sends a line as it is and gives the next line that answers a call.
    func ask(_ line: String) async throws -> JSON {
        try await wire.send(line + "\n")
        return try await answer()
    }

    /// The next line that answers a call.
    func answer() async throws -> JSON { try JSON(try await answeringLine()) }

    /// The next line that answers a call, as it came.
    func answeringLine() async throws -> String {
        while let line = try await wire.line() {
            // The server's own lines have no id.
            if try line.hasPrefix(#"{"jsonrpc":"2.0","id":"#) || JSON(line)["method"] == .null { return line }
        }
        throw Wire.Failure(reason: "the connection was closed")
    }

    /// Makes a call; the answer has `result` or `error`.
    func call(_ method: String, _ params: String = "{}", token: String? = nil, meta: [String: String] = [:])
        async throws -> JSON
    {
        try JSON(try await line(method, params, token: token, meta: meta))
    }

    /// Makes a call; the answer as it came.
    func line(_ method: String, _ params: String, token: String?, meta: [String: String]) async throws -> String {
        var members = meta.map { "\(quoted($0.key)):\($0.value)" }
        if let token { members.append("\"token\":\(quoted(token))") }
        try await wire.send(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params),"meta":{\#(members.joined(separator: ","))}}"#
                + "\n")
        return try await answeringLine()
    }

    func signIn(_ account: RunningInstance.Account) async throws -> String {
        let answer = try await call(
            "auth.login", #"{"email":\#(quoted(account.email)),"password":\#(quoted(account.password))}"#)
        guard let token = answer["result"]["accessToken"].text else {
            throw Wire.Failure(reason: "no token: \(answer)")
        }
        return token
    }
}

/// An answer over HTTP.
struct HTTPAnswer: Sendable {
    var status: Int
    /// Names in lower case.
    var fields: [String: String]
    var body: String

    var json: JSON { (try? JSON(body)) ?? .null }
}

extension Wire {
    /// Sends a request as it is and reads one answer; `nil` if the connection ends before one.
    func http(_ request: String) async throws -> HTTPAnswer? {
        try await send(request)
        return try await httpAnswer()
    }

    func httpAnswer() async throws -> HTTPAnswer? {
        guard let first = try await line() else { return nil }
        let words = first.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Failure(reason: "no HTTP: \(first)") }
        var fields: [String: String] = [:]
        while let line = try await line(), line != "\r" {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespacesAndNewlines)
        }
        let body = try await bytes(fields["content-length"].flatMap { Int($0) } ?? 0) ?? []
        return HTTPAnswer(status: status, fields: fields, body: String(decoding: body, as: UTF8.self))
    }

    /// A GET with a token.
    func get(_ path: String, token: String? = nil, fields: [String] = []) async throws -> HTTPAnswer? {
        let all = ["Host: localhost"] + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + fields
        return try await http("GET \(path) HTTP/1.1\r\n" + all.joined(separator: "\r\n") + "\r\n\r\n")
    }
}

/// Everything end to end, one suite after the other: each loads the whole machine.
@Suite(.serialized) struct EndToEnd {
    /// The instances that suites share; each is started by the first test that asks for it.
    enum Shared {
        /// As an operator starts it, but with an address limit that a whole test run fits in.
        static let plain = Task {
            try await RunningInstance(
                environment: ["VOKOL_LIMITS_ADDRESS_RATE": "1000", "VOKOL_LIMITS_ADDRESS_BURST": "10000"])
        }
        /// A park over two replicas of booking, for thousands of customers.
        static let park = Task {
            try await TestPark(
                try await RunningInstance(arguments: ["--replicas", "booking=2"], environment: TestPark.environment))
        }
        /// Two replicas of museums and no limit for users, to be loaded and broken.
        static let robust = Task {
            try await RunningInstance(
                arguments: ["--replicas", "museums=2"],
                environment: ["VOKOL_LIMITS_USER_RATE": "100000", "VOKOL_LIMITS_USER_BURST": "100000"])
        }
    }
}
