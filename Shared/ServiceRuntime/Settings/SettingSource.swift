public import Configuration
import Wire

/// The sources of settings, in order of precedence: flags, the program's environment variables, common ones, a file.
public struct SettingSource: Sendable {
    private let layers: [any ConfigProvider]
    private let readFile: @Sendable (String) -> [UInt8]?
    /// The path of the settings file; `nil` if none is used.
    private(set) var file: String?

    /// Creates a source from layers, in order of precedence.
    ///
    /// - Parameter readFile: reads a small file that contains a secret; returns `nil` if it cannot be read.
    public init(layers: [any ConfigProvider], readFile: @escaping @Sendable (String) -> [UInt8]? = SmallFile.read) {
        self.layers = layers
        self.readFile = readFile
    }

    /// Creates the source of a process.
    ///
    /// - Parameters:
    ///   - process: its short name, such as `auth`.
    ///   - arguments: the flags, without the program's name.
    ///   - environment: the environment variables.
    /// - Throws: ``SettingFault`` if the file of `--config` or `VOKOL_CONFIG` is unusable.
    public static func standard(
        process: String, arguments: [String], environment: [String: String]
    ) throws(SettingFault) -> SettingSource {
        let variables = EnvironmentVariablesProvider(environmentVariables: environment)
        let flags = CommandLineArgumentsProvider(arguments: ["vokol-\(process)"] + arguments)
        var layers: [any ConfigProvider] = [
            flags, variables.prefixKeys(with: ["vokol", process]), variables.prefixKeys(with: ["vokol"]),
        ]
        let path = try SettingSource(layers: layers).find("config", String.self, isSecret: false)
        if let path {
            guard let bytes = SmallFile.read(path) else {
                throw SettingFault(name: "config", detail: "the file \(path) cannot be read")
            }
            do {
                layers.append(
                    EnvironmentVariablesProvider(environmentVariables: try SettingsFile(bytes).variables))
            } catch {
                let problem = (error as? JSONDecodingFailure)?.problems.first
                let fault = problem.map { $0.pointer.isEmpty ? $0.detail : "\($0.pointer) \($0.detail)" }
                throw SettingFault(
                    name: "config",
                    detail: "the file \(path) is not a JSON object of settings: \(fault ?? "\(error)")")
            }
        }
        var source = SettingSource(layers: layers)
        source.file = path
        return source
    }

    /// Returns the source with a replacement for reading files; for tests.
    func reading(_ readFile: @escaping @Sendable (String) -> [UInt8]?) -> SettingSource {
        var source = SettingSource(layers: layers, readFile: readFile)
        source.file = file
        return source
    }

    /// Returns a setting's value in the first layer that has one; `nil` if none has.
    func find<Value: SettingValue>(
        _ name: String, _ type: Value.Type, isSecret: Bool
    ) throws(SettingFault) -> Value? {
        if let found = try lookUp(name, type) { return found }
        guard isSecret, let path = try lookUp("\(name).file", String.self) else { return nil }
        guard let bytes = readFile(path) else {
            throw SettingFault(name: "\(name).file", detail: "cannot read \(path)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
        guard let value = Value(configContent: .string(line)) else {
            throw SettingFault(name: "\(name).file", detail: "does not contain \(Value.kind)")
        }
        return value
    }

    private func lookUp<Value: SettingValue>(_ name: String, _ type: Value.Type) throws(SettingFault) -> Value? {
        let key = AbsoluteConfigKey(name.split(separator: ".").map(String.init))
        for layer in layers {
            let found: ConfigValue?
            do {
                found = try layer.value(forKey: key, type: Value.configType).value
            } catch {
                throw SettingFault(name: name, detail: "must be \(Value.kind)")
            }
            guard let found else { continue }
            guard let value = Value(configContent: found.content) else {
                throw SettingFault(name: name, detail: "must be \(Value.kind)")
            }
            return value
        }
        return nil
    }
}

/// The checked settings of a process.
public struct Settings: Sendable {
    private let source: SettingSource

    /// Checks all declared settings.
    ///
    /// - Throws: the ``SettingFault`` of the first unusable one.
    public init(_ declarations: [any SettingDeclaration], source: SettingSource) throws(SettingFault) {
        for declaration in declarations { _ = try declaration.check(in: source) }
        self.source = source
    }

    /// Returns the value of a declared setting.
    ///
    /// - Throws: ``SettingFault`` only if the setting was not among the declared ones.
    public func value<Value>(_ setting: Setting<Value>) throws(SettingFault) -> Value {
        try setting.value(in: source)
    }

    /// The path of the settings file; `nil` if none is used.
    var file: String? { source.file }

    /// Returns those of the declared settings that have another value here than in `other`.
    func changes(
        from other: Settings, of declarations: [any SettingDeclaration]
    ) -> [any SettingDeclaration] {
        declarations.filter { $0.differs(between: source, and: other.source) }
    }

    /// Returns the declared settings with their values in effect, for the log; secrets are hidden.
    public func effective(_ declarations: [any SettingDeclaration]) -> [(name: String, value: String)] {
        declarations.compactMap { declaration in
            (try? declaration.check(in: source)).map { (declaration.name, $0) }
        }
    }
}
