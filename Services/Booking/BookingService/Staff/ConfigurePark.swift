import BookingContract
import Contract
import RPC
import Wire

/// Implements `booking.configuration`.
struct ShowConfiguration: Sendable {
    let store: BookingStore

    func callAsFunction() async throws -> Booking.Configuration.Result {
        guard let newest = try await store.session().configurations.newest() else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000)
        }
        return Booking.Configuration.Result(
            version: Int(newest.version), park: try ParkSource.decode(newest.document))
    }
}

/// Implements `booking.configure`.
///
/// Replaces the configuration, unless it has changed since the version that the caller read. Existing bookings keep
/// their rules.
struct ConfigurePark: Sendable {
    let store: BookingStore
    let cache: SlotCache

    func callAsFunction(
        _ params: Booking.Configure.Params, _ caller: BookingCaller
    ) async throws -> Booking.Configuration.Result {
        var settings = params.park
        settings.undoMinutes = settings.effectiveUndoMinutes
        _ = try checking { try Park(version: 0, settings: settings) }
        let document = String(decoding: try JSONCoding.encode(settings), as: UTF8.self)
        let version = try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            let now = try await transaction.now()
            let current = try await transaction.configurations.newestVersion()
            guard current == Int64(params.version) else { throw RPCError(Booking.versionChanged) }
            let next = ConfigurationRow(version: current + 1, document: document)
            try await transaction.configurations.insert(next, by: caller.account, now: now)
            try await transaction.audit.insert(
                BookingAuditEntry(
                    event: .configured, actor: caller.account, subject: "\(next.version)", traceID: caller.traceID),
                now: now)
            return next.version
        }
        cache.changed(configuration: version)
        return Booking.Configuration.Result(version: Int(version), park: settings)
    }
}
