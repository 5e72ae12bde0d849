/// The operating system's time zones: images without them give wrong local times without a word, so starting fails.
public enum TimeZoneDatabase {
    /// A zone that every installation has and that our parks and timetables use.
    static let probe = "/usr/share/zoneinfo/Europe/Minsk"

    /// - Throws: ``SettingFault`` if the time zone database is missing.
    static func check(path: String = probe) throws(SettingFault) {
        guard let bytes = SmallFile.read(path), bytes.starts(with: Array("TZif".utf8)) else {
            throw SettingFault(
                name: "time zones", detail: "\(path) is missing or unreadable; install the package tzdata")
        }
    }
}
