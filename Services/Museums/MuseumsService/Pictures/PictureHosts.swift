import HTTP
import Upstream

/// The servers that pictures may be fetched from.
struct PictureHosts: Sendable {
    /// The reason that a picture is not fetched, as an English phrase.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case refused(String)
        /// The server wants a pause of this length.
        case later(Duration)

        init(_ failure: UpstreamFailure) {
            self =
                switch failure {
                case .limited(let pause): .later(pause ?? .seconds(60))
                case .suspended(let pause), .localLimit(let pause): .later(pause)
                case .tooLarge: .refused("the picture has more than \(ImageHeader.maximumBytes >> 20) MiB")
                default: .refused("not fetched: \(failure.summary)")
                }
        }

        var description: String {
            switch self {
            case .refused(let reason): reason
            case .later: "the server wants a longer pause; run the command again later"
            }
        }
    }

    /// The policy of a server: one picture a second, and no more than the largest that is decoded.
    static let policy = HostPolicy {
        $0.total = .seconds(120)
        $0.maximumBytes = ImageHeader.maximumBytes
        $0.minimumRate = 4_096
        $0.rateGrace = .seconds(5)
        $0.retryPause = .seconds(2)
        $0.rate = 1
        $0.burst = 1
        $0.maximumWait = .seconds(30)
        $0.maximumInFlight = 1
    }

    private let hosts: [HTTPOrigin: any RemoteHost]

    init(_ hosts: [HTTPOrigin: any RemoteHost]) { self.hosts = hosts }

    /// Creates the servers of the setting `pictures.hosts`.
    init(_ addresses: [String], upstream: UpstreamService) throws {
        var hosts: [HTTPOrigin: any RemoteHost] = [:]
        for address in addresses {
            guard let origin = Self.origin(address) else { continue }
            hosts[origin] = try upstream.host(origin.host, base: address, policy: Self.policy)
        }
        self.init(hosts)
    }

    /// Reads the address of a server; returns `nil` unless it is `https://HOST`, or `http://` on this machine.
    static func origin(_ text: String) -> HTTPOrigin? {
        guard let address = HTTPAddress(text), address.target == "/",
            address.origin.isSecure || address.origin.isLoopback
        else { return nil }
        return address.origin
    }

    /// Fetches the bytes at an address.
    func bytes(at url: String) async throws(Fault) -> [UInt8] {
        guard let address = HTTPAddress(url) else { throw .refused("url is not a web address") }
        guard let host = hosts[address.origin] else {
            throw .refused("pictures.hosts does not allow the server \(address.origin.authority)")
        }
        let answer: UpstreamAnswer
        do throws(UpstreamFailure) {
            answer = try await host.get(UpstreamRequest(path: address.target, body: .image), deadline: nil)
        } catch {
            throw Fault(error)
        }
        switch answer {
        case .body(let bytes, _, _): return bytes
        case .absent, .notModified: throw .refused("there is no picture at this address")
        }
    }
}
