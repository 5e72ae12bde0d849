import Foundation
import TestSupport
import Testing

extension EndToEnd {
    @Suite(.serialized) struct Lifecycle {
        @Test
        func
            `Two instances run side by side; a stopped one drains, leaves no process, and restarts unchanged`()
            async throws
        {
            let first = try await Instances.plain.value
            let second = try await RunningInstance()
            let account = try second.demonstrationAccount()
            #expect(try account.password != first.demonstrationAccount().password)
            let client = try await LineClient(second)
            let idle = try await Wire(
                port: second.port, authority: second.authorityFile, protocols: ["ndjson-rpc/1"])
            let token = try await client.signIn(account)
            let foreign = try await LineClient(first).call("auth.me", token: token)
            #expect(foreign["error"]["code"].int == -32001, "a token of one instance is nobody's in another")
            let parts = try second.parts()

            #expect(try await second.stop(SIGINT) == 0)
            #expect(try await idle.rest().contains("rpc.goaway"))
            for part in parts { #expect(kill(part.pid ?? 0, 0) != 0, "\(part.name) still runs") }
            for name in ["gateway", "auth", "museums", "postgres"] {
                #expect(second.process.output.contains("\(name)"))
            }
            #expect(!second.process.output.contains("does not end"))

            let began = ContinuousClock.now
            let again = try await RunningInstance(
                directory: second.directory, port: second.port, redirectPort: second.redirectPort)
            let seconds = ContinuousClock.now - began
            print("second start of debug programs: \(seconds)")
            #expect(try again.parts().map(\.port) == parts.map(\.port), "ports are kept")
            #expect(try again.demonstrationAccount().password == account.password)
            #expect(
                try await LineClient(again).call("auth.me", token: token)["result"] != .null,
                "sessions outlive a restart")
            try await again.stop()
        }

        @Test func `After kill -9 of vokol up its processes end by themselves, and the next start succeeds`()
            async throws
        {
            let instance = try await RunningInstance()
            let parts = try instance.parts()
            try await instance.process.stop(SIGKILL)
            try await Processes.wait("the processes to end", limit: .seconds(30)) {
                parts.allSatisfy { kill($0.pid ?? 0, 0) != 0 || Self.isZombie($0.pid ?? 0) }
            }
            let again = try await RunningInstance(
                directory: instance.directory, port: instance.port, redirectPort: instance.redirectPort)
            #expect(try await LineClient(again).call("auth.jwks")["result"] != .null)
            try await again.stop()
        }

        private static func isZombie(_ pid: Int32) -> Bool {
            let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return text.isEmpty || text.contains(") Z ")
        }

        @Test func `A directory or port in use fails the start with an error that names the option to change`()
            async throws
        {
            let instance = try await Instances.plain.value
            let ports = ["--port", "\(instance.port)", "--redirect-port", "\(instance.redirectPort)"]
            let same = try await Processes.run("vokol", ["up", "--directory", instance.directory] + ports)
            #expect(same.code == 1)
            #expect(
                same.errors.contains("is in use by process \(instance.process.pid)")
                    && same.errors.contains("--directory"))
            let other = try RunningInstance.makeDirectory()
            defer { try? FileManager.default.removeItem(atPath: other) }
            let taken = try await Processes.run("vokol", ["up", "--directory", other] + ports)
            #expect(taken.code == 1)
            #expect(taken.errors.contains("port \(instance.port) is taken") && taken.errors.contains("--port"))
            let new = try await Processes.run("vokol", ["up", "--directory", "\(other)/new"] + ports)
            #expect(new.errors.contains("port \(instance.port) is taken"))
            #expect(!FileManager.default.fileExists(atPath: "\(other)/new"), "a start that failed left a directory")
        }

        @Test func `An invalid setting fails the start with one line that names it`() async throws {
            let directory = try RunningInstance.makeDirectory()
            defer { try? FileManager.default.removeItem(atPath: directory) }
            let required = [
                "VOKOL_DATABASE_URL": "postgresql://localhost/none", "VOKOL_TLS_CERTIFICATE": "none.pem",
                "VOKOL_TLS_KEY": "none.key", "VOKOL_AUTH_SECRET": String(repeating: "ab", count: 32),
            ]
            for (program, flags) in [
                ("vokol-gateway", ["--limits-user-burst", "0"]), ("vokol-auth", ["--passwords-cost", "99"]),
                ("vokol-auth", ["--passwords-breached", "/etc/passwd"]),
                ("vokol-museums", ["--log-level", "loud"]), ("vokol-gateway", ["--no-such-flag", "1"]),
            ] {
                let output = try await Processes.run(program, flags, environment: required)
                #expect(output.code == 2, "\(program): \(output)")
                let lines = output.errors.split(separator: "\n")
                #expect(lines.count == 1)
                let name = flags[0].dropFirst(2).replacing("-", with: ".")
                #expect(output.errors.contains(name) || output.errors.contains(flags[0]), "\(output.errors)")
            }
            let port = try await Processes.run(
                "vokol",
                [
                    "up", "--directory", directory, "--port", "\(freeLoopbackPort())", "--redirect-port",
                    "\(freeLoopbackPort())",
                ],
                environment: ["VOKOL_AUTH_PASSWORDS_COST": "99"])
            #expect(port.code == 1)
            #expect(port.errors.contains("auth did not start") && port.errors.contains("passwords.cost"), "\(port)")
        }

        @Test func `A port in use fails the start with an error that names its setting`() async throws {
            let instance = try await Instances.plain.value
            let environment = [
                "VOKOL_TLS_CERTIFICATE": "\(instance.directory)/certificates/server.pem",
                "VOKOL_TLS_KEY": "\(instance.directory)/certificates/server.key",
            ]
            for flags in [
                ["--listen-port", "\(instance.port)", "--redirect-port", "0", "--admin-port", "0"],
                ["--redirect-port", "\(instance.port)", "--listen-port", "0", "--admin-port", "0"],
                ["--admin-port", "\(instance.port)", "--listen-port", "0", "--redirect-port", "0"],
            ] {
                let output = try await Processes.run(
                    "vokol-gateway", flags + ["--listen-host", "127.0.0.1"], environment: environment)
                #expect(output.code == 2, "\(output)")
                #expect(
                    output.errors.contains(
                        "setting \(flags[0].dropFirst(2).replacing("-", with: ".")): cannot listen on"))
            }
        }

        @Test func `A service without its database waits, reports it, and stops on request`() async throws {
            let admin = try freeLoopbackPort()
            let service = try RunningProcess(
                "vokol-museums", ["--listen-port", "0", "--admin-port", "\(admin)"],
                environment: ["VOKOL_DATABASE_URL": "postgresql://u:p@127.0.0.1:\(freeLoopbackPort())/none"])
            try await Processes.wait("a word of it") { service.output.contains("waiting for the database") }
            let ready = try await Processes.run("/usr/bin/curl", ["-s", "http://127.0.0.1:\(admin)/readyz"])
            #expect(ready.output == "start: not finished\n")
            #expect(try await service.stop() == 0)
            #expect(service.output.contains("Connection refused"))
        }

        @Test func `The output of vokol up shows addresses, files and example commands`() async throws {
            let output = try await Instances.plain.value.process.output
            for words in [
                "https://localhost:", "ca.pem", "outbox.jsonl", "demo@", "vokol call museums.search", "curl --cacert",
                "openssl s_client", "nc -N",
            ] {
                #expect(output.contains(words), "\(output)")
            }
        }

        @Test func `Logs contain no password, token or link secret`() async throws {
            let instance = try await Instances.plain.value
            let account = try instance.demonstrationAccount()
            let token = try await LineClient(instance).signIn(account)
            _ = try await LineClient(instance).call("auth.me", token: token)
            let link = try String(contentsOfFile: "\(instance.directory)/secrets/link", encoding: .utf8)
            for name in ["gateway", "auth", "museums", "postgres"] {
                let log = instance.log(of: name)
                #expect(!log.isEmpty)
                for secret in [account.password, token, link.trimmingCharacters(in: .newlines), "correct horse"] {
                    #expect(!log.contains(secret), "\(name) logs a secret")
                }
            }
        }
    }
}
