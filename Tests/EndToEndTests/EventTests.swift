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

        private func book(_ slot: ParkSlot, as guest: Guest, at park: TestPark) async throws {
            let lines = try await LineClient(park.instance)
            let answer = try await lines.call(
                "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, token: guest.token,
                meta: ["idempotencyKey": quoted("event \(slot.startsAt)")])
            #expect(answer["error"] == .null, "\(answer)")
            await lines.wire.close()
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
                let slot = try #require(try await park.freeSlots(inDays: 3).first)
                try await book(slot, as: guest, at: park)
                try await customer.reach("changed bookings")
            }
            await customer.wire.close()
        }
    }
}
