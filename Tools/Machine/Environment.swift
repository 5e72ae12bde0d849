import Platform

/// The environment of this process.
package enum Environment {
    package static func variables() -> [String: String] { EnvironmentVariables.all() }

    /// Returns the directories in which a shell looks for programs.
    package static func searchPath() -> [String] {
        (variables()["PATH"] ?? "").split(separator: ":").map(String.init)
    }

    /// Returns the directory of this executable, which also contains the other programs of the build.
    package static func executableDirectory() throws -> String {
        guard let directory = Files.parent(of: Files.absolute("/proc/self/exe")) else {
            throw OperatorError("cannot find this program's directory: is /proc mounted?")
        }
        return directory
    }
}
