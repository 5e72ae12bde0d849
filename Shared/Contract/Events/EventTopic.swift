public import Values

/// A topic of `GET /v1/events`: a part of a service's data whose changes clients may watch.
///
/// Declared once, by the service that owns the data. The gateway, the documents and the tests derive from the
/// declaration.
public struct EventTopic: Sendable {
    /// The value that follows the topic's name and a colon.
    public enum Parameter: Hashable, Sendable {
        /// A day, such as `slots:2026-11-23`.
        case date
    }

    /// The callers that receive a topic's events, among those who may call its method.
    public enum Audience: Sendable {
        /// Every listener receives every event.
        case everyone
        /// A listener receives the events of its own account; one who may call the method receives those of all
        /// accounts.
        case account(orCallersOf: any Method.Type)
    }

    /// The name, such as `slots`.
    public let name: String
    public let parameter: Parameter?
    /// The method to call again after an event; its callers may watch the topic.
    public let method: any Method.Type
    public let audience: Audience
    /// The change that an event announces, as a sentence without its full stop.
    public let summary: String

    public init(
        _ name: String, _ parameter: Parameter? = nil, method: any Method.Type, audience: Audience = .everyone,
        summary: String
    ) {
        self.name = name
        self.parameter = parameter
        self.method = method
        self.audience = audience
        self.summary = summary
    }

    /// The form of the topic in a request, such as `slots:<day>`.
    public var form: String {
        switch parameter {
        case nil: name
        case .date: "\(name):<day>"
        }
    }

    /// An example of the topic in a request.
    public var example: String {
        switch parameter {
        case nil: name
        case .date: "\(name):2026-11-23"
        }
    }

    /// Returns true if the text names this topic, with a value if it takes one.
    public func isNamed(by text: String) -> Bool {
        guard parameter != nil else { return text == name }
        guard text.hasPrefix("\(name):") else { return false }
        // Only the canonical form: a hint names its topic by the same text.
        return LocalDate(String(text.dropFirst(name.count + 1))) != nil
    }

    /// Returns the topic of a day, as events name it.
    public func on(_ day: LocalDate) -> String { "\(name):\(day)" }
}

/// The rules of `GET /v1/events` that clients have to know.
public enum EventRules {
    public static let path = "/v1/events"
    /// The maximum number of topics of a stream: the fortnight that the park shows, and two more.
    public static let maximumTopics = 16
    /// The time after which a client connects again, in milliseconds.
    public static let retryMilliseconds = 3_000
    /// The time between two comments, in seconds; a client that has read nothing for twice as long connects again.
    public static let commentSeconds = 15
    /// The longest life of a stream without a token, in seconds: that of an access token.
    public static let anonymousSeconds = 300
}

/// The kinds of events.
public enum EventKind: String, CaseIterable, Sendable {
    /// The stream is open: what was shown before may be out of date.
    case ready
    /// The data of one topic changed.
    case changed
    /// Events were lost: the data of every topic may have changed.
    case everything

    /// The meaning, for the documents.
    public var summary: String {
        switch self {
        case .ready: "The first event of a stream. Changes from now on are announced; ask for the data once"
        case .changed: "The data of `topic` changed; ask for it again"
        case .everything: "Events were lost. Ask for the data of every topic, within a random 2 seconds"
        }
    }
}

extension ErrorReason {
    public static let tooManyStreams = ErrorReason(
        .overloaded, "too-many-streams",
        UserText(
            "Too many live updates are open. Close another window and try again.",
            ru: "Открыто слишком много окон с живым обновлением. Закройте одно из них и повторите попытку.",
            be: "Адкрыта занадта шмат акон з жывым абнаўленнем. Закрыйце адно з іх і паўтарыце спробу."))
}
