/// The OpenAPI 3.1 document of the public API, derived from the contract.
public enum OpenAPIDocument {
    /// Builds the document.
    /// - Parameters:
    ///   - methods: the methods to describe; internal ones are skipped.
    ///   - version: the version of the document.
    /// - Throws: a decoding error if a contract type cannot be described; a test shows that none fails.
    public static func build(
        methods: [any Method.Type], version: String = "1"
    ) throws -> JSONNode {
        var recorder = SchemaRecorder()
        var paths: [(path: String, operations: [(String, JSONNode)])] = []
        for method in methods {
            guard !method.declaration.access.isInternal, let http = method.declaration.http else { continue }
            let operation = try operation(of: method, http: http, recorder: &recorder)
            let verb = http.verb.rawValue.lowercased()
            if let index = paths.firstIndex(where: { $0.path == http.path }) {
                paths[index].operations.append((verb, operation))
            } else {
                paths.append((http.path, [(verb, operation)]))
            }
        }
        paths.append(("/rpc", [("post", rpcOperation)]))
        var schemas = recorder.components.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        schemas.append(("Problem", problemSchema))
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Vokol", "version": .string(version),
                "description": .string(summary),
            ],
            "servers": [["url": "/"]],
            "tags": .array(ServiceName.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths.map { ($0.path, .object($0.operations)) }),
            "components": [
                "schemas": .object(schemas),
                "securitySchemes": ["accessToken": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
                "responses": [
                    "Problem": [
                        "description": "The error (RFC 9457)",
                        "content": ["application/problem+json": ["schema": reference("Problem")]],
                    ]
                ],
            ],
        ]
    }

    private static let summary =
        "A city companion: museums, weather and news, timetables, booking. "
        + "The same methods are spoken as lines of JSON-RPC 2.0 on the same port."

    private static func operation<M: Method>(
        of method: M.Type, http: HTTPBinding, recorder: inout SchemaRecorder
    ) throws -> JSONNode {
        let declaration = method.declaration
        let documentation = TypeDocumentation.of(method)
        var members: [(String, JSONNode)] = [
            ("operationId", .string(declaration.name)), ("tags", [.string(declaration.service.rawValue)]),
            ("summary", .string(documentation.summary)),
        ]
        let paragraphs = [documentation.discussion, reasons(declaration.reasons)].filter { !$0.isEmpty }
        if !paragraphs.isEmpty { members.append(("description", .string(paragraphs.joined(separator: "\n\n")))) }
        if declaration.isDeprecated { members.append(("deprecated", true)) }
        members.append(("security", security(declaration.access)))

        var parameters: [JSONNode] = []
        switch http.body {
        case .json:
            let params = try recorder.schema(of: M.Params.self)
            let fields = ParameterField.fields(of: resolved(params, recorder))
            let inPath = http.pathParameters
            parameters = fields.filter { inPath.contains($0.name) }.map { $0.parameter(in: "path") }
            if http.verb == .get || http.verb == .delete {
                parameters += fields.filter { !inPath.contains($0.name) }.map { $0.parameter(in: "query") }
            } else if fields.contains(where: { !inPath.contains($0.name) }) {
                // Members in the path must not appear in the body, too.
                let schema =
                    fields.contains { inPath.contains($0.name) }
                    ? resolved(params, recorder).without(inPath) : params
                let isRequired = fields.contains { $0.isRequired && !inPath.contains($0.name) }
                members.append(
                    (
                        "requestBody",
                        ["required": .bool(isRequired), "content": ["application/json": ["schema": schema]]]
                    ))
            }
        case .raw: members.append(("requestBody", rawBody(declaration)))
        }
        if declaration.idempotency == .keyed {
            parameters.append([
                "name": "Idempotency-Key", "in": "header", "required": true,
                "schema": ["type": "string", "minLength": 1, "maxLength": 128],
            ])
        }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        members.append(("responses", try responses(of: method, http: http, recorder: &recorder)))
        return .object(members)
    }

    private static func reasons(_ reasons: [ErrorReason]) -> String {
        guard !reasons.isEmpty else { return "" }
        let lines = reasons.map { "- `\($0.reason)` (\($0.code.httpStatus) \($0.code.name)): \($0.summary)" }
        return "Reasons that an error may carry:\n\n" + lines.joined(separator: "\n")
    }

    /// The schema of a raw body; a media type without a schema is binary.
    private static func rawBody(_ declaration: MethodDeclaration) -> JSONNode {
        [
            "description": .string(
                "Bytes of any type, passed to the service as is with the header fields, which must be printable ASCII; "
                    + "the fields and the body in base64 must fit in \(declaration.maximumRequestBytes) bytes."),
            "required": true, "content": ["*/*": .object([])],
        ]
    }

    private static func responses<M: Method>(
        of method: M.Type, http: HTTPBinding, recorder: inout SchemaRecorder
    ) throws -> JSONNode {
        let problem: JSONNode = ["$ref": "#/components/responses/Problem"]
        let success: (String, JSONNode)
        switch http.form {
        case .noContent:
            success = ("204", ["description": "Done"])
        case .json, .created:
            let schema = try recorder.schema(of: M.Result.self)
            let content: JSONNode = ["application/json": ["schema": schema]]
            success =
                http.form == .json
                ? ("200", ["description": "The result", "content": content])
                : ("201", ["description": "The result", "headers": location, "content": content])
        }
        return .object([success, ("default", problem)])
    }

    private static let location: JSONNode = [
        "Location": [
            "description": "The path of the new resource", "required": true, "schema": ["type": "string"],
        ]
    ]

    private static func security(_ access: Access) -> JSONNode {
        switch access {
        case .anyone: []
        case .openable: [["accessToken": []], .object([])]
        case .signedIn, .role, .service: [["accessToken": []]]
        }
    }

    private static func resolved(_ node: JSONNode, _ recorder: SchemaRecorder) -> JSONNode {
        guard let path = node["$ref"]?.text, let name = path.split(separator: "/").last else { return node }
        return recorder.components[String(name)] ?? node
    }

    private static func reference(_ name: String) -> JSONNode { ["$ref": .string("#/components/schemas/\(name)")] }

    private static var rpcOperation: JSONNode {
        [
            "operationId": "rpc", "summary": "Any method, as one JSON-RPC 2.0 object",
            "security": [["accessToken": []], .object([])],
            "requestBody": [
                "required": true,
                "content": [
                    "application/json": [
                        "schema": [
                            "type": "object",
                            "properties": [
                                "jsonrpc": ["const": "2.0"],
                                "id": ["type": ["string", "integer"]],
                                "method": ["type": "string"],
                                "params": ["type": "object"],
                                "meta": ["type": "object"],
                            ],
                            "required": ["jsonrpc", "id", "method"], "additionalProperties": false,
                        ]
                    ]
                ],
            ],
            "responses": [
                "200": [
                    "description": "The answer: `result` or `error`",
                    "content": ["application/json": ["schema": ["type": "object"]]],
                ],
                "default": ["$ref": "#/components/responses/Problem"],
            ],
        ]
    }

    private static var problemSchema: JSONNode {
        [
            "type": "object",
            "properties": [
                "type": ["enum": .array(ErrorCode.all.map { .string($0.typeURI) })],
                "title": ["type": "string"],
                "status": ["type": "integer"],
                "code": ["type": "integer", "description": "The number of the same error on the line protocol"],
                "retryable": [
                    "type": "boolean", "description": "True if the same call can be sent again later, unchanged",
                ],
                "retryAfterMs": ["type": "integer"],
                "traceId": ["type": "string"],
                "reason": ["type": "string", "description": "A stable, domain-specific identifier"],
                "detail": ["type": "string", "description": "The reason in English, and what to do"],
                "errors": [
                    "type": "array",
                    "items": [
                        "type": "object",
                        "properties": ["pointer": ["type": "string"], "detail": ["type": "string"]],
                        "required": ["pointer", "detail"],
                    ],
                ],
                "details": ["type": "object"],
            ],
            "required": ["type", "title", "status", "code", "retryable", "traceId"],
        ]
    }
}

extension JSONNode {
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
