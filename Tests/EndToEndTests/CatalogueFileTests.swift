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

        @Test func `An operator sets a picture from a file, and the status counts it`() async throws {
            let instance = try await Instances.plain.value
            let before = try await instance.vokol("status")
            #expect(before.code == 0 && before.output.contains(/gateway\S*\s+running/), "\(before)")
            #expect(before.output.contains(/museums: \d+, with a photograph: 0\n/), "\(before)")

            let header = "museum,url,width,height,author,licence"
            let picture = "by-mir-castle,https://example.org/mir.jpg,1600,1200,Ada,CC BY-SA 4.0"
            let set = try await museums("pictures", [header, picture], at: instance)
            #expect(set.code == 0 && set.output.contains("1 pictures added"), "\(set)")
            let after = try await instance.vokol("status")
            #expect(after.output.contains(", with a photograph: 1\n"), "\(after)")
            let removed = try await museums("pictures", [header, "by-mir-castle,,,,,", "nowhere,,,,,"], at: instance)
            #expect(removed.code == 3 && removed.output.contains("1 removed"), "\(removed)")
        }
    }
}
