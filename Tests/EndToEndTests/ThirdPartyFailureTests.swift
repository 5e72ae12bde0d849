import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of the answers that remain when third parties fail.
    @Suite(.serialized) struct ThirdPartyFailures {
        /// The main ways in which a third party fails.
        static let ways = [
            ("hang", ""), ("status", #""status":500"#), ("html", ""), ("reset", #""bytes":30"#), ("wrong-types", ""),
            ("limited", #""seconds":2"#),
        ]

        /// Returns a place in Belarus that nothing has requested yet.
        private func place(_ number: Int) -> String {
            #""latitude":\#(53.0 + Double(number) * 0.11),"longitude":26.31"#
        }

        @Test func `One weather provider replaces the other when it fails`() async throws {
            let simulated = try await Instances.failing.value
            try await simulated.fail(["open-meteo"], "status", #""status":503"#)
            let weather = try await simulated.result("weather.current", #"{"latitude":41.05,"longitude":12.9}"#)
            try await simulated.clearFaults()
            #expect(weather["provider"] == .string("openweathermap"), "\(weather)")
            try await recover(simulated, SimulatedInstance.weather)
        }

        @Test(arguments: Array(ways.enumerated()))
        func `A failing third party affects only its own part of a briefing`(
            number: Int, way: (fault: String, more: String)
        ) async throws {
            let simulated = try await Instances.failing.value
            // Fetches the news first, which are cached by publisher, so that the faults below cannot affect them.
            _ = try await simulated.result("briefing.get", "{\(SimulatedInstance.minsk)}")
            for (index, failing) in [SimulatedInstance.weather, ["nominatim"]].enumerated() {
                try await simulated.fail(failing, way.fault, way.more)
                let params = "{\(place(number * 2 + index))}"
                let briefing = try await simulated.result("briefing.get", params)
                try await simulated.clearFaults()
                let isWeather = index == 0
                for part in ["weather", "forecast"] {
                    let status = briefing[part]["status"].text ?? ""
                    if isWeather {
                        #expect(
                            ["unavailable", "timed-out"].contains(status), "\(way.fault) \(part): \(briefing[part])")
                    } else {
                        #expect(status == "ok", "\(way.fault) \(part): \(briefing[part])")
                    }
                }
                #expect(briefing["news"]["status"] == .string("ok"), "\(way.fault): \(briefing["news"])")
                // Without Nominatim the nearest city is the answer.
                #expect(briefing["address"]["status"] == .string("ok"), "\(way.fault): \(briefing["address"])")
                #expect(briefing["address"]["value"]["countryCode"] == .string("BY"), "\(briefing["address"])")
                if !isWeather { #expect(briefing["address"]["value"]["street"] == .null, "\(briefing["address"])") }
                try await recover(simulated, failing)
            }
        }

        @Test func `A third party that hangs delays an answer little, and what is missing is named`() async throws {
            let simulated = try await Instances.failing.value
            func result(_ method: String, _ place: String, while hanging: [String]) async throws -> JSON {
                try await simulated.fail(hanging, "hang")
                let began = ContinuousClock.now
                let answer = try await simulated.result(method, "{\(place)}")
                // A second and a half, and as much again for a busy machine.
                #expect(ContinuousClock.now - began < .seconds(3), "\(method) while \(hanging) hang")
                try await simulated.clearFaults()
                return answer
            }
            let weather = try await result(
                "weather.current", #""latitude":41.35,"longitude":16.9"#, while: ["open-meteo"])
            #expect(weather["provider"] == .string("openweathermap"), "\(weather)")
            let address = try await result(
                "places.reverse", #""latitude":52.11,"longitude":23.71"#, while: ["nominatim"])
            #expect(address["provider"] == .string("gazetteer"), "\(address)")
            #expect(address["city"] == .string("Brest") && address["street"] == .null, "\(address)")
            let news = try await result("news.local", #""latitude":48.8534,"longitude":2.3488"#, while: ["feeds"])
            #expect(news["missing"] == .array([.string("France Info")]), "\(news)")
            try await recover(simulated, SimulatedInstance.weather)
            try await recover(simulated, ["nominatim"])
        }

        /// Waits until a recovered third party is called again: its breaker stays open for a while.
        private func recover(_ simulated: SimulatedInstance, _ parties: [String]) async throws {
            try await Processes.wait("\(parties) asked again", limit: .seconds(90)) {
                // A place that nothing has requested yet.
                let place = #"{"latitude":\#(Double.random(in: 40..<60)),"longitude":\#(Double.random(in: 0..<100))}"#
                if parties == ["nominatim"] {
                    return try await simulated.result("places.reverse", place)["street"] != .null
                }
                return try await simulated.call("weather.current", place)["error"] == .null
            }
        }

        @Test func `vokol simulate refuses an unknown third party or fault and lists the known ones`()
            async throws
        {
            let simulated = try await Instances.failing.value
            for (arguments, known) in [
                (["bsu", "--fault", "hang"], "open-meteo-geocoding"), (["bsuir", "--fault", "hung"], "endless-chunks"),
                (["bsu", "--clear"], "open-meteo-geocoding"),
            ] {
                let result = try await simulated.instance.vokol("simulate", arguments)
                #expect(result.code != 0 && result.errors.contains(known), "\(arguments): \(result)")
            }
        }

        @Test func `vokol simulate reports the requests to a third party`() async throws {
            let simulated = try await Instances.failing.value
            _ = try await simulated.result("schedule.groups", #"{"limit":1}"#)
            let result = try await simulated.instance.vokol("simulate", ["bsuir"])
            let requests = try JSON(result.output)["requests"].items
            #expect(requests.isEmpty == false, "\(result)")
            #expect(requests.count <= 20 && requests.allSatisfy { $0["thirdParty"] == .string("bsuir") })
        }

        @Test func `Failing news are reported as unavailable and affect no other part of a briefing`() async throws {
            let simulated = try await SimulatedInstance.start()
            try await simulated.fail(SimulatedInstance.news, "hang")
            let briefing = try await simulated.result("briefing.get", "{\(SimulatedInstance.minsk)}")
            #expect(["unavailable", "timed-out"].contains(briefing["news"]["status"].text), "\(briefing["news"])")
            for part in ["address", "weather", "forecast"] {
                #expect(briefing[part]["status"] == .string("ok"), "\(part): \(briefing[part])")
            }
            try await simulated.instance.stop(removing: true)
        }

        @Test(arguments: ways)
        func `With the university failing, a cached timetable is served and any other is a clear error`(
            fault: String, more: String
        ) async throws {
            let simulated = try await Instances.failing.value
            let known = "353501"
            let before = try await simulated.result("schedule.forGroup", #"{"group":"\#(known)"}"#)
            let found = try await simulated.result("schedule.groups", #"{"query":"5","limit":100}"#)
            let others = found["items"].items.compactMap { $0["number"].text }.filter { $0 != known }
            // Each fault has a group of its own, because a group that an earlier case requested is cached.
            let place = try #require(Self.ways.firstIndex { $0 == (fault, more) })
            let unknown = others[others.count - 1 - place]
            try await simulated.fail(["bsuir"], fault, more)
            let after = try await simulated.result("schedule.forGroup", #"{"group":"\#(known)"}"#)
            let failed = try await simulated.call("schedule.forGroup", #"{"group":"\#(unknown)"}"#)
            try await simulated.clearFaults()
            #expect(after["lessons"] == before["lessons"])
            let reasons = ["timetable-unavailable", "timetable-unreadable"]
            #expect(reasons.contains(failed["error"]["data"]["reason"].text ?? ""), "\(fault): \(failed)")
            try await Processes.wait("timetables again", limit: .seconds(60)) {
                try await simulated.call("schedule.forGroup", #"{"group":"\#(unknown)"}"#)["error"] == .null
            }
        }

        @Test func `With all third parties down, cached answers are served, also after a restart`()
            async throws
        {
            let simulated = try await SimulatedInstance.start(environment: ["VOKOL_TIMETABLES_FRESH": "10s"])
            let calls = [
                ("weather.current", "{\(SimulatedInstance.minsk)}"),
                ("weather.forecast", "{\(SimulatedInstance.minsk)}"),
                ("places.reverse", "{\(SimulatedInstance.minsk)}"), ("news.local", "{\(SimulatedInstance.minsk)}"),
                ("schedule.forGroup", #"{"group":"353501"}"#), ("schedule.groups", #"{"query":"3535"}"#),
                ("schedule.lecturers", #"{"query":"Абрамов"}"#),
            ]
            _ = try await simulated.result("briefing.get", #"{\#(SimulatedInstance.minsk),"save":true}"#)
            for (method, params) in calls { _ = try await simulated.result(method, params) }

            try await simulated.fail(SimulatedInstance.allThirdParties, "hang")
            for (method, params) in calls { _ = try await simulated.result(method, params) }
            let wire = try await simulated.https()
            // Its refresh is due after ten seconds; only because that failed is it marked within the first day.
            try await Processes.wait("a timetable that could not be refreshed", limit: .seconds(40)) {
                try await simulated.get("/v1/schedule/groups/353501", over: wire)["isStale"] == .bool(true)
            }
            await wire.close()

            for service in ["aggregator", "schedule"] { try await simulated.restart(service) }
            for (method, params) in calls { _ = try await simulated.result(method, params) }
            // The timetable is served at once, refreshed in the background, and marked stale once the refresh has
            // failed again.
            try await Processes.wait("a timetable that is still old", limit: .seconds(40)) {
                let timetable = try await simulated.result("schedule.forGroup", #"{"group":"353501"}"#)
                #expect(timetable["lessons"].items.count > 5, "\(timetable)")
                return timetable["isStale"] == .bool(true)
            }
            let address = try await simulated.result("places.reverse", "{\(SimulatedInstance.minsk)}")
            #expect(address["house"].text?.isEmpty == false, "\(address)")
            #expect(try await simulated.result("history.list")["items"][0]["address"]["city"] == .string("Minsk"))
            // Data that nothing requested before is unavailable.
            let elsewhere = try await simulated.call("weather.current", #"{"latitude":10.5,"longitude":106.5}"#)
            #expect(elsewhere["error"]["data"]["reason"] == .string("weather-unavailable"), "\(elsewhere)")
            try await simulated.instance.stop(removing: true)
        }
    }
}
