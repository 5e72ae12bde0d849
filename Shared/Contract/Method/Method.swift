/// A method of the API, declared once.
///
/// The service's dispatch table, the gateway's routes, the HTTP mapping, OpenAPI and the client's calls all derive from
/// the declaration and the two types; tests hold them equal.
public protocol Method: Sendable {
    /// The parameters; always a JSON object. Use ``Empty`` if there are none.
    associatedtype Params: Codable & Sendable
    /// The result; always a JSON object.
    associatedtype Result: Codable & Sendable
    /// The properties of the method that its types do not express.
    static var declaration: MethodDeclaration { get }
}

extension Method {
    /// The paragraphs that describe the method, besides its summary.
    static var paragraphs: [String] {
        let alternatives = (Params.self as? any AlternativeParameters.Type)?.sentence
        return [TypeDocumentation.of(Self.self).discussion, alternatives ?? ""].filter { !$0.isEmpty }
    }
}

/// The properties of a method that its types do not express.
public struct MethodDeclaration: Sendable {
    /// Two segments in lowerCamel, such as `museums.search`.
    public let name: String
    /// The service that implements the method.
    public let service: ServiceName
    /// The importance of calls while the service is overloaded.
    public let priority: CallPriority
    public let access: Access
    /// The HTTP form; `nil` for internal methods.
    public let http: HTTPBinding?
    /// The cost of a call against the rate limit, in calls: 1 to 40.
    public let cost: Int
    /// The largest request, in bytes.
    public let maximumRequestBytes: Int
    /// The longest duration of a call, in milliseconds; a caller may set an earlier deadline.
    public let timeoutMilliseconds: Int
    public let idempotency: Idempotency
    /// True if a call that is not answered in the usual time may be sent to a second replica as well.
    ///
    /// For reads that cost little and that many people wait for; such a method must be idempotent.
    public let isHedged: Bool
    public let caching: Caching
    /// The domain reasons that errors of this method may carry.
    public let reasons: [ErrorReason]
    /// The codes, besides those of ``reasons``, that only some methods have: ``ErrorCode/notFound``.
    public let codes: [ErrorCode]
    /// True if new clients should use another method.
    public let isDeprecated: Bool
    /// The rules that the caller's session must meet.
    public let session: SessionRule

    public init(
        _ name: String, service: ServiceName, priority: CallPriority = .normal, access: Access, http: HTTPBinding?,
        cost: Int = 1,
        maximumRequestBytes: Int = 64 * 1024, timeoutMilliseconds: Int = 5_000, idempotency: Idempotency,
        isHedged: Bool = false, caching: Caching = .none, reasons: [ErrorReason] = [], codes: [ErrorCode] = [],
        isDeprecated: Bool = false, needsPresence: Bool = false, allowsLimited: Bool = false
    ) {
        self.name = name
        self.service = service
        self.priority = priority
        self.access = access
        self.http = http
        self.cost = cost
        self.maximumRequestBytes = maximumRequestBytes
        self.timeoutMilliseconds = timeoutMilliseconds
        self.idempotency = idempotency
        self.isHedged = isHedged
        self.caching = caching
        self.reasons = reasons
        self.codes = codes
        self.isDeprecated = isDeprecated
        // A method that is open to everyone asks nothing of a session.
        session = SessionRule(needsPresence: needsPresence, allowsLimited: allowsLimited || access == .anyone)
    }
}
