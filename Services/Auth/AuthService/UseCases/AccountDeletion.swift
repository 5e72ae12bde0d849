import AuthContract
import Contract
import Notify
import RPC
import ServiceRuntime
import Values

/// The deletion of an account by its owner.
struct AccountDeletion: Sendable {
    let store: AuthStore
    let proof: MailboxProof
    let codes: PhoneCodes
    let sessions: Sessions
    let outbox: Outbox
    let rules: EditAccessRules

    private var policy: AuthPolicy { proof.policy }
    private var notifications: Notifications { proof.notifications }
    /// The maximum number of accounts in one answer, and of those deleted in one round.
    private static let limit = 1_000

    /// Sends a code to the account's address, or to its number if it has none.
    func request(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.Challenge {
        let user = try await store.inTransaction(until: origin.deadline) { transaction in
            try await sessions.lock(holder, in: transaction)
            return try await owner(holder, in: transaction)
        }
        guard let email = user.email else {
            guard let phone = user.phone else { throw RPCError(.unauthenticated) }
            let challenge = try await codes.send(PhoneProof(phone: phone, account: user.id), origin: origin)
            return Auth.Challenge(challengeId: challenge.challengeId, expiresAt: challenge.expiresAt)
        }
        let challenge = try await store.inTransaction(until: origin.deadline) { transaction in
            // The owner is signed in, so that strangers who ask for codes to the address are counted apart.
            let requester = CodeRequester(place: origin.place, isKnownDevice: true)
            let limits = proof.limits(on: email, from: requester)
            try await proof.challenges.lock(limits, in: transaction)
            let now = try await transaction.now()
            try await proof.challenges.check(limits, now: now, in: transaction)
            // Used to change the address instead, the code sets a password that nobody has.
            let (challenge, code) = try await proof.challenges.begin(
                PendingRegistration(
                    login: user.login, email: email, passwordHash: proof.decoy.text, account: user.id),
                from: requester, now: now, in: transaction)
            _ = try await proof.budget.spend(.device, now: now, in: transaction)
            let minutes = Int(policy.codes.lifetime.components.seconds / 60)
            try await notifications.send(
                NotificationText.deletionCode(code: code.text, minutes: minutes).message(
                    to: email, in: origin.language),
                expiresAt: challenge.expiresAt, now: now, in: transaction)
            return challenge
        }
        notifications.wakeRelay()
        return challenge.receipt
    }

    /// Schedules the deletion after verifying the code, and notifies the owner.
    func schedule(
        _ params: Auth.DeleteAccount.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.User {
        let known = try await store.accounts(until: origin.deadline).account(id: holder.account)?.user
        guard let known else { throw RPCError(.unauthenticated) }
        if known.email != nil {
            let challenge = try await proof.challenges.solved(
                by: params.code, params.challengeId, for: holder.account, origin: origin)
            return try await schedule(challenge, by: holder, origin: origin) { $0.email == challenge.content.email }
        }
        let challenge = try await codes.challenges.solved(
            by: params.code, params.challengeId, for: holder.account, origin: origin)
        return try await schedule(challenge, by: holder, origin: origin) {
            $0.email == nil && $0.phone == challenge.content.phone
        }
    }

    /// - Parameter isOwn: returns true if the code went to the account's own address or number.
    private func schedule<Content: CodeContent>(
        _ challenge: Challenge<Content>, by holder: SessionHolder, origin: CallOrigin,
        isOwn: @escaping @Sendable (Auth.User) -> Bool
    ) async throws -> Auth.User {
        let scheduled = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            let now = try await transaction.now()
            var user = try await owner(holder, in: transaction)
            guard isOwn(user), try await transaction.codes(Content.self).consume(challenge.id, now: now) else {
                throw RPCError.codeExpired
            }
            guard user.deletesAt == nil else { return user }
            let time = Instant(milliseconds: now.milliseconds + policy.deletionGrace.wholeMilliseconds)
            user.deletesAt = time
            try await transaction.deletions.schedule(user.id, at: time)
            try await record(.deletionScheduled, of: holder, origin: origin, now: now, in: transaction)
            try await notify(user, language: origin.language, now: now, in: transaction)
            return user
        }
        notifications.wakeRelay()
        proof.metrics.verifications.count(.right)
        return scheduled
    }

    /// Cancels the deletion.
    func cancel(_ params: Empty, by holder: SessionHolder, origin: CallOrigin) async throws -> Auth.User {
        try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.lockSignIn(of: holder.account)
            try await sessions.lock(holder, in: transaction)
            var user = try await owner(holder, in: transaction)
            guard user.deletesAt != nil else { return user }
            user.deletesAt = nil
            try await transaction.deletions.schedule(user.id, at: nil)
            let now = try await transaction.now()
            try await record(.deletionCancelled, of: holder, origin: origin, now: now, in: transaction)
            return user
        }
    }

    /// Deletes the accounts whose time has come.
    @Sendable func deleteDue() async throws {
        let due = try await store.inTransaction { transaction in
            let now = try await transaction.now()
            return try await transaction.deletions.due(now: now, limit: Self.limit)
        }
        var failure: (any Error)?
        for account in due {
            do {
                try await delete(account)
            } catch {
                // The others must not wait for it.
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Deletes an account if its time has come.
    func delete(_ account: Identifier) async throws {
        let refusals = try await store.inTransaction { transaction -> [AccessRule] in
            try await transaction.lockSignIn(of: account)
            let now = try await transaction.now()
            // Another replica may have deleted it, or its owner cancelled.
            guard let user = try await transaction.accounts.account(id: account)?.user,
                let time = user.deletesAt, time <= now
            else { return [] }
            try await transaction.sessions.endAll(of: account, because: .accountDeleted, now: now)
            let recipients = [user.email?.text, user.phone?.text].compactMap(\.self)
            try await outbox.discard(to: Set(recipients), in: transaction.transaction)
            try await transaction.deletions.erase(
                user, aliases: recipients.map { proof.throttle.alias(of: $0) }, now: now)
            let refusals = try await extendRefusal(of: user, in: transaction)
            try await transaction.record(
                AuditRecord(event: .accountDeleted, account: account, origin: .operator), now: now)
            return refusals
        }
        for rule in refusals { rules.book.apply(rule) }
    }

    /// Extends a rule that denies the account to its address and number: nobody returns by deleting the account.
    private func extendRefusal(of user: Auth.User, in transaction: AuthTransaction) async throws -> [AccessRule] {
        let decision = try rules.book.decide(AccessTraits(account: user.id))
        guard decision.action == .deny, let rule = decision.rule, case .administrator(let actor?, _) = rule.origin
        else { return [] }
        var refusals: [AccessRule] = []
        for name in [user.email.map { AccountName($0) }, user.phone.map { AccountName($0) }].compactMap(\.self) {
            let change = RuleChange(
                subject: .account(name), action: .deny, note: Auth.RuleNote(unchecked: rule.note), actor: actor)
            refusals.append(try await rules.set(change, origin: .operator, in: transaction))
        }
        return refusals
    }

    /// Lists deleted accounts for the services that hold something of them.
    func erasures(_ params: Auth.Erasures.Params, origin: CallOrigin) async throws -> Auth.Erasures.Result {
        let (accounts, last) = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.deletions.erased(after: params.after, limit: Self.limit)
        }
        return Auth.Erasures.Result(items: accounts, next: last)
    }

    private func owner(_ holder: SessionHolder, in transaction: AuthTransaction) async throws -> Auth.User {
        guard let user = try await transaction.accounts.account(id: holder.account)?.user else {
            throw RPCError(.unauthenticated)
        }
        return user
    }

    private func record(
        _ event: AuditRecord.Event, of holder: SessionHolder, origin: CallOrigin, now: Instant,
        in transaction: AuthTransaction
    ) async throws {
        try await transaction.record(
            AuditRecord(event: event, account: holder.account, session: holder.session, origin: origin), now: now)
    }

    /// Notifies the owner by mail; by SMS, within the day's budget, if the account has no address.
    private func notify(
        _ user: Auth.User, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        let days = max(1, Int(policy.deletionGrace.components.seconds / 86_400))
        if let email = user.email {
            try await notifications.notify(
                NotificationText.deletionScheduled(days: days).message(to: email, in: language), now: now,
                in: transaction)
        } else if let phone = user.phone, codes.texts != nil,
            try await codes.budget.spendOnNotice(now: now, in: transaction)
        {
            try await notifications.notify(
                NoticeSMS.deletionScheduled(to: phone, in: language), now: now, in: transaction)
        }
    }
}
