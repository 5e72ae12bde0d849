public import Contract

extension Auth {
    /// Exports what the account service holds of the caller, table by table.
    ///
    /// A person's data is in five exports: `auth.export`, `booking.export`, `history.export`, `museums.export` and
    /// `schedule.export`. Secrets, keyed hashes, answers to repeated calls and waiting messages are left out.
    public enum Export: Method {
        public typealias Params = ExportParams
        public typealias Result = Page<ExportedRow>
        public static let declaration = MethodDeclaration(
            "auth.export", service: .auth, access: .signedIn, http: .get("/v1/export/auth"), cost: 5,
            idempotency: .idempotent)
    }
}

extension Auth.Export: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 100],
            result: ["items": [["table": "account_role", "values": [["name": "role", "value": "park.staff"]]]]])
    }
}
