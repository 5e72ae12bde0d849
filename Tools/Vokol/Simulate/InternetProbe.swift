import NIOCore
import NIOPosix

/// A check for internet access.
enum InternetProbe {
    /// The hosts to try: the third parties that are called most.
    static let hosts = ["api.open-meteo.com", "nominatim.openstreetmap.org", "feeds.bbci.co.uk", "iis.bsuir.by"]
    /// The time limit for all hosts together, name resolution included.
    static let limit: TimeAmount = .milliseconds(1500)

    /// Tries to connect to any of the hosts in time; sends nothing.
    static func reaches(_ hosts: [String] = hosts, port: Int = 443) async -> Bool {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let isReached = loop.makePromise(of: Bool.self)
        let attempts = hosts.map { host in
            ClientBootstrap(group: loop).connectTimeout(limit).connect(host: host, port: port).map { channel in
                isReached.succeed(true)
                channel.close(promise: nil)
            }
        }
        // A connection has completed the promise before; a promise ignores further results.
        EventLoopFuture.whenAllComplete(attempts, on: loop).whenComplete { _ in isReached.succeed(false) }
        return (try? await isReached.futureResult.get()) ?? false
    }
}
