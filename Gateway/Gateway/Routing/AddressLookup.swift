import NIOCore
import Platform

/// Resolves names through the system's resolver.
///
/// Blocks, so it must run on threads of its own.
enum AddressLookup {
    /// A failed lookup.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Returns all IPv4 and IPv6 addresses of a target, with the target's port.
    static func addresses(of target: ServiceTarget) throws -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(target.host, String(target.port), &hints, &list)
        guard status == 0, let first = list else {
            throw Failure(description: "\(target.host): \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { entry in
            guard let address = entry.pointee.ai_addr else { return nil }
            switch entry.pointee.ai_family {
            case AF_INET:
                return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { SocketAddress($0.pointee) }
            case AF_INET6:
                return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { SocketAddress($0.pointee) }
            default: return nil
            }
        }
    }
}
