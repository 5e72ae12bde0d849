extension Access {
    /// Decides whether a caller may call a method; gateway and services both use this check.
    /// - Parameters:
    ///   - isSignedIn: true if the caller presented a valid access token.
    ///   - process: the calling Vokol process; `nil` for a client.
    ///   - isOpen: true if `access.open` names the method's service; evaluated for openable methods only.
    ///   - holdsRole: returns true if the signed-in caller holds a role.
    /// - Returns: the error that rejects the call, or `nil` if it is allowed; `method-not-found` for an internal
    ///   method.
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
