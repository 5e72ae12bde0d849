import Contract

extension ServiceName {
    /// True if the service encrypts rows with a secret, without which its database is of little use.
    var hasSecret: Bool {
        switch self {
        case .auth, .booking: true
        case .museums, .aggregator, .schedule: false
        }
    }

    /// The secret's name in settings and in archives of `vokol backup`.
    var secretName: String { "\(rawValue).secret" }
}
