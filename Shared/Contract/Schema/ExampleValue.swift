import Values

/// Valid values of the types that contracts consist of.
enum ExampleValue {
    /// Returns a value of a plain type; `nil` for a type with members or elements.
    static func of<Value>(_ type: Value.Type) -> Value? {
        let value: Any? =
            switch type {
            case let type as any SchemaValue.Type: type.example
            case let type as any TextValue.Type: type.example
            case let type as any NumberValue.Type: type.example
            case let type as any AnyOpenEnum.Type: type.example
            case is String.Type: ""
            case is Bool.Type: true
            case is Double.Type: 0.0
            case is Int.Type: 0
            case is Int64.Type: Int64(0)
            case let type as any CaseIterable.Type: first(of: type)
            default: nil
            }
        return value as? Value
    }

    /// Returns the raw values of an enum of texts, in the order of their declaration; `nil` for any other type.
    static func rawValues(of type: Any.Type) -> [String]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        return texts(of: type)
    }

    private static func first<List: CaseIterable>(of type: List.Type) -> Any? {
        texts(of: type) == nil ? nil : type.allCases.first
    }

    private static func texts<List: CaseIterable>(of type: List.Type) -> [String]? {
        let texts = type.allCases.compactMap { ($0 as? any RawRepresentable).flatMap { rawText(of: $0) } }
        return texts.isEmpty || texts.count < type.allCases.count ? nil : texts
    }

    private static func rawText(of value: some RawRepresentable) -> String? { value.rawValue as? String }
}
