import BookingContract
import Values

extension Booking.ParkSettings {
    /// The park's only currency.
    ///
    /// Passes, bookings and debts are counted in it. After a change of currency, older debts would sit on accounts that
    /// no list shows.
    static let currency = CurrencyCode(unchecked: "BYN")

    /// The first violated rule, beyond those that the members' types check.
    var firstFault: MemberFault? { numberFault ?? reverseFault ?? hoursFault ?? priceFault ?? productFault }

    private var numberFault: MemberFault? {
        if !(5...120).contains(setMinutes) || setMinutes % 5 != 0 {
            return fault("setMinutes", "must be 5 to 120, in steps of 5")
        }
        if !SetCount.range.contains(maximumSets) { return fault("maximumSets", "must be 1 to 8") }
        if !(1...366).contains(horizonDays) { return fault("horizonDays", "must be 1 to 366") }
        if !(1...100).contains(bookingsPerAccount) { return fault("bookingsPerAccount", "must be 1 to 100") }
        if !(0...10_080).contains(freeCancellationMinutes) {
            return fault("freeCancellationMinutes", "must be 0 to 10080")
        }
        return nil
    }

    private var reverseFault: MemberFault? {
        if !(1...32).contains(reverses.count) { return fault("reverses", "must be 1 to 32") }
        if Set(reverses.map(\.id)).count < reverses.count { return fault("reverses", "must have different ids") }
        let texts = [name, address, rules] + reverses.flatMap { [$0.name, $0.text] } + products.map(\.name)
        for text in texts.flatMap({ [$0.en, $0.ru, $0.be] }).compactMap({ $0 }) {
            if text.unicodeScalars.count > 4_000 { return fault("", "must hold texts of at most 4000 characters") }
            if let detail = ControlCharacters.lineFeeds.fault(in: text) { return fault("", detail) }
        }
        if products.count > 64 { return fault("products", "must be at most 64") }
        if Set(products.map(\.id)).count < products.count { return fault("products", "must have different ids") }
        return nil
    }

    private var hoursFault: MemberFault? {
        if Set(hours.map(\.weekday)).count < hours.count { return fault("hours", "must name a day once") }
        for (index, day) in hours.enumerated() {
            if day.opens.minuteOfDay % 5 != 0 || day.closes.minuteOfDay % 5 != 0 {
                return fault("hours/\(index)", "must be in steps of 5 minutes")
            }
            if day.opens.minuteOfDay >= day.closes.minuteOfDay {
                return fault("hours/\(index)", "must open before it closes")
            }
        }
        return nil
    }

    private var priceFault: MemberFault? {
        if setPrice.currency != Self.currency { return fault("setPrice/currency", "must be \(Self.currency.text)") }
        if priceBands.count > 64 { return fault("priceBands", "must be at most 64") }
        for (index, price) in ([setPrice] + priceBands.map(\.price)).enumerated() {
            let place = index == 0 ? "setPrice" : "priceBands/\(index - 1)/price"
            if !(0...10_000_000).contains(price.amount) { return fault(place, "must be 0 to 10000000 minor units") }
            if price.currency != setPrice.currency { return fault(place, "must be in the park's currency") }
        }
        return nil
    }

    private var productFault: MemberFault? {
        for (index, product) in products.enumerated() {
            let place = "products/\(index)"
            if !(1...1_000).contains(product.sets) { return fault("\(place)/sets", "must be 1 to 1000") }
            if !(1...3_660).contains(product.validDays) { return fault("\(place)/validDays", "must be 1 to 3660") }
            if !(1...100_000_000).contains(product.price.amount) {
                return fault("\(place)/price", "must be 1 to 100000000 minor units")
            }
            if product.price.currency != setPrice.currency {
                return fault("\(place)/price", "must be in the park's currency")
            }
        }
        return nil
    }

    private func fault(_ member: String, _ detail: String) -> MemberFault {
        MemberFault(pointer: member.isEmpty ? "/park" : "/park/\(member)", detail: detail)
    }
}

extension Booking.Texts {
    /// Returns the text in a language or its closest fallback, with the language chosen.
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
