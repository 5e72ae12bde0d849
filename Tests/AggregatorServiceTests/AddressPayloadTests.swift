import AggregatorContract
import Testing
import Upstream

@testable import AggregatorService

@Suite struct AddressPayloadTests {
    @Test func `Nominatim's street and city are the first names present`() throws {
        let address = try #require(
            try NominatimClient.read(
                json(
                    """
                    {"lat":"53.9","lon":"27.5","name":null,"address":{"pedestrian":"вуліца Карла Маркса","house_number":"6",
                    "town":" Мінск ","state":"Мінск","country":"Беларусь","country_code":"by"}}
                    """)))
        #expect(address.street == "вуліца Карла Маркса" && address.house == "6" && address.city == "Мінск")
        #expect(address.countryCode == "BY" && address.precision == .house)
        #expect(try NominatimClient.read(json(#"{"address":{"country":"France"}}"#))?.precision == .country)
        #expect(try NominatimClient.read(json(#"{"address":{}}"#))?.precision == AddressPrecision.none)
        #expect(try NominatimClient.read(json(#"{"error":"Unable to geocode"}"#)) == FoundAddress())
        #expect(try NominatimClient.read(json(#"{"error":{"code":400,"message":"no"}}"#)) == nil)
        #expect(try NominatimClient.read(json("[]")) == nil)
    }

    @Test func `Google's parts come from the most precise result, and its errors arrive with status 200`() throws {
        let address = try #require(
            try GoogleGeocodingClient.read(
                json(
                    """
                    {"status":"OK","results":[
                    {"types":["plus_code"],"address_components":[{"long_name":"XX","types":["route"]}]},
                    {"types":["route"],"address_components":[{"long_name":"Main St","types":["route"]},
                    {"long_name":"Giza","types":["political","administrative_area_level_2"]}]},
                    {"types":["street_address"],"address_components":[{"long_name":"7","types":["street_number"]},
                    {"long_name":"Side St","types":["route"]},{"long_name":"Egypt","short_name":"EG","types":["country"]}]}]}
                    """)))
        #expect(address.street == "Main St" && address.house == nil)
        #expect(address.city == "Giza" && address.country == "Egypt" && address.countryCode == "EG")
        #expect(try GoogleGeocodingClient.read(json(#"{"status":"ZERO_RESULTS","results":[]}"#)) == FoundAddress())
        func status(_ text: String) -> Int? { GoogleGeocodingClient.status(of: Array(#"{"status":"\#(text)"}"#.utf8)) }
        #expect(status("OVER_QUERY_LIMIT") == 429 && status("OVER_DAILY_LIMIT") == 429)
        #expect(status("REQUEST_DENIED") == 403 && status("OK") == nil)
        #expect(try GoogleGeocodingClient.read(json(#"{"status":"UNKNOWN_ERROR"}"#)) == nil)
    }

    @Test func `Google's city is not its ward, and a road without a name is no street`() throws {
        let address = try #require(
            try GoogleGeocodingClient.read(
                json(
                    """
                    {"status":"OK","results":[
                    {"types":["route"],"address_components":[{"long_name":"Unnamed Road","types":["route"]},
                    {"long_name":"7","types":["street_number"]},
                    {"long_name":"Kita Ward","types":["locality","political","ward"]}]},
                    {"types":["locality"],"address_components":[{"long_name":"Sapporo","types":["locality","political"]},
                    {"long_name":"Japan","short_name":"JP","types":["country"]}]}]}
                    """)))
        #expect(address.city == "Sapporo" && address.street == nil && address.house == nil)
        #expect(address.precision == .city)
        let ward = #"{"long_name":"A","types":["locality","ward"]}"#
        let only = json(#"{"status":"OK","results":[{"address_components":[\#(ward)]}]}"#)
        #expect(try GoogleGeocodingClient.read(only)?.city == "A")
    }

    @Test func `Photon's street is a street's own name, never a shop's, and no features mean no address`() throws {
        func read(_ properties: String) throws -> FoundAddress? {
            try PhotonClient.read(json(#"{"features":[{"properties":\#(properties)}]}"#))
        }
        let street = try read(
            #"{"type":"street","name":"Main St","city":"Minsk","countrycode":"BY","country":"Belarus"}"#)
        #expect(street?.street == "Main St" && street?.city == "Minsk" && street?.precision == .street)
        let shop = try read(#"{"type":"house","name":"Shop","street":"Side St","housenumber":"7","countrycode":"by"}"#)
        #expect(shop?.street == "Side St" && shop?.house == "7" && shop?.countryCode == "BY")
        let city = try read(#"{"type":"city","name":"Brest","housenumber":"7"}"#)
        #expect(city?.city == "Brest" && city?.house == nil && city?.precision == .city)
        #expect(try PhotonClient.read(json(#"{"features":[]}"#)) == FoundAddress())
        #expect(try PhotonClient.read(json(#"{"message":"wrong"}"#)) == nil)
    }

    @Test func `Captured answers of Photon are read`() throws {
        if let bytes = ReferenceFiles.payload("photon/reverse_lamspringe.json") {
            let address = try #require(try PhotonClient.read(payload(bytes)))
            #expect(address.countryCode == "DE" && address.city != nil && address.house == nil)
        }
        if let bytes = ReferenceFiles.payload("photon/search_avenue_gambetta.json") {
            let address = try #require(try PhotonClient.read(payload(bytes)))
            #expect(address.countryCode == "FR" && address.street != nil)
        }
        if let bytes = ReferenceFiles.payload("photon/empty.json") {
            #expect(try PhotonClient.read(payload(bytes)) == FoundAddress())
        }
    }

    @Test func `Open-Meteo's search returns inhabited places, largest first, and an empty list is valid`() throws {
        let cities = try #require(
            try OpenMeteoGeocodingClient.read(
                json(
                    """
                    {"results":[{"name":"Park","feature_code":"PRK","country_code":"US","latitude":1,"longitude":2},
                    {"name":"Small","feature_code":"PPL","country_code":"FR","latitude":43.1,"longitude":0.7,"timezone":"Europe/Paris"},
                    {"name":"Large","feature_code":"PPLA3","country_code":"FR","latitude":43.1,"longitude":0.7,"population":12193,"admin1":"Occitanie"},
                    {"name":"Nowhere","feature_code":"PPL","country_code":"FR","latitude":143.1,"longitude":0.7}]}
                    """)))
        #expect(cities.map(\.name) == ["Large", "Small"])
        #expect(cities[0].region == "Occitanie" && cities[1].timeZone == "Europe/Paris")
        #expect(try OpenMeteoGeocodingClient.read(json(#"{"generationtime_ms":0.5}"#)) == [])
        #expect(try OpenMeteoGeocodingClient.read(json("[]")) == nil)
    }

    @Test func `Open-Meteo's place by number is one city, and anything else is none`() throws {
        let text =
            #"{"id":3833367,"name":"Ушуая","feature_code":"PPLA","country_code":"AR","latitude":-54.8,"longitude":-68.3}"#
        let city = try #require(try OpenMeteoGeocodingClient.readOne(json(text))?.first)
        #expect(city.name == "Ушуая" && city.number == 3_833_367 && city.id.text == "-ar-3833367@-54.8,-68.3")
        #expect(try OpenMeteoGeocodingClient.readOne(json(#"{"name":"Park","feature_code":"PRK"}"#)) == [])
        #expect(try OpenMeteoGeocodingClient.readOne(json("[]")) == nil)
    }

    // MARK: Captured payloads

    @Test func `Captured answers of Nominatim are read`() throws {
        if let bytes = ReferenceFiles.payload("nominatim/reverse_paris_jsonv2.json") {
            let address = try #require(try NominatimClient.read(payload(bytes)))
            #expect(address.street == "Rue Quincampoix" && address.city == "Paris" && address.countryCode == "FR")
            #expect(address.house == nil && address.precision == .street)
        }
        if let bytes = ReferenceFiles.payload("nominatim/synthetic_unable_to_geocode.json") {
            #expect(try NominatimClient.read(payload(bytes)) == FoundAddress())
        }
        if let bytes = ReferenceFiles.payload("nominatim/error_bandwidth_limit.html") {
            #expect(UntrustedJSON.read(bytes) == nil)
        }
        for name in ["search_empty.json", "search_warsaw_house.json"] {
            guard let bytes = ReferenceFiles.payload("nominatim/\(name)") else { continue }
            #expect(try NominatimClient.read(payload(bytes)) == nil)
        }
    }

    @Test(arguments: [
        ("reverse_sydney.json", "AU", AddressPrecision.house), ("reverse_paris_plus_code.json", "FR", nil),
        ("reverse_no_locality.json", "EG", nil), ("forward_simple.json", nil, nil),
    ])
    func `Captured answers of Google are read`(name: String, country: String?, precision: AddressPrecision?) throws {
        guard let bytes = ReferenceFiles.payload("google-geocoding/\(name)") else { return }
        let address = try #require(try GoogleGeocodingClient.read(payload(bytes)))
        #expect(address.city != nil && address.country != nil)
        if let country { #expect(address.countryCode == country) }
        if let precision { #expect(address.precision == precision) }
    }

    @Test func `Captured errors of Google are failures`() throws {
        for name in ["error_over_query_limit.json", "error_request_denied.json"] {
            guard let bytes = ReferenceFiles.payload("google-geocoding/\(name)") else { continue }
            #expect(GoogleGeocodingClient.status(of: bytes) != nil)
        }
        if let bytes = ReferenceFiles.payload("google-geocoding/zero_results.json") {
            #expect(try GoogleGeocodingClient.read(payload(bytes)) == FoundAddress())
        }
    }

    @Test func `Captured answers of Open-Meteo's search are read`() throws {
        if let bytes = ReferenceFiles.payload("open-meteo/synthetic_geocoding_minsk.json") {
            let cities = try #require(try OpenMeteoGeocodingClient.read(payload(bytes)))
            #expect(cities.first?.country == "BY" && cities.first?.timeZone == "Europe/Minsk")
        }
        if let bytes = ReferenceFiles.payload("open-meteo/synthetic_geocoding_no_match.json") {
            #expect(try OpenMeteoGeocodingClient.read(payload(bytes)) == [])
        }
    }
}
