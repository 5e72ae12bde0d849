import Contracts
import RPC
import ServiceRuntime

extension AuthService {
    /// Signs in with e-mail and password.
    ///
    /// One hash on every path: with an account, without one, with a password that no account can have.
    func login(_ params: Auth.Login.Params, origin: CallOrigin) async throws -> Auth.Tokens {
        let subjects = throttle.subjects(email: params.email, place: origin.place)
        let session: IssuedSession? = try await hashing.withSlot(until: origin.deadline) { slot in
            try await admit(subjects, origin: origin)
            let account = try await store.account(email: params.email, until: origin.deadline)
            let hash = account?.passwordHash.flatMap(PasswordHash.init(_:)) ?? decoy
            let isRight = try await slot.isPassword(params.password, of: hash)
            guard isRight, let account else { return nil }
            // Only who knows the password waits for this second hash.
            let renewed = try await slot.renewed(hash, for: params.password)
            return try await store.inTransaction(until: origin.deadline) { transaction -> IssuedSession? in
                try await transaction.lockSignIn(of: account.user.id)
                let now = try await transaction.now()
                // While the hash was computed, the password may have been replaced and all sessions ended.
                let current = try await transaction.account(id: account.user.id)
                guard let current, current.passwordVersion == account.passwordVersion else { return nil }
                if let renewed, let old = account.passwordHash {
                    try await transaction.replacePasswordHash(of: account.user.id, old: old, new: renewed.text)
                }
                try await transaction.settleThrottle(subjects)
                try await transaction.knowPlaces(
                    subjects.filter { $0.isClearedBySuccess && !$0.yieldsToKnownPlace }.map(\.key),
                    until: now.advanced(bySeconds: LoginThrottle.knownFor.components.seconds))
                let session = try await begin(sessionOf: current.user, now: now, in: transaction)
                try await transaction.audit(
                    AuditEntry(event: .signedIn, account: account.user.id, session: session.id, origin: origin),
                    now: now)
                return session
            }
        }
        guard let session else {
            try await audit(.signInFailed, of: params.email, origin: origin)
            metrics.logins.count(.wrong)
            throw RPCError.credentialsWrong
        }
        metrics.logins.count(.right)
        return try await tokens(for: session)
    }

    /// Counts an attempt for all subjects, or for none if one of them has to wait.
    ///
    /// The attempt counts as a failure until it has succeeded; one that is never finished stays a failure.
    func admit(_ subjects: [LoginThrottle.Subject], origin: CallOrigin) async throws {
        try await store.inTransaction(until: origin.deadline) { transaction in
            let states = try await transaction.lockThrottle(subjects.map(\.key))
            let now = try await transaction.now()
            let isKnown = states.values.contains { $0.knownUntil > now }
            var failures: [(key: String, failures: Int)] = []
            var wait = Duration.zero
            for subject in subjects {
                switch subject.policy.judge(states[subject.key], now: now) {
                case .admitted(let count): failures.append((subject.key, count))
                case .refused where subject.yieldsToKnownPlace && isKnown: break
                case .refused(let duration): wait = max(wait, duration)
                }
            }
            guard wait == .zero else {
                metrics.logins.count(.throttled)
                throw RPCError.quotaExceeded("too-many-attempts", wait: wait)
            }
            try await transaction.setThrottle(failures, now: now)
        }
    }
}
