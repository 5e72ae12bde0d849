public import Contract
public import Values

extension Auth {
    /// Returns the declaration that a person makes to register, in the caller's language.
    ///
    /// Show the text, and send the version with auth.register, auth.requestCode or auth.completeRegistration. All
    /// languages have the same version.
    public enum CurrentDeclaration: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The version, for the parameter `declaration`.
            public var version: DeclarationVersion
            /// The text that the person confirms.
            public var text: String
        }
        public static let declaration = MethodDeclaration(
            "auth.declaration", service: .auth, access: .anyone, http: .get("/v1/declaration"),
            idempotency: .idempotent, caching: .public(seconds: 0))
    }

    /// Corrects the caller's personal data.
    ///
    /// Members that are not given stay as they are; `remove` empties optional ones. The address and the number for
    /// signing in are changed with auth.setEmail and auth.setPhone, which verify the new ones.
    public enum UpdateProfile: Method {
        /// A member of the account that its owner may remove.
        public enum RemovableMember: String, CaseIterable, Codable, Sendable {
            /// The account's `birthDate`.
            case birthDate = "birth-date"
            /// The account's `contactEmail`.
            case contactEmail = "contact-email"
        }
        public struct Params: Codable, Sendable {
            /// The name that other people see.
            ///
            /// A name that consists of the first and the last name changes with them unless a new one is given here.
            public var login: DisplayName?
            /// The first name.
            public var firstName: PersonName?
            /// The last name.
            public var lastName: PersonName?
            /// The date of birth: not in the future, and at most 120 years ago.
            public var birthDate: BirthDate?
            /// A contact address; unverified, so it cannot be used to sign in.
            public var contactEmail: EmailAddress?
            /// The members to remove; must not be given a value as well.
            public var remove: [RemovableMember]?
        }
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.updateProfile", service: .auth, access: .signedIn, http: .post("/v1/me"), cost: 5,
            idempotency: .idempotent, reasons: [accessRefused])
    }
}
