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
        var refreshedAt: Tick?
    }

    private let store: any TokenStore
    private let clock: ClientClock
    private let refresh: @Sendable (RefreshToken) async throws -> Auth.Tokens
    private let state = Lock(State())
    private let flights = SingleFlight<RefreshToken, Result<Auth.Tokens, any Error>>()

    /// Creates the holder of the session in `store`.
    ///
    /// - Parameter refresh: exchanges a refresh token for the next session.
    init(
        _ store: any TokenStore, clock: ClientClock,
        refresh: @escaping @Sendable (RefreshToken) async throws -> Auth.Tokens
    ) {
        (self.store, self.clock, self.refresh) = (store, clock, refresh)
    }

    /// Returns the session; `nil` if nobody is signed in.
    func current() throws -> Auth.Tokens? {
        try state.withLock { state in
            if !state.isLoaded { state.tokens = try store.load() }
            state.isLoaded = true
            return state.tokens
        }
    }

    /// Begins another session; `nil` ends the present one.
    func replace(with tokens: Auth.Tokens?) throws {
        try state.withLock { state in
            state = State(tokens: tokens, isLoaded: true)
            try store.save(tokens)
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
    /// - Throws: ``Problem`` if the server has ended the session, which is then removed; another error if the token
    ///   has expired and the server cannot be reached.
    func accessToken() async throws -> String? {
        guard let tokens = try current() else { return nil }
        let rest = tokens.accessTokenExpiresAt.milliseconds - clock.now().milliseconds
        if rest > Self.margin || hasJustRefreshed() { return tokens.accessToken }
        do {
            return try await next(after: tokens).accessToken
        } catch let problem as Problem where problem.code == .unauthenticated {
            throw problem
        } catch {
            try Task.checkCancellation()
            guard rest > 0 else { throw error }
            return tokens.accessToken
        }
    }

    /// Returns another access token than the given one, which a server has refused; `nil` if nobody is signed in.
    func accessToken(insteadOf refused: String) async throws -> String? {
        guard let tokens = try current() else { return nil }
        return tokens.accessToken == refused ? try await next(after: tokens).accessToken : tokens.accessToken
    }

    private func hasJustRefreshed() -> Bool {
        guard let last = state.withLock({ $0.refreshedAt }) else { return false }
        return clock.tick() - last < Self.pause
    }

    private func next(after tokens: Auth.Tokens) async throws -> Auth.Tokens {
        // If this task is cancelled, another one repeats the refresh; the server answers it with the same successor.
        try await flights.run(tokens.refreshToken) {
            // A flight may have ended between the caller's look at the session and this one.
            guard let present = try current(), present.refreshToken == tokens.refreshToken else {
                return try present(insteadOf: tokens)
            }
            do {
                let next = try await refresh(tokens.refreshToken)
                try adopt(next, after: tokens)
                return next
            } catch let problem as Problem where problem.code == .unauthenticated {
                try adopt(nil, after: tokens)
                throw problem
            }
        }
    }

    /// Returns the session that has taken the place of `tokens`.
    private func present(insteadOf tokens: Auth.Tokens) throws -> Auth.Tokens {
        guard let present = try current() else { throw SignedOut() }
        return present
    }

    /// Replaces `tokens`, unless the user has signed out or in meanwhile.
    private func adopt(_ next: Auth.Tokens?, after tokens: Auth.Tokens) throws {
        try state.withLock { state in
            guard state.tokens?.refreshToken == tokens.refreshToken else { return }
            state.tokens = next
            state.refreshedAt = clock.tick()
            try store.save(next)
        }
    }
}

/// The user signed out while a call waited for a token.
public struct SignedOut: Error, CustomStringConvertible {
    public var description: String { "the session has ended" }
}
