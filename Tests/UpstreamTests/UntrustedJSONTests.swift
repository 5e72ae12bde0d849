import Testing
import Upstream

@Suite struct UntrustedJSONTests {
    private func read(_ text: String) throws -> UntrustedJSON { try #require(UntrustedJSON.read(Array(text.utf8))) }

    @Test func `A member that is missing, null or of another type is absent`() throws {
        let json = try read(#"{"text":" a ","blank":" ","null":null,"list":[1,"x"],"object":{"b":2}}"#)
        #expect(json["text"]?.text == "a" && json["blank"]?.text == nil && json["none"] == nil)
        #expect(json["null"] == nil && json.contains("null") && !json.contains("none"))
        #expect(json["text"]?["b"] == nil && json["text"]?.array == nil && json["text"]?.names == [])
        #expect(json["object"]?["b"]?.integer == 2 && json["object"]?.isObject == true)
        #expect(json["list"]?.list(of: String.self) == ["x"] && json["list"]?.elements.count == 2)
    }

    @Test func `A number may be written as text, and an integer with zeros after the point`() throws {
        let json = try read(#"{"a":"1.5","b":2.0,"c":2.5,"d":"3","e":"nan","f":1,"g":true,"h":1e999}"#)
        #expect(json["a"]?.number == 1.5 && json["e"]?.number == nil && json["h"]?.number == nil)
        #expect(json["b"]?.integer == 2 && json["c"]?.integer == nil && json["d"]?.integer == 3)
        #expect(json["f"]?.bool == true && json["g"]?.bool == true && json["a"]?.bool == nil)
    }

    @Test func `Integers are read from an array, a number or a text with commas`() throws {
        let json = try read(#"{"a":[1,"2","x"],"b":3,"c":"4, 5","d":{}}"#)
        #expect(json["a"]?.integers == [1, 2, nil] && json["b"]?.integers == [3])
        #expect(json["c"]?.integers == [4, 5] && json["d"]?.integers == nil)
    }

    @Test func `An object that repeats a name has no members and spoils nothing else`() throws {
        let json = try read(#"{"a":{"b":1,"b":2},"c":3}"#)
        #expect(json["a"]?["b"] == nil && json["a"]?.isObject == false && json["c"]?.integer == 3)
    }

    @Test func `A long text is cut at a whole character`() throws {
        let json = try read("[\"\(String(repeating: "я", count: 3_000))a\"]")
        #expect(json.elements.first?.text?.utf8.count == 4_000)
    }

    @Test func `A body that is not JSON gives nothing`() {
        #expect(UntrustedJSON.read(Array("<html>".utf8)) == nil)
    }
}
