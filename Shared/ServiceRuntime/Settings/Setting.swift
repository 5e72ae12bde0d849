public import Configuration
import Values

/// A value that a setting can have.
public protocol SettingValue: Sendable {
    /// How the value is asked of a configuration source.
    static var configType: ConfigType { get }
    /// Reads what a source gave; `nil` if it is not such a value.
    init?(configContent: ConfigContent)
    /// The value as it stands in documentation and in the log.
    var text: String { get }
    /// The kind of value, for documentation.
    static var kind: String { get }
}

/// One setting of a process, of any type: what documentation and `--help` need.
public protocol SettingDeclaration: Sendable {
    /// The one name, such as `limits.user.rate`.
    var name: String { get }
    /// One sentence that says what it does, with its unit.
    var summary: String { get }
    /// The default as text; `nil` if the setting must be given.
    var defaultText: String? { get }
    var kind: String { get }
    /// Whether its value must never be shown.
    var isSecret: Bool { get }
    /// Reads and checks the setting without keeping it.
    func check(in source: SettingSource) throws(SettingFault) -> String
}

/// A setting of one type, declared once.
public struct Setting<Value: SettingValue>: SettingDeclaration {
    public let name: String
    public let summary: String
    /// What holds when nobody says anything; `nil` if the setting must be given.
    public let defaultValue: Value?
    public let isSecret: Bool
    private let accepts: @Sendable (Value) -> String?

    /// Declares a setting.
    /// - Parameters:
    ///   - name: lower-case words separated by dots; flag and environment variable follow from it.
    ///   - defaultValue: what holds when nobody says anything; `nil` if the setting must be given.
    ///   - isSecret: whether its value must never be shown; it may then also be given as `<name>.file`.
    ///   - accepts: says what is wrong with a value; `nil` if nothing.
    public init(
        _ name: String, default defaultValue: Value?, isSecret: Bool = false, summary: String,
        accepts: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        self.name = name
        self.summary = summary
        self.defaultValue = defaultValue
        self.isSecret = isSecret
        self.accepts = accepts
    }

    public var kind: String { Value.kind }
    public var defaultText: String? { defaultValue.map { isSecret && !$0.text.isEmpty ? "(secret)" : $0.text } }

    /// The value in force.
    /// - Throws: ``SettingFault`` if it is missing, malformed or out of range.
    public func value(in source: SettingSource) throws(SettingFault) -> Value {
        guard let found = try source.find(name, Value.self, isSecret: isSecret) ?? defaultValue else {
            throw SettingFault(name: name, detail: "must be given: \(summary)")
        }
        if let detail = accepts(found) { throw SettingFault(name: name, detail: detail) }
        return found
    }

    public func check(in source: SettingSource) throws(SettingFault) -> String {
        let found = try value(in: source)
        return isSecret ? "(secret)" : found.text
    }
}

extension Setting where Value == Int {
    /// Declares a setting that is a whole number in a range.
    public init(_ name: String, default defaultValue: Int?, in range: ClosedRange<Int>, summary: String) {
        self.init(name, default: defaultValue, summary: summary) { value in
            range.contains(value) ? nil : "must lie between \(range.lowerBound) and \(range.upperBound), not \(value)"
        }
    }
}

extension Setting where Value == Duration {
    /// Declares a setting that is a time in a range.
    public init(_ name: String, default defaultValue: Duration?, in range: ClosedRange<Duration>, summary: String) {
        self.init(name, default: defaultValue, summary: summary) { value in
            range.contains(value)
                ? nil : "must lie between \(range.lowerBound.text) and \(range.upperBound.text), not \(value.text)"
        }
    }
}

/// A setting that cannot be used: ends the start with one line that names it.
public struct SettingFault: Error, CustomStringConvertible {
    public let name: String
    public let detail: String

    public init(name: String, detail: String) {
        self.name = name
        self.detail = detail
    }

    public var description: String { "setting \(name): \(detail)" }
}

extension Int: SettingValue {
    public static var configType: ConfigType { .int }
    public init?(configContent: ConfigContent) {
        guard case .int(let value) = configContent else { return nil }
        self = value
    }
    public var text: String { String(self) }
    public static var kind: String { "a whole number" }
}

extension Double: SettingValue {
    public static var configType: ConfigType { .double }
    public init?(configContent: ConfigContent) {
        guard case .double(let value) = configContent, value.isFinite else { return nil }
        self = value
    }
    public var text: String { description }
    public static var kind: String { "a number" }
}

extension Bool: SettingValue {
    public static var configType: ConfigType { .bool }
    public init?(configContent: ConfigContent) {
        guard case .bool(let value) = configContent else { return nil }
        self = value
    }
    public var text: String { self ? "true" : "false" }
    public static var kind: String { "true or false" }
}

extension String: SettingValue {
    public static var configType: ConfigType { .string }
    public init?(configContent: ConfigContent) {
        guard case .string(let value) = configContent else { return nil }
        self = value
    }
    public var text: String { self }
    public static var kind: String { "text" }
}

extension [String]: SettingValue {
    public static var configType: ConfigType { .stringArray }
    public init?(configContent: ConfigContent) {
        guard case .stringArray(let value) = configContent else { return nil }
        self = value.filter { !$0.isEmpty }
    }
    public var text: String { joined(separator: ",") }
    public static var kind: String { "a list, separated by commas" }
}

extension Duration: SettingValue {
    public static var configType: ConfigType { .string }

    /// Reads a number and a unit: `250ms`, `10s`, `5m`, `12h`, `30d`.
    public init?(configContent: ConfigContent) {
        guard case .string(let text) = configContent else { return nil }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits), number <= 1_000_000_000 else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": self = .milliseconds(number)
        case "s": self = .seconds(number)
        case "m": self = .seconds(number * 60)
        case "h": self = .seconds(number * 3_600)
        case "d": self = .seconds(number * 86_400)
        default: return nil
        }
    }

    public var text: String {
        let milliseconds = wholeMilliseconds
        for (unit, size) in [("d", Int64(86_400_000)), ("h", 3_600_000), ("m", 60_000), ("s", 1_000)] {
            if milliseconds != 0, milliseconds % size == 0 { return "\(milliseconds / size)\(unit)" }
        }
        return "\(milliseconds)ms"
    }
    public static var kind: String { "a time, such as 250ms, 10s, 5m, 12h or 30d" }
}
