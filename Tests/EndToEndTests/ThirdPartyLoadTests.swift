import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of the number of upstream requests under load.
    @Suite(.serialized) struct ThirdPartyLoad {
        private static let replicas = 2

        /// Makes `count` identical calls at once over a hundred connections, and counts their outcomes.
        ///
        /// Repeats calls that are refused because of overload after the time that the server asks for, as clients must,
        /// for at most a minute.
        private func callConcurrently(
            _ count: Int, _ method: String, _ params: String, _ simulated: SimulatedInstance
        ) async throws -> [String: Int] {
            let connections = 100
            let end = ContinuousClock.now + .seconds(60)
            return try await withThrowingTaskGroup(of: [String: Int].self) { group in
                for _ in 0..<connections {
                    group.addTask {
                        let lines = try await Wire(
                            port: simulated.instance.port, authority: simulated.instance.authorityFile,
                            protocols: ["ndjson-rpc/1"])
                        var counts: [String: Int] = [:]
                        var left = count / connections
                        while left > 0, ContinuousClock.now < end {
                            let calls = (0..<left).map { id in
                                #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n"
                            }
                            try await lines.send(calls.joined())
                            var refused = 0
                            var pause = Duration.zero
                            for _ in 0..<left {
                                // Answers are long and only their outcome matters, so only errors are parsed.
                                let line = try await lines.answeringLine()
                                let isError = line.contains(#""error":{"#)
                                let error: JSON = isError ? try JSON(line)["error"] : .null
                                // The call's time was over, or a service was overloaded.
                                if [-32008, -32010].contains(error["code"].int) {
                                    refused += 1
                                    pause = max(pause, .milliseconds(error["data"]["retryAfterMs"].int ?? 100))
                                } else {
                                    counts[error["code"].int.map { "\($0)" } ?? "ok", default: 0] += 1
                                }
                            }
                            left = refused
                            if left > 0 { try await Task.sleep(for: pause) }
                        }
                        await lines.close()
                        return counts
                    }
                }
                return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            }
        }

        private static let shared = Task {
            try await SimulatedInstance.start(arguments: [
                "--replicas", "aggregator=2", "--replicas", "schedule=2",
            ])
        }

        @Test
        func `2,000 concurrent calls for one place cost one request per replica, and none once cached`()
            async throws
        {
            let simulated = try await Self.shared.value
            // Slow enough for all calls to arrive before the first answer does.
            try await simulated.fail(["open-meteo"], "delay-headers", #""milliseconds":2500"#)
            let counts = try await callConcurrently(2000, "weather.current", "{\(SimulatedInstance.minsk)}", simulated)
            #expect(counts == ["ok": 2000])
            let first = try await simulated.requests(of: "open-meteo").count
            #expect((1...Self.replicas).contains(first))
            let cached = try await callConcurrently(2000, "weather.current", "{\(SimulatedInstance.minsk)}", simulated)
            #expect(cached == ["ok": 2000])
            #expect(try await simulated.requests(of: "open-meteo").count <= Self.replicas)
            try await simulated.clearFaults()
        }

        @Test func `2,000 concurrent calls for one timetable cost one request per replica`() async throws {
            let simulated = try await Self.shared.value
            try await simulated.fail(["bsuir"], "delay-headers", #""milliseconds":2500,"path":"/schedule""#)
            let counts = try await callConcurrently(2000, "schedule.day", #"{"group":"353501"}"#, simulated)
            #expect(counts == ["ok": 2000])
            let requests = try await simulated.requests(of: "bsuir").filter {
                $0["query"].text == "studentGroup=353501"
            }
            #expect((1...Self.replicas).contains(requests.count), "\(requests)")
            try await simulated.clearFaults()
        }

        @Test func `An account that spends its share of a daily quota leaves the rest to others`() async throws {
            let simulated = try await SimulatedInstance.start(environment: ["VOKOL_NEWSAPI_KEY": "simulated"])
            let guest = try await Guest.register(at: simulated.instance)
            let lines = try await LineClient(simulated.instance)
            func misses(_ city: String, token: String) async throws -> Bool {
                let answer = try await lines.call(
                    "news.local", #"{"city":"\#(city)","countryCode":"BY"}"#, token: token)
                #expect(answer["error"] == .null, "\(answer)")
                return answer["result"]["missing"].items.contains(.string("NewsAPI"))
            }
            // NewsAPI gets 90 calls a day, of which an account may have an eighth, and less in an hour.
            let cities = [
                "Brest", "Grodno", "Gomel", "Vitebsk", "Mogilev", "Pinsk", "Polotsk", "Lida", "Orsha", "Slutsk",
                "Baranovichi", "Soligorsk", "Molodechno",
            ]
            var missed: [Bool] = []
            for city in cities { missed.append(try await misses(city, token: simulated.token)) }
            #expect(missed.first == false && missed.last == true, "\(missed)")
            let requests = try await simulated.requests(of: "newsapi").count
            #expect(requests == missed.count { !$0 } && requests <= 90 / 8, "\(missed)")
            #expect(try await misses("Borisov", token: guest.token) == false)
            #expect(try await simulated.requests(of: "newsapi").count == requests + 1)
            await lines.close()
            try await simulated.instance.stop(removing: true)
        }

        @Test func `Two replicas never call Nominatim twice within a second, and every call is answered`() async throws
        {
            let simulated = try await Self.shared.value
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        let place = #"{"latitude":\#(54.1 + Double(number) * 0.05),"longitude":28.2}"#
                        let address = try await simulated.result("places.reverse", place)
                        #expect(address["countryCode"].text != nil, "\(address)")
                    }
                }
                try await group.waitForAll()
            }
            let requests = try await simulated.requests(of: "nominatim")
            let times = requests.compactMap { $0["milliseconds"].int }
            #expect(times.count >= 2, "\(times)")
            for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 1000, "\(times)") }
            for request in requests {
                #expect(request["headers"]["user-agent"].text?.hasPrefix("Vokol-aggregator/") == true, "\(request)")
            }
        }
    }
}
