import Contract
import Contracts
import Foundation
import Testing

@Suite struct ContractTests {
    @Test func `Method names are unique and have two segments, and each verb and path is unique`() {
        let names = Methods.all.map { $0.declaration.name }
        #expect(Set(names).count == names.count)
        for name in names {
            let segments = name.split(separator: ".", omittingEmptySubsequences: false)
            #expect(segments.count == 2, "\(name)")
            #expect(
                segments.allSatisfy { $0.first?.isLowercase == true && $0.allSatisfy { $0.isASCII && $0.isLetter } },
                "\(name)")
        }
        let routes = Methods.all.compactMap { $0.declaration.http }.map { "\($0.verb.rawValue) \($0.path)" }
        #expect(Set(routes).count == routes.count)
    }

    @Test func `Every method that a contract declares is in its list`() throws {
        let services = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Services")
        var declared: [String] = []
        for service in try FileManager.default.contentsOfDirectory(at: services, includingPropertiesForKeys: nil) {
            let contract = service.appending(path: "Contract")
            for file in try FileManager.default.contentsOfDirectory(at: contract, includingPropertiesForKeys: nil)
            where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                declared += text.matches(of: /MethodDeclaration\(\s*"([^"]+)"/).map { String($0.1) }
            }
        }
        #expect(declared.sorted() == Methods.all.map { $0.declaration.name }.sorted())
    }

    @Test func `Every public method has an HTTP form, internal ones have none`() {
        for method in Methods.all {
            #expect(
                (method.declaration.http == nil) == method.declaration.access.isInternal, "\(method.declaration.name)")
        }
    }

    @Test func `Every type of the contract has a schema`() throws {
        var recorder = try SchemaRecorder(resultsOf: Methods.all)
        func record<M: Method>(_ method: M.Type) throws {
            let params = try recorder.schema(of: M.Params.self)
            _ = try recorder.schema(of: M.Result.self, as: .result)
            #expect(params["$ref"] != nil, "parameters are an object: \(method.declaration.name)")
        }
        for method in Methods.all { try record(method) }
        let search = try #require(recorder.components["MuseumsSearchParams"])
        #expect(search["properties"]?["limit"]?["$ref"] == "#/components/schemas/PageLimit")
        #expect(recorder.components["PageLimit"]?["maximum"] == 100)
        #expect(search["required"] == nil)
        let register = try #require(recorder.components["AuthRegisterParams"])
        #expect(register["required"] == ["login", "email", "password", "declaration"])
        #expect(recorder.components["MuseumCategoryInput"]?["enum"] != nil)
    }

    @Test func `Amounts to pay are above zero in the schema, as the server demands`() throws {
        var recorder = SchemaRecorder()
        _ = try recorder.schema(of: Booking.Decide.Params.self)
        _ = try recorder.schema(of: Booking.Settle.Params.self)
        _ = try recorder.schema(of: Booking.PayBack.Params.self)
        _ = try recorder.schema(of: Booking.Configure.Params.self)
        let payable = JSONNode.string("#/components/schemas/BookingPayable")
        for (name, member) in [
            ("BookingDecideParams", "fee"), ("BookingSettleParams", "amount"), ("BookingPayBackParams", "amount"),
        ] {
            #expect(recorder.components[name]?["properties"]?[member]?["$ref"] == payable)
        }
        let amount = recorder.components["BookingPayable"]?["properties"]?["amount"]?["$ref"]
        #expect(amount == "#/components/schemas/PayableAmount")
        #expect(recorder.components["PayableAmount"]?["minimum"] == 1)
        let price = recorder.components["BookingProductSettings"]?["properties"]?["price"]
        #expect(price?["properties"]?["amount"]?["minimum"] == 1)
        let park = recorder.components["BookingParkSettings"]?["properties"]
        #expect(park?["setMinutes"]?["multipleOf"] == 5)
    }

    @Test func `A path parameter is a required member of the parameters`() throws {
        var recorder = SchemaRecorder()
        for method in Methods.public {
            guard let http = method.declaration.http else { continue }
            func check<M: Method>(_ method: M.Type) throws {
                let reference = try #require(try recorder.schema(of: M.Params.self)["$ref"]?.text)
                let name = String(reference.split(separator: "/").last ?? "")
                let fields = ParameterField.fields(of: try #require(recorder.components[name]))
                for parameter in http.pathParameters {
                    #expect(fields.contains { $0.name == parameter && $0.isRequired }, "\(method.declaration.name)")
                }
            }
            try check(method)
        }
    }

    @Test func `Alternatives are optional members, an example has some, and the description names them`() throws {
        var names: [String] = []
        for method in Methods.public {
            func check<M: Method>(_ method: M.Type) throws {
                guard let type = M.Params.self as? any AlternativeParameters.Type else { return }
                names.append(M.declaration.name)
                var recorder = SchemaRecorder()
                let reference = try #require(try recorder.schema(of: M.Params.self)["$ref"]?.text)
                let name = String(reference.split(separator: "/").last ?? "")
                let fields = ParameterField.fields(of: try #require(recorder.components[name]))
                for member in type.alternatives.joined() {
                    #expect(fields.contains { $0.name == member && !$0.isRequired }, "\(name) \(member)")
                }
                let params = (M.self as? any ExampledMethod.Type)?.example.params
                let given = type.alternatives.filter { group in group.allSatisfy { params?[$0] != nil } }
                #expect(!given.isEmpty, "\(name)")
            }
            try check(method)
        }
        #expect(
            Set(names) == [
                "weather.current", "weather.forecast", "weather.airQuality", "news.local", "history.add",
                "schedule.day", "schedule.next",
                "schedule.exams", "schedule.addFavourite", "schedule.changes", "schedule.addCalendar", "booking.book",
                "auth.provePresence",
            ])
        let document = try OpenAPIDocument.build()
        for (path, verb, sentence) in [
            ("/v1/weather", "get", "Takes either `latitude` and `longitude`, or `placeId`."),
            ("/v1/schedule/favourites", "post", "Takes either `group` or `lecturer`."),
            ("/v1/bookings", "post", "Takes either `holdId`, or `reverseId`, `startsAt` and `sets`."),
        ] {
            #expect(document["paths"]?[path]?[verb]?["description"]?.text?.contains(sentence) == true, "\(path)")
        }
    }

    @Test func `Only a created object that can be read by id is answered with 201 and its address`() {
        let bindings = Methods.all.compactMap { $0.declaration.http }
        let readable = Set(bindings.filter { $0.verb == .get }.map(\.path))
        for binding in bindings where binding.verb == .post {
            let address = "\(binding.path)/{id}"
            let form = readable.contains(address) ? HTTPBinding.Form.created(location: address) : binding.form
            #expect(binding.form == form, "\(binding.path)")
            if case .created(let location) = binding.form { #expect(readable.contains(location), "\(binding.path)") }
        }
    }

    @Test func `Costs and limits are within their ranges`() {
        for method in Methods.all {
            let declaration = method.declaration
            #expect((1...40).contains(declaration.cost), "\(declaration.name)")
            #expect(!declaration.isHedged || declaration.idempotency == .idempotent, "\(declaration.name)")
            #expect((1...60_000).contains(declaration.timeoutMilliseconds), "\(declaration.name)")
            #expect(declaration.maximumRequestBytes >= 1024, "\(declaration.name)")
        }
    }

    @Test func `Error numbers and names are unique, and each number identifies its code`() {
        #expect(Set(ErrorCode.all.map(\.number)).count == ErrorCode.all.count)
        #expect(Set(ErrorCode.all.map(\.name)).count == ErrorCode.all.count)
        for code in ErrorCode.all {
            #expect(ErrorCode(number: code.number)?.name == code.name)
            #expect((400...599).contains(code.httpStatus))
        }
        #expect(ErrorCode(number: 1) == nil)
    }
}
