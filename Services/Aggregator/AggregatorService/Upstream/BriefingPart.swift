import AggregatorContract

extension Briefing.Part {
    /// Creates a part from an answer; if there is none, its status says why.
    init(isStale: (Value) -> Bool, _ body: () async throws -> Value) async {
        do {
            let value = try await body()
            self.init(status: isStale(value) ? .stale : .ok, value: value)
        } catch let error as SourcesUnavailable {
            self.init(status: error.status, value: nil)
        } catch {
            self.init(status: .unavailable, value: nil)
        }
    }
}
