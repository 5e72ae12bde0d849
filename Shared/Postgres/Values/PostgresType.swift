/// A column's type, by the object identifier that PostgreSQL gives it.
public struct PostgresType: Sendable, Hashable {
    /// The type's number in `pg_type`; those below 16384 are built in and never change.
    public var oid: UInt32

    /// Creates the type with this number.
    public init(oid: UInt32) {
        self.oid = oid
    }

    /// True for a type that is not built in: an enum, a composite, a type of an extension.
    var isUserDefined: Bool { oid >= 16_384 }

    /// True if the type may be an array, as any user-defined type may.
    var isArray: Bool { Self.arrays.contains(self) || isUserDefined }

    static let bool = PostgresType(oid: 16)
    static let bytea = PostgresType(oid: 17)
    static let char = PostgresType(oid: 18)
    static let name = PostgresType(oid: 19)
    static let int8 = PostgresType(oid: 20)
    static let int2 = PostgresType(oid: 21)
    static let int4 = PostgresType(oid: 23)
    static let text = PostgresType(oid: 25)
    static let oid = PostgresType(oid: 26)
    static let json = PostgresType(oid: 114)
    static let xml = PostgresType(oid: 142)
    static let float4 = PostgresType(oid: 700)
    static let float8 = PostgresType(oid: 701)
    static let unknown = PostgresType(oid: 705)
    static let bpchar = PostgresType(oid: 1042)
    static let varchar = PostgresType(oid: 1043)
    static let numeric = PostgresType(oid: 1700)
    static let uuid = PostgresType(oid: 2950)
    static let jsonb = PostgresType(oid: 3802)

    /// The array types of bool, "char", name, int2, int4, text, bpchar, varchar, int8, float4, float8, numeric, uuid,
    /// json, jsonb and timestamptz.
    private static let arrays: Set<PostgresType> = Set(
        [1000, 1002, 1003, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1231, 2951, 199, 3807, 1185]
            .map(PostgresType.init(oid:)))

    private static let names: [UInt32: String] = [
        16: "boolean", 17: "bytea", 18: "\"char\"", 19: "name", 20: "bigint", 21: "smallint", 23: "integer",
        25: "text", 26: "oid", 114: "json", 142: "xml", 700: "real", 701: "double precision", 1009: "text[]",
        1042: "character", 1043: "varchar", 1082: "date", 1114: "timestamp", 1184: "timestamptz", 1700: "numeric",
        2950: "uuid", 3802: "jsonb",
    ]
}

extension PostgresType: CustomStringConvertible {
    /// The name in SQL if it is known, otherwise the number.
    public var description: String { Self.names[oid] ?? "type \(oid)" }
}
