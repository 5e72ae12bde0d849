import Crypto
import Values

/// The passwords of at least eight characters that people use most, so that attackers try them first.
///
/// The list holds fingerprints, seven characters of the base64url of SHA-256: sorted and of one length, so that they are
/// looked up where they lie in the program's text, and without spelling out what people type when they think that nobody
/// looks. One password in 700 million is taken for another.
enum FrequentPasswords {
    private static let width = 7

    /// How many passwords the list holds; words are separated by one space or newline.
    static var count: Int { (fingerprints.utf8CodeUnitCount + 1) / (width + 1) }

    /// Whether `password`, in lower case, is on the list.
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
