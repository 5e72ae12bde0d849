/// A currency code (ISO 4217), in upper case.
public struct CurrencyCode: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 3
    public static let pattern: String? = "^[A-Z]{3}$"
    public static let exampleText = "BYN"
    public static let fieldName: UserText? = UserText("Currency", ru: "Валюта", be: "Валюта")
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { (65...90).contains($0) } ? nil : .currencyCode
    }
}

/// An amount of money in minor units.
public struct Money: Codable, Hashable, Sendable {
    /// The amount in minor units: 1500 BYN are 15 rubles.
    public var amount: Int
    /// The currency of the amount.
    public var currency: CurrencyCode

    /// Returns the amount in whole units with two decimals, such as `15.00` or `-0.05`.
    public func decimal(separator: String = ".") -> String {
        let (whole, rest) = amount.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(amount < 0 ? "-" : "")\(whole)\(separator)\(rest < 10 ? "0" : "")\(rest)"
    }
}
