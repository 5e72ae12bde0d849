import AuthContract
import RPC
import Synchronization
import Testing
import Values

@testable import Gateway

/// Tests of replicas that come and go, over real links.
@Suite(.timeLimit(.minutes(5))) struct ReplicasOverTCPTests {
    private static func get(_ id: Int, _ token: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"museums.get","params":{"id":"x"},"meta":{"token":"\#(token)"}}"# + "\n"
    }

    private static let unlimited = ["--limits-user-rate", "1000000", "--limits-user-burst", "1000000"]

    @Test func `No idempotent call fails when one of two replicas stops`() async throws {
        let tokens = TestTokens()
        let answered = Mutex([0, 0])
        let handlers = (0..<2).map { index in
            TestService(keys: [tokens.published]) { _, _, _ in
                answered.withLock { $0[index] += 1 }
                return "1"
            }
        }
        try await withReplicas([handlers[0]]) { steady in
            let (stop, stopping) = AsyncStream<Void>.makeStream()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                let (ports, port) = AsyncStream<Int>.makeStream()
                tasks.addTask {
                    try await withReplicas([handlers[1]]) { doomed in
                        port.yield(doomed[0].port)
                        for await _ in stop { break }
                    }
                }
                var iterator = ports.makeAsyncIterator()
                let doomed = await iterator.next() ?? 0
                let list = "127.0.0.1:\(steady[0].port),127.0.0.1:\(doomed)"
                try await withGateway(Self.unlimited, tokens: tokens, replicas: list) { gateway in
                    let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
                    _ = try await client.line()
                    let token = try tokens.token()
                    var failures: [String] = []
                    for round in 0..<60 {
                        if round == 20 { stopping.finish() }
                        try await client.send((0..<30).map { Self.get($0, token) }.joined())
                        for _ in 0..<30 {
                            let line = try await client.line()
                            if !line.contains(#""result":1"#) { failures.append(line) }
                        }
                    }
                    #expect(failures.isEmpty)
                    try await client.close()
                }
                try await tasks.waitForAll()
            }
            #expect(answered.withLock { $0[0] } > 0)
            #expect(answered.withLock { $0[1] } > 0)
        }
    }

    @Test func `At shutdown a slow call is finished before the client is disconnected`() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let (permissions, permit) = AsyncStream<Void>.makeStream()
        try await withGateway(answer: { _, _, _ in
            arrived.yield()
            for await _ in permissions { break }
            return #""slow""#
        }) { gateway, _ in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            _ = try await client.line()
            try await client.send(Self.get(1, try gateway.tokens.token()))
            var iterator = arrivals.makeAsyncIterator()
            _ = await iterator.next()
            await gateway.drain()
            #expect(try await client.line().contains("rpc.goaway"))
            permit.yield()
            #expect(try await client.line() == #"{"jsonrpc":"2.0","id":1,"result":"slow"}"#)
            #expect(try await client.untilClosed().isEmpty)
        }
    }

    @Test func `A user gets burst and rate over all connections, and others are not affected`()
        async throws
    {
        // The limit of calls in flight would refuse calls that the rate admits.
        let settings = [
            "--limits-user-rate", "50", "--limits-user-burst", "40", "--limits-user-inflight", "4095",
            "--limits-user-service-inflight", "4095",
        ]
        try await withGateway(settings, answer: { _, _, _ in "1" }) { gateway, services in
            let greedy = try gateway.tokens.token()
            let modest = try gateway.tokens.token(sub: "019ab3c4-5d6e-7f80-9123-00000000000b", sid: "other")
            let clock = ContinuousClock()
            let began = clock.now
            let admitted = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
                        _ = try await client.line()
                        var admitted = 0
                        for _ in 0..<4 {
                            try await client.send((0..<20).map { Self.get($0, greedy) }.joined())
                            for _ in 0..<20 where try await client.line().contains(#""result":1"#) { admitted += 1 }
                        }
                        try await client.close()
                        return admitted
                    }
                }
                tasks.addTask {
                    let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
                    _ = try await client.line()
                    for index in 0..<40 {
                        try await client.send(Self.get(index, modest))
                        #expect(try await client.line().contains(#""result":1"#))
                    }
                    try await client.close()
                    return 0
                }
                return try await tasks.reduce(0, +)
            }
            let seconds = Double((clock.now - began).components.seconds) + 1
            #expect(admitted >= 40)
            #expect(Double(admitted) <= 40 + 50 * seconds)
            #expect(services[0].calls.count(where: { $0.context.principal?.sub == TestTokens.user }) == admitted)
        }
    }

    @Test func `A revoked session is soon refused on every connection`() async throws {
        try await withGateway(Self.unlimited + ["--tokens-revocations-interval", "100ms"]) { gateway, services in
            let client = try await TestClient.connect(port: gateway.port, alpn: ["ndjson-rpc/1"])
            _ = try await client.line()
            let token = try gateway.tokens.token()
            try await client.send(Self.get(1, token))
            #expect(try await client.line().contains(#""result""#))
            services[0].revoke(
                .init(
                    sid: Identifier(unchecked: TestTokens.session), expiresAt: Instant(milliseconds: 4_000_000_000_000))
            )
            var line = ""
            repeat {
                try await client.send(Self.get(1, token))
                line = try await client.line()
            } while line.contains(#""result""#)
            #expect(line.contains("session-ended"))
            try await client.close()
        }
    }
}
