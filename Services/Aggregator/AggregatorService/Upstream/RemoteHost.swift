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
    /// - Throws: as the call; `unreadable` where `read` gives nothing.
    func load<Value>(
        _ request: UpstreamRequest, deadline: ContinuousClock.Instant? = nil,
        read: (ForeignJSON) throws(UpstreamFailure) -> Value?
    ) async throws(UpstreamFailure) -> Loaded<Value> {
        switch try await get(request, deadline: deadline) {
        case .notModified: return .notModified
        case .absent: return .absent
        case .body(let body, let validators):
            guard let json = ForeignJSON.read(body) else { throw .unreadable("not JSON") }
            guard let value = try read(json) else { throw .unreadable("JSON without what was asked for") }
            return .value(value, validators)
        }
    }
}
