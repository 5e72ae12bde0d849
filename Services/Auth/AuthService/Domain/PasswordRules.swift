import AuthContract
@_spi(_Unicode) import Swift
import Values

/// Rejects passwords that attackers try first.
///
/// There are no composition rules: they make passwords worse (NIST SP 800-63B, OWASP ASVS 6.2.5).
enum PasswordRules {
    /// The minimum length of a context word that counts; shorter ones occur in ordinary words.
    private static let shortestContextWord = 4

    /// The maximum number of distinct characters in a repetitive password (NIST SP 800-63B §5.1.1.2).
    private static let repetitiveCharacters = 2

    /// Returns true if a password is too easy to guess for an account with this login and e-mail address.
    static func isCommon(_ password: Password, login: DisplayName, email: EmailAddress) -> Bool {
        let localPart = email.text.prefix { $0 != "@" }
        return isCommon(password, context: [login.text.lowercased(), String(localPart), email.text])
    }

    /// Returns true if a password is too easy to guess.
    ///
    /// - Parameter context: words about its owner, in lower case.
    static func isCommon(_ password: Password, context: [String] = []) -> Bool {
        // Invisible characters at the ends make no password stronger.
        let text = Self.trimmed(password.text.lowercased())
        if Set(text).count <= repetitiveCharacters || isSequence(text) { return true }
        // "password!" is no better than "password".
        let plain = String(text.reversed().drop { "!.?".contains($0) }.reversed())
        if [text, plain, typedInLatin(text)].contains(where: FrequentPasswords.contains) { return true }
        return (["vokol"] + context).contains { word in
            // A word of the context may be part of a password but not most of it.
            word.count >= shortestContextWord && text.replacing(word, with: "").count * 2 <= text.count
        }
    }

    /// Returns true if the characters are consecutive, up or down: "abcdefgh", "98765432".
    private static func isSequence(_ text: String) -> Bool {
        let values = text.unicodeScalars.map { Int($0.value) }
        let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
        return steps == [1] || steps == [-1]
    }

    private static func trimmed(_ text: String) -> String {
        func isInvisible(_ character: Character) -> Bool {
            character.isWhitespace
                || character.unicodeScalars.allSatisfy { [.control, .format].contains($0.properties.generalCategory) }
        }
        let tail = text.reversed().drop(while: isInvisible)
        return String(tail.reversed().drop(while: isInvisible))
    }

    /// Replaces Cyrillic letters with the Latin ones on the same keys: the common "пароль" becomes "gfhjkm".
    static func typedInLatin(_ text: String) -> String {
        String(text.map { layout[$0] ?? $0 })
    }

    private static let layout = [Character: Character](
        uniqueKeysWithValues: zip("йцукенгшщзхъфывапролджэячсмитьбюёў", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`o"))
}

extension String {
    /// The UTF-8 of Unicode normalization form C, in which passwords are hashed.
    ///
    /// A letter is the same whether a keyboard sends it as one code point or as two (й, ё, ў; RFC 8265 §4.2.2).
    var normalizedBytes: [UInt8] {
        var text = ""
        text.unicodeScalars.append(contentsOf: _nfc)
        return Array(text.utf8)
    }
}
