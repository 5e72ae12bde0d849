import Values

/// The origin of data that an answer shows.
struct DataOrigin: Sendable, Equatable {
    var provider: String
    /// The credit to show beside the data.
    var attribution: String
    var fetchedAt: Instant
    var isStale: Bool
}
