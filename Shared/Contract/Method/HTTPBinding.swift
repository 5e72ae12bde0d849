/// The HTTP form of a method.
public struct HTTPBinding: Hashable, Sendable {
    /// The HTTP methods in use.
    public enum Verb: String, Hashable, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }
    /// The form of a successful response.
    public enum Form: Hashable, Sendable {
        /// 200 with the result as JSON.
        case json
        /// 201 with the result as JSON, and a `Location` with `{id}` replaced by the result's `id`.
        case created(location: String)
        /// 204 without a body.
        case noContent
        /// 200 with the tokens of a session as JSON; on request, the refresh token and the device token are set as
        /// cookies instead (``SessionCookieField``, ``DeviceCookieField``).
        case session
        /// 200 with the bytes of a ``RawResult``, whose media type is one of these.
        case raw([MediaType])
    }

    /// The form of the request body.
    public enum Body: Hashable, Sendable {
        /// Parameters as JSON, or in the path and the query.
        case json
        /// Any bytes; header fields and body go to the service as a ``RawRequest``.
        case raw
        /// Parameters as JSON, of which the member `refreshToken` may come from the session's cookie
        /// (``SessionCookieField``).
        case session
        /// Parameters as JSON, of which the member `deviceToken` may come from the device's cookie
        /// (``DeviceCookieField``).
        case device
    }

    public let verb: Verb
    /// The path, such as `/v1/museums/{id}`; a segment in braces is a parameter.
    public let path: String
    public let form: Form
    public let body: Body

    public static func get(_ path: String, _ form: Form = .json) -> HTTPBinding {
        HTTPBinding(verb: .get, path: path, form: form, body: .json)
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

    /// True if a request has a body; any other has its parameters in the path and the query.
    public var takesBody: Bool { verb != .get && verb != .delete }

    /// True if a successful response has bytes instead of JSON.
    public var sendsBytes: Bool { if case .raw = form { true } else { false } }

    /// True if the method sets, reads or clears the session's cookie on request.
    public var usesSessionCookie: Bool { form == .session || body == .session }
    /// True if the method uses the cookie of the session or of the device on request.
    public var usesCookies: Bool { usesSessionCookie || body == .device }
}

/// The header field with which a browser asks for a session whose refresh token no script can read.
public enum SessionCookieField {
    public static let name = "X-Vokol-Session"
    /// The only value.
    public static let value = "cookie"
    /// The name of the cookie; the prefix binds it to the host, to HTTPS and to the path `/` (RFC 6265bis §4.1.3).
    public static let cookie = "__Host-vokol"
    /// The member of parameters and results that the cookie stands for.
    public static let member = "refreshToken"
}
