/// A series of ``Metrics``, as read at one moment.
struct MetricReading: Sendable {
    enum Value: Sendable {
        case counter(UInt64)
        case gauge(Int64)
        /// A value that another component keeps; `isCounter` is true if it only increases.
        case number(Double, isCounter: Bool)
        /// The counts per bucket, the last one for everything above the bounds, and the sum of all durations.
        case histogram(counts: [UInt64], sumNanoseconds: UInt64)
    }

    var name: String
    /// The labels in the text format: `method="auth.me",code="ok"`.
    var labels: String
    var help: String
    var value: Value

    /// The type in the text format.
    var kind: String {
        switch value {
        case .counter, .number(_, isCounter: true): "counter"
        case .gauge, .number: "gauge"
        case .histogram: "histogram"
        }
    }

    /// The labels as names and values.
    ///
    /// Parsed from the text on demand, because the registry keeps the text only, and most processes never need them.
    var labelPairs: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var rest = labels.unicodeScalars[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = String(rest[..<equals])
            rest = rest[equals...].dropFirst(2)
            var value = String.UnicodeScalarView()
            while let scalar = rest.popFirst(), scalar != "\"" {
                guard scalar == "\\", let escaped = rest.popFirst() else {
                    value.append(scalar)
                    continue
                }
                value.append(escaped == "n" ? "\n" : escaped)
            }
            pairs.append((name, String(value)))
            rest = rest.dropFirst()
        }
        return pairs
    }
}

extension MetricReading {
    /// The lines of the text format, without type and help.
    var exposition: String {
        switch value {
        case .counter(let count): line(name, labels, "\(count)")
        case .gauge(let level): line(name, labels, "\(level)")
        case .number(let number, _): line(name, labels, "\(number)")
        case .histogram(let counts, let sum): lines(counts, sum)
        }
    }

    private func line(_ name: String, _ labels: String, _ value: String) -> String {
        labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    private func lines(_ counts: [UInt64], _ sum: UInt64) -> String {
        let prefix = labels.isEmpty ? "" : labels + ","
        var text = ""
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total &+= count
            let bound = index < Histogram.bounds.count ? "\(Double(Histogram.bounds[index]) / 1e9)" : "+Inf"
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += line("\(name)_sum", labels, "\(Double(sum) / 1e9)")
        return text + line("\(name)_count", labels, "\(total)")
    }
}
