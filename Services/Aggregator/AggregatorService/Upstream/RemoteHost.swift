import Upstream

/// Somebody outside who can be asked: an ``Upstream/UpstreamHost``, or what a test says.
protocol RemoteHost: Sendable {
    func get(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant?
    ) async throws(UpstreamFailure) -> UpstreamAnswer
}

extension UpstreamHost: RemoteHost {}

extension RemoteHost {
    /// What is read from a body of JSON.
    ///
    /// - Parameter read: makes the value of the body; `nil` if it is none.
    /// - Throws: as the call; `unreadable` where `read` gives nothing; `refused` for 404.
    func load<Value>(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant? = nil,
        read: (ForeignJSON) throws(UpstreamFailure) -> Value?
    ) async throws(UpstreamFailure) -> Loaded<Value> {
        switch try await get(request, deadline: deadline) {
        case .notModified: return .notModified
        // Whoever knows nothing of a place says so with 200; 404 to coordinates is a fault of the address or of the server,
        // and must not displace what is kept.
        case .absent: throw .refused(status: 404, body: [])
        case .body(let body, let validators, _):
            guard let json = ForeignJSON.read(body) else { throw .unreadable("not JSON") }
            guard let value = try read(json) else { throw .unreadable("JSON without what was asked for") }
            return .value(value, validators)
        }
    }
}
