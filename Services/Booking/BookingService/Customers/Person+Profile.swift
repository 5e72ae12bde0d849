import AuthAccounts
import AuthContract
import BookingContract
import Values

extension AccountDirectory {
    /// Returns the person of an account, or `nil` if there is no such account.
    func person(_ account: AccountName, deadline: ContinuousClock.Instant) async throws -> Person? {
        try await profiles(of: [account], until: deadline).first.flatMap(Person.init)
    }
}

extension Person {
    /// Creates the person of a profile; `nil` if its name is empty.
    init?(_ profile: Auth.Profiles.Profile) {
        guard let name = CustomerName(cutting: profile.name) else { return nil }
        self.init(account: profile.id, name: name, phone: profile.phone, email: profile.email)
    }
}

extension CustomerName {
    /// Creates the name of an account; one that is too long for the board is cut.
    init?(cutting name: String) { self.init(String(name.unicodeScalars.prefix(Self.maximumLength))) }
}
