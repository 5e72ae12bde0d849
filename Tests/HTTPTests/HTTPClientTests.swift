import NIOHTTP1
import NIOPosix
import TestSupport
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5))) struct HTTPClientTests {
    private func client(
        trust: TLSTrust? = nil, _ adapt: (inout HTTPClient.Settings) -> Void = { _ in }
    ) throws -> HTTPClient {
        var settings = HTTPClient.Settings(trust: trust)
        settings.connectTime = .seconds(60)
        settings.idleTime = .seconds(60)
        adapt(&settings)
        return try HTTPClient(settings, group: MultiThreadedEventLoopGroup.singleton)
    }

    private func get(_ client: HTTPClient, _ url: String, time: Duration? = nil) async throws -> String {
        let address = try #require(HTTPAddress(url))
        let reply = try await client.response(
            to: HTTPRequest(.GET, address), within: HTTPLimits(time: time, maximumBytes: 100_000))
        return "\(reply.status) \(String(decoding: reply.body, as: UTF8.self))"
    }

    /// Returns the failure of a GET request.
    private func failure(_ client: HTTPClient, _ url: String, time: Duration? = nil) async throws -> HTTPFailure {
        do {
            _ = try await get(client, url, time: time)
        } catch {
            return try #require(error as? HTTPFailure)
        }
        Issue.record("an answer")
        return HTTPFailure(.cancelled, mayHaveBeenSent: true)
    }

    @Test func `Sequential requests share one connection`() async throws {
        let server = try await ScriptedServer()
        let client = try client()
        for _ in 0..<5 { #expect(try await get(client, server.base) == "200 {}") }
        #expect(server.connections == 1)
        await client.shutdown()
    }

    @Test func `A name is resolved and its address is tried`() async throws {
        let server = try await ScriptedServer()
        #expect(try await get(client(), "http://localhost:\(server.port)/") == "200 {}")
        #expect(server.requests.first?.contains("Host: localhost:\(server.port)") == true)
    }

    @Test func `A connection closed by the server is not reused`() async throws {
        let server = try await ScriptedServer()
        let client = try client()
        server.next(.answer(200, ["Connection: close"], "a", end: .close))
        #expect(try await get(client, server.base) == "200 a")
        #expect(try await get(client, server.base) == "200 {}")
        #expect(server.connections == 2)
        await client.shutdown()
    }

    @Test func `Calls beyond the connection limit wait`() async throws {
        let server = try await ScriptedServer()
        let client = try client { $0.maximumConnections = 1 }
        let base = server.base
        try await withThrowingTaskGroup(of: String.self) { calls in
            for _ in 0..<10 { calls.addTask { try await get(client, base) } }
            for try await reply in calls { #expect(reply == "200 {}") }
        }
        #expect(server.requests.count == 10 && server.connections == 1)
        await client.shutdown()
    }

    @Test func `A call that times out while waiting has sent nothing and frees its place`() async throws {
        let server = try await ScriptedServer()
        server.next(.silence)
        let client = try client { $0.maximumConnections = 1 }
        let base = server.base
        let first = Task { try await failure(client, base) }
        while server.requests.isEmpty { await Task.yield() }
        let waiting = try await failure(client, base, time: .milliseconds(1))
        #expect(waiting == HTTPFailure(.timedOut, mayHaveBeenSent: false))
        first.cancel()
        #expect(try await first.value == HTTPFailure(.cancelled, mayHaveBeenSent: true))
        #expect(try await get(client, base) == "200 {}")
        #expect(server.requests.count == 2)
        await client.shutdown()
    }

    @Test func `A request to a silent server may have been sent`() async throws {
        let server = try await ScriptedServer()
        server.always(.silence)
        let client = try client()
        let base = server.base
        let call = Task { try await failure(client, base) }
        while server.requests.isEmpty { await Task.yield() }
        await client.shutdown()
        #expect(try await call.value == HTTPFailure(.broken("the connection was closed"), mayHaveBeenSent: true))
        #expect(
            try await failure(client, base)
                == HTTPFailure(.notConnected("the program is stopping"), mayHaveBeenSent: false))
    }

    @Test func `A cancelled task sends nothing`() async throws {
        let server = try await ScriptedServer()
        let client = try client()
        let base = server.base
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await failure(client, base)
        }
        call.cancel()
        #expect(try await call.value == HTTPFailure(.cancelled, mayHaveBeenSent: false))
        #expect(server.requests.isEmpty)
        await client.shutdown()
    }

    @Test func `A refused connection has sent nothing`() async throws {
        let server = try await ScriptedServer()
        let port = server.port
        try await server.stop()
        for host in ["127.0.0.1", "localhost"] {
            let failure = try await failure(client(), "http://\(host):\(port)/")
            guard case .notConnected = failure.reason else {
                Issue.record("\(failure)")
                continue
            }
            #expect(!failure.mayHaveBeenSent)
        }
    }

    @Test func `A compressed body is unpacked within its limit, and passed on unchanged without one`() async throws {
        let server = try await ScriptedServer()
        // The three bytes "ok\n", compressed by zlib.
        let packed: [UInt8] = [0x78, 0x9C, 0xCB, 0xCF, 0xE6, 0x02, 0x00, 0x02, 0x30, 0x00, 0xE5]
        func reply(_ bytes: [UInt8]) -> ScriptedServer.Reply {
            .raw(["HTTP/1.1 200 OK", "Content-Encoding: deflate", "Content-Length: \(bytes.count)"], bytes)
        }
        let unpacking = try client { $0.maximumUnpacked = 3 }
        server.next(reply(packed))
        #expect(try await get(unpacking, server.base) == "200 ok\n")
        server.next(reply(Array(packed.dropLast(6))))
        #expect(
            try await failure(unpacking, server.base).reason == .broken("the packed body is cut off"))
        server.next(reply(Array("not packed".utf8)))
        #expect(try await failure(unpacking, server.base).reason == .malformed("the body cannot be unpacked"))
        server.next(reply(packed))
        #expect(try await failure(client { $0.maximumUnpacked = 2 }, server.base).reason == .tooLarge)
        server.next(.answer(200, ["Content-Encoding: deflate"], "as it is"))
        #expect(try await get(client(), server.base) == "200 as it is")
        await unpacking.shutdown()
    }

    @Test func `Only a server with a trusted certificate for its name receives a request`() async throws {
        let certificates = try TestCertificates()
        let authority = certificates.authorityFile
        let good = try await ScriptedServer(
            try certificates.issue(dnsNames: ["localhost"], addresses: [[127, 0, 0, 1]]))
        for trust in [TLSTrust.only(file: authority), .systemAnd(file: authority)] {
            let client = try client(trust: trust)
            for host in ["127.0.0.1", "localhost"] {
                #expect(try await get(client, "https://\(host):\(good.port)/") == "200 {}")
            }
            await client.shutdown()
        }
        let other = try await ScriptedServer(try certificates.issue(dnsNames: ["example.org"]))
        let old = try await ScriptedServer(
            try certificates.issue(dnsNames: [], addresses: [[127, 0, 0, 1]], isExpired: true))
        for (server, trust) in [
            (good, TLSTrust.system), (other, .only(file: authority)), (old, .only(file: authority)),
        ] {
            let seen = server.requests.count
            let failure = try await failure(client(trust: trust), "https://127.0.0.1:\(server.port)/")
            #expect(failure == HTTPFailure(.untrusted, mayHaveBeenSent: false))
            #expect(server.requests.count == seen)
        }
    }

    @Test func `A plaintext server receives no request meant for TLS`() async throws {
        let server = try await ScriptedServer()
        let client = try client(trust: .system) { $0.connectTime = .milliseconds(20) }
        let failure = try await failure(client, "https://127.0.0.1:\(server.port)/")
        #expect(!failure.mayHaveBeenSent)
        #expect(server.requests.isEmpty)
        let plain = try await self.failure(self.client(), "https://127.0.0.1:\(server.port)/")
        #expect(plain == HTTPFailure(.notConnected("this client has no TLS"), mayHaveBeenSent: false))
    }

    @Test func `A missing certificate file is an error at once`() {
        for trust in [TLSTrust.only(file: "/nowhere.pem"), .systemAnd(file: "/nowhere.pem")] {
            #expect(throws: (any Error).self) { try client(trust: trust) }
        }
    }
}
