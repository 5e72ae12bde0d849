import CryptoExtras

/// A slow derivation of a key from a password.
protocol KeyDerivation: Sendable {
    /// Derives a key; blocks the thread.
    func derive(
        from password: [UInt8], salt: [UInt8], byteCount: Int, _ parameters: ScryptParameters
    ) throws -> [UInt8]
}

/// scrypt by BoringSSL.
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
