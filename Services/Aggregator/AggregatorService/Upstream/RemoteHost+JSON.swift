import Upstream

extension RemoteHost {
    /// Fetches and reads a JSON body.
    ///
    /// - Parameter read: converts the JSON to a value; returns `nil` for JSON of another shape.
    /// - Throws: the errors of the call; `unreadable` for anything but JSON, or if `read` returns `nil`; `rejected` for
    ///   404.
    func load<Value>(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant? = nil,
        read: (UntrustedJSON) throws(UpstreamFailure) -> Value?
    ) async throws(UpstreamFailure) -> Loaded<Value> {
        switch try await get(request, deadline: deadline) {
        case .notModified: return .notModified
        // Providers answer 200 for an unknown place. A 404 for coordinates is a fault of the URL or of the server, and
        // must not displace the cached answer.
        case .absent: throw .rejected(status: 404, body: [])
        case .body(let body, let validators, _):
            guard let json = UntrustedJSON.read(body) else { throw .unreadable("not JSON") }
            guard let value = try read(json) else { throw .unreadable("JSON of an unexpected shape") }
            return .value(value, validators)
        }
    }
}
