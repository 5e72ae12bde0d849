/// The importance of a method's calls while its service is overloaded: less important ones are refused first.
public enum CallPriority: String, CaseIterable, Hashable, Sendable {
    /// Signing in, booking and paying: what people come for, or cannot do again later.
    case high
    /// Lists, searches and single objects.
    case normal
    /// Suggestions and other conveniences that a client can do without.
    case low
}
