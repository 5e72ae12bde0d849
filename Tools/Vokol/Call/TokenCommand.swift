import ArgumentParser
import GatewayClient
import Machine

/// The command `vokol token`: signs in and prints an access token, for curl and scripts.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Signs in and prints the access token.",
        discussion: """
            The token is valid for five minutes.

            EXAMPLES
              TOKEN=$(vokol token --demo)
              curl -H "Authorization: Bearer $TOKEN" …
            """)

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var signIn: SignInOptions

    func run() async throws {
        let caller = try GatewayCaller(gateway.resolve())
        let token = try await signIn.accessToken(gateway.instance, over: caller)
        await caller.close()
        guard let token else { throw OperatorError("give --demo, or --email with --password") }
        Terminal.print(token)
    }
}
