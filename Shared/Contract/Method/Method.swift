/// A method of Vokol, declared once.
///
/// From the declaration and the two types come the service's dispatch table, the gateway's routes, the HTTP mapping,
/// OpenAPI, the client's calls and the tests that hold them equal.
public protocol Method: Sendable {
    /// What the caller sends; always a JSON object. Use ``Empty`` where there is nothing to say.
    associatedtype Params: Codable & Sendable
    /// What the service answers.
    associatedtype Result: Codable & Sendable
    /// Everything about the method that its types do not say.
    static var declaration: MethodDeclaration { get }
}

/// Everything about a method that its types do not say.
public struct MethodDeclaration: Sendable {
    /// Two segments in lowerCamel, such as `museums.search`.
    public let name: String
    /// The service that answers it.
    public let service: ServiceName
    public let access: Access
    /// The HTTP form; `nil` for methods that only processes of ours call.
    public let http: HTTPBinding?
    /// What a call costs against the rate limit, in calls: 1 to 40.
    public let cost: Int
    /// The largest request, in bytes.
    public let maximumRequestBytes: Int
    /// The longest that a call may take, in milliseconds; a caller may ask for less.
    public let timeoutMilliseconds: Int
    public let idempotency: Idempotency
    public let caching: Caching
    /// The domain's reasons that its errors may carry.
    public let reasons: [ErrorReason]
    /// Whether new callers should use something else.
    public let isDeprecated: Bool

    public init(
        _ name: String, service: ServiceName, access: Access, http: HTTPBinding?, cost: Int = 1,
        maximumRequestBytes: Int = 64 * 1024, timeoutMilliseconds: Int = 5_000, idempotency: Idempotency,
        caching: Caching = .none, reasons: [ErrorReason] = [], isDeprecated: Bool = false
    ) {
        self.name = name
        self.service = service
        self.access = access
        self.http = http
        self.cost = cost
        self.maximumRequestBytes = maximumRequestBytes
        self.timeoutMilliseconds = timeoutMilliseconds
        self.idempotency = idempotency
        self.caching = caching
        self.reasons = reasons
        self.isDeprecated = isDeprecated
    }
}
