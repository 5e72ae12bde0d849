import Platform

/// The part of an address by which limits count calls: an IPv4 address, or an IPv6 /64, which belongs to one customer.
struct NetworkPlace: Sendable, Hashable {
    let text: String

    /// The place as people may see it; `nil` without an address.
    var network: String? { text == Self.unknown ? nil : text }

    private static let unknown = "none"

    /// Derives the place from an address; all calls without an address share one place.
    init(address: String?) {
        guard let address else {
            text = Self.unknown
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, address, &v6) == 1 else {
            text = String(address.prefix(64))
            return
        }
        let bytes = withUnsafeBytes(of: v6) { Array($0) }
        if bytes[0..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            text = bytes[12...].map(String.init).joined(separator: ".")
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            text = groups.map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
        }
    }
}
