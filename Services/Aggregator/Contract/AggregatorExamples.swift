public import Contract

/// Values that several examples contain.
enum AggregatorExample {
    static let location: JSONNode = ["latitude": 53.9, "longitude": 27.5667]
    static let place: JSONNode = [
        "id": "minsk-by@53.9,27.5667",
        "name": "Minsk",
        "region": "Minsk City",
        "countryCode": "BY",
        "country": "Belarus",
        "location": AggregatorExample.location,
        "timeZone": "Europe/Minsk",
        "population": 1992862,
        "language": "en",
    ]
    static let current: JSONNode = [
        "location": AggregatorExample.location,
        "place": AggregatorExample.place,
        "timeZone": "Europe/Minsk",
        "utcOffset": 10800,
        "observedAt": "2026-07-11T09:00:00Z",
        "condition": "partly-cloudy",
        "text": "Partly cloudy",
        "language": "en",
        "units": "metric",
        "isDay": true,
        "temperature": 23.4,
        "feelsLike": 23.1,
        "humidity": 54,
        "pressure": 1014.2,
        "windSpeed": 3.6,
        "windGust": 7.2,
        "windDirection": 250,
        "cloudCover": 40,
        "precipitation": 0,
        "visibility": 24140,
        "sunrise": "2026-07-11T01:52:00Z",
        "sunset": "2026-07-11T18:36:00Z",
        "fetchedAt": "2026-07-11T09:00:00Z",
        "isStale": false,
        "provider": "open-meteo",
        "attribution": "Weather data by Open-Meteo.com (CC BY 4.0)",
    ]
    static let step: JSONNode = [
        "at": "2026-07-11T09:00:00Z",
        "date": "2026-07-11",
        "condition": "partly-cloudy",
        "text": "Partly cloudy",
        "isDay": true,
        "temperature": 23.4,
        "feelsLike": 23.1,
        "humidity": 54,
        "pressure": 1014.2,
        "windSpeed": 3.6,
        "windGust": 7.2,
        "windDirection": 250,
        "cloudCover": 40,
        "precipitation": 0.2,
        "precipitationProbability": 15,
        "uvIndex": 5.4,
    ]
    static let day: JSONNode = [
        "date": "2026-07-11",
        "isPartial": true,
        "condition": "partly-cloudy",
        "text": "Partly cloudy",
        "worst": "showers",
        "worstText": "Rain showers",
        "minimum": 16.2,
        "maximum": 24.8,
        "precipitation": 1.4,
        "precipitationProbability": 45,
        "windMaximum": 5.1,
        "windGustMaximum": 9.8,
        "windDirection": 240,
        "uvMaximum": 6.2,
        "sunrise": "2026-07-11T01:52:00Z",
        "sunset": "2026-07-11T18:36:00Z",
    ]
    static let forecast: JSONNode = [
        "location": AggregatorExample.location,
        "place": AggregatorExample.place,
        "timeZone": "Europe/Minsk",
        "language": "en",
        "units": "metric",
        "stepHours": 3,
        "steps": [AggregatorExample.step],
        "days": [AggregatorExample.day],
        "fetchedAt": "2026-07-11T09:00:00Z",
        "isStale": false,
        "provider": "open-meteo",
        "attribution": "Weather data by Open-Meteo.com (CC BY 4.0)",
    ]
    static let address: JSONNode = [
        "location": AggregatorExample.location,
        "precision": "house",
        "street": "praspiekt Niezaliežnasci",
        "house": "15",
        "city": "Minsk",
        "region": "Minsk Region",
        "country": "Belarus",
        "countryCode": "BY",
        "timeZone": "Europe/Minsk",
        "fetchedAt": "2026-07-11T09:00:00Z",
        "isStale": false,
        "provider": "nominatim",
        "attribution": "© OpenStreetMap contributors (ODbL)",
    ]
    static let news: JSONNode = [
        "items": [
            [
                "title": "Minsk opens a new metro station",
                "summary": "Trains stop there from Saturday.",
                "url": "https://www.bbc.co.uk/news/example",
                "publisher": "BBC News",
                "publishedAt": "2026-07-11T07:30:00Z",
                "picture": ["url": "https://ichef.bbci.co.uk/news/example.jpg"],
            ]
        ],
        "scope": "city",
        "city": "Minsk",
        "countryCode": "BY",
        "country": "Belarus",
        "date": "2026-07-11",
        "timeZone": "Europe/Minsk",
        "missing": [],
        "fetchedAt": "2026-07-11T09:00:00Z",
        "isStale": false,
        "provider": "bbc",
        "attribution": "BBC News",
    ]
    static let entry: JSONNode = [
        "id": "019ab3c4-5d6e-7f80-9123-000000000003",
        "savedAt": "2026-07-11T09:00:00Z",
        "location": AggregatorExample.location,
        "label": "Home",
        "address": AggregatorExample.address,
        "weather": AggregatorExample.current,
    ]
}

extension Weather.Current: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["latitude": 53.9, "longitude": 27.5667],
            result: AggregatorExample.current)
    }
}

extension Weather.Forecast: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["placeId": "minsk-by@53.9,27.5667"],
            result: AggregatorExample.forecast)
    }
}

extension Weather.AirQuality: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["latitude": 53.9, "longitude": 27.5667],
            result: [
                "location": AggregatorExample.location,
                "observedAt": "2026-07-11T09:00:00Z",
                "index": 28,
                "level": "fair",
                "text": "Fair",
                "language": "en",
                "usIndex": 46,
                "pm25": 8.2,
                "pm10": 14.6,
                "nitrogenDioxide": 11.3,
                "ozone": 71,
                "sulphurDioxide": 2.1,
                "fetchedAt": "2026-07-11T09:00:00Z",
                "isStale": false,
                "provider": "open-meteo",
                "attribution": "Air quality by Open-Meteo.com (CC BY 4.0), from CAMS of Copernicus",
            ])
    }
}

extension Places.Search: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["query": "Minsk", "countryCode": "BY"],
            result: [
                "items": [AggregatorExample.place],
                "fetchedAt": "2026-07-11T09:00:00Z",
                "isStale": false,
                "provider": "open-meteo",
                "attribution": "GeoNames (CC BY 4.0)",
            ])
    }
}

extension Places.Get: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "minsk-by@53.9,27.5667"],
            result: [
                "place": AggregatorExample.place,
                "fetchedAt": "2026-07-11T09:00:00Z",
                "isStale": false,
                "provider": "gazetteer",
                "attribution": "Vokol",
            ])
    }
}

extension Places.Reverse: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["latitude": 53.9, "longitude": 27.5667],
            result: AggregatorExample.address)
    }
}

extension News.Local: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["city": "Minsk", "countryCode": "BY", "timeZone": "Europe/Minsk"],
            result: AggregatorExample.news)
    }
}

extension Briefing.Get: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["latitude": 53.9, "longitude": 27.5667, "save": true],
            result: [
                "location": AggregatorExample.location,
                "address": ["status": "ok", "value": AggregatorExample.address],
                "weather": ["status": "ok", "value": AggregatorExample.current],
                "forecast": ["status": "ok", "value": AggregatorExample.forecast],
                "news": ["status": "timed-out"],
                "saved": ["status": "ok", "id": "019ab3c4-5d6e-7f80-9123-000000000003"],
            ])
    }
}

extension History.Add: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["latitude": 53.9, "longitude": 27.5667, "label": "Home"],
            result: AggregatorExample.entry)
    }
}

extension History.List: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["limit": 20],
            result: ["items": [AggregatorExample.entry], "nextCursor": "A0p8Yx3kQm5zZwEyMDI2LTA3LTE4"])
    }
}

extension History.Get: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000003"],
            result: AggregatorExample.entry)
    }
}

extension History.Remove: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: ["id": "019ab3c4-5d6e-7f80-9123-000000000003"],
            result: .object([]))
    }
}

extension History.Clear: ExampledMethod {
    public static var example: MethodExample {
        MethodExample(
            params: .object([]),
            result: ["removed": 12])
    }
}
