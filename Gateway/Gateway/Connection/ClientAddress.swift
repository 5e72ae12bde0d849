import NIOCore
import RPC

/// The address of a client.
struct ClientAddress: Sendable {
    /// The address without the port, for services and the log.
    let text: String
    /// The 4 or 16 bytes of the address in network byte order; empty if it is not an IP address.
    let bytes: [UInt8]
    /// The address as sent to services; `nil` if its text cannot be sent, which never happens with a real address.
    let linkAddress: LinkAddress?
    /// The keys under which the client's calls are counted.
    let keys: AddressKeys

    init(_ address: SocketAddress?) {
        text = address?.ipAddress ?? "unknown"
        linkAddress = LinkAddress(text)
        bytes = address?.internetBytes ?? []
        keys = AddressKeys(bytes)
    }
}

extension SocketAddress {
    /// The 4 or 16 bytes of an IP address in network byte order; empty for other addresses.
    ///
    /// An IPv4 client on a dual-stack socket (`::ffff:a.b.c.d`) has 4 bytes.
    var internetBytes: [UInt8] {
        let isIPv6 = self.protocol == .inet6
        guard isIPv6 || self.protocol == .inet else { return [] }
        return withSockAddr { pointer, size in
            let raw = UnsafeRawBufferPointer(start: pointer, count: size)
            // `sin_addr` lies at byte 4 of a `sockaddr_in`, `sin6_addr` at byte 8 of a `sockaddr_in6`.
            guard raw.count >= (isIPv6 ? 24 : 8) else { return [] }
            if !isIPv6 { return Array(raw[4..<8]) }
            let all = Array(raw[8..<24])
            let isMapped = all[0..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            return isMapped ? Array(all[12..<16]) : all
        }
    }
}
