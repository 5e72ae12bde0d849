import Contracts
import Testing

@testable import Gateway

@Suite struct QueryFormTests {
    private func params(_ query: String) throws -> String { try SampleRequest(target: "/v1/things?" + query).params() }
    private func fault(_ query: String) throws -> String? { try SampleRequest(target: "/v1/things?" + query).fault() }

    @Test(arguments: [
        ("text=abc", #"{"text":"abc"}"#), ("text=", #"{"text":""}"#), ("text", #"{"text":""}"#),
        ("text=5", #"{"text":"5"}"#), ("text=true", #"{"text":"true"}"#), ("text=a=b", #"{"text":"a=b"}"#),
        ("text=a,b", #"{"text":"a,b"}"#), ("limit=20", #"{"limit":20}"#), ("limit=0", #"{"limit":0}"#),
        ("limit=-7", #"{"limit":-7}"#), ("limit=9223372036854775807", #"{"limit":9223372036854775807}"#),
        ("ratio=1", #"{"ratio":1}"#), ("ratio=-0.50", #"{"ratio":-0.50}"#), ("ratio=1e-7", #"{"ratio":1e-7}"#),
        ("ratio=1E%2B7", #"{"ratio":1E+7}"#), ("isOpen=true", #"{"isOpen":true}"#),
        ("isOpen=false", #"{"isOpen":false}"#), ("colour=green", #"{"colour":"green"}"#),
        ("colour=blue", #"{"colour":"blue"}"#), ("box=27.4,53.8,27.7,54", #"{"box":[27.4,53.8,27.7,54]}"#),
        ("box=27.4%2C53.8%2c54", #"{"box":[27.4,53.8,54]}"#), ("box=", #"{"box":[]}"#), ("box=1", #"{"box":[1]}"#),
        ("days=1,2,7", #"{"days":[1,2,7]}"#), ("tags=a,b%2Cc,,d", #"{"tags":["a","b,c","","d"]}"#),
        ("tags=", #"{"tags":[]}"#), ("tags=x+y,%22", #"{"tags":["x y","\""]}"#),
    ])
    func `Parameters become members of the type that the schema defines`(query: String, json: String) throws {
        #expect(try params(query) == json)
    }

    @Test(arguments: [
        ("text=a+b%20c%2Bd", #"{"text":"a b c+d"}"#), ("text=%D0%B7%D0%B0%D0%BC%D0%BE%D0%BA", #"{"text":"замок"}"#),
        ("text=замок", #"{"text":"замок"}"#), ("text=%2525", #"{"text":"%25"}"#),
        ("text=%26limit%3D5", #"{"text":"&limit=5"}"#), ("text=%22%2C%22limit%22:5", #"{"text":"\",\"limit\":5"}"#),
        ("text=%0A%0D%09%01", #"{"text":"\n\r\t\u0001"}"#), ("text=%5C", #"{"text":"\\"}"#),
        ("t%65xt=a", #"{"text":"a"}"#), ("text=%f0%9f%8f%b0", #"{"text":"🏰"}"#),
    ])
    func `Text is decoded once and strictly, and written as JSON`(query: String, json: String) throws {
        #expect(try params(query) == json)
    }

    @Test func `Members of an object are written in brackets, encoded or not, in any order`()
        throws
    {
        let json = #"{"limit":5,"near":{"latitude":53.9,"longitude":27.5}}"#
        #expect(try params("near[latitude]=53.9&limit=5&near[longitude]=27.5") == json)
        #expect(try params("near%5Blongitude%5D=27.5&near%5blatitude%5d=53.9&limit=5") == json)
        #expect(try params("near[label]=a%20b") == #"{"near":{"label":"a b"}}"#)
    }

    @Test func `Members have the order of the schema, not of the query`() throws {
        #expect(try params("limit=5&text=a&isOpen=true") == #"{"text":"a","limit":5,"isOpen":true}"#)
        #expect(try params("isOpen=true&limit=5&text=a") == #"{"text":"a","limit":5,"isOpen":true}"#)
    }

    @Test(arguments: ["/v1/things", "/v1/things?", "/v1/things?&&"])
    func `A missing or empty query, and empty pairs, have no effect`(target: String) throws {
        #expect(try SampleRequest(target: target).params() == "{}")
    }

    @Test(arguments: [
        ("limit=abc", "/limit must be a whole number"), ("limit=", "/limit must be a whole number"),
        ("limit", "/limit must be a whole number"), ("limit=1.0", "/limit must be a whole number"),
        ("limit=1e3", "/limit must be a whole number"), ("limit=007", "/limit must be a whole number"),
        ("limit=-", "/limit must be a whole number"), ("limit=+5", "/limit must be a whole number"),
        ("limit=%205", "/limit must be a whole number"), ("limit=0x10", "/limit must be a whole number"),
        ("limit=9223372036854775808", "/limit must be a whole number"),
        ("limit=٣", "/limit must be a whole number"),
        ("limit=5,6", "/limit must be a whole number"), ("ratio=NaN", "/ratio must be a number"),
        ("ratio=inf", "/ratio must be a number"), ("ratio=.5", "/ratio must be a number"),
        ("ratio=5.", "/ratio must be a number"), ("ratio=1e", "/ratio must be a number"),
        ("ratio=1e999", "/ratio must be a number"), ("ratio=0x1p3", "/ratio must be a number"),
        ("ratio=1e+7", "/ratio must be a number"), ("isOpen=1", "/isOpen must be true or false"),
        ("isOpen=True", "/isOpen must be true or false"), ("isOpen", "/isOpen must be true or false"),
        ("box=1,,2", "/box must be a list, each a number, separated by commas"),
        ("box=1,x", "/box must be a list, each a number, separated by commas"),
        ("box=1,2,", "/box must be a list, each a number, separated by commas"),
        ("box=[1,2]", "/box must be a list, each a number, separated by commas"),
        ("days=1,2.5", "/days must be a list, each a whole number, separated by commas"),
        ("near[latitude]=north", "/near/latitude must be a number"),
        ("near=5", "/near is written as near[latitude]=…&near[longitude]=…&near[label]=…"),
        ("near[height]=5", "/near[height] is not a parameter of this method"),
        ("near[latitude", "/near[latitude is not a parameter of this method"),
        ("near[latitude][x]=1", "/near[latitude][x] is not a parameter of this method"),
        ("Limit=5", "/Limit is not a parameter of this method"), ("=5", "/ is not a parameter of this method"),
        ("a/b~c=1", "/a~1b~0c is not a parameter of this method"), ("limit=5&limit=5", "/limit must be given once"),
        ("limit=5&l%69mit=6", "/limit must be given once"),
        ("near[latitude]=1&near[latitude]=1", "/near/latitude must be given once"),
        ("box=1&box=2", "/box must be given once"), ("text=%", "/text is not well encoded"),
        ("text=%4", "/text is not well encoded"), ("text=%zz", "/text is not well encoded"),
        ("text=%00", "/text is not well encoded"), ("text=a%00b", "/text is not well encoded"),
        ("text=%ff", "/text is not well encoded"), ("text=%C0%80", "/text is not well encoded"),
        ("text=%ED%A0%80", "/text is not well encoded"), ("tags=a,%ff", "/tags is not well encoded"),
        ("limit=%", "/limit is not well encoded"), ("%=1", " the query is not well encoded"),
        ("li%ffmit=1", " the query is not well encoded"),
    ])
    func `Faults are reported with their position`(query: String, fault: String) throws {
        #expect(try self.fault(query) == "invalid-params: " + fault)
    }

    @Test func `Up to eight faults are reported at once`() throws {
        #expect(
            try fault("limit=x&colour=red&isOpen=2&what=1")
                == "invalid-params: /limit must be a whole number; /isOpen must be true or false; "
                + "/what is not a parameter of this method")
        let many = (0..<1000).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try fault(many)?.split(separator: ";").count == 8)
    }

    @Test func `An unknown parameter is quoted with at most 64 bytes`() throws {
        let fault = try fault(String(repeating: "x", count: 5000) + "=1")
        #expect(fault == "invalid-params: /\(String(repeating: "x", count: 64)) is not a parameter of this method")
    }

    @Test func `Values of a path are decoded, typed by the schema, and precede the query`() throws {
        #expect(try SampleRequest(target: "/v1/things/a%20b+c").params() == #"{"id":"a b+c"}"#)
        #expect(try SampleRequest(target: "/v1/things/%22").params() == #"{"id":"\""}"#)
        #expect(
            try SampleRequest(target: "/v1/things/x/parts/7?detail=true").params()
                == #"{"id":"x","number":7,"detail":true}"#)
        #expect(
            try SampleRequest(target: "/v1/things/x/parts/y").fault()
                == "invalid-params: /number must be a whole number")
        #expect(
            try SampleRequest(target: "/v1/things/x/parts/7?number=8").fault()
                == "invalid-params: /number is not a parameter of this method")
    }

    @Test func `A verb without a body refuses one, and an empty body counts as none`() throws {
        #expect(
            try SampleRequest(target: "/v1/things", body: "{}").fault() == "invalid-request:  this verb takes no body")
        #expect(try SampleRequest(target: "/v1/things?limit=5", body: "").params() == #"{"limit":5}"#)
    }

    @Test func `The queries of the real contract become parameters that its services decode`() throws {
        func params(_ target: String) throws -> String { try SampleRequest(target: target).params(Methods.all) }
        #expect(
            try params(
                "/v1/museums?query=%D0%BC%D1%83%D0%B7%D0%B5%D0%B9&limit=5&near[latitude]=53.9&near[longitude]=27.5")
                == #"{"query":"музей","near":{"latitude":53.9,"longitude":27.5},"limit":5}"#)
        #expect(
            try params("/v1/museums/map?bbox=27.4,53.8,27.7,54&zoom=12") == #"{"bbox":[27.4,53.8,27.7,54],"zoom":12}"#)
        #expect(try params("/v1/museums/by-minsk-castle") == #"{"id":"by-minsk-castle"}"#)
        #expect(try params("/v1/museums/suggestions?prefix=%D0%BC") == #"{"prefix":"м"}"#)
        #expect(try params("/v1/me") == "{}")
    }
}
