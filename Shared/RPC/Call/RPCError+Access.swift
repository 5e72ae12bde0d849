package import Contract

extension RPCError {
    /// Creates the error with which ``Access/refusal(isSignedIn:process:isOpen:holdsRole:)`` rejects a call.
    package init(_ code: ErrorCode, of access: Access) {
        guard code == .forbidden, case .role(let role) = access else {
            self.init(code)
            return
        }
        self.init(.roleRequired, describedBy: RequiredRole(role: role))
    }
}
