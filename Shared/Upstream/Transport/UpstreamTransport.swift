public import NIOCore

/// The HTTP client that all calls of a process to third parties go through.
public final class UpstreamTransport: Sendable {
    /// The longest body of any third party, unpacked, in bytes.
    public static let maximumUnpacked = 8 * 1_048_576

    /// - Parameter authorityFile: a PEM file with an authority whose certificates are believed beside those that the
    ///   system believes.
    public init(authorityFile: String? = nil, connectTimeout: Duration = .seconds(2), group: any EventLoopGroup) throws
    {}

    /// Closes its connections; calls in flight fail.
    public func shutdown() async {}
}
