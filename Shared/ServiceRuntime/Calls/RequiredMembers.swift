import Contract
import RPC
import Wire

/// The required members of a call, so that an error can name all missing ones; decoding stops at the first.
struct RequiredMembers {
    private let root: JSONNode
    private let components: [String: JSONNode]

    /// Finds the required members of a type and of the objects in it; returns `nil` for a type without a schema.
    init?<Value: Decodable>(of type: Value.Type) {
        var recorder = SchemaRecorder()
        guard let root = try? recorder.schema(of: type) else { return nil }
        self.root = root
        components = recorder.components
    }

    /// Returns the missing members in the order of their declarations; none if the bytes are not JSON.
    ///
    /// Does not look into objects in arrays.
    func missing(in bytes: UnsafeRawBufferPointer) -> [RPCError.FieldFault] {
        guard let json = try? JSONCoding.decode(AnyValue.self, from: bytes, unknownMembers: .ignored) else { return [] }
        return missing(in: json.decoder, root, at: "")
    }

    private func missing(in decoder: any Decoder, _ schema: JSONNode, at pointer: String) -> [RPCError.FieldFault] {
        let node = schema["$ref"]?.text?.split(separator: "/").last.flatMap { components[String($0)] } ?? schema
        guard case .object(let properties) = node["properties"],
            let object = try? decoder.container(keyedBy: Name.self)
        else { return [] }
        var required: Set<String> = []
        if case .array(let names) = node["required"] { required = Set(names.compactMap(\.text)) }
        var faults: [RPCError.FieldFault] = []
        for (name, schema) in properties {
            let path = "\(pointer)/\(name)"
            if let member = try? object.superDecoder(forKey: Name(name)) {
                faults += missing(in: member, schema, at: path)
            } else if required.contains(name) {
                faults.append(RPCError.FieldFault(pointer: path, detail: "is missing"))
            }
        }
        return faults
    }

    /// A decoded value of any kind, for inspection.
    private struct AnyValue: Decodable {
        let decoder: any Decoder

        init(from decoder: any Decoder) { self.decoder = decoder }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
