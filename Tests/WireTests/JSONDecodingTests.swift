import Testing
import Wire

@Suite
struct JSONDecodingTests {
    struct Query: Decodable, Equatable {
        struct Place: Decodable, Equatable {
            var latitude: Double
            var longitude: Double?
        }
        enum Category: String, Decodable { case art, history }
        var query: String
        var limit: Int?
        var place: Place?
        var categories: [Category]?
        var counts: [String: UInt8]?
    }

    private func decode<T: Decodable>(
        _ type: T.Type, _ text: String, unknownMembers: JSONCoding.UnknownMembers = .rejected
    ) throws(JSONDecodingFailure) -> T {
        try JSONCoding.decode(type, from: Array(text.utf8), unknownMembers: unknownMembers)
    }

    /// Returns the problems of decoding a text, each as `pointer detail`.
    private func problems<T: Decodable>(
        _ type: T.Type, _ text: String, unknownMembers: JSONCoding.UnknownMembers = .rejected
    ) -> [String] {
        do {
            _ = try decode(type, text, unknownMembers: unknownMembers)
            return []
        } catch {
            return error.problems.map { "\($0.pointer) \($0.detail)" }
        }
    }

    @Test func `Members become values; null and absent members become nil`() throws {
        let full = try decode(
            Query.self,
            #" { "query" : "замок\n\ud83d\ude00" , "limit":-0, "place":{"latitude":53.9,"longitude":null},"#
                + #""categories":["art","history"],"counts":{"a":255,"я":0}} "#)
        #expect(
            full
                == Query(
                    query: "замок\n😀", limit: 0, place: .init(latitude: 53.9), categories: [.art, .history],
                    counts: ["a": 255, "я": 0]))
        #expect(try decode(Query.self, #"{"query":"","limit":null}"#) == Query(query: ""))
    }

    @Test(arguments: [
        (#"{}"#, "/query is missing"),
        (#"{"query":null}"#, "/query must be a string"),
        (#"{"query":1}"#, "/query must be a string"),
        (#"{"query":"","limit":"1"}"#, "/limit must be an integer"),
        (#"{"query":"","limit":1.5}"#, "/limit must be an integer"),
        (#"{"query":"","limit":1e-2}"#, "/limit must be an integer"),
        (
            #"{"query":"","limit":9223372036854775808}"#,
            "/limit must be an integer from -9223372036854775808 to 9223372036854775807"
        ),
        (#"{"query":"","place":1}"#, "/place must be an object"),
        (#"{"query":"","place":{}}"#, "/place/latitude is missing"),
        (#"{"query":"","place":{"latitude":true}}"#, "/place/latitude must be a number"),
        (#"{"query":"","place":{"latitude":1e999}}"#, "/place/latitude must be a number of at most 1.7e308"),
        (#"{"query":"","categories":{}}"#, "/categories must be an array"),
        (#"{"query":"","categories":["art",null]}"#, "/categories/1 must be a string"),
        (#"{"query":"","categories":["art","art","zoo"]}"#, "/categories/2 is not one of the known values"),
        (#"{"query":"","counts":{"a/b~":256}}"#, "/counts/a~1b~0 must be an integer from 0 to 255"),
        (#"{"query":"","counts":{"a":-1}}"#, "/counts/a must be an integer from 0 to 255"),
        (#"[]"#, " must be an object"), (#"null"#, " must be an object"),
        (#"{"query":"}"#, " is not valid JSON: the JSON ends too early (byte 11)"),
        ("", " is not valid JSON: there are no bytes (byte 0)"),
    ])
    func `An error names place and problem in words for the caller`(text: String, problem: String) {
        #expect(problems(Query.self, text) == [problem])
    }

    @Test(arguments: [
        (#"{"query":"","limit":null}"#, ["/limit must not be null"]),
        (#"{"query":"","place":{"latitude":1,"longitude":null}}"#, ["/place/longitude must not be null"]),
        (#"{"query":"","limit":3,"place":{"latitude":1}}"#, []), (#"{"query":"null"}"#, []),
        (#"{"query":null}"#, ["/query must be a string"]),
    ])
    func `An optional member is given or absent where null is rejected`(text: String, expected: [String]) {
        var problems: [String] = []
        do throws(JSONDecodingFailure) {
            _ = try JSONCoding.decode(Query.self, from: Array(text.utf8), nullMembers: .rejected)
        } catch {
            problems = error.problems.map { "\($0.pointer) \($0.detail)" }
        }
        #expect(problems == expected)
    }

    @Test(arguments: [
        ("3.0", 3), ("3e0", 3), ("-3.000", -3), ("1e2", 100), ("12.50e1", 125), ("1200e-2", 12), ("0.003E+3", 3),
        ("0.0", 0), ("-0e99999999999999999999", 0), ("9223372036854775807.0", Int.max),
        ("-922337203685477580.8e1", Int.min), ("9007199254740993.0", 9_007_199_254_740_993),
        ("3.5", nil), ("35e-1", nil), ("0.5", nil), ("1e-99999999999999999999", nil), ("9223372036854775808.0", nil),
        ("1e19", nil), ("1e99999999999999999999", nil),
    ])
    func `A number without a fraction is an integer however it is written, without loss`(text: String, value: Int?) {
        #expect((try? decode(Int.self, text)) == value)
        #expect(problems(Int.self, text).count == (value == nil ? 1 : 0))
    }

    @Test func `All unknown members are named at any depth, unless they are ignored`() throws {
        let text = #"{"first":1,"query":"","place":{"latitude":1,"altitude":{"x":1}},"last":[{"y":1}]}"#
        #expect(
            problems(Query.self, text) == [
                "/first is not a known member", "/last is not a known member", "/place/altitude is not a known member",
            ])
        #expect(try decode(Query.self, text, unknownMembers: .ignored).place?.latitude == 1)
        #expect(problems([Query].self, #"[{"query":""},{"query":"","x":1}]"#) == ["/1/x is not a known member"])
        #expect(problems(Query.self, #"{"query":"","qu\u0065ry2":1}"#) == ["/query2 is not a known member"])
        let many = (0..<100).map { #""x\#($0)":1"# }.joined(separator: ",")
        #expect(problems(Query.self, #"{"query":"",\#(many)}"#).count == 16)
    }

    @Test func `A type that asks for all keys refuses keys without a case`() throws {
        struct Names: Decodable {
            enum Keys: String, CodingKey { case a, b }
            var count: Int
            init(from decoder: any Decoder) throws {
                count = try decoder.container(keyedBy: Keys.self).allKeys.count
            }
        }
        #expect(try decode(Names.self, #"{"a":1,"b":{"x":1}}"#).count == 2)
        #expect(problems(Names.self, #"{"a":1,"c":1}"#) == ["/c is not a known member"])
    }

    @Test func `A type without members accepts only an empty object`() throws {
        struct Empty: Decodable {}
        struct Holder: Decodable {
            var empty: Empty?
        }
        _ = try decode(Empty.self, " {} ")
        #expect(problems(Empty.self, #"{"x":1}"#) == ["/x is not a known member"])
        #expect(problems(Holder.self, #"{"empty":{"x":1}}"#) == ["/empty/x is not a known member"])
        #expect(problems(Empty.self, "[]") == [" must be an object"])
        #expect(problems(Empty.self, #"{"x":1}"#, unknownMembers: .ignored) == [])
    }

    @Test(arguments: [
        (#"{"query":"a","query":"b"}"#, "/query is repeated"),
        (#"{"query":"a","qu\u0065ry":"b"}"#, "/query is repeated"),
        (#"{"query":"a","place":{"latitude":1,"latitude":1}}"#, "/place/latitude is repeated"),
        (#"{"query":"a","counts":{"é":1,"\u00e9":1}}"#, "/counts/é is repeated"),
        (#"{"query":"a","counts":{"é":1,"e\u0301":1}}"#, "/counts/e\u{301} is repeated"),
    ])
    func `A duplicate member is refused, however it is written`(text: String, problem: String) {
        for mode in [JSONCoding.UnknownMembers.rejected, .ignored] {
            #expect(problems(Query.self, text, unknownMembers: mode) == [problem])
        }
    }

    @Test(arguments: [15, 16, 17, 3_000])
    func `Objects with many members behave like small ones`(count: Int) throws {
        let members = (0..<count).map { #""m\#($0)":\#($0)"# }.joined(separator: ",")
        let decoded = try decode([String: Int].self, "{\(members)}")
        #expect(decoded == Dictionary(uniqueKeysWithValues: (0..<count).map { ("m\($0)", $0) }))
        #expect(problems([String: Int].self, #"{\#(members),"m1":0}"#) == ["/m1 is repeated"])
        #expect(problems(Query.self, #"{"query":"",\#(members)}"#).first == "/m0 is not a known member")
    }

    @Test func `A type's message about its own value reaches the caller, a message for programmers does not`() {
        struct Refusal: Error {}
        struct Name: Decodable {
            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                if text == "broken" { throw Refusal() }
                let detail = text == "long" ? "must be at most 3 characters" : "Unexpected Name<Swift>"
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: detail))
            }
        }
        #expect(problems([String: [Name]].self, #"{"a":["long"]}"#) == ["/a/0 must be at most 3 characters"])
        #expect(problems([String: [Name]].self, #"{"a":["other"]}"#) == ["/a/0 is not valid"])
        #expect(problems([String: [Name]].self, #"{"a":["broken"]}"#) == ["/a/0 is not valid"])
    }

    @Test func `A type may try several forms`() throws {
        struct Sized: Decodable {
            var size: Int
        }
        struct Named: Decodable {
            var name: String
        }
        enum Either: Decodable {
            case sized(Int), named(String)
            init(from decoder: any Decoder) throws {
                if let sized = try? Sized(from: decoder) {
                    self = .sized(sized.size)
                } else {
                    self = .named(try Named(from: decoder).name)
                }
            }
        }
        guard case .named("x") = try decode(Either.self, #"{"name":"x"}"#) else {
            Issue.record("the second form was there")
            return
        }
        #expect(problems(Either.self, #"{"name":"x","other":1}"#) == ["/other is not a known member"])
        #expect(problems(Either.self, #"{"other":1}"#) == ["/name is missing"])
    }

    @Test func `Every integer type accepts its bounds and refuses values beyond without a trap`() throws {
        func check<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws {
            #expect(try decode(type, "\(I.min)") == I.min)
            #expect(try decode(type, "\(I.max)") == I.max)
            #expect(try decode([I].self, "[\(I.max)]") == [I.max])
            #expect(try decode([I].self, "[\(I.max).0,\(I.min).00]") == [I.max, I.min])
            #expect(try decode([String: I].self, #"{"a":\#(I.min)}"#) == ["a": I.min])
            let beyond = String(repeating: "9", count: 60)
            for text in ["\(I.max)0", "-\(I.max)0", beyond, "-" + beyond, "1.5", "1e-1", "true", "\"1\"", "null"] {
                #expect(problems(type, text).count == 1, "\(text)")
                #expect(problems([I].self, "[\(text)]").first?.hasPrefix("/0 must be an integer") == true, "\(text)")
            }
        }
        try check(Int.self)
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int128.self)
        try check(UInt.self)
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt128.self)
        #expect(try decode(Float.self, "0.1") == 0.1)
        #expect(problems(Float.self, "1e39") == [" must be a number of at most 3.4e38"])
    }

    @Test func `Nesting beyond the limit is refused before decoding`() throws {
        indirect enum Nested: Decodable {
            case of([Nested])
            init(from decoder: any Decoder) throws { self = .of(try [Nested](from: decoder)) }
        }
        func text(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try decode(Nested.self, text(32))
        #expect(problems(Nested.self, text(33)) == [" is not valid JSON: the JSON is nested too deeply (byte 32)"])
        #expect(problems(Nested.self, text(100_000)).count == 1)
    }

    @Test func `A decoder that outlives its call still reads its own value`() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let keeper = try decode(Keeper.self, #"{"x":"kept"}"#, unknownMembers: .ignored)
        #expect(try [String: String](from: keeper.decoder) == ["x": "kept"])
    }
}
