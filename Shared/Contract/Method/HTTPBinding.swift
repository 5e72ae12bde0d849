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
