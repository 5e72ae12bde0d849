public import Contract

extension Booking {
    /// Exports what the wake park holds of the caller, table by table.
    ///
    /// A person's data is in five exports: `auth.export`, `booking.export`, `history.export`, `museums.export` and
    /// `schedule.export`. Secrets, keyed hashes, answers to repeated calls and waiting messages are left out.
    public enum Export: Method {
        public typealias Params = ExportParams
        public typealias Result = Page<ExportedRow>
        public static let declaration = MethodDeclaration(
            "booking.export", service: .booking, access: .signedIn, http: .get("/v1/export/booking"), cost: 5,
            idempotency: .idempotent)
    }
}

extension Booking.Export: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 100],
            result: ["items": [["table": "restriction", "values": [["name": "kind", "value": "prepayOnly"]]]]])
    }
}
