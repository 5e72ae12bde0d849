import Platform

/// The part of an address by which limits count calls: an IPv4 address, or an IPv6 /64, which belongs to one customer.
struct NetworkPlace: Sendable, Hashable {
    let text: String
    /// The network around the place: an IPv4 /24, or an IPv6 /48, which is what one customer of a provider can get.
    ///
    /// The database derives it from ``text`` in the same way.
    let network: String

    /// The place as people may see it; `nil` without an address.
    var shown: String? { text == Self.unknown ? nil : text }

    private static let unknown = "none"

    /// Derives the place from an address; all calls without an address share one place.
    init(address: String?) {
        var v6 = in6_addr()
        guard let address, inet_pton(AF_INET6, address, &v6) == 1 else {
            text = address.map { String($0.prefix(64)) } ?? Self.unknown
            network = Self.network(v4: text)
            return
        }
        let bytes = withUnsafeBytes(of: v6) { Array($0) }
        if bytes[0..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            text = bytes[12...].map(String.init).joined(separator: ".")
            network = Self.network(v4: text)
        } else {
            let groups = stride(from: 0, to: 8, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            let texts = groups.map { String($0, radix: 16) }
            text = texts.joined(separator: ":") + "::/64"
            network = texts.dropLast().joined(separator: ":") + "::/48"
        }
    }

    /// Returns the network of an IPv4 address; of any other text, the text itself.
    private static func network(v4 text: String) -> String {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return text }
        return text.split(separator: ".").dropLast().joined(separator: ".") + ".0/24"
    }
}
