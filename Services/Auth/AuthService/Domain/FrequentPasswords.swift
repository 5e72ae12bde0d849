/// The passwords and words that attackers try first.
///
/// The lists hold fingerprints, so that the source contains no obscenities.
enum FrequentPasswords {
    /// The decimal logarithm of the guesses that find a password of ``passwords``.
    static let passwordGuesses = 3.7
    /// The decimal logarithm of the guesses that find a word of ``words``.
    static let wordGuesses = 3.9
}

/// A sorted list of fingerprints of words, in which one word in 300 million is found by mistake.
///
/// A fingerprint has seven characters, each for six bits, in an alphabet whose order is that of its bytes. All have the
/// same length and are followed by one space or newline, so that a binary search works on the literal itself.
struct FingerprintList: Sendable {
    private static let width = 8
    private static let alphabet: StaticString = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

    let text: StaticString

    /// The number of words.
    var count: Int { text.utf8CodeUnitCount / Self.width }

    /// Returns true if the word with this hash is on the list.
    func contains(_ word: WordHash) -> Bool {
        let wanted = Self.fingerprint(of: word)
        return text.withUTF8Buffer { bytes in
            let list = UnsafeRawBufferPointer(bytes)
            var low = 0
            var high = count
            while low < high {
                let middle = low + (high - low) / 2
                let entry = list.loadUnaligned(fromByteOffset: middle * Self.width, as: UInt64.self)
                let found = UInt64(bigEndian: entry) >> 8
                if found == wanted { return true }
                if found < wanted { low = middle + 1 } else { high = middle }
            }
            return false
        }
    }

    /// Returns the seven characters of a fingerprint as one number that sorts like them.
    private static func fingerprint(of word: WordHash) -> UInt64 {
        let bits = word.value >> 22
        return alphabet.withUTF8Buffer { alphabet in
            (0..<7).reduce(0) {
                $0 << 8 | UInt64(alphabet[Int(truncatingIfNeeded: bits >> (36 - 6 * UInt64($1))) & 63])
            }
        }
    }
}

/// A hash of a word that grows with each of its characters (FNV-1a, mixed at the end).
struct WordHash: Sendable {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ scalar: UInt32) {
        state = (state ^ UInt64(scalar)) &* 0x100_0000_01B3
    }

    /// The hash of the characters so far; similar words have unlike ones.
    var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    init() {}

    init(of word: some Sequence<UInt32>) {
        for scalar in word { add(scalar) }
    }
}
