import ArgumentParser
import Contract
import GatewayClient
import Machine
import MuseumsContract
import Values
import VokolClient

/// The program `vokol-load`: simulates many users at once and times each call from its due time.
@main
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vokol-load",
        abstract: "Puts load on a gateway and measures latency, errors and CPU time.",
        discussion: """
            By default an open loop: each user calls at its own times, even if the server
            falls behind, and a call's latency counts from when it was due. With --closed
            each connection makes the next call when the previous one is answered; that
            measures the cost of a call, not the waiting time of users.

            The gateway admits 20 calls per second for each account. With --demo each user has
            an account of its own (with --closed each connection); --accounts sets their
            number. Accounts are registered once, with the codes from the instance's outbox.
            200 of them take about a minute, in which the server hashes their passwords.

            The exit code is 3 if calls failed.

            EXAMPLES
              vokol-load --demo --users 200
              vokol-load --users 2000 --accounts 100 --rate 1 --duration 30 \\
                --mix museums.get=1,museums.search=0.2
              vokol-load --demo --closed --connections 64 --protocol https
              vokol-load --demo --params 'museums.search={"query":"замок"}' \\
                --mix museums.search
            """)

    @Option(help: "The number of users.")
    var users = 100

    @Option(help: "Calls per second of each user.")
    var rate = 1.0

    @Option(help: "The measured time in seconds.")
    var duration = 10.0

    @Option(help: "The time before measuring starts, in seconds.")
    var warmUp = 1.0

    @Option(help: "The methods with their weights.")
    var mix = "museums.get=1,museums.search=0.2"

    @Option(name: .customLong("protocol"), help: "ndjson (lines over TLS) or https.")
    var wire = "ndjson"

    @Option(help: "The number of connections; default: one per user, or 64 with --closed.")
    var connections: Int?

    @Flag(help: "Closed loop: make the next call when the previous one is answered.")
    var closed = false

    @Option(help: "With --closed, the calls in flight on each connection.")
    var depth = 1

    @Option(help: "The number of threads.")
    var threads = 1

    @Option(help: "Parameters METHOD=JSON; several for one method take turns. Repeatable.")
    var params: [String] = []

    @Option(help: "A file with access tokens, one per line, for the connections in turn.")
    var tokens: String?

    @Option(help: "The number of accounts to use; missing ones are registered.")
    var accounts: Int?

    @Option(help: "The seed of the calls; the same seed makes the same calls.")
    var seed: UInt64 = 1

    @Option(
        name: .customLong("pid"),
        help: "A process whose CPU time per call is reported, with its children. Repeatable.")
    var pids: [Int32] = []

    @Flag(help: "Print one JSON object, for scripts.")
    var json = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var signIn: SignInOptions

    func validate() throws {
        guard (1...100_000).contains(users) else { throw ValidationError("--users must be between 1 and 100000") }
        guard rate > 0, rate <= 1_000_000 else { throw ValidationError("--rate must be above 0 and at most 1000000") }
        guard duration > 0, duration <= 86_400, warmUp >= 0, warmUp <= 3_600 else {
            throw ValidationError("--duration must be 0 to 86400 seconds, --warm-up 0 to 3600")
        }
        guard LoadSettings.Wire(rawValue: wire) != nil else {
            throw ValidationError("--protocol must be ndjson or https")
        }
        guard (1...100_000).contains(connections ?? 1) else {
            throw ValidationError("--connections must be between 1 and 100000")
        }
        guard (1...1_024).contains(depth), (1...64).contains(threads) else {
            throw ValidationError("--depth must be between 1 and 1024, --threads between 1 and 64")
        }
        guard !closed || wire == "ndjson" || depth == 1 else {
            throw ValidationError("--depth needs ndjson: HTTP/1.1 has one call in flight")
        }
        guard [tokens != nil, accounts != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("give one of --tokens and --accounts")
        }
    }

    func run() async throws {
        let address = try gateway.resolve()
        let tokens = try await accessTokens(address)
        let mix = try LoadMix(mix)
        let control = try GatewayCaller(address)
        let targets = try await targets(mix, address, token: tokens.first, over: control)
        await control.close()

        let wire = LoadSettings.Wire(rawValue: wire) ?? .ndjson
        if wire == .https, let keyed = targets.first(where: \.isKeyed) {
            throw OperatorError("\(keyed.method) needs a key with each call: use --protocol ndjson")
        }
        let plan = LoadSettings(
            address: address, tls: try address.tls(protocols: [wire == .ndjson ? "ndjson-rpc/1" : "http/1.1"]),
            wire: wire, pace: closed ? .closed(depth: depth) : .open(users: users, rate: rate), mix: mix,
            targets: targets, tokens: tokens, seed: seed)
        let run = LoadRun(
            plan: plan, connections: connectionCount, threads: threads,
            warmUp: .seconds(warmUp), duration: .seconds(duration), watched: pids.isEmpty ? nil : ProcessTime(of: pids),
            progress: progress)
        let report = try await run.report()
        Terminal.print(json ? String(decoding: report.json, as: UTF8.self) : report.text)
        if report.hasErrors { throw ExitCode(Self.exitCodeOfErrors) }
    }

    private static let exitCodeOfErrors: Int32 = 3

    private var connectionCount: Int { connections ?? (closed ? 64 : users) }

    private var progress: @Sendable (String) -> Void {
        let isForScripts = json
        return { line in
            if !isForScripts { Terminal.print(line) }
        }
    }

    private func accessTokens(_ address: GatewayAddress) async throws -> [String] {
        if let tokens {
            guard let bytes = try Files.read(tokens) else { throw OperatorError("\(tokens) does not exist") }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            guard !lines.isEmpty else { throw OperatorError("\(tokens) contains no token") }
            return lines
        }
        if let accounts = accounts ?? (signIn.demo ? connectionCount : nil) {
            return try await AccountPool(instance: gateway.instance, address: address)
                .accessTokens(accounts, progress: progress)
        }
        let control = try GatewayCaller(address)
        let token = try await signIn.accessToken(gateway.instance, over: control)
        await control.close()
        return token.map { [$0] } ?? []
    }

    private func targets(
        _ mix: LoadMix, _ address: GatewayAddress, token: String?, over control: GatewayCaller
    ) async throws -> [LoadTarget] {
        var supplied: [String: [String]] = [:]
        for word in params {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw OperatorError("--params is METHOD=JSON, not \(word)") }
            supplied[pair[0], default: []].append(pair[1])
        }
        let get = Museums.Get.declaration.name
        let needsMuseums = mix.shares.contains { $0.method == get } && supplied[get] == nil
        let parameters = LoadParameters(
            museums: needsMuseums ? try await museums(token: token, over: control) : [], supplied: supplied)
        return try mix.shares.map { share in
            guard let shape = try MethodShape(share.method) else {
                throw OperatorError("unknown method \(share.method)")
            }
            return try LoadTarget(
                method: share.method, parameters: try parameters.variants(of: shape),
                host: "\(address.host):\(address.port)")
        }
    }

    /// Returns the ids of 100 museums in the instance.
    private func museums(token: String?, over control: GatewayCaller) async throws -> [String] {
        var options = Client.Options()
        options.accessToken = token
        do {
            return try await control.call(
                Museums.Search.self, .init(limit: PageLimit(unchecked: 100)), options: options
            ).items.map(\.id.text)
        } catch let problem as Problem {
            throw OperatorError(problem.text(method: Museums.Search.declaration.name))
        }
    }
}
