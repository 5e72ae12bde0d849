public import Logging
public import ServiceLifecycle
import Synchronization

/// Reloads certificates when their files change, because processes outlive certificates.
///
/// A key that does not match its certificate, as happens between the writes of the two files, is retried at the next
/// check.
public final class CertificateWatch: Service {
    private struct State {
        /// The files that are in force.
        ///
        /// Unknown at first, because the files may have changed since the process read them at its start.
        var known: [Int?] = []
        var failed: [Int?] = []
    }

    private let files: [String]
    private let interval: Duration
    private let logger: Logger
    private let reload: @Sendable () throws -> Void
    private let state = Mutex(State())

    /// Creates a watch on a process's certificate files.
    ///
    /// - Parameters:
    ///   - files: the certificates, keys and authorities.
    ///   - interval: the time between two checks.
    ///   - reload: reads the files again; if it throws, the error is logged, and it must not have changed anything.
    public init(
        _ files: [String], interval: Duration = .seconds(10), logger: Logger,
        reload: @escaping @Sendable () throws -> Void
    ) {
        self.files = files
        self.interval = interval
        self.logger = logger
        self.reload = reload
    }

    public func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while (try? await Task.sleep(for: interval)) != nil { check() }
        }
    }

    /// Reloads the files if they have changed.
    public func check() {
        state.withLock { state in
            let now = files.map(Self.mark)
            guard now != state.known else { return }
            do {
                try reload()
                if !state.known.isEmpty { logger.notice("certificates reloaded", metadata: metadata()) }
                state.known = now
            } catch {
                // Reports once per state of the files.
                guard now != state.failed else { return }
                state.failed = now
                logger.warning("certificates cannot be reloaded", metadata: metadata(cause: error))
            }
        }
    }

    private func metadata(cause: (any Error)? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["files": .array(files.map { .string($0) })]
        if let cause { metadata["cause"] = .string("\(cause)") }
        return metadata
    }

    /// Returns a hash of a file's content; `nil` if the file cannot be read.
    private static func mark(_ file: String) -> Int? { SmallFile.read(file).map(\.hashValue) }
}
