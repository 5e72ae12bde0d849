import AuthContract
import Values

extension Auth.User {
    /// Returns the account with its owner's corrections.
    ///
    /// A login that consists of first and last name changes with them, unless another one is given.
    func corrected(by correction: Auth.UpdateProfile.Params) -> Auth.User {
        var user = self
        user.firstName = correction.firstName ?? firstName
        user.lastName = correction.lastName ?? lastName
        user.birthDate = correction.birthDate ?? birthDate
        user.contactEmail = correction.contactEmail ?? contactEmail
        for member in correction.remove ?? [] {
            switch member {
            case .birthDate: user.birthDate = nil
            case .contactEmail: user.contactEmail = nil
            }
        }
        let derived = login == derivedLogin ? user.derivedLogin : nil
        user.login = correction.login ?? derived ?? login
        return user
    }

    /// The login derived from first and last name; `nil` if one of them is unknown.
    private var derivedLogin: DisplayName? {
        guard let firstName, let lastName else { return nil }
        return DisplayName(firstName, lastName)
    }
}

extension Auth.UpdateProfile.Params {
    /// The members that the call both sets and removes, with the names of their fields.
    var contradictions: [(name: String, field: UserText?)] {
        let remove = remove ?? []
        var members: [(name: String, field: UserText?)] = []
        if birthDate != nil, remove.contains(.birthDate) { members.append(("birthDate", BirthDate.fieldName)) }
        if contactEmail != nil, remove.contains(.contactEmail) {
            members.append(("contactEmail", EmailAddress.fieldName))
        }
        return members
    }
}
