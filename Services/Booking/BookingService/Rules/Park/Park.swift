import BookingContract
import Values

/// The park as it is configured at one version: when sets begin, what they cost, which rules hold.
struct Park: Sendable {
    let version: Int64
    let settings: Booking.ParkSettings
    let zone: Zone
    private let hours: [Int: Booking.DayHours]

    /// - Throws: `ParkFault` that names the member at fault.
    init(version: Int64, settings: Booking.ParkSettings) throws(ParkFault) {
        if let fault = settings.firstFault { throw fault }
        do {
            zone = try Zone(settings.timeZone.text)
        } catch {
            throw ParkFault(pointer: "/park/timeZone", detail: "is no time zone that is known here")
        }
        self.version = version
        self.settings = settings
        hours = Dictionary(settings.hours.map { ($0.weekday.value, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var setLength: Int64 { Int64(settings.setMinutes) * 60_000 }
    var freeCancellation: Int64 { Int64(settings.freeCancellationMinutes) * 60_000 }
    var currency: CurrencyCode { settings.setPrice.currency }

    /// The reverses that can be booked, in the order of the configuration.
    var bookableReverses: [ReverseID] { settings.reverses.filter(\.isBookable).map(\.id) }

    /// From when until when the park is open on a date; `nil` if it is closed.
    func opening(on date: LocalDate) -> Range<Instant>? {
        guard let hours = hours[date.weekday] else { return nil }
        let opens = zone.instant(of: date, minuteOfDay: hours.opens.minuteOfDay)
        let closes = zone.instant(of: date, minuteOfDay: hours.closes.minuteOfDay)
        return opens < closes ? opens..<closes : nil
    }

    /// When the sets of a date begin, in order; the last one ends by closing time.
    func starts(on date: LocalDate) -> [Instant] {
        guard let opening = opening(on: date) else { return [] }
        let last = opening.upperBound.milliseconds - setLength
        return stride(from: opening.lowerBound.milliseconds, through: last, by: Int(setLength)).map(
            Instant.init(milliseconds:))
    }

    /// The sets that somebody asks for.
    /// - Throws: what is wrong if they do not begin where a set begins, or do not end by closing time.
    func ride(on reverse: ReverseID, from start: Instant, sets: SetCount) throws(RideFault) -> Ride {
        guard bookableReverses.contains(reverse) else { throw .reverse }
        guard let opening = opening(on: zone.date(at: start)), opening.contains(start),
            (start.milliseconds - opening.lowerBound.milliseconds) % setLength == 0
        else { throw .start }
        guard sets.value <= settings.maximumSets else { throw .sets(maximum: settings.maximumSets) }
        let end = Instant(milliseconds: start.milliseconds + Int64(sets.value) * setLength)
        guard end <= opening.upperBound else { throw .closing }
        let price = (0..<sets.value).reduce(0) { sum, index in
            sum + self.price(from: Instant(milliseconds: start.milliseconds + Int64(index) * setLength))
        }
        return Ride(reverse: reverse, start: start, end: end, sets: sets, price: price, currency: currency)
    }

    /// What a set costs that begins at `start`, in minor units.
    func price(from start: Instant) -> Int {
        let weekday = zone.date(at: start).weekday
        let minute = zone.minuteOfDay(at: start)
        let band = settings.priceBands.first { band in
            band.weekdays.contains { $0.value == weekday }
                && band.from.minuteOfDay <= minute && minute < band.to.minuteOfDay
        }
        return (band?.price ?? settings.setPrice).amount
    }

    /// The dates on which can be booked at a time, today first.
    func horizon(at now: Instant) -> ClosedRange<LocalDate> {
        let today = zone.date(at: now)
        return today...today.advanced(byDays: settings.horizonDays - 1)
    }

    /// The local dates that a time touches.
    func dates(of time: Range<Instant>) -> ClosedRange<LocalDate> {
        let last = Instant(milliseconds: max(time.lowerBound.milliseconds, time.upperBound.milliseconds - 1))
        return zone.date(at: time.lowerBound)...zone.date(at: last)
    }
}

extension Park {
    /// The local dates that any of some rides touches.
    func dates(of rides: [Ride]) -> Set<LocalDate> { Set(rides.flatMap { dates(of: $0.time).days }) }
}

/// Why there are no such sets at the park.
enum RideFault: Error, Equatable {
    case reverse
    /// No set begins then.
    case start
    /// They are more than somebody may ride in a row.
    case sets(maximum: Int)
    /// The park closes before the last one ends.
    case closing
}

/// Consecutive sets on one reverse, and their price in minor units.
struct Ride: Sendable, Equatable {
    var reverse: ReverseID
    var start: Instant
    var end: Instant
    var sets: SetCount
    var price: Int
    var currency: CurrencyCode

    var time: Range<Instant> { start..<end }
    /// The five-minute atoms that it takes.
    var atoms: Range<Int64> { Atom.number(at: start)..<Atom.number(at: end) }
    var money: Money { Money(amount: price, currency: currency) }

    /// Whether it is the time that somebody names.
    func isAt(_ reverse: ReverseID, _ start: Instant, _ sets: SetCount) -> Bool {
        self.reverse == reverse && self.start == start && self.sets == sets
    }

    func overlaps(_ other: Ride) -> Bool { reverse == other.reverse && time.overlaps(other.time) }
}

/// Five minutes, counted from 1970: the unit in which a reverse is taken, so that a change of the set's length or of the
/// opening hours can never let two bookings overlap.
enum Atom {
    static let length: Int64 = 300_000

    /// The atom that holds an instant.
    static func number(at instant: Instant) -> Int64 {
        let (quotient, remainder) = instant.milliseconds.quotientAndRemainder(dividingBy: length)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// What is wrong with a configuration.
struct ParkFault: Error, Equatable {
    /// Where, as a JSON Pointer into the parameters.
    var pointer: String
    var detail: String
}

extension Booking.ParkSettings {
    /// The park's one currency.
    ///
    /// Passes, bookings and what customers owe are counted in it: another one would leave what was owed before on an account
    /// that nobody looks at.
    static let currency = CurrencyCode(unchecked: "BYN")

    /// The first rule that the settings break beyond those of their types.
    var firstFault: ParkFault? {
        func fault(_ pointer: String, _ detail: String) -> ParkFault {
            ParkFault(pointer: pointer.isEmpty ? "/park" : "/park/\(pointer)", detail: detail)
        }
        func isWithin(_ value: Int, _ range: ClosedRange<Int>) -> Bool { range.contains(value) }
        if !isWithin(setMinutes, 5...120) || setMinutes % 5 != 0 {
            return fault("setMinutes", "must be 5 to 120, in steps of 5")
        }
        if !isWithin(maximumSets, SetCount.range) { return fault("maximumSets", "must be 1 to 8") }
        if !isWithin(horizonDays, 1...366) { return fault("horizonDays", "must be 1 to 366") }
        if !isWithin(bookingsPerAccount, 1...100) { return fault("bookingsPerAccount", "must be 1 to 100") }
        if !isWithin(freeCancellationMinutes, 0...10_080) {
            return fault("freeCancellationMinutes", "must be 0 to 10080")
        }
        if !isWithin(reverses.count, 1...32) { return fault("reverses", "must be 1 to 32") }
        if Set(reverses.map(\.id)).count < reverses.count { return fault("reverses", "must have different ids") }
        let texts = [name, address, rules] + reverses.flatMap { [$0.name, $0.text] } + products.map(\.name)
        for text in texts.flatMap({ [$0.en, $0.ru, $0.be] }).compactMap({ $0 }) {
            if text.unicodeScalars.count > 4_000 { return fault("", "must hold texts of at most 4000 characters") }
            if let detail = ControlCharacters.lineFeeds.fault(in: text) { return fault("", detail) }
        }
        if products.count > 64 { return fault("products", "must be at most 64") }
        if Set(products.map(\.id)).count < products.count { return fault("products", "must have different ids") }
        if Set(hours.map(\.weekday)).count < hours.count { return fault("hours", "must name a day once") }
        for (index, day) in hours.enumerated() {
            if day.opens.minuteOfDay % 5 != 0 || day.closes.minuteOfDay % 5 != 0 {
                return fault("hours/\(index)", "must be in steps of 5 minutes")
            }
            if day.opens.minuteOfDay >= day.closes.minuteOfDay { return fault("hours/\(index)", "must open first") }
        }
        if setPrice.currency != Self.currency { return fault("setPrice/currency", "must be \(Self.currency.text)") }
        if priceBands.count > 64 { return fault("priceBands", "must be at most 64") }
        for (index, price) in ([setPrice] + priceBands.map(\.price)).enumerated() {
            let place = index == 0 ? "setPrice" : "priceBands/\(index - 1)/price"
            if !isWithin(price.amount, 0...10_000_000) { return fault(place, "must be 0 to 10000000 minor units") }
            if price.currency != setPrice.currency { return fault(place, "must be in one currency") }
        }
        for (index, product) in products.enumerated() {
            let place = "products/\(index)"
            if !isWithin(product.sets, 1...1_000) { return fault("\(place)/sets", "must be 1 to 1000") }
            if !isWithin(product.validDays, 1...3_660) { return fault("\(place)/validDays", "must be 1 to 3660") }
            if !isWithin(product.price.amount, 1...100_000_000) {
                return fault("\(place)/price", "must be 1 to 100000000 minor units")
            }
            if product.price.currency != setPrice.currency { return fault("\(place)/price", "must be in one currency") }
        }
        return nil
    }
}

extension Booking.Texts {
    /// The text in a language or the next best, and which it is.
    func text(in language: Language) -> (text: String, language: Language) {
        for candidate in language.fallbacks {
            switch candidate {
            case .english: return (en, .english)
            case .russian: if let ru { return (ru, .russian) }
            case .belarusian: if let be { return (be, .belarusian) }
            }
        }
        return (en, .english)
    }
}
