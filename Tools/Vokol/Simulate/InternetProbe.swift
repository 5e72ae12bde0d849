import NIOCore
import NIOPosix

/// Checks for internet access.
enum InternetProbe {
    /// The hosts to try, which belong to the third parties called most often.
    static let hosts = ["api.open-meteo.com", "nominatim.openstreetmap.org", "feeds.bbci.co.uk", "iis.bsuir.by"]
    /// The total time limit for all hosts, name resolution included.
    static let limit: TimeAmount = .milliseconds(1500)

    /// Returns true if a connection to any of the hosts can be made in time; sends nothing.
    static func reaches(_ hosts: [String] = hosts, port: Int = 443) async -> Bool {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let isReached = loop.makePromise(of: Bool.self)
        let attempts = hosts.map { host in
            ClientBootstrap(group: loop).connectTimeout(limit).connect(host: host, port: port).map { channel in
                isReached.succeed(true)
                channel.close(promise: nil)
            }
        }
        // If a connection was made, the promise has already been completed and ignores further results.
        EventLoopFuture.whenAllComplete(attempts, on: loop).whenComplete { _ in isReached.succeed(false) }
        return (try? await isReached.futureResult.get()) ?? false
    }
}
