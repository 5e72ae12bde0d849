public import Values

/// The details of `role-required`.
public struct RequiredRole: Codable, Sendable, Equatable {
    public var role: OpenEnum<Role>

    public init(role: Role) { self.role = OpenEnum(role) }
}

extension ErrorReason {
    public static let roleRequired = ErrorReason(
        .forbidden, "role-required",
        UserText(
            "Your account does not have the role that this needs.", ru: "У вашего профиля нет нужной роли.",
            be: "У вашага профілю няма патрэбнай ролі."),
        details: RequiredRole.self)
}
