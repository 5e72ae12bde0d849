import Logging
import NIOPosix
import Resilience
import ServiceRuntime
import TestSupport
import Testing
import Values

@testable import Upstream

@Suite(.timeLimit(.minutes(5))) struct HostLimitTests {
    @Test func `After 429 no call is made until Retry-After, or the policy's pause, is over`() async throws {
        for (headers, pause) in [
            (["Retry-After: 7"], Duration.seconds(7)), (["Retry-After: Mon, 02 Mar 2026 09:00:42 GMT"], .seconds(42)),
            (["Retry-After: 99999"], .seconds(600)), (["Retry-After: soon"], .seconds(60)), ([], .seconds(60)),
        ] {
            let bench = try await HostBench()
            bench.server.next(.answer(429, headers))
            do {
                _ = try await bench.get()
                Issue.record("it gave something")
            } catch {
                if case .limited = error {} else { Issue.record("\(error)") }
            }
            await #expect(throws: UpstreamFailure.suspended(retryAfter: pause)) { try await bench.get() }
            bench.clock.advance(by: pause - .milliseconds(1))
            await #expect(throws: UpstreamFailure.self) { try await bench.get() }
            #expect(bench.server.requests.count == 1)
            bench.clock.advance(by: .milliseconds(1))
            let answer = try await bench.get()
            #expect(answer == "{}")
            #expect(
                bench.metrics.counter(
                    "vokol_upstream_refusals_total", [("host", "test"), ("reason", "paused")]
                ).current == 2)
        }
    }

    @Test func `A request that its client holds back in a pause counts like one of the host`() async throws {
        let bench = try await HostBench()
        let host: any RemoteHost = bench.host
        host.countPausedRequest()
        #expect(
            bench.metrics.counter("vokol_upstream_refusals_total", [("host", "test"), ("reason", "paused")]).current
                == 1)
    }

    @Test func `Repeated failures suspend calls, and a successful probe ends the suspension`() async throws {
        let bench = try await HostBench { $0.retries = 0 }
        bench.server.always(.answer(500))
        for _ in 0..<5 {
            await #expect(throws: UpstreamFailure.rejected(status: 500, body: Array("{}".utf8))) {
                try await bench.get()
            }
        }
        await #expect(throws: UpstreamFailure.suspended(retryAfter: .seconds(15))) { try await bench.get() }
        #expect(bench.server.requests.count == 5)
        let open = bench.metrics.gauge("vokol_upstream_breaker_open", [("host", "test")])
        #expect(open.current == 1)
        bench.clock.advance(by: .seconds(15))
        bench.server.always(.answer())
        let answer = try await bench.get()
        #expect(answer == "{}")
        #expect(open.current == 0)
        // One name may stand for many addresses, as with feeds, so the log names the address.
        let address = "\(bench.server.base.dropFirst("http://".count))"
        #expect(
            bench.log.lines.map(\.message) == [
                "a third party keeps failing; calls are suspended", "a third party answers again",
            ])
        #expect(bench.log.lines.allSatisfy { $0.metadata["host"] == .string(address) })
    }

    @Test func `The log of a pause names the host, without path, query and keys`() async throws {
        let bench = try await HostBench(path: "/base")
        bench.server.next(.answer(429, []))
        await #expect(throws: UpstreamFailure.self) {
            try await bench.get(UpstreamRequest(path: "/x", query: [("q", "word")], secrets: [("key", "secret")]))
        }
        let address = "\(bench.server.base.dropFirst("http://".count))"
        #expect(bench.log.lines.count == 1)
        #expect(
            bench.log.lines.first?.metadata == [
                "upstream": "test", "host": .string(address), "outcome": "limited", "for": "1m",
            ])
    }

    @Test func `Retries end with their budget`() async throws {
        let bench = try await HostBench { $0.breakerFailures = 1_000 }
        bench.server.always(.answer(503))
        for _ in 0..<20 { _ = try? await bench.get() }
        // Three retries at first, and then one for every ten calls.
        #expect((24...25).contains(bench.server.requests.count))
    }

    @Test func `No retry is made without time for it`() async throws {
        let bench = try await HostBench { $0.retryPause = .seconds(13) }
        bench.server.always(.answer(503))
        await #expect(throws: UpstreamFailure.self) { try await bench.get() }
        #expect(bench.server.requests.count == 1)
    }

    @Test func `Calls beyond the rate wait for their turn or are refused`() async throws {
        let bench = try await HostBench {
            $0.rate = 1
            $0.burst = 1
        }
        let first = try await bench.get()
        #expect(first == "{}")
        let second = Task { try await bench.get() }
        await eventually { bench.clock.sleepers == 1 }
        #expect(bench.server.requests.count == 1)
        await #expect(throws: UpstreamFailure.localLimit(retryAfter: .seconds(2))) { try await bench.get() }
        bench.clock.advance(by: .seconds(1))
        let answer = try await second.value
        #expect(answer == "{}")
    }

    @Test func `A request costs its caller extra once it is sent, however it ends`() async throws {
        let bench = try await HostBench {
            $0.rate = 1
            $0.burst = 2
            $0.cost = 4
            $0.maximumWait = .zero
            $0.retries = 0
        }
        let work = CallWork(flow: FlowKey("user", "ada".utf8))
        try await CallWork.$current.withValue(work) {
            _ = try await bench.get()
            #expect(work.extraCost == 4)
            bench.server.next(.answer(500))
            await #expect(throws: UpstreamFailure.self) { try await bench.get() }
            #expect(work.extraCost == 8)
            // Refused by our own rate.
            await #expect(throws: UpstreamFailure.self) { try await bench.get() }
            #expect(work.extraCost == 8)
        }
    }

    @Test func `Another caller's request is sent before those that one caller waits for`() async throws {
        let bench = try await HostBench {
            $0.rate = 4
            $0.burst = 1
        }
        _ = try await bench.get()
        func ask(_ user: String, _ path: String) -> Task<Void, any Error> {
            CallWork.$current.withValue(CallWork(flow: FlowKey("user", user.utf8))) {
                Task { _ = try await bench.get(UpstreamRequest(path: path)) }
            }
        }
        var tasks: [Task<Void, any Error>] = []
        for number in 1...3 {
            tasks.append(ask("greedy", "/greedy"))
            await eventually { bench.clock.sleepers == number }
        }
        tasks.append(ask("bystander", "/bystander"))
        await eventually { bench.clock.sleepers == 4 }
        for number in 1...4 {
            bench.clock.advance(by: .milliseconds(250))
            await eventually { bench.server.requests.count == 1 + number && bench.clock.sleepers == 4 - number }
        }
        for task in tasks { try await task.value }
        let place = bench.server.requests.firstIndex { $0.hasPrefix("GET /bystander ") }
        #expect(try #require(place) <= 2)
    }

    @Test func `Failures contain neither an address nor a key`() async throws {
        let bench = try await HostBench { $0.retries = 0 }
        let request = UpstreamRequest(path: "/x", secrets: [("appid", "s3cret")])
        let replies: [ScriptedServer.Reply] = [
            .answer(400, [], "{\"appid\":\"s3cret\"}"), .answer(302, ["Location: https://x/?appid=s3cret"], ""),
            .answer(200, ["Content-Type: text/html"], "s3cret"), Reply(bytes: Array("s3cret".utf8), end: .close),
        ]
        for reply in replies {
            bench.server.next(reply)
            do {
                _ = try await bench.get(request)
                Issue.record("it gave something")
            } catch {
                var text = "\(error)"
                if case .rejected(_, let body) = error { text += String(decoding: body, as: UTF8.self) }
                #expect(!text.contains("s3cret"))
                #expect(!text.contains("127.0.0.1"))
            }
        }
    }

    @Test func `Every call ends under random server behaviour, and a good answer then succeeds`()
        async throws
    {
        let server = try await ScriptedServer()
        let transport = try UpstreamTransport(group: MultiThreadedEventLoopGroup.singleton)
        func host(total: Duration) throws -> UpstreamHost {
            try UpstreamHost(
                name: "test", base: server.base,
                policy: HostPolicy {
                    $0.total = total
                    $0.breakerFailures = .max
                    $0.retryPause = .milliseconds(1)
                    $0.maximumBytes = 10_000
                },
                context: HostContext(
                    userAgent: "Vokol-test/1.0", transport: transport, metrics: Metrics(),
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
        }
        let impatient = try host(total: .milliseconds(200))
        let kinds: [Reply] = [
            .silence, .answer(), .answer(500), .answer(503), .answer(404), .answer(302, ["Location: /y"], ""),
            .answer(200, [], String(repeating: "[", count: 20_000)), .answer(200, [], "<html>"),
            .raw(["HTTP/1.1 200 OK", "Content-Length: 9"], Array("{".utf8), end: .close),
            .raw(["HTTP/1.1 200 OK", "Content-Length: 9"], Array("{".utf8)),
            .raw(["HTTP/1.1 200 OK", "Content-Length: 1"], Array("{}{}{}".utf8)),
            .raw(["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: 4"], Array("gzip".utf8)),
            .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], Array("zz\r\n".utf8)),
            .raw(["HTTP/1.1 100 Continue"]), Reply(bytes: [], end: .close), Reply(bytes: [], end: .reset),
            Reply(bytes: Array("garbage\r\n\r\n".utf8), end: .keep), Reply(bytes: [0, 1, 2, 255], end: .keep),
        ]
        var random = SplitMix64(seed: 3)
        for _ in 0..<600 { server.next(kinds[Int(random.next() % UInt64(kinds.count))]) }
        let ended = await withTaskGroup(of: Void.self) { calls in
            for _ in 0..<20 {
                calls.addTask {
                    for _ in 0..<15 { _ = try? await impatient.get(UpstreamRequest(path: "/")) }
                }
            }
            var ended = 0
            for await _ in calls { ended += 1 }
            return ended
        }
        #expect(ended == 20)
        server.forget()
        // The same connections, and time enough on a busy machine: a good answer may take more than 200 ms there.
        let patient = try host(total: .seconds(30))
        // A connection may still deliver the rest of an earlier answer.
        var answer: UpstreamAnswer?
        for _ in 0..<50 where answer == nil { answer = try? await patient.get(UpstreamRequest(path: "/")) }
        guard case .body = answer else { return #expect(Bool(false)) }
        await transport.shutdown()
    }

    @Test func `The duration of every call is measured`() async throws {
        let bench = try await HostBench()
        for _ in 0..<5 { _ = try await bench.get() }
        let exposition = bench.metrics.exposition()
        #expect(exposition.contains("vokol_upstream_call_seconds_count{host=\"test\"} 5"))
    }
}

private typealias Reply = ScriptedServer.Reply
