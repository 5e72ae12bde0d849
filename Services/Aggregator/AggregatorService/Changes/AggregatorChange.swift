import AggregatorContract
import Contract
import Database
import Values

/// A change that replicas of `aggregator` tell each other about.
enum AggregatorChange: AnnouncedChange {
    /// The saved cities of an account.
    case cities(account: Identifier)
    /// The saved look-ups of an account.
    case history(account: Identifier)
    /// Anything.
    case everything

    static let channel = "aggregator_changes"

    init(payload: String) {
        let account = Identifier(String(payload.dropFirst()))
        switch (payload.first, account) {
        case ("c", let account?): self = .cities(account: account)
        case ("h", let account?): self = .history(account: account)
        default: self = .everything
        }
    }

    var payload: String {
        switch self {
        case .cities(let account): "c\(account.text)"
        case .history(let account): "h\(account.text)"
        case .everything: "*"
        }
    }

    func hint(version: Int64) -> Hint? {
        switch self {
        case .cities(let account):
            Hint(topic: Aggregator.citiesTopic.name, subject: account.text, version: version)
        case .history(let account):
            Hint(topic: Aggregator.historyTopic.name, subject: account.text, version: version)
        case .everything: nil
        }
    }
}
