public import AuthContract
public import Contract
import Resilience
public import Values
import Wire

/// A client of a Vokol server: typed calls of every public method, with one session.
///
/// ```swift
/// let page = try await client.call(Museums.Search.self, .init(query: SearchText("замок")))
/// ```
///
/// A call that fails is sent again as far as the contract allows: see `docs/swift-sdk.md`.
public final class Client: Sendable {
    private let transport: any Transport
    let clock: ClientClock
    private let sender: CallSender
    private let session: ClientSession
    /// The store of values for use without a network.
    let offline: (any OfflineStore)?
    let lookUps: KeptLookUps?

    /// The options of a call.
    public struct Options: Sendable {
        /// The language of texts, such as `be`; `nil` for that of the account.
        public var locale: String?
        /// The key with which repeating the call is safe; `nil` to make one if the method needs it.
        ///
        /// Set it to repeat a call after a restart of the program.
        public var idempotencyKey: String?
        /// The time limit of all attempts together.
        public var timeout: Duration = .seconds(30)
        /// The maximum number of times that the call is sent, 1…4.
        public var attempts = RetryRule.maximumAttempts
        /// The access token to use instead of the session's; it is never refreshed.
        public var accessToken: String?

        public init(locale: String? = nil, idempotencyKey: String? = nil) {
            (self.locale, self.idempotencyKey) = (locale, idempotencyKey)
        }
    }

    /// Creates a client; it connects with the first call.
    ///
    /// - Parameters:
    ///   - transport: the way to the server.
    ///   - store: the place of the session between starts.
    ///   - offline: the store of values for use without a network; it belongs to this client.
    public convenience init(
        _ transport: any Transport, session store: any TokenStore = MemoryTokenStore(),
        offline: (any OfflineStore)? = nil
    ) {
        self.init(transport, session: store, offline: offline, clock: .system)
    }

    package init(
        _ transport: any Transport, session store: any TokenStore, offline: (any OfflineStore)? = nil,
        clock: ClientClock
    ) {
        self.offline = offline
        lookUps = offline.map { KeptLookUps($0) }
        let sender = CallSender(transport, clock: clock)
        (self.transport, self.clock, self.sender) = (transport, clock, sender)
        session = ClientSession(store, clock: clock) { tokens in
            let call = try PreparedCall(
                Auth.Refresh.self, .init(refreshToken: tokens.refreshToken), Options(), clock: clock)
            if tokens.accessTokenExpiresAt > clock.now() {
                do {
                    // With a valid token a refresh counts against the user, and not against the address of a campus.
                    let bytes = try await call.result(by: sender, token: tokens.accessToken)
                    return try CallAnswer.decode(Auth.Tokens.self, from: bytes)
                } catch let problem as Problem where problem.code == .unauthenticated {
                    // What is refused may be the access token alone.
                }
            }
            return try CallAnswer.decode(Auth.Tokens.self, from: try await call.result(by: sender, token: nil))
        }
    }

    /// Makes a call.
    ///
    /// A token that the server refuses is refreshed, and the call sent once more.
    ///
    /// - Throws: ``Problem`` for an error of the server, ``TransportFailure`` if there is no answer,
    ///   `CancellationError` if the task is cancelled.
    public func call<M: Method>(
        _ method: M.Type, _ params: M.Params, options: Options = Options()
    ) async throws -> M.Result {
        try CallAnswer.decode(M.Result.self, from: try await bytes(method, params, options: options))
    }

    /// Makes a call and returns the result as JSON.
    ///
    /// - Parameter account: the account that must be signed in; `nil` for any.
    func bytes<M: Method>(
        _ method: M.Type, _ params: M.Params, options: Options, for account: Identifier? = nil
    ) async throws -> [UInt8] {
        var call = try PreparedCall(method, params, options, clock: clock)
        call.account = account
        return try await result(of: call)
    }

    /// Makes a call of a method without parameters.
    public func call<M: Method>(_ method: M.Type, options: Options = Options()) async throws -> M.Result
    where M.Params == Empty {
        try await call(method, Empty(), options: options)
    }

    fileprivate func result(of call: PreparedCall) async throws -> [UInt8] {
        if let token = call.token { return try await call.result(by: sender, token: token) }
        let token = try await session.accessToken(until: call.deadline, of: call.account)
        do {
            return try await call.result(by: sender, token: token)
        } catch let problem as Problem where problem.code == .unauthenticated {
            guard let token,
                let next = try await session.accessToken(insteadOf: token, until: call.deadline, of: call.account)
            else { throw problem }
            return try await call.result(by: sender, token: next)
        }
    }

    /// Closes the connections; later calls fail.
    public func close() async { await transport.close() }
}

extension Client {
    /// The account that is signed in, as of the latest refresh; `nil` if none is.
    public var user: Auth.User? {
        get throws { try session.current()?.user }
    }

    /// The token by which the limits on sign-ins recognize this device; `nil` if nobody is signed in.
    ///
    /// Keep it before signing out, and send it with the next sign-in of the account. It authorizes nothing.
    public var deviceToken: DeviceToken? {
        get throws { try session.current()?.deviceToken }
    }

    /// Makes a call that signs in, such as `Auth.Login`, and keeps the session.
    @discardableResult
    public func signIn<M: Method>(
        with method: M.Type, _ params: M.Params, options: Options = Options()
    ) async throws -> Auth.User where M.Result == Auth.Tokens {
        let call = try PreparedCall(method, params, options, clock: clock)
        let bytes = try await call.result(by: sender, token: nil)
        let tokens = try CallAnswer.decode(Auth.Tokens.self, from: bytes)
        try session.replace(with: tokens)
        return tokens.user
    }

    /// Verifies a code sent by SMS, and keeps the session if the number has an account.
    ///
    /// - Returns: the result; with a `registrationToken` if the number has none, for `signIn` with
    ///   `Auth.CompleteRegistration`.
    public func verifyCode(
        _ params: Auth.VerifyCode.Params, options: Options = Options()
    ) async throws -> Auth.VerifyCode.Result {
        let call = try PreparedCall(Auth.VerifyCode.self, params, options, clock: clock)
        let bytes = try await call.result(by: sender, token: nil)
        let result = try CallAnswer.decode(Auth.VerifyCode.Result.self, from: bytes)
        if let tokens = Auth.Tokens(result) { try session.replace(with: tokens) }
        return result
    }

    /// Proves that the user is present, as some methods ask with `step-up-required`; later calls carry the proof.
    ///
    /// - Returns: the time until which methods accept the proof.
    @discardableResult
    public func provePresence(
        _ params: Auth.ProvePresence.Params, options: Options = Options()
    ) async throws -> Instant {
        let account = try user?.id
        let json = try await bytes(Auth.ProvePresence.self, params, options: options, for: account)
        let proof = try CallAnswer.decode(Auth.ProvePresence.Result.self, from: json)
        session.use(proof.accessToken, until: proof.accessTokenExpiresAt, for: account)
        return proof.presentUntil
    }

    /// Exchanges the access token now, for example after the account was granted a role.
    public func refresh() async throws { try await session.refresh(until: clock.tick() + Options().timeout) }

    /// Forgets the session and what is stored for use without a network, and then ends the session on the server.
    ///
    /// - Throws: the first error of these steps, all of which are made. If the server cannot be reached, the session is
    ///   forgotten all the same, and ends on the server by its age.
    public func signOut() async throws {
        // A session that cannot be read is removed, too.
        let tokens = try? session.current()
        // The session first: an answer that arrives later finds that its account has signed out, and is not stored.
        let removals: [Result<Void, any Error>] = [
            Result { try session.replace(with: nil) }, Result { try offline?.removeAll() },
        ]
        if let tokens {
            let call = try PreparedCall(
                Auth.Logout.self, .init(refreshToken: tokens.refreshToken), Options(), clock: clock)
            do { _ = try await call.result(by: sender, token: nil) } catch {
                for removal in removals { try removal.get() }
                throw error
            }
        }
        for removal in removals { try removal.get() }
    }

    /// Runs `body` if the account is still signed in, or still nobody; it cannot sign out meanwhile.
    func store(for account: Identifier?, _ body: () throws -> Void) throws {
        try session.run(for: account, body)
    }

    /// Makes a call of a method whose types are not known, and returns the result as JSON.
    ///
    /// - Parameter params: one JSON object.
    package func result(
        of method: MethodDeclaration, params: [UInt8], options: Options = Options()
    ) async throws -> [UInt8] {
        try await result(of: PreparedCall(method, params: params, options, clock: clock))
    }

    /// Returns an access token for use outside the client; `nil` if nobody is signed in.
    public func accessToken() async throws -> String? {
        try await session.accessToken(until: clock.tick() + Options().timeout)
    }
}

extension Client {
    /// Returns the events of up to 16 topics, such as `Booking.slotsTopic.of(day)`.
    ///
    /// Each iteration opens a stream of its own; an account may have four.
    public func events(of topics: [String]) -> Events {
        Events(clock: clock) { [transport, session, clock] in
            let deadline = clock.tick() + Options().timeout
            let token = try await session.accessToken(until: deadline)
            do {
                return try await transport.events(of: topics, token: token)
            } catch let problem as Problem where problem.code == .unauthenticated {
                guard let token, let next = try await session.accessToken(insteadOf: token, until: deadline) else {
                    throw problem
                }
                return try await transport.events(of: topics, token: next)
            }
        }
    }
}

extension Client {
    /// Returns the pages of a list, or, as `pages(…).items`, its items.
    public func pages<M: Method>(
        _ method: M.Type, _ params: M.Params, options: Options = Options()
    ) -> Pages<M> where M.Params: PagedParams, M.Result: PagedResult {
        Pages(first: params) { try await self.call(method, $0, options: options) }
    }
}

extension Auth.Tokens {
    /// The session that verifying a code began; `nil` if the number has no account.
    fileprivate init?(_ result: Auth.VerifyCode.Result) {
        guard let accessToken = result.accessToken, let accessEnd = result.accessTokenExpiresAt,
            let refreshToken = result.refreshToken, let refreshEnd = result.refreshTokenExpiresAt,
            let user = result.user
        else { return nil }
        self.init(
            accessToken: accessToken, accessTokenExpiresAt: accessEnd, refreshToken: refreshToken,
            refreshTokenExpiresAt: refreshEnd, user: user, deviceToken: result.deviceToken)
    }
}
