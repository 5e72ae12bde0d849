/// A local time of day, HH:MM; 24:00 is the end of the day.
public struct TimeOfDay: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 5
    public static let maximumLength = 5
    public static let pattern: String? = "^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$"
    public static let exampleText = "10:00"
    public static let fieldName: UserText? = UserText("Time", ru: "Время", be: "Час")
    public static func fault(in text: String) -> ValueFault? {
        guard let minute = minute(of: text), (0...1440).contains(minute) else { return .timeOfDay }
        return nil
    }

    /// Minutes since midnight, 0 to 1440.
    public var minuteOfDay: Int { Self.minute(of: text) ?? 0 }

    private static func minute(of text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }), digits[2] < 6 else { return nil }
        return (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
    }
}
