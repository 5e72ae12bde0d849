public import Contract
public import Values

extension Auth {
    /// An account and the roles that it holds after a change.
    public struct RoleHolder: Codable, Sendable, Equatable {
        public var id: Identifier
        /// What the account is called: first and last name, or the login where there are none.
        public var name: String
        public var email: EmailAddress?
        public var phone: PhoneNumber?
        public var roles: [Role]
    }

    /// Which role of which account.
    public struct RoleChange: Codable, Sendable {
        public var account: AccountName
        public var role: Role
    }

    /// Gives an account a role.
    ///
    /// Its tokens say so from the next refresh on.
    public enum GrantRole: Method {
        public typealias Params = RoleChange
        public typealias Result = RoleHolder
        public static let declaration = MethodDeclaration(
            "auth.grantRole", service: .auth, access: .role(.admin),
            http: .post("/v1/roles/grant"), cost: 2, idempotency: .idempotent, reasons: [accountUnknown])
    }

    /// Takes a role from an account and ends its sessions.
    ///
    /// Whose tokens still say it.
    public enum RevokeRole: Method {
        public typealias Params = RoleChange
        public typealias Result = RoleHolder
        public static let declaration = MethodDeclaration(
            "auth.revokeRole", service: .auth, access: .role(.admin), http: .post("/v1/roles/revoke"), cost: 2,
            idempotency: .idempotent,
            reasons: [
                accountUnknown,
                ErrorReason(
                    .conflict, "own-role",
                    "Administrators do not take the role from themselves: there would be nobody to give it back"),
            ])
    }

    /// Who holds a role.
    public enum RoleHolders: Method {
        public struct Params: Codable, Sendable {
            public var role: Role
        }
        public struct Result: Codable, Sendable, Equatable {
            /// At most 1,000, those who got the role first before the others.
            public var items: [RoleHolder]
        }
        public static let declaration = MethodDeclaration(
            "auth.roleHolders", service: .auth, access: .role(.admin),
            http: .get("/v1/roles/{role}"), idempotency: .idempotent)
    }

    private static let accountUnknown = ErrorReason(.notFound, "account-unknown", "No account has this name")

    /// Names, telephone numbers and e-mail addresses of accounts.
    ///
    /// What other services may know of people: for a list of bookings with names and telephone numbers, say.
    ///
    /// Access tokens say nothing of the sort: they stay small, and who a person is reaches only the services that need
    /// it.
    public enum Profiles: Method {
        public struct Params: Codable, Sendable {
            /// At most 200.
            public var accounts: [AccountName]
        }
        public struct Profile: Codable, Sendable, Equatable {
            /// What was asked for.
            public var account: AccountName
            public var id: Identifier
            /// First and last name, or the login where there are none.
            public var name: String
            public var phone: PhoneNumber?
            /// The address that the account signs in with, which is proven.
            public var email: EmailAddress?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// In the order of the question; those that there are.
            public var items: [Profile]
        }
        public static let declaration = MethodDeclaration(
            "auth.profiles", service: .auth, access: .service(callers: ["booking"]), http: nil, idempotency: .idempotent
        )
    }
}
