import BookingContract
import Values

/// One version of the park's configuration: opening hours, prices and rules.
struct Park: Sendable {
    let version: Int64
    let settings: Booking.ParkSettings
    let zone: Zone
    private let hours: [Int: Booking.DayHours]

    /// Checks the settings, and creates a park with them.
    ///
    /// - Throws: the faults of the settings.
    init(version: Int64, settings: Booking.ParkSettings) throws(MemberFaults) {
        let faults = settings.faults
        guard faults.isEmpty else { throw MemberFaults(faults: faults) }
        do {
            zone = try Zone(settings.timeZone.text)
        } catch {
            throw MemberFaults(faults: [MemberFault(.timeZone, at: "/park/timeZone")])
        }
        self.version = version
        self.settings = settings
        hours = Dictionary(settings.hours.map { ($0.weekday.value, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The length of a set in milliseconds.
    var setLength: Int64 { Int64(settings.setMinutes) * 60_000 }
    /// The time before the start during which cancelling is late, in milliseconds.
    var freeCancellation: Int64 { Int64(settings.freeCancellationMinutes) * 60_000 }
    /// The time after booking during which cancelling is free, in milliseconds.
    var undo: Int64 { Int64(settings.effectiveUndoMinutes) * 60_000 }
    var currency: CurrencyCode { settings.setPrice.currency }

    /// The reverses open for booking, in the order of the configuration.
    var bookableReverses: [ReverseID] { settings.reverses.filter(\.isBookable).map(\.id) }

    /// Returns the opening hours of a date, or `nil` if the park is closed that day.
    func opening(on date: LocalDate) -> Range<Instant>? {
        let (usual, special) = (hours[date.weekday], specialDays(on: date))
        guard special?.isClosed != true, let from = special?.opens ?? usual?.opens,
            let to = special?.closes ?? usual?.closes
        else { return nil }
        let opens = zone.instant(of: date, minuteOfDay: from.minuteOfDay)
        let closes = zone.instant(of: date, minuteOfDay: to.minuteOfDay)
        return opens < closes ? opens..<closes : nil
    }

    /// Returns the special days that hold for a date, if any.
    private func specialDays(on date: LocalDate) -> Booking.SpecialDays? {
        settings.specialDays?.first { $0.from <= date && date <= $0.to }
    }

    /// Returns true if a bookable reverse opens on a date on which the park does.
    func opens(_ reverse: ReverseID, on date: LocalDate) -> Bool {
        specialDays(on: date)?.closedReverses.contains(reverse) != true
    }

    /// Returns the starts of a date's sets, ascending; the last set ends by closing time.
    func starts(on date: LocalDate) -> [Instant] {
        guard let opening = opening(on: date) else { return [] }
        let last = opening.upperBound.milliseconds - setLength
        return stride(from: opening.lowerBound.milliseconds, through: last, by: Int(setLength)).map(
            Instant.init(milliseconds:))
    }

    /// Finds the slots that a request names.
    ///
    /// - Throws: the reason why the park has no such slots.
    func slots(_ request: SlotRequest) throws(SlotFault) -> SlotRange {
        let (reverse, start, sets) = (request.reverse, request.start, request.sets)
        guard bookableReverses.contains(reverse) else { throw .reverse }
        let date = zone.date(at: start)
        guard opens(reverse, on: date), let opening = opening(on: date), opening.contains(start),
            (start.milliseconds - opening.lowerBound.milliseconds) % setLength == 0
        else { throw .start }
        guard sets.value <= settings.maximumSets else { throw .sets(maximum: settings.maximumSets) }
        let end = Instant(milliseconds: start.milliseconds + Int64(sets.value) * setLength)
        guard end <= opening.upperBound else { throw .closing }
        let price = (0..<sets.value).reduce(0) { sum, index in
            sum + self.price(from: Instant(milliseconds: start.milliseconds + Int64(index) * setLength))
        }
        return SlotRange(reverse: reverse, start: start, end: end, sets: sets, price: price, currency: currency)
    }

    /// Returns the price of a set that begins at `start`, in minor units.
    func price(from start: Instant) -> Int {
        let date = zone.date(at: start)
        if let price = specialDays(on: date)?.setPrice { return price.amount }
        let weekday = date.weekday
        let minute = zone.minuteOfDay(at: start)
        let band = settings.priceBands.first { band in
            band.weekdays.contains { $0.value == weekday }
                && band.from.minuteOfDay <= minute && minute < band.to.minuteOfDay
        }
        return (band?.price ?? settings.setPrice).amount
    }

    /// Returns the dates open for booking at a time, today first.
    func horizon(at now: Instant) -> ClosedRange<LocalDate> {
        let today = zone.date(at: now)
        return today...today.advanced(byDays: settings.horizonDays - 1)
    }

    /// Returns the local dates that a period touches.
    func dates(of time: Range<Instant>) -> ClosedRange<LocalDate> {
        let last = Instant(milliseconds: max(time.lowerBound.milliseconds, time.upperBound.milliseconds - 1))
        return zone.date(at: time.lowerBound)...zone.date(at: last)
    }

    /// Returns the local dates that any of the slots touches.
    func dates(of slots: [SlotRange]) -> Set<LocalDate> { Set(slots.flatMap { dates(of: $0.time).days }) }
}

extension ClosedRange<LocalDate> {
    /// Each date of the range.
    var days: [LocalDate] {
        (lowerBound.daysSince1970...upperBound.daysSince1970).map(LocalDate.init(daysSince1970:))
    }
}
