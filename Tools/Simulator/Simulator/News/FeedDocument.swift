import Values

/// A feed in RSS 2.0, with the irregularities of real feeds.
struct FeedDocument: Sendable {
    struct Item: Sendable {
        var title: String
        var summary: String
        var link: String
        var guid: String
        /// The date as text; empty if there is none.
        var date: String
    }

    var title: String
    var link: String
    var language: String
    var built: Instant
    var items: [Item]

    var text: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:media="http://search.yahoo.com/mrss/" version="2.0">
            <channel>
            <title><![CDATA[\(title)]]></title>
            <description><![CDATA[\(title)]]></description>
            <link>\(link)</link>
            <generator>Vokol simulator</generator>
            <lastBuildDate>\(built.feedDate)</lastBuildDate>
            <language><![CDATA[\(language)]]></language>
            <ttl>15</ttl>

            """
        for item in items {
            text += """
                <item>
                <title><![CDATA[ \(item.title) ]]></title>
                <description><![CDATA[ \(item.summary) ]]></description>
                <link>\(item.link)</link>
                <guid isPermaLink="false">\(item.guid)</guid>

                """
            if !item.date.isEmpty { text += "<pubDate>\(item.date)</pubDate>\n" }
            text += """
                <media:thumbnail width="240" height="134" url="https://ichef.bbci.co.uk/\(item.guid.utf8.count).jpg"/>
                </item>

                """
        }
        return text + "</channel>\n</rss>\n"
    }
}

extension Instant {
    /// The date in the form of feeds: `Thu, 08 Aug 2024 15:39:03 GMT`.
    var feedDate: String { InternetDate.http(self) }
}
