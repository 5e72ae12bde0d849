public import AuthContract
public import Contract
import Values
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
        /// The most times that the call is sent, 1…4.
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
        session = ClientSession(store, clock: clock) { token in
            let call = try PreparedCall(Auth.Refresh.self, .init(refreshToken: token), Options(), clock: clock)
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
    func bytes<M: Method>(_ method: M.Type, _ params: M.Params, options: Options) async throws -> [UInt8] {
        try await result(of: try PreparedCall(method, params, options, clock: clock))
    }

    /// Makes a call of a method without parameters.
    public func call<M: Method>(_ method: M.Type, options: Options = Options()) async throws -> M.Result
    where M.Params == Empty {
        try await call(method, Empty(), options: options)
    }

    fileprivate func result(of call: PreparedCall) async throws -> [UInt8] {
        if let token = call.token { return try await call.result(by: sender, token: token) }
        let token = try await session.accessToken()
        do {
            return try await call.result(by: sender, token: token)
        } catch let problem as Problem where problem.code == .unauthenticated {
            guard let token, let next = try await session.accessToken(insteadOf: token) else { throw problem }
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

    /// Forgets the session and what is stored for use without a network, and then ends the session on the server.
    ///
    /// - Throws: the error of that call; the session is forgotten all the same, and ends on the server by its age.
    public func signOut() async throws {
        // A session that cannot be read is removed, too.
        let tokens = try? session.current()
        // The session first: an answer that arrives later finds that its account has signed out, and is not stored.
        let end = Result { try session.replace(with: nil) }
        try offline?.removeAll()
        try end.get()
        guard let tokens else { return }
        let call = try PreparedCall(
            Auth.Logout.self, .init(refreshToken: tokens.refreshToken), Options(), clock: clock)
        _ = try await call.result(by: sender, token: nil)
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
    public func accessToken() async throws -> String? { try await session.accessToken() }
}

extension Client {
    /// Returns the events of up to 16 topics, such as `Booking.slotsTopic.of(day)`.
    ///
    /// Each iteration opens a stream of its own; an account may have four.
    public func events(of topics: [String]) -> Events {
        Events(clock: clock) { [transport, session] in
            let token = try await session.accessToken()
            do {
                return try await transport.events(of: topics, token: token)
            } catch let problem as Problem where problem.code == .unauthenticated {
                guard let token, let next = try await session.accessToken(insteadOf: token) else { throw problem }
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
