import TestSupport
import Testing

extension EndToEnd {
    @Suite(.timeLimit(.minutes(5))) struct MuseumEditing {
        private static let id = "by-minsk-kite-house"

        private func museum(_ name: String, version: String? = nil) -> String {
            let based = version.map { #""version":\#(quoted($0)),"# } ?? ""
            return
                #"{"id":"\#(Self.id)",\#(based)"category":"general","countryCode":"BY","location":{"latitude":53.9,"longitude":27.56},"translations":{"en":{"name":\#(quoted(name)),"city":"Minsk"}}}"#
        }

        @Test
        func `An editor's change is shown by all replicas, the history names the editor, and others may not edit`()
            async throws
        {
            let instance = try await Instances.robust.value
            let editor = try await Guest.register("museums.editor", at: instance)
            let lines = try await LineClient(instance)
            func call(_ method: String, _ params: String) async throws -> JSON {
                let answer = try await lines.call(method, params, token: editor.token)
                #expect(answer["error"] == .null, "\(method): \(answer)")
                return answer["result"]
            }
            /// Returns the names that many answers show, so that both replicas give some.
            func names() async throws -> Set<String> {
                var names: Set<String> = []
                for _ in 0..<20 {
                    names.insert(try await call("museums.get", #"{"id":"\#(Self.id)"}"#)["name"].text ?? "")
                }
                return names
            }
            let made = try await call("museums.put", museum("Kite House"))
            #expect(try await names() == ["Kite House"])
            let version = try #require(made["version"].text)
            _ = try await call("museums.put", museum("Balloon House", version: version))
            let found = try await call("museums.search", #"{"query":"balloon house","limit":1}"#)
            #expect(found["items"][0]["id"].text == Self.id)
            try await Processes.wait("the change in all replicas") { try await names() == ["Balloon House"] }

            let history = try await call("museums.edits", #"{"id":"\#(Self.id)"}"#)["items"]
            #expect(history.items.map { $0["kind"].text } == ["changed", "created"])
            #expect(history.items.allSatisfy { $0["editor"]["name"].text == "Ada Rider" }, "\(history)")
            let stranger = try await lines.signIn(instance.demonstrationAccount())
            for (method, params) in [("museums.put", museum("Mine")), ("museums.edits", "{}")] {
                let answer = try await lines.call(method, params, token: stranger)
                #expect(answer["error"]["code"].int == -32003, "\(answer)")
            }
            await lines.close()
        }
    }
}
