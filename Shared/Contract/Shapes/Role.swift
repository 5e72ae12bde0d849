/// A permission of a signed-in account, beyond being signed in.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    /// Works at the wake park.
    case parkStaff = "park.staff"
    /// Runs the wake park: decides cases, refunds passes and edits the park's settings; includes `park.staff`.
    case parkAdmin = "park.admin"
    /// Edits the catalogue of museums.
    case museumsEditor = "museums.editor"
    /// Includes every other role.
    case admin

    /// The roles whose holders may act in this one.
    var holders: [Role] {
        switch self {
        case .parkStaff: [.parkStaff, .parkAdmin, .admin]
        case .parkAdmin: [.parkAdmin, .admin]
        case .museumsEditor: [.museumsEditor, .admin]
        case .admin: [.admin]
        }
    }

    /// Returns true if an account with these roles may act in this one.
    public func isHeld(by roles: some Collection<String>) -> Bool {
        holders.contains { roles.contains($0.rawValue) }
    }
}
