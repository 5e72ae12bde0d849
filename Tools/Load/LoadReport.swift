import Histogram
import Wire

/// The report on a run.
struct LoadReport: Sendable {
    var plan: LoadSettings
    var connections: Int
    /// The recorded time, in seconds.
    var seconds: Double
    var recorder: LoadRecorder
    /// The generator's own CPU time during the recorded time, in seconds.
    var ownCPU: Double
    /// The CPU time of the watched processes during the recorded time, in seconds.
    var watchedCPU: Double?

    /// True if a call had another outcome than a result.
    var hasErrors: Bool { recorder.allOutcomes.contains { $0.key != .answered && $0.value > 0 } }

    /// The CPU time of the watched processes per call, whatever its outcome, in microseconds.
    private var watchedPerCall: Double? {
        let calls = recorder.allOutcomes.values.reduce(0, +)
        return calls == 0 ? nil : watchedCPU.map { $0 * 1e6 / Double(calls) }
    }

    struct Row {
        var name: String
        var outcomes: [LoadCallOutcome: Int]
        var latencies: Histogram<UInt32>
        var inTime: Int

        var answered: Int { outcomes[.answered] ?? 0 }
        var total: Int { outcomes.values.reduce(0, +) }
        /// The outcomes other than results, most frequent first.
        var errors: [(name: String, count: Int)] {
            outcomes.filter { $0.key != .answered }.map { ($0.key.name, $0.value) }
                .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        }
        static let percentiles: [(name: String, value: Double)] = [
            ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9), ("max", 100),
        ]
        func milliseconds(_ percentile: Double) -> Double { LoadReport.milliseconds(latencies, percentile) }
    }

    /// One row per method, and a total if there are several.
    var rows: [Row] {
        let rows = plan.targets.indices.map { index in
            Row(
                name: plan.targets[index].method, outcomes: recorder.outcomes[index],
                latencies: recorder.latencies[index], inTime: recorder.inTime[index])
        }
        if rows.count == 1 { return rows }
        let all = Row(
            name: "all", outcomes: recorder.allOutcomes, latencies: recorder.allLatencies,
            inTime: recorder.inTime.reduce(0, +))
        return rows + [all]
    }

    private static func milliseconds(_ times: Histogram<UInt32>, _ percentile: Double) -> Double {
        times.totalCount == 0 ? 0 : Double(times.valueAtPercentile(percentile)) / 1_000
    }

    // MARK: For people

    var text: String {
        let heading = ["method", "calls", "calls/s", "errors"] + Row.percentiles.map { "\($0.name) ms" }
        let cells = rows.map { row in
            [
                row.name, "\(row.total)", Self.fixed(Double(row.answered) / max(seconds, 0.001), 1),
                "\(row.total - row.answered)",
            ] + Row.percentiles.map { Self.fixed(row.milliseconds($0.value), 2) }
        }
        var lines = Self.table([heading] + cells)
        for row in rows.suffix(1) {
            for (name, count) in row.errors { lines.append("  \(name): \(count)") }
        }
        lines.append(
            "The generator used \(Self.fixed(ownCPU / max(seconds, 0.001) * 100, 0)) % of a core and was late by at most "
                + "\(Self.fixed(Double(recorder.longestDelay) / 1e6, 2)) ms.")
        if let watchedPerCall {
            lines.append("The watched processes used \(Self.fixed(watchedPerCall, 1)) µs of CPU time per call.")
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
    }

    /// Formats a number with `digits` decimals; clamps it to 0…10¹².
    static func fixed(_ number: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int64((max(0, min(number, 1e12)) * scale).rounded())
        guard digits > 0 else { return "\(scaled)" }
        let fraction = String(scaled % Int64(scale))
        return "\(scaled / Int64(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    // MARK: For scripts

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("protocol")
        writer.string(plan.wire.rawValue)
        writer.key("connections")
        writer.integer(connections)
        writer.key("seconds")
        writer.double(seconds)
        writer.key("ownCPUSeconds")
        writer.double(ownCPU)
        if let watchedPerCall {
            writer.key("watchedMicrosecondsPerCall")
            writer.double(watchedPerCall)
        }
        writer.key("longestDelayMs")
        writer.double(Double(recorder.longestDelay) / 1e6)
        writer.key("refusalMs")
        writer.beginObject()
        for (name, value) in Row.percentiles {
            writer.key(name)
            writer.double(Self.milliseconds(recorder.refusals, value))
        }
        writer.endObject()
        writer.key("methods")
        writer.beginArray()
        for row in rows {
            writer.beginObject()
            writer.key("name")
            writer.string(row.name)
            writer.key("calls")
            writer.integer(row.total)
            writer.key("answered")
            writer.integer(row.answered)
            writer.key("inTime")
            writer.integer(row.inTime)
            writer.key("answeredPerSecond")
            writer.double(Double(row.answered) / max(seconds, 0.001))
            writer.key("latencyMs")
            writer.beginObject()
            for (name, value) in Row.percentiles {
                writer.key(name)
                writer.double(row.milliseconds(value))
            }
            writer.endObject()
            writer.key("errors")
            writer.beginObject()
            for (name, count) in row.errors {
                writer.key(name)
                writer.integer(count)
            }
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}
