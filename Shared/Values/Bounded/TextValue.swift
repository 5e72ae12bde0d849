/// A text that was checked when it was made, and is valid ever after.
///
/// A conforming type says its limits; reading it from JSON refuses what does not hold to them.
public protocol TextValue: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The checked text.
    var text: String { get }
    /// Takes a text that holds to the rules; for use by ``init(_:)`` and reading only.
    init(unchecked text: String)
    /// The fewest Unicode code points.
    static var minimumLength: Int { get }
    /// The most Unicode code points.
    static var maximumLength: Int { get }
    /// The most as it is typed, where ``normalized(_:)`` leaves something out that ``pattern`` takes; `nil` where
    /// ``maximumLength`` says it all.
    static var maximumTypedLength: Int? { get }
    /// A regular expression (ECMA-262) for the documentation, where there is one: of texts as they may be typed.
    static var pattern: String? { get }
    /// A text that is valid, for the documentation.
    static var exampleText: String { get }
    /// Which control characters it may hold; by default none.
    static var controls: ControlCharacters { get }
    /// Makes texts that mean the same the same, before they are checked (trimming, lower case).
    static func normalized(_ text: String) -> String
    /// What is wrong with a text whose length is right; `nil` if nothing.
    static func fault(in text: String) -> String?
}

/// Which control characters a text may hold: whoever shows or sends the text on may take them for commands.
public enum ControlCharacters: Sendable {
    case none
    /// Line feeds, in what is written in paragraphs.
    case lineFeeds
    /// All but NUL, which databases do not hold: for what is only ever compared.
    case all

    /// What is wrong with a text; `nil` if nothing.
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

    /// What is wrong with `text`; `nil` if nothing.
    public static func firstFault(in text: String) -> String? {
        let length = text.unicodeScalars.count
        if length < minimumLength {
            return minimumLength == 1 ? "must not be empty" : "must have at least \(minimumLength) characters"
        }
        if length > maximumLength { return "must have at most \(maximumLength) characters" }
        return controls.fault(in: text) ?? fault(in: text)
    }

    /// What is wrong with the length of a text as it was typed; `nil` if nothing.
    private static func typedFault(in typed: String) -> String? {
        guard let maximumTypedLength, typed.unicodeScalars.count > maximumTypedLength else { return nil }
        return "must have at most \(maximumTypedLength) characters"
    }

    /// Checks a text; `nil` if it does not hold to the rules.
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
    /// The text without white space at its ends.
    package var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
