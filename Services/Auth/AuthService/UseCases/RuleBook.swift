import AuthContract
import Contract
import Logging
import RPC
import ServiceLifecycle
import Synchronization

/// The rules in memory: those of administrators as last read from the database, over the bundled list.
///
/// Every replica asks for the number of the last change regularly and reads the rules when it has grown, as the signing
/// keys are read. A change that this process made takes effect in it at once.
final class RuleBook: Service {
    private struct State {
        var rules: AccessRules?
        var version: Int64?
    }

    private let store: AuthStore
    /// The bundled list.
    let bundledRules = MilitaryDomains.rules
    private let reloadInterval: Duration
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates an empty book; ``reload()`` reads the rules.
    init(store: AuthStore, reloadInterval: Duration, logger: Logger) {
        self.store = store
        self.reloadInterval = reloadInterval
        self.logger = logger
    }

    /// Reads changed rules regularly until the process stops; keeps the last ones while the database is away.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.reload()
                } catch {
                    self.logger.warning("rules cannot be read", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: self.reloadInterval)
            }
        }
    }

    /// True until the rules have been read.
    var isEmpty: Bool { state.withLock { $0.rules == nil } }

    /// Decides on a person or a call.
    ///
    /// - Throws: `unavailable` before the rules have been read: nobody is let in unchecked.
    func decide(_ traits: AccessTraits) throws(RPCError) -> AccessDecision {
        guard let decision = state.withLock({ $0.rules?.decide(traits) }) else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the rules are not read yet")
        }
        return decision
    }

    /// The rules as they are now, to try a change on.
    func current() throws(RPCError) -> AccessRules {
        guard let rules = state.withLock({ $0.rules }) else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the rules are not read yet")
        }
        return rules
    }

    /// Applies a rule that this process has committed.
    func apply(_ rule: AccessRule) { state.withLock { $0.rules?.set(rule) } }

    /// Reads the rules if they have changed.
    func reload() async throws {
        let known = state.withLock { $0.version }
        let read: (version: Int64, rules: [AccessRule])? = try await store.inTransaction { transaction in
            // Before the rules, which then are at least as new as the number says.
            let version = try await transaction.accessRules.version()
            guard version != known else { return nil }
            return (version, try await transaction.accessRules.all())
        }
        guard let read else { return }
        let rules = AccessRules(bundledRules + read.rules)
        state.withLock { $0 = State(rules: rules, version: read.version) }
    }
}
