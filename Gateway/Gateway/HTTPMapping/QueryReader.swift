import Contract
import RPC
import Wire

/// A query checked against a method's form: each parameter is known, given once, and of the right type.
///
/// Must not outlive the query's bytes.
struct QueryReader {
    private let form: QueryForm
    private let query: UnsafeRawBufferPointer
    /// The position of each leaf's value; nil if it is not given.
    private var values: [Range<Int>?]

    /// The maximum number of faults reported at once.
    static let maximumFaults = 8

    /// Reads a query: `name=value` joined by `&`.
    /// - Throws: `invalid-params` with all faults.
    static func read(_ query: UnsafeRawBufferPointer?, of form: QueryForm) throws(RPCError) -> QueryReader {
        var reader = QueryReader(form: form, query: query ?? UnsafeRawBufferPointer(start: nil, count: 0), values: [])
        guard !reader.query.isEmpty else { return reader }
        reader.values = [Range<Int>?](repeating: nil, count: form.leaves.count)
        var faults: [RPCError.FieldFault] = []
        var start = 0
        while start < reader.query.count, faults.count < maximumFaults {
            let end = reader.query[start...].firstIndex(of: UInt8(ascii: "&")) ?? reader.query.count
            if end > start, let fault = reader.take(start..<end) { faults.append(fault) }
            start = end + 1
        }
        guard faults.isEmpty else { throw RPCError(.invalidParams, faults: faults) }
        return reader
    }

    /// True if no parameter is given.
    var isEmpty: Bool { values.allSatisfy { $0 == nil } }

    /// Writes the given members in the order of the schema.
    func write(into writer: inout JSONWriter) {
        guard values.count == form.leaves.count else { return }
        for member in form.members {
            guard member.leaves.contains(where: { values[$0] != nil }) else { continue }
            writer.key(member.name)
            if member.isObject { writer.beginObject() }
            for index in member.leaves {
                guard let range = values[index] else { continue }
                let leaf = form.leaves[index]
                if member.isObject { writer.key(leaf.member) }
                write(range, leaf.kind, into: &writer)
            }
            if member.isObject { writer.endObject() }
        }
    }

    private mutating func take(_ pair: Range<Int>) -> RPCError.FieldFault? {
        let equals = query[pair].firstIndex(of: UInt8(ascii: "="))
        let name = part(pair.lowerBound..<(equals ?? pair.upperBound))
        let value = (equals.map { $0 + 1 } ?? pair.upperBound)..<pair.upperBound
        let found = PercentCoding.withDecoded(name, in: .query) { name in
            form.leaves.firstIndex { $0.text.elementsEqual(name) } ?? -1
        }
        guard let found else { return RPCError.FieldFault(pointer: "", detail: "the query is not well encoded") }
        guard found >= 0 else {
            return RPCError.FieldFault(pointer: Self.pointer(to: name), detail: detail(ofUnknown: name))
        }
        let leaf = form.leaves[found]
        guard values[found] == nil else {
            return RPCError.FieldFault(pointer: leaf.pointer, detail: "must be given once")
        }
        if let detail = fault(in: value, leaf.kind) {
            return RPCError.FieldFault(pointer: leaf.pointer, detail: detail)
        }
        values[found] = value
        return nil
    }

    /// Returns an explanation for an unknown parameter: it is undeclared, or an object that must be given member by
    /// member.
    private func detail(ofUnknown name: UnsafeRawBufferPointer) -> String {
        let object = PercentCoding.withDecoded(name, in: .query) { name in
            form.members.first { $0.isObject && $0.name.utf8.elementsEqual(name) }
        }
        guard let object = object ?? nil else { return "is not a parameter of this method" }
        let parameters = object.leaves.map { String(decoding: form.leaves[$0].text, as: UTF8.self) + "=…" }
        return "is written as \(parameters.joined(separator: "&"))"
    }

    private func fault(in value: Range<Int>, _ kind: QueryForm.Kind) -> String? {
        if case .list(.string) = kind {
            var wrong: String?
            eachElement(of: value) { element in
                if PercentCoding.withDecoded(element, in: .query, { _ in true }) == nil {
                    wrong = "is not well encoded"
                }
            }
            return wrong
        }
        let result = PercentCoding.withDecoded(part(value), in: .query) { ScalarText.fault(in: $0, kind) }
        guard let result else { return "is not well encoded" }
        return result
    }

    private func write(_ value: Range<Int>, _ kind: QueryForm.Kind, into writer: inout JSONWriter) {
        guard case .list(.string) = kind else {
            _ = PercentCoding.withDecoded(part(value), in: .query) { ScalarText.write($0, kind, into: &writer) }
            return
        }
        writer.beginArray()
        eachElement(of: value) { element in
            _ = PercentCoding.withDecoded(element, in: .query) { writer.string(utf8: $0) }
        }
        writer.endArray()
    }

    /// Calls `body` for each element of a list separated by unescaped commas.
    private func eachElement(of value: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard !value.isEmpty else { return }
        for element in part(value).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            body(UnsafeRawBufferPointer(rebasing: element))
        }
    }

    private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: query[range]) }

    /// Returns the JSON Pointer of an undeclared parameter, whose name is cut to 64 bytes.
    private static func pointer(to name: UnsafeRawBufferPointer) -> String {
        let text =
            PercentCoding.withDecoded(name, in: .query) { String(decoding: $0.prefix(64), as: UTF8.self) } ?? ""
        return JSONPointer.appending(text, to: "")
    }
}
