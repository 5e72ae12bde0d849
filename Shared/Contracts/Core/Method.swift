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

/// An object without members: the parameters or the result of a method that has none.
public struct Empty: Codable, Sendable, Equatable {
    public init() {}
}

/// The services behind the gateway.
public enum ServiceName: String, CaseIterable, Codable, Hashable, Sendable {
    case auth
    case museums
    case aggregator
    case schedule
    case booking

    /// The port on which the service listens for calls unless it is told otherwise.
    public var defaultPort: Int {
        switch self {
        case .auth: 7001
        case .museums: 7002
        case .aggregator: 7003
        case .schedule: 7004
        case .booking: 7005
        }
    }
}

/// What a signed-in account may be, beyond being signed in.
public enum Role: String, CaseIterable, Codable, Hashable, Sendable {
    case museumsEditor = "museums.editor"
    case parkStaff = "park.staff"
    /// May do what every other role may.
    case admin

    /// Whether somebody with these roles may do what is this role's to do.
    public func isHeld(by roles: some Collection<String>) -> Bool {
        roles.contains(rawValue) || roles.contains(Role.admin.rawValue)
    }
}

/// Who may call a method.
public enum Access: Hashable, Sendable {
    /// Everyone, signed in or not.
    case anyone
    /// Whoever carries a valid access token.
    case signedIn
    /// Signed in, unless the setting `access.open` names the method's service.
    case openable
    /// An account that holds the role, or `admin`.
    case role(Role)
    /// Another process of ours, introduced by its link; never reachable through the gateway's public side.
    case service(callers: [String])

    /// Whether the method is for processes of ours only: in no route table and no public documentation.
    public var isInternal: Bool {
        if case .service = self { true } else { false }
    }
}

/// Whether a call may be repeated.
public enum Idempotency: Hashable, Sendable {
    /// Repeating it changes nothing more.
    case idempotent
    /// Repeating it is safe with the same idempotency key, which the caller must send.
    case keyed
    /// It must not be repeated blindly.
    case none
}

/// How long, and by whom, an answer may be kept.
public enum Caching: Hashable, Sendable {
    /// Not at all.
    case none
    /// By the caller alone, for so many seconds.
    case `private`(seconds: Int)
    /// By everyone between, for so many seconds.
    case `public`(seconds: Int)
}

/// The HTTP form of a method.
public struct HTTPBinding: Hashable, Sendable {
    /// The verbs that methods use.
    public enum Verb: String, Hashable, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }
    /// What the answer looks like over HTTP.
    public enum Form: Hashable, Sendable {
        /// 200 with the result as JSON.
        case json
        /// 201 with the result as JSON and `Location`: the path with `{id}` filled from the result's member `id`.
        case created(location: String)
        /// 204 without a body.
        case noContent
    }

    /// What the request's body is.
    public enum Body: Hashable, Sendable {
        /// The parameters as JSON, or as part of the path and the query.
        case json
        /// Anything: header fields and bytes go to the service as a ``RawRequest``.
        case raw
    }

    public let verb: Verb
    /// The path, such as `/v1/museums/{id}`; a segment in braces is a parameter of that name.
    public let path: String
    public let form: Form
    public let body: Body

    public static func get(_ path: String) -> HTTPBinding {
        HTTPBinding(verb: .get, path: path, form: .json, body: .json)
    }
    public static func post(_ path: String, _ form: Form = .json, body: Body = .json) -> HTTPBinding {
        HTTPBinding(verb: .post, path: path, form: form, body: body)
    }
    public static func delete(_ path: String, _ form: Form = .json) -> HTTPBinding {
        HTTPBinding(verb: .delete, path: path, form: form, body: .json)
    }

    /// The names of the path's parameters, in order.
    public var pathParameters: [String] {
        path.split(separator: "/").filter { $0.first == "{" && $0.last == "}" }.map {
            String($0.dropFirst().dropLast())
        }
    }
}

/// A word of the domain that an error may carry as `data.reason`, and what it means.
public struct ErrorReason: Hashable, Sendable {
    public let code: ErrorCode
    /// The stable word, such as `code-expired`.
    public let reason: String
    public let summary: String

    public init(_ code: ErrorCode, _ reason: String, _ summary: String) {
        self.code = code
        self.reason = reason
        self.summary = summary
    }
}

/// Everything about a method that its types do not say.
public struct MethodDeclaration: Sendable {
    /// Two segments in lowerCamel, such as `museums.search`.
    public let name: String
    /// The service that answers it.
    public let service: ServiceName
    /// One sentence for the documentation.
    public let summary: String
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
        _ name: String, service: ServiceName, summary: String, access: Access, http: HTTPBinding?, cost: Int = 1,
        maximumRequestBytes: Int = 64 * 1024, timeoutMilliseconds: Int = 5_000, idempotency: Idempotency,
        caching: Caching = .none, reasons: [ErrorReason] = [], isDeprecated: Bool = false
    ) {
        self.name = name
        self.service = service
        self.summary = summary
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
