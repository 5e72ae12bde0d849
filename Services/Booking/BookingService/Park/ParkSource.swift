import BookingContract
import Contract
import RPC
import Resilience
import Synchronization
import Values
import Wire

/// The configured park, cached until a newer version exists.
final class ParkSource: Sendable {
    private let store: BookingStore
    private let newest = Mutex<Park?>(nil)
    private let readings = SingleFlight<Int64, Result<Void, any Error>>()

    init(store: BookingStore) { self.store = store }

    /// Returns the newest park known to this process, or reads it from the database if there is none.
    func park() async throws -> Park { try await park(atLeast: 1) }

    /// Returns the park of `version` or a newer one.
    func park(atLeast version: Int64) async throws -> Park {
        if let cached = cached(atLeast: version) { return cached }
        try await readings.run(version) {
            if cached(atLeast: version) == nil { _ = try cache(try await store.session().configurations.newest()) }
        }
        guard let cached = cached(atLeast: version) else {
            throw RPCError(.internal, cause: "the database has no configuration \(version)")
        }
        return cached
    }

    /// Returns the newest park as seen by a transaction that holds the park's lock.
    ///
    /// Reads on the transaction's own connection: taking a second one could deadlock an exhausted pool.
    ///
    /// - Parameter version: the newest version, if the transaction has read it already.
    func park(in transaction: BookingTransaction, version: Int64? = nil) async throws -> Park {
        let version = if let version { version } else { try await transaction.configurations.newestVersion() }
        if let cached = cached(atLeast: version) { return cached }
        return try cache(try await transaction.configurations.newest())
    }

    private func cached(atLeast version: Int64) -> Park? {
        newest.withLock { $0 }.flatMap { $0.version >= version ? $0 : nil }
    }

    private func cache(_ configuration: ConfigurationRow?) throws -> Park {
        guard let configuration else {
            throw RPCError(.unavailable, retryAfterMilliseconds: 1_000, cause: "the park is not configured yet")
        }
        let park: Park
        do {
            park = try Park(version: configuration.version, settings: Self.decode(configuration.document))
        } catch let fault as MemberFaults {
            let list = fault.faults.map { "\($0.pointer) \($0.fault.words.english)" }.joined(separator: "; ")
            throw RPCError(.internal, cause: "configuration \(configuration.version): \(list)")
        }
        newest.withLock { newest in
            if newest.map({ $0.version < park.version }) ?? true { newest = park }
        }
        return park
    }

    static func decode(_ document: String) throws -> Booking.ParkSettings {
        var document = document
        do {
            var settings = try document.withUTF8 { bytes in
                try JSONCoding.decode(
                    Booking.ParkSettings.self, from: UnsafeRawBufferPointer(bytes), unknownMembers: .ignored)
            }
            settings.undoMinutes = settings.effectiveUndoMinutes
            return settings
        } catch {
            throw RPCError(.internal, cause: "the configuration cannot be read: \(error)")
        }
    }
}
