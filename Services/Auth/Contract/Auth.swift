public import Contract

extension Auth {
    /// The public methods by group.
    public static let groups = [
        MethodGroup(
            "sign-in",
            """
            Sign in with an e-mail address and a password, or with a telephone number and a code by SMS; keep the session \
            alive, and end it.
            """,
            [
                Auth.Login.self, Auth.RequestCode.self, Auth.VerifyCode.self, Auth.CompleteSignIn.self,
                Auth.PasskeyChallenge.self, Auth.LoginWithPasskey.self, Auth.Refresh.self, Auth.Logout.self,
                Auth.KeySet.self,
            ]),
        MethodGroup(
            "accounts",
            """
            Register, read the account, correct its personal data, and change the ways of signing in. A code sent \
            to the new address or number confirms each change of these ways.
            """,
            [
                Auth.CurrentDeclaration.self, Auth.Register.self, Auth.VerifyEmail.self, Auth.CompleteRegistration.self,
                Auth.Me.self, Auth.UpdateProfile.self, Auth.SetPhone.self, Auth.ConfirmPhone.self, Auth.SetEmail.self,
                Auth.ConfirmEmail.self, Auth.Export.self,
                Auth.RequestPasswordReset.self, Auth.ResetPassword.self, Auth.ChangePassword.self,
            ]),
        MethodGroup(
            "sessions", "See the devices that are signed in to the account, and sign them out.",
            [Auth.ActiveSessions.self, Auth.RevokeSession.self, Auth.RevokeOtherSessions.self]),
        MethodGroup(
            "factors",
            """
            Protect the account with an authenticator app, so that each sign-in also needs its code, or sign in with \
            passkeys. Prove that the owner is present, for methods that ask for it.
            """,
            [
                Auth.CurrentFactors.self, Auth.SetAuthenticator.self, Auth.ConfirmAuthenticator.self,
                Auth.RemoveAuthenticator.self, Auth.RenewRecoveryCodes.self, Auth.BeginPasskey.self,
                Auth.AddPasskey.self,
                Auth.RemovePasskey.self, Auth.ProvePresence.self,
            ]),
        MethodGroup(
            "deletion", "Delete the account, after a time in which its owner may change their mind.",
            [Auth.RequestDeletion.self, Auth.DeleteAccount.self, Auth.KeepAccount.self]),
        MethodGroup(
            "roles", "For administrators: the accounts that may do more than others.",
            [Auth.GrantRole.self, Auth.RevokeRole.self, Auth.RoleHolders.self]),
        MethodGroup(
            "administration",
            "For administrators: find accounts, lock and unlock them, end their sessions, and read what happened to them.",
            [
                Auth.Accounts.self, Auth.Account.self, Auth.LockAccount.self, Auth.UnlockAccount.self,
                Auth.EndSessions.self, Auth.AccountAudit.self,
            ]),
        MethodGroup(
            "access",
            """
            Rules on who may have an account: members of government military structures may not. Administrators keep the \
            rules and decide on reviews; a person who is refused can appeal.
            """,
            [
                Auth.Rules.self, Auth.PutRule.self, Auth.RemoveRule.self, Auth.TryRules.self, Auth.Sweep.self,
                Auth.Reviews.self, Auth.Appeals.self, Auth.DecideReview.self, Auth.Appeal.self,
            ]),
    ]

    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] =
        groups.flatMap(\.methods) + [Auth.Revocations.self, Auth.Profiles.self, Auth.Erasures.self]
}
