import TestSupport
import Testing

extension EndToEnd {
    @Suite struct LoadProgram {
        private static func load(_ arguments: [String]) async throws -> Processes.Output {
            let instance = try await Instances.plain.value
            return try await Processes.run(
                "vokol",
                ["load", "--directory", instance.directory, "--warm-up", "0", "--duration", "1"] + arguments)
        }

        @Test func `With --demo each user has an account, and no call fails`() async throws {
            let output = try await Self.load(["--demo", "--users", "3"])
            #expect(output.code == 0, "\(output)")
            #expect(output.output.contains("3 of 3 accounts signed in"), "\(output)")
            let more = try await Self.load(["--demo", "--users", "28"])
            #expect(more.code == 0, "\(more)")
            #expect(more.output.contains("Registering 25 accounts"), "accounts are kept: \(more)")
            #expect(more.output.contains("25 of 28 accounts signed in"), "\(more)")
        }

        @Test func `Calls that fail make the exit code 3`() async throws {
            let output = try await Self.load(["--accounts", "1", "--users", "10", "--rate", "20"])
            #expect(output.code == 3, "\(output)")
            #expect(output.output.contains("quota-exceeded"), "\(output)")
        }
    }
}
