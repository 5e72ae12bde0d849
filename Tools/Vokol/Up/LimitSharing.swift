/// The way in which the gateways of an instance share the rate limits of their clients.
enum LimitSharing: Equatable, Sendable {
    /// Through a store that the instance starts.
    case store
    /// Not through a store of the instance: there is one gateway, or the operator says so.
    case none
    /// Not at all, because no server is installed: a client has the limits of each gateway.
    case unavailable

    /// The variables that name a store of the operator's own; an empty one declines any.
    private static let variables = ["VOKOL_LIMITS_STORE", "VOKOL_LIMITS_STORE_FILE"]

    /// Chooses the way.
    ///
    /// - Parameters:
    ///   - isWanted: the operator's choice; `nil` starts a store if several gateways need one.
    ///   - environment: the environment that the gateways inherit.
    ///   - isInstalled: true if a server is installed.
    init(_ isWanted: Bool?, gateways: Int, environment: [String: String], isInstalled: Bool) {
        let isNeeded = gateways > 1 && !Self.variables.contains { environment[$0] != nil }
        // A store that is asked for explicitly must not be missing silently.
        self = isWanted ?? isNeeded ? (isInstalled || isWanted == true ? .store : .unavailable) : .none
    }
}
