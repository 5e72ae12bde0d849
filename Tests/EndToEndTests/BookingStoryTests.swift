import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct BookingStory: ParkStory {
        @Test func `A customer registers by SMS, books, appears on the board, and cancels free of charge`() async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 2).first)
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "one")
            #expect(booked["state"] == .string("booked") && booked["charge"]["state"] == .string("due"), "\(booked)")
            let again = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "one")
            #expect(again == booked, "the same key gets the same answer")

            let day = try #require(booked["startsAt"].text)
            let board = try await call(
                client, "booking.board", #"{"phoneDigits":"\#(ada.phone.suffix(7))"}"#, as: park.administrator)
            let item = try #require(board["items"].items.first { $0["booking"]["id"] == booked["id"] }, "\(board)")
            #expect(item["customer"]["name"] == .string("Ada Rider"), "\(item)")
            #expect(item["customer"]["phone"] == .string(ada.phone), "\(item)")
            #expect(item["booking"]["startsAt"] == .string(day))
            let refused = try await client.call("booking.board", token: ada.token)
            #expect(refused["error"]["code"].int == -32003, "\(refused)")

            let cancelled = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)
            #expect(cancelled["state"] == .string("cancelled"))
            #expect(cancelled["cancellation"]["isLate"] == .bool(false) && cancelled["caseId"] == .null)
            #expect(cancelled["charge"]["state"] == .string("none") && cancelled["charge"]["money"] == .null)
            #expect(try await park.freeSlots(inDays: 2).contains(slot))
            #expect(try await park.faults() == [])
        }

        @Test func `A customer picks other slots instead of the held ones, and sees which slots are their own`()
            async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slots = try await park.freeSlots(inDays: 2, on: "small")
            let (first, second) = (try #require(slots.first), try #require(slots.last))
            _ = try await call(client, "booking.hold", #"{\#(first.members),"sets":1}"#, as: ada)
            let hold = try await call(client, "booking.hold", #"{\#(second.members),"sets":1}"#, as: ada)
            let date = try await client.call("booking.days", #"{"days":3}"#)["result"]["items"][2]
            #expect(date["isClosed"] == .bool(false) && date["closing"] == .null, "\(date)")
            let params = #"{"date":\#(date["date"].encoded),"reverseId":"small"}"#
            let own = try await call(client, "booking.slots", params, as: ada)["items"].items
                .filter { $0["isMine"] == .bool(true) }
            #expect(own.map { $0["startsAt"] } == [hold["startsAt"]] && own.map { $0["holdId"] } == [hold["id"]])
            let others = try await client.call("booking.slots", params)["result"]["items"].items
            #expect(others.allSatisfy { $0["isMine"] == .bool(false) && $0["holdId"] == .null })
            _ = try await call(client, "booking.release", #"{"id":\#(hold["id"].encoded)}"#, as: ada)
        }

        @Test func `A late cancellation opens a case; the customer is notified of the administrator's decision`()
            async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 300 })
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "late")
            let cancelled = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)
            #expect(cancelled["cancellation"]["isLate"] == .bool(true), "\(cancelled)")
            #expect(cancelled["charge"]["state"] == .string("undecided"), "\(cancelled)")
            #expect(try await park.freeSlots(inDays: 0).contains(slot), "the slot is free at once")
            let caseID = cancelled["caseId"]

            let open = try await call(client, "booking.openCases", #"{"limit":100}"#, as: park.administrator)
            let entry = try #require(open["items"].items.first { $0["id"] == caseID }, "\(open)")
            #expect(entry["customer"]["lateCancellations"].int == 1, "\(entry)")
            let decided = try await call(
                client, "booking.decide",
                #"{"id":\#(caseID.encoded),"sanction":"fee","fee":{"amount":1000,"currency":"BYN"},"reason":"Others waited"}"#,
                as: park.administrator, key: "decision")
            #expect(decided["state"] == .string("decided"), "\(decided)")

            let own = try await call(client, "booking.cases", as: ada)["items"][0]
            #expect(own["id"] == caseID, "\(own)")
            #expect(own["decision"]["sanction"] == .string("fee"), "\(own)")
            #expect(own["decision"]["reason"] == .string("Others waited"), "\(own)")
            let passes = try await call(client, "booking.pass", as: ada)
            #expect(passes["due"]["amount"].int == 1_000, "\(passes)")
            try await Processes.wait("the notice by SMS") {
                park.instance.messages(to: ada.phone).contains { $0.text.contains("decision") && $0.channel == "sms" }
            }
            #expect(try await park.faults() == [])
        }

        @Test
        func `The paid part of a reversed fee becomes a credit, shown on the board and paid back at the till`()
            async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let slot = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 600 })
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: ada, key: "late")
            let late = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)
            let id = late["caseId"].encoded
            let amount = #""amount":{"amount":1000,"currency":"BYN"}"#
            _ = try await call(
                client, "booking.decide",
                #"{"id":\#(id),"sanction":"fee","fee":{"amount":1000,"currency":"BYN"},"reason":"Others waited"}"#,
                as: park.administrator, key: "fee \(ada.phone)")
            let day = #"{"date":"\#(try await park.today())","phoneDigits":"\#(ada.phone.dropFirst())"}"#
            let item = try await call(client, "booking.board", day, as: park.administrator)["items"][0]
            let customer = item["customer"]["id"].encoded
            _ = try await call(
                client, "booking.settle", #"{"customerId":\#(customer),\#(amount)}"#, as: park.administrator,
                key: "settle \(ada.phone)")
            _ = try await call(
                client, "booking.reverseDecision", #"{"id":\#(id),"reason":"A mistake"}"#, as: park.administrator)

            #expect(try await call(client, "booking.pass", as: ada)["credit"]["amount"].int == 1_000)
            try await Processes.wait("the notice by SMS") {
                park.instance.messages(to: ada.phone).contains { $0.text.contains("Collect 10.00 BYN at the park") }
            }
            let board = try await call(client, "booking.board", as: park.administrator)
            #expect(board["creditors"].items.contains { $0["id"] == item["customer"]["id"] }, "\(board["creditors"])")
            let paid = try await call(
                client, "booking.payBack", #"{"customerId":\#(customer),\#(amount)}"#, as: park.administrator,
                key: "back \(ada.phone)")
            #expect(paid["credit"] == .null, "\(paid)")
            let ledger = try await call(client, "booking.ledger", as: ada)["items"].items
            #expect(ledger.compactMap { $0["kind"].text } == ["paid-back", "credit", "paid", "settled", "fee"])
            #expect(try await park.faults() == [])
        }

        @Test func `Only a signed notification credits a pass, and a check-in uses its sets`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let payment = try await call(
                client, "booking.topUp", #"{"productId":"five-sets","returnUrl":"https://example.org/paid"}"#, as: ada,
                key: "pass")
            #expect(payment["state"] == .string("pending") && payment["paymentUrl"].text != nil, "\(payment)")

            let forged = [
                try park.notification(of: payment, secret: String(repeating: "x", count: 32)),
                try park.notification(of: payment, amount: 1),
                try park.notification(of: payment, id: "simulated-another"),
            ]
            for params in forged {
                let answer = try await client.call("booking.notifyPayment", params)
                #expect(answer["error"]["data"]["reason"] == .string("not-believed"), "\(answer)")
            }
            #expect(try await call(client, "booking.pass", as: ada)["left"].int == 0)
            for _ in 0..<2 {
                let answer = try await client.call("booking.notifyPayment", try park.notification(of: payment))
                #expect(answer["error"] == .null, "\(answer)")
            }
            #expect(try await call(client, "booking.pass", as: ada)["left"].int == 5, "credited once")

            let slot = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 600 })
            let booked = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":2,"payWith":"pass"}"#, as: ada, key: "ride")
            #expect(booked["charge"]["state"] == .string("held"), "\(booked)")
            let held = try await call(client, "booking.pass", as: ada)
            #expect(held["left"].int == 3 && held["items"][0]["held"].int == 2, "\(held)")
            let here = try await call(
                client, "booking.checkIn", #"{"id":\#(booked["id"].encoded)}"#, as: park.administrator)
            #expect(here["booking"]["state"] == .string("checked-in"), "\(here)")
            #expect(here["booking"]["charge"]["state"] == .string("charged"), "\(here)")
            let ledger = try await call(client, "booking.ledger", as: ada)["items"].items
            #expect(ledger.compactMap { $0["kind"].text } == ["used", "held", "paid", "bought"], "\(ledger)")
            #expect(ledger.map { $0["bookingId"] } == [booked["id"], booked["id"], .null, .null], "\(ledger)")
            #expect(try await park.faults() == [])
        }

        @Test
        func `A closure shows the staff the affected bookings and notifies customers by SMS or e-mail`()
            async throws
        {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let account = try park.instance.demonstrationAccount()
            let bob = Guest(phone: "", token: try await client.signIn(account), refreshToken: "")
            let slots = try await park.freeSlots(inDays: 1, on: "big")
            let (first, second, after) = (slots[0], slots[1], slots[2].startsAt.formatted(.iso8601))
            for (slot, guest) in [(first, ada), (second, bob)] {
                _ = try await call(
                    client, "booking.book", #"{\#(slot.members),"sets":1,"payWith":"on-site"}"#, as: guest, key: "storm"
                )
            }
            let time = #""from":"\#(first.startsAt.formatted(.iso8601))","to":"\#(after)","reverseId":"big""#
            let hit = try await call(client, "booking.affected", "{\(time)}", as: park.administrator)["items"].items
            #expect(hit.map { $0["customer"]["phone"] } == [.string(ada.phone), .null], "\(hit)")
            let closed = try await call(
                client, "booking.close", #"{\#(time),"reason":"Storm"}"#, as: park.administrator, key: "storm")
            #expect(closed["cancelled"].int == 2 && closed["remaining"].int == 0, "\(closed)")
            try await Processes.wait("both notices") {
                park.instance.messages(to: ada.phone).contains {
                    $0.channel == "sms" && $0.text.contains("closed") && $0.text.contains("Storm")
                        && $0.text.firstMatch(of: /at \d\d:\d\d/) != nil
                }
                    && park.instance.messages(to: account.email).contains {
                        $0.channel == "email" && $0.text.contains("closed")
                    }
            }
            _ = try await call(
                client, "booking.reopen", #"{"id":\#(closed["id"].encoded)}"#, as: park.administrator)
            #expect(try await park.freeSlots(inDays: 1, on: "big").contains(first))
            #expect(try await park.faults() == [])
        }

        @Test func `An administrator refunds the price of an unused pass`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let payment = try await call(
                client, "booking.topUp", #"{"productId":"five-sets","returnUrl":"https://example.org/paid"}"#, as: ada,
                key: "pass")
            _ = try await client.call("booking.notifyPayment", try park.notification(of: payment))
            let params = #"{"id":\#(payment["id"].encoded),"reason":"Moves away"}"#
            let refused = try await client.call("booking.refund", params, token: ada.token)
            #expect(refused["error"]["code"].int == -32003, "\(refused)")
            let refunded = try await call(client, "booking.refund", params, as: park.administrator)
            #expect(refunded["state"] == .string("refunded"), "\(refunded)")
            #expect(try await call(client, "booking.pass", as: ada)["left"].int == 0)
            #expect(try await park.faults() == [])
        }
    }
}
