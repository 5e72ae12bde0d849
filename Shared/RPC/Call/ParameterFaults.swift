import Contract
import Values
public import Wire

extension RPCError {
    /// Creates `invalid-params` with every fault in the parameters of a call, at most 16.
    ///
    /// - Parameters:
    ///   - type: the type that could not be decoded from `bytes`.
    ///   - failure: the failure of the decoding, which names the first fault only.
    public init<Params: Decodable>(
        _ failure: JSONDecodingFailure, of type: Params.Type, in bytes: UnsafeRawBufferPointer
    ) {
        let faults = FieldFault.all(of: type, in: bytes)
        self.init(.invalidParams, faults: faults.isEmpty ? failure.problems.map { FieldFault($0) } : faults)
    }

    /// Creates `invalid-params` with the first fault of a value, whose type is no contract's.
    public init(_ failure: JSONDecodingFailure) {
        self.init(.invalidParams, faults: failure.problems.map { FieldFault($0) })
    }

    /// The faults of a value, found instead of decoding it.
    fileprivate struct AllFaults<Params: Decodable>: Decodable {
        let faults: [FieldFault]
        let isComplete: Bool

        init(from decoder: any Decoder) {
            let collector = FaultCollector(of: Params.self, in: decoder)
            faults = collector.found.map { found in
                FieldFault(ValueFault(found.error), at: JSONPointer.text(found.path), field: found.field)
            }
            isComplete = collector.isComplete
        }
    }
}

extension RPCError.FieldFault {
    /// Returns the faults in the parameters of a call, at most 16; none for bytes that are not JSON.
    public static func all<Params: Decodable>(
        of type: Params.Type, in bytes: UnsafeRawBufferPointer
    ) -> [RPCError.FieldFault] {
        typealias AllFaults = RPCError.AllFaults<Params>
        guard
            let found = try? JSONCoding.decode(
                AllFaults.self, from: bytes, unknownMembers: .ignored, nullMembers: .rejected)
        else {
            return []
        }
        var faults = found.faults
        // Members of an object that was given up after a fault count as unknown without being so.
        if found.isComplete {
            do throws(JSONDecodingFailure) {
                _ = try JSONCoding.decode(AllFaults.self, from: bytes, nullMembers: .rejected)
            } catch {
                faults += error.problems.map { RPCError.FieldFault($0) }
            }
        }
        return Array(faults.prefix(FaultCollector.maximum))
    }

    fileprivate init(_ problem: JSONDecodingFailure.Problem) {
        self.init(ValueFault(problem), at: problem.pointer)
    }
}

extension ValueFault {
    /// Creates the fault that a decoder found.
    init(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound, DecodingError.valueNotFound: self = .required
        case DecodingError.typeMismatch(let type, _): self = JSONType(of: type).map { .type($0) } ?? .invalid
        case DecodingError.dataCorrupted(let context):
            switch context.underlyingError {
            case is JSONDecodingFailure.RepeatedMember: self = .repeated
            case is JSONDecodingFailure.NullMember: self = .null
            case let fault as ValueFault: self = fault
            default: self = .invalid
            }
        case let failure as JSONDecodingFailure: self = failure.problems.first.map { ValueFault($0) } ?? .invalid
        default: self = .invalid
        }
    }

    /// Creates the fault of a problem in JSON.
    fileprivate init(_ problem: JSONDecodingFailure.Problem) {
        switch problem.cause {
        case .unknownMember: self = .unknownMember
        case .malformed(let reason, let offset): self = .malformed(reason.text, byte: offset)
        case .decoding(let error): self.init(error)
        }
    }
}

extension ValueFault.JSONType {
    /// The JSON type that a Swift type is decoded from; `nil` for a type that no contract uses.
    fileprivate init?(of type: Any.Type) {
        switch type {
        case is String.Type: self = .string
        case is Bool.Type: self = .boolean
        case is any FixedWidthInteger.Type: self = .integer
        case is any BinaryFloatingPoint.Type: self = .number
        case is [Any].Type: self = .array
        case is [String: Any].Type: self = .object
        default: return nil
        }
    }
}
