import Contract
import RPC
import Values
import Wire

/// A query checked against a method's form: each parameter is known, and only lists are given more than once.
///
/// Must not outlive the query's bytes.
struct QueryReader {
    private let form: QueryForm
    private let query: UnsafeRawBufferPointer
    /// The position of each leaf's value; `nil` if it is not given.
    private var values: [Range<Int>?]
    /// The further values of lists that are given more than once, in the order of the query.
    private var repetitions: [(leaf: Int, value: Range<Int>)] = []
    /// The number of leaves that each object got from a list.
    private var listed: [Int] = []

    /// The faults of the query itself: at most ``maximumFaults``.
    private(set) var faults: [RPCError.FieldFault] = []

    /// The maximum number of faults reported at once.
    static let maximumFaults = 8

    /// Reads a query: `name=value` joined by `&`.
    static func read(_ query: UnsafeRawBufferPointer?, of form: QueryForm) -> QueryReader {
        var reader = QueryReader(form: form, query: query ?? UnsafeRawBufferPointer(start: nil, count: 0), values: [])
        guard !reader.query.isEmpty else { return reader }
        reader.values = [Range<Int>?](repeating: nil, count: form.leaves.count)
        reader.listed = [Int](repeating: 0, count: form.members.count)
        var start = 0
        while start < reader.query.count, reader.faults.count < maximumFaults {
            let end = reader.query[start...].firstIndex(of: UInt8(ascii: "&")) ?? reader.query.count
            if end > start, let fault = reader.take(start..<end) { reader.faults.append(fault) }
            start = end + 1
        }
        return reader
    }

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
                write([range] + repetitions.filter { $0.leaf == index }.map(\.value), leaf.kind, into: &writer)
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
        guard let found else { return RPCError.FieldFault(.badlyEncoded, at: "") }
        guard found >= 0 else {
            if let member = object(named: name), form.members[member].isListed { return take(value, listing: member) }
            return RPCError.FieldFault(fault(ofUnknown: name), at: Self.pointer(to: name))
        }
        let leaf = form.leaves[found]
        let isRepeated = values[found] != nil
        guard !isRepeated || leaf.kind.isList else { return RPCError.FieldFault(.repeated, at: leaf.pointer) }
        guard isWellEncoded(value, leaf.kind) else { return RPCError.FieldFault(.badlyEncoded, at: leaf.pointer) }
        if isRepeated { repetitions.append((found, value)) } else { values[found] = value }
        return nil
    }

    /// Reads members of an object of numbers from a list, which may continue an earlier list.
    private mutating func take(_ value: Range<Int>, listing member: Int) -> RPCError.FieldFault? {
        let object = form.members[member]
        for element in elements(of: value) {
            let index = object.leaves.lowerBound + listed[member]
            guard index < object.leaves.upperBound else {
                return RPCError.FieldFault(members(of: object), at: JSONPointer.appending(object.name, to: ""))
            }
            let leaf = form.leaves[index]
            guard values[index] == nil else { return RPCError.FieldFault(.repeated, at: leaf.pointer) }
            guard isWellEncoded(element, leaf.kind) else { return RPCError.FieldFault(.badlyEncoded, at: leaf.pointer) }
            values[index] = element
            listed[member] += 1
        }
        return nil
    }

    /// Returns the ranges of the elements of a list separated by commas, escaped or not.
    private func elements(of value: Range<Int>) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        var start = value.lowerBound
        var position = start
        while position < value.upperBound {
            let length = commaLength(at: position, before: value.upperBound)
            if length > 0 {
                elements.append(start..<position)
                start = position + length
            }
            position += max(length, 1)
        }
        return elements + [start..<value.upperBound]
    }

    /// Returns the length of a comma, 1 or escaped 3; 0 for anything else.
    private func commaLength(at position: Int, before end: Int) -> Int {
        if query[position] == UInt8(ascii: ",") { return 1 }
        guard query[position] == UInt8(ascii: "%"), end - position >= 3 else { return 0 }
        let isComma = query[position + 1] == UInt8(ascii: "2") && query[position + 2] | 0x20 == UInt8(ascii: "c")
        return isComma ? 3 : 0
    }

    /// Returns the fault of an unknown parameter: it is undeclared, or an object that must be given member by member.
    private func fault(ofUnknown name: UnsafeRawBufferPointer) -> ValueFault {
        object(named: name).map { members(of: form.members[$0]) } ?? .unknownMember
    }

    /// Returns the index of the object with a name, as the query writes it; `nil` if there is none.
    private func object(named name: UnsafeRawBufferPointer) -> Int? {
        let index = PercentCoding.withDecoded(name, in: .query) { name in
            form.members.firstIndex { $0.isObject && $0.name.utf8.elementsEqual(name) } ?? -1
        }
        return index.flatMap { $0 >= 0 ? $0 : nil }
    }

    private func members(of object: QueryForm.Member) -> ValueFault {
        .members(object.leaves.map { String(decoding: form.leaves[$0].text, as: UTF8.self) })
    }

    private func isWellEncoded(_ value: Range<Int>, _ kind: QueryForm.Kind) -> Bool {
        var isGood = true
        if case .list(.string) = kind {
            eachElement(of: value) { element in
                if PercentCoding.withDecoded(element, in: .query, { _ in true }) == nil { isGood = false }
            }
            return isGood
        }
        return PercentCoding.withDecoded(part(value), in: .query) { _ in true } != nil
    }

    /// Writes a value; of a list, all its values as one array.
    private func write(_ values: [Range<Int>], _ kind: QueryForm.Kind, into writer: inout JSONWriter) {
        guard case .list(let scalar) = kind else {
            for value in values.prefix(1) {
                _ = PercentCoding.withDecoded(part(value), in: .query) { ScalarText.write($0, kind, into: &writer) }
            }
            return
        }
        writer.beginArray()
        for value in values {
            if scalar == .string {
                eachElement(of: value) { element in
                    _ = PercentCoding.withDecoded(element, in: .query) { writer.string(utf8: $0) }
                }
            } else {
                _ = PercentCoding.withDecoded(part(value), in: .query) { text in
                    ScalarText.writeElements(of: text, scalar, into: &writer)
                }
            }
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
