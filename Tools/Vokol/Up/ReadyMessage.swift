import GatewayClient
import Machine

/// The text printed when an instance is ready: its addresses, its account and commands to try.
struct ReadyMessage {
    let record: InstanceRecord
    let directory: InstanceDirectory
    let account: DemonstrationAccount?
    /// True if the gateway serves the web client.
    let hasWeb: Bool

    var text: String {
        let authority = shown("\(directory.certificates)/ca.pem")
        let address = "localhost:\(record.port)"
        let auth = record.processes.first { $0.service == "auth" }?.port ?? 0
        let place =
            directory.path == InstanceDirectory(InstanceDirectory.standard).path
            ? "" : " --directory \(shown(directory.path))"
        var lines =
            hasWeb
            ? [
                "  open       https://\(address)/",
                "             for no warnings, and for use offline, trust it once: \(program) trust\(place)",
            ] : ["  open       no web client: .build/web holds none (--web DIR names another)"]
        let gateways = record.processes.filter { $0.name.hasPrefix("gateway-") }.compactMap(\.port)
        lines += [
            "  address    https://\(address)  (lines of JSON and HTTPS on one port)",
            "  authority  \(authority)",
            "  outbox     \(shown(directory.outbox))",
        ]
        for port in gateways { lines.append("  gateway    https://localhost:\(port)  (another of the same instance)") }
        if let port = record.process(SimulatedParties.process)?.port {
            lines.append("  simulator  http://127.0.0.1:\(port)  (simulates weather, addresses, news and timetables)")
        }
        if let account { lines.append("  account    \(account.email)  password \(account.password)") }
        lines += [
            "", "Try:",
            "  \(program) call museums.search query=замок --demo\(place)",
            "  \(program) call weather.current latitude=53.9 longitude=27.5667 --locale ru\(place)",
            "  curl --cacert \(authority) https://\(address)/.well-known/jwks.json",
            "  echo '\(Self.line)' | openssl s_client -quiet -CAfile \(authority) -connect \(address)",
            "  echo '\(Self.line)' | nc -N 127.0.0.1 \(auth)",
            "", "Ctrl-C stops the instance.",
        ]
        return lines.joined(separator: "\n")
    }

    private static let line = #"{"jsonrpc":"2.0","id":1,"method":"auth.jwks"}"#

    /// The path with which this program was called.
    private var program: String { CommandLine.arguments.first ?? "vokol" }

    /// Returns a path relative to the current directory if it is inside it.
    private func shown(_ path: String) -> String {
        let here = Files.absolute(".") + "/"
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }
}
