import Platform

/// Prints lines for the operator.
package enum Terminal {
    /// Prints a line without buffering, even to a pipe.
    package static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// Prints a line on standard error.
    package static func printError(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody reads the output any more, but an instance keeps running.
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Prints a line about one part of an instance.
    package static func print(_ part: String, _ text: String) {
        print("  " + part + String(repeating: " ", count: max(1, 14 - part.count)) + text)
    }
}

extension Duration {
    /// The duration in seconds with one decimal, such as `0.4 s`.
    package var seconds: String {
        let tenths = (components.seconds * 10) + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
