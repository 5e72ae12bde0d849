public import Contract
public import Values

extension Auth {
    /// An account with the roles that it holds.
    public struct RoleHolder: Codable, Sendable, Equatable {
        /// The account's id.
        public var id: Identifier
        /// First and last name, or the login if there are none.
        public var name: String
        /// The address the account signs in with.
        public var email: EmailAddress?
        /// The number the account signs in with.
        public var phone: PhoneNumber?
        /// All roles of the account.
        public var roles: [OpenEnum<Role>]
    }

    /// An account and the role to grant or revoke.
    public struct RoleChange: Codable, Sendable {
        /// The account that gets or loses the role.
        public var account: AccountName
        /// The role to grant or revoke.
        public var role: Role
    }

    /// Grants a role to an account.
    ///
    /// Takes effect when the account's tokens are next refreshed.
    public enum GrantRole: Method {
        public typealias Params = RoleChange
        public typealias Result = RoleHolder
        public static let declaration = MethodDeclaration(
            "auth.grantRole", service: .auth, access: .role(.admin),
            http: .post("/v1/roles/grant"), cost: 2, idempotency: .idempotent, reasons: [accountUnknown],
            needsPresence: true)
    }

    /// Revokes a role of an account.
    ///
    /// Ends the account's sessions, because their tokens still carry the role.
    public enum RevokeRole: Method {
        public typealias Params = RoleChange
        public typealias Result = RoleHolder
        public static let declaration = MethodDeclaration(
            "auth.revokeRole", service: .auth, access: .role(.admin), http: .post("/v1/roles/revoke"), cost: 2,
            idempotency: .idempotent,
            reasons: [accountUnknown, ownRole], needsPresence: true)
    }

    /// Lists the accounts that hold a role.
    ///
    /// Administrators are listed under `admin` only, although they may act in every role.
    public enum RoleHolders: Method {
        public struct Params: Codable, Sendable {
            /// The role to look for.
            public var role: Role
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The accounts, at most 1,000, in the order in which they were granted the role.
            public var items: [RoleHolder]
        }
        public static let declaration = MethodDeclaration(
            "auth.roleHolders", service: .auth, access: .role(.admin),
            http: .get("/v1/roles/{role}"), idempotency: .idempotent)
    }

    /// Returns names, telephone numbers and e-mail addresses of accounts, for other services.
    ///
    /// Access tokens carry no personal data, so that they stay small and only services that need the data receive it.
    public enum Profiles: Method {
        public struct Params: Codable, Sendable {
            /// The accounts to look up, at most 200.
            public var accounts: [AccountName]
        }
        public struct Profile: Codable, Sendable, Equatable {
            /// The account as it was requested.
            public var account: AccountName
            public var id: Identifier
            /// First and last name, or the login if there are none.
            public var name: String
            public var phone: PhoneNumber?
            /// The verified address that the account signs in with.
            public var email: EmailAddress?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The profiles, in the order of `accounts`; unknown accounts are left out.
            public var items: [Profile]
        }
        public static let declaration = MethodDeclaration(
            "auth.profiles", service: .auth, access: .service(callers: ["booking", "museums"]), http: nil,
            idempotency: .idempotent)
    }
}
