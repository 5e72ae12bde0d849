import Crypto
import Foundation
import TestSupport
import Testing

/// A slot in the answers of `booking.slots`.
struct ParkSlot: Sendable, Hashable {
    var reverse: String
    var startsAt: Date

    /// The JSON members that name the slot in the parameters of a call.
    var members: String { #""reverseId":"\#(reverse)","startsAt":"\#(startsAt.formatted(.iso8601))""# }
}

/// A park that an administrator configures so that tests can run at any hour.
struct TestPark: Sendable {
    let instance: RunningInstance
    let administrator: Guest

    /// Configures a park where it is about noon, open day and night, with sets of five minutes on both reverses.
    init(_ instance: RunningInstance) async throws {
        self.instance = instance
        administrator = try await Guest.register("admin", "park.staff", at: instance)
        try await setNoon()
    }

    /// Moves the park to a zone where it is about noon, so that the next hours are all of today, however late the tests
    /// run.
    ///
    /// - Parameter walkInReverses: additional reverses, for walk-ins.
    func setNoon(walkInReverses: [String] = []) async throws {
        try await configure { park in
            park["timeZone"] = .string(Self.zoneOfNoon(at: .now))
            park["setMinutes"] = .number(5)
            // A test that cancels late does so right after booking.
            park["undoMinutes"] = .number(0)
            park["bookingsPerAccount"] = .number(100)
            let own = (park["reverses"] ?? .null).items.filter { ["big", "small"].contains($0["id"].text) }
            park["reverses"] = .array(
                own
                    + walkInReverses.map {
                        .object([
                            "id": .string($0), "name": .object(["en": .string($0)]),
                            "text": .object(["en": .string($0)]), "isBookable": .bool(true),
                        ])
                    })
            park["hours"] = .array(
                (1...7).map {
                    .object(["weekday": .number(Double($0)), "opens": .string("00:00"), "closes": .string("24:00")])
                })
        }
    }

    /// Changes the park's settings as its administrator.
    func configure(_ change: (inout [String: JSON]) -> Void) async throws {
        let lines = try await LineClient(instance)
        let now = try await lines.call("booking.configuration", token: administrator.token)["result"]
        guard case .object(var park) = now["park"], let version = now["version"].int else {
            throw Wire.Failure(reason: "no configuration: \(now)")
        }
        change(&park)
        let answer = try await lines.call(
            "booking.configure", #"{"version":\#(version),"park":\#(JSON.object(park).encoded)}"#,
            token: administrator.token)
        guard answer["result"] != .null else { throw Wire.Failure(reason: "not configured: \(answer)") }
        await lines.close()
    }

    /// Returns a zone in which it is between noon and one o'clock, so that no slot of the next hours is on another day.
    static func zoneOfNoon(at now: Date) -> String {
        let ahead = 12 - Int(now.timeIntervalSince1970 / 3_600) % 24
        // The names of these zones have the opposite sign of their offset.
        return ahead >= 0 ? "Etc/GMT-\(ahead)" : "Etc/GMT+\(-ahead)"
    }

    /// Returns the current date in the park.
    func today() async throws -> String {
        let lines = try await LineClient(instance)
        let days = try await lines.call("booking.days", #"{"days":1}"#)["result"]["items"]
        await lines.close()
        return try #require(days[0]["date"].text, "\(days)")
    }

    /// Returns the free slots of the day `days` days from today.
    func freeSlots(inDays days: Int, on reverse: String? = nil) async throws -> [ParkSlot] {
        let lines = try await LineClient(instance)
        let today = try await lines.call("booking.days", #"{"days":30}"#)["result"]["items"]
        let date = try #require(today[days]["date"].text, "\(today)")
        let answer = try await lines.call("booking.slots", #"{"date":"\#(date)"}"#)["result"]["items"]
        await lines.close()
        return answer.items.compactMap { item in
            guard item["state"] == .string("free"), let name = item["reverseId"].text, reverse ?? name == name,
                let start = item["startsAt"].text, let date = try? Date(start, strategy: .iso8601)
            else { return nil }
            return ParkSlot(reverse: name, startsAt: date)
        }
    }

    /// Returns the broken rules of the database.
    func faults() async throws -> [String] {
        try await instance.withDatabase(of: "booking") { try await BookingConsistency.faults(in: $0) }
    }

    /// The environment of an instance for ``TestPark``, whose limits let one machine act as thousands of customers.
    ///
    /// Hundreds of customers who race for one slot overload a debug build, and refusals would keep them out of the
    /// race.
    static let environment = [
        "VOKOL_LIMITS_ADDRESS_RATE": "100000", "VOKOL_LIMITS_ADDRESS_BURST": "100000",
        "VOKOL_LIMITS_ADDRESS_CONNECTIONS": "100000", "VOKOL_TIMEOUTS_UNUSED": "600s",
        "VOKOL_LIMITS_GUARD_RATE": "100000", "VOKOL_LIMITS_GUARD_BURST": "100000",
        "VOKOL_LIMITS_USER_RATE": "100000", "VOKOL_LIMITS_USER_BURST": "100000",
        "VOKOL_SMS_LIMITS_PLACE": "100000", "VOKOL_SMS_LIMITS_PREFIX": "100000", "VOKOL_SMS_BUDGET": "1000000",
        "VOKOL_TOKENS_LIFETIME": "1h", "VOKOL_FACTORS_PRESENCE": "1h", "VOKOL_HOLDS_PAUSE": "0s",
        "VOKOL_HOLDS_REST": "0s",
        "VOKOL_OVERLOAD_WAIT": "0s", "VOKOL_WAITLIST_OFFER": "60s",
        "VOKOL_HOUSEKEEPING_INTERVAL": "1s",
    ]
}

/// A suite of stories that people act out at a park.
protocol ParkStory {}

extension ParkStory {
    /// Makes a call that must succeed, and returns its result.
    func call(
        _ client: some JSONCaller, _ method: String, _ params: String = "{}", as guest: Guest, key: String? = nil
    ) async throws -> JSON {
        let answer = try await client.call(
            method, params, token: guest.token, meta: key.map { ["idempotencyKey": quoted($0)] } ?? [:])
        #expect(answer["error"] == .null, "\(method) \(params)")
        return answer["result"]
    }
}

// MARK: Money

extension TestPark {
    /// Returns a notification as the simulated payment provider sends it, as parameters of a call.
    func notification(
        of payment: JSON, amount: Int? = nil, id: String? = nil, secret: String? = nil
    ) throws -> String {
        let order = try #require(payment["id"].text)
        let price = try #require(payment["price"]["amount"].int)
        let body = Data(
            #"{"id":"\#(id ?? "simulated-\(order)")","order":"\#(order)","amount":\#(amount ?? price),"currency":"BYN","status":"successful"}"#
                .utf8)
        let kept = try String(contentsOfFile: "\(instance.directory)/secrets/payments", encoding: .utf8)
        let key = SymmetricKey(data: Data((secret ?? kept.trimmingCharacters(in: .whitespacesAndNewlines)).utf8))
        let signature = HMAC<SHA256>.authenticationCode(for: body, using: key)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let text = body.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        return #"{"headers":{"content-signature":"\#(signature)"},"bodyBase64":"\#(text)"}"#
    }

    /// Buys a pass and pays for it.
    func buyPass(_ product: String, for guest: Guest) async throws {
        let lines = try await LineClient(instance)
        let payment = try await lines.call(
            "booking.topUp", #"{"productId":"\#(product)","returnUrl":"https://example.org/paid"}"#,
            token: guest.token, meta: ["idempotencyKey": quoted("buy \(product)")])["result"]
        let answer = try await lines.call("booking.notifyPayment", try notification(of: payment))
        guard answer["error"] == .null else { throw Wire.Failure(reason: "not paid: \(answer)") }
        await lines.close()
    }

    /// Returns the state of a customer: bookings, cases, sets left on passes, and debts.
    func findings(of guest: Guest) async throws -> ParkFindings {
        let lines = try await LineClient(instance)
        func all(_ method: String) async throws -> [JSON] {
            var items: [JSON] = []
            var cursor: String?
            repeat {
                let page = try await lines.call(
                    method, #"{"limit":50\#(cursor.map { #","cursor":"\#($0)""# } ?? "")}"#, token: guest.token)
                guard page["error"] == .null else { throw Wire.Failure(reason: "no \(method): \(page)") }
                items += page["result"]["items"].items
                cursor = page["result"]["nextCursor"].text
            } while cursor != nil
            return items
        }
        let (bookings, cases) = (try await all("booking.history"), try await all("booking.cases"))
        let passes = try await lines.call("booking.pass", token: guest.token)["result"]
        let waitlist = try await lines.call("booking.waitlist", token: guest.token)["result"]["items"].items
        await lines.close()
        return ParkFindings(
            bookings: bookings, cases: cases, setsLeft: try #require(passes["left"].int, "\(passes)"),
            debts: ParkDebts(
                due: try #require(passes["due"]["amount"].int, "\(passes)"),
                credit: passes["credit"]["amount"].int ?? 0),
            waitlist: waitlist)
    }
}
