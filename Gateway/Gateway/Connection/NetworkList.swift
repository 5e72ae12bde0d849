import NIOCore

/// Networks in CIDR form, such as `10.0.0.0/8`, `fd00::/8`, or a single address.
struct NetworkList: Equatable, Sendable {
    /// The reason a text is not a network.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private struct Network: Equatable {
        /// The 4 or 16 bytes of the address.
        var address: [UInt8]
        var prefix: Int

        func contains(_ other: [UInt8]) -> Bool {
            guard other.count == address.count else { return false }
            let (whole, rest) = (prefix / 8, prefix % 8)
            guard address[..<whole] == other[..<whole] else { return false }
            return rest == 0 || (address[whole] ^ other[whole]) >> (8 - rest) == 0
        }
    }

    private let networks: [Network]

    static let none = NetworkList(networks: [])

    private init(networks: [Network]) { self.networks = networks }

    init(_ texts: [String]) throws(Fault) {
        var networks: [Network] = []
        for text in texts {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let address = (try? SocketAddress(ipAddress: String(parts[0]), port: 0))?.internetBytes ?? []
            guard !address.isEmpty else {
                throw Fault(description: "\(text) is not a network; write 10.0.0.0/8 or fd00::/8")
            }
            let longest = address.count * 8
            let prefix = parts.count == 1 ? longest : Int(parts[1]) ?? -1
            guard (0...longest).contains(prefix) else {
                throw Fault(description: "\(text) is not a network: the prefix must be between 0 and \(longest)")
            }
            networks.append(Network(address: address, prefix: prefix))
        }
        self.networks = networks
    }

    /// Returns true if one of the networks contains an address of 4 or 16 bytes.
    func contains(_ address: [UInt8]) -> Bool { networks.contains { $0.contains(address) } }
}
