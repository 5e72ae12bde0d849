import Values

extension FactKind {
    /// Returns the fault of a value; `nil` if it has none.
    func fault(in value: String) -> ValueFault? {
        switch self {
        case .openingHours: OpeningRules(value) == nil ? .openingHours : nil
        case .telephone: Self.isTelephone(value) ? nil : .phone
        case .wheelchair: Self.access.contains(value) ? nil : .unknownValue(allowed: Self.access)
        case .price: Self.isPrice(value) ? nil : .price
        case .timeZone: (try? Zone(value)) == nil ? .timeZone : nil
        }
    }

    private static let access = ["yes", "limited", "no"]

    private static func isPrice(_ text: String) -> Bool {
        text == "free" || text.wholeMatch(of: /[0-9]{1,6}(\.[0-9]{2})? [A-Z]{3}/) != nil
    }

    private static func isTelephone(_ text: String) -> Bool {
        let digits = text.utf8.count { (48...57).contains($0) }
        let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || "+ ()-".utf8.contains($0) }
        return text.hasPrefix("+") && isPlain && (7...15).contains(digits) && text.utf8.count <= 30
    }
}

extension ValueFault {
    fileprivate static let openingHours = format(
        "opening-hours",
        UserText(
            "must be opening hours, such as Tu-Su 10:00-18:00; PH off",
            ru: "нужны часы работы в таком виде: Tu-Su 10:00-18:00; PH off",
            be: "патрэбны гадзіны працы ў такім выглядзе: Tu-Su 10:00-18:00; PH off"))
    fileprivate static let price = format(
        "price",
        UserText(
            "must be free, or an amount with its currency, such as 12.50 BYN",
            ru: "нужно free или сумма с валютой, например 12.50 BYN",
            be: "патрэбна free або сума з валютай, напрыклад 12.50 BYN"))
}
