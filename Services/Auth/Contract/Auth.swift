public import Contract

extension Auth {
    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = [
        Auth.Register.self, Auth.VerifyEmail.self, Auth.Login.self, Auth.Refresh.self, Auth.Logout.self, Auth.Me.self,
        Auth.RequestCode.self, Auth.VerifyCode.self, Auth.CompleteRegistration.self, Auth.SetPhone.self,
        Auth.ConfirmPhone.self, Auth.SetEmail.self, Auth.ConfirmEmail.self, Auth.RequestPasswordReset.self,
        Auth.ResetPassword.self, Auth.ChangePassword.self, Auth.GrantRole.self, Auth.RevokeRole.self,
        Auth.RoleHolders.self, Auth.KeySet.self, Auth.Revocations.self, Auth.Profiles.self,
    ]
}
