import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) struct Events {
        /// An event stream over TLS, read event by event.
        private struct EventSource {
            let wire: Wire

            /// Opens a stream and reads its head.
            init(_ instance: RunningInstance, _ topics: String, token: String? = nil) async throws {
                wire = try await Wire(
                    port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
                let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
                let answer = try #require(
                    try await wire.http(
                        "GET /v1/events?topics=\(topics) HTTP/1.1\r\nHost: localhost\r\n"
                            + "Accept: text/event-stream\r\n\(field)\r\n"))
                #expect(answer.status == 200 && answer.fields["content-type"] == "text/event-stream", "\(answer)")
            }

            /// Returns the next event with its topic, such as `changed bookings`.
            func next() async throws -> String {
                var kind = ""
                while let line = try await wire.line() {
                    if line.hasPrefix("event: ") { kind = String(line.dropFirst(7)) }
                    guard line.hasPrefix("data: ") else { continue }
                    let data = try JSON(String(line.dropFirst(6)))
                    if kind == "changed" { #expect(data["version"].int ?? 0 > 0, "\(line)") }
                    return data["topic"].text.map { "\(kind) \($0)" } ?? kind
                }
                throw Wire.Failure(reason: "the stream ended")
            }

            /// Reads events up to the given one; others may come before, as of the start of a replica.
            func reach(_ event: String) async throws {
                while try await next() != event {}
            }
        }

        /// A subscription of a line connection, read event by event.
        private struct Subscription {
            let wire: Wire

            init(_ instance: RunningInstance, _ topics: [String], token: String? = nil) async throws {
                wire = try await Wire(
                    port: instance.port, authority: instance.authorityFile, protocols: ["ndjson-rpc/1"])
                let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
                let answer = try await wire.call(
                    "rpc.subscribe", #"{"topics":[\#(list)]}"#,
                    meta: token.map { #""token":\#(quoted($0))"# } ?? "")
                #expect(answer["result"]["topics"].items.compactMap(\.text) == topics, "\(answer)")
            }

            /// Reads events up to a change of the topic, and returns its version; `nil` for a resync, which covers it.
            func next(_ topic: String) async throws -> Int? {
                while let line = try await wire.line() {
                    let params = try JSON(line)["params"]
                    if params["event"].text == "resync" { return nil }
                    if params["event"].text == "changed", params["topic"].text == topic {
                        let version: Int = try #require(params["version"].int)
                        return version
                    }
                }
                throw Wire.Failure(reason: "the connection was closed")
            }

            /// Reads events up to a change of the topic.
            func reach(_ topic: String) async throws {
                while try await next(topic) == nil {}
            }
        }

        /// A calendar feed, as a calendar program reads it.
        private struct Feed {
            struct Document: Equatable {
                var body: String
                var tag: String?
            }

            let wire: Wire
            let path: String

            init(_ instance: RunningInstance, path: String) async throws {
                wire = try await Wire(
                    port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
                self.path = path
            }

            func read() async throws -> Document {
                let answer = try #require(try await wire.get(path))
                #expect(answer.status == 200 && answer.fields["content-type"]?.hasPrefix("text/calendar") == true)
                return Document(body: answer.body, tag: answer.fields["etag"])
            }
        }

        private func book(_ slot: ParkSlot, as guest: Guest, at park: TestPark) async throws {
            let lines = try await LineClient(park.instance)
            let answer = try await lines.call(
                "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, token: guest.token,
                meta: ["idempotencyKey": quoted("event \(slot.startsAt)")])
            #expect(answer["error"] == .null, "\(answer)")
            await lines.close()
        }

        @Test func `A booking is announced to the visitors of its day, to the customer and to the staff`() async throws
        {
            let park = try await Instances.park.value
            let guests = try await Guest.register(2, at: park.instance)
            let slot = try #require(try await park.freeSlots(inDays: 3).first)
            let lines = try await LineClient(park.instance)
            let days = try await lines.call("booking.days", #"{"days":4}"#)["result"]["items"]
            let day = try #require(days[3]["date"].text)
            let other = try #require(days[2]["date"].text)
            let visitor = try await EventSource(park.instance, "slots:\(day)")
            let customer = try await EventSource(park.instance, "bookings", token: guests[0].token)
            let staff = try await EventSource(park.instance, "bookings", token: park.administrator.token)
            let bystander = try await EventSource(park.instance, "slots:\(other),bookings", token: guests[1].token)
            for stream in [visitor, customer, staff, bystander] { #expect(try await stream.next() == "ready") }

            try await book(slot, as: guests[0], at: park)
            try await visitor.reach("changed slots:\(day)")
            try await customer.reach("changed bookings")
            try await staff.reach("changed bookings")
            // Whoever asks after the hint sees the change, at whichever replica.
            for _ in 0..<4 { #expect(!(try await park.freeSlots(inDays: 3).contains(slot))) }
            // The bystander hears first of a booking of their own.
            let next = try #require(try await park.freeSlots(inDays: 3).first)
            try await book(next, as: guests[1], at: park)
            var heard = try await bystander.next()
            while heard == "resync" { heard = try await bystander.next() }
            #expect(heard == "changed bookings")
            for stream in [visitor, customer, staff, bystander] { await stream.wire.close() }
        }

        @Test func `Either replica of booking may end, and later bookings are announced`() async throws {
            let park = try await Instances.park.value
            let guest = try await Guest.register(1, at: park.instance)[0]
            let customer = try await EventSource(park.instance, "bookings", token: guest.token)
            #expect(try await customer.next() == "ready")
            for replica in ["booking-1", "booking-2"] {
                let before = try park.instance.part(replica).pid
                try park.instance.send(SIGKILL, to: replica)
                // A replica that starts announces that its predecessor may have missed something.
                try await customer.reach("resync")
                try await Processes.wait("\(replica) to be back") {
                    guard try park.instance.part(replica).pid != before else { return false }
                    return try await park.instance.readiness(of: replica) == "ready\n"
                }
                // A start has more than one resync, and a booking beside one is not announced by itself.
                var event = "resync"
                for _ in 0..<4 where event == "resync" {
                    let slot = try #require(try await park.freeSlots(inDays: 3).first)
                    try await book(slot, as: guest, at: park)
                    event = try await customer.next()
                }
                #expect(event == "changed bookings")
            }
            await customer.wire.close()
        }

        @Test func `Bookings through either replica reach subscribers on lines, each with a greater version`()
            async throws
        {
            let park = try await Instances.park.value
            let guest = try await Guest.register(1, at: park.instance)[0]
            var slots = try await park.freeSlots(inDays: 3)
            let day = try await day(inDays: 3, at: park)
            let visitor = try await Subscription(park.instance, ["slots:\(day)"])
            let customer = try await Subscription(park.instance, ["bookings"], token: guest.token)
            var versions: [Int] = []
            // One after the other, so that each replica makes some of them.
            while versions.count < 6 {
                let slot = try #require(slots.first)
                slots.removeFirst()
                try await book(slot, as: guest, at: park)
                let version = try await customer.next("bookings")
                _ = try await visitor.next("slots:\(day)")
                #expect(!(try await park.freeSlots(inDays: 3).contains(slot)))
                // Versions count anew after the resync of a replica that another test restarted.
                versions = version.map { versions + [$0] } ?? []
            }
            #expect(versions == Set(versions).sorted(), "\(versions)")
            for subscription in [visitor, customer] { await subscription.wire.close() }
        }

        @Test func `Favourites added on one connection are announced on another, and signing out ends the events`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let guest = try await Guest.register(at: simulated.instance)
            let subscription = try await Subscription(simulated.instance, ["favourites"], token: guest.token)
            let lines = try await LineClient(simulated.instance)
            let found = try await lines.call("schedule.groups", #"{"query":"35"}"#)
            let group = try #require(found["result"]["items"][0]["number"].text)
            let added = try await lines.call("schedule.addFavourite", #"{"group":"\#(group)"}"#, token: guest.token)
            #expect(added["error"] == .null, "\(added)")
            try await subscription.reach("favourites")
            let out = try await lines.call("auth.logout", #"{"refreshToken":"\#(guest.refreshToken)"}"#)
            #expect(out["error"] == .null, "\(out)")
            var last = JSON.null
            while last["event"].text != "ended", let line = try await subscription.wire.line() {
                last = try JSON(line)["params"]
            }
            #expect(last["reason"].text == "token", "\(last)")
            await subscription.wire.close()
            await lines.close()
        }

        @Test func `Cities and look-ups that one device saves are announced to another, which then has them`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let guest = try await Guest.register(at: simulated.instance)
            let other = try await Guest.register(at: simulated.instance)
            let phone = try await EventSource(simulated.instance, "cities,history", token: guest.token)
            let bystander = try await EventSource(simulated.instance, "cities,history", token: other.token)
            for stream in [phone, bystander] { #expect(try await stream.next() == "ready") }
            let laptop = try await LineClient(simulated.instance)
            func call(_ method: String, _ params: String = "{}", as caller: Guest) async throws -> JSON {
                let answer = try await laptop.call(
                    method, params, token: caller.token, meta: ["idempotencyKey": quoted(method)])
                try #require(answer["error"] == .null, "\(answer)")
                return answer["result"]
            }
            _ = try await call("cities.add", #"{"placeId":"brest-by@52.1,23.69"}"#, as: guest)
            try await phone.reach("changed cities")
            #expect(try await call("cities.list", as: guest)["items"].items.count == 1)
            let saved = try await call("history.add", #"{"latitude":52.1,"longitude":23.69}"#, as: guest)
            try await phone.reach("changed history")
            #expect(try await call("history.list", as: guest)["items"][0]["id"] == saved["id"])
            // The bystander hears first of a city of their own.
            _ = try await call("cities.add", #"{"placeId":"minsk-by@53.9,27.5667"}"#, as: other)
            var heard = try await bystander.next()
            while heard == "resync" { heard = try await bystander.next() }
            #expect(heard == "changed cities")
            for stream in [phone, bystander] { await stream.wire.close() }
            await laptop.close()
        }

        @Test
        func `A lesson that moves is announced, and all replicas show it in timetable, room, changes and calendar`()
            async throws
        {
            let simulated = try await SimulatedInstance.start(
                arguments: ["--replicas", "schedule=2"], environment: ["VOKOL_TIMETABLES_FRESH": "10s"])
            let groups = try await simulated.result("schedule.groups", #"{"query":"35"}"#)
            let group = try #require(groups["items"].items.compactMap { $0["number"].text }.first { $0.hasSuffix("1") })
            let lines = try await LineClient(simulated.instance)
            func timetable() async throws -> JSON {
                try await lines.call("schedule.forGroup", #"{"group":"\#(group)"}"#)["result"]
            }
            func lessons() async throws -> JSON { try await timetable()["lessons"] }
            let added = try await simulated.result("schedule.addCalendar", #"{"group":"\#(group)"}"#)
            let feed = try await Feed(simulated.instance, path: try #require(added["path"].text))
            let seen = try await timetable()
            let before = seen["lessons"]
            #expect(seen["changedAt"] == .null)
            let oldFeed = try await feed.read()
            // Both replicas have a copy.
            for _ in 0..<20 { #expect(try await lessons() == before) }
            let subscription = try await Subscription(simulated.instance, ["timetable:\(group)"])
            let visitor = try await Subscription(simulated.instance, ["rooms"])
            try await simulated.control("POST", "/_/data", #"{"change":"lesson-moved","group":"\#(group)"}"#)
            // Calls renew the copies once they are ten seconds old.
            let calls = Task { while !Task.isCancelled { _ = try await lessons() } }
            try await subscription.reach("timetable:\(group)")
            calls.cancel()
            _ = await calls.result
            try await Processes.wait("the new timetable at both replicas") {
                let first = try await timetable()["changedAt"]
                for _ in 0..<20 {
                    let now = try await timetable()
                    if now["lessons"] == before || now["changedAt"] != first { return false }
                }
                return true
            }
            let since = try #require(seen["fetchedAt"].text)
            let list = #"{"group":"\#(group)","since":"\#(since)"}"#
            let changes = try await lines.call("schedule.changes", list)["result"]
            let changed = try #require(changes["changedAt"].text)
            #expect(changed > since)
            let change = try #require(changes["changes"].items.first { $0["kind"].text == "changed" }, "\(changes)")
            #expect(change["before"]["subject"] == change["after"]["subject"])
            #expect(change["before"]["rooms"] != change["after"]["rooms"], "\(change)")
            #expect(before.items.contains { $0["rooms"] == change["before"]["rooms"] })
            // Long before the next round of the index.
            try await visitor.reach("rooms")
            let room = change["after"]["rooms"][0].encoded
            for _ in 0..<20 {
                let shown = try await lines.call("schedule.forRoom", #"{"room":\#(room)}"#)["result"]
                #expect(
                    shown["lessons"].items.contains {
                        $0["subject"] == change["after"]["subject"] && $0["groups"].items.contains(.string(group))
                    }, "\(shown)")
            }
            let newFeed = try await feed.read()
            #expect(newFeed.body != oldFeed.body && newFeed.tag != oldFeed.tag)
            #expect(newFeed.body.contains("LOCATION:\(try #require(change["after"]["rooms"][0].text))"))
            // Whichever replica answers, the time of the change and the calendar are the same.
            for _ in 0..<20 {
                #expect(try await timetable()["changedAt"].text == changed)
                #expect(try await lines.call("schedule.changes", list)["result"]["changes"] == changes["changes"])
                #expect(try await feed.read() == newFeed)
            }
            await feed.wire.close()
            await subscription.wire.close()
            await visitor.wire.close()
            await lines.close()
            try await simulated.instance.stop(removing: true)
        }

        private func day(inDays days: Int, at park: TestPark) async throws -> String {
            let lines = try await LineClient(park.instance)
            let answer = try await lines.call("booking.days", #"{"days":\#(days + 1)}"#)
            await lines.close()
            return try #require(answer["result"]["items"][days]["date"].text)
        }
    }
}
