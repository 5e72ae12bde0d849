/// A permission of a signed-in account, beyond being signed in.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    /// Works at the wake park.
    case parkStaff = "park.staff"
    /// Includes every other role.
    case admin

    /// The roles whose holders may act in this one.
    var holders: [Role] { self == .admin ? [.admin] : [self, .admin] }

    /// Returns true if an account with these roles may act in this one.
    public func isHeld(by roles: some Collection<String>) -> Bool {
        roles.contains(rawValue) || roles.contains(Role.admin.rawValue)
    }
}
