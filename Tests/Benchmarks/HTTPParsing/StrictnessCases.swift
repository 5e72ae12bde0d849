import HTTPParsing

/// The malformed requests of HTTPReadersTests: heads, each with the fault that our readers find, and chunked bodies.
enum StrictnessCases {
    static let heads: [(String, HTTPFault)] = [
        ("GET / HTTP/1.1\nHost: a\n\n", .lineBreak),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\n\r\n", .lineBreak),
        ("GET / HTTP/1.1\r\nHost: a\r\n\n", .lineBreak),
        ("GET /\r\n\r\n", .requestLine), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
        ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .version), ("GET / http/1.1\r\nHost: a\r\n\r\n", .requestLine),
        ("G\u{e9}T / HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
        ("GET /\u{e9} HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine),
        ("GET /\t HTTP/1.1\r\nHost: a\r\n\r\n", .requestLine), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", .version),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", .version), ("PRI * HTTP/2.0\r\n\r\n", .version),
        ("GET / HTTP/1.1\r\n\r\n", .host), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .host),
        ("GET / HTTP/1.1\r\nHost:\r\n\r\n", .hostMalformed), ("GET / HTTP/1.0\r\nHost:\r\n\r\n", .hostMalformed),
        ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .hostMalformed),
        ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostDiffers),
        ("GET http://a:80/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostDiffers),
        ("GET https:///x HTTP/1.1\r\nHost: a\r\n\r\n", .hostMalformed),
        ("GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .hostMalformed),
        ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", .folded), ("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .folded),
        ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .field), ("GET / HTTP/1.1\r\nHost a\r\n\r\n", .field),
        ("GET / HTTP/1.1\r\n: a\r\n\r\n", .field), ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n", .field),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", .field),
        ("GET / HTTP/1.1\r\nHo\u{0}st: a\r\n\r\n", .field),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \u{7f}\r\n\r\n", .field),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", .repeated),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", .length),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", .length),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", .length),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", .length),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n", .length),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999999999999999\r\n\r\n", .length),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            .lengthAndEncoding
        ),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
            .lengthAndEncoding
        ),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .encoding),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n", .encoding),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{b}chunked\r\n\r\n", .field),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
            .repeated
        ),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .encoding),
        ("GET / HTTP/1.1\r\nHost: a\r\nAuthorization: x\r\nauthorization: y\r\n\r\n", .repeated),
        ("GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n", .expectation),

    ]
    static let chunks: [String] = [
        "x", "\r\n", " 3\r\nabc", "3 \r\nabc", "3\nabc", "3\r\nabcd", "3\r\nabc\n0\r\n\r\n", "123456789\r\n",
        "-1\r\n",
        "3;\u{1}\r\n", "3;a b\r\n", "3;\r\nabc", "3;a==b\r\n", "0\r\nX: y\n\r\n", "0\r\nX\r\n\r\n",
        "0\r\n: y\r\n\r\n", "0\r\nX,: y\r\n\r\n",
        "3\rabc", "0x3\r\nabc\r\n",
    ]
}
