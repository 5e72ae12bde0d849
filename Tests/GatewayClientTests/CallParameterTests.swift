import Contract
import Testing

@testable import GatewayClient
@testable import Machine

@Suite struct CallParameterTests {
    private func json(_ method: String, _ words: [String]) throws -> String {
        let shape = try #require(try MethodShape(method))
        return String(decoding: try CallParameters(words, for: shape).json, as: UTF8.self)
    }

    @Test func `Values are encoded as the type of the method's parameter`() throws {
        #expect(
            try json("museums.search", ["query=123", "limit=5", "near.latitude=53.9", "near.longitude=27"])
                == #"{"query":"123","limit":5,"near":{"latitude":53.9,"longitude":27}}"#)
        #expect(
            try json("auth.register", ["declaration.isNotGovernmentMilitary=true", "declaration.version=1"])
                == #"{"declaration":{"isNotGovernmentMilitary":true,"version":"1"}}"#)
        #expect(
            try json("museums.map", ["bbox=27.4,53.8,27.7,54", "zoom=11"]) == #"{"bbox":[27.4,53.8,27.7,54],"zoom":11}"#
        )
    }

    @Test func `Text keeps quotes, equals signs and letters of any language`() throws {
        #expect(try json("museums.search", [#"query=a="b"=замок"#]) == #"{"query":"a=\"b\"=замок"}"#)
    }

    @Test func `A colon before the equals sign passes JSON unchanged`() throws {
        #expect(try json("museums.map", ["bbox:=[1, 2,3,4]"]) == #"{"bbox":[1, 2,3,4]}"#)
        #expect(throws: OperatorError.self) { try json("museums.map", ["bbox:=[1"]) }
        #expect(throws: OperatorError.self) { try json("museums.map", [#"bbox:=1,"x":2"#]) }
    }

    @Test(arguments: [
        (["limit=many"], "limit must be a whole number"),
        (["near.latitude=north"], "near.latitude must be a number"),
        (["nonsense=1"], "it has query, city"), (["near=1"], "near has parts"), (["query"], "is not a parameter"),
        (["query=a", "query=b"], "query is given twice"), (["near:={}", "near.latitude=1"], "is given twice"),
    ])
    func `An invalid parameter is refused with its name`(words: [String], expected: String) {
        let error = #expect(throws: OperatorError.self) { try json("museums.search", words) }
        #expect(error?.description.contains(expected) == true, "\(error?.description ?? "no error")")
    }

    @Test func `A method's parameters are listed with type and requirement`() throws {
        let shape = try #require(try MethodShape("museums.search"))
        let names = shape.parameters.map(\.name)
        #expect(
            names == [
                "query", "city", "countryCode", "category", "near.latitude", "near.longitude", "radius", "bbox",
                "isOpen",
                "facets", "cursor", "limit",
            ])
        #expect(shape.parameters.allSatisfy { !$0.isRequired })
        #expect(try #require(try MethodShape("museums.get")).parameters.map(\.isRequired) == [true])
        #expect(try MethodShape("auth.revocations") == nil, "internal methods are not for the command line")
    }

    @Test func `A call becomes its method's HTTP form: path, query and body`() throws {
        func form(_ method: String, _ words: [String]) throws -> HTTPForm {
            let shape = try #require(try MethodShape(method))
            return try HTTPForm(try #require(shape.declaration.http), CallParameters(words, for: shape))
        }
        #expect(try form("museums.get", ["id=by-minsk-1"]).target == "/v1/museums/by-minsk-1")
        #expect(
            try form("museums.search", ["query=замок & co", "near.latitude=53.9", "limit=2"]).target
                == "/v1/museums?query=%D0%B7%D0%B0%D0%BC%D0%BE%D0%BA%20%26%20co&near[latitude]=53.9&limit=2")
        #expect(try form("museums.map", ["bbox=1,2,3,4", "zoom=3"]).target == "/v1/museums/map?bbox=1,2,3,4&zoom=3")
        let login = try form("auth.login", ["email=a@b.c", "password=x"])
        #expect(login.verb == "POST" && login.target == "/v1/sessions")
        #expect(login.body == Array(#"{"email":"a@b.c","password":"x"}"#.utf8))
        #expect(throws: OperatorError.self) { try form("museums.get", []) }
    }
}
