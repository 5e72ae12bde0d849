import Foundation
import TestSupport
import Testing

/// A client of the line protocol that makes one call at a time and skips the server's own lines.
final class LineClient: Sendable {
    let wire: Wire

    init(_ wire: Wire) { self.wire = wire }

    /// Connects to an instance's gateway.
    convenience init(_ instance: RunningInstance, protocols: [String] = ["ndjson-rpc/1"]) async throws {
        self.init(try await Wire(port: instance.port, authority: instance.authorityFile, protocols: protocols))
    }

    /// Sends a line unchanged and returns the next answer.
    func ask(_ line: String) async throws -> JSON {
        try await wire.send(line + "\n")
        return try await answer()
    }

    /// Returns the next answer to a call.
    func answer() async throws -> JSON { try JSON(try await answeringLine()) }

    /// Returns the next answer to a call, as the line received.
    func answeringLine() async throws -> String {
        while let line = try await wire.line() {
            // The server's own lines have no id.
            if try line.hasPrefix(#"{"jsonrpc":"2.0","id":"#) || JSON(line)["method"] == .null { return line }
        }
        throw Wire.Failure(reason: "the connection was closed")
    }

    /// Makes a call and returns the answer, which has `result` or `error`.
    func call(_ method: String, _ params: String = "{}", token: String? = nil, meta: [String: String] = [:])
        async throws -> JSON
    {
        try JSON(try await line(method, params, token: token, meta: meta))
    }

    /// Makes a call and returns the answer, as the line received.
    func line(_ method: String, _ params: String, token: String?, meta: [String: String]) async throws -> String {
        var members = meta.map { "\(quoted($0.key)):\($0.value)" }
        if let token { members.append("\"token\":\(quoted(token))") }
        try await wire.send(
            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params),"meta":{\#(members.joined(separator: ","))}}"#
                + "\n")
        return try await answeringLine()
    }

    /// Returns the declaration for a registration, as JSON, in its current version.
    func declaration() async throws -> String {
        try declared(try await call("auth.declaration")["result"])
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

/// Returns the parameter that confirms the answer of `auth.declaration`.
private func declared(_ current: JSON) throws -> String {
    let version = try #require(current["version"].text, "\(current)")
    return #"{"isNotGovernmentMilitary":true,"version":\#(quoted(version))}"#
}

/// A response over HTTP.
struct HTTPAnswer: Sendable {
    var status: Int
    /// The fields, with names in lower case.
    var fields: [String: String]
    var body: String

    var json: JSON { (try? JSON(body)) ?? .null }
}

extension Wire {
    /// Sends a request unchanged and reads one response; returns `nil` if the connection ends first.
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

    /// Sends a GET request, with a token if one is given.
    func get(_ path: String, token: String? = nil, fields: [String] = []) async throws -> HTTPAnswer? {
        let all = ["Host: localhost"] + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + fields
        return try await http("GET \(path) HTTP/1.1\r\n" + all.joined(separator: "\r\n") + "\r\n\r\n")
    }
}

extension Wire {
    /// Returns the declaration for a registration, as JSON, in its current version.
    func declaration() async throws -> String {
        try declared(try #require(try await get("/v1/declaration")).json)
    }
}

/// All end-to-end tests.
///
/// The suites run one after the other, because each loads the whole machine.
@Suite(.serialized) struct EndToEnd {
    /// The instances that suites share, each started by the first test that uses it.
    enum Instances {
        /// An instance as an operator starts it, but with an address limit high enough for a whole test run.
        static let plain = Task {
            try await RunningInstance(
                environment: ["VOKOL_LIMITS_ADDRESS_RATE": "1000", "VOKOL_LIMITS_ADDRESS_BURST": "10000"])
        }
        /// A park with two replicas of booking, for thousands of customers.
        static let park = Task {
            try await TestPark(
                try await RunningInstance(arguments: ["--replicas", "booking=2"], environment: TestPark.environment))
        }
        /// An instance for load and failures: two replicas of museums, and practically no limit for users.
        static let robust = Task {
            try await RunningInstance(
                arguments: ["--replicas", "museums=2"],
                environment: ["VOKOL_LIMITS_USER_RATE": "100000", "VOKOL_LIMITS_USER_BURST": "100000"])
        }
    }
}
