import Values

/// A topic of events: a part of a service's data whose changes clients may watch, over HTTP and on lines.
///
/// Declared once, by the service that owns the data. The gateway, the documents and the tests derive from the
/// declaration.
public struct EventTopic: Sendable {
    /// The value that follows the topic's name and a colon.
    public struct Parameter: Sendable {
        /// The value's name in documents, such as `day`.
        public let name: String
        public let example: String
        /// Returns true for a value in its only form: a hint names its topic by the same text.
        let isValid: @Sendable (String) -> Bool

        public init(_ name: String, example: String, isValid: @escaping @Sendable (String) -> Bool) {
            self.name = name
            self.example = example
            self.isValid = isValid
        }

        /// A day, such as `slots:2026-11-23`.
        public static let day = Parameter("day", example: "2026-11-23") { LocalDate($0) != nil }
    }

    /// The callers that receive a topic's events, among those who may call its method.
    public enum Audience: Sendable {
        /// Every listener receives every event.
        case everyone
        /// A listener receives the events of its own account; one who may call the method, if there is one, receives
        /// those of all accounts.
        case account(orCallersOf: (any Method.Type)? = nil)
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

    /// The service that announces the changes.
    public var service: ServiceName { method.declaration.service }

    /// The form of the topic in a request, such as `slots:<day>`.
    public var form: String { parameter.map { "\(name):<\($0.name)>" } ?? name }

    /// An example of the topic in a request.
    public var example: String { parameter.map { "\(name):\($0.example)" } ?? name }

    /// Lists topics with what they announce and who may watch them, for the documents.
    static func list(_ topics: [EventTopic]) -> String {
        topics.map { "- `\($0.form)`: \($0.summary). For callers of `\($0.method.declaration.name)`." }
            .joined(separator: "\n")
    }

    /// Returns true if the text names this topic, with a value if it takes one.
    public func isNamed(by text: String) -> Bool {
        guard let parameter else { return text == name }
        return text.hasPrefix("\(name):") && parameter.isValid(String(text.dropFirst(name.utf8.count + 1)))
    }

    /// Returns the topic of a value, as events name it.
    public func of(_ value: some CustomStringConvertible) -> String { "\(name):\(value)" }
}

/// The rules of events that clients have to know.
public enum EventRules {
    public static let path = "/v1/events"
    /// The maximum number of topics of a stream: the fortnight that the park shows, and two more.
    public static let maximumTopics = 16
    /// The maximum length of a topic.
    public static let maximumTopicLength = 80
    /// The maximum number of streams of an account, over HTTP and on lines.
    public static let streamsOfAccount = 4
    /// The time after which a client connects again, in milliseconds.
    public static let retryMilliseconds = 3_000
    /// The time between two signs of life, in seconds; a client that has read nothing for twice as long connects again.
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
    case resync
    /// Nothing happened for a while; a line only, because HTTP has comments for this.
    case alive
    /// The stream is over; a line only, because over HTTP the answer ends.
    case ended

    /// The meaning, for the documents.
    public var summary: String {
        switch self {
        case .ready: "The first event of a stream. Changes from now on are announced; ask for the data once"
        case .changed: "The data of `topic` changed; ask for it again"
        case .resync:
            "Events were lost. Forget the versions, and ask for the data of every topic within a random 2 seconds"
        case .alive: "Nothing has happened for \(EventRules.commentSeconds) seconds"
        case .ended: "The subscription is over"
        }
    }

    /// The kinds that a stream over HTTP has.
    public static let ofHTTP: [EventKind] = [.ready, .changed, .resync]
    /// The kinds that a subscription on a line connection has; its first answer stands for ``ready``.
    public static let ofLines: [EventKind] = [.changed, .resync, .alive, .ended]
}

/// The reasons for the end of a subscription that a client is told.
public enum EventEnding: String, CaseIterable, Sendable {
    /// The access token ended, by age, with its session, or because the connection's account changed.
    case token
    /// The time of a subscription without a token is over.
    case age
    /// The server is shutting down.
    case drain

    /// The meaning, for the documents.
    public var summary: String {
        switch self {
        case .token: "the access token ended, or the account of the connection changed"
        case .age: "\(EventRules.anonymousSeconds / 60) minutes have passed without a token"
        case .drain: "the server is shutting down"
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
