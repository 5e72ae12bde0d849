/// Parses a CSV file (RFC 4180) as its bytes arrive.
///
/// Lines end with LF or CRLF; a quoted field may contain both, commas and doubled quotes; a byte order mark and empty
/// lines are skipped. Of a record that breaks the rules, only the first line is skipped: parsing continues at the next
/// line.
package struct CSVParser {
    /// The limits of a record.
    package struct Limits: Sendable {
        package var fields: Int
        package var recordBytes: Int

        package init(fields: Int = 128, recordBytes: Int = 64 * 1024) {
            self.fields = fields
            self.recordBytes = recordBytes
        }
    }

    /// The fields of a record, without quotes.
    package struct Record: Equatable, Sendable {
        /// The record's first line, counted from 1.
        package var line: Int
        package var fields: [[UInt8]]
    }

    /// The result of parsing the next record.
    package enum Outcome: Equatable, Sendable {
        case record(Record)
        /// A line that breaks the rules, and the reason.
        case fault(line: Int, reason: String)
    }

    private let limits: Limits
    private var buffer: [UInt8] = []
    private var start = 0
    private var line = 1
    private var hasEnded = false
    private var isFirst = true
    /// True while the rest of a rejected line is to be skipped.
    private var isSkipping = false

    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Appends the next bytes of the file.
    package mutating func feed(_ bytes: some Collection<UInt8>) {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Marks the end of the file.
    package mutating func end() { hasEnded = true }

    /// True if the end of the file was marked; then a `nil` of ``next()`` means the end.
    package var isAtEnd: Bool { hasEnded }

    /// Returns the next record or fault, or `nil` at the end and until more bytes arrive.
    package mutating func next() -> Outcome? {
        if isFirst, buffer.count >= 3 || hasEnded {
            isFirst = false
            if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
        }
        if isSkipping { skipLine() }
        while !isFirst, !isSkipping, start < buffer.count {
            switch scan() {
            case .incomplete where buffer.count - start <= limits.recordBytes:
                return nil
            case .incomplete:
                return refuse("longer than \(limits.recordBytes) bytes, or with a quote that is never closed")
            case .fault(let reason):
                return refuse(reason)
            case .record(let fields, let end):
                let record = Record(line: line, fields: fields)
                line += newlines(until: end)
                start = end
                if fields.count == 1, fields[0].isEmpty { continue }
                return .record(record)
            }
        }
        return nil
    }

    private enum Scan {
        case record([[UInt8]], end: Int)
        case fault(String)
        case incomplete
    }

    /// Scans the record at `start`.
    private func scan() -> Scan {
        var fields: [[UInt8]] = []
        var position = start
        while true {
            if fields.count == limits.fields { return .fault("more than \(limits.fields) fields") }
            let isQuoted = position < buffer.count && buffer[position] == UInt8(ascii: "\"")
            let field = isQuoted ? scanQuoted(from: position + 1) : scanPlain(from: position)
            switch field {
            case .incomplete: return .incomplete
            case .fault(let reason): return .fault(reason)
            case .field(let bytes, let end):
                fields.append(bytes)
                position = end
            }
            if position - start > limits.recordBytes { return .fault("longer than \(limits.recordBytes) bytes") }
            guard position < buffer.count else { return .record(fields, end: position) }
            switch buffer[position] {
            case UInt8(ascii: ","):
                position += 1
                if position == buffer.count, !hasEnded { return .incomplete }
            case UInt8(ascii: "\r"):
                return .record(fields, end: min(position + 2, buffer.count))
            default:
                return .record(fields, end: position + 1)
            }
        }
    }

    private enum Field {
        case field([UInt8], end: Int)
        case fault(String)
        case incomplete
    }

    /// Scans a field without quotes, up to the comma or the end of the line.
    private func scanPlain(from first: Int) -> Field {
        var position = first
        while position < buffer.count {
            switch buffer[position] {
            case UInt8(ascii: ","), UInt8(ascii: "\n"): return .field(Array(buffer[first..<position]), end: position)
            case UInt8(ascii: "\""): return .fault("a quote within a field that does not begin with one")
            case UInt8(ascii: "\r"):
                guard position + 1 < buffer.count else {
                    return hasEnded ? .field(Array(buffer[first..<position]), end: position) : .incomplete
                }
                guard buffer[position + 1] == UInt8(ascii: "\n") else {
                    return .fault("a carriage return without a line feed")
                }
                return .field(Array(buffer[first..<position]), end: position)
            default: position += 1
            }
        }
        return hasEnded ? .field(Array(buffer[first..<position]), end: position) : .incomplete
    }

    /// Scans a quoted field, starting after its opening quote.
    private func scanQuoted(from first: Int) -> Field {
        var bytes: [UInt8] = []
        var position = first
        while position < buffer.count {
            guard buffer[position] == UInt8(ascii: "\"") else {
                bytes.append(buffer[position])
                position += 1
                continue
            }
            position += 1
            guard position < buffer.count else { return hasEnded ? .field(bytes, end: position) : .incomplete }
            switch buffer[position] {
            case UInt8(ascii: "\""):
                bytes.append(UInt8(ascii: "\""))
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: "\n"):
                return .field(bytes, end: position)
            case UInt8(ascii: "\r"):
                guard position + 1 < buffer.count else { return hasEnded ? .field(bytes, end: position) : .incomplete }
                guard buffer[position + 1] == UInt8(ascii: "\n") else { return .fault("text after a closing quote") }
                return .field(bytes, end: position)
            default:
                return .fault("text after a closing quote")
            }
        }
        return hasEnded ? .fault("a quote that is never closed") : .incomplete
    }

    private mutating func refuse(_ reason: String) -> Outcome {
        let refused = line
        skipLine()
        return .fault(line: refused, reason: reason)
    }

    private mutating func skipLine() {
        if let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
            start = end + 1
            line += 1
            isSkipping = false
        } else {
            start = buffer.count
            isSkipping = true
        }
    }

    private func newlines(until end: Int) -> Int {
        buffer[start..<end].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
