import Testing
import Values

@testable import GatewayClient
@testable import Machine
@testable import vokol

@Suite struct ReadyMessageTests {
    private func text(directory: String = InstanceDirectory.standard, hasWeb: Bool) -> String {
        let record = InstanceRecord(
            version: "1", startedAt: Instant(milliseconds: 0), supervisor: ProcessIdentity(pid: 1, startTicks: 1),
            port: 8443, redirectPort: 8080, postgres: .init(socketDirectory: "/", port: 1), processes: [])
        return ReadyMessage(
            record: record, directory: InstanceDirectory(directory), account: nil, hasWeb: hasWeb
        ).text
    }

    @Test func `The start names the address of the web client, and the command that makes browsers trust it`() {
        #expect(text(hasWeb: true).contains("https://localhost:8443/\n"))
        #expect(text(hasWeb: true).contains(/trust it once: \S+ trust\n/))
        #expect(text(directory: "/d", hasWeb: true).contains(" trust --directory /d\n"))
        #expect(!text(hasWeb: false).contains(" trust"))
    }
}
