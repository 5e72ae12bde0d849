import Contract
import Contracts
import Foundation
import Testing
import Values

/// Returns the differences that break clients of the older contract.
private func breakingChanges(from old: [String: Any], to new: [String: Any]) -> [String] {
    ContractComparison.changes(from: old, to: new).filter(\.isBreaking).map { "\($0.place) \($0.text)" }
}

private func parse(_ node: JSONNode) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(node.serialized().utf8)) as? [String: Any])
}

@Suite struct CompatibilityTests {
    @Test func `The contract breaks no client of the snapshot in git`() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/openapi.json")
        let kept = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
        let changes = breakingChanges(from: kept, to: try parse(OpenAPIDocument.build()))
        #expect(changes.isEmpty, "\(changes)")
    }

    enum Before: Method {
        struct Params: Codable, Sendable { var name: String }
        struct Result: Codable, Sendable { var size: Int }
        static let declaration = MethodDeclaration(
            "x.y", service: .museums, access: .anyone, http: .post("/v1/x"), idempotency: .none)
    }
    enum Grown: Method {
        struct Params: Codable, Sendable {
            var name: String
            var more: String?
        }
        struct Result: Codable, Sendable {
            var size: Int
            var colour: String?
        }
        static let declaration = Before.declaration
    }
    enum Broken: Method {
        struct Params: Codable, Sendable {
            var name: String
            var more: String
        }
        struct Result: Codable, Sendable { var size: String? }
        static let declaration = Before.declaration
    }

    enum Filtered: Method {
        struct Params: Codable, Sendable { var limit: Int? }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "x.z", service: .museums, access: .anyone, http: .get("/v1/x"), idempotency: .idempotent)
    }
    enum Retyped: Method {
        struct Params: Codable, Sendable { var limit: String? }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "x.z", service: .museums, access: .anyone, http: .get("/v1/x"), idempotency: .keyed)
    }

    @Test func `A parameter's new type and a header field that becomes required are breaking changes`() throws {
        let changes = breakingChanges(
            from: try parse(OpenAPIDocument.build(methods: [Filtered.self])),
            to: try parse(OpenAPIDocument.build(methods: [Retyped.self])))
        #expect(
            changes == [
                "`x.z.Idempotency-Key` is a new, required parameter",
                "`x.z.limit` has the type `string` instead of `integer`",
            ])
    }

    @Test func `Additions are compatible; new requirements and changed types are not`() throws {
        // The three types stand for one method at three times, so their schemas get the same name.
        func describe(_ method: any Method.Type, _ name: String) throws -> [String: Any] {
            let text = try OpenAPIDocument.build(methods: [method]).serialized()
            let renamed = text.replacingOccurrences(of: name, with: "Sample")
            return try #require(try JSONSerialization.jsonObject(with: Data(renamed.utf8)) as? [String: Any])
        }
        let before = try describe(Before.self, "Before")
        let growth = ContractComparison.changes(from: before, to: try describe(Grown.self, "Grown"))
        #expect(growth.map(\.text) == ["is a new parameter", "is a new member"], "\(growth)")
        #expect(growth.allSatisfy { !$0.isBreaking })
        let changes = breakingChanges(from: before, to: try describe(Broken.self, "Broken"))
        #expect(changes.count == 3, "\(changes)")
    }

    // MARK: Values

    enum Size: String, CaseIterable, Codable, Hashable, Sendable { case small, large }
    enum MoreSizes: String, CaseIterable, Codable, Hashable, Sendable { case small, large, huge }
    enum FewerSizes: String, CaseIterable, Codable, Hashable, Sendable { case small }

    /// A method with an enum in its parameters and one in its result.
    enum Sized<Wanted: Codable & Sendable, Answered: Codable & Sendable>: Method {
        struct Params: Codable, Sendable { var size: Wanted }
        struct Result: Codable, Sendable { var size: Answered }
        static var declaration: MethodDeclaration {
            MethodDeclaration(
                "x.y", service: .museums, access: .anyone, http: .post("/v1/x"), idempotency: .none)
        }
    }

    private func changes(from old: any Method.Type, to new: any Method.Type) throws -> [ContractChange] {
        /// Gives the types that stand for one type at different times the same names.
        func describe(_ method: any Method.Type) throws -> [String: Any] {
            var text = try OpenAPIDocument.build(methods: [method]).serialized()
            for name in ["MoreSizes", "FewerSizes"] { text = text.replacingOccurrences(of: name, with: "Size") }
            return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        return ContractComparison.changes(from: try describe(old), to: try describe(new))
    }

    @Test func `A new value breaks clients in a closed enum of a result, but not in an open one or a parameter`() throws
    {
        let closed = try changes(from: Sized<Int, Size>.self, to: Sized<Int, MoreSizes>.self)
        #expect(closed.filter(\.isBreaking).map(\.text) == ["has the new value `huge`"], "\(closed)")
        let open = try changes(from: Sized<Int, OpenEnum<Size>>.self, to: Sized<Int, OpenEnum<MoreSizes>>.self)
        #expect(open.map(\.text) == ["has the new value `huge`"] && !open[0].isBreaking, "\(open)")
        let wanted = try changes(from: Sized<Size, Int>.self, to: Sized<MoreSizes, Int>.self)
        #expect(wanted.map(\.text) == ["has the new value `huge`"] && !wanted[0].isBreaking, "\(wanted)")
    }

    @Test func `A removed value breaks clients in a parameter, but not in a result`() throws {
        let wanted = try changes(from: Sized<Size, Int>.self, to: Sized<FewerSizes, Int>.self)
        #expect(wanted.map(\.text) == ["no longer has the value `large`"] && wanted[0].isBreaking, "\(wanted)")
        let result = try changes(from: Sized<Int, OpenEnum<Size>>.self, to: Sized<Int, OpenEnum<FewerSizes>>.self)
        #expect(result.map(\.text) == ["no longer has the value `large`"] && !result[0].isBreaking, "\(result)")
    }

    @Test func `An enum of a result may be opened, but not closed`() throws {
        let opened = try changes(from: Sized<Size, Size>.self, to: Sized<Size, OpenEnum<Size>>.self)
        #expect(opened.map(\.text) == ["may have values that are not listed"] && !opened[0].isBreaking, "\(opened)")
        let closed = try changes(from: Sized<Size, OpenEnum<Size>>.self, to: Sized<Size, Size>.self)
        #expect(closed.map(\.text) == ["has no values but those listed"] && closed[0].isBreaking, "\(closed)")
    }
}

@Suite struct ContractChangelogTests {
    private static let old: JSONNode = [
        "paths": [
            "/v1/x": [
                "get": ["operationId": "x.list", "parameters": [["name": "limit", "schema": ["type": "integer"]]]]
            ],
            "/v1/y": ["get": ["operationId": "y.get"]],
        ]
    ]
    private static let new: JSONNode = [
        "paths": [
            "/v1/x": [
                "get": ["operationId": "x.list", "parameters": [["name": "limit", "schema": ["type": "string"]]]]
            ],
            "/v1/z": ["get": ["operationId": "z.get"]],
        ]
    ]

    @Test func `A change of the contract becomes an entry under its version`() throws {
        let changes = ContractComparison.changes(from: try parse(Self.old), to: try parse(Self.new))
        let page = ContractChangelog.merging(
            changes, into: "# Changes\n\n## Version 1\n\n### Added\n\n- A.\n", version: "2")
        #expect(
            page == """
                # Changes

                ## Version 2

                ### Added

                - `z.get` (`GET /v1/z`) was added.

                ### Changed

                - `x.list.limit` has the type `string` instead of `integer` (breaking).

                ### Removed

                - `y.get` (`GET /v1/y`) was removed (breaking).

                ## Version 1

                ### Added

                - A.

                """)
    }

    @Test func `Entries of a version are merged, sorted and wrapped, and no change changes nothing`() {
        let place = "`\(String(repeating: "long", count: 22))`"
        func change(_ place: String) -> ContractChange {
            ContractChange(kind: .added, place: place, text: "is a new member of a long name")
        }
        let first = ContractChangelog.merging([change(place)], into: "# Changes\n", version: "1")
        #expect(first == "# Changes\n\n## Version 1\n\n### Added\n\n- \(place) is a new member of a long\n  name.\n")
        let both = ContractChangelog.merging([change(place), change("`a`")], into: first, version: "1")
        #expect(both == first.replacing("- `long", with: "- `a` is a new member of a long name.\n- `long"))
        #expect(ContractChangelog.merging([], into: both, version: "2") == both)
    }
}
