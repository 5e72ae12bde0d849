/// What is asked of a third party: always a GET.
public struct UpstreamRequest: Sendable {
    /// What a body must look like; anything else is ``UpstreamFailure/unreadable(_:)``, a page of HTML above all.
    public enum Body: Sendable { case json, xml, text }

    /// Below the base address, such as `/v1/forecast`; percent-encoded where a segment came from outside.
    public var path: String
    /// Not yet encoded.
    public var query: [(name: String, value: String)]
    /// Further members of the query that are never logged: keys.
    public var secrets: [(name: String, value: String)]
    public var body: Body
    /// What the last answer was known by; sent as `If-None-Match` and `If-Modified-Since`.
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

/// By what a server knows whether an answer is still as it was.
public struct Validators: Codable, Hashable, Sendable {
    public var entityTag: String?
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// What a third party answered.
public enum UpstreamAnswer: Sendable {
    /// 200 with a body of the kind that was asked for, unpacked.
    ///
    /// `charset` is the character set that the body's mark or else `Content-Type` names, in lower case; of JSON and text,
    /// which are UTF-8, it says nothing.
    case body([UInt8], Validators, charset: String?)
    /// 304: as it was.
    case notModified
    /// 404: it says that there is no such thing; the body may say why.
    case absent([UInt8])
}
