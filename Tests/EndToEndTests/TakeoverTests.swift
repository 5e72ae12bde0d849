import Foundation
import Synchronization
import TestSupport
import Testing

extension EndToEnd {
    /// Gateways that replace each other, and settings that change while one runs.
    @Suite(.serialized) struct Takeover {
        @Test func `A new gateway takes over from the running one without a failed call`() async throws {
            let instance = try await Instances.plain.value
            let port = try freeLoopbackPort()
            let path = "\(instance.directory)/takeover-\(UUID().uuidString.prefix(8))"
            let arguments = [
                "--listen-port", "\(port)", "--takeover-socket", path, "--limits-address-rate", "100000",
                "--limits-address-burst", "100000",
            ]
            let first = try await instance.startGateway(arguments)
            try await instance.waitForAnswer(of: first, on: port)
            let load = CallsAcrossConnections(port: port, authority: instance.authorityFile)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 0..<8 { tasks.addTask { try await load.run() } }
                try await Processes.wait("calls") { load.count > 50 }

                let failing = try await instance.startGateway(arguments + ["--tls-key", "/none.pem"])
                #expect(try await failing.waitForExit() != 0)
                #expect(first.exit == nil, "a start that fails changes nothing")

                var running = first
                for _ in 0..<3 {
                    let next = try await instance.startGateway(arguments)
                    #expect(try await running.waitForExit() == 0)
                    #expect(next.output.contains(#""message":"took over""#))
                    let before = load.count
                    try await Processes.wait("calls of the new gateway") { load.count > before + 50 }
                    running = next
                }
                load.stop()
                try await tasks.waitForAll()
                try await running.stop()
            }
            #expect(load.failures == [])
        }

        @Test func `A changed settings file and SIGHUP bring a new limit into force`() async throws {
            let instance = try await Instances.plain.value
            let file = "\(instance.directory)/gateway-\(UUID().uuidString.prefix(8)).json"
            func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file), options: .atomic) }
            try write(#"{"limits": {"address": {"rate": 0.002, "burst": 50}}}"#)
            let port = try freeLoopbackPort()
            let gateway = try await instance.startGateway(["--listen-port", "\(port)", "--config", file])
            try await instance.waitForAnswer(of: gateway, on: port)
            let client = try await LineClient(port: port, authority: instance.authorityFile)
            for _ in 0..<50 { _ = try await client.call("auth.jwks") }
            #expect(try await client.call("auth.jwks")["error"]["code"].int == -32005)

            try write(#"{"limits": {"address": {"rate": 1000, "burst": 0}}}"#)
            gateway.send(SIGHUP)
            try await Processes.wait("the refusal") { gateway.output.contains("settings not reloaded") }
            #expect(gateway.output.contains("limits.address.burst"))
            #expect(try await client.call("auth.jwks")["error"]["code"].int == -32005, "the last good settings stay")

            try write(#"{"limits": {"address": {"rate": 1000, "burst": 1000}}, "retry": {"percent": 5}}"#)
            gateway.send(SIGHUP)
            try await Processes.wait("the reload") { gateway.output.contains("settings reloaded") }
            #expect(gateway.output.contains("settings need a restart") && gateway.output.contains("retry.percent"))
            // The bucket is empty, and fills at the new rate.
            try await Processes.wait("a call within the new limit, on the connection that was open") {
                try await client.call("auth.jwks")["result"] != .null
            }
            try await gateway.stop()
        }

        @Test func `A reload moves the calls of an open connection to other replicas, and changes what is logged`()
            async throws
        {
            let instance = try await Instances.plain.value
            let museums = try #require(try instance.part("museums").port)
            let file = "\(instance.directory)/gateway-\(UUID().uuidString.prefix(8)).json"
            func write(museums port: Int, level: String) throws {
                let text = #"{"replicas": {"museums": "127.0.0.1:\#(port)"}, "log": {"level": "\#(level)"}}"#
                try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
            }
            try write(museums: freeLoopbackPort(), level: "error")
            let port = try freeLoopbackPort()
            let gateway = try await instance.startGateway(
                ["--listen-port", "\(port)", "--config", file], leaving: ["--replicas-museums", "--log-level"])
            try await instance.waitForAnswer(of: gateway, on: port)
            let client = try await LineClient(port: port, authority: instance.authorityFile)
            let token = try await client.signIn(instance.demonstrationAccount())
            #expect(try await client.call("museums.categories", token: token)["error"]["code"].int == -32009)

            try write(museums: museums, level: "error")
            gateway.send(SIGHUP)
            try await Processes.wait("an answer of the other replica") {
                try await client.call("museums.categories", token: token)["result"] != .null
            }

            // Without a signal: the gateway notices that the file has changed.
            try write(museums: museums, level: "info")
            try await Processes.wait("the new level") { gateway.output.contains("settings reloaded") }
            let reloads = gateway.output.split(separator: "\n").count { $0.contains("settings reloaded") }
            #expect(reloads == 1, "the notice of the reload before is below the level of that time")
            #expect(try await client.call("museums.categories", token: token)["result"] != .null)
            await client.close()
            try await gateway.stop()
        }
    }
}

/// Calls one after the other, on a new connection whenever the server announces that it goes away.
private final class CallsAcrossConnections: Sendable {
    private let port: Int
    private let authority: String
    private let state = Mutex((count: 0, failures: [String](), isStopped: false))

    init(port: Int, authority: String) { (self.port, self.authority) = (port, authority) }

    var count: Int { state.withLock { $0.count } }
    var failures: [String] { state.withLock { $0.failures } }

    func stop() { state.withLock { $0.isStopped = true } }

    func run() async throws {
        while !state.withLock({ $0.isStopped }) {
            let wire = try await Wire(port: port, authority: authority)
            var goesAway = false
            while !goesAway, !state.withLock({ $0.isStopped }) {
                try await wire.send(#"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}"# + "\n")
                var answer: String?
                while answer == nil, let line = try await wire.line() {
                    if line.contains("rpc.goaway") { goesAway = true }
                    if line.contains(#""id":1,"#) { answer = line }
                }
                state.withLock { state in
                    state.count += 1
                    if answer?.contains(#""result""#) != true { state.failures.append(answer ?? "no answer") }
                }
                if answer == nil { goesAway = true }
            }
            await wire.close()
        }
    }
}
