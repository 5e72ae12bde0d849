import Contract

/// A method as the web client calls it.
struct WebMethod {
    let declaration: MethodDeclaration
    let http: HTTPBinding
    let summary: String
    /// The name of the parameters' type in ``SchemaRecorder/components``.
    let params: String
    /// The name of the result's type.
    let result: String
    /// The part of the method in a session.
    let session: Session

    enum Session: String { case none = "", begin = "session", end = "session-end" }

    /// Describes a method; returns `nil` for one that clients cannot call over HTTP, or whose results are not JSON.
    init?<M: Method>(_ method: M.Type, recorder: inout SchemaRecorder) throws {
        guard !M.declaration.access.isInternal, let http = M.declaration.http, !http.sendsBytes else {
            return nil
        }
        declaration = M.declaration
        self.http = http
        summary = TypeDocumentation.of(method).summary
        result = SchemaRecorder.componentName(of: M.Result.self)
        guard http.body != .raw else {
            params = "BodyInit"
            session = .none
            return
        }
        let schema = try recorder.schema(of: M.Params.self)
        let components = recorder.components
        let name = schema["$ref"]?.text?.split(separator: "/").last.map(String.init) ?? "Empty"
        params = components[name]?["properties"]?.members.isEmpty == false ? name : "Empty"
        session = http.form == .session ? .begin : http.body == .session ? .end : .none
    }

    /// The line of `methods.js`.
    var line: String {
        let parts = [http.verb.rawValue, http.path, access, repetition] + flags
        return "  \(TypeScript.quoted(declaration.name)): [\(parts.map(TypeScript.quoted).joined(separator: ", "))],\n"
    }

    /// The member of `Methods` in `types.d.ts`.
    ///
    /// - Parameter tokenTypes: the types with a refresh token, which the gateway keeps in a cookie.
    func member(tokenTypes: Set<String>) -> String {
        func stripped(_ type: String) -> String {
            session != .none && tokenTypes.contains(type) ? "WithoutRefreshToken<\(type)>" : type
        }
        let name = TypeScript.quoted(declaration.name)
        let types = "params: \(stripped(params)); result: \(answer.map(stripped) ?? "void")"
        return TypeScript.comment(summary, indentation: "  ") + "  \(name): { \(types) };\n"
    }

    /// The role that is needed, if any.
    var role: Role? { if case .role(let role) = declaration.access { role } else { nil } }

    /// True for a method that most visits never call: those of signing in, of the account with its copy of data, and of
    /// the museums that it has marked.
    var isRare: Bool {
        let (name, isOfAuth) = (declaration.name, declaration.name.hasPrefix("auth."))
        if isOfAuth { return role == nil && !["auth.refresh", "auth.logout", "auth.me"].contains(name) }
        let isSeldom = ["booking.notices", "booking.setNotices", "booking.explain", "booking.appeal"].contains(name)
        return isSeldom || name.hasSuffix(".export") || name.hasPrefix("museums.mark")
    }

    /// True for a method that only the screen of the weather calls.
    var isOfWeather: Bool { declaration.name.hasPrefix("cities.") || declaration.name == "weather.airQuality" }

    /// True for a method that only the later parts of the timetable call.
    var isOfTimetableParts: Bool {
        let names = ["changes", "faculties", "calendars", "addCalendar", "removeCalendar"]
        return names.contains { declaration.name == "schedule.\($0)" }
    }

    /// The access: a word of `x-access` in openrpc.json, or the role that is needed.
    var access: String {
        switch declaration.access {
        case .anyone: "anyone"
        case .openable: "openable"
        case .signedIn, .service: "signed-in"
        case .role(let role): role.rawValue
        }
    }

    private var repetition: String {
        switch declaration.idempotency {
        case .idempotent: "idempotent"
        case .keyed: "keyed"
        case .none: "once"
        }
    }

    private var flags: [String] {
        let isCached = http.verb == .get && declaration.caching != .none
        return (isCached ? ["etag"] : []) + (http.body == .raw ? ["raw"] : [])
            + (session == .none ? [] : [session.rawValue]) + (http.body == .device ? ["device"] : [])
    }

    /// The type of the answer's body; `nil` if it has none.
    private var answer: String? {
        switch http.form {
        case .json, .created, .session: result
        case .noContent, .raw: nil
        }
    }
}
