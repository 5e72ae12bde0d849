import Values

/// The cost parameters of scrypt (RFC 7914).
struct ScryptParameters: Sendable, Hashable {
    /// The binary logarithm of the cost N.
    var logCost: Int
    var blockSize: Int
    var parallelism: Int

    /// One of the choices that OWASP recommends: N = 2^14, r = 8, p = 5, which takes 16 MiB.
    static let standard = ScryptParameters(logCost: 14, blockSize: 8, parallelism: 5)

    /// True if scrypt and its implementation accept the parameters: at most 64 MiB.
    var isUsable: Bool {
        (10...20).contains(logCost) && (1...32).contains(blockSize) && (1...32).contains(parallelism)
            && memory <= 64 << 20
    }

    /// The memory that one hash takes, in bytes; only valid for parameters in range.
    var memory: Int { 128 * blockSize << logCost }
}

/// A password's hash with its parameters, in PHC string format: `$scrypt$ln=14,r=8,p=5$SALT$KEY`.
struct PasswordHash: Sendable, Equatable {
    var parameters: ScryptParameters
    var salt: [UInt8]
    var key: [UInt8]

    static let saltBytes = 16
    static let keyBytes = 32

    init(parameters: ScryptParameters, salt: [UInt8], key: [UInt8]) {
        self.parameters = parameters
        self.salt = salt
        self.key = key
    }

    var text: String {
        "$scrypt$ln=\(parameters.logCost),r=\(parameters.blockSize),p=\(parameters.parallelism)"
            + "$\(Base64.encode(salt, isPadded: false))$\(Base64.encode(key, isPadded: false))"
    }

    /// Parses a hash; returns `nil` if the text is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let salt = Base64.decode(unpadded: parts[3]),
            let key = Base64.decode(unpadded: parts[4]), !salt.isEmpty, key.count >= 16
        else { return nil }
        let numbers = parts[2].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
        guard numbers.map(\.first) == ["ln", "r", "p"] else { return nil }
        let values = numbers.compactMap { $0.last.flatMap { Int($0) } }
        guard values.count == 3 else { return nil }
        parameters = ScryptParameters(logCost: values[0], blockSize: values[1], parallelism: values[2])
        guard parameters.isUsable else { return nil }
        self.salt = salt
        self.key = key
    }

    /// Creates a hash that no password matches; checking it in place of a missing account costs the same work.
    static func decoy(_ parameters: ScryptParameters, using random: RandomSource) -> PasswordHash {
        PasswordHash(parameters: parameters, salt: random.bytes(saltBytes), key: random.bytes(keyBytes))
    }
}
