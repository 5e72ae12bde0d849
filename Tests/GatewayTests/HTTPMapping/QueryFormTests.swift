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
        ("limit=1.0", #"{"limit":1.0}"#), ("limit=1e3", #"{"limit":1e3}"#), ("limit=-7", #"{"limit":-7}"#),
        ("limit=9223372036854775807", #"{"limit":9223372036854775807}"#),
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

    @Test(arguments: [
        "at=53.9,27.5", "at=53.9%2C27.5", "at=53.9%2c27.5", "at=53.9&at=27.5", "at[longitude]=27.5&at=53.9",
        "at[latitude]=53.9&at[longitude]=27.5",
    ])
    func `An object of numbers may be a list of them, separated by commas or repeated`(query: String) throws {
        #expect(try params(query) == #"{"at":{"latitude":53.9,"longitude":27.5}}"#)
    }

    @Test func `A list of an object's numbers is checked like its members`() throws {
        #expect(try params("at=53.9") == #"{"at":{"latitude":53.9}}"#)
        #expect(try params("at=north,27.5") == #"{"at":{"latitude":"north","longitude":27.5}}"#)
        #expect(try fault("at=1,2,3")?.hasPrefix("invalid-params: /at ") == true)
        #expect(try fault("at=1&at=2&at=3")?.hasPrefix("invalid-params: /at ") == true)
        #expect(try fault("at=1,2&at[latitude]=1")?.hasPrefix("invalid-params: /at/latitude ") == true)
        #expect(try fault("at[latitude]=1&at=1,2")?.hasPrefix("invalid-params: /at/latitude ") == true)
        #expect(try fault("at=1,%ff")?.hasPrefix("invalid-params: /at/longitude ") == true)
    }

    @Test(arguments: [
        ("box=27.4&box=53.8&box=27.7&box=54", #"{"box":[27.4,53.8,27.7,54]}"#),
        ("box=27.4,53.8&limit=5&box=27.7%2C54", #"{"limit":5,"box":[27.4,53.8,27.7,54]}"#),
        ("tags=a&tags=b%2Cc&tags=d,e", #"{"tags":["a","b,c","d","e"]}"#), ("box=&box=1", #"{"box":[1]}"#),
    ])
    func `A list may be repeated instead of separated by commas`(query: String, json: String) throws {
        #expect(try params(query) == json)
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
        ("limit=abc", #"{"limit":"abc"}"#), ("limit=", #"{"limit":""}"#), ("limit", #"{"limit":""}"#),
        ("limit=1.5", #"{"limit":"1.5"}"#), ("limit=1e-3", #"{"limit":"1e-3"}"#), ("limit=007", #"{"limit":"007"}"#),
        ("limit=-", #"{"limit":"-"}"#), ("limit=+5", #"{"limit":" 5"}"#), ("limit=%205", #"{"limit":" 5"}"#),
        ("limit=0x10", #"{"limit":"0x10"}"#), ("limit=9223372036854775808", #"{"limit":9223372036854775808}"#),
        ("limit=٣", #"{"limit":"٣"}"#), ("limit=5,6", #"{"limit":"5,6"}"#), ("ratio=NaN", #"{"ratio":"NaN"}"#),
        ("ratio=inf", #"{"ratio":"inf"}"#), ("ratio=.5", #"{"ratio":".5"}"#), ("ratio=5.", #"{"ratio":"5."}"#),
        ("ratio=1e", #"{"ratio":"1e"}"#), ("ratio=1e999", #"{"ratio":"1e999"}"#),
        ("ratio=0x1p3", #"{"ratio":"0x1p3"}"#), ("ratio=1e+7", #"{"ratio":"1e 7"}"#), ("isOpen=1", #"{"isOpen":"1"}"#),
        ("isOpen=True", #"{"isOpen":"True"}"#), ("isOpen", #"{"isOpen":""}"#), ("box=1,,2", #"{"box":[1,"",2]}"#),
        ("box=1,x", #"{"box":[1,"x"]}"#), ("box=1,2,", #"{"box":[1,2,""]}"#), ("box=[1,2]", #"{"box":["[1","2]"]}"#),
        ("days=1,2.5", #"{"days":[1,"2.5"]}"#), ("near[latitude]=north", #"{"near":{"latitude":"north"}}"#),
    ])
    func `Texts of another type stay strings, which the service rejects with all other faults`(
        query: String, json: String
    ) throws {
        #expect(try params(query) == json)
    }

    @Test(arguments: [
        ("near=5", "/near members"), ("near[height]=5", "/near[height] unknown-member"),
        ("near[latitude", "/near[latitude unknown-member"),
        ("near[latitude][x]=1", "/near[latitude][x] unknown-member"), ("Limit=5", "/Limit unknown-member"),
        ("=5", "/ unknown-member"), ("a/b~c=1", "/a~1b~0c unknown-member"), ("limit=5&limit=5", "/limit repeated"),
        ("limit=5&l%69mit=6", "/limit repeated"), ("near[latitude]=1&near[latitude]=1", "/near/latitude repeated"),
        ("text=%", "/text encoding"), ("text=%4", "/text encoding"),
        ("text=%zz", "/text encoding"), ("text=%00", "/text encoding"), ("text=a%00b", "/text encoding"),
        ("text=%ff", "/text encoding"), ("text=%C0%80", "/text encoding"), ("text=%ED%A0%80", "/text encoding"),
        ("tags=a,%ff", "/tags encoding"), ("limit=%", "/limit encoding"), ("%=1", " encoding"),
        ("li%ffmit=1", " encoding"),
    ])
    func `Faults are reported with their position`(query: String, fault: String) throws {
        #expect(try self.fault(query)?.hasPrefix("invalid-params: " + fault) == true)
    }

    @Test func `Faults of the query are reported together with those of its values`() throws {
        let all = try fault("limit=x&colour=blue&isOpen=2&what=1")
        #expect(
            all == "invalid-params: /what unknown-member; /limit type; /isOpen type; /colour unknown-value")
        let many = (0..<1000).map { "p\($0)=1" }.joined(separator: "&")
        #expect(try fault(many)?.split(separator: ";").count == 8)
    }

    @Test func `An unknown parameter is quoted with at most 64 bytes`() throws {
        let fault = try fault(String(repeating: "x", count: 5000) + "=1")
        #expect(fault == "invalid-params: /\(String(repeating: "x", count: 64)) unknown-member")
    }

    @Test func `Values of a path are decoded, typed by the schema, and precede the query`() throws {
        #expect(try SampleRequest(target: "/v1/things/a%20b+c").params() == #"{"id":"a b+c"}"#)
        #expect(try SampleRequest(target: "/v1/things/%22").params() == #"{"id":"\""}"#)
        #expect(
            try SampleRequest(target: "/v1/things/x/parts/7?detail=true").params()
                == #"{"id":"x","number":7,"detail":true}"#)
        #expect(try SampleRequest(target: "/v1/things/x/parts/y").params() == #"{"id":"x","number":"y"}"#)
        #expect(
            try SampleRequest(target: "/v1/things/x/parts/7?number=8").fault()
                == "invalid-params: /number unknown-member")
    }

    @Test func `A verb without a body refuses one, and an empty body counts as none`() throws {
        #expect(
            try SampleRequest(target: "/v1/things", body: "{}").fault() == "invalid-request: body-not-allowed")
        #expect(try SampleRequest(target: "/v1/things?limit=5", body: "").params() == #"{"limit":5}"#)
    }

    @Test func `The queries of the real contract become parameters that its services decode`() throws {
        func params(_ target: String) throws -> String { try SampleRequest(target: target).params(Methods.all) }
        #expect(
            try params(
                "/v1/museums?query=%D0%BC%D1%83%D0%B7%D0%B5%D0%B9&limit=5&near[latitude]=53.9&near[longitude]=27.5")
                == #"{"query":"музей","near":{"latitude":53.9,"longitude":27.5},"limit":5}"#)
        #expect(
            try params("/v1/museums?near=53.9,27.5") == #"{"near":{"latitude":53.9,"longitude":27.5}}"#)
        #expect(
            try params("/v1/museums/map?bbox=27.4,53.8,27.7,54&zoom=12") == #"{"bbox":[27.4,53.8,27.7,54],"zoom":12}"#)
        #expect(try params("/v1/museums/by-minsk-castle") == #"{"id":"by-minsk-castle"}"#)
        #expect(try params("/v1/museums/suggestions?prefix=%D0%BC") == #"{"prefix":"м"}"#)
        #expect(try params("/v1/me") == "{}")
    }
}
