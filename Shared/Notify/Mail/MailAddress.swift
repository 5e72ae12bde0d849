import Values

/// A mailbox and its display name.
public struct MailAddress: Sendable, Hashable {
    public var name: String?
    public var address: String

    public init(name: String?, address: String) {
        self.name = name
        self.address = address
    }

    /// The part after the last `@`, or the whole address if it has none.
    var domain: Substring {
        address.lastIndex(of: "@").map { address[address.index(after: $0)...] } ?? address[...]
    }

    /// True if the address is valid and cannot inject another header or command.
    var isSafe: Bool {
        EmailAddress(address)?.text == address.lowercased() && Self.isPlain(address) && Self.isPlain(name ?? "")
    }

    /// True if the address needs a server that accepts UTF-8 (RFC 6531).
    var isInternational: Bool { address.utf8.contains { $0 >= 0x80 } }

    /// The mailbox in the form of a header.
    var header: String {
        guard let name else { return "<\(address)>" }
        let isAtom = name.utf8.allSatisfy {
            (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 32
        }
        return "\(isAtom ? name : MailText.encoded(name)) <\(address)>"
    }

    /// Returns true if a text contains no control characters.
    static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value) }
    }
}
