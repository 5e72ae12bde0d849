import NIOCore

/// The addresses of a service's replicas: what its targets last stood for.
///
/// A target whose look-up fails, or finds nothing, keeps the addresses that it had: a name server that is down must not take
/// healthy replicas away.
struct EndpointSet: Sendable {
    private var found: [ServiceTarget: [SocketAddress]] = [:]
    private let targets: [ServiceTarget]
    private let limit: Int

    /// Makes an empty set.
    /// - Parameters:
    ///   - targets: where to look.
    ///   - limit: the most addresses that are used; further ones are left out.
    init(targets: [ServiceTarget], limit: Int = 64) {
        self.targets = targets
        self.limit = limit
    }

    /// A look-up of `target` found `addresses`.
    /// - Returns: all addresses of the set if they are others than before; nil if nothing changed.
    mutating func resolved(_ target: ServiceTarget, to addresses: [SocketAddress]) -> [SocketAddress]? {
        guard !addresses.isEmpty, targets.contains(target) else { return nil }
        let before = all
        found[target] = addresses
        let after = all
        return Set(before) == Set(after) ? nil : after
    }

    /// Every address once, in the order of the targets.
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
