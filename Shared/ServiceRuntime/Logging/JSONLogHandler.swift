public import Logging
import Values
import Wire

/// Writes each log event as one line of JSON: `time`, `level`, `service`, `message`, then the metadata.
///
/// Redacts metadata whose key suggests a secret (`password`, `token`, `code`, …). Settings are the exception: their own
/// declarations say which are secret, see ``SettingsInForce``.
public struct JSONLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    /// The process's level, unless this logger was given one of its own.
    public var logLevel: Logger.Level {
        get { ownLevel ?? level.current }
        set { ownLevel = newValue }
    }
    private var ownLevel: Logger.Level?
    private let level: LogLevel
    private let service: String
    private let sink: LogSink

    public init(service: String, level: LogLevel, sink: LogSink) {
        self.service = service
        self.level = level
        self.sink = sink
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.beginObject()
        writer.key("time")
        writer.string(sink.now().description)
        writer.key("level")
        writer.string(event.level.rawValue)
        writer.key("service")
        writer.string(service)
        writer.key("message")
        writer.string(event.message.description)
        if let error = event.error {
            writer.key("error")
            writer.string(String(describing: error))
        }
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let eventMetadata = event.metadata { all.merge(eventMetadata) { _, new in new } }
        // Prevents a duplicate member.
        if event.error != nil { all["error"] = nil }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) where !Self.isReserved(key) {
            writer.key(key)
            if Self.namesSecret(key) { writer.string("(secret)") } else { Self.write(value, to: &writer, depth: 0) }
        }
        writer.endObject()
        sink.write(writer.bytes + [UInt8(ascii: "\n")], isUrgent: event.level >= .warning)
    }

    private static func isReserved(_ key: String) -> Bool {
        ["time", "level", "service", "message"].contains(key)
    }

    /// The words of keys whose values are secret, in lower case.
    private static let secretWords = ["password", "token", "secret", "authorization", "cookie", "onetimecode"].map {
        Array($0.utf8)
    }

    /// Returns true if a key contains a secret word.
    ///
    /// It compares bytes: the search of the standard library would take most of a line's time.
    static func namesSecret(_ key: String) -> Bool {
        var key = key
        return key.withUTF8 { key in
            secretWords.contains { word in
                key.indices.contains { start in
                    start + word.count <= key.count
                        && word.indices.allSatisfy { word[$0] == asciiLowercase(key[start + $0]) }
                }
            }
        }
    }

    private static func asciiLowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func write(_ value: Logger.Metadata.Value, to writer: inout JSONWriter, depth: Int) {
        guard depth < 8 else { return writer.string("…") }
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let number as Int): writer.integer(number)
        case .stringConvertible(let number as Int64): writer.integer(number)
        case .stringConvertible(let number as Double): writer.double(number)
        case .stringConvertible(let flag as Bool): writer.bool(flag)
        case .stringConvertible(let settings as SettingsInForce):
            writer.beginObject()
            for (name, value) in settings.values {
                writer.key(name)
                writer.string(value)
            }
            writer.endObject()
        case .stringConvertible(let other): writer.string(other.description)
        case .array(let items):
            writer.beginArray()
            for item in items { write(item, to: &writer, depth: depth + 1) }
            writer.endArray()
        case .dictionary(let members):
            writer.beginObject()
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                if namesSecret(key) { writer.string("(secret)") } else { write(member, to: &writer, depth: depth + 1) }
            }
            writer.endObject()
        }
    }
}
