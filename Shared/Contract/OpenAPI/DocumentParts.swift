import Values

/// The operations of the document, and the components that they refer to.
struct DocumentParts {
    let openServices: Set<ServiceName>
    /// The groups' names by method.
    private var tags: [String: String] = [:]
    private(set) var recorder: SchemaRecorder
    private var descriptions: [(JSONNode, String)] = []
    /// `components/responses`, by name.
    private(set) var responses: [String: JSONNode] = [
        "Problem": [
            "description": "Any other error",
            "headers": HeaderComponents.list([HeaderComponents.requestID, HeaderComponents.contentLanguage]),
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
        ]
    ]

    /// Starts a document.
    /// - Throws: a decoding error if a result cannot be described.
    init(methods: [any Method.Type], groups: [MethodGroup], openServices: Set<ServiceName>) throws {
        self.openServices = openServices
        recorder = try SchemaRecorder(resultsOf: methods)
        for group in groups {
            for method in group.methods { tags[method.declaration.name] = group.name }
        }
        // Header fields refer to it.
        _ = try recorder.schema(of: OpenEnum<Language>.self, as: .result)
    }

    /// Builds the operation of a method.
    mutating func operation<M: Method>(of method: M.Type, http: HTTPBinding) throws -> JSONNode {
        let declaration = method.declaration
        let documentation = TypeDocumentation.of(method)
        var members: [(String, JSONNode)] = [
            ("operationId", .string(declaration.name)),
            ("tags", [.string(tags[declaration.name] ?? declaration.service.rawValue)]),
            ("summary", .string(documentation.summary)),
        ]
        let paragraphs = method.paragraphs + [access(declaration)] + HeaderComponents.sessionText(of: http)
        members.append(("description", .string(paragraphs.joined(separator: "\n\n"))))
        if declaration.isDeprecated { members.append(("deprecated", true)) }
        members.append(("security", security(declaration)))
        if case .role(let role) = declaration.access {
            members.append(("x-roles", .array(role.holders.map { .string($0.rawValue) })))
        }
        if declaration.session.needsPresence { members.append(("x-needs-presence", true)) }

        let input = try input(of: method, http: http)
        if let body = input.body { members.append(("requestBody", body)) }
        var parameters = input.parameters
        if http.body != .raw { parameters.append(HeaderComponents.parameter("AcceptLanguage")) }
        if declaration.idempotency == .keyed { parameters.append(HeaderComponents.parameter("IdempotencyKey")) }
        if declaration.isConditional { parameters.append(HeaderComponents.parameter("IfNoneMatch")) }
        if http.usesCookies { parameters.append(HeaderComponents.parameter("Session")) }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        members.append(("responses", try responses(of: method, http: http)))
        return .object(members)
    }

    /// Returns the parameters in the path and the query, and the body.
    private mutating func input<M: Method>(
        of method: M.Type, http: HTTPBinding
    ) throws -> (parameters: [JSONNode], body: JSONNode?) {
        let declaration = method.declaration
        if http.body == .raw { return ([], rawBody(declaration)) }
        let params = try recorder.schema(of: M.Params.self)
        let example = (M.self as? any ExampledMethod.Type)?.example.params
        describe(params, "The parameters of `\(declaration.name)`")
        let inPath = http.pathParameters
        let fields = ParameterField.fields(of: resolved(params))
        let ofPath = fields.filter { inPath.contains($0.name) }
        let others = fields.filter { !inPath.contains($0.name) }
        let parameters = ofPath.map { parameter($0, in: "path", example) }
        if http.verb == .get || http.verb == .delete {
            return (parameters + others.map { parameter($0, in: "query", example) }, nil)
        }
        if others.isEmpty { return (parameters, nil) }
        // Members in the path must not appear in the body, too.
        let schema = ofPath.isEmpty ? params : resolved(params).without(inPath)
        let body: JSONNode = [
            "required": .bool(others.contains(where: \.isRequired)),
            "content": ["application/json": Self.content(schema, example?.removing(inPath))],
        ]
        return (parameters, body)
    }

    // MARK: Access

    private func isOpen(_ declaration: MethodDeclaration) -> Bool {
        declaration.access == .openable && openServices.contains(declaration.service)
    }

    private func access(_ declaration: MethodDeclaration) -> String {
        let caller = self.caller(declaration)
        return declaration.session.needsPresence
            ? caller + " The owner of the account must have signed in or proved their presence recently."
            : caller
    }

    private func caller(_ declaration: MethodDeclaration) -> String {
        switch declaration.access {
        case .anyone: "Needs no sign-in."
        case .openable:
            isOpen(declaration)
                ? "Needs no sign-in on this instance." : "Needs an access token on this instance."
        case .signedIn, .service: "Needs an access token."
        case .role(let role): "Needs the role \(role.holders.map { "`\($0.rawValue)`" }.joined(separator: " or "))."
        }
    }

    private func security(_ declaration: MethodDeclaration) -> JSONNode {
        switch declaration.access {
        case .anyone: []
        case .openable where isOpen(declaration): [["accessToken": []], .object([])]
        case .openable, .signedIn, .role, .service: [["accessToken": []]]
        }
    }

    // MARK: Requests

    /// Describes the schema of parameters or of a result whose type has no description of its own.
    private mutating func describe(_ node: JSONNode, _ text: String) {
        recorder.describe(node, text)
        descriptions.append((node, text))
    }

    /// Adds the descriptions that were lost because another type contains the described one.
    mutating func finish() {
        for (node, text) in descriptions { recorder.describe(node, text) }
    }

    private func parameter(_ field: ParameterField, in place: String, _ example: JSONNode?) -> JSONNode {
        let parameter = field.parameter(in: place, resolve: resolved)
        return example?[field.name].map {
            parameter.setting("example", field.example($0, resolve: resolved))
        } ?? parameter
    }

    /// A media type with its schema and an example.
    private static func content(_ schema: JSONNode, _ example: JSONNode?) -> JSONNode {
        example.map { ["schema": schema, "example": $0] } ?? ["schema": schema]
    }

    /// The body of a raw request.
    private func rawBody(_ declaration: MethodDeclaration) -> JSONNode {
        [
            "description": .string(
                "Bytes of any type, passed to the service as is with the header fields, which must be printable ASCII; "
                    + "the fields and the body in base64 must fit in \(declaration.maximumRequestBytes) bytes."),
            "required": true,
            // Some generators know no wildcards.
            "content": [
                "*/*": ["schema": ["type": "string", "format": "binary"]],
                "application/octet-stream": ["schema": ["type": "string", "format": "binary"]],
            ],
        ]
    }

    // MARK: Responses

    private mutating func responses<M: Method>(of method: M.Type, http: HTTPBinding) throws -> JSONNode {
        let declaration = method.declaration
        var list = [try success(of: method, http: http)]
        if declaration.isConditional {
            list.append(("304", ["$ref": "#/components/responses/NotModified"]))
            responses["NotModified"] = [
                "description": "Your copy is still current",
                "headers": HeaderComponents.list([
                    HeaderComponents.requestID, HeaderComponents.ratePolicy, HeaderComponents.rate,
                    HeaderComponents.tag, HeaderComponents.cacheControl, HeaderComponents.vary,
                ]),
            ]
        }
        for group in ErrorResponses(of: declaration, http: http).groups {
            list.append((String(group.status), try response(of: group, declaration)))
        }
        list.append(("default", ["$ref": "#/components/responses/Problem"]))
        return .object(list)
    }

    /// Returns the status and the response of a call that succeeds.
    private mutating func success<M: Method>(of method: M.Type, http: HTTPBinding) throws -> (String, JSONNode) {
        let declaration = method.declaration
        var headers = [HeaderComponents.requestID, HeaderComponents.ratePolicy, HeaderComponents.rate]
        var isCreated = false
        switch http.form {
        case .noContent:
            if http.usesSessionCookie { headers.append(HeaderComponents.setCookie) }
            return ("204", ["description": "Done", "headers": HeaderComponents.list(headers)])
        case .raw(let types):
            if declaration.isConditional { headers += [HeaderComponents.tag, HeaderComponents.cacheControl] }
            let bytes: JSONNode = ["schema": ["type": "string", "format": "binary"]]
            let response: JSONNode = [
                "description": "The bytes", "headers": HeaderComponents.list(headers),
                "content": .object(types.map { ($0.rawValue, bytes) }),
            ]
            return ("200", response)
        case .created: isCreated = true
        case .json, .session: break
        }
        headers.append(HeaderComponents.contentLanguage)
        if http.usesSessionCookie { headers.append(HeaderComponents.setCookie) }
        if isCreated { headers.append(HeaderComponents.location) }
        if declaration.isConditional {
            headers += [HeaderComponents.tag, HeaderComponents.cacheControl, HeaderComponents.vary]
        }
        let schema = try recorder.schema(of: M.Result.self, as: .result)
        describe(schema, "The result of `\(declaration.name)`")
        let example = (M.self as? any ExampledMethod.Type)?.example.result
        let response: JSONNode = [
            "description": isCreated ? "The new resource" : "The result", "headers": HeaderComponents.list(headers),
            "content": ["application/json": Self.content(schema, example)],
        ]
        return (isCreated ? "201" : "200", response)
    }

    /// Returns the response of a group of errors: a reference if other operations have the same.
    private mutating func response(
        of group: ErrorResponses.Group, _ declaration: MethodDeclaration
    ) throws -> JSONNode {
        let operation = declaration.name.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = group.isOwn ? "\(operation.joined())\(group.status)Problem" : "\(group.name)Problem"
        if group.isOwn || responses[group.name] == nil {
            let schema = try group.schema(&recorder)
            let isPlain = schema["$ref"] != nil
            if !isPlain { recorder.add(schema, named: name) }
            let response = group.response(schema: isPlain ? "Problem" : name)
            if group.isOwn { return response }
            responses[group.name] = response
        }
        return ["$ref": .string("#/components/responses/\(group.name)")]
    }

    private func resolved(_ node: JSONNode) -> JSONNode {
        guard let path = node["$ref"]?.text, let name = path.split(separator: "/").last else { return node }
        return recorder.components[String(name)] ?? node
    }
}

extension JSONNode {
    /// Returns an object without some of its members.
    fileprivate func removing(_ names: [String]) -> JSONNode { names.reduce(self) { $0.removing($1) } }

    /// Returns an object's schema without some of its members.
    fileprivate func without(_ names: [String]) -> JSONNode {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { name, value in
                switch (name, value) {
                case ("properties", .object(let properties)):
                    return (name, .object(properties.filter { !names.contains($0.0) }))
                case ("required", .array(let required)):
                    let rest = required.filter { !names.contains($0.text ?? "") }
                    return rest.isEmpty ? nil : (name, .array(rest))
                default: return (name, value)
                }
            })
    }
}
