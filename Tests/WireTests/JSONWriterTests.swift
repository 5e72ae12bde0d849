import Foundation
import Testing
import Values
import Wire

@Suite
struct JSONWriterTests {
    private func written(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func writeBuffer(_ bytes: [UInt8], into writer: inout JSONWriter) {
        bytes.withUnsafeBytes { writer.raw($0) }
    }

    @Test func `Commas separate members and elements, and appear nowhere else`() {
        let name = "by" + "name"
        let text = written {
            $0.beginObject()
            $0.key("empty")
            $0.beginObject()
            $0.endObject()
            $0.key("list")
            $0.beginArray()
            $0.null()
            $0.bool(true)
            $0.bool(false)
            $0.beginArray()
            $0.endArray()
            $0.beginObject()
            $0.key("a\"")
            $0.integer(1)
            $0.endObject()
            $0.endArray()
            $0.key(name)
            $0.raw(Array("[1, 2]".utf8))
            $0.key("lazy")
            $0.raw("1".utf8.lazy.map { $0 + 1 })
            $0.key("last")
            writeBuffer(Array(#"{"x":0}"#.utf8), into: &$0)
            $0.endObject()
        }
        #expect(
            text == #"{"empty":{},"list":[null,true,false,[],{"a\"":1}],"byname":[1, 2],"lazy":2,"last":{"x":0}}"#)
    }

    @Test func `A cleared writer starts anew`() {
        let text = written {
            $0.beginArray()
            $0.integer(1)
            $0.removeAll()
            $0.beginArray()
            $0.integer(2)
            $0.endArray()
        }
        #expect(text == "[2]")
    }

    @Test func `Integers of every width are written exactly`() {
        func digits(_ value: some FixedWidthInteger) -> String { written { $0.integer(value) } }
        #expect(digits(0) == "0")
        #expect(digits(Int8.min) == "-128")
        #expect(digits(Int64.min) == "-9223372036854775808")
        #expect(digits(Int64.max) == "9223372036854775807")
        #expect(digits(UInt64.max) == "18446744073709551615")
        #expect(digits(Int128.min) == "-170141183460469231731687303715884105728")
        #expect(digits(UInt128.max) == "340282366920938463463374607431768211455")
        for power in 0..<19 {
            let value = (0..<power).reduce(1) { value, _ in value * 10 }
            #expect(digits(value) == "\(value)")
            #expect(digits(value - 1) == "\(value - 1)")
            #expect(digits(-value) == "-\(value)")
        }
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "-0"), (1.0, "1"), (-20.0, "-20"), (0.1, "0.1"), (53.9, "53.9"), (1e16, "1e+16"),
        (1.5e-7, "1.5e-07"), (9_007_199_254_740_992, "9007199254740992"), (.leastNonzeroMagnitude, "5e-324"),
        (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.infinity, "null"), (-.infinity, "null"),
        (.nan, "null"),
    ])
    func `A number is written so that it reads back unchanged`(value: Double, text: String) throws {
        #expect(written { $0.double(value) } == text)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        if value.isFinite {
            #expect(try JSONDecoder().decode(Double.self, from: Data(text.utf8)).bitPattern == value.bitPattern)
        }
        #expect(value.isFinite == !(object is NSNull))
    }

    @Test func `Every finite Double and Float reads back unchanged`() throws {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<2_000 {
            let double = Double(bitPattern: generator.next())
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            guard double.isFinite, float.isFinite else { continue }
            #expect(Double(written { $0.double(double) })?.bitPattern == double.bitPattern)
            #expect(Float(written { $0.float(float) })?.bitPattern == float.bitPattern)
        }
        #expect(written { $0.float(0.1) } == "0.1")
        #expect(written { $0.float(.infinity) } == "null")
    }

    @Test func `Only quotes, backslashes and control characters are escaped`() {
        #expect(
            written { $0.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2028}😀") }
                == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é\u{2028}😀\"")
        #expect(written { $0.key("\n") } == #""\n":"#)
        #expect(written { $0.string("") } == #""""#)
    }

    @Test(arguments: 0..<20)
    func `Escapes are written at every offset within a word`(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        for scalar in (0..<0x30).compactMap(Unicode.Scalar.init) {
            let text = plain + String(scalar) + plain + String(scalar)
            let json = Data(written { $0.string(text) }.utf8)
            #expect(try JSONDecoder().decode(String.self, from: json) == text)
        }
    }

    @Test func `Any text survives a round trip through Foundation, without raw line breaks`() throws {
        var generated = GeneratedJSON(seed: 12)
        for _ in 0..<500 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<generated.below(40)).map { _ in
                        Unicode.Scalar(UInt32(generated.below(generated.below(4) == 0 ? 0x110000 : 0x80))) ?? "\u{FFFD}"
                    }))
            let json = written { $0.string(text) }
            #expect(!json.utf8.contains { $0 < 0x20 })
            #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)).utf8.elementsEqual(text.utf8))
            #expect(Array(text.utf8).withUnsafeBytes { bytes in written { $0.string(utf8: bytes) } } == json)
        }
    }

    @Test func `Invalid UTF-8 becomes replacement characters`() {
        let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x22, 0xED, 0xA0, 0x80]
        var writer = JSONWriter()
        bytes.withUnsafeBytes { writer.string(utf8: $0) }
        #expect(writer.bytes == Array("\"a\u{FFFD}\u{FFFD}\\\"\u{FFFD}\u{FFFD}\u{FFFD}\"".utf8))
    }
}
