/// The requests that both parsers read.
enum BenchmarkRequests {
    private static let token = String(repeating: "eyJhbGciOiJFZERTQSJ9", count: 17)
    static let all: [String: String] = [
        "search":
            "GET /v1/museums?q=art&near[latitude]=53.9&near[longitude]=27.56&limit=20 HTTP/1.1\r\nHost: api.vokol.by\r\nUser-Agent: Vokol/1.4 (iPhone; iOS 19.1)\r\nAccept: application/json\r\nAccept-Language: be-BY,ru;q=0.8\r\nAccept-Encoding: gzip, br\r\nAuthorization: Bearer \(token)\r\nIf-None-Match: \"1f-9ae16a3b2f90404f\"\r\n\r\n",
        "rpc":
            "POST /rpc HTTP/1.1\r\nHost: api.vokol.by\r\nContent-Type: application/json\r\nContent-Length: 99\r\nAuthorization: Bearer \(token)\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"museums.search\",\"params\":{\"query\":\"art\",\"limit\":20,\"x\":\"123456\"}}",
        "small": "GET /v1/museums/0190b6a1 HTTP/1.1\r\nHost: localhost:8443\r\n\r\n",
        "browser":
            "GET /v1/museums?q=art HTTP/1.1\r\nHost: api.vokol.by\r\nConnection: keep-alive\r\nsec-ch-ua: \"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: \"Linux\"\r\nUpgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: be-BY,be;q=0.9,ru;q=0.8,en;q=0.7\r\n\r\n",
    ]
}
