public import Logging
public import ServiceLifecycle

/// Has certificates read again when their files are others than before: they are replaced under a process that runs for
/// longer than they last.
///
/// A key that does not fit its certificate, as between the writing of the two, is tried again at the next look.
public struct CertificateWatch: Service {
    private let files: [String]
    private let interval: Duration
    private let logger: Logger
    private let reload: @Sendable () throws -> Void

    /// - Parameters:
    ///   - files: certificates, keys and authorities.
    ///   - interval: between two looks.
    ///   - reload: reads them again; what it throws is logged, and everything must be as before then.
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
        await cancelWhenGracefulShutdown {
            // Nothing is known at the first look: the files may have changed since they were read for the start.
            var known: [Int?] = []
            var failed: [Int?] = []
            while (try? await Task.sleep(for: interval)) != nil {
                let now = files.map(Self.mark)
                guard now != known else { continue }
                do {
                    try reload()
                    if !known.isEmpty { logger.notice("certificates read again", metadata: metadata()) }
                    known = now
                } catch {
                    // Once for each state of the files.
                    guard now != failed else { continue }
                    failed = now
                    logger.warning("certificates cannot be read again", metadata: metadata(cause: error))
                }
            }
        }
    }

    private func metadata(cause: (any Error)? = nil) -> Logger.Metadata {
        var metadata: Logger.Metadata = ["files": .array(files.map { .string($0) })]
        if let cause { metadata["cause"] = .string("\(cause)") }
        return metadata
    }

    /// What tells a file's content from another; `nil` if it cannot be read.
    private static func mark(_ file: String) -> Int? { SmallFile.read(file).map(\.hashValue) }
}
