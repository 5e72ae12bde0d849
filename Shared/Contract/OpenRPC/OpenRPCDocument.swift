/// The OpenRPC 1.3 document of the public API: the methods as the line protocol and `POST /rpc` call them.
///
/// Derived from the same declarations as ``OpenAPIDocument``. `rpc.discover` answers with it.
public enum OpenRPCDocument {
    /// Builds the document.
    ///
    /// - Parameters:
    ///   - methods: the methods to describe; internal ones are skipped.
    ///   - topics: the topics of events.
    ///   - version: the version of the document.
    ///   - openServices: the services whose openable methods need no sign-in where the document is served; `nil` for a
    ///     document that holds for every instance.
    /// - Throws: a decoding error if a contract type cannot be described; a test shows that none fails.
    public static func build(
        methods: [any Method.Type], topics: [EventTopic] = [], version: String = "1",
        openServices: Set<ServiceName>? = nil
    ) throws -> JSONNode {
        let methods = methods.filter { !$0.declaration.access.isInternal }
        var recorder = try SchemaRecorder(resultsOf: methods)
        var described: [JSONNode] = []
        for method in methods {
            described.append(try self.method(method, openServices: openServices, recorder: &recorder))
        }
        described += protocolMethods + eventMethods(topics)
        let errors = try ErrorCode.all.map { ($0.name, try error($0, reasons: commonReasons, recorder: &recorder)) }
        let head: [(String, JSONNode)] = [
            ("openrpc", "1.3.2"),
            ("info", ["title": "Vokol", "version": .string(version), "description": .string(guide)]),
            ("servers", servers),
            ("methods", .array(described)),
            ("x-meta", reference("schemas", "CallMeta")),
            ("x-server-notifications", .array(serverNotifications + [eventNotification])),
        ]
        let components: [(String, JSONNode)] = [("errors", .object(errors)), ("tags", .object(tags))]
        let schemas = used(
            by: .object(head + components), of: recorder.components.merging(protocolSchemas) { _, schema in schema })
        return .object(head + [("components", .object([("schemas", .object(schemas))] + components))])
    }

    /// Returns a reference to a component, such as `#/components/errors/conflict`.
    static func reference(_ kind: String, _ name: String) -> JSONNode {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }

    // MARK: Methods

    private static func method<M: Method>(
        _ method: M.Type, openServices: Set<ServiceName>?, recorder: inout SchemaRecorder
    ) throws -> JSONNode {
        let declaration = method.declaration
        let documentation = TypeDocumentation.of(method)
        var members: [(String, JSONNode)] = [
            ("name", .string(declaration.name)), ("tags", [reference("tags", declaration.service.rawValue)]),
        ]
        if !documentation.summary.isEmpty { members.append(("summary", .string(documentation.summary))) }
        let paragraphs = method.paragraphs
        if !paragraphs.isEmpty { members.append(("description", .string(paragraphs.joined(separator: "\n\n")))) }
        if declaration.isDeprecated { members.append(("deprecated", true)) }
        let result = try recorder.schema(of: M.Result.self, as: .result)
        members += [
            ("paramStructure", "by-name"),
            ("params", .array(params(of: resolved(try recorder.schema(of: M.Params.self), in: recorder)))),
            ("result", ["name": "result", "schema": result]),
            ("errors", .array(try errors(of: declaration, recorder: &recorder))),
        ]
        if let exampled = method as? any ExampledMethod.Type {
            members.append(("examples", [pairing(exampled.example, of: declaration.name)]))
        }
        return .object(members + properties(of: declaration, openServices: openServices))
    }

    /// Returns a call and its result, as OpenRPC pairs them.
    private static func pairing(_ example: MethodExample, of name: String) -> JSONNode {
        var params: [JSONNode] = []
        if case .object(let members) = example.params {
            params = members.map { ["name": .string($0.0), "value": $0.1] }
        }
        return [
            "name": .string(name), "params": .array(params), "result": ["name": "result", "value": example.result],
        ]
    }

    /// Returns the content descriptors of an object's members, required ones first as OpenRPC demands.
    private static func params(of object: JSONNode) -> [JSONNode] {
        guard case .object(let members)? = object["properties"] else { return [] }
        var names: [JSONNode] = []
        if case .array(let required)? = object["required"] { names = required }
        let isRequired = { (member: (String, JSONNode)) in names.contains(.string(member.0)) }
        return (members.filter(isRequired) + members.filter { !isRequired($0) }).map { member in
            descriptor(member.0, member.1, isRequired: isRequired(member))
        }
    }

    /// Returns the content descriptor of a parameter; it takes over the schema's description.
    static func descriptor(_ name: String, _ schema: JSONNode, isRequired: Bool) -> JSONNode {
        var parts: [(String, JSONNode)] = [("name", .string(name))]
        var schema = schema
        if let description = schema["description"], case .object(let members) = schema {
            parts.append(("description", description))
            schema = .object(members.filter { $0.0 != "description" })
        }
        return .object(parts + [("required", .bool(isRequired)), ("schema", schema)])
    }

    /// Returns the properties of a method for which OpenRPC has no member of its own.
    private static func properties(
        of declaration: MethodDeclaration, openServices: Set<ServiceName>?
    ) -> [(String, JSONNode)] {
        var members: [(String, JSONNode)] = []
        switch declaration.access {
        case .anyone: members.append(("x-access", "anyone"))
        case .signedIn, .service: members.append(("x-access", "signed-in"))
        case .openable:
            let access = openServices.map { $0.contains(declaration.service) ? "anyone" : "signed-in" } ?? "openable"
            members.append(("x-access", .string(access)))
        case .role(let role): members += [("x-access", "role"), ("x-role", .string(role.rawValue))]
        }
        if declaration.session.needsPresence { members.append(("x-needs-presence", true)) }
        let idempotency =
            switch declaration.idempotency {
            case .idempotent: "idempotent"
            case .keyed: "keyed"
            case .none: "none"
            }
        members += [
            ("x-idempotency", .string(idempotency)), ("x-cost", .integer(declaration.cost)),
            ("x-timeout-ms", .integer(declaration.timeoutMilliseconds)),
            ("x-request-bytes", .integer(declaration.maximumRequestBytes)),
        ]
        if let http = declaration.http {
            members.append(("x-http", ["method": .string(http.verb.rawValue), "path": .string(http.path)]))
        }
        return members
    }

    private static func resolved(_ node: JSONNode, in recorder: SchemaRecorder) -> JSONNode {
        componentName(in: node).flatMap { recorder.components[$0] } ?? node
    }

    // MARK: Components

    private static let schemaPrefix = "#/components/schemas/"

    /// The component that a reference names; `nil` if the node is no reference to a schema.
    private static func componentName(in node: JSONNode) -> String? {
        guard let path = node["$ref"]?.text, path.hasPrefix(schemaPrefix) else { return nil }
        return String(path.dropFirst(schemaPrefix.count))
    }

    /// Returns the schemas that a document refers to, directly or through others, by name.
    private static func used(by document: JSONNode, of schemas: [String: JSONNode]) -> [(String, JSONNode)] {
        var names: Set<String> = []
        var open = [document]
        while let node = open.popLast() {
            if let name = componentName(in: node), names.insert(name).inserted, let schema = schemas[name] {
                open.append(schema)
            }
            switch node {
            case .object(let members): open += members.map(\.1)
            case .array(let items): open += items
            case .string, .integer, .number, .bool, .null: break
            }
        }
        return names.sorted().compactMap { name in schemas[name].map { (name, $0) } }
    }
}
