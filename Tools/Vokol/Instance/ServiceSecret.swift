import Contract

extension ServiceName {
    /// Whether the service seals rows with a secret of its own, without which its database is of little use.
    var hasSecret: Bool {
        switch self {
        case .auth, .booking: true
        case .museums, .aggregator, .schedule: false
        }
    }

    /// What the secret is called: as a setting, and in an archive of `vokol backup`.
    var secretName: String { "\(rawValue).secret" }
}
