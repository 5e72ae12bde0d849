import AuthContract
import Notify
import RPC
import Values

/// The verification of an e-mail address by a code, for a new account or a change of address.
struct MailboxProof: Sendable {
    /// An address to verify, with the requested account and password.
    struct Request: Sendable {
        var email: EmailAddress
        var login: DisplayName
        var password: Password
        /// The words that an attacker may know of the password's owner.
        var owner: PasswordOwner
        var declarationVersion: DeclarationVersion?
        /// The version of the consent to data processing, if the person was asked for it.
        var consentVersion: DeclarationVersion?
        /// The account that requested the address; `nil` for a new one.
        var account: Identifier?
    }

    let store: AuthStore
    let challenges: Challenges<PendingRegistration>
    let passwords: PasswordCheck
    let hashing: HashingPool
    /// A hash that no password matches, stored if the address belongs to another account.
    let decoy: PasswordHash
    let notifications: Notifications
    let throttle: LoginThrottle
    let budget: CodeBudget
    let policy: AuthPolicy
    let metrics: AuthMetrics

    /// Stores a request and sends a code to its address.
    ///
    /// Neither the answer nor its duration reveals whether the address has an account: if it has one, the request is
    /// stored with a code that nobody has, and the mail says so.
    func begin(_ request: Request, origin: CallOrigin) async throws -> Auth.Challenge {
        try passwords(request.password, owner: request.owner)
        let limits = limits(on: request.email, from: CodeRequester(place: origin.place))
        let turn = HashingTurn(origin, isPreferred: request.account != nil)
        let challenge = try await hashing.withSlot(turn) { slot in
            // Checked here to save the hash, and again below, where the locks make it certain.
            try await store.inTransaction(until: origin.deadline) { transaction in
                try await challenges.check(limits, now: transaction.now(), in: transaction)
            }
            let hash = try await slot.hash(request.password)
            return try await store.inTransaction(until: origin.deadline) { transaction in
                try await challenges.lock(limits, in: transaction)
                let now = try await transaction.now()
                try await challenges.check(limits, now: now, in: transaction)
                return try await send(request, hash: hash, origin: origin, now: now, in: transaction)
            }
        }
        notifications.wakeRelay()
        metrics.countRegistration()
        return challenge
    }

    /// Returns the limits on codes to an address, in the order in which they are locked.
    func limits(on email: EmailAddress, from requester: CodeRequester) -> [CodeLimit] {
        policy.registrations.limits(to: email.text, from: requester)
    }

    private func send(
        _ request: Request, hash: PasswordHash, origin: CallOrigin, now: Instant, in transaction: AuthTransaction
    ) async throws -> Auth.Challenge {
        let holder = try await transaction.accounts.account(email: request.email)?.user.id
        let isTaken = holder != nil && holder != request.account
        let (challenge, code) = try await challenges.begin(
            PendingRegistration(
                login: request.login, email: request.email, passwordHash: isTaken ? decoy.text : hash.text,
                declarationVersion: request.declarationVersion, consentVersion: request.consentVersion,
                account: request.account),
            isSolvable: !isTaken, from: CodeRequester(place: origin.place), now: now, in: transaction)
        // Alike for addresses with and without an account, so that a refusal says nothing about them. Whoever is signed
        // in may name anybody's address, too.
        try await budget.spendAsStranger(now: now, in: transaction)

        let minutes = Int(policy.codes.lifetime.components.seconds / 60)
        let text: NotificationText =
            switch (isTaken, request.account) {
            case (true, nil): .accountExists
            case (true, .some): .addressTaken
            case (false, nil): .emailCode(code: code.text, minutes: minutes)
            case (false, .some): .addressCode(code: code.text, minutes: minutes)
            }
        try await notifications.send(
            text.message(to: request.email, in: origin.language), expiresAt: challenge.expiresAt, now: now,
            in: transaction)
        try await transaction.record(
            AuditRecord(
                event: isTaken ? .registeredKnown : .registered, account: request.account,
                subject: throttle.alias(of: request.email.text), origin: origin),
            now: now)
        return challenge.receipt
    }
}
