import Synchronization

/// The hosts of feeds, created on demand: a table names many hosts, and few are queried.
final class FeedHosts: Sendable {
    private let hosts = Mutex<[String: any RemoteHost]>([:])
    private let make: @Sendable (String) throws -> any RemoteHost

    /// - Parameter make: makes the host at a base address.
    init(make: @escaping @Sendable (String) throws -> any RemoteHost) { self.make = make }

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
