import Foundation
import Testing
import Wire

@Suite
struct JSONRoundTripTests {
    struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case one, two }
        enum Level: Int, Codable { case low = 1, high }
        enum Shape: Codable, Equatable {
            case circle(radius: Double), point
        }
        struct Inner: Codable, Equatable {
            var flag: Bool
            var nothing: String?
        }
        var text = "a\"\\\n\u{1}é😀\u{2028}"
        var bool = true
        var int = Int.min
        var byte = UInt8.max
        var big = UInt64.max
        var huge = Int128.max
        var double = -0.1
        var float: Float = 3.4e-5
        var kind = Kind.two
        var level = Level.high
        var shapes = [Shape.circle(radius: 1e16), .point]
        var bytes: [UInt8] = [0, 128, 255]
        var optionals: [Int?] = [nil, 1]
        var inner = Inner(flag: false)
        var inners: [String: Inner] = ["": Inner(flag: true, nothing: "no")]
        var byNumber = [-7: "seven"]
        var empty: [String] = []
        var absent: Int?
        var nested: [[[Double]]] = [[], [[1.5], []]]
    }

    @Test func `Values of every kind survive a round trip, with us and with Foundation`() throws {
        let value = Everything()
        let ours = try JSONCoding.encode(value)
        #expect(try JSONCoding.decode(Everything.self, from: ours) == value)
        #expect(try JSONDecoder().decode(Everything.self, from: Data(ours)) == value)
        let theirs = try JSONEncoder().encode(value)
        #expect(try JSONCoding.decode(Everything.self, from: Array(theirs)) == value)
    }

    @Test(arguments: [21, 22] as [UInt64])
    func `Foundation reads encoded values as they were`(seed: UInt64) throws {
        var generated = GeneratedJSON(seed: seed)
        for _ in 0..<500 {
            let tree = try JSONCoding.decode(JSONTree.self, from: Array(generated.value().utf8))
            let encoded = try JSONCoding.encode(tree)
            #expect(try JSONCoding.decode(JSONTree.self, from: encoded) == tree)
            #expect(try JSONDecoder().decode(JSONTree.self, from: Data(encoded)).sorted == tree.sorted)
        }
    }

    @Test func `Members keep the order of encoding, without white space`() throws {
        struct Pair: Encodable {
            var zebra = 1
            var apple: [String?] = ["x", nil]
            var none: Int?
        }
        #expect(try text(Pair()) == #"{"zebra":1,"apple":["x",null]}"#)
        #expect(try text(5) == "5")
        #expect(try text([Int]()) == "[]")
        #expect(try text(String?.none) == "null")
        struct Empty: Encodable {}
        #expect(try text([Empty()]) == "[{}]")
    }

    @Test func `Nested containers and super encoders may be written in any order`() throws {
        struct Woven: Codable, Equatable {
            enum Keys: String, CodingKey { case first, list, after, middle }
            var numbers = [1, 2, 3]

            init() {}
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                let first = try container.nestedContainer(keyedBy: Keys.self, forKey: .first)
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                var inner = try list.nestedUnkeyedContainer()
                let element = try list.nestedContainer(keyedBy: Keys.self)
                let last = try String(from: list.superDecoder())
                let parent = try Int(from: container.superDecoder())
                let named = try Int(from: container.superDecoder(forKey: .after))
                guard last == "s", named == 4, parent == 5, list.isAtEnd, list.count == 3, list.currentIndex == 3 else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "has other members"))
                }
                numbers = [
                    try first.decode(Int.self, forKey: .middle), try inner.decode(Int.self),
                    try element.decode(Int.self, forKey: .middle),
                ]
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var first = container.nestedContainer(keyedBy: Keys.self, forKey: .first)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                let parent = container.superEncoder()
                try container.superEncoder(forKey: .after).encodeSingle(4)
                var inner = list.nestedUnkeyedContainer()
                var element = list.nestedContainer(keyedBy: Keys.self)
                try list.superEncoder().encodeSingle("s")
                try element.encode(numbers[2], forKey: .middle)
                try inner.encode(numbers[1])
                try first.encode(numbers[0], forKey: .middle)
                try parent.encodeSingle(5)
            }
        }
        let expected = #"{"first":{"middle":1},"list":[[2],{"middle":3},"s"],"super":5,"after":4}"#
        #expect(try text(Woven()) == expected)
        #expect(try JSONCoding.decode(Woven.self, from: Array(expected.utf8)) == Woven())
    }

    @Test func `A superclass is encoded under the key super`() throws {
        class Base: Codable {
            var base = 1
        }
        final class Derived: Base {
            enum Keys: String, CodingKey { case derived }
            var derived = 2
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                derived = try container.decode(Int.self, forKey: .derived)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try super.encode(to: container.superEncoder())
                try container.encode(derived, forKey: .derived)
            }
        }
        let json = #"{"super":{"base":7},"derived":8}"#
        let value = try JSONCoding.decode(Derived.self, from: Array(json.utf8))
        #expect(value.base == 7)
        #expect(value.derived == 8)
        #expect(try text(value) == json)
    }

    @Test func `Raw JSON passes through unchanged`() throws {
        struct Envelope: Codable, Equatable {
            var before: Int
            var body: RawJSON
            var bodies: [RawJSON]
        }
        let json = #"{"before":1,"body":{"x": [1, 2.50], "x":"\u00e9"},"bodies":["a\n",null,true,1e5,[]]}"#
        let value = try JSONCoding.decode(Envelope.self, from: Array(json.utf8))
        #expect(String(decoding: value.body.bytes, as: UTF8.self) == #"{"x": [1, 2.50], "x":"\u00e9"}"#)
        #expect(
            value.bodies.map { String(decoding: $0.bytes, as: UTF8.self) } == [#""a\n""#, "null", "true", "1e5", "[]"])
        #expect(try text(value) == json)
    }

    @Test func `Invalid raw JSON is refused, and line breaks in raw JSON become spaces`() throws {
        for text in ["", "{", "1 2", "\"\n\"", "{}}"] {
            #expect(throws: EncodingError.self) { try JSONCoding.encode([1: RawJSON(bytes: Array(text.utf8))]) }
        }
        #expect(try text([RawJSON(bytes: Array("[\r\n1]".utf8))]) == "[[  1]]")
        #expect(try text(RawJSON(bytes: Array(" 1\n".utf8))) == " 1 ")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(RawJSON(bytes: [0x31])) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RawJSON.self, from: Data([0x31])) }
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }
}

extension Encoder {
    fileprivate func encodeSingle(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}
