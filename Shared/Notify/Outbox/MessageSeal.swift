public import Crypto
import Values

/// Encrypts the messages that wait in the database: AES-256-GCM, bound to the message's id.
public struct MessageSeal: Sendable {
    private static let version: UInt8 = 1
    private let key: SymmetricKey

    /// Creates a seal with a 256-bit key that all replicas share.
    public init(key: SymmetricKey) { self.key = key }

    /// Encrypts a message.
    func seal(_ message: OutgoingMessage, id: Identifier) throws -> [UInt8] {
        var plain: [UInt8] = []
        for part in [message.channel.rawValue, message.recipient, message.subject, message.text] {
            let count = UInt32(clamping: part.utf8.count)
            withUnsafeBytes(of: count.bigEndian) { plain.append(contentsOf: $0) }
            plain.append(contentsOf: part.utf8)
        }
        let box = try AES.GCM.seal(plain, using: key, authenticating: Array(id.text.utf8))
        return [Self.version] + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// Decrypts a message; returns `nil` if the bytes were changed, or encrypted with another key or for another id.
    func open(_ sealed: [UInt8], id: Identifier) -> OutgoingMessage? {
        guard sealed.first == Self.version, sealed.count >= 29,
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Array(id.text.utf8))
        else { return nil }
        var rest = Array(plain)[...]
        var parts: [String] = []
        while rest.count >= 4 {
            let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            guard rest.count >= count, let part = String(validating: rest.prefix(count), as: UTF8.self) else {
                return nil
            }
            parts.append(part)
            rest = rest.dropFirst(count)
        }
        guard parts.count == 4, rest.isEmpty, let channel = Channel(rawValue: parts[0]) else { return nil }
        return OutgoingMessage(channel: channel, recipient: parts[1], subject: parts[2], text: parts[3])
    }
}
