import Crypto
import Values

/// A file with 256 random bits in base64url that only its owner can read.
package struct SecretFile: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Creates the secret unless it already exists.
    ///
    /// - Returns: `true` if it was created.
    @discardableResult
    package func provide() throws -> Bool {
        if Files.exists(path) { return false }
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        try Files.write((Base64URL.encode(bytes) + "\n").utf8, to: path, mode: Files.secretMode)
        return true
    }

    /// Returns the secret, creating it if necessary.
    package func text() throws -> String {
        try provide()
        let bytes = try Files.read(path) ?? []
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
