import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct ParkCustomerStory: ParkStory {
        private func https(_ instance: RunningInstance) async throws -> Wire {
            try await Wire(port: instance.port, authority: instance.authorityFile, protocols: ["http/1.1"])
        }

        private func onSite(_ slot: ParkSlot, sets: Int = 1) -> String {
            #"{\#(slot.members),"sets":\#(sets),"payWith":"on-site"}"#
        }

        private func topUp(_ address: String = "https://example.org/paid") -> String {
            #"{"productId":"five-sets","returnUrl":"\#(address)"}"#
        }

        // MARK: Days

        @Test func `A special day closes the park, another has its own hours, price and reverses, as the board shows`()
            async throws
        {
            let park = try await Instances.park.value
            let (client, wire) = (try HTTPSClient(park.instance), try await https(park.instance))
            let ada = try await Guest.register(1, at: park.instance)[0]
            let days = try await call(client, "booking.days", #"{"days":22}"#, as: ada)["items"]
            let (closed, short) = (try #require(days[20]["date"].text), try #require(days[21]["date"].text))
            func slots(_ date: String) async throws -> JSON {
                try #require(try await wire.get("/v1/park/slots?date=\(date)")).json
            }
            let usual = try await slots(closed)["items"].items.filter { $0["reverseId"] == .string("big") }
            #expect(usual.count == 288 && usual.allSatisfy { $0["state"] == .string("free") }, "\(usual.count)")
            func special(_ date: String, _ members: [String: JSON]) -> JSON {
                .object(["from": .string(date), "to": .string(date)].merging(members) { $1 })
            }
            try await park.configure {
                $0["specialDays"] = .array([
                    special(closed, ["isClosed": .bool(true), "closedReverses": .array([])]),
                    special(
                        short,
                        [
                            "isClosed": .bool(false), "opens": .string("12:00"), "closes": .string("14:00"),
                            "setPrice": .object(["amount": .number(4_200), "currency": .string("BYN")]),
                            "closedReverses": .array([.string("small")]),
                        ]),
                ])
            }
            try await Processes.wait("the special days at both replicas") {
                for _ in 0..<10 where try await slots(closed)["isClosed"] != .bool(true) { return false }
                return true
            }
            let none = try await slots(closed)
            #expect(none["closing"]["reason"] == .string("closing-day"), "\(none)")
            #expect(none["items"].items.isEmpty)
            let start = #""reverseId":"big","startsAt":\#(usual[0]["startsAt"].encoded)"#
            let refused = try await client.call(
                "booking.book", #"{\#(start),"sets":1,"payWith":"on-site"}"#, token: ada.token,
                meta: ["idempotencyKey": quoted("closed")])
            #expect(refused["error"]["data"]["reason"] == .string("not-a-slot"), "\(refused)")

            let few = try await slots(short)["items"].items
            let (big, small) = (
                few.filter { $0["reverseId"] == .string("big") }, few.filter { $0["reverseId"] == .string("small") }
            )
            #expect(big.count == 24 && big.allSatisfy { $0["price"]["amount"].int == 4_200 }, "\(big)")
            #expect(big.allSatisfy { $0["state"] == .string("free") })
            #expect(small.allSatisfy { $0["state"] == .string("closed") }, "\(small)")
            let report = try #require(
                try await wire.get("/v1/board/report?from=\(closed)&days=2", token: park.administrator.token))
            #expect(report.json["total"]["availableSets"].int == 24, "\(report.body)")
            let slot = try #require(try await park.freeSlots(inDays: 21).first)
            let booked = try await call(client, "booking.book", onSite(slot, sets: 2), as: ada, key: "special")
            #expect(booked["price"]["amount"].int == 8_400, "\(booked)")
            let board = try #require(
                try await wire.get("/v1/board/days?from=\(closed)&days=2", token: park.administrator.token)
            ).json["items"]
            #expect(board[0]["opensAt"] == .null && board[0]["reverses"].items.isEmpty, "\(board)")
            let hours = board[1]["reverses"].items.map { $0["hours"].items }
            #expect(hours.map { $0.compactMap { $0["sets"].int } } == [[12, 12], [12, 12]], "\(board)")
            #expect(hours.map { $0.compactMap { $0["booked"].int } } == [[2, 0], [0, 0]], "\(board)")
            #expect(hours.map { $0.compactMap { $0["closed"].int } } == [[0, 0], [12, 12]], "\(board)")
            try await park.configure { $0["specialDays"] = .array([]) }
            #expect(try await park.faults() == [])
            await wire.close()
        }

        @Test func `The rows of a report add up to its totals, with bookings, sales at the till and payments online`()
            async throws
        {
            let park = try await Instances.park.value
            let (client, wire) = (try HTTPSClient(park.instance), try await https(park.instance))
            let ada = try await Guest.register(1, at: park.instance)[0]
            let today = try await park.today()
            func report() async throws -> JSON {
                let answer = try #require(
                    try await wire.get("/v1/board/report?from=\(today)&days=1", token: park.administrator.token))
                #expect(answer.status == 200, "\(answer.body)")
                return answer.json
            }
            let before = try await report()["total"]
            let sold = try await call(
                client, "booking.sellPass", #"{"phone":"\#(ada.phone)","name":"Ada Rider","productId":"five-sets"}"#,
                as: park.administrator, key: "report \(ada.phone)")
            #expect(sold["kind"] == .string("sale"), "\(sold)")
            try await park.buyPass("five-sets", for: ada)
            let slot = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 600 })
            _ = try await call(
                client, "booking.book", #"{\#(slot.members),"sets":2,"payWith":"pass"}"#, as: ada, key: "ride")
            let after = try await report()
            let products = try await call(client, "booking.park", as: ada)["products"].items
            let price = try #require(products.first { $0["id"] == .string("five-sets") }?["price"]["amount"].int)
            func grown(_ value: (JSON) -> JSON) -> Int? {
                value(after["total"]).int.flatMap { now in value(before).int.map { now - $0 } }
            }
            #expect(grown { $0["bookings"] } == 1 && grown { $0["sets"] } == 2 && grown { $0["passSets"] } == 2)
            #expect(grown { $0["revenue"]["amount"] } == 2 * price, "\(before) \(after)")
            for name in ["bookings", "sets", "passSets", "noShows", "lateCancellations"] {
                let sum = after["items"].items.reduce(0) { $0 + ($1[name].int ?? 0) }
                #expect(sum == after["total"][name].int, "\(name): \(after)")
            }
            let sum = after["items"].items.reduce(0) { $0 + ($1["revenue"]["amount"].int ?? 0) }
            #expect(sum == after["total"]["revenue"]["amount"].int, "\(after)")
            let file = try #require(
                try await wire.get("/v1/board/report.csv?from=\(today)&days=1", token: park.administrator.token))
            #expect(file.status == 200 && file.fields["content-type"] == "text/csv; charset=utf-8", "\(file.body)")
            let rows = file.body.split(separator: "\r\n").dropFirst()
            #expect(rows.count == after["items"].items.count, "\(rows)")
            let refused = try #require(
                try await wire.get("/v1/board/report.csv?from=\(today)&days=1", token: ada.token))
            #expect(refused.status == 403)
            await wire.close()
        }

        // MARK: Limits

        @Test func `A sixth unpaid payment is refused until one of the five is paid`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            var payments: [JSON] = []
            for number in 0..<5 {
                payments.append(try await call(client, "booking.topUp", topUp(), as: ada, key: "unpaid \(number)"))
            }
            #expect(Set(payments.compactMap { $0["id"].text }).count == 5, "\(payments)")
            func start(_ key: String) async throws -> JSON {
                try await client.call(
                    "booking.topUp", topUp(), token: ada.token, meta: ["idempotencyKey": quoted(key)])
            }
            let sixth = try await start("unpaid 5")
            #expect(sixth["error"]["data"]["reason"] == .string("too-many-unpaid"), "\(sixth)")
            #expect(try await start("unpaid 4")["result"]["id"] == payments[4]["id"], "a repeated call is no sixth")
            let paid = try await client.call("booking.notifyPayment", try park.notification(of: payments[0]))
            #expect(paid["error"] == .null, "\(paid)")
            #expect(try await start("unpaid 6")["result"]["state"] == .string("pending"))
            #expect(try await park.faults() == [])
        }

        @Test func `Paying at the park needs a proven telephone, and is for four sets until the first check-in`()
            async throws
        {
            let limits = ["VOKOL_ONSITE_PHONE": "true", "VOKOL_ONSITE_NEWCOMER_SETS": "4"]
            let park = try await TestPark(
                try await RunningInstance(environment: TestPark.environment.merging(limits) { $1 }))
            let client = try HTTPSClient(park.instance)
            let ada = try await Guest.register(1, at: park.instance)[0]
            let phoneless = Guest(
                phone: "", token: try await client.signIn(park.instance.demonstrationAccount()), refreshToken: "")
            let slots = try await park.freeSlots(inDays: 0, on: "big").filter { $0.startsAt > .now + 600 }
            func refusal(_ slot: ParkSlot, of guest: Guest, key: String) async throws -> String? {
                try await client.call(
                    "booking.book", onSite(slot), token: guest.token, meta: ["idempotencyKey": quoted(key)]
                )["error"]["data"]["reason"].text
            }
            #expect(try await refusal(slots[0], of: phoneless, key: "phoneless") == "phone-needed")
            try await park.buyPass("five-sets", for: phoneless)
            _ = try await call(
                client, "booking.book", #"{\#(slots[0].members),"sets":1,"payWith":"pass"}"#, as: phoneless, key: "pass"
            )

            let first = try await call(client, "booking.book", onSite(slots[1], sets: 2), as: ada, key: "first")
            _ = try await call(client, "booking.book", onSite(slots[3], sets: 2), as: ada, key: "second")
            #expect(try await refusal(slots[5], of: ada, key: "third") == "newcomer-limit")
            _ = try await call(client, "booking.checkIn", #"{"id":\#(first["id"].encoded)}"#, as: park.administrator)
            for number in 5...7 {
                _ = try await call(client, "booking.book", onSite(slots[number]), as: ada, key: "guest \(number)")
            }
            #expect(try await park.faults() == [])
            await client.close()
            try await park.instance.stop(removing: true)
        }

        // MARK: Reminders

        @Test func `A customer's bookings are in a calendar feed until its address is revoked`() async throws {
            let park = try await Instances.park.value
            let (client, wire) = (try HTTPSClient(park.instance), try await https(park.instance))
            let ada = try await Guest.register(1, at: park.instance)[0]
            let made = try await call(client, "booking.makeCalendar", "{}", as: ada)
            let path = try #require(made["path"].text, "\(made)")
            #expect(try await call(client, "booking.calendar", "{}", as: ada)["madeAt"] == made["madeAt"])
            let slot = try #require(try await park.freeSlots(inDays: 5).first)
            let booked = try await call(client, "booking.book", onSite(slot), as: ada, key: "in-calendar")
            let uid = "UID:\(try #require(booked["id"].text))@vokol"
            let feed = try #require(try await wire.get(path))
            #expect(feed.status == 200 && feed.fields["content-type"]?.hasPrefix("text/calendar") == true)
            #expect(feed.body.contains(uid), "\(feed.body)")
            _ = try await call(client, "booking.cancel", #"{"id":\#(booked["id"].encoded)}"#, as: ada)
            #expect(try #require(try await wire.get(path)).body.contains(uid) == false)
            let unknown = path.replacing(".ics", with: "").dropLast()
            #expect(try await wire.get("\(unknown)_.ics")?.status == 404)
            _ = try await call(client, "booking.removeCalendar", "{}", as: ada)
            #expect(try await wire.get(path)?.status == 404)
            #expect(try await call(client, "booking.calendar", "{}", as: ada)["madeAt"] == .null)
            await wire.close()
        }

        @Test func `A customer is reminded before a booking by SMS or by mail, or chooses no reminder`() async throws {
            let park = try await Instances.park.value
            let client = try HTTPSClient(park.instance)
            let guests = try await Guest.register(2, at: park.instance)
            let account = try park.instance.demonstrationAccount()
            let bob = Guest(phone: "", token: try await client.signIn(account), refreshToken: "")
            let (ada, eve) = (guests[0], guests[1])
            let choice = #""hasConfirmation":true,"hasDayReminder":true,"quietFrom":"22:00","quietTo":"08:00""#
            _ = try await call(
                client, "booking.setNotices", #"{"channel":"sms","hasHourReminder":false,\#(choice)}"#, as: eve)
            func count(_ start: String, to address: String) -> Int {
                park.instance.messages(to: address).count { $0.text.contains(start) }
            }
            let (confirmed, reminded) = ("Wake park: booked for", "Wake park: your booking is on")
            let people = [(ada, ada.phone), (bob, account.email), (eve, eve.phone)]
            let earlier = people.map { count(confirmed, to: $1) }
            let slots = try await park.freeSlots(inDays: 0, on: "small").filter { $0.startsAt > .now + 3_000 }
            var ids: [String] = []
            for (slot, (guest, _)) in zip(slots, people) {
                let booked = try await call(client, "booking.book", onSite(slot), as: guest, key: "reminded")
                ids.append(try #require(booked["id"].text))
            }
            try await Processes.wait("three confirmations") {
                zip(people, earlier).allSatisfy { count(confirmed, to: $0.1) > $1 }
            }
            // The bookings begin within two hours; from here on they are as if they had been made long before.
            let list = ids.map { "'\($0)'" }.joined(separator: ",")
            try await park.instance.execute(
                "UPDATE booking SET notice_kind = 'hoursBefore', notice_at = 0 WHERE id IN (\(list))", in: "booking")
            try await Processes.wait("the reminders") {
                try await park.instance.number(
                    "SELECT count(*) FROM booking WHERE id IN (\(list)) AND notice_at IS NULL", in: "booking") == 3
                    && count(reminded, to: ada.phone) > 0 && count(reminded, to: account.email) > 0
            }
            #expect(count(reminded, to: ada.phone) == 1 && count(reminded, to: eve.phone) == 0)
            #expect(park.instance.messages(to: account.email).last { $0.text.contains(reminded) }?.channel == "email")
            #expect(try await park.faults() == [])
        }

        @Test func `The reminder of the day before is sent, or put off to the end of the customer's quiet hours`()
            async throws
        {
            let park = try await Instances.park.value
            try await park.setNoon()
            let client = try HTTPSClient(park.instance)
            let guests = try await Guest.register(2, at: park.instance)
            let (ada, bob) = (guests[0], guests[1])
            let choice = #""hasConfirmation":true,"hasDayReminder":true,"hasHourReminder":true"#
            _ = try await call(
                client, "booking.setNotices", #"{"channel":"sms",\#(choice),"quietFrom":"11:00","quietTo":"16:00"}"#,
                as: bob)
            // It is about noon, so that a day before these slots is over and two hours before are not.
            let slots = try await park.freeSlots(inDays: 1, on: "small").prefix(2)
            var ids: [String] = []
            for (slot, guest) in zip(slots, [ada, bob]) {
                let booked = try await call(client, "booking.book", onSite(slot), as: guest, key: "tomorrow")
                ids.append(try #require(booked["id"].text))
            }
            func next(_ id: String, _ condition: String) async throws -> Bool {
                try await park.instance.number(
                    "SELECT count(*) FROM booking WHERE id = '\(id)' AND \(condition)", in: "booking") == 1
            }
            let isHoursBefore = "notice_kind = 'hoursBefore' AND notice_at = starts_at - 7200000"
            try await Processes.wait("two confirmations") {
                for id in ids where try await !next(id, isHoursBefore) { return false }
                return true
            }
            // From here on, the bookings are as if they had been made two days ago.
            let list = ids.map { "'\($0)'" }.joined(separator: ",")
            try await park.instance.execute(
                "UPDATE booking SET notice_kind = 'dayBefore', notice_at = 0 WHERE id IN (\(list))", in: "booking")
            func reminders(_ guest: Guest) -> Int {
                park.instance.messages(to: guest.phone).count { $0.text.contains("Wake park: your booking is on") }
            }
            try await Processes.wait("the reminder") {
                let isPutOff = try await next(ids[1], "notice_at > 0")
                return try await next(ids[0], isHoursBefore) && reminders(ada) > 0 && isPutOff
            }
            let hours = (Date.now.timeIntervalSince1970 / 3_600).rounded(.down)
            // At noon, the quiet hours have four hours to go.
            #expect(try await next(ids[1], "notice_kind = 'dayBefore' AND notice_at = \(Int(hours + 4) * 3_600_000)"))
            #expect(reminders(ada) == 1 && reminders(bob) == 0)
            #expect(try await park.faults() == [])
        }
    }
}
