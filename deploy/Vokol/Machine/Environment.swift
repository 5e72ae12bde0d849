import Platform

/// The environment of this process.
enum Environment {
    static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text)
            if let equals = pair.firstIndex(of: "=") {
                variables[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }

    /// The directory that holds this executable: the programs of the same build lie beside it.
    static func executableDirectory() throws -> String {
        guard let directory = Files.parent(of: Files.absolute("/proc/self/exe")) else {
            throw OperatorError("cannot find out where this program lies: is /proc mounted?")
        }
        return directory
    }
}
