import Foundation
import TestSupport
import Testing
import Values

extension EndToEnd {
    /// Tests pictures of museums through a gateway with its limits.
    @Suite(.timeLimit(.minutes(5))) struct MuseumPictures {
        private static let largest = 8 * 1_024 * 1_024
        private static let part = 45 * 1_024

        /// Returns a JPEG of exactly `size` bytes: a small picture after comments.
        private func jpeg(size: Int) async throws -> [UInt8] {
            let base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
            defer { for end in ["ppm", "jpg"] { try? FileManager.default.removeItem(atPath: "\(base).\(end)") } }
            let pixels = Array("P6 600 400 255\n".utf8) + [UInt8](repeating: 120, count: 600 * 400 * 3)
            try Data(pixels).write(to: URL(filePath: "\(base).ppm"))
            let made = try await Processes.run("/usr/bin/cjpeg", ["-outfile", "\(base).jpg", "\(base).ppm"])
            try #require(made.code == 0, "\(made)")
            let picture = try [UInt8](Data(contentsOf: URL(filePath: "\(base).jpg")))
            var bytes = Array(picture.prefix(2))
            var missing = size - picture.count
            while missing > 0 {
                // A comment has at least four bytes, so none that are fewer may be left.
                let count = min(missing, missing - 60_000 < 4 ? missing : 60_000)
                bytes += [0xFF, 0xFE, UInt8((count - 2) >> 8), UInt8((count - 2) & 0xFF)]
                bytes += [UInt8](repeating: 0x20, count: count - 4)
                missing -= count
            }
            return bytes + picture.dropFirst(2)
        }

        @Test func `An editor uploads a picture of eight mebibytes in parts, and not one byte more`() async throws {
            let instance = try await Instances.robust.value
            let editor = try await Guest.register("museums.editor", at: instance)
            let lines = try await LineClient(instance)
            func call(_ method: String, _ params: String) async throws -> JSON {
                try await lines.call(method, params, token: editor.token)
            }
            let bytes = try await jpeg(size: Self.largest)
            var (upload, sent) = ("", 0)
            while sent < bytes.count {
                let part = Base64URL.encode(Array(bytes[sent...].prefix(Self.part)))
                let known = upload.isEmpty ? "" : #""upload":"\#(upload)","#
                let answer = try await call(
                    "museums.uploadPart", #"{\#(known)"offset":\#(sent),"bytesBase64":"\#(part)"}"#)
                upload = try #require(answer["result"]["upload"].text, "\(answer)")
                sent = try #require(answer["result"]["size"].int)
            }
            #expect(sent == Self.largest)
            let more = try await call(
                "museums.uploadPart", #"{"upload":"\#(upload)","offset":\#(sent),"bytesBase64":"AA"}"#)
            #expect(more["error"]["data"]["reason"].text == "picture-unusable", "\(more)")

            let id = "by-nesvizh-palace"
            let old = try await call("museums.record", #"{"id":"\#(id)"}"#)["result"]["version"].text
            let version = try #require(old)
            let set = try await call(
                "museums.setPicture",
                #"{"id":"\#(id)","version":\#(quoted(version)),"upload":"\#(upload)","author":"Ada","licence":"CC0"}"#)
            let picture = set["result"]["picture"]
            #expect(picture["sizes"].items.count == 6, "\(set)")
            let http = try await Wire(port: instance.port, authority: instance.authorityFile)
            let path = try #require(picture["url"].text)
            let shown = try #require(try await http.get(path))
            #expect(shown.status == 200 && shown.fields["content-type"] == "image/jpeg")
            await http.close()
            await lines.close()
        }

        @Test func `The pictures of a page come within the limits of an address, in all their sizes`() async throws {
            let instance = try await Instances.robust.value
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv")
            try Data("museum,wikidata\nby-mir-castle,Q210684".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let fetched = try await instance.vokol("museums", ["fetch-pictures", file.path])
            #expect(fetched.code == 0, "\(fetched)")
            let port = try freeLoopbackPort()
            let gateway = try await instance.startGateway(["--listen-port", "\(port)"])
            try await instance.waitForAnswer(of: gateway, on: port)
            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let details = try await lines.call("museums.get", #"{"id":"by-mir-castle"}"#, token: token)
            await lines.close()
            let sizes = details["result"]["picture"]["sizes"].items.compactMap { $0["url"].text }
            #expect(sizes.count == 6, "\(details)")

            // A browser takes one size of each of twenty pictures, over one connection.
            let http = try await Wire(port: port, authority: instance.authorityFile)
            for number in 0..<20 {
                let answer = try #require(try await http.get(sizes[number % sizes.count]))
                #expect(answer.status == 200, "\(number): \(answer.body)")
            }
            await http.close()
            try await gateway.stop()
        }
    }
}
