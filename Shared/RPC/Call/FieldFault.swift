import Contract
public import Values
import Wire

extension RPCError {
    /// A fault in one member of the parameters.
    public struct FieldFault: Hashable, Sendable {
        /// A JSON Pointer (RFC 6901) into the parameters; empty for the whole.
        public var pointer: String
        /// The stable identifier of the violated rule, such as `too-short`.
        public var rule: String
        /// The limits of the rule: one encoded JSON object; `nil` if it has none.
        public var limits: [UInt8]?
        /// The fault as a sentence.
        public var detail: UserText

        /// Creates a fault as another process reported it.
        init(pointer: String, rule: String, limits: [UInt8]?, detail: UserText) {
            self.pointer = pointer
            self.rule = rule
            self.limits = limits
            self.detail = detail
        }

        /// Creates the fault of a value.
        ///
        /// - Parameter field: the name of the field for people, if it has one.
        public init(_ fault: ValueFault, at pointer: String, field: UserText? = nil) {
            self.init(
                pointer: pointer, rule: fault.rule, limits: Self.encoded(fault.limits),
                detail: Self.sentence(of: fault, at: pointer, field: field))
        }

        /// Returns the fault in words; the name of a member says little to people, unless it is what is wrong.
        private static func sentence(of fault: ValueFault, at pointer: String, field: UserText?) -> UserText {
            if let field { return fault.sentence(about: field) }
            if pointer.isEmpty { return fault.sentenceAboutRequest }
            guard fault.isAboutName, let name = name(in: pointer) else { return fault.sentenceBesideField }
            return fault.sentence(about: name)
        }

        /// The last name in a pointer; `nil` if there is none.
        private static func name(in pointer: String) -> UserText? {
            pointer.split(separator: "/").last { Int($0) == nil }.map { UserText(all: String($0)) }
        }

        private static func encoded(_ limits: [(name: String, value: ValueFault.Limit)]) -> [UInt8]? {
            guard !limits.isEmpty else { return nil }
            var writer = JSONWriter(reservingCapacity: 64)
            writer.beginObject()
            for limit in limits {
                writer.key(limit.name)
                switch limit.value {
                case .number(let number):
                    if let whole = Int64(exactly: number) { writer.integer(whole) } else { writer.double(number) }
                case .text(let text): writer.string(text)
                case .texts(let texts):
                    writer.beginArray()
                    for text in texts { writer.string(text) }
                    writer.endArray()
                }
            }
            writer.endObject()
            return writer.bytes
        }
    }

    /// Creates `invalid-params` with the fault of one value.
    public init(_ fault: ValueFault, at pointer: String, field: UserText? = nil) {
        self.init(.invalidParams, faults: [FieldFault(fault, at: pointer, field: field)])
    }
}
