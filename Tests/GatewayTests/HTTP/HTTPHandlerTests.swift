import BookingContract
import Contract
import NIOCore
import NIOEmbedded
import RPC
import Testing

@testable import Gateway

/// Tests of HTTP on one connection, without TLS and sockets.
@Suite struct HTTPHandlerTests {
    /// A connection, with the event loop of the gateway that serves it.
    private final class TestConnection {
        let fixture: EdgeFixture
        private let client: EmbeddedClient

        init(
            address policy: LimitPolicy = CallGate.Policies().address, open: Set<ServiceName> = [.museums]
        ) throws {
            var policies = CallGate.Policies()
            policies.address = policy
            fixture = try EdgeFixture(policies: policies, open: open)
            client = try Self.connect(fixture)
        }

        private init(_ fixture: EdgeFixture) throws {
            self.fixture = fixture
            client = try Self.connect(fixture)
        }

        private static func connect(_ fixture: EdgeFixture) throws -> EmbeddedClient {
            let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
            return try EmbeddedClient(HTTPHandler(edge: fixture.edge, client: address), on: fixture.loop)
        }

        /// Opens another connection from the same address.
        func another() throws -> TestConnection { try TestConnection(fixture) }

        var isOpen: Bool { client.isOpen }

        /// Returns what was answered since the last text.
        func answer() throws -> String { try client.output() }

        /// Sends a text and returns what is answered at once.
        func ask(_ text: String) throws -> String {
            try client.send(text)
            return try client.output()
        }
    }

    private static func get(_ target: String, _ fields: String = "", verb: String = "GET") -> String {
        "\(verb) \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n"
    }

    @Test func `The hundredth refusal within ten seconds is the last answer of a connection`() throws {
        let client = try TestConnection(address: LimitPolicy(name: "address", rate: 1, burst: 5))
        let answers = try (0..<(5 + 99)).map { _ in try client.ask(Self.get("/nowhere")) }
        #expect(answers.count(where: { $0.hasPrefix("HTTP/1.1 429") }) == 99)
        #expect(client.isOpen)
        let last = try client.ask(Self.get("/nowhere"))
        #expect(last.hasPrefix("HTTP/1.1 429"))
        #expect(last.contains("\r\nConnection: close\r\n"))
        #expect(!client.isOpen)
    }

    @Test func `Refusals further apart do not close the connection`() throws {
        let client = try TestConnection(address: LimitPolicy(name: "address", rate: 0.001, burst: 2))
        _ = try client.ask(Self.get("/v1/museums/x"))
        client.fixture.link().answer(.result(ByteBuffer(string: "1")))
        for _ in 0..<5 {
            for _ in 0..<50 { _ = try client.ask(Self.get("/nowhere")) }
            client.fixture.loop.advanceTime(by: .seconds(11))
        }
        #expect(client.isOpen)
    }

    @Test(arguments: ["GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "\u{1}\r\n\r\n"])
    func `A head that cannot be read is charged to the address like a call`(head: String) throws {
        let first = try TestConnection(address: LimitPolicy(name: "address", rate: 0.01, burst: 2))
        for _ in 0..<2 {
            let client = try first.another()
            #expect(try client.ask(head).hasPrefix("HTTP/1.1 400 "))
            #expect(!client.isOpen)
        }
        let client = try first.another()
        let refused = try client.ask(head)
        #expect(refused.hasPrefix("HTTP/1.1 429 "))
        #expect(refused.contains("\r\nRetry-After: "))
        #expect(!client.isOpen)
        #expect(try first.ask(Self.get("/nowhere")).hasPrefix("HTTP/1.1 429 "))
    }

    @Test func `The limit in an answer counts the extra cost that the service reported`() throws {
        let client = try TestConnection()
        _ = try client.ask(Self.get("/v1/museums/x"))
        let call = try #require(client.fixture.link().sent.first?.call)
        call.extraCost = 9
        client.fixture.link().answer(.result(ByteBuffer(string: "{}")))
        client.fixture.loop.run()
        #expect(try client.answer().contains("\r\nRateLimit: \"open\";r=1990;"))
    }

    @Test func `While it drains, an idle connection answers one more request, and says that it closes`() throws {
        let client = try TestConnection()
        _ = try client.ask(Self.get("/nowhere"))
        client.fixture.edge.drain()
        #expect(try client.answer() == "" && client.isOpen)
        let last = try client.ask(Self.get("/nowhere"))
        #expect(last.hasPrefix("HTTP/1.1 404 ") && last.contains("\r\nConnection: close\r\n"))
        #expect(!client.isOpen)
    }

    @Test func `While it drains, a connection without a request closes after two seconds`() throws {
        let idle = try TestConnection()
        let (late, slow) = (try idle.another(), try idle.another())
        idle.fixture.edge.drain()
        idle.fixture.loop.advanceTime(by: .milliseconds(1_900))
        #expect(idle.isOpen)
        // A request that has begun is read to its end.
        _ = try slow.ask("GET /nowhere HTTP/1.1\r\n")
        #expect(try late.ask(Self.get("/nowhere")).hasPrefix("HTTP/1.1 404 "))
        idle.fixture.loop.advanceTime(by: .milliseconds(600))
        #expect(!idle.isOpen && slow.isOpen)
        #expect(try slow.ask("Host: x\r\n\r\n").contains("\r\nConnection: close\r\n"))
        #expect(!slow.isOpen)
    }

    @Test func `An unsupported verb is 405 in the status line and in the body`() throws {
        let client = try TestConnection()
        let answer = try client.ask(Self.get("/v1/museums", verb: "DELETE"))
        #expect(answer.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
        #expect(answer.contains(#""status":405,"code":-32601,"#))
        #expect(answer.contains("\r\nAllow: GET, HEAD\r\n"))
    }

    @Test(arguments: ["", "Basic ", "Bearer", "Token ", "Bearer\t"])
    func `A token is accepted only with the scheme Bearer`(prefix: String) throws {
        let client = try TestConnection()
        let token = try client.fixture.tokens.token()
        for path in ["/v1/me", "/v1/museums/x"] {
            let answer = try client.ask(Self.get(path, "Authorization: \(prefix)\(token)\r\n"))
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
        }
        #expect(client.fixture.sent.isEmpty)
        _ = try client.ask(Self.get("/v1/me", "Authorization: bearer  \(token)\r\n"))
        #expect(client.fixture.sent.last?.call.principal != nil)
    }

    /// The caching fields of a 200 and of the 304 that follows it, for a call with or without a token.
    private static func caching(_ path: String, open: Set<ServiceName>, isSignedIn: Bool) throws -> [[String]] {
        let client = try TestConnection(open: open)
        let token = isSignedIn ? "Authorization: Bearer \(try client.fixture.tokens.token())\r\n" : ""
        var tag = ""
        return try ["200", "304"].map { status in
            _ = try client.ask(get(path, token + tag))
            let call = try #require(client.fixture.sent.last?.call as? RoutedCall, "\(path) was not sent")
            client.fixture.link(of: call.route.declaration.service).answer(.result(ByteBuffer(string: #"{"a":1}"#)))
            let head = try client.answer().split(separator: "\r\n").map(String.init)
            #expect(head.first?.contains(status) == true, "\(head)")
            tag = head.first { $0.hasPrefix("ETag: ") }.map { "If-None-Match: \($0.dropFirst(6))\r\n" } ?? ""
            return head.filter { $0.hasPrefix("Cache-Control: ") || $0.hasPrefix("Vary: ") }
        }
    }

    @Test(arguments: [
        ("/v1/schedule/week", "public, max-age=60"), ("/v1/schedule/groups/353501", "public, max-age=60"),
        ("/v1/weather?latitude=53.9&longitude=27.56", "private, max-age=60"),
        ("/v1/places?query=a", "private, max-age=300"),
        ("/v1/news?latitude=53.9&longitude=27.56", "private, max-age=60"),
        ("/v1/museums/x", "public, max-age=300"), ("/v1/museums", "private, max-age=60"),
        ("/v1/park", "public, max-age=60"), ("/.well-known/jwks.json", "public, max-age=60"),
    ])
    func `An answer that needs no sign-in is the same with and without a token, and says so`(
        path: String, scope: String
    ) throws {
        let open: Set<ServiceName> = [.aggregator, .schedule, .museums]
        let expected = ["Cache-Control: \(scope)", "Vary: Accept-Language"]
        for isSignedIn in [false, true] {
            let fields = try Self.caching(path, open: open, isSignedIn: isSignedIn)
            #expect(fields == [expected, expected])
        }
    }

    @Test(arguments: [
        ("/v1/museums/x", "private, max-age=300"), ("/v1/schedule/week", "private, max-age=60"),
        ("/v1/me", "private, no-cache"),
    ])
    func `An answer that needs a sign-in is for its caller, and no cache shows it to anyone else`(
        path: String, scope: String
    ) throws {
        let expected = ["Cache-Control: \(scope)", "Vary: Accept-Language, Authorization"]
        #expect(try Self.caching(path, open: [], isSignedIn: true) == [expected, expected])
        let refused = try TestConnection(open: []).ask(Self.get(path))
        #expect(refused.hasPrefix("HTTP/1.1 401 "))
        #expect(refused.contains("\r\nCache-Control: no-store\r\n"))
    }

    @Test(arguments: [false, true])
    func `An answer that depends on the caller varies by token, even if nobody needs to sign in`(
        isSignedIn: Bool
    ) throws {
        let expected = ["Cache-Control: private, max-age=1", "Vary: Accept-Language, Authorization"]
        let fields = try Self.caching("/v1/park/slots?date=2026-10-05", open: [], isSignedIn: isSignedIn)
        #expect(fields == [expected, expected])
    }

    @Test func `An answer names the language of its texts`() throws {
        let client = try TestConnection()
        let field = "Accept-Language: ru-RU, en;q=0.5\r\n"
        let refused = try client.ask(Self.get("/v1/me", field))
        #expect(refused.contains("\r\nContent-Language: ru\r\n"))
        #expect(refused.contains(#""title":"Сначала войдите""#))
        #expect(try client.ask(Self.get("/v1/me")).contains("\r\nContent-Language: en\r\n"))
        #expect(try client.ask(Self.get("/openapi.json", field)).contains("\r\nContent-Language: en\r\n"))
    }

    @Test(arguments: [
        ("ru", "Это сейчас невозможно.", "статус 409 в HTTP"), ("be", "Гэта цяпер немагчыма.", "статус 409 у HTTP"),
        ("de", "The call conflicts with the current state.", "the status 409 over HTTP"),
    ])
    func `The page about an error is in the reader's language, and caches keep one for each`(
        language: String, title: String, status: String
    ) throws {
        let page = try TestConnection().ask(Self.get("/problems/conflict", "Accept-Language: \(language)\r\n"))
        #expect(page.contains("\r\nContent-Language: \(language == "de" ? "en" : language)\r\n"))
        #expect(page.contains("\r\nVary: Accept-Language\r\n"))
        #expect(page.contains("\r\n\r\nconflict\n\n\(title)\n"))
        #expect(page.contains(status))
    }

    @Test func `The fault of an unreadable body is said in the reader's language`() throws {
        let body = "{"
        let fields =
            "Accept-Language: ru\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        let answer = try TestConnection().ask(Self.get("/rpc", fields, verb: "POST") + body)
        #expect(answer.contains("\r\nContent-Language: ru\r\n"))
        #expect(answer.contains("ошибка в записи — JSON обрывается (байт 1)"))
    }

    @Test(arguments: ["/openapi.json", "/problems/conflict", "/rpc"])
    func `Pages take no parameters`(path: String) throws {
        let client = try TestConnection()
        let body = #"{"jsonrpc":"2.0","id":1,"method":"museums.nothing"}"#
        func ask(_ target: String) throws -> String {
            guard path == "/rpc" else { return try client.ask(Self.get(target)) }
            let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            return try client.ask(Self.get(target, fields, verb: "POST") + body)
        }
        #expect(try ask(path).hasPrefix(path == "/rpc" ? "HTTP/1.1 404 " : "HTTP/1.1 200 "))
        #expect(try ask(path + "?").hasPrefix(path == "/rpc" ? "HTTP/1.1 404 " : "HTTP/1.1 200 "))
        let refused = try ask(path + "?pretty=1")
        #expect(refused.hasPrefix("HTTP/1.1 422 "))
        #expect(
            refused.contains(#"{"pointer":"/pretty","rule":"unknown-member","detail":"pretty is not a known member"}"#))
    }

    @Test(arguments: ErrorCode.all)
    func `Every error type leads to a page about it`(code: ErrorCode) throws {
        let client = try TestConnection()
        let answer = try client.ask(Self.get(code.typeURI))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nContent-Type: text/plain; charset=utf-8\r\n"))
        #expect(answer.contains("\r\n\r\n\(code.name)\n\n\(code.message).\n"))
        #expect(answer.contains("\(code.number)"))
        let refused = try client.ask(Self.get(code.typeURI, verb: "POST"))
        #expect(refused.hasPrefix("HTTP/1.1 405 "))
    }

    @Test func `Lines and HTTP give an error the same type`() throws {
        let client = try TestConnection()
        let answer = try client.ask(Self.get("/v1/me"))
        #expect(answer.contains(#""type":"/problems/unauthenticated""#))
        let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
        let lines = try EmbeddedClient(LineHandler(edge: client.fixture.edge, client: address), on: client.fixture.loop)
        try lines.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.me"}"# + "\n")
        #expect(try lines.output().contains(#""data":{"type":"/problems/unauthenticated""#))
    }
    @Test func `A raw request is an anonymous call with any Authorization`() throws {
        let client = try TestConnection()
        let body = "\r\n{\u{E9}"
        let fields =
            "Authorization: Basic c2hvcDprZXk=\r\nContent-Signature: ab\r\nContent-Length: \(body.utf8.count)\r\n"
        _ = try client.ask(Self.get("/v1/payments/notifications", fields, verb: "POST") + body)
        let call = try #require(client.fixture.sent.last?.call)
        #expect(call.principal == nil)
        #expect(
            call.params.map { String(buffer: $0) }
                == #"{"headers":{"content-signature":"ab","content-length":"5"},"bodyBase64":"DQp7w6k"}"#)
    }

    @Test func `A body whose base64 would be too long is refused before it is read`() throws {
        let client = try TestConnection()
        let limit = Booking.NotifyPayment.declaration.maximumRequestBytes / 4 * 3
        let fields = "Content-Length: \(limit + 1)\r\n"
        let answer = try client.ask(Self.get("/v1/payments/notifications", fields, verb: "POST"))
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(client.fixture.sent.isEmpty)
    }

    @Test
    func `A field that cannot be forwarded is refused by name, at the cost of an anonymous call`()
        throws
    {
        let client = try TestConnection(address: LimitPolicy(name: "address", rate: 0.001, burst: 2))
        func notify(_ value: String) throws -> String {
            try client.ask(Self.get("/v1/payments/notifications", "X-Name: \(value)\r\n", verb: "POST"))
        }
        let refused = try notify("\u{E9}")
        #expect(refused.hasPrefix("HTTP/1.1 400 "))
        #expect(
            refused.contains(
                #"{"pointer":"/headers/x-name","rule":"printable-ascii","detail":"x-name must be printable ASCII"}"#))
        #expect(try notify("\u{E9}").hasPrefix("HTTP/1.1 400 "))
        #expect(try notify("e").hasPrefix("HTTP/1.1 429 "))
        #expect(client.fixture.sent.isEmpty)
    }
}
