import Testing
import Wire

@Suite
struct JSONEncodingFaultTests {
    private enum Keys: String, CodingKey { case a, b, c }

    /// A value that is encoded by a closure.
    private struct ClosureEncodable: Encodable {
        let body: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    private func text(_ body: @escaping (any Encoder) throws -> Void) throws -> String {
        String(decoding: try JSONCoding.encode(ClosureEncodable(body: body)), as: UTF8.self)
    }

    @Test func `A value that fails to encode leaves nothing behind`() throws {
        struct Failing: Encodable {
            var before = [1]
            var number = Double.nan
        }
        let nesting = ClosureEncodable { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            var nested = container.nestedUnkeyedContainer(forKey: .a)
            try nested.encode(1)
            try container.encode(Double.nan, forKey: .b)
        }
        let json = try text { encoder in
            var container = encoder.container(keyedBy: Keys.self)
            try? container.encode(Failing(), forKey: .a)
            try? container.encode(nesting, forKey: .a)
            try? container.encode(Double.infinity, forKey: .a)
            try container.encode(1, forKey: .b)
            var list = container.nestedUnkeyedContainer(forKey: .c)
            try? list.encode(Failing())
            try list.encode(2)
            try? list.encode(nesting)
        }
        #expect(json == #"{"b":1,"c":[2]}"#)
    }

    @Test func `A single value may be encoded again after a failure`() throws {
        let json = try text { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Double.nan)
            try? container.encode([Float.nan])
            try container.encode("text")
        }
        #expect(json == #""text""#)
    }

    @Test func `A number without a JSON form is an error`() {
        #expect(throws: EncodingError.self) { try JSONCoding.encode([Float.nan]) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(-Float.infinity) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Double.infinity) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(["a": Double.nan]) }
    }

    @Test func `Encoding two shapes or two values is an error`() {
        #expect(throws: EncodingError.self) {
            try text { encoder in
                _ = encoder.unkeyedContainer()
                _ = encoder.container(keyedBy: Keys.self)
            }
        }
        #expect(throws: EncodingError.self) {
            try text { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(1)
                try single.encode(2)
            }
        }
        #expect(throws: EncodingError.self) {
            try text { encoder in
                _ = encoder.container(keyedBy: Keys.self)
                var single = encoder.singleValueContainer()
                try single.encode(1)
            }
        }
    }

    @Test func `Using a container during or after the write of its value is an error`() {
        #expect(throws: EncodingError.self) {
            try text { encoder in
                let outer = encoder.container(keyedBy: Keys.self)
                var copy = outer
                try copy.encode(
                    ClosureEncodable { _ in
                        var outer = outer
                        try outer.encode(1, forKey: .a)
                    }, forKey: .a)
            }
        }
        #expect(throws: EncodingError.self) {
            try text { encoder in
                let outer = encoder.container(keyedBy: Keys.self)
                var copy = outer
                try copy.encode(
                    ClosureEncodable { _ in
                        var outer = outer
                        _ = outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
                    }, forKey: .a)
            }
        }
        #expect(throws: EncodingError.self) {
            var kept: KeyedEncodingContainer<Keys>?
            _ = try text { encoder in
                var list = encoder.unkeyedContainer()
                try list.encode(ClosureEncodable { kept = $0.container(keyedBy: Keys.self) })
                try list.encode(
                    ClosureEncodable { inner in
                        _ = inner.container(keyedBy: Keys.self)
                        try kept?.encode(1, forKey: .a)
                    })
            }
        }
    }

    @Test func `Values nest at most 64 levels deep, so that endless recursion is an error`() throws {
        struct Nested: Encodable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if levels > 1 { try container.encode(Nested(levels: levels - 1)) }
            }
        }
        struct Woven: Encodable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if levels > 1 { try Woven(levels: levels - 1).encode(to: container.superEncoder()) }
            }
        }
        #expect(try JSONCoding.encode(Nested(levels: 64)).count == 128)
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Nested(levels: 65)) }
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Nested(levels: .max)) }
        #expect(try JSONCoding.encode(Woven(levels: 60)).count == 120)
        #expect(throws: EncodingError.self) { try JSONCoding.encode(Woven(levels: 200)) }
    }
}
