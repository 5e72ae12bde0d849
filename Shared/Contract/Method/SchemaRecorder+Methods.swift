extension SchemaRecorder {
    /// Creates a recorder that has recorded the results of methods and the details of their errors, before any
    /// parameters.
    ///
    /// - Throws: the same errors as ``schema(of:as:)``.
    public init(resultsOf methods: [any Method.Type]) throws {
        self.init()
        for method in methods { try record(resultOf: method) }
    }

    private mutating func record<M: Method>(resultOf method: M.Type) throws {
        _ = try schema(of: M.Result.self, as: .result)
        for case let type? in M.declaration.reasons.map(\.details) { _ = try schema(of: type, as: .result) }
    }
}
