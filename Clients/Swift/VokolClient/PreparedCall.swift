import Contract
import Resilience
import Values
import Wire

/// A call with what stays the same over all its attempts, such as the idempotency key.
struct PreparedCall {
    private let request: CallRequest
    private let rule: RetryRule
    /// The end of all attempts, and of the wait for a token.
    let deadline: Tick
    /// The token that the caller has given for this call.
    let token: String?
    /// The account for which alone the call may be made; `nil` for whoever is signed in.
    var account: Identifier?

    init<M: Method>(_ method: M.Type, _ params: M.Params, _ options: Client.Options, clock: ClientClock) throws {
        self.init(M.declaration, params: try JSONCoding.encode(params), options, clock: clock)
    }

    /// Prepares a call with parameters that are one JSON object.
    init(_ declaration: MethodDeclaration, params: [UInt8], _ options: Client.Options, clock: ClientClock) {
        var request = CallRequest(
            method: declaration.name, params: params, timeout: .milliseconds(declaration.timeoutMilliseconds))
        request.locale = options.locale
        request.idempotencyKey = options.idempotencyKey
        if declaration.idempotency == .keyed, request.idempotencyKey == nil {
            request.idempotencyKey = Identifier.make(at: clock.now()).text
        }
        self.request = request
        rule = RetryRule(declaration.idempotency, attempts: options.attempts)
        token = options.accessToken
        deadline = clock.tick() + options.timeout
    }

    func result(by sender: CallSender, token: String?) async throws -> [UInt8] {
        var request = request
        request.token = token
        return try await sender.result(of: request, by: rule, until: deadline)
    }
}
