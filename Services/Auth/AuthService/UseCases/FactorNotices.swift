import AuthContract
import Notify
import Values

/// Records changes of second factors, and tells the owner of the account by mail.
struct FactorNotices: Sendable {
    let notifications: Notifications

    /// A change of an account's factors.
    enum Change: Sendable {
        case appSet, appRemoved, passkeyAdded, passkeyRemoved

        fileprivate var event: AuditRecord.Event {
            switch self {
            case .appSet: .factorSet
            case .appRemoved: .factorRemoved
            case .passkeyAdded: .passkeyAdded
            case .passkeyRemoved: .passkeyRemoved
            }
        }

        fileprivate var text: NotificationText {
            switch self {
            case .appSet: .factorSet
            case .appRemoved: .factorRemoved
            case .passkeyAdded: .passkeyAdded
            case .passkeyRemoved: .passkeyRemoved
            }
        }
    }

    /// Records a change that the owner has made, and tells the owner of it.
    func record(
        _ change: Change, of holder: SessionHolder, origin: CallOrigin, now: Instant, in transaction: AuthTransaction
    ) async throws {
        try await notify(of: change, holder.account, language: origin.language, now: now, in: transaction)
        try await transaction.record(
            AuditRecord(event: change.event, account: holder.account, session: holder.session, origin: origin),
            now: now)
    }

    /// Tells the owner of a change by mail, if the account has an address.
    func notify(
        of change: Change, _ account: Identifier, language: Language, now: Instant, in transaction: AuthTransaction
    ) async throws {
        guard let email = try await transaction.accounts.account(id: account)?.user.email else { return }
        try await notifications.notify(change.text.message(to: email, in: language), now: now, in: transaction)
    }
}
