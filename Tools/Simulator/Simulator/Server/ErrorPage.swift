/// The HTML pages that third parties send instead of data.
enum ErrorPage {
    static let shell =
        "<!doctype html><html lang=\"ru\"><head><title>ИИС</title></head><body><div id=\"root\"></div></body></html>"

    static let blocked =
        "<html>\n<head>\n<title>Access blocked</title>\n</head>\n<body>\n<h1>Access blocked</h1>\n"
        + "<p>You have been blocked because you have violated the usage policy of the geocoding service.</p>\n"
        + "</body>\n</html>\n"

    static func error(_ status: Int) -> String {
        "<html>\n<head><title>\(status)</title></head>\n<body><center><h1>\(status)</h1></center><hr></body>\n</html>\n"
    }
}
