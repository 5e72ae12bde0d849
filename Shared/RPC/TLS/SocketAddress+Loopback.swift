public import NIOCore

extension SocketAddress {
    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        switch self {
        case .unixDomainSocket: true
        case .v4: ipAddress?.hasPrefix("127.") == true
        case .v6: ipAddress == "::1" || ipAddress?.hasPrefix("::ffff:127.") == true
        }
    }
}
