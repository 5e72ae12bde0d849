import Foundation
import HTTP
import TestSupport
import Testing
import VokolClient
import VokolClientNIO

/// Makes calls with a transport of the Swift client, and shows the answers as JSON.
protocol JSONCaller: Sendable {
    var transport: any Transport { get }
}

/// Makes calls over one line connection.
struct LineClient: JSONCaller {
    let transport: any Transport

    /// Connects to an instance's gateway.
    init(_ instance: RunningInstance) async throws {
        try await self.init(port: instance.port, authority: instance.authorityFile)
    }

    /// Connects to the gateway on a port of this machine.
    init(port: Int, authority: String) async throws {
        let lines = try LineTransport(host: "localhost", port: port, trust: .only(file: authority))
        try await translated { () async throws(TransportFailure) in try await lines.connect() }
        transport = lines
    }
}

/// Makes calls over HTTPS.
struct HTTPSClient: JSONCaller {
    let transport: any Transport

    /// Creates a client of an instance's gateway; it connects with the first call.
    init(_ instance: RunningInstance) throws {
        transport = try HTTPTransport(
            host: "localhost", port: instance.port, trust: .only(file: instance.authorityFile))
    }
}

/// Reports failures of a transport as those of ``Wire``.
private func translated<Value>(_ body: () async throws(TransportFailure) -> Value) async throws -> Value {
    do throws(TransportFailure) {
        return try await body()
    } catch {
        throw Wire.Failure(reason: "\(error)")
    }
}

extension JSONCaller {
    /// Makes a call and returns the answer, which has `result` or `error`.
    ///
    /// - Parameter meta: the locale, the idempotency key and the time limit, as JSON.
    func call(_ method: String, _ params: String = "{}", token: String? = nil, meta: [String: String] = [:])
        async throws -> JSON
    {
        try JSON(try await line(method, params, token: token, meta: meta))
    }

    /// Makes a call and returns the answer, as the line received.
    func line(_ method: String, _ params: String, token: String?, meta: [String: String]) async throws -> String {
        var request = CallRequest(method: method, params: Array(params.utf8), timeout: .seconds(60))
        request.token = token
        for (name, value) in meta {
            switch name {
            case "locale": request.locale = try JSON(value).text
            case "idempotencyKey": request.idempotencyKey = try JSON(value).text
            case "timeoutMs": request.timeout = .milliseconds(try #require(try JSON(value).int))
            default: throw Wire.Failure(reason: "the client does not send \(name)")
            }
        }
        let call = request
        return String(
            decoding: try await translated { () async throws(TransportFailure) in try await transport.answer(to: call)
            },
            as: UTF8.self)
    }

    func close() async { await transport.close() }

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

extension Wire {
    /// Sends a line unchanged and returns the next answer.
    func ask(_ line: String) async throws -> JSON {
        try await send(line + "\n")
        return try await answer()
    }

    /// Returns the next answer to a call.
    func answer() async throws -> JSON { try JSON(try await answeringLine()) }

    /// Returns the next answer to a call, as the line received.
    func answeringLine() async throws -> String {
        while let line = try await line() {
            // The server's own lines have no id.
            if try line.hasPrefix(#"{"jsonrpc":"2.0","id":"#) || JSON(line)["method"] == .null { return line }
        }
        throw Failure(reason: "the connection was closed")
    }

    /// Makes a call that the Swift client would not make, and returns the answer.
    ///
    /// - Parameter meta: the members of `meta`, as JSON.
    func call(_ method: String, _ params: String = "{}", meta: String = "") async throws -> JSON {
        try await ask(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params),"meta":{\#(meta)}}"#)
    }
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

    /// Sends a POST request with a body of JSON, with a token if one is given.
    func post(_ path: String, _ body: String, token: String? = nil, fields: [String] = []) async throws -> HTTPAnswer? {
        let own = ["Host: localhost", "Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
        let all = own + (token.map { ["Authorization: Bearer \($0)"] } ?? []) + fields
        return try await http("POST \(path) HTTP/1.1\r\n" + all.joined(separator: "\r\n") + "\r\n\r\n" + body)
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
