import NIOCore
import NIOPosix

/// Whether third parties can be reached from this machine.
enum InternetProbe {
    /// Who is tried: those that are asked for most.
    static let hosts = ["api.open-meteo.com", "nominatim.openstreetmap.org", "feeds.bbci.co.uk", "iis.bsuir.by"]
    /// How long all of them together may take; the name of a host is looked up within it.
    static let limit: TimeAmount = .milliseconds(1500)

    /// Whether a connection to any of the hosts comes about in time; nothing is sent.
    static func reaches(_ hosts: [String] = hosts, port: Int = 443) async -> Bool {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let isReached = loop.makePromise(of: Bool.self)
        let attempts = hosts.map { host in
            ClientBootstrap(group: loop).connectTimeout(limit).connect(host: host, port: port).map { channel in
                isReached.succeed(true)
                channel.close(promise: nil)
            }
        }
        // By then the first that came about has said so, and only the first word counts.
        EventLoopFuture.whenAllComplete(attempts, on: loop).whenComplete { _ in isReached.succeed(false) }
        return (try? await isReached.futureResult.get()) ?? false
    }
}
