import Crypto
import Values

/// A file with a secret that programs make for each other: 256 random bits as base64url, for its owner's eyes alone.
struct SecretFile: Sendable {
    let path: String

    /// Makes the secret unless there is one.
    /// - Returns: whether it was made.
    @discardableResult
    func provide() throws -> Bool {
        if Files.exists(path) { return false }
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        try Files.write((Base64URL.encode(bytes) + "\n").utf8, to: path, mode: Files.secretMode)
        return true
    }

    /// The secret, made if there is none.
    func text() throws -> String {
        try provide()
        let bytes = try Files.read(path) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
