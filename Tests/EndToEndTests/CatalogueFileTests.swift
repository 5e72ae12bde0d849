import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite struct CatalogueFiles {
        /// Runs `vokol museums` with a file of these lines.
        private func museums(
            _ command: String, _ lines: [String], at instance: RunningInstance
        ) async throws -> Processes.Output {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
            try Data(lines.joined(separator: "\n").utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try await instance.vokol("museums", [command, file.path])
        }

        @Test func `An operator sets a picture from a file, and the status counts it as a link`() async throws {
            let instance = try await Instances.plain.value
            let before = try await instance.vokol("status")
            #expect(before.code == 0 && before.output.contains(/gateway\S*\s+running/), "\(before)")
            #expect(before.output.contains(/museums: \d+, with a photograph: 0\n/), "\(before)")

            let header = "museum,url,width,height,author,licence"
            let picture = "by-mir-castle,https://example.org/mir.jpg,1600,1200,Ada,CC BY-SA 4.0"
            let set = try await museums("pictures", [header, picture], at: instance)
            #expect(set.code == 0 && set.output.contains("1 pictures added"), "\(set)")
            let after = try await instance.vokol("status")
            #expect(after.output.contains(", with a photograph: 0, with a link to one: 1\n"), "\(after)")
            let removed = try await museums("pictures", [header, "by-mir-castle,,,,,", "nowhere,,,,,"], at: instance)
            #expect(removed.code == 3 && removed.output.contains("1 removed"), "\(removed)")
        }

        @Test func `An operator imports museums, and anyone who signed in finds them`() async throws {
            let instance = try await Instances.plain.value
            let columns = "id,name,city,lat,lon,website"
            let imported = try await museums(
                "import",
                [
                    columns, "DE-MUS-999991,Glockenspielmuseum Zwirnheim,Zwirnheim,52.52,13.405,https://example.org",
                    "DE-MUS-999992,,Zwirnheim,52.52,13.405,",
                ], at: instance)
            #expect(imported.code == 3 && imported.output.contains("1 museums added"), "\(imported)")
            let again = try await museums(
                "import", [columns, "DE-MUS-999991,Glockenspielmuseum Zwirnheim,Zwirnheim,52.52,13.405,"], at: instance)
            #expect(again.code == 0 && again.output.contains("0 museums added, 1 changed"), "\(again)")

            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let found = try await lines.call("museums.search", #"{"query":"glockenspiel zwirnheim"}"#, token: token)
            await lines.close()
            #expect(found["result"]["items"].items.map { $0["id"].text } == ["de-mus-999991"], "\(found)")
        }

        @Test func `An operator fetches pictures, and anyone gets their bytes without a token`() async throws {
            let instance = try await Instances.plain.value
            let port = try #require(try instance.part("simulator").port)
            let items = ["museum,wikidata", "by-mir-castle,Q210684", "by-nesvizh-palace,Q40"]
            let fetched = try await museums("fetch-pictures", items, at: instance)
            #expect(fetched.code == 3 && fetched.output.contains("1 pictures fetched and stored"), "\(fetched)")
            let address = "http://127.0.0.1:\(port)/commons/pictures/other.png"
            let again = try await museums(
                "fetch-pictures",
                [
                    "museum,url,author,licence,page",
                    "by-nesvizh-palace,\(address),Ada,CC BY 4.0,https://example.org/other",
                    "by-mir-castle,https://example.org/other.png,Ada,CC BY 4.0,https://example.org/other",
                ], at: instance)
            #expect(again.code == 3 && again.output.contains("1 pictures fetched and stored"), "\(again)")

            let status = try await instance.vokol("status")
            #expect(status.output.contains(", with a photograph: 0"), "a simulator's drawings are none: \(status)")

            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let details = try await lines.call("museums.get", #"{"id":"by-mir-castle"}"#, token: token)
            await lines.close()
            let picture = details["result"]["picture"]
            #expect(picture["author"].text == "Simulated & drawn" && picture["licence"].text == "CC BY-SA 4.0")
            #expect(picture["sizes"].items.compactMap { $0["width"].int } == [160, 160, 480, 480, 960, 960])
            let path = try #require(picture["url"].text)

            let http = try await Wire(port: instance.port, authority: instance.authorityFile)
            let bytes = try #require(try await http.get(path))
            #expect(bytes.status == 200 && bytes.fields["content-type"] == "image/jpeg")
            #expect(bytes.fields["cache-control"] == "public, max-age=31536000, immutable")
            let unknown = try await http.get("/v1/pictures/" + String(repeating: "0", count: 64))
            #expect(unknown?.status == 404)
            await http.close()
            let removed = try await museums(
                "pictures",
                ["museum,url,width,height,author,licence", "by-mir-castle,,,,,", "by-nesvizh-palace,,,,,"],
                at: instance)
            #expect(removed.code == 0, "\(removed)")
        }
    }
}
