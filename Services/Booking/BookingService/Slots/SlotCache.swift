import BookingContract
import Contract
import Database
import RPC
import Resilience
import Synchronization
import Values
import Wire

/// A call of `booking.slots`: the slots wanted, and what else the answer depends on.
struct SlotsRequest: Sendable {
    /// The reverse wanted; `nil` for all.
    var reverse: ReverseID?
    /// The calling account, if it is signed in.
    var account: Identifier?
    var language = Language.english
}

/// The slots of days, cached with their encoded answers until they change.
///
/// Each change of a day increments the day's version in the database, in the same transaction. The versions are read at
/// most once per ``Limits/freshness``; outdated days are read again, with one query for all waiting callers. So an
/// answer lags behind other replicas by at most that time, and never behind this process.
final class SlotCache: Sendable {
    struct Limits: Sendable {
        /// The longest time for which another replica's change may go unnoticed.
        var freshness: Duration = .milliseconds(250)
    }

    /// A day with its encoded answers.
    final class Entry: Sendable {
        let day: DaySlots
        let configuration: Int64
        let version: Int64
        private let encoded = Mutex<[AnswerVariant: [UInt8]]>([:])

        init(_ day: DaySlots, configuration: Int64, version: Int64) {
            self.day = day
            self.configuration = configuration
            self.version = version
        }

        /// Returns the answer of `booking.slots`.
        ///
        /// Encoded on first use, and shared by all callers without slots of their own that day; the others get an
        /// answer of their own.
        func answer(to request: SlotsRequest, in park: Park) throws -> [UInt8] {
            if let account = request.account, day.hasClaims(of: account) { return try encode(request, in: park) }
            // Only the text of a closing depends on the language.
            let isClosed = day.closingCause(of: request.reverse) != nil
            let variant = AnswerVariant(reverse: request.reverse, language: isClosed ? request.language : nil)
            if let answer = encoded.withLock({ $0[variant] }) { return answer }
            let answer = try encode(request, in: park)
            encoded.withLock { $0[variant] = answer }
            return answer
        }

        private func encode(_ request: SlotsRequest, in park: Park) throws -> [UInt8] {
            let slots = day.slots(of: request.account)
            let closing = day.closingCause(of: request.reverse)?.view(in: request.language)
            return try JSONCoding.encode(
                Booking.Slots.Result(
                    date: day.date, timeZone: park.settings.timeZone, isClosed: closing != nil, closing: closing,
                    items: request.reverse.map { id in slots.filter { $0.reverseId == id } } ?? slots))
        }
    }

    /// The properties in which the shared answers of a day differ.
    private struct AnswerVariant: Hashable {
        var reverse: ReverseID?
        /// The language of a closed day's answer.
        var language: Language?
    }

    private struct State {
        var entries: [LocalDate: Entry] = [:]
        var versions = DayVersions(configuration: 0, days: [:])
        var checkedAt: ContinuousClock.Instant?
    }

    private let store: BookingStore
    private let source: ParkSource
    private let limits: Limits
    private let now: @Sendable () -> Instant
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())
    private let checks = SingleFlight<Bool, Result<Void, any Error>>()
    private let loads = SingleFlight<ClosedRange<LocalDate>, Result<Void, any Error>>()

    init(
        store: BookingStore, source: ParkSource, limits: Limits = Limits(), now: @escaping @Sendable () -> Instant,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.store = store
        self.source = source
        self.limits = limits
        self.now = now
        self.uptime = uptime
    }

    /// Returns the park and its days, with all changes that are known at the time of the call.
    func days(_ dates: ClosedRange<LocalDate>) async throws -> (park: Park, entries: [Entry]) {
        try await checkVersions()
        // Later changes need not show. A read that began before the call may be too old, but the one after it is not.
        let wanted = state.withLock { $0.versions }
        for _ in 0..<4 {
            let park = try await source.park(atLeast: wanted.configuration)
            let time = now()
            let (entries, stale) = state.withLock { state in
                var entries: [Entry] = []
                var stale: [LocalDate] = []
                for date in dates.days {
                    if let entry = state.entries[date], entry.isCurrent(wanted, park, at: time) {
                        entries.append(entry)
                    } else {
                        stale.append(date)
                    }
                }
                return (entries, stale)
            }
            guard let first = stale.first, let last = stale.last else { return (park, entries) }
            try await loads.run(first...last) { try await read(first...last, of: park) }
        }
        throw RPCError(
            .unavailable, retryAfterMilliseconds: 100, cause: "the park changes faster than its days can be read")
    }

    /// Invalidates days that this process changed, and announces them.
    func changed(_ versions: [LocalDate: Int64]) {
        state.withLock { state in
            for (date, version) in versions {
                state.versions.days[date.daysSince1970] = max(
                    version, state.versions.days[date.daysSince1970] ?? 0)
            }
        }
        store.changes?.announce(versions.keys.map { .day($0) })
    }

    /// Invalidates the configuration that this process replaced, and announces it.
    func changed(configuration: Int64) {
        state.withLock { $0.versions.configuration = max($0.versions.configuration, configuration) }
        store.changes?.announce(.everything)
    }

    /// Makes the next call read the versions, because a replica announced a change.
    func expireVersions() { state.withLock { $0.checkedAt = nil } }

    // MARK: Reading

    private func checkVersions() async throws {
        guard !isFresh else { return }
        try await checks.run(true) {
            // Another call may have read them since the check above.
            if !isFresh { try await readVersions() }
        }
    }

    private var isFresh: Bool {
        let now = uptime()
        return state.withLock { state in
            state.checkedAt.map { now - $0 < limits.freshness } ?? false
        }
    }

    private func readVersions() async throws {
        let startedAt = uptime()
        // No time zone is on an earlier date.
        let first = LocalDate(daysSince1970: Int(now().milliseconds / 86_400_000) - 2)
        let read = try await store.session().days.versions(from: first)
        state.withLock { state in
            state.versions.configuration = max(state.versions.configuration, read.configuration)
            state.versions.days.merge(read.days) { max($0, $1) }
            state.versions.days = state.versions.days.filter { $0.key >= first.daysSince1970 }
            state.entries = state.entries.filter { $0.key >= first }
            state.checkedAt = startedAt
        }
    }

    private func read(_ dates: ClosedRange<LocalDate>, of park: Park) async throws {
        let time =
            park.zone.startOfDay(dates.lowerBound)..<park.zone.startOfDay(dates.upperBound.advanced(byDays: 1))
        let occupancy = try await store.session().days.occupancy(dates, time: time)
        let now = now()
        let claims = CurrentClaims(occupancy, now: now)
        let entries = dates.days.map { date in
            Entry(
                DaySlots(date, of: park, claims, now: now), configuration: park.version,
                version: occupancy.versions[date.daysSince1970] ?? 0)
        }
        state.withLock { state in
            for entry in entries {
                state.entries[entry.day.date] = entry
                let day = entry.day.date.daysSince1970
                state.versions.days[day] = max(state.versions.days[day] ?? 0, entry.version)
            }
        }
    }
}

extension SlotCache.Entry {
    fileprivate func isCurrent(_ versions: DayVersions, _ park: Park, at now: Instant) -> Bool {
        configuration == park.version && version >= versions.days[day.date.daysSince1970] ?? 0
            && day.validity.contains(now)
    }
}
