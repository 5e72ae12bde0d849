import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The example programs of the Swift client, against a real instance.
    @Suite(.timeLimit(.minutes(5))) struct Examples {
        private func run(
            _ program: String, _ words: [String], port: Int? = nil, input: String = ""
        ) async throws -> String {
            let instance = try await Instances.simulated.value.instance
            let output = try await Processes.run(
                program, ["localhost", "\(port ?? instance.port)", instance.authorityFile] + words,
                input: input)
            #expect(output.code == 0, "\(output)")
            return output.output
        }

        @Test func `The museum finder shows ten museums`() async throws {
            let account = try await Instances.simulated.value.instance.demonstrationAccount()
            let lines = try await run("museum-finder", [account.email, "замок"], input: "\(account.password)\n")
                .split(separator: "\n")
            #expect(lines.count == 10 && lines.allSatisfy { $0.contains(", ") }, "\(lines)")
            #expect(try await run("museum-finder", [account.email, "замок"]).hasPrefix("museum-finder HOST"))
        }

        @Test func `The briefing shows weather and news`() async throws {
            let text = try await run("day-briefing", ["53.9", "27.5667"])
            #expect(text.contains("°C") && text.split(separator: "\n").count > 1, "\(text)")
        }

        @Test func `The timetable shows what is stored, and then the fresh lessons or that there is no network`()
            async throws
        {
            let simulated = try await Instances.simulated.value
            let groups = try await simulated.result("schedule.groups", #"{"query":"35"}"#)
            let group = try #require(groups["items"][0]["number"].text)
            let directory = FileManager.default.temporaryDirectory.appending(path: "timetable-\(UUID().uuidString)")
                .path
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let first = try await run("timetable", [group, directory])
            #expect(first.hasPrefix("Fresh:\n"), "\(first)")
            let second = try await run("timetable", [group, directory])
            #expect(second.hasPrefix("Stored at ") && second.contains("\nFresh:\n"), "\(second)")
            let offline = try await run("timetable", [group, directory], port: try freeLoopbackPort())
            #expect(offline.hasPrefix("Stored at ") && offline.contains("There is no network: "), "\(offline)")
        }
    }
}
