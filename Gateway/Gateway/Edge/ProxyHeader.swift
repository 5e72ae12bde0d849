import NIOCore

/// The header in which a load balancer names the client of a connection: PROXY protocol, version 2.
///
/// Source: section 2.2 of https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt.
enum ProxyHeader {
    /// The maximum length of a header, which is more than any balancer sends with all its extensions.
    static let maximumBytes = 16 + 2_048

    enum Reading: Equatable {
        case incomplete
        /// Not a PROXY header, or one that is too long.
        case broken
        /// A complete header; the client is `nil` for the balancer's own connections, such as health checks.
        case whole(length: Int, client: SocketAddress?)
    }

    private static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]

    static func read(_ bytes: ByteBufferView) -> Reading {
        guard bytes.prefix(signature.count).elementsEqual(signature.prefix(bytes.count)) else { return .broken }
        guard bytes.count >= 16 else { return .incomplete }
        let start = bytes.startIndex
        let length = 16 + Int(bytes[start + 14]) << 8 + Int(bytes[start + 15])
        guard length <= maximumBytes else { return .broken }
        guard bytes.count >= length else { return .incomplete }
        let addresses = bytes[(start + 16)..<(start + length)]
        switch (bytes[start + 12], bytes[start + 13]) {
        // LOCAL: the address family has no meaning.
        case (0x20, _): return .whole(length: length, client: nil)
        // PROXY for something other than an Internet connection.
        case (0x21, 0x00): return .whole(length: length, client: nil)
        case (0x21, 0x11): return whole(length, addresses, addressBytes: 4)
        case (0x21, 0x21): return whole(length, addresses, addressBytes: 16)
        default: return .broken
        }
    }

    /// Reads the client's address and port.
    ///
    /// The fields are: source address, destination address, source port, destination port.
    private static func whole(_ length: Int, _ addresses: ByteBufferView, addressBytes: Int) -> Reading {
        guard addresses.count >= addressBytes * 2 + 4 else { return .broken }
        let port = addresses.startIndex + addressBytes * 2
        let client = try? SocketAddress(
            packedIPAddress: ByteBuffer(bytes: addresses.prefix(addressBytes)),
            port: Int(addresses[port]) << 8 + Int(addresses[port + 1]))
        return client.map { .whole(length: length, client: $0) } ?? .broken
    }
}
