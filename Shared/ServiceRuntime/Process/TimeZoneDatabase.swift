/// Checks that the time zone database is installed; without it, local times would be wrong without any error.
public enum TimeZoneDatabase {
    /// A zone that every installation contains and that the park and the timetables use.
    static let probe = "/usr/share/zoneinfo/Europe/Minsk"

    /// Checks that the database is installed.
    ///
    /// - Throws: ``SettingFault`` if it is missing.
    static func check(path: String = probe) throws(SettingFault) {
        guard let bytes = SmallFile.read(path), bytes.starts(with: Array("TZif".utf8)) else {
            throw SettingFault(
                name: "time zones", detail: "\(path) is missing or unreadable; install the package tzdata")
        }
    }
}
