import AuthContract
import Contract
import Database
import RPC
import ServiceRuntime
import Values

/// Maps the methods of the contract to the use cases.
enum AuthHandler {
    static func table(_ service: AuthService) -> MethodTable {
        var table = MethodTable(service: .auth, methods: Auth.methods, isOpen: false)
        table.on(Auth.CurrentDeclaration.self, service.registration.declaration)
        table.on(Auth.Register.self, service.registration.register)
        table.on(Auth.VerifyEmail.self, service.registration.verifyEmail)
        table.on(Auth.Login.self, service.passwordSignIn.login)
        table.on(Auth.Refresh.self, service.sessions.refresh)
        table.on(Auth.Logout.self, service.sessions.logout)
        table.on(Auth.ActiveSessions.self, service.ownSessions.list)
        table.on(Auth.RevokeSession.self, service.ownSessions.revoke)
        table.on(Auth.RevokeOtherSessions.self, service.ownSessions.revokeOthers)
        table.on(Auth.CompleteSignIn.self, service.signInCompletion.complete)
        table.on(Auth.CurrentFactors.self, service.authenticators.current)
        table.on(Auth.SetAuthenticator.self, service.authenticators.set)
        table.on(Auth.ConfirmAuthenticator.self, service.authenticators.confirm)
        table.on(Auth.RemoveAuthenticator.self, service.authenticators.remove)
        table.on(Auth.RenewRecoveryCodes.self, service.authenticators.renew)
        table.on(Auth.PasskeyChallenge.self, service.passkeySignIn.begin)
        table.on(Auth.LoginWithPasskey.self, service.passkeySignIn.complete)
        table.on(Auth.BeginPasskey.self, service.passkeys.begin)
        table.on(Auth.AddPasskey.self, service.passkeys.add)
        table.on(Auth.RemovePasskey.self, service.passkeys.remove)
        table.on(Auth.ProvePresence.self, service.presence.prove)
        table.on(Auth.RequestDeletion.self, service.deletion.request)
        table.on(Auth.DeleteAccount.self, service.deletion.schedule)
        table.on(Auth.KeepAccount.self, service.deletion.cancel)
        table.on(Auth.Erasures.self, service.deletion.erasures)
        table.on(Auth.Me.self, service.profiles.me)
        table.on(Auth.Export.self) { [export = service.export] (params: ExportParams, context: CallContext) in
            try await export.page(params, of: context.account(), deadline: context.deadline)
        }
        table.on(Auth.UpdateProfile.self, service.profiles.update)
        table.on(Auth.RequestCode.self, service.phoneSignIn.requestCode)
        table.on(Auth.VerifyCode.self, service.phoneSignIn.verifyCode)
        table.on(Auth.CompleteRegistration.self, service.phoneSignIn.completeRegistration)
        table.on(Auth.SetPhone.self, service.phoneChange.setPhone)
        table.on(Auth.ConfirmPhone.self, service.phoneChange.confirmPhone)
        table.on(Auth.SetEmail.self, service.emailChange.setEmail)
        table.on(Auth.ConfirmEmail.self, service.emailChange.confirmEmail)
        table.on(Auth.RequestPasswordReset.self, service.passwordReset.request)
        table.on(Auth.ResetPassword.self, service.passwordReset.reset)
        table.on(Auth.ChangePassword.self, service.passwordChange.changePassword)
        table.on(Auth.GrantRole.self, service.roles.grant)
        table.on(Auth.RevokeRole.self, service.roles.revoke)
        table.on(Auth.RoleHolders.self, service.roles.holders)
        table.on(Auth.Accounts.self, service.accountTools.find)
        table.on(Auth.Account.self, service.accountTools.account)
        table.on(Auth.LockAccount.self, service.accountTools.lock)
        table.on(Auth.UnlockAccount.self, service.accountTools.unlock)
        table.on(Auth.EndSessions.self, service.accountTools.endSessions)
        table.on(Auth.AccountAudit.self, service.accountTools.audit)
        table.on(Auth.Rules.self, service.accessRules.list)
        table.on(Auth.PutRule.self, service.accessRules.put)
        table.on(Auth.RemoveRule.self, service.accessRules.remove)
        table.on(Auth.TryRules.self, service.accessSweep.tryRules)
        table.on(Auth.Sweep.self, service.accessSweep.sweep)
        table.on(Auth.Reviews.self, service.reviews.reviews)
        table.on(Auth.Appeals.self, service.reviews.appeals)
        table.on(Auth.DecideReview.self, service.reviews.decide)
        table.on(Auth.Appeal.self, service.appeals.appeal)
        table.on(Auth.Profiles.self, service.profiles.profiles)
        table.on(Auth.Revocations.self, service.sessions.revocations)
        table.on(Auth.KeySet.self) { (_: Empty, _: CallContext) in Auth.KeySet.Result(keys: service.keys.published) }
        return table
    }
}

extension MethodTable {
    /// Registers a use case for a method.
    fileprivate mutating func on<M: Method>(
        _ method: M.Type, _ useCase: @escaping @Sendable (M.Params, CallOrigin) async throws -> M.Result
    ) {
        on(method) { (params: M.Params, context: CallContext) in
            try await useCase(params, CallOrigin(context))
        }
    }

    /// Registers a use case for a method that requires a signed-in caller.
    fileprivate mutating func on<M: Method>(
        _ method: M.Type,
        _ useCase: @escaping @Sendable (M.Params, SessionHolder, CallOrigin) async throws -> M.Result
    ) {
        on(method) { (params: M.Params, context: CallContext) in
            try await useCase(params, SessionHolder(context.principal), CallOrigin(context))
        }
    }
}

extension CallOrigin {
    init(_ context: CallContext) {
        self.init(
            address: context.remoteAddress, traceID: context.trace.traceID, deadline: context.deadline,
            language: context.language)
    }
}

extension SessionHolder {
    /// Reads the account and the session of a caller.
    ///
    /// - Throws: `unauthenticated` for a caller who is not signed in.
    init(_ principal: Principal?) throws(RPCError) {
        guard let principal, let account = Identifier(principal.sub), let session = Identifier(principal.sid) else {
            throw RPCError(.unauthenticated)
        }
        self.init(account: account, session: session)
    }
}
