import BookingContract
import Contract
import Postgres
import RPC
import Resilience
import Synchronization
import Wire

/// The park as it is configured: read again only when there is a newer version.
final class ParkSource: Sendable {
    private let store: BookingStore
    private let newest = Mutex<Park?>(nil)
    private let readings = SingleFlight<Int64, Result<Void, any Error>>()

    init(store: BookingStore) { self.store = store }

    /// The park of the newest version, as a transaction sees it that holds the park's lock.
    ///
    /// All is read on the transaction's own connection: with a second one, transactions could wait for each other's.
    /// - Parameter version: the newest, if the transaction has seen it already.
    func park(in transaction: BookingTransaction, version: Int64? = nil) async throws -> Park {
        let version = if let version { version } else { try await transaction.configurationVersion() }
        if let known = known(atLeast: version) { return known }
        return try keep(try await transaction.configuration())
    }

    /// The park of `version` or a newer one.
    func park(atLeast version: Int64) async throws -> Park {
        if let known = known(atLeast: version) { return known }
        try await readings.run(version) {
            if known(atLeast: version) == nil { _ = try keep(try await store.configuration()) }
        }
        guard let known = known(atLeast: version) else {
            throw RPCError(.internal, cause: "the database has no configuration \(version)")
        }
        return known
    }

    private func known(atLeast version: Int64) -> Park? {
        newest.withLock { $0 }.flatMap { $0.version >= version ? $0 : nil }
    }

    private func keep(_ configuration: (version: Int64, document: String)?) throws -> Park {
        guard let (version, document) = configuration else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the park is not configured yet")
        }
        let settings = try Self.decode(document)
        let park: Park
        do {
            park = try Park(version: version, settings: settings)
        } catch {
            throw RPCError(.internal, cause: "configuration \(version): \(error.pointer) \(error.detail)")
        }
        newest.withLock { known in
            if known.map({ $0.version < version }) ?? true { known = park }
        }
        return park
    }

    /// The newest park that is known here, or the one of the database if none is.
    func park() async throws -> Park { try await park(atLeast: 1) }

    static func decode(_ document: String) throws -> Booking.ParkSettings {
        var document = document
        do {
            return try document.withUTF8 { bytes in
                try JSONCoding.decode(
                    Booking.ParkSettings.self, from: UnsafeRawBufferPointer(bytes), unknownMembers: .ignored)
            }
        } catch {
            throw RPCError(.internal, cause: "the configuration cannot be read: \(error)")
        }
    }
}
