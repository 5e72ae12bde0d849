import Contracts
import Logging
import NIOPosix
import ServiceRuntime
import TestSupport
import Testing

@testable import Upstream

/// A server, and a third party whose address is the server's.
private struct Bench {
    let server: ScriptedServer
    let host: UpstreamHost
    let clock: ManualClock
    let metrics = Metrics()
    let transport: UpstreamTransport

    /// - Parameter path: the beginning of all paths.
    init(path: String = "", _ change: (inout HostPolicy) -> Void = { _ in }) async throws {
        let clock = ManualClock()
        self.clock = clock
        server = try await ScriptedServer()
        transport = try UpstreamTransport(clock: clock.clock, group: MultiThreadedEventLoopGroup.singleton)
        var policy = HostPolicy { $0.retryPause = .zero }
        change(&policy)
        host = try UpstreamHost(
            name: "test", base: server.base + path, policy: policy, userAgent: "Vokol-test/1.0", transport: transport,
            metrics: metrics, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock.clock)
    }

    func get(_ request: UpstreamRequest = UpstreamRequest(path: "/x")) async throws(UpstreamFailure) -> String {
        switch try await host.get(request) {
        case .body(let body, _): String(decoding: body, as: UTF8.self)
        case .notModified: "(not modified)"
        case .absent: "(absent)"
        }
    }

    func calls(_ outcome: HostMetrics.Outcome) -> UInt64 {
        metrics.counter("vokol_upstream_calls_total", [("host", "test"), ("outcome", outcome.rawValue)]).current
    }
}

@Suite(.timeLimit(.minutes(1))) struct UpstreamHostTests {
    @Test("A request says what it asks for, who asks, and by what it knows the last answer")
    func request() async throws {
        let bench = try await Bench(path: "/api/v1")
        bench.server.next(.answer(200, ["ETag: \"2\"", "Last-Modified: now"], "{\"a\":1}"))
        let answer = try await bench.host.get(
            UpstreamRequest(
                path: "/forecast", query: [("lat", "53.9")], secrets: [("key", "s3cret")],
                validators: Validators(entityTag: "\"1\"", lastModified: "then")))
        guard case .body(let body, let validators) = answer else { return #expect(Bool(false)) }
        #expect(body == Array("{\"a\":1}".utf8))
        #expect(validators == Validators(entityTag: "\"2\"", lastModified: "now"))
        let head = try #require(bench.server.requests.first).lowercased()
        #expect(head.hasPrefix("get /api/v1/forecast?lat=53.9&key=s3cret http/1.1\r\n"))
        for line in [
            "user-agent: vokol-test/1.0", "accept: application/json", "if-none-match: \"1\"", "if-modified-since: then",
            "accept-encoding: gzip, deflate",
        ] { #expect(head.contains(line)) }
        #expect(bench.calls(.body) == 1)
        #expect(bench.metrics.counter("vokol_upstream_bytes_total", [("host", "test")]).current == 7)
    }

    @Test("Unchanged, absent and empty answers are told apart")
    func statuses() async throws {
        let bench = try await Bench()
        bench.server.next(
            .raw(["HTTP/1.1 304 Not Modified"]), .answer(404, [], ""), .raw(["HTTP/1.1 204 No Content"]),
            .answer(200, [], ""))
        let unchanged = try await bench.get(
            UpstreamRequest(path: "/", validators: Validators(entityTag: "\"1\"")))
        #expect(unchanged == "(not modified)")
        let absent = try await bench.get()
        #expect(absent == "(absent)")
        await #expect(throws: UpstreamFailure.unreadable("status 204")) { try await bench.get() }
        await #expect(throws: UpstreamFailure.unreadable("the body is empty")) { try await bench.get() }
    }

    @Test("Redirects are followed on the same server, three at most, and no further")
    func redirects() async throws {
        let bench = try await Bench()
        bench.server.next(
            .answer(301, ["Location: /y?z=1"], ""), .answer(302, ["Location: \(bench.server.base)/w"], "<html>"))
        let followed = try await bench.get()
        #expect(followed == "{}")
        #expect(bench.server.targets.map { $0.split(separator: " ")[1] } == ["/x", "/y?z=1", "/w"])

        bench.server.always(.answer(307, ["Location: /x"], ""))
        await #expect(throws: UpstreamFailure.unreadable("more than 3 redirects")) { try await bench.get() }
        #expect(bench.server.requests.count == 7)

        let other = try await ScriptedServer()
        bench.server.always(.answer(302, ["Location: \(other.base)/x"], ""))
        await #expect(throws: UpstreamFailure.unreadable("a redirect to another server")) { try await bench.get() }
        #expect(other.requests.isEmpty)
        bench.server.always(.answer(302, [], ""))
        await #expect(throws: UpstreamFailure.unreadable("a redirect to nowhere")) { try await bench.get() }
    }

    @Test("A redirect takes a turn of its own, so that no second sees more requests than the rate allows")
    func redirectTurns() async throws {
        let bench = try await Bench {
            $0.rate = 1
            $0.burst = 1
            $0.maximumWait = .zero
        }
        bench.server.next(.answer(302, ["Location: /y"], ""))
        await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(1))) { try await bench.get() }
        #expect(bench.server.requests.count == 1)
        bench.clock.advance(by: .seconds(1))
        let answer = try await bench.get()
        #expect(answer == "{}")

        let second = try await Bench {
            $0.daily = 1
            $0.breakerFailures = 1
        }
        second.server.always(.answer(302, ["Location: /y"], ""))
        await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(15 * 3_600))) { try await second.get() }
        #expect(second.server.requests.count == 1)
        #expect(second.metrics.gauge("vokol_upstream_breaker_open", [("host", "test")]).current == 0)
    }

    @Test("A server that never answers is given up when the time is over")
    func hang() async throws {
        let bench = try await Bench { $0.total = .seconds(6) }
        bench.server.always(.silence)
        let call = Task { try await bench.get() }
        await eventually { bench.server.requests.count == 1 && bench.clock.sleepers == 1 }
        bench.clock.advance(by: .milliseconds(5_999))
        #expect(bench.clock.sleepers == 1)
        bench.clock.advance(by: .milliseconds(1))
        await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        // It is not tried again: there is no time left.
        #expect(bench.server.requests.count == 1)
        #expect(bench.calls(.timeout) == 1)
    }

    @Test("A caller in a hurry is told in time, and says nothing about the third party")
    func hurry() async throws {
        let bench = try await Bench { $0.breakerFailures = 1 }
        bench.server.always(.silence)
        let call = Task {
            try await bench.host.get(UpstreamRequest(path: "/"), deadline: bench.clock.monotonic + .seconds(1))
        }
        await eventually { bench.server.requests.count == 1 }
        bench.clock.advance(by: .seconds(1))
        await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        bench.server.always(.answer())
        let next = try await bench.get()
        #expect(next == "{}")
    }

    @Test("A body that drips, or goes on without end in small pieces, is given up for its pace")
    func drip() async throws {
        for head in [["Content-Length: 1000"], ["Transfer-Encoding: chunked"]] {
            let bench = try await Bench {
                $0.total = .seconds(1_000_000)
                $0.minimumRate = 100
            }
            let piece = head[0].contains("chunked") ? "5\r\n{    \r\n" : "{    "
            bench.server.always(.raw(["HTTP/1.1 200 OK"] + head, Array(piece.utf8)))
            let done = Gate()
            let call = Task {
                defer { done.open() }
                return try await bench.get()
            }
            await eventually { bench.server.requests.count == 1 }
            // The clock goes on in steps until the client has seen the head and given up; far from the time for all.
            let stepper = Task {
                while !Task.isCancelled {
                    bench.clock.advance(by: .seconds(1))
                    await Task.yield()
                }
            }
            await done.pass()
            stepper.cancel()
            await stepper.value
            await #expect(throws: UpstreamFailure.timedOut) { try await call.value }
        }
    }

    @Test("A cancelled call ends at once and leaves its place")
    func cancelled() async throws {
        let bench = try await Bench { $0.maximumInFlight = 1 }
        bench.server.next(.silence)
        let call = Task { try await bench.get() }
        await eventually { bench.server.requests.count == 1 }
        await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(1))) { try await bench.get() }
        call.cancel()
        await #expect(throws: UpstreamFailure.cancelled) { try await call.value }
        let next = try await bench.get()
        #expect(next == "{}")
    }

    @Test("Bodies longer than is read are given up, whether they say so before or not")
    func tooLarge() async throws {
        let bench = try await Bench { $0.maximumBytes = 10_000 }
        let long = "[\"" + String(repeating: "x", count: 20_000) + "\"]"
        let chunked =
            String(20_004, radix: 16) + "\r\n" + long + "\r\n"
        bench.server.next(
            .answer(200, [], long), .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], Array(chunked.utf8)),
            .raw(["HTTP/1.1 200 OK"], Array(long.utf8), end: .close))
        for _ in 0..<3 { await #expect(throws: UpstreamFailure.tooLarge) { try await bench.get() } }
        #expect(bench.server.requests.count == 3)
    }

    @Test("A packed body is unpacked, up to the same limit, and one that cannot be is told")
    func packed() async throws {
        let bench = try await Bench { $0.maximumBytes = 50_000 }
        func packed(_ body: [UInt8]) -> ScriptedServer.Reply {
            .raw(["HTTP/1.1 200 OK", "Content-Encoding: gzip", "Content-Length: \(body.count)"], body)
        }
        bench.server.next(packed(Packed.small))
        let small = try await bench.get()
        #expect(small == "{\"city\":\"Мінск\"}")
        bench.server.next(packed(Packed.bomb))
        await #expect(throws: UpstreamFailure.tooLarge) { try await bench.get() }
        var broken = Packed.small
        broken[14] ^= 0xFF
        broken[15] ^= 0xFF
        bench.server.next(packed(broken))
        await #expect(throws: UpstreamFailure.self) { try await bench.get() }
        bench.server.next(packed(Array("{\"not\":\"packed at all\"}".utf8)))
        await #expect(throws: UpstreamFailure.unreadable("the body cannot be unpacked")) { try await bench.get() }
        // Cut off: like any body that is not whole, it is asked for once more.
        let before = bench.server.requests.count
        bench.server.next(packed(Array(Packed.small.dropLast(12))))
        let again = try await bench.get()
        #expect(again == "{}")
        #expect(bench.server.requests.count == before + 2)
    }

    @Test(
        "What breaks within an answer is tried again once",
        arguments: [
            ScriptedServer.Reply.raw(["HTTP/1.1 200 OK", "Content-Length: 500"], Array("{\"a\":".utf8), end: .close),
            .raw(["HTTP/1.1 200 OK", "Content-Length: 500"], Array("{\"a\":".utf8), end: .reset),
            .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], Array("5\r\n{\"a\":\r\n".utf8), end: .close),
            Reply(bytes: [], end: .close), Reply(bytes: [], end: .reset),
            Reply(bytes: Array("HTTP/1.".utf8), end: .close),
            .answer(502, [], "<html>"), .answer(503), .answer(504),
        ])
    func retries(reply: ScriptedServer.Reply) async throws {
        let bench = try await Bench()
        bench.server.next(reply)
        let answer = try await bench.get()
        #expect(answer == "{}")
        #expect(bench.server.requests.count == 2)
        #expect(bench.metrics.counter("vokol_upstream_retries_total", [("host", "test")]).current == 1)

        bench.server.always(reply)
        do {
            _ = try await bench.get()
            Issue.record("it gave something")
        } catch {
            switch error {
            case .unreachable, .refused: break
            default: Issue.record("\(error)")
            }
        }
        #expect(bench.server.requests.count == 4)
    }

    @Test(
        "What would be said again is not asked again",
        arguments: [
            ScriptedServer.Reply.answer(400), .answer(401), .answer(403, ["Content-Type: text/html"], "<html>"),
            .answer(404), .answer(500), .answer(429), .answer(200, ["Content-Type: text/html"], "<html>"),
            .answer(200, [], "<html>"), Reply(bytes: Array("SSH-2.0-OpenSSH\r\n".utf8), end: .close),
        ])
    func noRetries(reply: ScriptedServer.Reply) async throws {
        let bench = try await Bench()
        bench.server.always(reply)
        _ = try? await bench.get()
        #expect(bench.server.requests.count == 1)
    }

    @Test("Where nobody listens, that is told")
    func nobody() async throws {
        let bench = try await Bench()
        try await bench.server.stop()
        do {
            _ = try await bench.get()
            Issue.record("it gave something")
        } catch {
            if case .unreachable = error {} else { Issue.record("\(error)") }
        }
        #expect(bench.calls(.unreachable) == 2)
    }

    @Test("After 429 nothing is asked until it says so, by seconds, by a date or by our own rule")
    func limited() async throws {
        for (headers, pause) in [
            (["Retry-After: 7"], Duration.seconds(7)), (["Retry-After: Mon, 02 Mar 2026 09:00:42 GMT"], .seconds(42)),
            (["Retry-After: 99999"], .seconds(600)), (["Retry-After: soon"], .seconds(60)), ([], .seconds(60)),
        ] {
            let bench = try await Bench()
            bench.server.next(.answer(429, headers))
            do {
                _ = try await bench.get()
                Issue.record("it gave something")
            } catch {
                if case .limited = error {} else { Issue.record("\(error)") }
            }
            await #expect(throws: UpstreamFailure.notAsked(retryAfter: pause)) { try await bench.get() }
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

    @Test("A third party that keeps failing is left alone, then tried by one call")
    func breaker() async throws {
        let bench = try await Bench { $0.retries = 0 }
        bench.server.always(.answer(500))
        for _ in 0..<5 {
            await #expect(throws: UpstreamFailure.refused(status: 500, body: Array("{}".utf8))) {
                try await bench.get()
            }
        }
        await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(15))) { try await bench.get() }
        #expect(bench.server.requests.count == 5)
        let open = bench.metrics.gauge("vokol_upstream_breaker_open", [("host", "test")])
        #expect(open.current == 1)
        bench.clock.advance(by: .seconds(15))
        bench.server.always(.answer())
        let answer = try await bench.get()
        #expect(answer == "{}")
        #expect(open.current == 0)
    }

    @Test("Retries stop where their budget does")
    func budget() async throws {
        let bench = try await Bench { $0.breakerFailures = 1_000 }
        bench.server.always(.answer(503))
        for _ in 0..<20 { _ = try? await bench.get() }
        // Three at first, and one for each ten calls.
        #expect((24...25).contains(bench.server.requests.count))
    }

    @Test("A retry is made only where there is time for it")
    func retryWithinDeadline() async throws {
        let bench = try await Bench { $0.retryPause = .seconds(13) }
        bench.server.always(.answer(503))
        await #expect(throws: UpstreamFailure.self) { try await bench.get() }
        #expect(bench.server.requests.count == 1)
    }

    @Test("Calls wait for their turn")
    func turn() async throws {
        let bench = try await Bench {
            $0.rate = 1
            $0.burst = 1
        }
        let first = try await bench.get()
        #expect(first == "{}")
        let second = Task { try await bench.get() }
        await eventually { bench.clock.sleepers == 1 }
        #expect(bench.server.requests.count == 1)
        await #expect(throws: UpstreamFailure.notAsked(retryAfter: .seconds(2))) { try await bench.get() }
        bench.clock.advance(by: .seconds(1))
        let answer = try await second.value
        #expect(answer == "{}")
    }

    @Test("Failures hold neither address nor key")
    func secrets() async throws {
        let bench = try await Bench { $0.retries = 0 }
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
                if case .refused(_, let body) = error { text += String(decoding: body, as: UTF8.self) }
                #expect(!text.contains("s3cret"))
                #expect(!text.contains("127.0.0.1"))
            }
        }
    }

    @Test("Whatever a server does, in whatever order, every call ends, and a good answer after that is one")
    func chaos() async throws {
        let server = try await ScriptedServer()
        let transport = try UpstreamTransport(group: MultiThreadedEventLoopGroup.singleton)
        let host = try UpstreamHost(
            name: "test", base: server.base,
            policy: HostPolicy {
                $0.total = .milliseconds(200)
                $0.breakerFailures = .max
                $0.retryPause = .milliseconds(1)
                $0.maximumBytes = 10_000
            }, userAgent: "Vokol-test/1.0", transport: transport, metrics: Metrics(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
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
        var random = SplitMix(state: 3)
        for _ in 0..<600 { server.next(kinds[Int(random.next() % UInt64(kinds.count))]) }
        let ended = await withTaskGroup(of: Void.self) { calls in
            for _ in 0..<20 {
                calls.addTask {
                    for _ in 0..<15 { _ = try? await host.get(UpstreamRequest(path: "/")) }
                }
            }
            var ended = 0
            for await _ in calls { ended += 1 }
            return ended
        }
        #expect(ended == 20)
        server.forget()
        // A connection may still hold what an earlier answer left behind.
        var answer: UpstreamAnswer?
        for _ in 0..<50 where answer == nil { answer = try? await host.get(UpstreamRequest(path: "/")) }
        guard case .body = answer else { return #expect(Bool(false)) }
        await transport.shutdown()
    }

    @Test("A connection is used again")
    func keepAlive() async throws {
        let bench = try await Bench()
        for _ in 0..<5 { _ = try await bench.get() }
        let exposition = bench.metrics.exposition()
        #expect(exposition.contains("vokol_upstream_call_seconds_count{host=\"test\"} 5"))
    }
}

private typealias Reply = ScriptedServer.Reply
