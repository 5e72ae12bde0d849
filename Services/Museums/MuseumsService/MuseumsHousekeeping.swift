import Logging
import Postgres
import ServiceLifecycle

/// Regularly deletes the uploads of pictures that nobody completed; runs on every replica.
struct MuseumsHousekeeping: Service {
    /// The time limit of a round.
    private static let limit: Duration = .seconds(30)

    let uploads: UploadStore
    var interval: Duration = .seconds(300)
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: interval)) != nil { await round() }
        }
    }

    /// Deletes expired uploads once.
    func round() async {
        do {
            let count = try await uploads.removeExpired(deadline: .now + Self.limit)
            if count > 0 { logger.info("deleted expired uploads", metadata: ["uploads": .stringConvertible(count)]) }
        } catch let error as PostgresError where error.code == .unavailable {
            logger.debug("housekeeping waits for the database")
        } catch {
            logger.error("housekeeping failed", metadata: ["error": .string("\(error)")])
        }
    }
}
