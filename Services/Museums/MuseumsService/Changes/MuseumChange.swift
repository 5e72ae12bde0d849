import Contract
import Database
import MuseumsContract
import Values

/// A change that replicas of `museums` tell each other about.
enum MuseumChange: AnnouncedChange {
    /// The marks of an account.
    case marks(account: Identifier)
    /// A museum that an editor changed, removed or restored.
    case museum(MuseumID)
    /// Anything.
    case everything

    static let channel = "museum_changes"

    init(payload: String) {
        let rest = String(payload.dropFirst())
        switch payload.first {
        case "m": self = Identifier(rest).map { .marks(account: $0) } ?? .everything
        case "i": self = MuseumID(rest).map { .museum($0) } ?? .everything
        default: self = .everything
        }
    }

    var payload: String {
        switch self {
        case .marks(let account): "m\(account.text)"
        case .museum(let id): "i\(id.text)"
        case .everything: "*"
        }
    }

    func hint(version: Int64) -> Hint? {
        switch self {
        case .marks(let account): Hint(topic: Museums.marksTopic.name, subject: account.text, version: version)
        case .museum(let id): Hint(topic: Museums.museumTopic.of(id), version: version)
        case .everything: nil
        }
    }
}
