import AuthContract
import Contract
import Database
import Postgres
import RPC
import ServiceRuntime

/// Connects the methods of the contract to the use cases, and failures of the database to errors for callers.
enum AuthHandler {
    static func table(_ service: AuthService) -> MethodTable {
        var table = MethodTable(service: .auth, methods: Auth.methods, isOpen: false)
        table.on(Auth.Register.self) { params, context in
            try await answer {
                try await service.register(params, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.VerifyEmail.self) { params, context in
            try await answer { try await service.verifyEmail(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.Login.self) { params, context in
            try await answer { try await service.login(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.Refresh.self) { params, context in
            try await answer { try await service.refresh(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.Logout.self) { params, context in
            try await answer { try await service.logout(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.Me.self) { _, context in
            try await answer { try await service.me(context.principal, origin: CallOrigin(context)) }
        }
        table.on(Auth.RequestCode.self) { params, context in
            try await answer {
                try await service.requestCode(params, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.VerifyCode.self) { params, context in
            try await answer { try await service.verifyCode(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.CompleteRegistration.self) { params, context in
            try await answer { try await service.completeRegistration(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.SetPhone.self) { params, context in
            try await answer {
                try await service.setPhone(
                    params, by: context.principal, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.ConfirmPhone.self) { params, context in
            try await answer {
                try await service.confirmPhone(
                    params, by: context.principal, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.SetEmail.self) { params, context in
            try await answer {
                try await service.setEmail(
                    params, by: context.principal, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.ConfirmEmail.self) { params, context in
            try await answer {
                try await service.confirmEmail(
                    params, by: context.principal, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.RequestPasswordReset.self) { params, context in
            try await answer {
                try await service.requestPasswordReset(
                    params, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.ResetPassword.self) { params, context in
            try await answer {
                try await service.resetPassword(params, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.ChangePassword.self) { params, context in
            try await answer {
                try await service.changePassword(
                    params, by: context.principal, language: context.language, origin: CallOrigin(context))
            }
        }
        table.on(Auth.GrantRole.self) { params, context in
            try await answer {
                try await service.changeRole(
                    params, granted: true, by: context.principal, origin: CallOrigin(context))
            }
        }
        table.on(Auth.RevokeRole.self) { params, context in
            try await answer {
                try await service.changeRole(
                    params, granted: false, by: context.principal, origin: CallOrigin(context))
            }
        }
        table.on(Auth.RoleHolders.self) { params, context in
            try await answer { try await service.roleHolders(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.Profiles.self) { params, context in
            try await answer { try await service.profiles(params, origin: CallOrigin(context)) }
        }
        table.on(Auth.KeySet.self) { _, _ in Auth.KeySet.Result(keys: service.keys.published) }
        table.on(Auth.Revocations.self) { params, context in
            try await answer { try await service.revocations(params, origin: CallOrigin(context)) }
        }
        return table
    }

    private static func answer<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as PostgresError {
            throw RPCError(error)
        } catch is CancellationError {
            throw RPCError(.cancelled)
        }
    }
}

extension CallOrigin {
    init(_ context: CallContext) {
        self.init(address: context.remoteAddress, traceID: context.trace.traceID, deadline: context.deadline)
    }
}
