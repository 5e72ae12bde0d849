/// An e-mail address, compared without regard to case.
///
/// One `@`, a local part, and a domain with a dot. Stored in lower case, because no relevant provider is
/// case-sensitive.
public struct EmailAddress: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 3
    public static let maximumLength = 254
    public static let pattern: String? = #"^\s*\#(atom)(\.\#(atom))*@(\#(label)\.)+\#(lastLabel)\s*$"#
    public static let format: String? = "email"
    public static let exampleText = "ada@example.org"
    public static let fieldName: UserText? = UserText(
        "E-mail address", ru: "Адрес электронной почты", be: "Адрас электроннай пошты")
    public static func normalized(_ text: String) -> String { text.trimmed.lowercased() }
    public static func fault(in text: String) -> ValueFault? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return .email }
        let forbidden = parts[0].unicodeScalars.contains {
            $0.value <= 0x20 || $0.value == 0x7F || "\"(),:;<>[]\\".unicodeScalars.contains($0)
                || $0.properties.isWhitespace || !$0.isVisible
        }
        if forbidden || parts[0].hasPrefix(".") || parts[0].hasSuffix(".") || parts[0].contains("..") {
            return .email
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isDomain =
            labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy {
                        $0 == "-" || $0.properties.isAlphabetic && isPlain($0) || ("0"..."9").contains($0)
                    }
            }
            // A numeric domain cannot be the name of a mail server.
            && labels.last?.unicodeScalars.contains { $0.properties.isAlphabetic } == true
        return isDomain ? nil : .email
    }

    /// Returns false for a form of another letter, such as a circled one: its mail goes to the domain of the plain one.
    private static func isPlain(_ letter: Unicode.Scalar) -> Bool {
        !letter.properties.changesWhenNFKCCaseFolded || letter == "ß" || letter == "ς"
    }

    // The parts of the pattern. Other scripts than Latin are allowed, so characters are excluded.
    private static let atom = #"[^\s@"(),:;<>\[\\\].\x00-\x20\x7F-\x9F]+"#
    private static let letter = #"[^\s\x00-@\[-`{-\x9F]"#
    private static let letterOrDigit = #"[^\s\x00-/:-@\[-`{-\x9F]"#
    private static let inLabel = #"[^\s\x00-,./:-@\[-`{-\x9F]*"#
    private static let label = "\(letterOrDigit)(\(inLabel)\(letterOrDigit))?"
    private static let lastLabel = "([0-9]\(inLabel))?\(letter)(\(inLabel)\(letterOrDigit))?"

    /// The part after the `@`.
    public var domain: Substring { text[(text.lastIndex(of: "@").map(text.index(after:)) ?? text.endIndex)...] }
}
