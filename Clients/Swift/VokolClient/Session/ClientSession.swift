import AuthContract
import Contract
import Platform
import Resilience
import Values

/// The session of a client: hands out access tokens and refreshes them, one refresh at a time.
///
/// Only the server ends a session, with `unauthenticated`; a failure of the network leaves it as it is.
final class ClientSession: Sendable {
    /// The time before its end at which an access token is refreshed.
    static let margin: Int64 = 60_000
    /// The shortest time between two refreshes that the clock alone asks for, should it be wrong.
    static let pause = Duration.seconds(30)

    private struct State {
        var tokens: Auth.Tokens?
        var isLoaded = false
        /// False while the store could not be written, and holds an earlier session.
        var isStored = true
        var refreshedAt: Tick?
    }

    private typealias Flights = SingleFlight<RefreshToken, Result<Auth.Tokens, any Error>>

    private let store: any TokenStore
    private let clock: ClientClock
    private let exchange: @Sendable (Auth.Tokens) async throws -> Auth.Tokens
    private let state = Lock(State())
    private let flights = Flights()

    /// Creates the holder of the session in `store`.
    ///
    /// - Parameter exchange: exchanges the refresh token of a session for the next session.
    init(
        _ store: any TokenStore, clock: ClientClock,
        exchange: @escaping @Sendable (Auth.Tokens) async throws -> Auth.Tokens
    ) {
        (self.store, self.clock, self.exchange) = (store, clock, exchange)
    }

    /// Returns the session; `nil` if nobody is signed in.
    func current() throws -> Auth.Tokens? {
        try state.withLock { state in
            if !state.isLoaded { state.tokens = try store.load() }
            state.isLoaded = true
            if !state.isStored { storeIfPossible(&state) }
            return state.tokens
        }
    }

    /// Stores the session; if that fails, the next look at the session tries again.
    ///
    /// A session that is used and not stored would end with the program: the server takes the stored token for a copy.
    private func storeIfPossible(_ state: inout State) {
        state.isStored = (try? store.save(state.tokens)) != nil
    }

    /// Begins another session; `nil` ends the present one.
    ///
    /// - Throws: an error of the store. Then no session has begun, but the present one has ended all the same.
    func replace(with tokens: Auth.Tokens?) throws {
        try state.withLock { state in
            if tokens != nil { try store.save(tokens) }
            state = State(tokens: tokens, isLoaded: true)
            guard tokens == nil else { return }
            state.isStored = false
            try store.save(nil)
            state.isStored = true
        }
    }

    /// Uses another access token in a session of the account; does nothing if it has signed out.
    func use(_ accessToken: String, until end: Instant, for account: Identifier?) {
        state.withLock { state in
            guard var tokens = state.tokens, tokens.user.id == account else { return }
            (tokens.accessToken, tokens.accessTokenExpiresAt) = (accessToken, end)
            state.tokens = tokens
            storeIfPossible(&state)
        }
    }

    /// Runs `body` if the session is one of the account, or if nobody is signed in and the account is `nil`.
    ///
    /// The session cannot change meanwhile.
    func run(for account: Identifier?, _ body: () throws -> Void) throws {
        _ = try current()
        try state.withLock { state in
            if state.tokens?.user.id == account { try body() }
        }
    }

    /// Returns an access token that is valid for a while; `nil` if nobody is signed in.
    ///
    /// While the present token is valid, at most half of the time is spent on waiting for the next one.
    ///
    /// - Parameters:
    ///   - deadline: the end of the wait.
    ///   - account: the account that must be signed in; `nil` for any.
    /// - Throws: ``Problem`` if the server has ended the session, which is then removed; ``SignedOut`` if the account
    ///   is not signed in; another error if the token has expired and the server cannot be reached.
    func accessToken(until deadline: Tick, of account: Identifier? = nil) async throws -> String? {
        guard let tokens = try tokens(of: account) else { return nil }
        let rest = tokens.accessTokenExpiresAt.milliseconds - clock.now().milliseconds
        if rest > Self.margin || hasJustRefreshed() { return tokens.accessToken }
        let now = clock.tick()
        do {
            let limit = rest > 0 ? now + (deadline - now) / 2 : deadline
            return try await next(after: tokens, until: limit, of: account).accessToken
        } catch let problem as Problem where problem.code == .unauthenticated {
            throw problem
        } catch let error as SignedOut {
            throw error
        } catch {
            try Task.checkCancellation()
            guard rest > 0 else { throw error }
            return tokens.accessToken
        }
    }

    /// Returns another access token than the given one, which a server has refused; `nil` if nobody is signed in.
    func accessToken(
        insteadOf refused: String, until deadline: Tick, of account: Identifier? = nil
    ) async throws -> String? {
        guard let tokens = try tokens(of: account) else { return nil }
        if tokens.accessToken != refused { return tokens.accessToken }
        return try await next(after: tokens, until: deadline, of: account).accessToken
    }

    /// Exchanges the session for the next one, however long its access token is valid; does nothing if there is none.
    func refresh(until deadline: Tick) async throws {
        if let tokens = try current() { _ = try await next(after: tokens, until: deadline, of: nil) }
    }

    private func tokens(of account: Identifier?) throws -> Auth.Tokens? {
        let tokens = try current()
        if let account, tokens?.user.id != account { throw SignedOut() }
        return tokens
    }

    private func hasJustRefreshed() -> Bool {
        guard let last = state.withLock({ $0.refreshedAt }) else { return false }
        return clock.tick() - last < Self.pause
    }

    private func next(
        after tokens: Auth.Tokens, until deadline: Tick, of account: Identifier?
    ) async throws -> Auth.Tokens {
        let (key, ticket) = (tokens.refreshToken, Flights.Ticket())
        if flights.join(key, ticket) {
            // A task of its own keeps the successor even if a caller is cancelled. The server would soon take another
            // use of the exchanged token for a copy.
            Task { flights.end(key, with: await successor(of: tokens)) }
        }
        let outcome = await flights.outcome(of: key, ticket) { [clock] in
            try await clock.expire(max(.zero, deadline - clock.tick()))
        }
        try Task.checkCancellation()
        guard let outcome else { throw TransportFailure("the token was not refreshed in time", mayHaveBeenSent: false) }
        let next = try outcome.get()
        if let account, next.user.id != account { throw SignedOut() }
        return next
    }

    /// Exchanges a session and adopts the next one, or the end of the session.
    private func successor(of tokens: Auth.Tokens) async -> Result<Auth.Tokens, any Error> {
        do {
            // A flight may have ended between the caller's look at the session and this one.
            if try current()?.refreshToken == tokens.refreshToken {
                adopt(try await exchange(tokens), after: tokens)
            }
            guard let present = try current() else { throw SignedOut() }
            return .success(present)
        } catch let problem as Problem where problem.code == .unauthenticated {
            adopt(nil, after: tokens)
            return .failure(problem)
        } catch {
            return .failure(error)
        }
    }

    /// Replaces `tokens`, unless the user has signed out or in meanwhile.
    private func adopt(_ next: Auth.Tokens?, after tokens: Auth.Tokens) {
        state.withLock { state in
            guard state.tokens?.refreshToken == tokens.refreshToken else { return }
            state.tokens = next
            state.refreshedAt = clock.tick()
            storeIfPossible(&state)
        }
    }
}

/// The account for which a call was made is not signed in any more.
public struct SignedOut: Error, CustomStringConvertible {
    public var description: String { "the session has ended" }
}
