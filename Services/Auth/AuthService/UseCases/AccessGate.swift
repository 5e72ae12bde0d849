import AuthContract
import RPC
import ServiceRuntime
import Values

/// Refuses those who may not have an account.
struct AccessGate: Sendable {
    let book: RuleBook
    let store: AuthStore
    let throttle: LoginThrottle
    let random: RandomSource
    let metrics: AuthMetrics

    /// Throws `access-refused` if the rules deny a person or a call.
    ///
    /// To be called before the account is looked up, so that a refusal says nothing about accounts: it depends on what
    /// the caller sent and on the rules alone.
    func check(_ traits: AccessTraits, origin: CallOrigin) async throws {
        var traits = traits
        traits.address = origin.address
        let decision = try book.decide(traits)
        metrics.access.count(decision.action)
        guard decision.action == .deny else { return }
        // Strangers must not fill the audit trail; the metric counts them.
        guard traits.account != nil else { throw RPCError.accessRefused }
        try await store.record(
            AuditRecord(
                event: .accessRefused, account: traits.account,
                subject: (traits.email?.text ?? traits.contactEmail?.text ?? traits.phone?.text).map(
                    throttle.alias(of:)),
                detail: decision.rule?.subject.kind.rawValue, origin: origin))
        throw RPCError.accessRefused
    }

    /// Throws `access-refused` if the rules deny an account, and opens a review if they ask for one.
    ///
    /// To be called when the caller has proved to be the account's owner. Throws `account-locked` for a locked account.
    func admit(_ user: Auth.User, origin: CallOrigin, now: Instant, in transaction: AuthTransaction) async throws {
        if try await transaction.accountSearch.isLocked(user.id) { throw RPCError.accountLocked }
        guard try await allows(user, origin: origin, now: now, in: transaction) else {
            metrics.access.count(.deny)
            throw RPCError.accessRefused
        }
    }

    /// Returns false if the account is locked or the rules deny it; opens a review if they ask for one.
    func allows(
        _ user: Auth.User, origin: CallOrigin, now: Instant, in transaction: AuthTransaction
    ) async throws -> Bool {
        guard try await !transaction.accountSearch.isLocked(user.id) else { return false }
        var traits = AccessTraits(user)
        traits.address = origin.address
        let decision = try book.decide(traits)
        if decision.action == .review, let rule = decision.rule {
            _ = try await transaction.reviews.open(
                random.identifier(at: now), of: user.id, under: rule.subject, now: now)
        }
        return decision.action != .deny
    }
}

extension AccessTraits {
    /// Reads the properties of an account.
    init(_ user: Auth.User) {
        self.init(account: user.id, email: user.email, contactEmail: user.contactEmail, phone: user.phone)
    }
}
