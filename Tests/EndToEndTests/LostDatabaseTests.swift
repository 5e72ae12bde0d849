import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of the answers that remain while PostgreSQL is down.
    @Suite(.serialized) struct LostDatabase {
        private static let group = #""group":"353501""#

        /// Kills PostgreSQL and moves its configuration away, so that it cannot be restarted.
        ///
        /// - Returns: a closure that makes restarting possible again.
        private func takeAway(_ instance: RunningInstance) async throws -> () throws -> Void {
            let file = "\(instance.directory)/postgres/data/postgresql.conf"
            try FileManager.default.moveItem(atPath: file, toPath: file + ".away")
            let pid = try #require(try instance.part("postgres").pid)
            kill(pid, SIGKILL)
            try await Processes.wait("the end of PostgreSQL") { kill(pid, 0) != 0 }
            return { try FileManager.default.moveItem(atPath: file + ".away", toPath: file) }
        }

        /// Makes a call with a timeout of two seconds: no call may wait for a missing database.
        private func call(_ simulated: SimulatedInstance, _ method: String, _ params: String) async throws -> JSON {
            let lines = try await LineClient(simulated.instance)
            let meta = ["timeoutMs": "2000", "idempotencyKey": quoted(UUID().uuidString)]
            let answer = try await lines.call(method, params, token: simulated.token, meta: meta)
            await lines.close()
            return answer
        }

        /// Checks the answers that need no database: all but those of history and favourites.
        ///
        /// - Parameter place: a place in Belarus that nothing has requested yet.
        private func checkAnswers(_ simulated: SimulatedInstance, at place: String) async throws {
            try await simulated.clearLog()
            let weather = try await simulated.result("weather.current", "{\(place)}")
            #expect(weather["timeZone"] == .string("Europe/Minsk") && weather["isStale"] == .bool(false), "\(weather)")
            #expect(try await simulated.result("weather.forecast", "{\(place)}")["days"].items.count >= 5)
            let found = try await simulated.result("places.search", #"{"query":"витебс"}"#)
            #expect(found["items"][0]["name"] == .string("Vitebsk"), "\(found)")
            let address = try await simulated.result("places.reverse", "{\(place)}")
            #expect(
                address["provider"] == .string("gazetteer") && address["precision"] == .string("city"), "\(address)")
            #expect(address["countryCode"] == .string("BY"), "\(address)")
            let news = try await simulated.result("news.local", "{\(place)}")
            #expect(news["timeZone"] == .string("Europe/Minsk") && news["missing"].items.isEmpty, "\(news)")
            let briefing = try await simulated.result("briefing.get", "{\(place)}")
            for part in ["address", "weather", "forecast", "news"] {
                #expect(briefing[part]["status"] == .string("ok"), "\(part): \(briefing[part])")
            }
            // Nominatim is not called, because the pacing of its calls needs the database.
            #expect(try await simulated.requests(of: "nominatim").isEmpty)

            #expect(try await simulated.result("schedule.groups", #"{"query":"3535"}"#)["items"].items.isEmpty == false)
            let timetable = try await simulated.result("schedule.forGroup", "{\(Self.group)}")
            #expect(timetable["hasTimetable"] == .bool(true) && timetable["lessons"].items.count > 5, "\(timetable)")
            let day = try await simulated.result("schedule.day", #"{\#(Self.group),"date":"2026-10-07"}"#)
            #expect(day["week"].int == 2, "\(day)")
            #expect(try await simulated.result("schedule.week", #"{"date":"2026-10-07"}"#)["week"].int == 2)
        }

        /// Checks that history and favourites are refused at once as unavailable.
        private func checkRefusals(_ simulated: SimulatedInstance, at place: String) async throws {
            for (method, params) in [
                ("history.list", "{}"), ("history.add", "{\(place)}"), ("schedule.favourites", "{}"),
                ("schedule.addFavourite", "{\(Self.group)}"),
            ] {
                let answer = try await call(simulated, method, params)
                #expect(answer["error"]["code"].int == -32009, "\(method): \(answer)")
                #expect((answer["error"]["data"]["retryAfterMs"].int ?? 0) > 0, "\(method): \(answer)")
            }
            let briefing = try await simulated.result("briefing.get", #"{\#(place),"save":true}"#)
            #expect(briefing["saved"]["status"] == .string("unavailable"), "\(briefing["saved"])")
            #expect(briefing["weather"]["status"] == .string("ok"), "\(briefing["weather"])")
        }

        /// Kills a service and waits until another process answers in its place.
        private func replace(
            _ service: String, asking method: String, _ params: String, of simulated: SimulatedInstance
        )
            async throws
        {
            let before = try simulated.instance.part(service).pid
            try simulated.instance.send(SIGKILL, to: service)
            try await Processes.wait("\(service) again") {
                guard try simulated.instance.part(service).pid != before else { return false }
                // Each event loop of the gateway reconnects by itself, so one answer is not enough.
                for _ in 0..<10 where try await simulated.call(method, params)["error"] != .null { return false }
                return true
            }
        }

        @Test
        func
            `Without PostgreSQL only history and favourites fail, also after a restart, and recover with it`()
            async throws
        {
            let simulated = try await SimulatedInstance.start()
            let instance = simulated.instance
            let kept = try await call(simulated, "history.add", #"{\#(SimulatedInstance.minsk),"label":"Before"}"#)[
                "result"]
            #expect(kept["label"] == .string("Before"), "\(kept)")
            #expect(try await call(simulated, "schedule.addFavourite", "{\(Self.group)}")["error"] == .null)
            let before = try instance.parts()

            let putBack = try await takeAway(instance)
            try await checkAnswers(simulated, at: #""latitude":53.71,"longitude":27.21"#)
            try await checkRefusals(simulated, at: #""latitude":53.72,"longitude":27.22"#)

            try await replace("aggregator", asking: "weather.current", "{\(SimulatedInstance.minsk)}", of: simulated)
            try await replace("schedule", asking: "schedule.week", "{}", of: simulated)
            try await checkAnswers(simulated, at: #""latitude":53.81,"longitude":27.31"#)
            try await checkRefusals(simulated, at: #""latitude":53.82,"longitude":27.32"#)

            let replaced = try instance.parts()
            try putBack()
            for method in ["history.list", "schedule.favourites"] {
                try await Processes.wait("\(method) again", limit: .seconds(60)) {
                    try await simulated.call(method)["error"] == .null
                }
            }
            #expect(try await simulated.result("history.list")["items"].items == [kept])
            let favourites = try await simulated.result("schedule.favourites")["items"].items
            #expect(favourites.count == 1 && favourites[0]["group"] == .string("353501"), "\(favourites)")
            for (method, params) in [
                ("history.add", #"{"latitude":53.91,"longitude":27.41}"#),
                ("schedule.addFavourite", #"{\#(Self.group),"subgroup":1}"#),
            ] {
                let answer = try await call(simulated, method, params)
                #expect(answer["error"] == .null, "\(method): \(answer)")
            }
            #expect(try await simulated.result("history.list")["items"].items.count == 2)

            let after = try instance.parts()
            for part in after where part.name != "postgres" {
                let isReplaced = ["aggregator", "schedule"].contains(part.name)
                let started = (isReplaced ? replaced : before).first { $0.name == part.name }
                #expect(started?.pid == part.pid, "\(part.name) was started once more")
            }
            try await instance.stop(removing: true)
        }
    }
}
