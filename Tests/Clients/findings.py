"""Findings of Schemathesis that are accepted, with the reason; every other finding fails `run fuzz`."""

import re


class Finding:
    """Calls that the document allows and the services refuse, or the other way round."""

    def __init__(self, operations, observed, reason):
        self.operations, self.observed = re.compile(operations), re.compile(observed)
        self.name = f"{operations} | {observed}"
        #: Why it is accepted; for readers of this file.
        self.reason = reason

    def matches(self, operation, observed):
        return bool(self.operations.fullmatch(operation) and self.observed.fullmatch(observed))


#: Requests that match their schemas and are refused. `observed` is a fault's pointer, rule and format, or the reason
#: or code of an error without faults.
REFUSED = [
    Finding(".*", "/cursor format cursor", "A cursor is opaque: only those that the list has returned are valid."),
    Finding(".*", "(.* )?(exclusive|either|together)",
            "Which members go together is described in words: generators make unusable types of `oneOf` for it."),
    Finding(".*", "/(placeId|id) format place-id",
            "Only ids from `places.search` are valid; the pattern does not limit their coordinates."),
    Finding(".*", ".* too-short", "Texts are trimmed before their length is checked."),
    Finding(r"museums\.(map|search)", "/bbox format bounding-box",
            "A schema cannot compare south with north; generators ignore limits of single items."),
    Finding(r"museums\.(map|search)", "/near.* (format location|range)",
            "The items of the pair have different limits, which generators ignore; the schema has the wider ones."),
    Finding(r"museums\.put", "/translations required", "A schema does not say that one of three members is enough."),
    Finding(r"museums\.uploadPart", "/bytesBase64 format base64url", "A pattern does not describe the length of base64."),
    Finding(r"auth\..*", "/password (guessable|common|personal|keyboard|repetitive|sequence|dated|breached)",
            "How easily a password is guessed is not what a schema can describe."),
    Finding(r"(auth|booking)\..*", "/phone (country|format phone)",
            "The countries are a setting, and the spellings of numbers are more than a pattern can describe."),
    Finding(r"auth\..*", "/(account|name) format account", "An id, an address or a number: more than a pattern can describe."),
    Finding(r"auth\..*", ".*/birthDate date-range", "A schema cannot limit dates."),
    Finding(".*", ".*/timeZone format time-zone", "The names of time zones are not part of the document."),
    Finding(r"auth\..*", "foreign-origin",
            "The session's cookie is for pages of the instance; the generator sends no Sec-Fetch-Site."),
    Finding("events", "/topics (unknown-value|encoding)",
            "Which values a topic takes is described in words; none has a NUL, which is refused as an encoding."),
    Finding("rpc", "two-tokens", "A schema of the body does not know the header fields."),
    Finding("rpc", "malformed", "The envelope's numbers have no fraction; to a schema, 7.0 is an integer."),
    Finding(".*", ".* (control-characters|invisible-characters)",
            "Patterns of generators differ in Unicode, so the document describes invisible characters in words."),
    Finding(r"booking\..*", ".* (set-start|reverse|closing-time|future|after|within-year|within-two-years)",
            "It depends on the clock or on the configuration of the park."),
    Finding(r"booking\..*", "/sets range", "The park's configuration may allow fewer sets than the schema."),
    Finding(r"booking\.configure", ".* (opens-before-closing|currency|unique|step|within-two-years)",
            "Schemas of times have no steps and no order, and schemas of amounts no currency."),
    Finding(r"booking\..*", ".*amount range",
            "Amounts have one schema, from zero and without a maximum; what is paid is more than zero."),
    Finding(".*", ".* invalid", "Schemas of integers without limits do not say that integers have 64 bits."),
    Finding(r"booking\.(decide|settle|payBack|refund)", ".* (only-with|currency|required)",
            "It depends on another member, or on the currency of the park."),
    Finding(".*", "-32013", "The generator uses an idempotency key again for another call."),
]

#: Requests that violate their schemas and are accepted. `observed` is the violation in the words of Schemathesis.
ACCEPTED = [
    Finding(".*", ".* larger than maxLength",
            "Texts are trimmed before their length is checked; the schema describes the trimmed text."),
    Finding(".*", "parameter `X-Vokol-Session` in header - .*",
            "The field asks for a cookie with its only value; with any other it counts as absent."),
]
