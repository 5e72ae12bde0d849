import Contract
import Contracts
import Foundation
import Testing

@Suite struct WebContractTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Clients/Web/contract")

    @Test func `The web client's contract equals the Swift contract (UPDATE_SNAPSHOT=1 rewrites it)`() throws {
        let contract = try WebContract()
        let files = [
            ("methods.js", contract.table), ("staff-methods.js", contract.staffTable),
            ("admin-methods.js", contract.adminTable), ("account-methods.js", contract.accountTable),
            ("weather-methods.js", contract.weatherTable),
            ("timetable-methods.js", contract.timetableTable),
            ("types.d.ts", contract.types),
        ]
        for (name, current) in files {
            let file = Self.directory.appending(path: name)
            if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOT"] == "1" {
                try Data(current.utf8).write(to: file)
            }
            let kept = try String(contentsOf: file, encoding: .utf8)
            // Not compared within the expectation, which would print both texts.
            let isSame = kept == current
            #expect(
                isSame, "\(name): the contract has changed: look at the difference, then run with UPDATE_SNAPSHOT=1")
        }
    }

    @Test func `Every public method with JSON has one line and types, and no internal one has`() throws {
        let contract = try WebContract()
        let names = Methods.public.compactMap { method in
            method.declaration.http.flatMap { $0.sendsBytes ? nil : TypeScript.quoted(method.declaration.name) }
        }
        let lines = Self.tables(of: contract).split(separator: "\n").filter { $0.hasPrefix("  \"") }
        #expect(lines.map { $0.dropFirst(2).prefix { $0 != ":" } }.sorted() == names.map { $0[...] }.sorted())
        let members = contract.types.split(separator: "\n").filter { $0.contains(": { params: ") }
        #expect(members.map { $0.dropFirst(2).prefix { $0 != ":" } } == names.map { $0[...] })
    }

    @Test func `A line tells verb, path, access, repetition and flags`() throws {
        let contract = try WebContract()
        let table = Self.tables(of: contract)
        for line in [
            #""auth.login": ["POST", "/v1/sessions", "anyone", "once", "session", "device"],"#,
            #""auth.logout": ["POST", "/v1/sessions/end", "anyone", "idempotent", "session-end"],"#,
            #""museums.get": ["GET", "/v1/museums/{id}", "openable", "idempotent", "etag"],"#,
            #""booking.book": ["POST", "/v1/bookings", "signed-in", "keyed"],"#,
            #""booking.board": ["GET", "/v1/board", "park.staff", "idempotent"],"#,
            #""booking.notifyPayment": ["POST", "/v1/payments/notifications", "anyone", "idempotent", "raw"],"#,
        ] {
            let isThere = table.contains("\n  \(line)\n")
            #expect(isThere, "\(line)")
        }
    }

    @Test func `Refresh tokens are in no type of a method, because the gateway keeps them in a cookie`() throws {
        let types = try WebContract().types
        let methods = types.split(separator: "\n").filter { $0.hasPrefix("  \"auth.") }
        for type in ["AuthTokens", "AuthVerifyCodeResult", "AuthRefreshParams", "AuthLogoutParams"] {
            let users = methods.filter { $0.contains(type) }
            #expect(!users.isEmpty && users.allSatisfy { $0.contains("WithoutRefreshToken<\(type)>") }, "\(type)")
        }
    }

    @Test func `Every type that is referred to is declared, and no line is too long`() throws {
        let contract = try WebContract()
        var (declared, used): (Set<Substring>, Set<Substring>) = ([], [])
        for line in contract.types.split(separator: "\n") where !Self.isComment(line) {
            // Every other part stands between quotation marks.
            let code = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) }.map(\.element)
            let words = code.flatMap { $0.split { !$0.isLetter && !$0.isNumber } }
            used.formUnion(words.filter { $0.first?.isUppercase == true })
            if line.hasPrefix("export ") { declared.insert(words[2]) }
        }
        // Of the language, and the parameters of generic types.
        used.subtract(["BodyInit", "Exclude", "Omit", "Readonly", "Record", "Name", "Reason", "Type"])
        #expect(used.subtracting(declared).isEmpty)
        for line in (contract.types + Self.tables(of: contract)).split(separator: "\n") {
            #expect(line.count <= TypeScript.columns, "\(line)")
        }
    }

    private static func tables(of contract: WebContract) -> String {
        contract.table + contract.staffTable + contract.adminTable + contract.accountTable + contract.weatherTable
            + contract.timetableTable
    }

    private static func isComment(_ line: Substring) -> Bool {
        let text = line.drop { $0 == " " }
        return text.hasPrefix("/*") || text.hasPrefix("*")
    }

    // MARK: Schemas

    @Test(
        arguments: [
            (["type": "integer", "minimum": 1], "number"), (["type": "string", "format": "date"], "LocalDate"),
            (["type": "string", "format": "date-time"], "Instant"), (["type": "string", "format": "uuid"], "string"),
            (["type": "string", "enum": ["a", "b"]], #""a" | "b""#),
            (["type": "string", "x-extensible-enum": ["a"]], #""a" | (string & {})"#),
            (["type": "array", "items": ["enum": ["a", "b"]]], #"("a" | "b")[]"#),
            (["type": "array", "items": ["type": "number"], "minItems": 2, "maxItems": 2], "[number, number]"),
            (["type": "object", "additionalProperties": ["type": "string"]], "Record<string, string>"),
            (["anyOf": [["$ref": "#/components/schemas/A"], ["$ref": "#/components/schemas/B"]]], "A | B"),
            (["description": "anything"], "unknown"),
        ] as [(JSONNode, String)])
    func `A schema becomes a type`(schema: JSONNode, type: String) {
        #expect(TypeScript.type(of: schema) == type)
    }

    @Test func `An object becomes an interface whose optional members may be missing`() {
        let schema: JSONNode = [
            "type": "object", "description": "A pair\n\nOf things.",
            "properties": ["a": ["type": "string", "description": "The first */"], "b": ["$ref": "#/x/B"]],
            "required": ["a"],
        ]
        #expect(
            TypeScript.declaration(of: "Pair", schema, schemas: ["B": ["description": "A ``B``"]]) == """
                /** A pair */
                export interface Pair {
                  /** The first *\\/ */
                  a: string;
                  /** A `B` */
                  b?: B;
                }

                """)
        #expect(
            TypeScript.declaration(of: "None", ["type": "object", "properties": .object([])])
                == "export type None = Record<string, never>;\n")
    }
}
