import ArgumentParser
import Contract
import MuseumsContract
import Wire

/// `vokol load`: many users at once, timed from when each call was due.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads a gateway and measures it.",
        discussion: """
            Open loop: each user calls at its own times, whether or not the server
            keeps up, and a call's time begins when it was due. With --closed each
            connection makes the next call when it has the answer to the last: that
            finds out what a call costs, not how long users wait.

            A user may make 20 calls a second; who needs more has several accounts, or
            raises limits.user.rate where the instance is started. Accounts
            (--accounts) are registered once, with the codes from the outbox.

            EXAMPLES
              vokol load --demo --users 10
              vokol load --users 2000 --accounts 100 --rate 1 --duration 30 \\
                --mix museums.get=1,museums.search=0.2
              vokol load --demo --closed --connections 64 --protocol https
              vokol load --demo --params 'museums.search={"query":"замок"}' \\
                --mix museums.search
            """)

    @Option(help: "How many users call.")
    var users = 100

    @Option(help: "Calls a second of each user.")
    var rate = 1.0

    @Option(help: "How long to measure, in seconds.")
    var duration = 10.0

    @Option(help: "How long to load before measuring, in seconds.")
    var warmUp = 1.0

    @Option(help: "The methods and how often each is called in proportion.")
    var mix = "museums.get=1,museums.search=0.2"

    @Option(name: .customLong("protocol"), help: "ndjson for lines over TLS, or https.")
    var wire = "ndjson"

    @Option(help: "Connections; one a user if not given, 64 in a closed loop.")
    var connections: Int?

    @Flag(help: "Call as fast as answers come, instead of at the users' times.")
    var closed = false

    @Option(help: "With --closed, calls in flight on each connection.")
    var depth = 1

    @Option(help: "Threads of the generator.")
    var threads = 1

    @Option(help: "Parameters of a method, METHOD=JSON; several of one method take turns.")
    var params: [String] = []

    @Option(help: "A file with access tokens, one a line; connections take turns.")
    var tokens: String?

    @Option(help: "Use so many accounts of the instance, registered when they are first needed.")
    var accounts: Int?

    @Option(help: "What the calls are drawn by: the same seed makes the same calls.")
    var seed: UInt64 = 1

    @Option(
        name: .customLong("pid"),
        help: "A process of which to tell the CPU time a call, with those that it started; may be repeated.")
    var pids: [Int32] = []

    @Flag(help: "Print one JSON object, for scripts.")
    var json = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var signIn: SignInOptions

    func validate() throws {
        guard (1...100_000).contains(users) else { throw ValidationError("--users must lie between 1 and 100000") }
        guard rate > 0, rate <= 1_000_000 else { throw ValidationError("--rate is above 0 and at most 1000000") }
        guard duration > 0, duration <= 86_400, warmUp >= 0, warmUp <= 3_600 else {
            throw ValidationError("--duration and --warm-up are seconds")
        }
        guard LoadPlan.Wire(rawValue: wire) != nil else { throw ValidationError("--protocol is ndjson or https") }
        guard (1...100_000).contains(connections ?? 1) else {
            throw ValidationError("--connections lies between 1 and 100000")
        }
        guard (1...1_024).contains(depth), (1...64).contains(threads) else {
            throw ValidationError("--depth lies between 1 and 1024, --threads between 1 and 64")
        }
        guard !closed || wire == "ndjson" || depth == 1 else {
            throw ValidationError("HTTP/1.1 has one call in flight: --depth is for ndjson")
        }
        guard [tokens != nil, accounts != nil].filter({ $0 }).count <= 1 else {
            throw ValidationError("say one of --tokens and --accounts")
        }
    }

    func run() async throws {
        let address = try gateway.resolve()
        let control = try await LineConnection.open(address)
        let tokens = try await accessTokens(over: control)
        let mix = try LoadMix(mix)
        let targets = try await targets(mix, address, token: tokens.first, over: control)
        await control.close()

        let wire = LoadPlan.Wire(rawValue: wire) ?? .ndjson
        if wire == .https, let keyed = targets.first(where: \.isKeyed) {
            throw OperatorError("\(keyed.method) needs a key with each call: load it by lines")
        }
        let plan = LoadPlan(
            address: address, tls: try address.tls(protocols: [wire == .ndjson ? "ndjson-rpc/1" : "http/1.1"]),
            wire: wire, pace: closed ? .closed(depth: depth) : .open(users: users, rate: rate), mix: mix,
            targets: targets, tokens: tokens, seed: seed)
        let run = LoadRun(
            plan: plan, connections: connections ?? (closed ? 64 : users), threads: threads,
            warmUp: .seconds(warmUp), duration: .seconds(duration), watched: pids.isEmpty ? nil : ProcessTime(of: pids),
            say: say)
        let report = try await run.report()
        Terminal.say(json ? String(decoding: report.json, as: UTF8.self) : report.text)
    }

    private var say: @Sendable (String) -> Void {
        let isForScripts = json
        return { line in
            if !isForScripts { Terminal.say(line) }
        }
    }

    private func accessTokens(over control: any GatewayConnection) async throws -> [String] {
        if let tokens {
            guard let bytes = try Files.read(tokens) else { throw OperatorError("there is no file \(tokens)") }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            guard !lines.isEmpty else { throw OperatorError("\(tokens) holds no token") }
            return lines
        }
        if let accounts {
            return try await AccountPool(instance: gateway.instance, connection: control)
                .accessTokens(accounts, say: say)
        }
        return try await signIn.accessToken(gateway.instance, over: control).map { [$0] } ?? []
    }

    private func targets(
        _ mix: LoadMix, _ address: GatewayAddress, token: String?, over control: any GatewayConnection
    ) async throws -> [LoadTarget] {
        var given: [String: [String]] = [:]
        for word in params {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { throw OperatorError("--params is METHOD=JSON, not \(word)") }
            given[pair[0], default: []].append(pair[1])
        }
        let get = Museums.Get.declaration.name
        let needsMuseums = mix.shares.contains { $0.method == get } && given[get] == nil
        let parameters = LoadParameters(
            museums: needsMuseums ? try await museums(token: token, over: control) : [], given: given)
        return try mix.shares.map { share in
            guard let shape = try MethodShape(share.method) else {
                throw OperatorError("there is no method \(share.method)")
            }
            return try LoadTarget(
                method: share.method, parameters: try parameters.variants(of: shape),
                host: "\(address.host):\(address.port)")
        }
    }

    /// The ids of a hundred museums of the instance.
    private func museums(token: String?, over control: any GatewayConnection) async throws -> [String] {
        struct Found: Decodable {
            struct Item: Decodable { var id: String }
            var items: [Item]
        }
        guard let shape = try MethodShape(Museums.Search.declaration.name) else { return [] }
        let call = OutgoingCall(
            declaration: shape.declaration, parameters: try CallParameters(["limit=100"], for: shape), token: token)
        switch try await control.answer(call) {
        case .failure(let failure): throw OperatorError(failure.text(method: shape.declaration.name))
        case .result(let bytes):
            return try JSONCoding.decode(Found.self, from: bytes, unknownMembers: .ignored).items.map(\.id)
        }
    }
}
