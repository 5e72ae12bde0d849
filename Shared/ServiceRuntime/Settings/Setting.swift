public import Configuration
import Values

/// A type of setting.
public protocol SettingValue: Sendable {
    /// The type under which a configuration source stores the value.
    static var configType: ConfigType { get }
    /// Parses a source's value; returns `nil` if it is malformed.
    init?(configContent: ConfigContent)
    /// The value as shown in documentation and logs.
    var text: String { get }
    /// The name of the type in documentation.
    static var kind: String { get }
}

/// The declaration of a setting of any type, as documentation and `--help` need it.
public protocol SettingDeclaration: Sendable {
    /// The name, such as `limits.user.rate`.
    var name: String { get }
    /// The setting's effect in one sentence, with its unit.
    var summary: String { get }
    /// The default as text; `nil` if the setting is required.
    var defaultText: String? { get }
    var kind: String { get }
    /// True if the value must never be shown.
    var isSecret: Bool { get }
    /// True if a running process follows a new value; otherwise the process has to be restarted.
    var isReloadable: Bool { get }
    /// Reads and checks the setting; returns the text of its value.
    func check(in source: SettingSource) throws(SettingFault) -> String
    /// Returns true if two sources have different values; a secret counts with its own value, not as shown.
    func differs(between one: SettingSource, and other: SettingSource) -> Bool
}

/// A setting, declared once.
public struct Setting<Value: SettingValue>: SettingDeclaration {
    public let name: String
    public let summary: String
    /// The default; `nil` if the setting is required.
    public let defaultValue: Value?
    public let isSecret: Bool
    public private(set) var isReloadable = false
    private let accepts: @Sendable (Value) -> String?

    /// Declares a setting.
    ///
    /// - Parameters:
    ///   - name: lower-case words separated by dots; flag and environment variable derive from it.
    ///   - defaultValue: the default; `nil` if the setting is required.
    ///   - isSecret: true if the value must never be shown; it can then also be read from the file `<name>.file`.
    ///   - accepts: returns the fault of a value; `nil` if it has none.
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

    /// Returns the value in effect.
    ///
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

    public func differs(between one: SettingSource, and other: SettingSource) -> Bool {
        (try? value(in: one))?.text != (try? value(in: other))?.text
    }

    /// Returns the setting, declared as one that a running process follows.
    public func reloadable() -> Setting {
        var setting = self
        setting.isReloadable = true
        return setting
    }
}

extension Setting where Value == Int {
    /// Declares a whole number in a range.
    public init(_ name: String, default defaultValue: Int?, in range: ClosedRange<Int>, summary: String) {
        self.init(name, default: defaultValue, summary: summary) { value in
            range.contains(value) ? nil : "must lie between \(range.lowerBound) and \(range.upperBound), not \(value)"
        }
    }
}

extension Setting where Value == Duration {
    /// Declares a duration in a range.
    public init(_ name: String, default defaultValue: Duration?, in range: ClosedRange<Duration>, summary: String) {
        self.init(name, default: defaultValue, summary: summary) { value in
            range.contains(value)
                ? nil : "must lie between \(range.lowerBound.text) and \(range.upperBound.text), not \(value.text)"
        }
    }
}

/// An unusable setting; the program ends with one line that names it.
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

    /// Parses a number with a unit: `250ms`, `10s`, `5m`, `12h`, `30d`.
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
