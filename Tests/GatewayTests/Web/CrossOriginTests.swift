import Testing

@testable import Gateway

/// Tests of calls from pages of other origins (CORS).
@Suite struct CrossOriginTests {
    private static let app = "https://app.example.org"
    private static let question = ["Origin: \(app)", "Access-Control-Request-Method: GET"]

    private static func connection(_ origins: [String]) throws -> WebConnection {
        var limits = EdgeLimits()
        limits.http.origins = try AllowedOrigins(origins)
        return try WebConnection(limits: limits)
    }

    @Test func `A page of a listed origin may read an answer`() throws {
        let client = try Self.connection(["https://other.example.org", Self.app])
        let answer = try client.get("/v1/none", ["Origin: \(Self.app)"])
        #expect(answer.status == 404)
        #expect(answer["Access-Control-Allow-Origin"] == Self.app)
        #expect(answer["Access-Control-Expose-Headers"]?.contains("Retry-After") == true)
        #expect(answer["Vary"]?.contains("Origin") == true)
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
    }

    @Test func `A page of a listed origin may read events`() throws {
        let client = try Self.connection([Self.app])
        let answer = try client.get("/v1/events?topics=slots:2026-11-23", ["Origin: \(Self.app)"], verb: "HEAD")
        #expect(answer["Access-Control-Allow-Origin"] == Self.app)
    }

    @Test(arguments: ["https://evil.example", "null", "http://app.example.org", "https://app.example.org:444"])
    func `A page of another origin may not`(origin: String) throws {
        let client = try Self.connection([Self.app])
        let answer = try client.get("/v1/none", ["Origin: \(origin)"])
        #expect(answer["Access-Control-Allow-Origin"] == nil)
        #expect(answer["Vary"]?.contains("Origin") == true)
        let asked = ["Origin: \(origin)", "Access-Control-Request-Method: GET"]
        let preflight = try client.get("/v1/museums", asked, verb: "OPTIONS")
        #expect(preflight.status == 405 && preflight["Access-Control-Allow-Methods"] == nil)
    }

    @Test func `A browser learns which requests it may send`() throws {
        let client = try Self.connection([Self.app])
        let answer = try client.get("/v1/museums", Self.question, verb: "OPTIONS")
        #expect(answer.status == 204 && answer.body.isEmpty)
        #expect(answer["Access-Control-Allow-Origin"] == Self.app)
        #expect(answer["Access-Control-Allow-Methods"] == "GET, HEAD")
        #expect(answer["Access-Control-Allow-Headers"]?.contains("Authorization, Content-Type") == true)
        #expect(answer["Access-Control-Max-Age"] == "7200")
        let rpc = try client.get("/rpc", Self.question, verb: "OPTIONS")
        #expect(rpc.status == 204 && rpc["Access-Control-Allow-Methods"] == "POST")
        #expect(try client.get("/v1/none", Self.question, verb: "OPTIONS").status == 404)
        #expect(try client.get("/v1/museums", ["Origin: \(Self.app)"], verb: "OPTIONS").status == 405)
    }

    @Test func `The questions of a browser cost no call of its address`() throws {
        var limits = EdgeLimits()
        limits.http.origins = try AllowedOrigins([Self.app])
        var policies = CallGate.Policies()
        policies.address = LimitPolicy(name: "address", rate: 1, burst: 1)
        let client = try WebConnection(policies: policies, limits: limits)
        for _ in 0..<3 {
            #expect(try client.get("/v1/museums", Self.question, verb: "OPTIONS").status == 204)
        }
    }

    @Test func `Without a list nothing says that origins matter`() throws {
        let client = try Self.connection([])
        let answer = try client.get("/v1/none", ["Origin: \(Self.app)"])
        #expect(answer["Vary"]?.contains("Origin") != true && answer["Access-Control-Allow-Origin"] == nil)
        #expect(try client.get("/v1/museums", Self.question, verb: "OPTIONS").status == 405)
    }

    @Test(arguments: [
        "*", "null", "app.example.org", "https://app.example.org/", "https://App.example.org", "https://",
        "http://app.example.org", "https://app.example.org:443", "https://app.example.org/path", "ftp://localhost",
        "http://localhost:80", "http://localhost.evil.example", "https://a b",
    ])
    func `A text that no browser sends as an origin is refused`(text: String) {
        #expect(throws: AllowedOrigins.Fault.self) { try AllowedOrigins([text]) }
    }

    @Test(arguments: [
        "https://app.example.org:8443", "http://localhost:3000", "http://127.0.0.1", "https://[::1]:5173",
    ])
    func `Origins with a port, and those of this machine, can be listed`(text: String) throws {
        _ = try AllowedOrigins([text])
    }

    @Test func `At most 64 origins are allowed`() throws {
        let origins = (0...AllowedOrigins.maximum).map { "https://app\($0).example.org" }
        _ = try AllowedOrigins(Array(origins.dropLast()))
        #expect(throws: AllowedOrigins.Fault.self) { try AllowedOrigins(origins) }
    }
}
