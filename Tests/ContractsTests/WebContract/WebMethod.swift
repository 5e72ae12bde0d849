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

    /// The file with the methods that are called together, so that a screen loads few others.
    enum Table: String, CaseIterable {
        case main = "methods.js"
        case account = "account-methods.js"
        case admin = "admin-methods.js"
        case editor = "editor-methods.js"
        case museum = "museum-methods.js"
        case park = "park-methods.js"
        case staff = "staff-methods.js"
        case timetable = "timetable-methods.js"
        case weather = "weather-methods.js"
    }

    /// The table of the method: by its role, or else by the screens that call it.
    var table: Table {
        switch declaration.access {
        case .role(.admin): return .admin
        case .role(.museumsEditor): return .editor
        case .role: return .staff
        case .anyone, .openable, .signedIn, .service: break
        }
        let (name, service) = (declaration.name, declaration.name.prefix { $0 != "." })
        if Self.first.contains(name) { return .main }
        if Self.seldom.contains(name) || name.hasSuffix(".export") || name.hasPrefix("museums.mark") { return .account }
        return switch service {
        case "auth": .account
        case "museums": .museum
        case "booking": .park
        case "schedule": .timetable
        case "cities": .weather
        default: name == "weather.airQuality" ? .weather : .main
        }
    }

    /// Methods that every screen may call, although others of their service are called by few.
    private static let first: Set = ["auth.refresh", "auth.logout", "auth.me"]
    /// Methods that most visits to their screens never call.
    private static let seldom: Set = [
        "booking.notices", "booking.setNotices", "booking.explain", "booking.appeal", "booking.wait",
        "booking.waitlist", "booking.leaveWaitlist", "museums.bundle",
    ]

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
