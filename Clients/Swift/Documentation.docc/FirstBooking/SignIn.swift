import Contracts
import Values
import VokolClient

/// Signs in, unless the session of an earlier start is still there.
func signInIfNeeded(_ client: Client, email: String, password: @Sendable () -> String?) async throws -> Bool {
    if let user = try client.user {
        print("Welcome back, \(user.login)")
        return true
    }
    guard let email = EmailAddress(email), let password = password().flatMap({ PasswordAttempt($0) }) else {
        print("Enter a valid e-mail address and a password")
        return false
    }
    let user = try await client.signIn(with: Auth.Login.self, .init(email: email, password: password))
    print("Welcome, \(user.login)")
    return true
}
