import NIOCore

/// The addresses of a service's replicas, as last resolved.
///
/// A target whose lookup fails or returns nothing keeps its addresses: a failing name server must not remove healthy
/// replicas.
struct EndpointSet: Sendable {
    private var found: [ServiceTarget: [SocketAddress]] = [:]
    private let targets: [ServiceTarget]
    private let limit: Int

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - targets: the targets to resolve.
    ///   - limit: the maximum number of addresses; further ones are ignored.
    init(targets: [ServiceTarget], limit: Int = 64) {
        self.targets = targets
        self.limit = limit
    }

    /// Records the addresses of a target.
    ///
    /// - Returns: all addresses of the set if they changed, else `nil`.
    mutating func resolved(_ target: ServiceTarget, to addresses: [SocketAddress]) -> [SocketAddress]? {
        guard !addresses.isEmpty, targets.contains(target) else { return nil }
        let before = all
        found[target] = addresses
        let after = all
        return Set(before) == Set(after) ? nil : after
    }

    /// All distinct addresses, in the order of the targets.
    var all: [SocketAddress] {
        var seen: Set<SocketAddress> = []
        var list: [SocketAddress] = []
        for target in targets {
            for address in found[target] ?? [] where list.count < limit && seen.insert(address).inserted {
                list.append(address)
            }
        }
        return list
    }
}
