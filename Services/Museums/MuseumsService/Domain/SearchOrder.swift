import Values

/// The order among equally good matches.
enum SearchOrder: Equatable, Sendable {
    /// The most important first.
    case importance
    /// The nearest first, on a sphere.
    case nearest(to: Location)

    init(near place: Location?) {
        self = place.map { .nearest(to: $0) } ?? .importance
    }

    /// The point that distances are measured from.
    var origin: Location? {
        switch self {
        case .importance: nil
        case .nearest(let origin): origin
        }
    }
}
