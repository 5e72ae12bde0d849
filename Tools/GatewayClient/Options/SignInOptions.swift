import ArgumentParser
import AuthContract
import Contract
import Wire

/// The options by which commands sign in.
struct SignInOptions: ParsableArguments {
    @Option(help: "An access token; also taken from the environment variable VOKOL_TOKEN.")
    var token: String?

    @Option(help: "Sign in with this e-mail address first.")
    var email: String?

    @Option(help: "The password for --email; also taken from VOKOL_PASSWORD.")
    var password: String?

    @Flag(help: "Sign in as the demonstration account of the instance.")
    var demo = false

    func validate() throws {
        let ways = [token != nil, email != nil, demo].filter { $0 }
        guard ways.count <= 1 else { throw ValidationError("say one of --token, --email and --demo") }
        guard email != nil || password == nil else { throw ValidationError("--password needs --email") }
    }

    /// The e-mail address and the password to sign in with; `nil` if nobody signs in.
    func credentials(_ directory: InstanceDirectory) throws -> DemonstrationAccount? {
        if demo {
            guard let account = try DemonstrationAccount.read(directory) else {
                throw OperatorError("\(directory.path) has no demonstration account; start it with `vokol up`")
            }
            return account
        }
        guard let email else { return nil }
        guard let password = password ?? Environment.variables()["VOKOL_PASSWORD"] else {
            throw OperatorError("give the password with --password or VOKOL_PASSWORD")
        }
        return DemonstrationAccount(email: email, password: password)
    }

    /// The access token to send; `nil` to call without one.
    func accessToken(_ directory: InstanceDirectory, over connection: any GatewayConnection) async throws -> String? {
        if let token { return token }
        guard let account = try credentials(directory) else { return Environment.variables()["VOKOL_TOKEN"] }
        return try await account.signIn(over: connection).accessToken
    }
}

extension DemonstrationAccount {
    /// A session's tokens.
    struct Session: Decodable, Sendable {
        var accessToken: String
        var refreshToken: String
    }

    func signIn(over connection: any GatewayConnection) async throws -> Session {
        guard let shape = try MethodShape(Auth.Login.declaration.name) else {
            throw OperatorError("this version knows no auth.login")
        }
        let call = OutgoingCall(
            declaration: shape.declaration,
            parameters: try CallParameters(["email=\(email)", "password=\(password)"], for: shape))
        switch try await connection.answer(call) {
        case .result(let bytes): return try JSONCoding.decode(Session.self, from: bytes, unknownMembers: .ignored)
        case .failure(let failure): throw OperatorError(failure.text(method: shape.declaration.name))
        }
    }
}
