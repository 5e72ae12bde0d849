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

    // MARK: methods.js

    /// The text of `methods.js`: the methods that need no role, except those of the account's and weather's screens.
    var table: String {
        """
        /**
         * The methods of the API over HTTP. Generated from the Swift contract; do not edit. To regenerate:
         * `UPDATE_SNAPSHOT=1 swift test --filter WebContractTests`
         *
         * A method: verb, path, access (`anyone`, `openable`: an instance may require a sign-in, `signed-in`, or the role that
         * is needed beside `admin`), repetition (`idempotent`, `keyed`: needs an idempotency key, `once`), then flags:
         * - `etag`: the answer may be cached and revalidated
         * - `raw`: the body is bytes, not JSON
         * - `session`: begins or continues a session; `session-end`: ends it
         * - `device`: takes the device's cookie
         *
         * A parameter in braces goes into the path; the others go into the query of GET and DELETE, or into the JSON body.
         * The methods of a role, of the account's screens and of the weather's are in `staff-methods.js`,
         * `admin-methods.js`, `account-methods.js` and `weather-methods.js`, which add them to these; those of the
         * timetable's later parts in `timetable-methods.js`.
         *
         * @type {import("./types.d.ts").MethodTable}
         */
        export const methods = /** @type {any} */ ({
        \(lines { $0.role == nil && !$0.isRare && !$0.isOfWeather && !$0.isOfTimetableParts })});

        """
    }

    /// The text of `staff-methods.js`: the methods for the staff of the park, which most visits never call.
    var staffTable: String { laterTable { $0.role != nil && $0.role != .admin } }

    /// The text of `admin-methods.js`: the methods for administrators.
    var adminTable: String { laterTable { $0.role == .admin } }

    /// The text of `account-methods.js`: the methods of signing in and of the account.
    var accountTable: String { laterTable(\.isRare) }

    /// The text of `weather-methods.js`: the methods of the weather's screen.
    var weatherTable: String { laterTable(\.isOfWeather) }

    /// The text of `timetable-methods.js`: the methods of the parts of the timetable that are loaded later.
    var timetableTable: String { laterTable(\.isOfTimetableParts) }

    private func laterTable(_ isIncluded: (WebMethod) -> Bool) -> String {
        """
        /**
         * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Those screens
         * import this file, which adds the methods to the others.
         */
        import { methods } from "./methods.js";

        Object.assign(methods, {
        \(lines(isIncluded))});

        """
    }

    private func lines(_ isIncluded: (WebMethod) -> Bool) -> String { methods.filter(isIncluded).map(\.line).joined() }

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
