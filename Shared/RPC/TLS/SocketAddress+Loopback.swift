public import NIOCore
import Platform

extension SocketAddress {
    /// True if only this machine can reach the address.
    public var isLoopback: Bool {
        switch self {
        case .unixDomainSocket: true
        case .v4, .v6: ipAddress.map { Loopback.contains($0) } ?? false
        }
    }
}
