import Synchronization
import Upstream

/// The hosts of feeds, created on demand, since a table names many hosts and few are queried.
final class FeedHosts: Sendable {
    private let hosts = Mutex<[String: any RemoteHost]>([:])
    private let make: @Sendable (String) throws -> any RemoteHost

    /// Creates an empty set of hosts.
    ///
    /// - Parameter make: creates the host at a base address.
    init(make: @escaping @Sendable (String) throws -> any RemoteHost) { self.make = make }

    /// Returns the host of a feed, creating it if necessary.
    ///
    /// - Throws: the errors of `make`, for an address that may not be called.
    func host(of feed: Feed) throws -> any RemoteHost {
        if let host = hosts.withLock({ $0[feed.base] }) { return host }
        let made = try make(feed.base)
        return hosts.withLock { hosts in
            if let first = hosts[feed.base] { return first }
            // The table of feeds bounds the number of hosts.
            hosts[feed.base] = made
            return made
        }
    }
}
