import Contract
import NIOCore
import RPC
import Testing

@testable import Gateway

/// Methods with every form that a contract may have.
enum Sample {
    enum Colour: String, CaseIterable, Codable, Sendable { case red, green }

    struct Point: Codable, Sendable {
        var latitude: Double
        var longitude: Double
    }

    struct Place: Codable, Sendable {
        var latitude: Double
        var longitude: Double
        var label: String?
    }

    enum Find: Method {
        struct Params: Codable, Sendable {
            var text: String?
            var limit: Int?
            var ratio: Double?
            var isOpen: Bool?
            var colour: Colour?
            var near: Place?
            var at: Point?
            var box: [Double]?
            var tags: [String]?
            var days: [Int]?
        }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.find", service: .museums, access: .openable, http: .get("/v1/things"),
            idempotency: .idempotent, caching: .private(seconds: 60))
    }

    struct ID: Codable, Sendable { var id: String }

    enum Get: Method {
        typealias Params = ID
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.get", service: .museums, access: .openable, http: .get("/v1/things/{id}"),
            idempotency: .idempotent, caching: .public(seconds: 300))
    }

    enum Latest: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.latest", service: .museums, access: .anyone, http: .get("/v1/things/latest"),
            idempotency: .idempotent, caching: .public(seconds: 0))
    }

    enum Part: Method {
        struct Params: Codable, Sendable {
            var id: String
            var number: Int
            var detail: Bool?
        }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.part", service: .museums, access: .signedIn,
            http: .get("/v1/things/{id}/parts/{number}"),
            idempotency: .idempotent)
    }

    enum Create: Method {
        struct Params: Codable, Sendable { var name: String }
        typealias Result = ID
        static let declaration = MethodDeclaration(
            "sample.create", service: .museums, access: .signedIn,
            http: .post("/v1/things", .created(location: "/v1/things/{id}")), maximumRequestBytes: 200,
            idempotency: .keyed)
    }

    enum Rename: Method {
        struct Params: Codable, Sendable {
            var id: String
            var number: Int
            var name: String
        }
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.rename", service: .museums, access: .signedIn,
            http: .post("/v1/things/{id}/parts/{number}/name"), idempotency: .none)
    }

    enum Inner: Method {
        typealias Params = Empty
        typealias Result = Empty
        static let declaration = MethodDeclaration(
            "sample.inner", service: .museums, access: .service(callers: ["gateway"]), http: nil,
            idempotency: .none)
    }

    static let methods: [any Method.Type] = [
        Find.self, Get.self, Latest.self, Part.self, Create.self, Rename.self, Inner.self,
    ]
}

/// The parts of an HTTP request that the mapping reads.
struct SampleRequest {
    var verb: HTTPBinding.Verb = .get
    var target: String
    var body: String?
    var contentType: String? = "application/json"

    /// Returns the parameters that the matching method would get.
    func params(_ methods: [any Method.Type] = Sample.methods) throws -> String {
        let table = try RouteTable(methods)
        return try Array(self.target.utf8).withUnsafeBytes { bytes in
            let target = try #require(RequestTarget(bytes))
            guard case .route(let route, let values) = table.match(verb, target.path) else { throw NoRoute() }
            let params = try HTTPMapping.params(
                of: route, values: values, target: target, body: body.map { ByteBuffer(string: $0) },
                contentType: contentType)
            return String(buffer: params)
        }
    }

    struct NoRoute: Error {}

    /// Returns the faults of the request as `code: /pointer rule; …`, or its reason as `code: reason`, or `nil`.
    func fault(_ methods: [any Method.Type] = Sample.methods) throws -> String? {
        do {
            _ = try params(methods)
            return nil
        } catch let error as RPCError {
            let faults = error.faults.map { "\($0.pointer) \($0.rule)" }.joined(separator: "; ")
            return "\(error.code.name): \(error.reason ?? faults)"
        }
    }
}
