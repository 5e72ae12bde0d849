import BookingContract
import Contract
import RPC
import Wire

extension BookingService {
    /// The park as it is configured.
    func configuration() async throws -> Booking.Configuration.Result {
        guard let (version, document) = try await store.configuration() else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000)
        }
        return Booking.Configuration.Result(version: Int(version), park: try ParkSource.decode(document))
    }

    /// Changes the park, if nobody else has since the version that the caller read.
    ///
    /// Bookings that were made keep their rules.
    func configure(_ params: Booking.Configure.Params, _ caller: Caller) async throws -> Booking.Configuration.Result {
        do {
            _ = try Park(version: 0, settings: params.park)
        } catch {
            throw RPCError(.invalidParams, faults: [.init(pointer: error.pointer, detail: error.detail)])
        }
        let document = String(decoding: try JSONCoding.encode(params.park), as: UTF8.self)
        let version = try await store.inTransaction(until: caller.deadline) { transaction in
            try await transaction.lockPark()
            let now = try await transaction.now()
            let current = try await transaction.configurationVersion()
            guard current == Int64(params.version) else { throw RPCError(.conflict, reason: "version-changed") }
            try await transaction.insertConfiguration(current + 1, document, by: caller.account, now: now)
            try await transaction.audit(
                AuditEntry(
                    event: .configured, actor: caller.account, subject: "\(current + 1)", traceID: caller.traceID),
                now: now)
            return current + 1
        }
        board.changed(configuration: version)
        return Booking.Configuration.Result(version: Int(version), park: params.park)
    }
}
