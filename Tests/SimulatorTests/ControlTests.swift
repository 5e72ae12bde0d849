import Foundation
import Testing
import Values

@testable import Simulator

@Suite struct ControlTests {
    @Test func `Faults are added, listed and cleared over HTTP`() async throws {
        try await Simulator.with { simulator in
            let body = #"{"thirdParty":"bsuir","fault":"hang","count":2}"#
            let made = try await simulator.reply("/_/faults", method: "POST", body: body)
            #expect(made.status == 201)
            #expect(made.header("X-Vokol-Simulator") == "1")
            let listed = try await simulator.reply("/_/faults").json["faults"] as? [[String: Any]]
            #expect((listed?.first?["fault"] as? [String: Any])?["fault"] as? String == "hang")
            #expect(try await simulator.reply("/_/faults?thirdParty=bbc", method: "DELETE").status == 204)
            #expect((try await simulator.reply("/_/faults").json["faults"] as? [Any])?.count == 1)
            #expect(try await simulator.reply("/_/faults", method: "DELETE").status == 204)
            #expect((try await simulator.reply("/_/faults").json["faults"] as? [Any])?.isEmpty == true)
        }
    }

    @Test(arguments: [
        ("POST", "/_/faults", "{\"fault\":\"nonsense\",\"thirdParty\":\"bsuir\"}", 400),
        ("POST", "/_/faults", "no json", 400), ("DELETE", "/_/faults?thirdParty=nobody", "", 400),
        ("PUT", "/_/clock", "{\"now\":\"tomorrow\"}", 400), ("GET", "/nobody", "", 404),
        ("GET", "/_/nothing", "", 404),
    ])
    func `An invalid request is refused with a reason`(method: String, target: String, body: String, status: Int)
        async throws
    {
        try await Simulator.with { simulator in
            let reply = try await simulator.reply(target, method: method, body: body)
            #expect(reply.status == status)
            #expect((reply.json["error"] as? String)?.contains("Failure") == false)
        }
    }

    @Test(arguments: [
        ("POST", "/_/faults", #"{"thirdParty":"bsuir","fault":"hung"}"#, Fault.Kind.allCases.map(\.rawValue)),
        ("POST", "/_/faults", #"{"thirdParty":"bsu","fault":"hang"}"#, ThirdParty.allCases.map(\.rawValue)),
        (
            "POST", "/_/faults", #"{"thirdParty":"bsuir","fault":"limited","retryAfter":"x"}"#,
            ["seconds", "date", "none"]
        ),
        ("POST", "/_/data", #"{"change":"moved"}"#, DataChange.Kind.allCases.map(\.rawValue)),
        ("DELETE", "/_/faults?thirdParty=bsu", "", ThirdParty.allCases.map(\.rawValue)),
        ("GET", "/_/log?thirdParty=bsu", "", ThirdParty.allCases.map(\.rawValue)),
    ])
    func `An unknown name is refused with the list of known names`(
        method: String, target: String, body: String, names: [String]
    ) async throws {
        try await Simulator.with { simulator in
            let reply = try await simulator.reply(target, method: method, body: body)
            #expect(reply.status == 400)
            let words = try #require(reply.json["error"] as? String)
            #expect(words.hasSuffix(names.joined(separator: ", ")), "\(words)")
        }
    }

    @Test func `The clock can be set to a fixed time and reset`() async throws {
        try await Simulator.with { simulator in
            let set = try await simulator.reply(
                "/_/clock", method: "PUT", body: #"{"now":"2026-08-31T23:59:00+03:00"}"#)
            #expect(set.status == 204)
            #expect(try await simulator.reply("/_/clock").json["now"] as? String == "2026-08-31T20:59:00Z")
            #expect(try await simulator.reply("/bsuir/api/v1/schedule/current-week").text == "1")
            _ = try await simulator.reply("/_/clock", method: "DELETE")
            #expect(try await simulator.reply("/_/clock").json["frozen"] as? Bool == false)
        }
    }

    @Test func `A clock that was set runs on unless it is frozen`() {
        var clock = SimulatedClock()
        let moment = Instant(milliseconds: 1_000_000)
        clock.set(moment, frozen: true)
        #expect(clock.now == moment)
        clock.set(moment, frozen: false)
        #expect(clock.now >= moment && clock.now < moment.advanced(bySeconds: 60))
    }

    @Test func `The log lists requests in order, with path, query and headers`() async throws {
        try await Simulator.with { simulator in
            _ = try await simulator.reply("/nominatim/reverse?lat=1&lon=2", headers: ["X-One: two"])
            _ = try await simulator.reply("/bsuir/api/v1/faculties")
            _ = try await simulator.reply("/nominatim/reverse?lat=3&lon=4")
            let log = try await simulator.reply("/_/log").json
            let requests = try #require(log["requests"] as? [[String: Any]])
            #expect(requests.compactMap { $0["path"] as? String } == ["/reverse", "/faculties", "/reverse"])
            #expect(requests[0]["query"] as? String == "lat=1&lon=2")
            #expect((requests[0]["headers"] as? [String: String])?["x-one"] == "two")
            #expect((requests[0]["headers"] as? [String: String])?["user-agent"] == "test")
            let times = requests.compactMap { $0["milliseconds"] as? Int }
            #expect(times == times.sorted())
            #expect(simulator.traffic(of: .nominatim).count == 2)
            #expect((try await simulator.reply("/_/log?thirdParty=bsuir").json["requests"] as? [Any])?.count == 1)
            _ = try await simulator.reply("/_/log", method: "DELETE")
            #expect(simulator.requests().isEmpty)
            #expect(simulator.traffic(of: .nominatim).count == 0)
        }
    }

    @Test func `The log reports the peak of concurrent requests, and aborted ones count as ended`()
        async throws
    {
        try await Simulator.with { simulator in
            simulator.add(Fault(.hang, of: .bbc))
            let clients = try (0..<5).map { _ in try RawClient(port: simulator.port) }
            for client in clients { client.ask("/bbc/news/rss.xml") }
            while simulator.traffic(of: .bbc).count < 5 { await Task.yield() }
            #expect(simulator.traffic(of: .bbc).peak == 5)
            for client in clients { client.close() }
            while simulator.traffic(of: .bbc).active > 0 { await Task.yield() }
            #expect(simulator.traffic(of: .bbc).peak == 5)
        }
    }

    @Test func `The log keeps its latest 10,000 requests and counts all`() {
        var log = RequestLog()
        for number in 0..<RequestLog.maximum + 5 {
            log.begin(.bbc, Request(method: "GET", target: "/\(number)"), milliseconds: 0, fault: nil)
            log.end(.bbc)
        }
        #expect(log.requests.count == RequestLog.maximum)
        #expect(log.requests.first?.path == "/5")
        #expect(log.traffic[.bbc]?.count == RequestLog.maximum + 5)
        #expect(log.traffic[.bbc]?.peak == 1)
    }

    @Test func `Several requests on one connection are answered in order`() async throws {
        try await Simulator.with { simulator in
            let client = try RawClient(port: simulator.port)
            defer { client.close() }
            let one = "GET /bsuir/api/v1/schedule/current-week HTTP/1.1\r\nHost: a\r\n\r\n"
            client.send(one + one + one.replacing("Host: a", with: "Host: a\r\nConnection: close"))
            let reply = try await client.read()
            #expect(reply.ending == .closed)
            let text = String(decoding: reply.bytes, as: UTF8.self)
            #expect(text.components(separatedBy: "\r\n\r\n2").count == 4)
        }
    }

    @Test func `SMS gateways accept messages in the formats of their clients`() async throws {
        try await Simulator.with { simulator in
            let form = "token=t&message=%D0%9A%D0%BE%D0%B4+1&phone=375291234567"
            #expect(try await simulator.reply("/sms/smsby", method: "POST", body: form).json["sms_id"] is Int)
            let rocket = "username=u&password=p&phone=375291234567&text=two"
            #expect(try await simulator.reply("/sms/rocketsms", method: "POST", body: rocket).json["id"] is Int)
            let twilio = try await simulator.reply(
                "/sms/twilio/Messages.json", method: "POST", headers: ["Authorization: Basic YTpi"],
                body: "To=%2B375291234567&Body=three&From=v")
            #expect(twilio.status == 201)
            #expect(twilio.json["sid"] is String)
            #expect(simulator.messages.map(\.text) == ["Код 1", "two", "three"])
            #expect(try await simulator.reply("/sms/smsby", method: "POST", body: "phone=1").json["error"] is String)
            simulator.add(Fault(.status, of: .sms).with { $0.status = 503 })
            #expect(try await simulator.reply("/sms/smsby", method: "POST", body: form).status == 503)
            #expect(simulator.messages.count == 3)
        }
    }

    @Test func `Mail is accepted and stored`() async throws {
        try await Simulator.with { simulator in
            let client = try RawClient(port: simulator.mailPort)
            defer { client.close() }
            client.send(
                "EHLO a\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nSubject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\n")
            let reply = try await client.read()
            #expect(reply.ending == .closed)
            #expect(simulator.messages.map(\.to) == ["d@e.f"])
            #expect(simulator.messages.first?.text == "Subject: x\n\n.dot\n")
        }
    }
}
