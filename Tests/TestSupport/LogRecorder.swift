public import Logging
import Synchronization

/// A recorder of log events, for tests to inspect.
public final class LogRecorder: Sendable {
    public struct Line: Sendable {
        public var level: Logger.Level
        public var message: String
        public var metadata: Logger.Metadata
    }

    private let kept = Mutex<[Line]>([])

    public init() {}

    public var lines: [Line] { kept.withLock { $0 } }

    public var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = Line(
                level: event.level, message: event.message.description, metadata: event.metadata ?? [:])
            recorder.kept.withLock { $0.append(line) }
        }
    }
}
