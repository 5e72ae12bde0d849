import HTTP
import Values

/// The address of a third party: `https://host:port/path`.
struct UpstreamAddress: Hashable, Sendable {
    var origin: HTTPOrigin
    /// The path: empty, or beginning with `/`; never ends with `/`.
    var path: String

    /// Reads the address of a third party.
    ///
    /// - Throws: ``UpstreamAddressFault`` if it is malformed, holds a user, a query or a fragment, or is neither
    ///   HTTPS nor on this machine.
    init(_ text: String) throws(UpstreamAddressFault) {
        guard let address = HTTPAddress(text) else {
            throw UpstreamAddressFault("must be an address such as https://example.org/api")
        }
        guard !address.target.contains("?") else { throw UpstreamAddressFault("must have no query") }
        (origin, path) = (address.origin, address.target)
        guard origin.isSecure || origin.isLoopback else {
            throw UpstreamAddressFault("must begin with https://: plain HTTP is for this machine alone")
        }
        while path.hasSuffix("/") { path.removeLast() }
    }

    /// Returns the path and query of a request.
    func target(_ request: UpstreamRequest) -> String {
        let members = (request.query + request.secrets).map {
            PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value)
        }
        let whole = path + request.path
        let place = whole.hasPrefix("/") ? whole : "/" + whole
        return members.isEmpty ? place : place + (place.contains("?") ? "&" : "?") + members.joined(separator: "&")
    }
}

/// The reason why an address cannot be used for calls.
public struct UpstreamAddressFault: Error, Hashable, CustomStringConvertible {
    /// The fault, such as `must begin with https://`.
    public let description: String

    init(_ description: String) { self.description = description }
}
