public import NIOCore

extension SocketAddress {
    /// True if only this machine can reach the address.
    public var isLoopback: Bool {
        switch self {
        case .unixDomainSocket: true
        case .v4: ipAddress?.hasPrefix("127.") == true
        case .v6: ipAddress == "::1" || ipAddress?.hasPrefix("::ffff:127.") == true
        }
    }
}
