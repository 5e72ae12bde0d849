/// A language of the user-visible texts.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
    case english = "en"
    case russian = "ru"
    case belarusian = "be"

    /// The languages to try, in order, for a user who requested this language.
    public var fallbacks: [Language] {
        switch self {
        case .belarusian: [.belarusian, .russian, .english]
        case .russian: [.russian, .english, .belarusian]
        case .english: [.english, .russian, .belarusian]
        }
    }

    /// Chooses the best supported language for an `Accept-Language` list, such as `be;q=0.5, ru, *;q=0.1`, or for a
    /// single language range, such as `be-BY`.
    ///
    /// Chooses English if the list names no supported language.
    public init(acceptLanguage list: String) {
        var list = list
        self = list.withUTF8 { Language(acceptLanguage: UnsafeRawBufferPointer($0)) }
    }

    /// Chooses the best supported language for an `Accept-Language` list in UTF-8, without allocating.
    public init(acceptLanguage list: UnsafeRawBufferPointer) {
        var best: (language: Language, quality: Int)?
        var rest = list[...]
        for _ in 0..<Self.maximumRanges where !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            if let found = Self.read(rest[..<end]), found.quality > best?.quality ?? 0 { best = found }
            rest = rest[end...].dropFirst()
        }
        self = best?.language ?? .english
    }

    /// Chooses the language of the bytes of `meta.locale`; English without any.
    public init(locale: [UInt8]?) {
        self = locale.map { $0.withUnsafeBytes { Language(acceptLanguage: $0) } } ?? .english
    }

    /// The maximum number of language ranges that are read.
    private static let maximumRanges = 16

    /// Reads one range, such as `ru-RU;q=0.9`; returns `nil` if its language is not supported.
    private static func read(_ range: Slice<UnsafeRawBufferPointer>) -> (language: Language, quality: Int)? {
        var quality = 1_000
        let end = range.firstIndex(of: UInt8(ascii: ";")) ?? range.endIndex
        let tag = trimmed(range[..<end])
        let primary = tag.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        let language = allCases.first { language in
            primary.count == 2 && zip(primary, language.rawValue.utf8).allSatisfy { $0 | 0x20 == $1 }
        }
        guard let language else { return nil }
        var rest = range[end...].dropFirst()
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ";")) ?? rest.endIndex
            quality = weight(trimmed(rest[..<end])) ?? quality
            rest = rest[end...].dropFirst()
        }
        return (language, quality)
    }

    /// Reads `q=0.8` in thousandths; returns `nil` for any other parameter.
    private static func weight(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard text.count > 2, text.starts(with: "q=".utf8) else { return nil }
        var digits = text.dropFirst(2)
        guard let whole = digits.popFirst(), whole == UInt8(ascii: "0") || whole == UInt8(ascii: "1") else {
            return nil
        }
        var value = whole == UInt8(ascii: "1") ? 1_000 : 0
        guard let point = digits.popFirst() else { return value }
        guard point == UInt8(ascii: ".") else { return nil }
        var unit = 100
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        return value <= 1_000 ? value : nil
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var text = text
        while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
