import Platform

/// A network in CIDR form, such as `192.0.2.0/24` or `2001:db8::/32`, or a single address.
///
/// The gateway's lists of networks are a few entries that are tried one after the other; here a prefix is a key, so
/// that a table of many thousands takes one look-up for each length that occurs in it.
struct NetworkPrefix: Hashable, Sendable {
    /// The address with all bits after the prefix cleared; an IPv4 address is mapped into IPv6.
    let bits: UInt128
    /// The number of bits that count, of 128.
    let length: Int

    private static let mappedBits: UInt128 = 0xFFFF_0000_0000
    private static let mappedLength = 96

    private init(bits: UInt128, length: Int) {
        self.bits = length == 0 ? 0 : bits & (UInt128.max << UInt128(128 - length))
        self.length = length
    }

    /// Reads an address as a network of its own; returns `nil` for any other text.
    init?(address: some StringProtocol) {
        guard let bits = Self.bits(of: String(address))?.bits else { return nil }
        self.init(bits: bits, length: 128)
    }

    /// Reads a network; returns `nil` for a text that is none, or one with bits set after the prefix.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let (bits, isV4) = Self.bits(of: String(first)) else { return nil }
        var length = 128
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let given = Int(parts[1]),
                (0...(isV4 ? 32 : 128)).contains(given)
            else { return nil }
            length = isV4 ? Self.mappedLength + given : given
        }
        self.init(bits: bits, length: length)
        guard self.bits == bits else { return nil }
    }

    /// Returns the network of a shorter length that contains this one.
    func shortened(to length: Int) -> NetworkPrefix { NetworkPrefix(bits: bits, length: min(length, self.length)) }

    var text: String {
        let isV4 = length >= Self.mappedLength && bits >> 32 == Self.mappedBits >> 32
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: bits >> UInt128(8 * (15 - $0))) }
        if isV4 {
            return bytes[12...].map(String.init).joined(separator: ".") + "/\(length - Self.mappedLength)"
        }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        let used = max(1, (length + 15) / 16)
        let shown = groups[..<used].map { String($0, radix: 16) }.joined(separator: ":")
        return shown + (used < 8 ? "::" : "") + "/\(length)"
    }

    private static func bits(of text: String) -> (bits: UInt128, isV4: Bool)? {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            return (mappedBits | UInt128(UInt32(bigEndian: v4.s_addr)), true)
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        let bits = withUnsafeBytes(of: v6) { bytes in bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) } }
        return (bits, false)
    }
}
