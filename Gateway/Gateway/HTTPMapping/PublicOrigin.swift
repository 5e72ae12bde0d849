import HTTPParsing
import NIOCore

/// The origin of the web client's pages, to which alone the session's cookie belongs.
struct PublicOrigin: Sendable {
    /// The host, and the port unless it is 443, as in an `Origin`; empty to use the `Host` of each request.
    private let authority: [UInt8]

    /// Creates an origin.
    ///
    /// - Parameter publicAddress: `HOST` or `HOST:PORT`; empty to use the `Host` of each request.
    init(publicAddress: String) {
        authority = Array(publicAddress.utf8).withUnsafeBytes { Array(Self.withoutDefaultPort($0)) }
    }

    /// Returns true for a request that a browser says comes from a page of this origin.
    ///
    /// Browsers send `Sec-Fetch-Site`, which no script can set; older ones send `Origin` with each POST. A request
    /// with neither does not come from a browser, and has no use for a cookie.
    func isOwn(_ head: RequestHead, _ bytes: ByteBuffer) -> Bool {
        bytes.withUnsafeReadableBytes { bytes in
            func value(_ range: Range<Int>?) -> UnsafeRawBufferPointer? {
                range.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) }
            }
            if let site = value(head.fetchSite) { return HTTPBytes.equal(site, "same-origin") }
            guard let origin = value(head.origin).flatMap(HostName.authority), origin.count > 0,
                value(head.origin)?.starts(with: "https://".utf8) == true
            else { return false }
            let asked = Self.withoutDefaultPort(origin)
            guard authority.isEmpty else { return authority.withUnsafeBytes { HostName.areEqual(asked, $0) } }
            return value(head.host).map { HostName.areEqual(asked, Self.withoutDefaultPort($0)) } ?? false
        }
    }

    private static func withoutDefaultPort(_ authority: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let isDefault = authority.count > 4 && authority.suffix(4).elementsEqual(":443".utf8)
        return isDefault ? UnsafeRawBufferPointer(rebasing: authority.dropLast(4)) : authority
    }
}
