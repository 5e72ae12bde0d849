import Crypto
import Values

/// The most frequent passwords of at least eight characters, which attackers try first.
///
/// The list holds fingerprints, seven characters of the base64url of SHA-256. They are sorted and of equal length, so
/// that a binary search works on the literal itself, and the source contains no obscenities. About one password in 700
/// million is rejected by mistake.
enum FrequentPasswords {
    private static let width = 7

    /// The number of passwords; words are separated by one space or newline.
    static var count: Int { (fingerprints.utf8CodeUnitCount + 1) / (width + 1) }

    /// Returns true if `password`, in lower case, is on the list.
    static func contains(_ password: String) -> Bool {
        let digest = SHA256.hash(data: Array(password.utf8))
        let wanted = Array(Base64URL.encode(Array(digest)).utf8.prefix(width))
        return fingerprints.withUTF8Buffer { list in
            var low = 0
            var high = count
            while low < high {
                let middle = low + (high - low) / 2
                let word = list[middle * (width + 1)..<middle * (width + 1) + width]
                if word.elementsEqual(wanted) { return true }
                if word.lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
            }
            return false
        }
    }
}
