import AuthContract
import Contract
import NIOCore
import NIOEmbedded
import RPC
import ServiceRuntime
import Testing
import Values

@testable import Gateway

/// Tests of event streams on one connection, without TLS and sockets.
@Suite struct EventHandlerTests {
    private final class TestConnection {
        let fixture: EdgeFixture
        let clock = AdvancedClock()
        private var clients: [EmbeddedClient] = []

        init(limits: EdgeLimits = EdgeLimits()) throws {
            fixture = try EdgeFixture(limits: limits, wallClock: clock.read)
            _ = try connect()
        }

        /// Opens another connection from the same address.
        func connect() throws -> EmbeddedClient {
            let address = ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9))
            let client = try EmbeddedClient(HTTPHandler(edge: fixture.edge, client: address), on: fixture.loop)
            clients.append(client)
            return client
        }

        var client: EmbeddedClient { clients[0] }
        var isOpen: Bool { client.isOpen }

        func ask(_ text: String) throws -> String {
            try client.send(text)
            return try client.output()
        }

        func output() throws -> String { try client.output() }

        func hint(_ topic: String, _ subject: String? = nil) {
            fixture.edge.hub.deliver(.hints([Hint(topic: topic, subject: subject, version: 4_711)]))
        }

        func advance(_ time: TimeAmount) { fixture.loop.advanceTime(by: time) }
    }

    private static func get(
        _ topics: String, token: String? = nil, version: String = "1.1", verb: String = "GET"
    ) -> String {
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return "\(verb) /v1/events?topics=\(topics) HTTP/\(version)\r\nHost: x\r\n\(field)\r\n"
    }

    private static func chunk(_ text: String) -> String {
        "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    private static func changed(_ id: Int, _ topic: String) -> String {
        chunk("id: \(id)\nevent: changed\ndata: {\"topic\":\"\(topic)\",\"version\":4711}\n\n")
    }

    private static let slots = "slots:2026-11-23"

    @Test func `A stream begins with its head and the event ready`() throws {
        let connection = try TestConnection()
        let answer = try connection.ask(Self.get(Self.slots))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        for field in [
            "Content-Type: text/event-stream", "Cache-Control: no-store", "Transfer-Encoding: chunked",
            "X-Content-Type-Options: nosniff",
        ] {
            #expect(answer.contains("\r\n\(field)\r\n"), "\(field)")
        }
        #expect(!answer.contains("Content-Length"))
        #expect(answer.hasSuffix("\r\n\r\n" + Self.chunk("retry: 3000\nid: 0\nevent: ready\ndata: {}\n\n")))
        #expect(connection.fixture.sent.isEmpty)
        #expect(connection.fixture.metrics.exposition().contains("vokol_gateway_event_streams 1\n"))
    }

    @Test func `Hints of the watched topics are written, and comments every 15 s`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get("\(Self.slots),slots:2026-11-24"))
        connection.hint(Self.slots)
        connection.hint("slots:2026-11-25")
        #expect(try connection.output() == Self.changed(1, Self.slots))
        connection.advance(.milliseconds(14_500))
        #expect(try connection.output() == "")
        connection.advance(.seconds(1))
        #expect(try connection.output() == Self.chunk(":\n\n"))
        connection.fixture.edge.hub.deliver(.resync(.booking))
        #expect(try connection.output() == Self.chunk("id: 2\nevent: resync\ndata: {}\n\n"))
    }

    @Test func `A burst of hints about one topic becomes two events`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        for _ in 0..<100 { connection.hint(Self.slots) }
        connection.advance(.seconds(1))
        #expect(try connection.output() == Self.changed(1, Self.slots) + Self.changed(2, Self.slots))
    }

    @Test func `A user hears of the own account, and the staff of all`() throws {
        let connection = try TestConnection()
        let staff = try connection.connect()
        let tokens = connection.fixture.tokens
        _ = try connection.ask(Self.get("bookings", token: try tokens.token()))
        try staff.send(Self.get("bookings", token: try tokens.token(sub: "staff", roles: ["park.staff"])))
        _ = try staff.output()
        connection.hint("bookings", "somebody-else")
        #expect(try connection.output() == "")
        #expect(try staff.output() == Self.changed(1, "bookings"))
        connection.hint("bookings", TestTokens.user)
        connection.advance(.seconds(1))
        #expect(try connection.output() == Self.changed(1, "bookings"))
        #expect(try staff.output() == Self.changed(2, "bookings"))
    }

    @Test func `Bookings need a token, also beside a topic that does not`() throws {
        for topics in ["bookings", "\(Self.slots),bookings"] {
            let answer = try TestConnection().ask(Self.get(topics))
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
        }
        let answer = try TestConnection().ask(Self.get(Self.slots, token: "wrong"))
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }

    @Test(arguments: ["", "?topics=", "?topics=board", "?topics=bookings&x=1", "?topic=bookings", "?topics=%zz"])
    func `A malformed list of topics is refused`(query: String) throws {
        let answer = try TestConnection().ask("GET /v1/events\(query) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 422 "))
    }

    @Test func `A stream ends when its token expires, and the connection takes the next request`() throws {
        let connection = try TestConnection()
        let token = try connection.fixture.tokens.token(now: connection.clock.read())
        _ = try connection.ask(Self.get("bookings", token: token))
        connection.clock.advance(bySeconds: 3_000)
        connection.advance(.seconds(1))
        #expect(try connection.output() == "0\r\n\r\n")
        #expect(connection.isOpen)
        #expect(connection.fixture.edge.hub.count == 0)
        #expect(connection.fixture.edge.streams.count == 0)
        #expect(try connection.ask(Self.get(Self.slots)).hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `A stream ends when its session is revoked`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get("bookings", token: try connection.fixture.tokens.token()))
        connection.fixture.accessTokens.revoke(
            [
                .init(
                    sid: Identifier(unchecked: TestTokens.session),
                    expiresAt: connection.clock.read().advanced(bySeconds: 600))
            ], now: connection.clock.read())
        connection.advance(.seconds(1))
        #expect(try connection.output() == "0\r\n\r\n")
    }

    @Test func `A stream without a token ends after five minutes`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        connection.advance(.seconds(299))
        #expect(!(try connection.output().contains("0\r\n\r\n")))
        connection.advance(.seconds(2))
        #expect(try connection.output().hasSuffix("0\r\n\r\n"))
    }

    @Test func `The clocks of requests and calls do not end a stream`() throws {
        let connection = try TestConnection()
        let token = try connection.fixture.tokens.token()
        _ = try connection.ask(Self.get("bookings", token: token))
        #expect(connection.fixture.inFlight.users.count(.user(TestTokens.user)) == 0)
        connection.advance(.minutes(4))
        #expect(connection.isOpen)
        connection.hint("bookings", TestTokens.user)
        #expect(try connection.output().hasSuffix(Self.changed(1, "bookings")))
    }

    @Test func `A client that does not read gets one event when it reads again`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        let channel = connection.client.channel
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        for _ in 0..<50 {
            connection.hint(Self.slots)
            connection.advance(.seconds(1))
        }
        #expect(try connection.output() == "")
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        connection.advance(.seconds(1))
        #expect(try connection.output() == Self.changed(1, Self.slots))
    }

    @Test func `A drain ends the stream and closes the connection`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        connection.fixture.edge.drain()
        #expect(try connection.output() == "0\r\n\r\n")
        #expect(!connection.isOpen)
        #expect(connection.fixture.edge.streams.count == 0)
    }

    @Test func `A stream that is asked for when a drain begins ends at once`() throws {
        let connection = try TestConnection()
        let request = Self.get(Self.slots)
        #expect(try connection.ask(String(request.prefix(20))) == "")
        connection.fixture.edge.drain()
        let answer = try connection.ask(String(request.dropFirst(20)))
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("0\r\n\r\n"))
        #expect(!connection.isOpen)
        #expect(connection.fixture.edge.streams.count == 0)
    }

    @Test func `A closed connection leaves no stream`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        try connection.client.channel.close().wait()
        connection.fixture.loop.run()
        #expect(connection.fixture.edge.hub.count == 0)
        #expect(connection.fixture.edge.streams.count == 0)
        #expect(connection.fixture.metrics.exposition().contains("vokol_gateway_event_streams 0\n"))
    }

    @Test func `A fifth stream of a user is refused with the reason`() throws {
        let connection = try TestConnection()
        let token = try connection.fixture.tokens.token()
        for _ in 0..<4 {
            let client = try connection.connect()
            try client.send(Self.get("bookings", token: token))
            #expect(try client.output().hasPrefix("HTTP/1.1 200 "))
        }
        let answer = try connection.ask(Self.get("bookings", token: token))
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains(#""reason":"too-many-streams""#))
        #expect(answer.contains("\r\nRetry-After: 30\r\n"))
    }

    @Test func `A client of HTTP/1.0 gets the stream without chunks`() throws {
        let connection = try TestConnection()
        let answer = try connection.ask(Self.get(Self.slots, version: "1.0"))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nretry: 3000\nid: 0\nevent: ready\ndata: {}\n\n"))
        connection.advance(.seconds(301))
        #expect(!connection.isOpen)
    }

    @Test func `HEAD gets the head only, and other verbs are refused`() throws {
        let connection = try TestConnection()
        let head = try connection.ask(Self.get(Self.slots, verb: "HEAD"))
        #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
        #expect(connection.fixture.edge.streams.count == 0)
        #expect(try connection.ask(Self.get(Self.slots, verb: "POST")).hasPrefix("HTTP/1.1 405 "))
    }

    @Test func `A request after the stream's waits for its end`() throws {
        let connection = try TestConnection()
        _ = try connection.ask(Self.get(Self.slots))
        #expect(try connection.ask(Self.get(Self.slots, verb: "HEAD")) == "")
        connection.advance(.seconds(301))
        let answer = try connection.output()
        #expect(answer.contains("0\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }
}
