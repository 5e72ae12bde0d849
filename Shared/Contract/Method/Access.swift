/// The callers that may call a method.
public enum Access: Hashable, Sendable {
    /// Everyone, signed in or not.
    case anyone
    /// Clients with a valid access token.
    case signedIn
    /// Signed in, unless the setting `access.open` names the method's service.
    case openable
    /// An account that holds the role, or one that includes it.
    case role(Role)
    /// Other Vokol processes, identified by their connection; never reachable through the gateway.
    case service(callers: [String])

    /// True for methods that only Vokol processes call; they have no route and no public documentation.
    public var isInternal: Bool {
        if case .service = self { true } else { false }
    }
}
