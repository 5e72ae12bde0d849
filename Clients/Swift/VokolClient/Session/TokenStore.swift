public import AuthContract
import Platform

/// The place in which a client keeps its session between starts.
public protocol TokenStore: Sendable {
    /// Returns the stored session; `nil` if there is none.
    func load() throws -> Auth.Tokens?
    /// Replaces the stored session; `nil` removes it.
    func save(_ tokens: Auth.Tokens?) throws
}

/// A store that forgets the session when the program ends.
public final class MemoryTokenStore: TokenStore {
    private let tokens: Lock<Auth.Tokens?>

    public init(_ tokens: Auth.Tokens? = nil) { self.tokens = Lock(tokens) }

    public func load() -> Auth.Tokens? { tokens.withLock { $0 } }
    public func save(_ tokens: Auth.Tokens?) { self.tokens.withLock { $0 = tokens } }
}
