/// Compares two OpenAPI documents of the contract: all differences, and those among them that break clients.
///
/// Follows each operation from its parameters and results, because a change of a result may be harmless where the same
/// change of a parameter is not, and vice versa.
struct ContractComparison {
    /// The side of the contract that a schema belongs to.
    private enum Side: String { case request, response }

    private let old: [String: Any]
    private let new: [String: Any]
    private var changes: [ContractChange] = []
    /// The pairs of components that were compared.
    private var compared: Set<String> = []

    /// Returns the differences, in the order of the operations' paths.
    static func changes(from old: [String: Any], to new: [String: Any]) -> [ContractChange] {
        var comparison = ContractComparison(old: old, new: new)
        comparison.compareOperations()
        return comparison.changes
    }

    private init(old: [String: Any], new: [String: Any]) {
        self.old = old
        self.new = new
    }

    private mutating func note(
        _ kind: ContractChange.Kind, _ place: String, _ text: String, breaking: Bool = false
    ) {
        let change = ContractChange(kind: kind, place: place, text: text, isBreaking: breaking)
        if !changes.contains(change) { changes.append(change) }
    }

    // MARK: Operations

    private mutating func compareOperations() {
        let (before, after) = (Self.operations(of: old), Self.operations(of: new))
        for name in Set(before.keys).union(after.keys).sorted() {
            switch (before[name], after[name]) {
            case (let was?, let now?): compare(was, now)
            case (let was?, nil): note(.removed, Self.place(was, name), "was removed", breaking: true)
            case (nil, let now?): note(.added, Self.place(now, name), "was added")
            case (nil, nil): break
            }
        }
    }

    /// The operations by verb and path, such as `GET /v1/museums`.
    private static func operations(of document: [String: Any]) -> [String: [String: Any]] {
        var operations: [String: [String: Any]] = [:]
        for (path, item) in document.object("paths") {
            for (verb, operation) in item as? [String: Any] ?? [:] {
                operations["\(verb.uppercased()) \(path)"] = operation as? [String: Any]
            }
        }
        return operations
    }

    private static func place(_ operation: [String: Any], _ name: String) -> String {
        operation.text("operationId").map { "`\($0)` (`\(name)`)" } ?? "`\(name)`"
    }

    private mutating func compare(_ before: [String: Any], _ after: [String: Any]) {
        let name = after.text("operationId") ?? ""
        if before["deprecated"] == nil, after["deprecated"] != nil { note(.changed, "`\(name)`", "is deprecated") }
        compareParameters(before, after, of: name)
        let (body, newBody) = (before.body, after.body)
        if body != nil || newBody != nil {
            compare(body ?? Self.noMembers, newBody ?? Self.noMembers, .request, at: name)
        }
        let (success, newSuccess) = (before.success, after.success)
        if let status = success?.status, let newStatus = newSuccess?.status, status != newStatus {
            note(.changed, "`\(name)`", "answers \(newStatus) instead of \(status)", breaking: true)
        }
        compare(success?.schema ?? [:], newSuccess?.schema ?? [:], .response, at: name)
        compareReasons(before, after, of: name)
    }

    private static var noMembers: [String: Any] { ["type": "object"] }

    private mutating func compareParameters(_ before: [String: Any], _ after: [String: Any], of operation: String) {
        let (before, after) = (parameters(of: before, in: old), parameters(of: after, in: new))
        for name in Set(before.keys).union(after.keys).sorted() {
            let place = "`\(operation).\(name)`"
            switch (before[name], after[name]) {
            case (let was?, let now?):
                compareRequirement(was.isRequired, now.isRequired, .request, at: place)
                compare(was.object("schema"), now.object("schema"), .request, at: "\(operation).\(name)")
            case (_?, nil): note(.removed, place, "is no longer a parameter", breaking: true)
            case (nil, let now?): noteParameter(place, isRequired: now.isRequired)
            case (nil, nil): break
            }
        }
    }

    /// Returns an operation's parameters by name; those of header fields are components.
    private func parameters(of operation: [String: Any], in document: [String: Any]) -> [String: [String: Any]] {
        let list = (operation["parameters"] as? [[String: Any]] ?? []).map { Self.resolve($0, in: document).schema }
        return Dictionary(list.map { ($0.text("name") ?? "", $0) }) { first, _ in first }
    }

    private mutating func noteParameter(_ place: String, isRequired: Bool) {
        note(.added, place, isRequired ? "is a new, required parameter" : "is a new parameter", breaking: isRequired)
    }

    private mutating func compareReasons(_ before: [String: Any], _ after: [String: Any], of name: String) {
        let (before, after) = (problems(of: before, in: old), problems(of: after, in: new))
        let (reasons, newReasons) = (Self.reasons(in: before), Self.reasons(in: after))
        for reason in newReasons.subtracting(reasons).sorted() {
            note(.added, "`\(name)`", "may fail with `\(reason)`")
        }
        for reason in reasons.subtracting(newReasons).sorted() {
            note(.removed, "`\(name)`", "no longer fails with `\(reason)`")
        }
        for (status, problem) in before.sorted(by: { $0.key < $1.key }) {
            // Details where there were none come with a new reason.
            guard let newProblem = after[status], problem["details"] != nil else { continue }
            compare(problem.object("details"), newProblem.object("details"), .response, at: "\(name).details")
        }
    }

    /// Returns the members that the problems of an operation describe more closely than any problem, by status.
    private func problems(of operation: [String: Any], in document: [String: Any]) -> [String: [String: Any]] {
        operation.object("responses").compactMapValues { response in
            let response = Self.resolve(response as? [String: Any] ?? [:], in: document).schema
            let schema = response.object("content", "application/problem+json", "schema")
            let parts = Self.resolve(schema, in: document).schema["allOf"] as? [[String: Any]]
            return parts?.last?.object("properties")
        }
    }

    private static func reasons(in problems: [String: [String: Any]]) -> Set<String> {
        Set(problems.values.flatMap { Self.values(of: $0.object("reason")) ?? [] })
    }

    // MARK: Schemas

    private mutating func compare(
        _ before: [String: Any], _ after: [String: Any], _ side: Side, at path: String
    ) {
        let (was, now) = (Self.resolve(before, in: old), Self.resolve(after, in: new))
        // A component is compared once, under its own name.
        let path = now.name ?? was.name ?? path
        if let name = now.name ?? was.name {
            guard compared.insert("\(side) \(was.name ?? "") \(name)").inserted else { return }
        }
        let (before, after, place) = (was.schema, now.schema, "`\(path)`")
        for facet in ["type", "format"] {
            let (value, newValue) = (before.phrase(facet), after.phrase(facet))
            if value != newValue {
                note(.changed, place, "has the \(facet) \(newValue) instead of \(value)", breaking: true)
            }
        }
        compareValues(before, after, side, at: place)
        if side == .request { compareLimits(before, after, at: place) }
        compareMembers(before, after, side, at: path)
        for inner in ["items", "additionalProperties"] {
            guard let item = before[inner] as? [String: Any], let newItem = after[inner] as? [String: Any] else {
                continue
            }
            compare(item, newItem, side, at: "\(path)[]")
        }
    }

    private mutating func compareMembers(
        _ before: [String: Any], _ after: [String: Any], _ side: Side, at path: String
    ) {
        let (members, newMembers) = (before.object("properties"), after.object("properties"))
        let (required, newRequired) = (before.required, after.required)
        for name in Set(members.keys).union(newMembers.keys).sorted() {
            let place = "`\(path).\(name)`"
            switch (members[name] as? [String: Any], newMembers[name] as? [String: Any]) {
            case (let was?, let now?):
                compareRequirement(required.contains(name), newRequired.contains(name), side, at: place)
                compare(was, now, side, at: "\(path).\(name)")
            case (_?, nil): note(.removed, place, "was removed", breaking: true)
            case (nil, _?) where side == .request: noteParameter(place, isRequired: newRequired.contains(name))
            case (nil, _?): note(.added, place, "is a new member")
            case (nil, nil): break
            }
        }
    }

    private mutating func compareRequirement(_ was: Bool, _ now: Bool, _ side: Side, at place: String) {
        switch (side, was, now) {
        case (.request, false, true): note(.changed, place, "is required", breaking: true)
        case (.request, true, false): note(.changed, place, "is optional")
        case (.response, false, true): note(.changed, place, "is always present")
        case (.response, true, false): note(.changed, place, "may be absent", breaking: true)
        default: break
        }
    }

    /// Compares the values of enums: a client must not meet a value that it cannot know, nor send one that is gone.
    private mutating func compareValues(
        _ before: [String: Any], _ after: [String: Any], _ side: Side, at place: String
    ) {
        let (values, newValues) = (Self.values(of: before), Self.values(of: after))
        let (wasClosed, isClosed) = (before["enum"] != nil, after["enum"] != nil)
        if wasClosed != isClosed {
            let text = isClosed ? "has no values but those listed" : "may have values that are not listed"
            note(.changed, place, text, breaking: isClosed)
        }
        guard let values, let newValues else { return }
        for value in newValues where !values.contains(value) {
            note(.added, place, "has the new value `\(value)`", breaking: side == .response && (wasClosed || isClosed))
        }
        for value in values where !newValues.contains(value) {
            note(.removed, place, "no longer has the value `\(value)`", breaking: side == .request)
        }
    }

    private static func values(of schema: [String: Any]) -> [String]? {
        (schema["enum"] ?? schema["x-extensible-enum"]) as? [String]
    }

    /// Compares the limits of parameters; a narrower one rejects what clients may send today.
    private mutating func compareLimits(_ before: [String: Any], _ after: [String: Any], at place: String) {
        for limit in ["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"] {
            let (was, now) = (before.number(limit), after.number(limit))
            guard was != now else { continue }
            let isNarrower =
                limit.hasPrefix("min")
                ? (was ?? -.infinity) < (now ?? -.infinity)
                : (was ?? .infinity) > (now ?? .infinity)
            note(
                .changed, place, "has the \(limit) \(after.phrase(limit)) instead of \(before.phrase(limit))",
                breaking: isNarrower)
        }
    }

    /// Returns what a reference leads to, and the component's name if it is a schema with members or values.
    private static func resolve(
        _ node: [String: Any], in document: [String: Any]
    ) -> (schema: [String: Any], name: String?) {
        guard let path = node.text("$ref")?.split(separator: "/").dropFirst().map(String.init) else {
            return (node, nil)
        }
        let target = path.reduce(document) { $0.object($1) }
        let hasName = target["properties"] != nil || values(of: target) != nil
        return (target, hasName ? path.last : nil)
    }
}

extension [String: Any] {
    fileprivate func object(_ path: String...) -> [String: Any] {
        path.reduce(self) { $0[$1] as? [String: Any] ?? [:] }
    }

    fileprivate func text(_ name: String) -> String? { self[name] as? String }
    fileprivate func number(_ name: String) -> Double? { self[name] as? Double }
    fileprivate func phrase(_ name: String) -> String { self[name].map { "`\($0)`" } ?? "none" }
    fileprivate var isRequired: Bool { self["required"] as? Bool == true }
    fileprivate var required: Set<String> { Set(self["required"] as? [String] ?? []) }

    /// The schema of an operation's JSON body; `nil` if it has none.
    fileprivate var body: [String: Any]? {
        object("requestBody", "content", "application/json")["schema"] as? [String: Any]
    }

    /// The status and the schema of an operation's success.
    fileprivate var success: (status: String, schema: [String: Any])? {
        let responses = object("responses")
        return responses.keys.filter { $0.hasPrefix("2") }.min().map { status in
            (status, object("responses", status, "content", "application/json", "schema"))
        }
    }
}
