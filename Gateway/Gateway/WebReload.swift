import Logging
import NIOPosix

/// Reads the web client's files again.
struct WebReload: Sendable {
    let site: WebSite
    let logger: Logger

    @Sendable func run() async {
        do {
            let version = try await NIOThreadPool.singleton.runIfActive { [site] in try site.reload() }
            logger.notice("web client reloaded", metadata: ["version": .string(version)])
        } catch {
            logger.error("web client not reloaded", metadata: ["cause": .string("\(error)")])
        }
    }
}
