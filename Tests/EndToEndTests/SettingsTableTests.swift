import Foundation
import TestSupport
import Testing

@Suite struct SettingsTableTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/configuration.md")

    @Test(arguments: ["gateway", "auth", "museums", "aggregator", "schedule", "booking"])
    func `docs/configuration.md holds the table of settings that the program prints`(process: String) async throws {
        let result = try await Processes.run("vokol-\(process)", ["settings", "--markdown"])
        #expect(result.code == 0)
        #expect(result.output.contains("| `log.level` * |"))
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(page.contains(result.output), "run: make settings")
    }
}
