import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// Reads the web client's files again on each SIGHUP.
struct WebReload: Service {
    let site: WebSite
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown { [site, logger] in
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                do {
                    let version = try await NIOThreadPool.singleton.runIfActive { try site.reload() }
                    logger.notice("web client reloaded", metadata: ["version": .string(version)])
                } catch {
                    logger.error("web client not reloaded", metadata: ["cause": .string("\(error)")])
                }
            }
        }
    }
}
