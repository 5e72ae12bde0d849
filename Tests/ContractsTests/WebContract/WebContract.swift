import Contract
import Contracts

/// The contract as the web client reads it: a table of the methods, and the types of parameters, results and errors.
///
/// It stands beside the tests, because no program needs it at run time.
struct WebContract {
    let methods: [WebMethod]
    private let recorder: SchemaRecorder
    /// The schemas of the OpenAPI document, of which those of problems are no types of the contract.
    private let documented: JSONNode

    /// Describes the public methods.
    /// - Throws: a decoding error if a type cannot be described; a test shows that none fails.
    init() throws {
        var recorder = try SchemaRecorder(resultsOf: Methods.public)
        methods = try Methods.public.compactMap { try WebMethod($0, recorder: &recorder) }
        for case let type? in Self.reasons.map(\.details) { _ = try recorder.schema(of: type, as: .result) }
        self.recorder = recorder
        documented = try OpenAPIDocument.build()["components"]?["schemas"] ?? .null
    }

    // MARK: Tables

    /// The text of the file of a table.
    func text(of table: WebMethod.Table) -> String {
        let lines = methods.filter { $0.table == table }.map(\.line).joined()
        return table == .main ? WebContractTexts.methods(lines) : WebContractTexts.moreMethods(lines)
    }

    // MARK: types.d.ts

    /// The text of `types.d.ts`.
    var types: String {
        ([WebContractTexts.types(access: Set(methods.map(\.access)).sorted()), members] + errors + named)
            .joined(separator: "\n")
    }

    private var members: String {
        let tokenTypes = Set(recorder.components.filter { $0.value["properties"]?["refreshToken"] != nil }.keys)
        return TypeScript.comment("The parameters and the result of each method")
            + "export interface Methods {\n\(methods.map { $0.member(tokenTypes: tokenTypes) }.joined())}\n"
    }

    /// The types of the contract, sorted by name.
    private var named: [String] {
        // The parameters without members are ``Empty``, which results record.
        var schemas = recorder.components.filter { $0.key == "Empty" || $0.value["properties"] != .object([]) }
        for name in ["FaultLimits", "ParameterFault", "ProblemType"] { schemas[name] = documented[name] }
        var descriptions: [String: String] = [:]
        for method in methods.reversed() {
            descriptions[method.params] = "The parameters of `\(method.declaration.name)`"
            descriptions[method.result] = "The result of `\(method.declaration.name)`"
        }
        return schemas.sorted { $0.key < $1.key }.map { name, schema in
            TypeScript.declaration(of: name, schema, description: descriptions[name], schemas: schemas)
        }
    }

    // MARK: Errors

    /// The reasons with which a method declares its errors, and the one of every method that needs a role.
    private static let reasons = Methods.public.flatMap { $0.declaration.reasons } + [.roleRequired]

    private var errors: [String] {
        let problem = documented["Problem"] ?? .null
        let shared = problem.setting("description", "The members that every problem has, whatever its reason")
            .setting("properties", (problem["properties"] ?? .null).removing("reason").removing("details"))
        return [
            TypeScript.union("ErrorReason", of: reasonNames, description: "A reason that an error may have"),
            reasonDetails, TypeScript.declaration(of: "ProblemMembers", shared), WebContractTexts.problem,
        ]
    }

    /// The reasons of any error over HTTP, sorted.
    private var reasonNames: [String] {
        // The schemas of problems list the reasons by operation; these two belong to none.
        var names: Set = [ErrorReason.twoTokens.reason, ErrorReason.verbNotAllowed.reason]
        for (_, schema) in documented.members {
            for part in schema["allOf"]?.items ?? [] {
                names.formUnion(part["properties"]?["reason"]?["x-extensible-enum"]?.items.compactMap(\.text) ?? [])
            }
        }
        return names.sorted()
    }

    private var reasonDetails: String {
        var types: [String: Set<String>] = [:]
        for reason in Self.reasons {
            guard let type = reason.details else { continue }
            types[reason.reason, default: []].insert(SchemaRecorder.componentName(of: type))
        }
        let members = types.sorted { $0.key < $1.key }.map { reason, types in
            "  \(TypeScript.quoted(reason)): \(types.sorted().joined(separator: " | "));\n"
        }
        return TypeScript.comment("The details of a problem by its reason")
            + "export interface ReasonDetails {\n\(members.joined())}\n"
    }
}
