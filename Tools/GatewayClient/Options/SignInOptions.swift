package import ArgumentParser
package import AuthContract
import Contract
import Machine
import Values
import VokolClient

/// The command-line options for signing in.
package struct SignInOptions: ParsableArguments {
    package init() {}

    @Option(help: "An access token; default: the environment variable VOKOL_TOKEN.")
    package var token: String?

    @Option(help: "The e-mail address of the account to sign in with.")
    package var email: String?

    @Option(help: "The password for --email; default: the environment variable VOKOL_PASSWORD.")
    package var password: String?

    @Flag(help: "Sign in with the instance's demonstration account.")
    package var demo = false

    package func validate() throws {
        let ways = [token != nil, email != nil, demo].filter { $0 }
        guard ways.count <= 1 else { throw ValidationError("give one of --token, --email and --demo") }
        guard email != nil || password == nil else { throw ValidationError("--password needs --email") }
    }

    /// Returns the account to sign in with; `nil` for anonymous calls.
    package func credentials(_ directory: InstanceDirectory) throws -> DemonstrationAccount? {
        if demo {
            guard let account = try DemonstrationAccount.read(directory) else {
                throw OperatorError(
                    "\(directory.path) has no demonstration account; start the instance with `vokol up`")
            }
            return account
        }
        guard let email else { return nil }
        guard let password = password ?? Environment.variables()["VOKOL_PASSWORD"] else {
            throw OperatorError("give the password with --password or VOKOL_PASSWORD")
        }
        return DemonstrationAccount(email: email, password: password)
    }

    /// Signs in if the options ask for it, and returns the access token; `nil` for anonymous calls.
    package func accessToken(_ directory: InstanceDirectory, over caller: GatewayCaller) async throws -> String? {
        if let token { return token }
        guard let account = try credentials(directory) else { return Environment.variables()["VOKOL_TOKEN"] }
        return try await account.signIn(over: caller).accessToken
    }
}

extension DemonstrationAccount {
    package func signIn(over caller: GatewayCaller) async throws -> Auth.Tokens {
        do {
            // The server checks both, and names what is wrong.
            return try await caller.call(
                Auth.Login.self,
                .init(email: EmailAddress(unchecked: email), password: PasswordAttempt(unchecked: password)))
        } catch let problem as Problem {
            throw OperatorError(problem.text(method: Auth.Login.declaration.name))
        }
    }
}
