import Lines

// The parts that the lines of many calls have in common are validated and encoded once, not per call.

/// A method's name, encoded for call lines.
public struct LinkMethod: Equatable, Sendable {
    let member: [UInt8]

    /// Encodes a name; returns `nil` unless it has 1–64 letters, digits, dots and underscores.
    public init?(_ name: String) {
        let isPlain = name.utf8.allSatisfy { byte in
            (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "_")
        }
        guard isPlain, (1...64).contains(name.utf8.count) else { return nil }
        member = Array(",\"method\":\"\(name)\"".utf8)
    }
}

/// A principal, encoded for call lines.
public struct LinkPrincipal: Equatable, Sendable {
    let member: [UInt8]

    /// Takes an encoded principal; returns `nil` if it is empty or holds a raw line break.
    ///
    /// - Parameter json: an encoded ``Principal``.
    public init?(json: [UInt8]) {
        guard json.withUnsafeBytes({ !$0.isEmpty && !$0.holdsLineBreak }) else { return nil }
        member = Array(",\"principal\":".utf8) + json
    }
}

/// A client's address, encoded for call lines.
public struct LinkAddress: Equatable, Sendable {
    let member: [UInt8]

    /// Encodes an address; returns `nil` unless it is 1–64 printable ASCII characters without quotes and backslashes.
    public init?(_ address: String) {
        guard (1...64).contains(address.utf8.count), address.utf8.allSatisfy(\.isPlain) else { return nil }
        member = Array(",\"remoteAddress\":\"\(address)\"".utf8)
    }
}

extension UInt8 {
    /// True if the byte needs no escape in a JSON string: printable ASCII, neither quote nor backslash.
    var isPlain: Bool {
        self >= 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
    }
}
