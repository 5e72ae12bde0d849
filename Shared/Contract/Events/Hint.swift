/// A hint that the data of a topic changed; it holds no data itself.
public struct Hint: Codable, Hashable, Sendable {
    /// The topic as a request names it, such as `slots:2026-11-23`.
    public var topic: String
    /// The account that the change is about, for topics of an account.
    public var subject: String?
    /// The number of the announcement: of two hints about a topic, the one with the greater version covers both.
    public var version: Int64

    public init(topic: String, subject: String? = nil, version: Int64) {
        self.topic = topic
        self.subject = subject
        self.version = version
    }
}

/// The parameters of a service's method that waits for hints.
public struct HintPosition: Codable, Hashable, Sendable {
    /// The `epoch` of the previous answer; none at first.
    public var epoch: String?
    /// The `next` of the previous answer; none at first.
    public var after: Int64?

    public init(epoch: String? = nil, after: Int64? = nil) {
        self.epoch = epoch
        self.after = after
    }
}

/// The hints since a position: at once if there are any, or else as soon as there is one.
public struct HintPage: Codable, Hashable, Sendable {
    /// The identity of the process that counts the hints.
    public var epoch: String
    /// The number of the next hint.
    public var next: Int64
    /// True if hints after the position may be missing: everything may have changed.
    public var isIncomplete: Bool
    public var items: [Hint]

    public init(epoch: String, next: Int64, isIncomplete: Bool = false, items: [Hint] = []) {
        self.epoch = epoch
        self.next = next
        self.isIncomplete = isIncomplete
        self.items = items
    }

    /// The position after this page.
    public var position: HintPosition { HintPosition(epoch: epoch, after: next) }
}
