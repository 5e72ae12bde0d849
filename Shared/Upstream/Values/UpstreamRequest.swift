/// A request to a third party: always a GET.
public struct UpstreamRequest: Sendable {
    /// The expected kind of body; any other, above all an HTML page, counts as ``UpstreamFailure/unreadable(_:)``.
    public enum Body: Sendable { case json, xml, text, image }

    /// The path below the base address, such as `/v1/forecast`; segments from outside must be percent-encoded.
    public var path: String
    /// The parameters of the query, not yet encoded.
    public var query: [(name: String, value: String)]
    /// Further parameters of the query that are never logged, such as keys.
    public var secrets: [(name: String, value: String)]
    public var body: Body
    /// The validators of the latest answer, sent as `If-None-Match` and `If-Modified-Since`.
    public var validators: Validators

    public init(
        path: String, query: [(name: String, value: String)] = [], secrets: [(name: String, value: String)] = [],
        body: Body = .json, validators: Validators = Validators()
    ) {
        self.path = path
        self.query = query
        self.secrets = secrets
        self.body = body
        self.validators = validators
    }
}

/// Values by which a server recognizes an unchanged answer.
public struct Validators: Codable, Hashable, Sendable {
    public var entityTag: String?
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// A third party's answer.
public enum UpstreamAnswer: Sendable {
    /// 200 with a body of the requested kind, unpacked.
    ///
    /// `charset` is the character set named by the body's byte order mark or else by `Content-Type`, in lower case. It
    /// is `nil` for JSON and text, which are UTF-8.
    case body([UInt8], Validators, charset: String?)
    /// 304: unchanged.
    case notModified
    /// 404: no such item exists; the body may say why.
    case absent([UInt8])
}
