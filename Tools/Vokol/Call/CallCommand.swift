import ArgumentParser
import Contract
import GatewayClient
import Machine
import ServiceRuntime
import Values
import VokolClient

/// The command `vokol call`: makes one call, whose parameter types come from the contract.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Makes a call and prints the result, or lists the methods.",
        discussion: """
            Parameters are name=value; the method determines the type. Members of an object
            are name.member=value, items of a list are separated by commas, and name:=JSON
            passes any value. The exit code is 0 for a result and 1 for an error.

            EXAMPLES
              vokol call                                    lists the methods
              vokol call museums.search --help-method       describes a method
              vokol call schedule.groups query=3535 limit=3
              vokol call museums.search query=замок limit=5 --demo
              vokol call museums.search near.latitude=53.9 near.longitude=27.56 \\
                --demo --locale be
              vokol call museums.map bbox=27.4,53.8,27.7,54 zoom=11 --demo --http
              vokol call auth.declaration --locale be
              vokol call auth.register login=ada email=ada@example.org \\
                password='correct horse' \\
                declaration:='{"isNotGovernmentMilitary":true,"version":"VERSION"}'

            Completion of methods and parameters:
              vokol --generate-completion-script bash
            """)

    @Argument(help: "The method, such as museums.search.", completion: .custom { _, _, _ in MethodList.names })
    var method: String?

    @Argument(
        help: "Parameters: name=value or name:=JSON.",
        completion: .custom { words, _, _ in MethodList.completions(of: words) })
    var parameters: [String] = []

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var signIn: SignInOptions

    @Flag(help: "Use HTTP instead of lines.")
    var http = false

    @Flag(help: "Describe the method instead of calling it.")
    var helpMethod = false

    @Flag(help: "Print the result unchanged, on one line.")
    var raw = false

    @Option(help: "The language of the answer: be, ru or en.")
    var locale: String?

    @Option(name: .customLong("timeout"), help: "The time limit in milliseconds.")
    var timeoutMilliseconds: Int?

    @Option(
        help: """
            The idempotency key: repeated calls with one key take effect once. Default: a new key, which is printed, if the \
            method needs one.
            """)
    var idempotencyKey: String?

    func validate() throws {
        guard timeoutMilliseconds ?? 1 > 0 else { throw ValidationError("--timeout must be above 0") }
    }

    func run() async throws {
        guard let method else { return print(MethodList.text) }
        guard let shape = try MethodShape(method) else {
            throw OperatorError("unknown method \(method); `vokol call` lists all")
        }
        if helpMethod { return print(MethodList.text(of: shape)) }
        let parameters = try CallParameters(parameters, for: shape)
        let caller = try GatewayCaller(gateway.resolve(), over: http ? .http : .lines)
        var options = Client.Options(locale: locale)
        options.accessToken = try await signIn.accessToken(gateway.instance, over: caller)
        options.idempotencyKey = key(for: shape)
        options.timeout = .milliseconds(timeoutMilliseconds ?? shape.declaration.timeoutMilliseconds)
        do {
            let json = try await caller.result(of: shape.declaration, params: parameters.json, options: options)
            await caller.close()
            Terminal.print(String(decoding: raw ? json : IndentedJSON.indented(json), as: UTF8.self))
        } catch let problem as Problem {
            Terminal.printError(problem.text(method: method))
            throw ExitCode(1)
        }
    }

    /// Returns the given key, or a new one if the method requires a key.
    private func key(for shape: MethodShape) -> String? {
        if let idempotencyKey { return idempotencyKey }
        guard shape.declaration.idempotency == .keyed else { return nil }
        var random = SystemRandomNumberGenerator()
        let key = UUIDv7.make(milliseconds: SystemClock.now().milliseconds, using: &random)
        Terminal.printError("idempotency key \(key): repeat the call safely with --idempotency-key")
        return key
    }
}
