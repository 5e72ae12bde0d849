/// A text that meets fixed rules, checked on creation.
///
/// A conforming type declares its limits; decoding rejects texts that violate them.
public protocol TextValue: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The checked text.
    var text: String { get }
    /// Creates a value from a text known to meet the rules; used by ``init(_:)`` and decoding only.
    init(unchecked text: String)
    /// The minimum number of Unicode code points.
    static var minimumLength: Int { get }
    /// The maximum number of Unicode code points.
    static var maximumLength: Int { get }
    /// The maximum number of code points before ``normalized(_:)`` removes some; `nil` for ``maximumLength``.
    static var maximumTypedLength: Int? { get }
    /// A regular expression (ECMA-262) for the text before normalization; for the documentation.
    static var pattern: String? { get }
    /// A valid text, as an example in the documentation.
    static var exampleText: String { get }
    /// The control characters that the text may contain; none by default.
    static var controls: ControlCharacters { get }
    /// Normalizes a text before it is checked, for example by trimming or lower-casing.
    static func normalized(_ text: String) -> String
    /// Returns the fault of a text with a valid length; `nil` if it has none.
    static func fault(in text: String) -> String?
}

/// The control characters that a text may contain; others could affect programs that display or forward it.
public enum ControlCharacters: Sendable {
    case none
    /// Line feeds, for texts with paragraphs.
    case lineFeeds
    /// All except NUL, which PostgreSQL cannot store; for texts that are only compared.
    case all

    /// Returns a text's fault; `nil` if it has none.
    package func fault(in text: String) -> String? {
        // C0, DEL and C1.
        let isHeld = text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0: true
            case 0x0A: self == .none
            case 0x01...0x1F, 0x7F...0x9F: self != .all
            default: false
            }
        }
        guard isHeld else { return nil }
        switch self {
        case .none: return "must not hold control characters"
        case .lineFeeds: return "must not hold control characters other than line feeds"
        case .all: return "must not hold a NUL character"
        }
    }
}

extension TextValue {
    public static var minimumLength: Int { 1 }
    public static var maximumTypedLength: Int? { nil }
    public static var pattern: String? { nil }
    public static var controls: ControlCharacters { .none }
    public static func normalized(_ text: String) -> String { text }
    public static func fault(in text: String) -> String? { nil }
    public var description: String { text }

    /// Returns a text's first fault; `nil` if it has none.
    public static func firstFault(in text: String) -> String? {
        let length = text.unicodeScalars.count
        if length < minimumLength {
            return minimumLength == 1 ? "must not be empty" : "must have at least \(minimumLength) characters"
        }
        if length > maximumLength { return "must have at most \(maximumLength) characters" }
        return controls.fault(in: text) ?? fault(in: text)
    }

    /// Returns the fault in the length of a text before normalization; `nil` if it has none.
    private static func typedFault(in typed: String) -> String? {
        guard let maximumTypedLength, typed.unicodeScalars.count > maximumTypedLength else { return nil }
        return "must have at most \(maximumTypedLength) characters"
    }

    /// Checks a text; returns `nil` if it violates the rules.
    public init?(_ text: String) {
        guard Self.typedFault(in: text) == nil else { return nil }
        let text = Self.normalized(text)
        guard Self.firstFault(in: text) == nil else { return nil }
        self.init(unchecked: text)
    }

    public init(from decoder: any Decoder) throws {
        let typed = try decoder.singleValueContainer().decode(String.self)
        let text = Self.normalized(typed)
        if let fault = Self.typedFault(in: typed) ?? Self.firstFault(in: text) {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
        }
        self.init(unchecked: text)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension String {
    /// The text without leading and trailing white space.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
