import Database

/// The tables of `auth` with personal data.
enum AuthPersonalData {
    static let tables = [
        PersonalTable("account", .deleted),
        PersonalTable("account_role", .deleted),
        PersonalTable("authenticator", .deleted),
        PersonalTable("recovery_code", .deleted),
        PersonalTable("passkey", .deleted),
        PersonalTable("registration", .deleted),
        PersonalTable("password_reset", .deleted),
        PersonalTable("phone_challenge", .deleted),
        PersonalTable("session", .anonymized),
        PersonalTable("login_throttle", .expiring),
        PersonalTable("outbox", .deleted),
        PersonalTable("audit", .anonymized),
        PersonalTable("access_review", .deleted),
        // A rule for one address, number or account: whoever it keeps out must not return by deleting the account.
        PersonalTable("access_rule", .kept),
        PersonalTable("erased_account", .identifiers),
    ]
}
