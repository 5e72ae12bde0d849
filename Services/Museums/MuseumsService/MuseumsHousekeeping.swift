import Logging
import Postgres
import ServiceLifecycle

/// Regularly deletes picture uploads that nobody completed, and old changes of museums; runs on every replica.
struct MuseumsHousekeeping: Service {
    /// The time limit of a round.
    private static let limit: Duration = .seconds(30)

    let uploads: UploadStore
    let bundles: BundleStore
    var interval: Duration = .seconds(300)
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { await round() }
        }
    }

    /// Deletes expired uploads and changes once.
    func round() async {
        await delete("uploads") { deadline in try await uploads.removeExpired(deadline: deadline) }
        await delete("changes") { deadline in try await bundles.removeExpired(deadline: deadline) }
    }

    /// Deletes rows of a kind; a failure is left to the next round.
    private func delete(_ kind: String, _ remove: (ContinuousClock.Instant) async throws -> Int) async {
        do {
            let count = try await remove(.now + Self.limit)
            guard count > 0 else { return }
            logger.info("deleted expired rows", metadata: ["kind": .string(kind), "count": .stringConvertible(count)])
        } catch let error as PostgresError where error.code == .unavailable {
            logger.debug("housekeeping waits for the database")
        } catch {
            logger.error("housekeeping failed", metadata: ["error": .string("\(error)")])
        }
    }
}
