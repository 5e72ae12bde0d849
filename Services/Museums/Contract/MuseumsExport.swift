public import Contract

extension Museums {
    /// Exports what the catalogue of museums holds of the caller, table by table.
    ///
    /// A person's data is in five exports: `auth.export`, `booking.export`, `history.export`, `museums.export` and
    /// `schedule.export`. Secrets, keyed hashes, answers to repeated calls and waiting messages are left out.
    public enum Export: Method {
        public typealias Params = ExportParams
        public typealias Result = Page<ExportedRow>
        public static let declaration = MethodDeclaration(
            "museums.export", service: .museums, access: .signedIn, http: .get("/v1/export/museums"), cost: 5,
            idempotency: .idempotent)
    }
}

extension Museums.Export: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 100],
            result: [
                "items": [["table": "museum_marks", "values": [["name": "museum_id", "value": "by-mir-castle"]]]]
            ])
    }
}
