/// The OpenAPI 3.1 document of the public API, derived from the contract.
public enum OpenAPIDocument {
    /// Builds the document.
    /// - Parameters:
    ///   - methods: the methods to describe; internal ones are skipped.
    ///   - groups: the groups in which methods are shown; others are shown under their service.
    ///   - topics: the topics of the event stream; without any, the document has no event stream.
    ///   - openServices: the services whose openable methods need no sign-in on this instance.
    /// - Throws: a decoding error if a contract type cannot be described; a test shows that none fails.
    public static func build(
        methods: [any Method.Type], groups: [MethodGroup] = [], topics: [EventTopic] = [],
        openServices: Set<ServiceName> = []
    ) throws -> JSONNode {
        let methods = methods.filter { !$0.declaration.access.isInternal }
        var parts = try DocumentParts(methods: methods, groups: groups, openServices: openServices)
        var paths: [(path: String, operations: [(String, JSONNode)])] = []
        for method in methods {
            guard let http = method.declaration.http else { continue }
            let operation = try parts.operation(of: method, http: http)
            let verb = http.verb.rawValue.lowercased()
            if let index = paths.firstIndex(where: { $0.path == http.path }) {
                paths[index].operations.append((verb, operation))
            } else {
                paths.append((http.path, [(verb, operation)]))
            }
        }
        if !topics.isEmpty { paths.append((EventRules.path, [("get", EventsOperation.operation(topics))])) }
        paths.append(("/rpc", [("post", RPCOperation.operation)]))
        parts.finish()
        let responses = parts.responses.map { ($0.key, $0.value) } + [("RPCFailure", RPCOperation.failure)]
        let operations = JSONNode.object(paths.map { ($0.path, .object($0.operations)) })
        let schemas =
            parts.recorder.components.map { ($0.key, $0.value) } + ProblemSchema.components + RPCOperation.components
        let eventTags = topics.isEmpty ? [] : [(EventsOperation.tag, EventsOperation.tagDescription)]
        let tags =
            groups.map { ($0.name, $0.description) } + eventTags + [(RPCOperation.tag, RPCOperation.tagDescription)]
        return [
            "openapi": "3.1.0",
            "info": DocumentGuide.info,
            "servers": [
                ["url": "/", "description": "The gateway that serves this document"],
                ["url": "https://localhost:8443", "description": "An instance of `make run` on your machine"],
            ],
            "tags": .array(tags.map { ["name": .string($0.0), "description": .string($0.1)] }),
            "paths": operations,
            "components": [
                "schemas": .object(Reachable.schemas(of: operations, .object(responses), among: schemas)),
                "parameters": HeaderComponents.parameters,
                "headers": HeaderComponents.headers,
                "responses": .object(responses.sorted { $0.0 < $1.0 }),
                "securitySchemes": [
                    "accessToken": [
                        "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                        "description":
                            "The access token from a sign-in, such as `auth.login`; usually valid for five minutes",
                    ]
                ],
            ],
        ]
    }
}

/// The components that a document needs.
private struct Reachable {
    private var names: Set<String> = []

    /// Returns the schemas that operations, responses and headers refer to, directly or not, sorted by name.
    static func schemas(
        of nodes: JSONNode..., among schemas: [(String, JSONNode)]
    ) -> [(String, JSONNode)] {
        let known = Dictionary(schemas) { first, _ in first }
        var reachable = Reachable()
        for node in nodes + [HeaderComponents.headers, HeaderComponents.parameters] { reachable.visit(node, known) }
        return known.filter { reachable.names.contains($0.key) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private mutating func visit(_ node: JSONNode, _ schemas: [String: JSONNode]) {
        switch node {
        case .array(let items): for item in items { visit(item, schemas) }
        case .object(let members):
            for (name, value) in members {
                if name == "$ref", let path = value.text, path.hasPrefix("#/components/schemas/"),
                    let target = path.split(separator: "/").last.map(String.init), names.insert(target).inserted,
                    let schema = schemas[target]
                {
                    visit(schema, schemas)
                }
                visit(value, schemas)
            }
        default: break
        }
    }
}
