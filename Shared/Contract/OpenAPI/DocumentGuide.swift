/// The document's introduction: what client authors must know besides the individual operations.
enum DocumentGuide {
    static let info: JSONNode = [
        "title": "Vokol",
        "version": "1",
        "summary": "The back end of a city companion",
        "description": .string(text),
        "contact": ["name": "The developers of Vokol"],
        "license": ["name": "All rights reserved", "identifier": "LicenseRef-All-Rights-Reserved"],
    ]

    private static let text = """
        Vokol knows the city around a person: museums, weather, places and news, the timetable of a university, and \
        bookings at a wake park. This document describes its methods over HTTP. The same methods are spoken as lines of \
        JSON-RPC 2.0 on the same port; `docs/protocol.md` describes those.

        ## Sign-in

        Call `auth.login` with an e-mail address and a password, or `auth.requestCode` and `auth.verifyCode` with a \
        telephone number. The answer contains two tokens. Send the access token with each call:

        ```
        Authorization: Bearer eyJhbGciOiJFZERTQSIs…
        ```

        It is usually valid for five minutes. Exchange the refresh token for the next pair with `auth.refresh` about a minute \
        before that, and keep only the newest pair: an exchanged refresh token that is used again ends the session. \
        A 401 with the reason `token-expired` means that the access token has to be exchanged; `session-ended` means \
        that the user has to sign in again.

        Each operation says whether it needs a token on this instance, and which role (`x-roles`).

        ## Pages and cursors

        A list answers with `items` and, unless the page is the last one, with `nextCursor`. Send it as `cursor`, with \
        the same other parameters, to get the next page. `limit` may change from page to page. Cursors are opaque; one \
        of another list is rejected with 422.

        ## Idempotency

        Operations that take `Idempotency-Key` create something, or move money. Make a new key, such as a UUID, for \
        each new call. If the connection breaks or the answer is 503 or 504, repeat the call with the same key: you get \
        the first answer, and nothing happens twice. GET and DELETE may always be repeated.

        ## Limits and header fields

        A signed-in user may make 20 calls a second and 40 at once. Without a token, the limits apply to the \
        address: 40 and 2,000 for weather, places, news, timetable and museums where this instance opens them to \
        everyone, and 10 and 50 for everything else. Some calls cost more than one. `RateLimit` says how much is left. \
        Beyond the limit the answer is 429; wait for `Retry-After`. A request has at most 64 KiB.

        Every answer carries `X-Request-Id`. Quote it when you report a problem. Results of a GET that may be kept carry \
        `ETag` and `Cache-Control`: ask again with `If-None-Match`, and a 304 confirms your copy.

        ## Language

        `Accept-Language` selects the language of texts and error messages: `en`, `ru` or `be`, or else English. \
        `Content-Language` names the language of the answer. Where a text does not exist in it, the member `language` \
        names the one that was used instead.

        ## Time and zones

        Instants are RFC 3339 in UTC with `Z`; a parameter may have another offset, but needs one. Dates and times of \
        day are local to the place that they are about. Where that matters, the answer names its `timeZone`.

        ## Numbers

        Integers are signed and may need 64 bits. A number without a fraction is an integer however it is written: `3`, \
        `3.0` and `3e0` are the same. Amounts of money are in minor units: 1500 BYN are 15 rubles.

        ## Versions and deprecation

        Paths begin with the version, `/v1`. Within a version, members, optional parameters, values of enumerations and \
        reasons of errors are added, but none is removed or changes its meaning, and limits of results may grow. Ignore \
        members that you do not know, and treat an unknown value as you would treat the most general one. An \
        enumeration that may grow lists its known values in `x-extensible-enum`. An operation that new clients should \
        not use is marked `deprecated`, and its description names the successor.

        ## Errors

        An error is a problem (RFC 9457) with the type `application/problem+json`. Decide by `reason`, or by `type` \
        if there is none; both are stable. Show `detail` to people: it says what is wrong and what to do, in their \
        language. With 422, `errors` lists all faults in the parameters, each with a pointer, the violated `rule` and \
        its `limits`. If `isRetryable` is true, the same call may be sent again after `retryAfterMs`. It is also \
        false if the connection broke or the time ran out during a call that must not be repeated: look at the current \
        state first, because the call may have taken effect.
        """
}
