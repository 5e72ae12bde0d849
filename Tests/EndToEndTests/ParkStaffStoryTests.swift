import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct ParkStaffStory: ParkStory {
        @Test func `A booking is confirmed by SMS, with its day and hour`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 3, on: "small").first)
            _ = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "told")
            try await Processes.wait("the confirmation by SMS") {
                park.instance.messages(to: ada.phone).contains {
                    $0.channel == "sms" && $0.text.hasPrefix("Wake park: booked for ")
                }
            }
            let choice = try await call(client, "booking.notices", as: ada)
            #expect(choice["channel"] == .string("sms") && choice["quietFrom"] == .string("22:00"), "\(choice)")
        }

        @Test func `A customer explains a late cancellation and appeals, and is told of the answer`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 300 })
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "late")
            let id = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)["caseId"]
                .encoded
            _ = try await call(client, "booking.explain", #"{"id":\#(id),"text":"The bus broke down"}"#, as: ada)
            let open = try await call(client, "booking.openCases", #"{"limit":100}"#, as: park.administrator)
            let entry = try #require(open["items"].items.first { $0["id"].encoded == id }, "\(open)")
            #expect(entry["statement"]["text"] == .string("The bus broke down"), "\(entry)")
            _ = try await call(
                client, "booking.decide", #"{"id":\#(id),"sanction":"warning","reason":"Others waited"}"#,
                as: park.administrator, key: "decision \(ada.phone)")
            _ = try await call(client, "booking.appeal", #"{"id":\#(id),"text":"No signal there"}"#, as: ada)
            let appeals = try await call(client, "booking.appeals", #"{"limit":100}"#, as: park.administrator)
            #expect(appeals["items"].items.contains { $0["id"].encoded == id }, "\(appeals)")
            _ = try await call(
                client, "booking.rejectAppeal", #"{"id":\#(id),"reason":"Nobody called"}"#, as: park.administrator)
            try await Processes.wait("the decision and the answer by SMS") {
                let texts = park.instance.messages(to: ada.phone).map(\.text)
                return texts.contains { $0.contains("a warning. Reason: Others waited") }
                    && texts.contains { $0.contains("your appeal was rejected") && $0.contains("Nobody called") }
            }
            #expect(try await park.faults() == [])
        }

        @Test func `A customer who waits for a booked slot is offered it when it is cancelled, is told, and books it`()
            async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let guests = try await Guest.register(2, at: park.instance)
            let (ada, bob) = (guests[0], guests[1])
            let slot = try #require(try await park.freeSlots(inDays: 5, on: "small").first)
            let wanted = #"{\#(slot.members),"sets":1}"#
            let free = try await client.call("booking.wait", wanted, token: bob.token)
            #expect(free["error"]["data"]["reason"] == .string("slot-free"), "\(free)")
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "taken")
            let entry = try await call(client, "booking.wait", wanted, as: bob)
            #expect(entry["state"] == .string("waiting") && entry["ahead"].int == 0, "\(entry)")
            _ = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)
            try await Processes.wait("the offer") {
                let entries = try await call(client, "booking.waitlist", as: bob)["items"].items
                return entries.first?["state"] == .string("offered")
            }
            try await Processes.wait("the message about the offer") {
                park.instance.messages(to: bob.phone).contains { $0.channel == "sms" && $0.text.contains("Wake park") }
            }
            let other = try await client.call(
                "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, token: ada.token,
                meta: ["idempotencyKey": quoted("again")])
            #expect(other["error"]["data"]["reason"] == .string("slot-taken"), "\(other)")
            let offer = try await call(client, "booking.waitlist", as: bob)["items"][0]
            let own = try await call(
                client, "booking.book", #"{"holdId":\#(offer["holdId"].encoded),"payWith":"on-site"}"#, as: bob,
                key: "offered")
            #expect(own["startsAt"] == entry["startsAt"], "\(own)")
            #expect(try await call(client, "booking.waitlist", as: bob)["items"].items.isEmpty)
            #expect(try await park.faults() == [])
        }

        @Test func `An administrator reads the bookings and the revenue of a period, a customer may not`() async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 6, on: "big").first)
            _ = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "report")
            let days = try await call(client, "booking.days", #"{"days":7}"#, as: ada)["items"]
            let date = try #require(days[6]["date"].text)
            let report = try await call(
                client, "booking.report", #"{"from":"\#(date)","days":1}"#, as: park.administrator)
            #expect((report["total"]["bookings"].int ?? 0) >= 1, "\(report)")
            let big = try #require(report["items"].items.first { $0["reverseId"] == .string("big") }, "\(report)")
            #expect(big["date"].text == date && (big["sets"].int ?? 0) >= 1)
            let refused = try await client.call(
                "booking.report", #"{"from":"\#(date)","days":1}"#, token: ada.token)
            #expect(refused["error"]["code"].int == -32003, "\(refused)")
        }

        @Test func `The till finds a customer, sells a pass that pays for a booking, and corrects it`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let sold = try await call(
                client, "booking.sellPass", #"{"phone":"\#(ada.phone)","name":"Ada Rider","productId":"five-sets"}"#,
                as: park.administrator, key: "sale \(ada.phone)")
            #expect(sold["kind"] == .string("sale") && sold["sets"].int == 5, "\(sold)")
            let slot = try #require(try await park.freeSlots(inDays: 4, on: "big").first)
            _ = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"pass"}"#, as: ada, key: "ride")
            let found = try await call(
                client, "booking.customers", #"{"query":"\#(ada.phone.suffix(7))"}"#, as: park.administrator)
            let id = try #require(found["items"].items.first, "\(found)")["id"].encoded
            let corrected = try await call(
                client, "booking.correctPass",
                #"{"id":\#(sold["passId"].encoded),"sets":-1,"reason":"Wanted four"}"#, as: park.administrator,
                key: "correction \(ada.phone)")
            let numbers = [sold["number"].int ?? 0, corrected["number"].int ?? 0]
            #expect(numbers[0] > 0 && numbers[0] < numbers[1], "\(numbers)")
            let shown = try await call(client, "booking.customer", #"{"id":\#(id)}"#, as: park.administrator)
            #expect(shown["left"].int == 3 && shown["receipts"].items.count == 2, "\(shown)")
            let refused = try await client.call("booking.customer", #"{"id":\#(id)}"#, token: ada.token)
            #expect(refused["error"]["code"].int == -32003, "\(refused)")
            #expect(try await park.faults() == [])
        }
    }
}
