import BookingContract
import Values

extension Booking.ParkSettings {
    /// The park's only currency.
    ///
    /// Passes, bookings and debts are counted in it. After a change of currency, older debts would sit on accounts that
    /// no list shows.
    static let currency = CurrencyCode(unchecked: "BYN")

    /// The minutes in which a booking can be undone: ``undoMinutes``, or 10 in settings that older releases stored.
    var effectiveUndoMinutes: Int { undoMinutes ?? 10 }

    /// The violated rules, beyond those that the members' types check; at most 16.
    var faults: [MemberFault] {
        Array(
            (numberFaults + reverseFaults + textFaults + hoursFaults + priceFaults + specialDayFaults + productFaults)
                .prefix(16))
    }

    private var numberFaults: [MemberFault] {
        [
            number(setMinutes, 5...120, "setMinutes"), setMinutes % 5 == 0 ? nil : fault("setMinutes", .step(5)),
            number(maximumSets, SetCount.range, "maximumSets"), number(horizonDays, 1...366, "horizonDays"),
            number(bookingsPerAccount, 1...100, "bookingsPerAccount"),
            number(freeCancellationMinutes, 0...10_080, "freeCancellationMinutes"),
            number(effectiveUndoMinutes, 0...60, "undoMinutes"),
        ].compactMap { $0 }
    }

    private var reverseFaults: [MemberFault] {
        var faults: [MemberFault] = []
        if reverses.isEmpty { faults.append(fault("reverses", .required)) }
        if reverses.count > 32 { faults.append(fault("reverses", .tooMany(maximum: 32))) }
        if Set(reverses.map(\.id)).count < reverses.count { faults.append(fault("reverses", .unique)) }
        return faults
    }

    private var textFaults: [MemberFault] {
        var faults: [MemberFault] = []
        var texts = [("name", name), ("address", address), ("rules", rules)]
        for (index, reverse) in reverses.enumerated() {
            texts += [("reverses/\(index)/name", reverse.name), ("reverses/\(index)/text", reverse.text)]
        }
        for (index, product) in products.enumerated() { texts.append(("products/\(index)/name", product.name)) }
        for (place, text) in texts {
            for (language, text) in [("en", text.en), ("ru", text.ru), ("be", text.be)] {
                guard let text else { continue }
                if text.unicodeScalars.count > 4_000 {
                    faults.append(fault("\(place)/\(language)", .tooLong(maximum: 4_000)))
                } else if let control = ControlCharacters.lineFeeds.fault(in: text) {
                    faults.append(fault("\(place)/\(language)", control))
                }
            }
        }
        return faults
    }

    private var hoursFaults: [MemberFault] {
        var faults: [MemberFault] = []
        if Set(hours.map(\.weekday)).count < hours.count { faults.append(fault("hours", .unique)) }
        for (index, day) in hours.enumerated() {
            if day.opens.minuteOfDay % 5 != 0 { faults.append(fault("hours/\(index)/opens", .step(5))) }
            if day.closes.minuteOfDay % 5 != 0 { faults.append(fault("hours/\(index)/closes", .step(5))) }
            if day.opens.minuteOfDay >= day.closes.minuteOfDay {
                faults.append(fault("hours/\(index)/closes", .opensBeforeClosing))
            }
        }
        return faults
    }

    private var priceFaults: [MemberFault] {
        var faults = price(setPrice, 0...10_000_000, Self.currency, "setPrice")
        if priceBands.count > 64 { faults.append(fault("priceBands", .tooMany(maximum: 64))) }
        for (index, band) in priceBands.enumerated() {
            faults += price(band.price, 0...10_000_000, setPrice.currency, "priceBands/\(index)/price")
        }
        return faults
    }

    private var specialDayFaults: [MemberFault] {
        let entries = specialDays ?? []
        var faults = entries.count > 64 ? [fault("specialDays", .tooMany(maximum: 64))] : []
        for (index, entry) in entries.enumerated() {
            let place = "specialDays/\(index)"
            if entry.to < entry.from { faults.append(fault("\(place)/to", .notBefore("from"))) }
            if (entry.opens == nil) != (entry.closes == nil) {
                faults.append(
                    entry.opens == nil
                        ? fault("\(place)/closes", .together(with: "opens"))
                        : fault("\(place)/opens", .together(with: "closes")))
            }
            for (member, time) in [("opens", entry.opens), ("closes", entry.closes)] {
                if let time, time.minuteOfDay % 5 != 0 { faults.append(fault("\(place)/\(member)", .step(5))) }
            }
            if let opens = entry.opens, let closes = entry.closes, opens.minuteOfDay >= closes.minuteOfDay {
                faults.append(fault("\(place)/closes", .opensBeforeClosing))
            }
            if let price = entry.setPrice {
                faults += self.price(price, 0...10_000_000, Self.currency, "\(place)/setPrice")
            }
            if !Set(entry.closedReverses).isSubset(of: reverses.map(\.id)) {
                faults.append(fault("\(place)/closedReverses", .unknownReverse))
            }
        }
        return faults
    }

    private var productFaults: [MemberFault] {
        var faults: [MemberFault] = []
        if products.count > 64 { faults.append(fault("products", .tooMany(maximum: 64))) }
        if Set(products.map(\.id)).count < products.count { faults.append(fault("products", .unique)) }
        for (index, product) in products.enumerated() {
            let place = "products/\(index)"
            faults += [
                number(product.sets, 1...1_000, "\(place)/sets"),
                number(product.validDays, 1...3_660, "\(place)/validDays"),
            ].compactMap { $0 }
            faults += price(product.price, 1...100_000_000, setPrice.currency, "\(place)/price")
        }
        return faults
    }

    private func number(_ value: Int, _ range: ClosedRange<Int>, _ member: String) -> MemberFault? {
        range.contains(value) ? nil : fault(member, .range(range.lowerBound, range.upperBound))
    }

    private func price(
        _ money: Money, _ range: ClosedRange<Int>, _ currency: CurrencyCode, _ member: String
    ) -> [MemberFault] {
        [
            number(money.amount, range, "\(member)/amount"),
            money.currency == currency ? nil : fault("\(member)/currency", .currency(currency)),
        ].compactMap { $0 }
    }

    private func fault(_ member: String, _ fault: ValueFault) -> MemberFault {
        MemberFault(fault, at: "/park/\(member)")
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
