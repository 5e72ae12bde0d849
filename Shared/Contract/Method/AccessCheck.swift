extension Access {
    /// Checks whether a caller may call a method: the one place that decides, for the gateway and the services.
    /// - Parameters:
    ///   - isSignedIn: whether the caller presented a valid access token.
    ///   - process: the calling process of ours; nil for a client.
    ///   - isOpen: whether `access.open` names the method's service; read for openable methods only.
    ///   - holdsRole: whether the signed-in caller holds a role.
    /// - Returns: the error that refuses the call, nil if it is allowed; `method-not-found` for an internal method.
    package func refusal(
        isSignedIn: Bool, process: String?, isOpen: @autoclosure () -> Bool, holdsRole: (Role) -> Bool
    ) -> ErrorCode? {
        switch self {
        case .anyone: nil
        case .signedIn: isSignedIn ? nil : .unauthenticated
        case .openable: isSignedIn || isOpen() ? nil : .unauthenticated
        case .role(let role): !isSignedIn ? .unauthenticated : holdsRole(role) ? nil : .forbidden
        case .service(let callers): !isSignedIn && process.map(callers.contains) == true ? nil : .methodNotFound
        }
    }
}
