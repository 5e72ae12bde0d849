import CryptoExtras

/// Turns a password into a key, slowly.
protocol KeyDerivation: Sendable {
    /// The key; blocks the thread for as long as it takes.
    func derive(
        from password: [UInt8], salt: [UInt8], byteCount: Int, _ parameters: ScryptParameters
    ) throws -> [UInt8]
}

/// scrypt, as BoringSSL does it.
struct ScryptDerivation: KeyDerivation {
    func derive(
        from password: [UInt8], salt: [UInt8], byteCount: Int, _ parameters: ScryptParameters
    ) throws -> [UInt8] {
        try KDF.Scrypt.deriveKey(
            from: password, salt: salt, outputByteCount: byteCount, rounds: 1 << parameters.logCost,
            blockSize: parameters.blockSize, parallelism: parameters.parallelism
        ).withUnsafeBytes { Array($0) }
    }
}
