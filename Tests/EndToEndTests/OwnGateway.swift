import Foundation
import TestSupport
import Testing

extension RunningInstance {
    /// Starts a gateway for the services of this instance, with settings of its own.
    ///
    /// - Parameter left: flags of the instance's gateway that are left to the settings file, which they would override.
    func startGateway(_ arguments: [String], leaving left: Set<String> = []) async throws -> RunningProcess {
        let pid = try #require(try part("gateway").pid)
        let line = try Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline"))
        let settings = line.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) }
        let environment = try Data(contentsOf: URL(filePath: "/proc/\(pid)/environ"))
        let variables = environment.split(separator: 0).compactMap { entry -> (String, String)? in
            let parts = String(decoding: entry, as: UTF8.self).split(separator: "=", maxSplits: 1)
            // Variables win over files, from which tests set the limits.
            guard parts.count == 2, !parts[0].hasPrefix("VOKOL_LIMITS_") else { return nil }
            return (String(parts[0]), String(parts[1]))
        }
        let ports = ["--listen-host", "127.0.0.1", "--redirect-port", "0", "--admin-port", "0"]
        var flags: [String: String] = [:]
        for list in [settings, ports, arguments] {
            for index in stride(from: 0, to: list.count - 1, by: 2) { flags[list[index]] = list[index + 1] }
        }
        for flag in left { flags[flag] = nil }
        return try RunningProcess(
            "vokol-gateway", flags.flatMap { [$0.key, $0.value] }, environment: Dictionary(variables) { $1 })
    }

    /// Waits until a gateway answers on its port.
    func waitForAnswer(of process: RunningProcess, on port: Int) async throws {
        try await Processes.wait("a gateway: \(process.output)", limit: .seconds(60)) {
            guard process.exit == nil else { return true }
            let client = try? await LineClient(port: port, authority: self.authorityFile)
            let answer = try? await client?.call("auth.jwks")
            await client?.close()
            return answer?["result"] ?? .null != .null
        }
    }
}
