import Contract
import Contracts
import Foundation
import Testing

@Suite struct OpenAPITests {
    @Test func `The description names every public method once and no internal one`() throws {
        let document = try OpenAPIDocument.build(methods: Methods.public)
        guard case .object(let paths)? = document["paths"] else {
            Issue.record("no paths")
            return
        }
        var ids: [String] = []
        for (_, item) in paths {
            guard case .object(let operations) = item else { continue }
            ids += operations.compactMap { $0.1["operationId"]?.text }
        }
        #expect(Set(ids) == Set(Methods.public.map { $0.declaration.name } + ["rpc"]))
        #expect(!document.serialized().contains("revocations"))
    }

    @Test func `A raw request has a body of any type and no parameters`()
        throws
    {
        let document = try OpenAPIDocument.build(methods: Methods.public)
        let operation = document["paths"]?["/v1/payments/notifications"]?["post"]
        #expect(operation?["requestBody"]?["content"] == ["*/*": .object([])])
        #expect(operation?["requestBody"]?["required"] == true)
        #expect(operation?["parameters"] == nil)
        #expect(document["components"]?["schemas"]?["RawRequest"] == nil)
    }

    @Test
    func
        `Path parameters are not part of the body, and an empty body is omitted`()
        throws
    {
        let document = try OpenAPIDocument.build(methods: Methods.public)
        guard case .object(let paths)? = document["paths"] else {
            Issue.record("no paths")
            return
        }
        for (path, item) in paths where path.contains("{") {
            guard let operation = item["post"] else { continue }
            let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"]
            for name in names {
                #expect(schema?["$ref"] == nil && schema?["properties"]?[name] == nil, "\(path) \(name)")
                guard case .array(let required)? = schema?["required"] else { continue }
                #expect(!required.contains(.string(name)), "\(path) \(name)")
            }
        }
        let bookings = document["paths"]?["/v1/bookings/{id}/move"]?["post"]
        #expect(bookings?["requestBody"]?["required"] == true)
        let body = bookings?["requestBody"]?["content"]?["application/json"]?["schema"]
        #expect(body?["properties"]?["startsAt"] != nil)
        #expect(document["paths"]?["/v1/holds/{id}/release"]?["post"]?["requestBody"] == nil)
    }

    @Test func `Every reference points to a schema`() throws {
        let text = try OpenAPIDocument.build(methods: Methods.public).serialized()
        let document = try OpenAPIDocument.build(methods: Methods.public)
        for part in text.components(separatedBy: "\"#/components/schemas/").dropFirst() {
            let name = String(part.prefix { $0 != "\"" })
            #expect(document["components"]?["schemas"]?[name] != nil, "\(name)")
        }
    }

    @Test func `The document is reproducible`() throws {
        #expect(
            try OpenAPIDocument.build(methods: Methods.public).serialized()
                == OpenAPIDocument.build(methods: Methods.public).serialized())
    }

    /// The path of `docs/openapi.json`, the last approved description of the contract.
    private static let snapshotPath = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/openapi.json")

    @Test func `The snapshot in docs/openapi.json equals the contract (UPDATE_SNAPSHOT=1 rewrites it)`() throws {
        let current = try OpenAPIDocument.build(methods: Methods.public).serialized(indented: true) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOT"] == "1" {
            try Data(current.utf8).write(to: Self.snapshotPath)
        }
        let kept = try String(contentsOf: Self.snapshotPath, encoding: .utf8)
        #expect(kept == current, "the contract has changed: look at the difference, then run with UPDATE_SNAPSHOT=1")
    }
}
