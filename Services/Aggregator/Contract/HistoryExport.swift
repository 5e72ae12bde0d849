public import Contract

extension History {
    /// Exports what the saved look-ups hold of the caller, table by table.
    ///
    /// A person's data is in five exports: `auth.export`, `booking.export`, `history.export`, `museums.export` and
    /// `schedule.export`. Secrets, keyed hashes, answers to repeated calls and waiting messages are left out.
    public enum Export: Method {
        public typealias Params = ExportParams
        public typealias Result = Page<ExportedRow>
        public static let declaration = MethodDeclaration(
            "history.export", service: .aggregator, access: .signedIn, http: .get("/v1/export/history"), cost: 5,
            idempotency: .idempotent)
    }
}

extension History.Export: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 100],
            result: ["items": [["table": "look_up", "values": [["name": "label", "value": "Home"]]]]])
    }
}
