@_spi(_Unicode) import Swift

/// A password as an attacker's program sees it: its characters in lower case, and where they were not.
struct PasswordText: Sendable {
    /// The characters in lower case, without invisible ones at the ends, which make no password stronger.
    let letters: [UInt32]
    /// True for each character that is in upper case.
    let isUpper: [Bool]

    init(_ password: String) {
        let visible = Self.trimmed(Array(password.normalizedText.unicodeScalars))
        var letters: [UInt32] = []
        var isUpper: [Bool] = []
        for scalar in visible {
            let lower = scalar.isASCII ? Self.lowerASCII(scalar.value) : Self.lower(scalar)
            letters.append(lower)
            isUpper.append(lower != scalar.value)
        }
        self.letters = letters
        self.isUpper = isUpper
    }

    private static func lowerASCII(_ value: UInt32) -> UInt32 {
        (65...90).contains(value) ? value + 32 : value
    }

    private static func lower(_ scalar: Unicode.Scalar) -> UInt32 {
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping.first?.value ?? scalar.value : scalar.value
    }

    private static func trimmed(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
        func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || [.control, .format].contains(scalar.properties.generalCategory)
        }
        let start = scalars.firstIndex { !isInvisible($0) } ?? scalars.endIndex
        let end = scalars.lastIndex { !isInvisible($0) }.map { $0 + 1 } ?? start
        return scalars[start..<end]
    }
}

/// The keys of the keyboards that Vokol's users have.
enum Keyboard {
    /// The position of a key.
    struct Key: Sendable, Equatable {
        var row: Int
        var column: Int
    }

    /// The Latin characters on the keys of Cyrillic letters: the common "пароль" becomes "gfhjkm".
    static let latin: [UInt32: UInt32] = pairs(
        "йцукенгшщзхъфывапролджэячсмитьбюёўі'", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`os]")
    /// The Cyrillic letters on the keys of Latin characters.
    static let cyrillic: [UInt32: UInt32] = pairs(
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.`", "йцукенгшщзхъфывапролджэячсмитьбюё")
    /// The characters for which others stand in words, apart from the digit one, which may be two of them.
    static let leet: [UInt32: UInt32] = pairs("@4380$5+7!|9", "aaebossttilg")

    /// The positions of the keys by their characters.
    static let keys: [UInt32: Key] = {
        var keys: [UInt32: Key] = [:]
        let rows = [["1234567890-=", "!@#$%^&*()_+"], ["qwertyuiop[]"], ["asdfghjkl;'"], ["zxcvbnm,./"]]
        for (row, texts) in rows.enumerated() {
            for text in texts {
                for (column, scalar) in text.unicodeScalars.enumerated() {
                    keys[scalar.value] = Key(row: row, column: column)
                }
            }
        }
        return keys
    }()

    private static func pairs(_ from: String, _ to: String) -> [UInt32: UInt32] {
        [UInt32: UInt32](
            zip(from.unicodeScalars.map(\.value), to.unicodeScalars.map(\.value)),
            uniquingKeysWith: { first, _ in first })
    }
}

extension String {
    /// The text in Unicode normalization form C.
    ///
    /// A letter is the same whether a keyboard sends it as one code point or as two (й, ё, ў; RFC 8265 §4.2.2).
    fileprivate var normalizedText: String {
        var text = ""
        text.unicodeScalars.append(contentsOf: _nfc)
        return text
    }

    /// The UTF-8 of Unicode normalization form C, in which passwords are hashed.
    var normalizedBytes: [UInt8] { Array(normalizedText.utf8) }
}
