import ArgumentParser
import Testing
import Values

@testable import GatewayClient
@testable import Machine
@testable import vokol

@Suite struct StatusTests {
    @Test func `The status names each process, its port, and whether it runs`() {
        var processes = [
            InstanceRecord.Process(name: "postgres"), .init(name: "museums-1", service: "museums", port: 7002),
            .init(name: "auth", service: "auth", port: 7001),
        ]
        for (index, pid) in [Int32(11), 12].enumerated() {
            processes[index].identity = ProcessIdentity(pid: pid, startTicks: 1)
        }
        let record = InstanceRecord(
            version: "1", startedAt: Instant(milliseconds: 0), supervisor: ProcessIdentity(pid: 1, startTicks: 1),
            port: 8443, redirectPort: 8080, postgres: .init(socketDirectory: "/", port: 1), processes: processes)
        let text = InstanceStatus(record: record) { $0.pid == 11 }.text
        #expect(
            text == """
                Vokol 1 at https://localhost:8443/
                  postgres   running
                  museums-1  stopped, port 7002
                  auth       stopped, port 7001
                """)
    }

    @Test(arguments: [["status"], ["museums", "import", "a.csv"], ["museums", "pictures", "a.csv"]])
    func `Without an instance the command fails and points to vokol up`(words: [String]) throws {
        var command = try Vokol.parseAsRoot(words + ["--directory", "/nonexistent"])
        let error = #expect(throws: OperatorError.self) { try command.run() }
        #expect(error.map { "\($0)".contains("vokol up") } == true)
    }
}
