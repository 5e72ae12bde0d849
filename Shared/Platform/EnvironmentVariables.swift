// Only servers and tools read them, which run on Linux; apps do not.
#if !canImport(Darwin)
    /// The environment variables of this process.
    public enum EnvironmentVariables {
        /// Returns the values by name.
        public static func all() -> [String: String] {
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
    }
#endif
