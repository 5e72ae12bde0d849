import Foundation
import TestSupport
import Values

/// A check of the notices about bookings that customers got while processes were killed.
///
/// A message is sent at least once: a replica that is killed after sending it, or cannot record that in the database,
/// leaves it to be sent again.
struct ParkNotices: Sendable {
    /// A notice as its reader sees it.
    struct Notice: Sendable, Hashable {
        var phone: String
        var text: String
    }

    static let confirmation = "Wake park: booked for "
    static let reminder = "Wake park: your booking is on "

    /// The number of confirmations that the service has recorded as sent, by phone number.
    var confirmed: [String: Int] = [:]
    /// The bookings of customers, made or moved, as the confirmations would name them.
    var booked: [Notice: Int] = [:]
    /// The reminders that customers must have got, and those that they may have got in addition.
    var reminders: [Notice] = []
    var possibleReminders: [Notice] = []

    /// Returns the contradictions to the messages that were sent.
    ///
    /// - Parameter repetitions: the most messages that may have been sent again.
    func faults(sent: [Notice], repetitions: Int) -> [String] {
        var faults: [String] = []
        let counts = Dictionary(sent.map { ($0, 1) }, uniquingKeysWith: +)
        let confirmations = Dictionary(
            counts.filter { $0.key.text.hasPrefix(Self.confirmation) }.map { ($0.key.phone, $0.value) },
            uniquingKeysWith: +)
        for (phone, count) in confirmed where confirmations[phone, default: 0] < count {
            faults.append("\(phone) got \(confirmations[phone, default: 0]) of \(count) confirmations")
        }
        let needed = Dictionary(reminders.map { ($0, 1) }, uniquingKeysWith: +)
        for (notice, count) in needed where counts[notice, default: 0] < count {
            faults.append("\(notice) was sent \(counts[notice, default: 0]) times, not \(count)")
        }
        let allowed = Dictionary((reminders + possibleReminders).map { ($0, 1) }, uniquingKeysWith: +)
            .merging(booked, uniquingKeysWith: +)
        var repeated = 0
        for (notice, count) in counts
        where [Self.confirmation, Self.reminder].contains(where: notice.text.hasPrefix) {
            let most = allowed[notice, default: 0]
            if most == 0 { faults.append("no booking is the reason for \(notice)") }
            repeated += max(0, count - most)
        }
        let repeatedConfirmations = confirmations.reduce(0) { $0 + max(0, $1.value - confirmed[$1.key, default: 0]) }
        if max(repeated, repeatedConfirmations) > repetitions {
            faults.append(
                "\(repeated) notices and \(repeatedConfirmations) confirmations were repeated, at most \(repetitions) may be"
            )
        }
        return faults
    }
}

/// The notices of a park's guests, collected while they book.
struct ParkNoticeWatch {
    private let park: TestPark
    private let phones: [String]
    private let zone: Zone
    private let reverses: [String: String]
    private var notices = ParkNotices()
    private var reminded: Set<String> = []
    /// The bookings whose reminder may not have been sent yet.
    private var due: [RunningInstance.RemindedBooking] = []

    init(_ park: TestPark, guests: [Guest]) async throws {
        self.park = park
        phones = guests.map(\.phone)
        let lines = try await LineClient(park.instance)
        let settings = try await lines.call("booking.configuration", token: park.administrator.token)["result"]["park"]
        await lines.close()
        zone = try Zone(settings["timeZone"].text ?? "")
        reverses = settings["reverses"].items.reduce(into: [:]) { $0[$1["id"].text ?? ""] = $1["name"]["en"].text }
    }

    /// The number of reminders that must have been sent.
    var count: Int { notices.reminders.count }
    var summary: String {
        let confirmations = notices.confirmed.values.reduce(0, +)
        return "\(confirmations) confirmations, \(count) to \(count + notices.possibleReminders.count) reminders"
    }

    /// Takes the counts of confirmations, waits for the reminders that are due, and makes more of them due.
    mutating func next() async throws {
        try await settle()
        due = try await park.instance.makeRemindersDue(to: phones, except: reminded)
        reminded.formUnion(due.map(\.id))
    }

    private mutating func settle() async throws {
        let (instance, awaited) = (park.instance, due)
        try await Processes.wait("the reminders") { try await instance.dueReminders(of: awaited) == 0 }
        let unchanged = try await instance.unchanged(awaited)
        for booking in awaited {
            let notice = notice(
                ParkNotices.reminder, to: booking.phone, reverse: booking.reverse,
                Instant(milliseconds: booking.start), sets: booking.sets)
            // The reminder of a booking that was cancelled or moved may have been dropped.
            if unchanged.contains(booking) {
                notices.reminders.append(notice)
            } else {
                notices.possibleReminders.append(notice)
            }
        }
        due = []
        notices.confirmed.merge(try await instance.takeConfirmationCounts(of: phones), uniquingKeysWith: +)
    }

    /// Waits until all notices have been sent, and returns the contradictions to the operations of the guests.
    mutating func faults(after operations: [ParkOperation], crashes: Int) async throws -> [String] {
        let instance = park.instance
        // From now on bookings stay as they are, so that none of these reminders may be dropped.
        try await next()
        // A message that a killed replica had taken is sent after its lease of a minute.
        try await Processes.wait("all notices", limit: .seconds(120)) { try await instance.unsentNotices() == 0 }
        try await settle()
        for operation in operations {
            guard case .ok = operation.outcome, let range = operation.request.target?.range else { continue }
            if case .hold = operation.request { continue }
            let start = Instant(milliseconds: Int64(range.start.timeIntervalSince1970 * 1_000))
            let confirmation = notice(
                ParkNotices.confirmation, to: phones[operation.customer], reverse: range.slot.reverse, start,
                sets: range.sets)
            notices.booked[confirmation, default: 0] += 1
        }
        let sent = phones.flatMap { phone in
            instance.messages(to: phone).map { ParkNotices.Notice(phone: phone, text: $0.text) }
        }
        // Each of the two replicas sends at most four messages at a time.
        return notices.faults(sent: sent, repetitions: 8 * crashes)
    }

    private func notice(
        _ start: String, to phone: String, reverse: String, _ time: Instant, sets: Int
    ) -> ParkNotices.Notice {
        let minute = zone.minuteOfDay(at: time)
        let clock = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return ParkNotices.Notice(
            phone: phone,
            text: "\(start)\(zone.date(at: time)) at \(clock), sets: \(sets). \(reverses[reverse] ?? "")")
    }
}
