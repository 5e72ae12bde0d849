import BookingContract
import Contract
import RPC
import ServiceRuntime
import Values

extension BookingService {
    /// Answers `booking.park`.
    func park(in language: Language) async throws -> Booking.Park.Result {
        let park = try await source.park()
        let settings = park.settings
        let name = settings.name.text(in: language)
        return Booking.Park.Result(
            name: name.text, address: settings.address.text(in: language).text, location: settings.location,
            timeZone: settings.timeZone,
            reverses: settings.reverses.filter(\.isBookable).map { reverse in
                Booking.Reverse(
                    id: reverse.id, name: reverse.name.text(in: language).text,
                    text: reverse.text.text(in: language).text)
            },
            hours: settings.hours, setMinutes: settings.setMinutes, maximumSets: settings.maximumSets,
            horizonDays: settings.horizonDays, setPrice: settings.setPrice, priceBands: settings.priceBands,
            products: settings.products.filter(\.isSold).map { product in
                Booking.Product(
                    id: product.id, name: product.name.text(in: language).text, sets: product.sets,
                    price: product.price, validDays: product.validDays)
            },
            holdSeconds: Int(policy.holds.lifetime.components.seconds),
            freeCancellationMinutes: settings.freeCancellationMinutes, rules: settings.rules.text(in: language).text,
            language: name.language)
    }

    /// Answers `booking.days`; days beyond those that can be booked are left out.
    func days(_ params: Booking.Days.Params) async throws -> Booking.Days.Result {
        let horizon = try await source.park().horizon(at: now())
        let first = max(params.from ?? horizon.lowerBound, horizon.lowerBound)
        let last = min(first.advanced(byDays: (params.days?.value ?? 14) - 1), horizon.upperBound)
        guard first <= last else {
            return Booking.Days.Result(timeZone: try await source.park().settings.timeZone, items: [])
        }
        let (park, entries) = try await board.days(first...last)
        return Booking.Days.Result(
            timeZone: park.settings.timeZone,
            items: entries.map { entry in
                Booking.Day(
                    date: entry.day.date, opensAt: entry.day.opening?.lowerBound,
                    closesAt: entry.day.opening?.upperBound, slots: entry.day.slots.count, free: entry.day.free)
            })
    }

    /// Answers `booking.slots`, encoded; no slots for a day that cannot be booked.
    func slots(_ params: Booking.Slots.Params) async throws -> [UInt8] {
        let park = try await source.park()
        if let reverse = params.reverseId, !park.bookableReverses.contains(reverse) {
            throw RPCError(.notFound, cause: "no such reverse")
        }
        guard park.horizon(at: now()).contains(params.date) else {
            return try SlotBoard.noSlots(on: params.date, of: park)
        }
        let (current, entries) = try await board.days(params.date...params.date)
        guard let entry = entries.first else { return try SlotBoard.noSlots(on: params.date, of: current) }
        return try entry.answer(for: params.reverseId, in: current)
    }

    /// Tells who came too late for a slot from which ones on as many are free: on the same day, then on the day after.
    func withNextFree(_ error: RPCError, sets: SetCount?, after start: Instant) async -> RPCError {
        guard error.reason == "slot-taken" || error.reason == "past" else { return error }
        if error.reason == "slot-taken" { metrics.bookings.count(.taken) }
        guard let park = try? await source.park() else { return error }
        let horizon = park.horizon(at: now())
        let first = max(park.zone.date(at: start), horizon.lowerBound)
        let last = min(first.advanced(byDays: 1), horizon.upperBound)
        guard first <= last, let (_, entries) = try? await board.days(first...last) else { return error }
        var error = error
        let slots = Self.nextFree(sets: sets?.value ?? 1, of: entries.map(\.day), after: start)
        error.details = Self.encoded(Booking.FreeSlots(nextFree: slots))
        return error
    }

    /// The first slots from `start` on that begin as many free ones in a row, by time.
    ///
    /// Everybody who loses a race asks for this: of each reverse no more is taken than can be among the first.
    static func nextFree(
        sets: Int, of days: [DaySlots], after start: Instant, limit: Int = 6
    ) -> [Booking.Slot] {
        var found: [Booking.Slot] = []
        for day in days where found.count < limit {
            var ofDay: [Booking.Slot] = []
            var (reverse, count) = (ReverseID?.none, 0)
            for (index, slot) in day.slots.enumerated() where slot.state == .free && slot.startsAt >= start {
                if slot.reverseId != reverse { (reverse, count) = (slot.reverseId, 0) }
                guard count < limit, areFree(sets, in: day.slots[index...]) else { continue }
                count += 1
                ofDay.append(slot)
            }
            found += ofDay.sorted { ($0.startsAt, $0.reverseId.text) < ($1.startsAt, $1.reverseId.text) }
        }
        return Array(found.prefix(limit))
    }

    /// Whether the first slots are free and follow each other on one reverse.
    private static func areFree(_ sets: Int, in slots: ArraySlice<Booking.Slot>) -> Bool {
        let wanted = slots.prefix(sets)
        return wanted.count == sets
            && zip(wanted, wanted.dropFirst()).allSatisfy { slot, next in
                next.state == .free && next.reverseId == slot.reverseId && next.startsAt == slot.endsAt
            }
    }
}
