/// A text that meets fixed rules, checked on creation.
///
/// A conforming type declares its limits; decoding rejects texts that violate them, except in a result: see
/// ``ResultDecoding``.
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
    /// The format's name in JSON Schema, such as `uuid`; `nil` if it has none.
    static var format: String? { get }
    /// A valid text, as an example in the documentation.
    static var exampleText: String { get }
    /// True for a text that only the server can make, so that the documentation shows no example of it.
    static var isOpaque: Bool { get }
    /// The control characters that the text may contain; none by default.
    static var controls: ControlCharacters { get }
    /// Normalizes a text before it is checked, for example by trimming or lower-casing.
    static func normalized(_ text: String) -> String
    /// Returns the fault of a text with a valid length; `nil` if it has none.
    static func fault(in text: String) -> ValueFault?
    /// The name of a field for such a text, for people, if it has one.
    static var fieldName: UserText? { get }
}

/// The control characters that a text may contain; others could affect programs that display or forward it.
public enum ControlCharacters: Sendable {
    case none
    /// Line feeds, for texts with paragraphs.
    case lineFeeds
    /// All except NUL, which PostgreSQL cannot store; for texts that are only compared.
    case all

    /// Returns a text's fault; `nil` if it has none.
    package func fault(in text: String) -> ValueFault? {
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
        case .none: return .controlCharacters
        case .lineFeeds: return .controlCharactersButLineFeeds
        case .all: return .nulCharacter
        }
    }
}

extension ControlCharacters {
    /// The characters that the text must not contain, for a class of a regular expression.
    package var excludedClass: String {
        switch self {
        case .none: #"\x00-\x1F\x7F-\x9F"#
        case .lineFeeds: #"\x00-\x09\x0B-\x1F\x7F-\x9F"#
        case .all: #"\x00"#
        }
    }
}

extension TextValue {
    /// True if white space around a text is removed before it is checked.
    package static var isTrimmed: Bool { normalized(" \t\(exampleText) \n") == normalized(exampleText) }

    /// The regular expression (ECMA-262) of a text without a ``pattern`` of its own: no forbidden control characters,
    /// and more than white space if an empty text is not allowed.
    package static var characterPattern: String {
        let excluded = controls.excludedClass
        guard isTrimmed else { return "^[^\(excluded)]*$" }
        return minimumLength == 0
            ? #"^\s*[^\#(excluded)]*\s*$"# : #"^\s*[^\s\#(excluded)][^\#(excluded)]*\s*$"#
    }

    public static var minimumLength: Int { 1 }
    public static var maximumTypedLength: Int? { nil }
    public static var pattern: String? { nil }
    public static var format: String? { nil }
    public static var isOpaque: Bool { false }
    public static var controls: ControlCharacters { .none }
    public static func normalized(_ text: String) -> String { text }
    public static func fault(in text: String) -> ValueFault? { nil }
    public static var fieldName: UserText? { nil }
    public var description: String { text }

    /// Returns a text's first fault; `nil` if it has none.
    public static func firstFault(in text: String) -> ValueFault? {
        let length = text.unicodeScalars.count
        if length < minimumLength { return .tooShort(minimum: minimumLength) }
        if length > maximumLength { return .tooLong(maximum: maximumLength) }
        return controls.fault(in: text) ?? fault(in: text)
    }

    /// Returns the fault in the length of a text before normalization; `nil` if it has none.
    private static func typedFault(in typed: String) -> ValueFault? {
        guard let maximumTypedLength, typed.unicodeScalars.count > maximumTypedLength else { return nil }
        return .tooLong(maximum: maximumTypedLength)
    }

    /// Normalizes and checks a text; returns `nil` if it violates the rules.
    public init?(_ text: String) {
        guard Self.typedFault(in: text) == nil else { return nil }
        let text = Self.normalized(text)
        guard Self.firstFault(in: text) == nil else { return nil }
        self.init(unchecked: text)
    }

    public init(from decoder: any Decoder) throws {
        let typed = try decoder.singleValueContainer().decode(String.self)
        guard !decoder.decodesResult else {
            self.init(unchecked: typed)
            return
        }
        let text = Self.normalized(typed)
        if let fault = Self.typedFault(in: typed) ?? Self.firstFault(in: text) {
            throw DecodingError(fault, at: decoder.codingPath)
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
