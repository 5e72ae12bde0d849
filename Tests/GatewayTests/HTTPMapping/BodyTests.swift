import Contract
import NIOCore
import Testing

@testable import Gateway

@Suite struct BodyTests {
    private func create(_ body: String?, contentType: String? = "application/json") -> SampleRequest {
        SampleRequest(verb: .post, target: "/v1/things", body: body, contentType: contentType)
    }

    private func rename(_ body: String?) -> SampleRequest {
        SampleRequest(verb: .post, target: "/v1/things/a%20b/parts/7/name", body: body)
    }

    @Test func `A body is passed on unchanged, without surrounding white space`() throws {
        #expect(try create(#"{"name":"x","other":[1,{"a":null}]}"#).params() == #"{"name":"x","other":[1,{"a":null}]}"#)
        #expect(try create(" \t{ \"name\" : 1e400 } ").params() == #"{ "name" : 1e400 }"#)
    }

    @Test func `A body of many lines becomes one line, so that it cannot inject another into a link`() throws {
        let body = "{\r\n  \"name\":\r\n\"x\"\n,\n\"y\":[\n1]}\n"
        let params = try create(body).params()
        #expect(!params.utf8.contains(10))
        #expect(!params.utf8.contains(13))
        #expect(params.filter { $0 != " " } == #"{"name":"x","y":[1]}"#)
        let smuggled = "{\"name\":\"x\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"auth.revocations\"}"
        #expect(try create(smuggled).fault()?.hasPrefix("parse-error: ") == true)
        #expect(try create("{\"name\":\"a\nb\"}").fault()?.hasPrefix("parse-error: ") == true)
    }

    @Test(arguments: [nil, "", "application/json", "text/plain"])
    func `A missing or empty body is an object without members, of any content type`(contentType: String?) throws {
        #expect(try create(nil, contentType: contentType).params() == "{}")
        #expect(try create("", contentType: contentType).params() == "{}")
    }

    @Test(arguments: ["[]", "null", "5", "\"x\"", "[{}]", " true "])
    func `A JSON body that is not an object is refused`(body: String) throws {
        #expect(try create(body).fault() == "invalid-params:  type")
    }

    @Test(arguments: [
        "{", "}", "{}{}", "{} x", "{\"a\":1,}", "{'a':1}", "{\"a\":01}", "\u{FEFF}{}", " ", "\n", "{\"a\":\"\\x\"}",
        "{\"a\":\"\\ud800\"}", "name=x",
        "{\"a\":\(String(repeating: "[", count: 40))\(String(repeating: "]", count: 40))}",
    ])
    func `A body that is not one JSON text is refused`(body: String) throws {
        #expect(try create(body).fault()?.hasPrefix("parse-error: ") == true)
    }

    @Test func `A body that is not UTF-8 is refused`() throws {
        let table = try RouteTable(Sample.methods)
        try Array("/v1/things".utf8).withUnsafeBytes { bytes in
            let target = try #require(RequestTarget(bytes))
            guard case .route(let route, let values) = table.match(.post, target.path) else {
                Issue.record("not found")
                return
            }
            let body = ByteBuffer(bytes: Array(#"{"name":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
            #expect(throws: (any Error).self) {
                try HTTPMapping.params(
                    of: route, values: values, target: target, body: body, contentType: "application/json")
            }
        }
    }

    @Test func `A body beyond its method's limit is refused`() throws {
        let body = #"{"name":"\#(String(repeating: "x", count: 189))"}"#
        #expect(body.utf8.count == 200)
        #expect(try create(body).fault() == nil)
        #expect(try create(body + " ").fault() == "too-large: ")
    }

    @Test(
        arguments: [
            nil, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json",
            "application/jsonp", "application/json; charset=utf-16", "application/json, text/plain",
            "application/json;",
            "application/json; charset=utf-8; q=1", "application/vnd.api+json", "application/json;charset = utf-8",
        ] as [String?])
    func `A body must be declared as JSON`(contentType: String?) throws {
        #expect(
            try create(#"{"name":"x"}"#, contentType: contentType).fault()
                == "invalid-request: content-type")
    }

    @Test(arguments: [
        "application/json", "Application/JSON", " application/json ", "application/json;charset=utf-8",
        "application/json ; Charset=\"UTF-8\"",
    ])
    func `Several declarations of JSON are accepted`(contentType: String) throws {
        #expect(try create(#"{"name":"x"}"#, contentType: contentType).fault() == nil)
    }

    @Test func `The path's parameters precede the body's`() throws {
        #expect(try rename(#"{"name":"x"}"#).params() == #"{"id":"a b","number":7,"name":"x"}"#)
        #expect(try rename(" { \"name\" : \"x\" } ").params() == #"{"id":"a b","number":7, "name" : "x" }"#)
        for empty in [nil, "", "{}", "{ }", "{\n}"] {
            #expect(try rename(empty).params() == #"{"id":"a b","number":7}"#)
        }
    }

    @Test(arguments: [
        #"{"id":"y"}"#, #"{"name":"x","id":"y"}"#, #"{"name":{"a":["]}",{}]},"id":"y"}"#, #"{"\u0069d":"y"}"#,
        #"{"i\u0064":1}"#, #"{"name":"\"","id":null}"#, #"{"name":"\\","id":null}"#,
        #"{"a":[],"b":{},"c":1,"id":2}"#,
        #"{ "a" : true , "id" : 2 }"#,
    ])
    func `A body cannot repeat a path parameter, in any spelling`(body: String) throws {
        #expect(try rename(body).fault() == "invalid-params: /id in-path")
    }

    @Test(arguments: [
        #"{"Id":"y"}"#, #"{"name":"id"}"#, #"{"a":{"id":1,"number":2}}"#, #"{"a":["id",{"id":1}]}"#,
        #"{"name":"\",\"id\":1"}"#, #"{"id ":1}"#, #"{"":1}"#, #"{"i\u0044":1}"#, #"{"\ud83c\udff0":"id"}"#,
    ])
    func `Members that only resemble path parameters are accepted`(body: String) throws {
        #expect(try rename(body).fault() == nil)
    }

    @Test func `A query beside a body is refused`() throws {
        let request = SampleRequest(verb: .post, target: "/v1/things?name=x", body: "{}")
        #expect(try request.fault() == "invalid-params: /name unknown-member")
    }
}

@Suite struct ObjectMembersTests {
    private func members(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBytes { bytes in
            var members = ObjectMembers(bytes)
            var found: [String] = []
            while let member = members.next() {
                found.append(
                    String(decoding: bytes[member.name], as: UTF8.self) + "="
                        + String(decoding: bytes[member.value], as: UTF8.self))
            }
            return found
        }
    }

    @Test func `The members of an object are found with their whole values`() {
        #expect(
            members(#" { "a" : 1 , "b":"x,y}","c":[1,{"d":"]"}],"e":{"f":{}},"g\"":null,"h":-1.5e3} "#)
                == ["a=1", #"b="x,y}""#, #"c=[1,{"d":"]"}]"#, #"e={"f":{}}"#, #"g\"=null"#, "h=-1.5e3"])
        #expect(members("{}") == [])
        #expect(members(#"{"":{}}"#) == ["={}"])
    }

    @Test func `Bytes that are not an object yield nothing, and no bytes beyond them are read`() {
        for text in [
            "", " ", "[1]", "\"a\"", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\\", "{\"a\":\"\\", "{a:1}", "{,",
            "nul",
        ] {
            #expect(members(text) == [], "\(text)")
        }
        let whole = #"{"a":{"b":["c",{"d":"e\"\\"}]},"f":"g"}"#
        for count in 0..<whole.utf8.count { _ = members(String(whole.prefix(count))) }
        #expect(members(#"{"a":[1"#) == [])
    }

    @Test(arguments: [("id", true), (#"\u0069d"#, true), (#"i\u0064"#, true), ("Id", false), (#"\u0069"#, false)])
    func `A name is compared with its escapes resolved`(name: String, isSame: Bool) {
        let text: String = "id"
        Array("{\"\(name)\":1}".utf8).withUnsafeBytes { bytes in
            var members = ObjectMembers(bytes)
            #expect(members.next()?.isNamed(text, in: bytes) == isSame)
        }
    }
}
