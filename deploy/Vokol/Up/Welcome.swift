/// What an operator reads when an instance is ready: where it is, who may sign in, what to try.
struct Welcome {
    let record: InstanceRecord
    let directory: InstanceDirectory
    let account: DemonstrationAccount?

    var text: String {
        let authority = shown("\(directory.certificates)/ca.pem")
        let address = "localhost:\(record.port)"
        let museums = record.processes.first { $0.service == "museums" }?.port ?? 0
        let place =
            directory.path == InstanceDirectory(InstanceDirectory.standard).path
            ? "" : " --directory \(shown(directory.path))"
        var lines = [
            "  address    https://\(address)  (lines of JSON and HTTPS on one port)",
            "  authority  \(authority)",
            "  outbox     \(shown(directory.outbox))",
        ]
        if let account { lines.append("  account    \(account.email)  password \(account.password)") }
        lines += [
            "", "Try:",
            "  vokol call museums.search query=замок --demo\(place)",
            "  curl --cacert \(authority) https://\(address)/.well-known/jwks.json",
            "  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"auth.jwks\"}' | openssl s_client -quiet -CAfile \(authority) -connect \(address)",
            "  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"museums.search\",\"params\":{\"query\":\"замок\"}}' | nc -N 127.0.0.1 \(museums)",
            "", "Ctrl-C ends it.",
        ]
        return lines.joined(separator: "\n")
    }

    /// A path as short as it can be said from here.
    private func shown(_ path: String) -> String {
        let here = Files.absolute(".") + "/"
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }
}
