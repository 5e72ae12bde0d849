import ServiceRuntime

/// The settings of the proof of work that strangers owe for codes.
enum WorkConfiguration {
    static let share = Setting<Int>(
        "codes.work.share", default: 50, in: 0...100,
        summary: "Percentage of codes that nobody enters above which strangers owe a proof of work; 100: never")
    static let minimumCodes = Setting<Int>(
        "codes.work.minimum", default: 50, in: 1...1_000_000,
        summary: "Codes of one kind in an hour below which their share does not count")
    static let bits = Setting<Int>(
        "codes.work.bits", default: 20, in: 0...24,
        summary: "Leading zero bits of a proof of work when nobody enters any code; each doubles the work, 0: none")

    static let all: [any SettingDeclaration] = [share, minimumCodes, bits]
}

extension WorkPolicy {
    init(_ settings: Settings) throws(SettingFault) {
        self.init(
            share: try settings.value(WorkConfiguration.share),
            minimumCodes: Int64(try settings.value(WorkConfiguration.minimumCodes)),
            bits: try settings.value(WorkConfiguration.bits))
    }
}
