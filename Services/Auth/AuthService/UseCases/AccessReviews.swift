import AuthContract
import Contract
import RPC
import ServiceRuntime
import Values

/// The reviews and appeals that administrators decide on.
struct AccessReviews: Sendable {
    let store: AuthStore
    let book: RuleBook
    let rules: EditAccessRules

    /// Lists the accounts that rules ask to look at.
    func reviews(_ params: Auth.Reviews.Params, origin: CallOrigin) async throws -> Page<Auth.Review> {
        try await page(params, isAppeal: false, origin: origin)
    }

    /// Lists the appeals.
    func appeals(_ params: Auth.Appeals.Params, origin: CallOrigin) async throws -> Page<Auth.Review> {
        try await page(params, isAppeal: true, origin: origin)
    }

    private func page(
        _ params: Auth.Reviews.Params, isAppeal: Bool, origin: CallOrigin
    ) async throws -> Page<Auth.Review> {
        let list = PagedList(isAppeal ? "appeals" : "reviews")
        let limit = (params.limit ?? .standard).value
        let after = try list.start(params.cursor, read: ReviewKey.init)
        let rows = try await store.reviews(until: origin.deadline).waiting(
            isAppeal: isAppeal, after: after, limit: limit + 1)
        let users = try await store.accounts(until: origin.deadline).users(
            named: rows.prefix(limit).map(\.accountName))
        return try list.page(
            rows, limit: limit, place: { ["\($0.openedAt.milliseconds)", $0.id.text] },
            item: { try view($0, of: users[$0.accountName]) })
    }

    /// Decides on a review or an appeal on behalf of an administrator.
    ///
    /// A review that admits is closed, and its rule does not ask again; one that refuses becomes a rule for the
    /// account. An appeal that is admitted becomes a rule for its name, and lifts a rule against the name's account.
    func decide(
        _ params: Auth.DecideReview.Params, by holder: SessionHolder, origin: CallOrigin
    ) async throws -> Auth.Review {
        let (review, user, change) = try await store.inTransaction(until: origin.deadline) { transaction in
            try await transaction.requireAdministrator(holder.account)
            // Before the review itself, in the order in which the deletion of an account takes these locks.
            if case .account(let account)? = try await transaction.reviews.find(params.id)?.subject {
                try await transaction.lockSignIn(of: account)
            }
            guard var review = try await transaction.reviews.lock(params.id) else { throw RPCError(Auth.reviewUnknown) }
            let user = try await transaction.accounts.account(named: review.accountName)?.user
            if let decision = review.decision {
                guard decision == params.decision else { throw RPCError(Auth.reviewDecided) }
                return (review, user, AccessRule?.none)
            }
            let now = try await transaction.now()
            try await transaction.reviews.decide(review.id, params.decision, by: holder.account, now: now)
            (review.decision, review.decidedAt) = (params.decision, now)
            let change = try await follow(
                review, note: params.note, by: holder.account, user: user, origin: origin, in: transaction)
            try await transaction.record(
                AuditRecord(
                    event: .reviewDecided, account: user?.id, subject: review.id.text,
                    detail: "\(params.decision.rawValue): \(params.note.text)", actor: holder.account, origin: origin),
                now: now)
            return (review, user, change)
        }
        if let change { book.apply(change) }
        if case .appeal = review.subject { try await book.reload() }
        return try view(review, of: user)
    }

    /// Sets the rule that a decision calls for, if any.
    private func follow(
        _ review: AccessReview, note: Auth.RuleNote, by actor: Identifier, user: Auth.User?, origin: CallOrigin,
        in transaction: AuthTransaction
    ) async throws -> AccessRule? {
        // The parts of one decision, taken apart once.
        switch (review.subject, review.decision) {
        case (.account(let id), .refuse):
            let now = try await transaction.now()
            try await transaction.sessions.endAll(of: id, because: .accessRefused, now: now)
            let change = RuleChange(subject: .account(AccountName(id)), action: .deny, note: note, actor: actor)
            return try await rules.set(change, origin: origin, in: transaction)
        case (.appeal(let name, _), .admit):
            if let user {
                _ = try await rules.remove(
                    .account(AccountName(user.id)), by: actor, origin: origin, in: transaction)
            }
            let change = RuleChange(subject: .account(name), action: .allow, note: note, actor: actor)
            return try await rules.set(change, origin: origin, in: transaction)
        case (.account, _), (.appeal, _):
            return nil
        }
    }

    private func view(_ review: AccessReview, of user: Auth.User?) throws(RPCError) -> Auth.Review {
        let traits = user.map { AccessTraits($0) } ?? AccessTraits(review.accountName)
        var shown = Auth.Review(
            id: review.id, account: user.map { .init($0) }, rule: try book.decide(traits).rule.map(Auth.Rule.init),
            openedAt: review.openedAt, decision: review.decision, decidedAt: review.decidedAt)
        if case .appeal(let name, let text) = review.subject { (shown.name, shown.text) = (name, text) }
        return shown
    }
}

extension AccessReview {
    /// The name by which the account is found, if there is one.
    fileprivate var accountName: AccountName {
        switch subject {
        case .account(let id): AccountName(id)
        case .appeal(let name, _): name
        }
    }
}

extension AccessTraits {
    /// Reads the properties of somebody without an account.
    fileprivate init(_ name: AccountName) {
        switch name.kind {
        case .id(let id): self.init(account: id)
        case .email(let email): self.init(email: email)
        case .phone(let phone): self.init(phone: phone)
        case nil: self.init()
        }
    }
}

extension ReviewKey {
    fileprivate init?(_ place: [String]) {
        guard place.count == 2, let time = Int64(place[0]), let id = Identifier(place[1]) else { return nil }
        self.init(time: time, id: id)
    }
}
