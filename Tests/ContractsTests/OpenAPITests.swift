import Contract
import Contracts
import Foundation
import Testing

@Suite struct OpenAPITests {
    @Test func `The description names every public method once and no internal one`() throws {
        let document = try OpenAPIDocument.build()
        guard case .object(let paths)? = document["paths"] else {
            Issue.record("no paths")
            return
        }
        var ids: [String] = []
        for (_, item) in paths {
            guard case .object(let operations) = item else { continue }
            ids += operations.compactMap { $0.1["operationId"]?.text }
        }
        #expect(Set(ids) == Set(Methods.public.map { $0.declaration.name } + ["events", "rpc"]))
        #expect(!document.serialized().contains("revocations"))
    }

    @Test func `A raw request has a body of any type and no parameters`()
        throws
    {
        let document = try OpenAPIDocument.build()
        let operation = document["paths"]?["/v1/payments/notifications"]?["post"]
        let binary: JSONNode = ["schema": ["type": "string", "format": "binary"]]
        #expect(operation?["requestBody"]?["content"] == ["*/*": binary, "application/octet-stream": binary])
        #expect(operation?["requestBody"]?["required"] == true)
        #expect(operation?["parameters"] == nil)
        #expect(document["components"]?["schemas"]?["RawRequest"] == nil)
    }

    @Test
    func
        `Path parameters are not part of the body, and an empty body is omitted`()
        throws
    {
        let document = try OpenAPIDocument.build()
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

    @Test func `Sign-in is optional for openable methods of open services, and roles are listed`() throws {
        let closed = try OpenAPIDocument.build(openServices: [])
        let open = try OpenAPIDocument.build(openServices: [.museums])
        let needed: JSONNode = [["accessToken": []]]
        let optional: JSONNode = [["accessToken": []], .object([])]
        #expect(closed["paths"]?["/v1/museums"]?["get"]?["security"] == needed)
        #expect(open["paths"]?["/v1/museums"]?["get"]?["security"] == optional)
        #expect(open["paths"]?["/v1/weather"]?["get"]?["security"] == needed)
        #expect(open["paths"]?["/v1/me"]?["get"]?["security"] == needed)
        #expect(open["paths"]?["/v1/park"]?["get"]?["security"] == [])
        let standard = try OpenAPIDocument.build()
        for path in ["/v1/weather", "/v1/places", "/v1/news", "/v1/schedule/groups/{group}"] {
            #expect(standard["paths"]?[path]?["get"]?["security"] == optional, "\(path)")
        }
        for path in ["/v1/museums", "/v1/history", "/v1/schedule/favourites"] {
            #expect(standard["paths"]?[path]?["get"]?["security"] == needed, "\(path)")
        }
        let board = closed["paths"]?["/v1/board"]?["get"]
        #expect(board?["x-roles"] == ["park.staff", "park.admin", "admin"])
        #expect(board?["description"]?.text?.contains("role `park.staff`") == true)
    }

    @Test func `An operation lists its errors by status, with the reasons that it can have`() throws {
        let document = try OpenAPIDocument.build()
        func reasons(_ path: String, _ verb: String, _ status: Int) -> JSONNode? {
            var response = document["paths"]?[path]?[verb]?["responses"]?["\(status)"]
            if let name = response?["$ref"]?.text?.split(separator: "/").last {
                response = document["components"]?["responses"]?[String(name)]
            }
            let schema = response?["content"]?["application/problem+json"]?["schema"]?["$ref"]?.text
            guard let name = schema?.split(separator: "/").last,
                case .array(let parts)? = document["components"]?["schemas"]?[String(name)]?["allOf"]
            else { return nil }
            return parts.last?["properties"]?["reason"]?["x-extensible-enum"]
        }
        #expect(reasons("/v1/sessions/refresh", "post", 503)?.contains("no-replica") == true)
        #expect(reasons("/v1/sessions", "post", 403)?.contains("credentials-wrong") == true)
        #expect(reasons("/v1/sessions", "post", 401)?.contains("token-expired") == true)
        #expect(reasons("/v1/bookings", "post", 409)?.contains("hold-expired") == true)
        #expect(reasons("/v1/bookings", "post", 422)?.contains("idempotency-key-missing") == true)
        #expect(reasons("/v1/board", "get", 403) == ["role-required"])
        #expect(document["paths"]?["/v1/board"]?["get"]?["responses"]?["409"] == nil)
        #expect(document["paths"]?["/v1/me"]?["get"]?["responses"]?["413"] == nil)
        for method in Methods.public {
            guard let http = method.declaration.http else { continue }
            let responses = document["paths"]?[http.path]?[http.verb.rawValue.lowercased()]?["responses"]
            #expect(responses?["default"] != nil, "\(method.declaration.name)")
            for reason in method.declaration.reasons {
                #expect(responses?["\(reason.code.httpStatus)"] != nil, "\(method.declaration.name) \(reason.reason)")
            }
        }
    }

    @Test func `Methods that use the session's cookie say so, with the errors of its use`() throws {
        let document = try OpenAPIDocument.build()
        var names: [String] = []
        for method in Methods.public {
            guard let http = method.declaration.http, http.usesSessionCookie else { continue }
            names.append(method.declaration.name)
            let operation = document["paths"]?[http.path]?[http.verb.rawValue.lowercased()]
            let parameters = operation?["parameters"]?.items ?? []
            #expect(parameters.contains(["$ref": "#/components/parameters/Session"]), "\(names)")
            #expect(operation?["description"]?.text?.contains("`X-Vokol-Session: cookie`") == true)
            #expect(operation?["responses"]?["403"] != nil)
            let status = http.form == .noContent ? "204" : "200"
            #expect(operation?["responses"]?[status]?["headers"]?["Set-Cookie"] != nil)
        }
        #expect(
            Set(names) == [
                "auth.login", "auth.verifyEmail", "auth.verifyCode", "auth.completeRegistration", "auth.resetPassword",
                "auth.refresh", "auth.logout", "auth.completeSignIn", "auth.loginWithPasskey",
            ])
        let devices = Methods.public.map { $0.declaration }.filter { $0.http?.body == .device }
        #expect(Set(devices.map(\.name)) == ["auth.login", "auth.requestCode", "auth.requestPasswordReset"])
        for declaration in devices {
            guard let http = declaration.http else { continue }
            let operation = document["paths"]?[http.path]?[http.verb.rawValue.lowercased()]
            #expect(operation?["description"]?.text?.contains("`deviceToken` comes from its cookie") == true)
            #expect(operation?["responses"]?["403"] != nil)
        }
        for method in Methods.public {
            func check<M: Method>(_ method: M.Type) throws {
                var recorder = SchemaRecorder()
                _ = try recorder.schema(of: M.Result.self, as: .result)
                let name = SchemaRecorder.componentName(of: M.Result.self)
                let holdsToken = recorder.components[name]?["properties"]?[SessionCookieField.member] != nil
                #expect(holdsToken == (M.declaration.http?.form == .session), "\(M.declaration.name)")
            }
            try check(method)
        }
    }

    @Test func `Every public method is in one group, and its operation says more than its summary`() throws {
        let grouped = Methods.groups.flatMap(\.methods).map { $0.declaration.name }
        #expect(Set(grouped).count == grouped.count)
        #expect(Set(grouped) == Set(Methods.public.map { $0.declaration.name }))
        for method in Methods.public {
            func check<M: Method>(_ method: M.Type) {
                let documentation = TypeDocumentation.of(method)
                let isDiscussed = !documentation.discussion.isEmpty || M.Params.self is any AlternativeParameters.Type
                #expect(!documentation.summary.isEmpty && isDiscussed, "\(M.declaration.name)")
            }
            check(method)
        }
    }

    @Test func `Every tag, schema, member and parameter is described`() throws {
        let document = try OpenAPIDocument.build()
        func isDescribed(_ node: JSONNode) -> Bool {
            if node["description"]?.text?.isEmpty == false { return true }
            guard let path = node["$ref"]?.text?.split(separator: "/").map(String.init), path.count == 4 else {
                return false
            }
            return document["components"]?[path[2]]?[path[3]].map(isDescribed) == true
        }
        for tag in document["tags"]?.items ?? [] { #expect(isDescribed(tag), "\(tag)") }
        for (name, schema) in document["components"]?["schemas"]?.members ?? [] {
            #expect(isDescribed(schema), "\(name)")
            for (member, node) in schema["properties"]?.members ?? [] {
                #expect(isDescribed(node), "\(name).\(member)")
                let isBare = ["RFC 3339, UTC", "YYYY-MM-DD"].contains(node["description"]?.text)
                #expect(!isBare, "\(name).\(member) is only described by its type")
            }
        }
        for (path, item) in document["paths"]?.members ?? [] {
            for (_, operation) in item.members {
                for parameter in operation["parameters"]?.items ?? [] {
                    #expect(isDescribed(parameter), "\(path) \(parameter)")
                }
            }
        }
    }

    @Test func `Every reference points to a component`() throws {
        let text = try OpenAPIDocument.build().serialized()
        let document = try OpenAPIDocument.build()
        for part in text.components(separatedBy: "\"#/components/").dropFirst() {
            let path = part.prefix { $0 != "\"" }.split(separator: "/").map(String.init)
            #expect(document["components"]?[path[0]]?[path[1]] != nil, "\(path)")
        }
    }

    @Test func `The document is reproducible`() throws {
        #expect(
            try OpenAPIDocument.build().serialized()
                == OpenAPIDocument.build().serialized())
    }

    private static let docs = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs")
    /// The path of `docs/openapi.json`, the last approved description of the contract.
    private static let snapshotPath = docs.appending(path: "openapi.json")

    /// Adds the differences between the snapshot and the contract to `docs/changelog.md`.
    private static func updateChangelog(_ current: String) throws {
        func parse(_ data: Data) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
        let (old, new) = (try parse(Data(contentsOf: snapshotPath)), try parse(Data(current.utf8)))
        let version = try #require((new["info"] as? [String: Any])?["version"] as? String)
        let file = docs.appending(path: "changelog.md")
        let page = ContractChangelog.merging(
            ContractComparison.changes(from: old, to: new), into: try String(contentsOf: file, encoding: .utf8),
            version: version)
        try Data(page.utf8).write(to: file)
    }

    @Test func `The snapshot in docs/openapi.json equals the contract (UPDATE_SNAPSHOT=1 rewrites it)`() throws {
        let current = try OpenAPIDocument.build().serialized(indented: true) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOT"] == "1" {
            try Self.updateChangelog(current)
            try Data(current.utf8).write(to: Self.snapshotPath)
        }
        let kept = try String(contentsOf: Self.snapshotPath, encoding: .utf8)
        #expect(kept == current, "the contract has changed: look at the difference, then run with UPDATE_SNAPSHOT=1")
    }
}
