import AuthContract
import Values

/// An account with its secrets.
struct Account: Sendable {
    var user: Auth.User
    /// The password's hash, in PHC string format; `nil` for an account that signs in by phone only.
    var passwordHash: String?
    /// A number that grows with each new password, but not with a new hash of the same one.
    var passwordVersion: Int64
    /// The lock by an administrator, if there is one.
    var lock: Auth.AccountLock?
}

/// The values that a password sign-in checks.
struct PasswordCredentials: Sendable {
    /// The account of the address; `nil` if there is none.
    var account: Identifier?
    /// The hash of the account's password, or else the decoy's, in PHC string format.
    var hash: String
    /// The account's ``Account/passwordVersion``; 0 if there is no account.
    var version: Int64
}

/// An account to be created.
struct NewAccount: Sendable {
    var id: Identifier
    var login: DisplayName
    /// The verified address; `nil` for an account by phone.
    var email: EmailAddress?
    /// The password's hash, in PHC string format.
    var passwordHash: String?
    /// The verified number; `nil` for an account by e-mail.
    var phone: PhoneNumber?
    /// The owner's data; `nil` for an account by e-mail.
    var person: Auth.PersonalData?
    var declarationVersion: String
    var declaredAt: Instant
    /// The version of the consent to data processing; `nil` if the person was not asked.
    var consentVersion: DeclarationVersion?
}

extension NewAccount {
    /// Creates a new account for a verified phone number.
    init(id: Identifier, phone: PhoneNumber, _ person: Auth.PersonalData, declaredAt: Instant) {
        self.init(
            id: id, login: DisplayName(person.firstName, person.lastName), phone: phone, person: person,
            declarationVersion: person.declaration.version.text, declaredAt: declaredAt,
            consentVersion: person.consentVersion)
    }
}

extension DisplayName {
    /// Creates the login of an account by phone: first and last name, cut to the maximum length.
    init(_ firstName: PersonName, _ lastName: PersonName) {
        let name = String("\(firstName.text) \(lastName.text)".unicodeScalars.prefix(Self.maximumLength))
        self.init(unchecked: name.trimmed)
    }
}
