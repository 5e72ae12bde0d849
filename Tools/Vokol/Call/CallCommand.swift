import ArgumentParser
import Contract
import GatewayClient
import Machine
import ServiceRuntime
import Values

/// `vokol call`: one call, its parameters typed by the contract, its result for people or for scripts.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Makes one call and prints its result; without a method, lists the methods.",
        discussion: """
            Parameters are name=value, typed by the method; parts of an object are
            name.part=value, lists are separated by commas, and name:=JSON says
            anything. The exit code is 0 for a result and 1 for an error.

            EXAMPLES
              vokol call                                    lists the methods
              vokol call museums.search --help-method       says what it takes
              vokol call museums.search query=замок limit=5 --demo
              vokol call museums.search near.latitude=53.9 near.longitude=27.56 \\
                --demo --locale be
              vokol call museums.map bbox=27.4,53.8,27.7,54 zoom=11 --demo --http
              vokol call auth.register login=ada email=ada@example.org \\
                password='correct horse' \\
                declaration:='{"notGovernmentMilitary":true,"version":"1"}'

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

    @Flag(help: "Call by HTTP, in the method's own form, instead of by lines.")
    var http = false

    @Flag(help: "Say what the method takes instead of calling it.")
    var helpMethod = false

    @Flag(help: "Print the result as it came, on one line.")
    var raw = false

    @Option(help: "The language to ask for, such as be, ru or en.")
    var locale: String?

    @Option(name: .customLong("timeout"), help: "How long to wait, in milliseconds.")
    var timeoutMilliseconds: Int?

    @Option(
        help: """
            A key under which the call has its effect once, however often it is sent; where a method needs one and none \
            is given, a new one is made and shown.
            """)
    var idempotencyKey: String?

    func run() async throws {
        guard let method else { return print(MethodList.text) }
        guard let shape = try MethodShape(method) else {
            throw OperatorError("there is no method \(method); `vokol call` lists them")
        }
        if helpMethod { return print(MethodList.text(of: shape)) }
        let parameters = try CallParameters(parameters, for: shape)
        let address = try gateway.resolve()
        let connection: any GatewayConnection =
            http ? try await HTTPConnection.open(address) : try await LineConnection.open(address)
        let call = OutgoingCall(
            declaration: shape.declaration, parameters: parameters,
            token: try await signIn.accessToken(gateway.instance, over: connection), locale: locale,
            timeoutMilliseconds: timeoutMilliseconds, idempotencyKey: key(for: shape))
        let answer = try await connection.answer(call)
        await connection.close()
        switch answer {
        case .result(let json):
            Terminal.say(String(decoding: raw ? json : JSONText.indented(json), as: UTF8.self))
        case .failure(let failure):
            Terminal.complain(failure.text(method: method))
            throw ExitCode(1)
        }
    }

    /// The key that was given, or a new one if the method needs one.
    private func key(for shape: MethodShape) -> String? {
        if let idempotencyKey { return idempotencyKey }
        guard shape.declaration.idempotency == .keyed else { return nil }
        var random = SystemRandomNumberGenerator()
        let key = UUIDv7.make(milliseconds: SystemClock.now().milliseconds, using: &random)
        Terminal.complain("idempotency key \(key): send the call again with --idempotency-key to repeat it safely")
        return key
    }
}
