import Values

/// The errors of an operation: a response for each HTTP status, with the reasons that this operation can have.
struct ErrorResponses {
    /// The errors with one HTTP status.
    struct Group: Hashable {
        let status: Int
        /// The name in `components/responses`, if the method adds no reasons of its own.
        let name: String
        /// The codes without a reason, or with one.
        var codes: [ErrorCode]
        var reasons: [ErrorReason] = []
        /// Those of the reasons that the method itself declares.
        var own: [ErrorReason] = []
        var isOwn: Bool { !own.isEmpty }
    }

    /// The groups by status.
    let groups: [Group]

    /// Derives the errors of a method.
    init(of declaration: MethodDeclaration, http: HTTPBinding) {
        var groups = [Self.malformed(http)]
        if http.body != .raw {
            groups.append(
                Group(status: 401, name: "Unauthenticated", codes: [.unauthenticated], reasons: ErrorReason.ofTokens))
        }
        if let forbidden = Self.forbidden(declaration) { groups.append(forbidden) }
        if http.usesCookies {
            groups.append(
                Group(status: 403, name: "ForeignOrigin", codes: [.forbidden], reasons: [.foreignOrigin]))
        }
        // A method without a result succeeds for an id that does not exist.
        if declaration.codes.contains(.notFound) || http.pathParameters.contains("id") && http.form != .noContent {
            groups.append(Group(status: 404, name: "NotFound", codes: [.notFound]))
        }
        if http.takesBody { groups.append(Group(status: 413, name: "TooLarge", codes: [.tooLarge])) }
        groups.append(Self.invalid(declaration))
        groups += Self.ofEveryMethod
        for reason in declaration.reasons { Self.add(reason, to: &groups) }
        self.groups = groups.sorted { $0.status < $1.status }
    }

    /// The errors of requests that cannot be read.
    private static func malformed(_ http: HTTPBinding) -> Group {
        if http.body == .raw {
            Group(status: 400, name: "InvalidRawRequest", codes: [.invalidRequest], reasons: [.headerField])
        } else if http.body == .session {
            Group(
                status: 400, name: "InvalidSessionBody", codes: [.parseError, .invalidRequest],
                reasons: [.contentType, .twoRefreshTokens])
        } else if http.takesBody {
            Group(status: 400, name: "InvalidBody", codes: [.parseError, .invalidRequest], reasons: [.contentType])
        } else {
            Group(status: 400, name: "InvalidRequest", codes: [.invalidRequest], reasons: [.bodyNotAllowed])
        }
    }

    /// The errors of callers without the rights that the method needs; `nil` if it needs none.
    private static func forbidden(_ declaration: MethodDeclaration) -> Group? {
        switch (declaration.access, declaration.session.needsPresence) {
        case (.role, false):
            Group(status: 403, name: "RoleRequired", codes: [.forbidden], reasons: [.roleRequired])
        case (.role, true):
            Group(
                status: 403, name: "RoleAndPresenceRequired", codes: [.forbidden],
                reasons: [.roleRequired, .stepUpRequired])
        case (_, true):
            Group(status: 403, name: "StepUpRequired", codes: [.forbidden], reasons: [.stepUpRequired])
        default: nil
        }
    }

    /// The errors of parameters.
    private static func invalid(_ declaration: MethodDeclaration) -> Group {
        declaration.idempotency == .keyed
            ? Group(
                status: 422, name: "InvalidKeyedParameters", codes: [.invalidParams, .idempotencyMismatch],
                reasons: [.idempotencyKeyMissing, .idempotencyKeyMalformed])
            : Group(status: 422, name: "InvalidParameters", codes: [.invalidParams])
    }

    private static let ofEveryMethod = [
        Group(status: 429, name: "RateLimited", codes: [.quotaExceeded], reasons: [.addressGuard]),
        Group(status: 500, name: "InternalError", codes: [.internal]),
        Group(status: 502, name: "BadUpstream", codes: [.badUpstream]),
        Group(
            status: 503, name: "Unavailable", codes: [.unavailable, .overloaded, .draining],
            reasons: [.tooManyInFlight, .noReplica, .connectionLost, .shuttingDown]),
        Group(status: 504, name: "TimedOut", codes: [.deadlineExceeded]),
    ]

    /// Adds a reason of the method itself to the group with its status.
    private static func add(_ reason: ErrorReason, to groups: inout [Group]) {
        let status = reason.code.httpStatus
        let index = groups.firstIndex { $0.status == status } ?? groups.endIndex
        if index == groups.endIndex { groups.append(Group(status: status, name: "", codes: [])) }
        if !groups[index].codes.contains(reason.code) { groups[index].codes.append(reason.code) }
        if !groups[index].reasons.contains(where: { $0.reason == reason.reason }) {
            groups[index].reasons.append(reason)
        }
        groups[index].own.append(reason)
    }
}

extension ErrorResponses.Group {
    /// Builds the response.
    ///
    /// - Parameter schema: the name of its schema in `components/schemas`.
    func response(schema: String) -> JSONNode {
        var headers: [String] = []
        switch status {
        case 401: headers.append(HeaderComponents.challenge)
        case 429, 503: headers.append(HeaderComponents.retryAfter)
        default: break
        }
        headers += [HeaderComponents.requestID, HeaderComponents.contentLanguage]
        return [
            "description": .string(text),
            "headers": HeaderComponents.list(headers),
            "content": [
                "application/problem+json": [
                    "schema": ["$ref": .string("#/components/schemas/\(schema)")], "examples": .object(examples),
                ]
            ],
        ]
    }

    /// The conditions of the errors in Markdown: the codes, then a line for each reason.
    private var text: String {
        let titles = codes.map { "\($0.message) (`\($0.name)`)" }.joined(separator: ". ") + "."
        guard !reasons.isEmpty else { return titles }
        return titles + "\n\n" + reasons.map { "- `\($0.reason)`: \($0.sentence.english)" }.joined(separator: "\n")
    }

    /// Complete errors: for each reason of the method, or else for each reason, or else for each code.
    private var examples: [(String, JSONNode)] {
        if isOwn { return own.map { ($0.reason, ["value": ProblemExample.problem($0.code, $0)]) } }
        let withoutReason = reasons.isEmpty || codes.contains(.invalidParams) ? codes : []
        return withoutReason.map { ($0.name, ["value": ProblemExample.problem($0)]) }
            + reasons.map { ($0.reason, ["value": ProblemExample.problem($0.code, $0)]) }
    }

    /// Builds the schema of the problem: that of any problem, with the reasons and details that this one can have.
    func schema(_ recorder: inout SchemaRecorder) throws -> JSONNode {
        var properties: [(String, JSONNode)] = []
        if !reasons.isEmpty {
            properties.append(
                (
                    "reason",
                    [
                        "type": "string", "description": "The reason; absent if the code alone says it",
                        "x-extensible-enum": .array(reasons.map { .string($0.reason) }),
                    ]
                ))
        }
        var details: [JSONNode] = []
        for case let type? in reasons.map(\.details) {
            let schema = try recorder.schema(of: type, as: .result)
            if !details.contains(schema) { details.append(schema) }
        }
        if let first = details.first {
            let names = reasons.filter { $0.details != nil }.map { "`\($0.reason)`" }.joined(separator: ", ")
            let schema: JSONNode = details.count == 1 ? first : ["anyOf": .array(details)]
            properties.append(("details", schema.setting("description", .string("Sent with \(names)"))))
        }
        let problem: JSONNode = ["$ref": "#/components/schemas/Problem"]
        let titles = codes.map(\.message).joined(separator: ". ")
        guard !properties.isEmpty else { return problem }
        return [
            "description": .string(titles),
            "allOf": [problem, ["type": "object", "properties": .object(properties)]],
        ]
    }
}

extension ErrorReason {
    /// The reasons for which the gateway rejects a token.
    static let ofTokens: [ErrorReason] = [
        .tokenMalformed, .tokenKeyUnknown, .tokenSignatureWrong, .tokenExpired, .tokenNotYetValid, .tokenNotForUs,
        .sessionEnded,
    ]
}
