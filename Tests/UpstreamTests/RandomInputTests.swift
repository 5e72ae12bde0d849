import HTTP
import Resilience
import Testing
import Values

@testable import Upstream

/// Tests of input as third parties may send it, made by a seeded generator.
@Suite struct RandomInputTests {
    private static let pieces = [
        "http", "https://", "HTTPS://", "http://", ":", "/", "//", "///", "?", "#", "@", "example.org", "EXAMPLE.ORG",
        "evil.org",
        ":443",
        ":8443", ":0", "..", ".", "%2e", "%00", "\\", " ", "\r\n", "\n", "\t", "\0", "\u{e9}", "[::1]", "[", "]", "x",
        "=", "&", ";", "user:pass@", "localhost", "127.0.0.1", "data:", "javascript:", "\"", "<", "a", "-", "+",
    ]

    private func text(_ random: inout SplitMix64) -> String {
        (0..<Int(random.next() % 8)).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
    }

    @Test func `A random redirect leads to the same server or nowhere, and breaks no request`() throws {
        let origin = try UpstreamAddress("https://example.org/base")
        var random = SplitMix64(seed: 7)
        var followed = 0
        for _ in 0..<10_000 {
            var rule = RedirectRule(origin: origin.origin)
            let location = text(&random)
            guard let target = try? rule.target(after: location, from: "/base/x?y=z") else { continue }
            followed += 1
            #expect(target.hasPrefix("/"), "\(location)")
            #expect(target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(location)")
            if location.contains("://"), let host = HTTPAddress(location.prefix { $0 != "#" })?.origin.host {
                #expect(host == "example.org", "\(location)")
            }
        }
        #expect(followed > 500)
    }

    @Test func `No random text yields an address that is neither HTTPS nor loopback`() {
        var random = SplitMix64(seed: 8)
        var read = 0
        for _ in 0..<10_000 {
            guard let address = try? UpstreamAddress(text(&random)) else { continue }
            read += 1
            let server = address.origin
            #expect(server.isSecure || ["127.0.0.1", "localhost", "::1"].contains(server.host))
            #expect(!address.path.hasSuffix("/"))
        }
        #expect(read > 10)
    }

    @Test func `A random Retry-After yields one second to ten minutes, or nothing`() {
        let now = instant("2026-03-02T09:00:00Z")
        let words = [
            "Sun", "Sunday", ",", " ", "06", "6", "99", "-", "Nov", "Feb", "1994", "94", "2026", ":", "08:49:37",
            "24:00:00", "GMT", "0", "-1", "999999999999999999999", "\u{661}", "+5", ".5",
        ]
        var random = SplitMix64(seed: 9)
        for _ in 0..<10_000 {
            let text = (0..<Int(random.next() % 12)).map { _ in words[Int(random.next() % UInt64(words.count))] }
                .joined()
            if let pause = RetryAfter.duration(text, now: now) {
                #expect(pause >= .seconds(1) && pause <= .seconds(600), "\(text)")
            }
        }
    }

    @Test func `A random body is passed on whole or refused`() {
        let parts: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF], [0x7B], [0x3C], [0x20], [0x0A], [0xFF], [0xC3], [0xA9], [0xED, 0xA0, 0x80], [0x00],
            Array("<!doctype html>".utf8), Array("{\"a\":1}".utf8),
        ]
        var random = SplitMix64(seed: 10)
        for _ in 0..<5_000 {
            let body = (0..<Int(random.next() % 6)).flatMap { _ in parts[Int(random.next() % UInt64(parts.count))] }
            for kind in [UpstreamRequest.Body.json, .xml, .text] {
                guard let checked = try? BodyCheck.checked(body, as: kind, contentType: nil).body else { continue }
                #expect(checked == body || checked == Array(body.dropFirst(3)))
                if kind != .xml { #expect(String(validating: checked, as: UTF8.self) != nil) }
            }
        }
    }

    @Test func `Under random events the admission limits the calls in flight and always reopens`() {
        var random = SplitMix64(seed: 11)
        var now = ContinuousClock.now
        var date = instant("2026-03-02T09:00:00Z")
        var admission = HostAdmission(
            HostPolicy {
                $0.maximumInFlight = 4
                $0.rate = 5
                $0.burst = 5
            })
        var open: [(permit: CircuitBreaker.Permit, flow: FlowKey)] = []
        let verdicts: [HostAdmission.Verdict] = [.healthy, .failing, .failing, .none, .pause(.seconds(20))]
        for _ in 0..<10_000 {
            if random.next() % 2 == 0 {
                let flow = FlowKey("user", [UInt8(random.next() % 3)])
                switch admission.admit(flow, at: now, date: date, waiting: .seconds(Int(random.next() % 3))) {
                case .go(let permit, let turn):
                    open.append((permit, flow))
                    if case .wait(let ticket, let end) = turn {
                        #expect(end > now && end <= now + .seconds(1))
                        let later = admission.turns.look(for: ticket, at: end, date: date)
                        #expect(later == .now)
                    }
                case .rejected(_, let wait): #expect(wait >= .zero)
                }
            } else if !open.isEmpty {
                let (permit, flow) = open.remove(at: Int(random.next() % UInt64(open.count)))
                admission.ended(permit, of: flow, verdicts[Int(random.next() % UInt64(verdicts.count))], at: now)
            }
            #expect(open.count <= 4)
            let step = Int64(random.next() % 2_000)
            now += .milliseconds(step)
            date = Instant(milliseconds: date.milliseconds + step)
        }
        for (permit, flow) in open { admission.ended(permit, of: flow, .none, at: now) }
        now += .seconds(600)
        guard case .go(let probe, _) = admission.admit(.background, at: now, date: date, waiting: .zero) else {
            return #expect(Bool(false))
        }
        admission.ended(probe, of: .background, .healthy, at: now)
        #expect(!admission.isBreakerOpen)
    }
}
