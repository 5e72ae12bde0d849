/// What a signed-in account may be, beyond being signed in.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case museumsEditor = "museums.editor"
    case parkStaff = "park.staff"
    /// May do what every other role may.
    case admin

    /// Whether somebody with these roles may do what is this role's to do.
    public func isHeld(by roles: some Collection<String>) -> Bool {
        roles.contains(rawValue) || roles.contains(Role.admin.rawValue)
    }
}

/// Who may call a method.
public enum Access: Hashable, Sendable {
    /// Everyone, signed in or not.
    case anyone
    /// Whoever carries a valid access token.
    case signedIn
    /// Signed in, unless the setting `access.open` names the method's service.
    case openable
    /// An account that holds the role, or `admin`.
    case role(Role)
    /// Another process of ours, introduced by its link; never reachable through the gateway's public side.
    case service(callers: [String])

    /// Whether the method is for processes of ours only: in no route table and no public documentation.
    public var isInternal: Bool {
        if case .service = self { true } else { false }
    }
}
