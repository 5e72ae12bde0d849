import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct DeletedAccounts {
        /// A part of every text of the person, and of what others write about it.
        private static let mark = "q7391z"
        private static let email = "zina.\(mark)@example.net"
        private static let birthDate = "1931-02-27"

        /// The acts of a person, and the words of others about it, in the park of a test.
        private struct Life {
            let park: TestPark
            let lines: LineClient
            let phone = Numbers.next()
            var token: String?

            func call(_ method: String, _ params: String = "{}", as token: String? = nil) async throws -> JSON {
                let answer = try await lines.call(
                    method, params, token: token ?? self.token, meta: ["idempotencyKey": quoted("\(method) \(phone)")])
                #expect(answer["error"] == .null, "\(method): \(answer)")
                return answer["result"]
            }

            /// Waits for the message with a code that follows `count` others, and returns the code.
            private func code(to recipient: String, after count: Int = 0) async throws -> String {
                try await Processes.wait("a message to \(recipient)") {
                    park.instance.messages(to: recipient).count > count
                }
                return try #require(park.instance.messages(to: recipient)[count].code)
            }

            private func confirm(_ method: String, _ challenge: JSON, _ code: String, _ more: String = "")
                async throws -> JSON
            {
                try await call(
                    method, #"{"challengeId":\#(challenge["challengeId"].encoded),"code":"\#(code)"\#(more)}"#)
            }

            /// Registers with everything that a person can give.
            mutating func register() async throws {
                let declaration = try await lines.declaration()
                let requested = try await call(
                    "auth.requestCode",
                    #"{"phone":"\#(phone)","registration":{"firstName":"Зіна \#(mark)","lastName":"Пярэпелка \#(mark)","birthDate":"\#(birthDate)","email":"first.\#(mark)@example.net","declaration":\#(declaration),"consentVersion":"2026-01"}}"#
                )
                let device = #","device":"Pixel \#(mark)""#
                let made = try await confirm("auth.verifyCode", requested, code(to: phone), device)
                let issued: String = try #require(made["accessToken"].text, "\(made)")
                token = issued
                let set = try await call(
                    "auth.setEmail", #"{"email":"\#(email)","password":"seven quiet otters"}"#)
                _ = try await confirm("auth.confirmEmail", set, code(to: email))
                _ = try await call(
                    "auth.updateProfile",
                    #"{"login":"zina \#(mark)","contactEmail":"second.\#(mark)@example.net"}"#)
                let wrong = try await lines.call("auth.login", #"{"email":"\#(email)","password":"wrong"}"#)
                #expect(wrong["error"]["data"]["reason"] == .string("credentials-wrong"), "\(wrong)")
                _ = try await call(
                    "auth.login", #"{"email":"\#(email)","password":"seven quiet otters"\#(device)}"#)
                _ = try await call("auth.appeal", #"{"name":"\#(email)","text":"I am no soldier, \#(mark)"}"#)
            }

            /// Uses the other services.
            func useServices() async throws {
                _ = try await call(
                    "history.add", #"{"latitude":53.9,"longitude":27.56,"label":"Дача \#(mark)"}"#)
                let groups = try await call("schedule.groups", #"{"limit":1}"#)
                _ = try await call(
                    "schedule.addFavourite", #"{"group":\#(groups["items"][0]["number"].encoded)}"#)
                _ = try await call("museums.mark", #"{"id":"by-mir-castle","isFavourite":true}"#)
                try await park.buyPass("five-sets", for: Guest(phone: phone, token: token ?? "", refreshToken: ""))
                let staff = park.administrator.token
                let coming = try #require(try await park.freeSlots(inDays: 2).first)
                let booked = try await call(
                    "booking.book", #"{\#(coming.members),"sets":1,"payWith":"pass"}"#)
                _ = try await call(
                    "booking.note", #"{"id":\#(booked["id"].encoded),"note":"Wetsuit for \#(mark)"}"#, as: staff)
                let soon = try #require(try await park.freeSlots(inDays: 0).first { $0.startsAt > .now + 300 })
                let second = try await lines.call(
                    "booking.book", #"{\#(soon.members),"sets":1,"payWith":"on-site"}"#, token: token,
                    meta: ["idempotencyKey": quoted("soon \(phone)")])["result"]
                let late = try await call("booking.cancel", #"{"id":\#(second["id"].encoded)}"#)
                let id = late["caseId"].encoded
                _ = try await call(
                    "booking.decide",
                    #"{"id":\#(id),"sanction":"fee","fee":{"amount":1000,"currency":"BYN"},"reason":"Late again, \#(mark)"}"#,
                    as: staff)
                _ = try await call(
                    "booking.reverseDecision", #"{"id":\#(id),"reason":"A mistake about \#(mark)"}"#, as: staff)
            }

            /// Deletes the account with a code.
            func delete() async throws {
                let count = park.instance.messages(to: email).count
                let requested = try await call("auth.requestDeletion")
                let user = try await confirm("auth.deleteAccount", requested, code(to: email, after: count))
                #expect(user["deletesAt"].text != nil)
            }
        }

        /// Kills a process, and waits until another one has taken its place.
        private func restart(_ name: String, of instance: RunningInstance) async throws {
            let before = try instance.part(name).pid
            try instance.send(SIGKILL, to: name)
            try await Processes.wait("\(name) again") { try instance.part(name).pid != before }
        }

        @Test func `After the grace period, no table, log or file of any process names the person`() async throws {
            let park = try await Instances.park.value
            let instance = park.instance
            var life = Life(park: park, lines: try await LineClient(instance))
            try await life.register()
            try await life.useServices()
            let account = try #require(try await life.call("auth.me")["id"].text)
            try await life.delete()
            let (phone, marks) = (String(life.phone.dropFirst()), [Self.mark, Self.birthDate])
            let values = marks + [phone]
            let services = ["auth", "booking", "aggregator", "schedule", "museums"]
            let before = try await instance.tables(of: "booking", containing: values)
            #expect(before.contains("booking: \(Self.mark)") && before.contains("sanction_case: \(Self.mark)"))

            // Two weeks pass. What the staff was answered is kept for a day.
            try await instance.execute("UPDATE account SET deletes_at = 1 WHERE id = '\(account)'", in: "auth")
            try await instance.execute("UPDATE idempotency_key SET made_at = made_at - 1209600000", in: "booking")
            try await restart("auth", of: instance)
            try await Processes.wait("the deletion of the account") {
                try await instance.number("SELECT count(*) FROM account WHERE id = '\(account)'", in: "auth") == 0
            }
            // A process that starts follows the list of deleted accounts at once.
            for name in ["booking-1", "aggregator", "schedule", "museums"] { try await restart(name, of: instance) }
            for (service, table) in [
                ("booking", "customer"), ("aggregator", "look_up"), ("schedule", "favourite"),
                ("museums", "museum_marks"),
            ] {
                try await Processes.wait("the erasure by \(service)") {
                    try await instance.number(
                        "SELECT count(*) FROM \(table) WHERE account_id = '\(account)'", in: service) == 0
                }
            }
            try await Processes.wait("old answers to be deleted") {
                try await instance.number(
                    "SELECT count(*) FROM idempotency_key WHERE made_at < extract(epoch FROM now()) * 1000 - 86400000",
                    in: "booking") == 0
            }

            for service in services {
                #expect(try await instance.tables(of: service, containing: values) == [], "\(service)")
            }
            for service in ["auth", "booking"] {
                try await Processes.wait("the outbox of \(service)") {
                    try await instance.number("SELECT count(*) FROM outbox", in: service) == 0
                }
            }
            // The id, which means nothing without the account, stays in the audit trails and the list, and with the ended
            // sessions for a day.
            let named = try await services.asyncFlatMap { try await instance.tables(of: $0, containing: [account]) }
            let idTables = ["audit", "erased_account", "session"].map { "\($0): \(account)" }
            #expect(Set(named).isSubset(of: idTables), "\(named)")
            #expect(
                try await instance.number(
                    "SELECT count(*) FROM audit WHERE account_id = '\(account)' AND address IS NOT NULL", in: "auth")
                    == 0)
            // The outbox of this instance stands in for the person's mailbox and telephone.
            let files = try instance.files(containing: values).filter { !$0.hasPrefix("outbox.jsonl") }
            #expect(files == [])
            #expect(try await park.faults() == [])
        }
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncFlatMap<Result>(_ transform: (Element) async throws -> [Result]) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results += try await transform(element) }
        return results
    }
}
