public import Values

/// The secret in the address of a calendar feed.
public struct CalendarSecret: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 43
    public static let maximumLength = 43
    public static let maximumTypedLength: Int? = 47
    public static let pattern: String? = "^[A-Za-z0-9_-]{43}([.]ics)?$"
    public static let exampleText = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"
    public static let isOpaque = true
    /// The end of an address, for programs that know calendars by their file names.
    public static let suffix = ".ics"
    public static func normalized(_ text: String) -> String {
        text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
    }
    public var description: String { "(calendar secret)" }
    public static func fault(in text: String) -> ValueFault? {
        text.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        } ? nil : .base64URL
    }
}
