"""Reads calendar feeds with icalendar and ics, and compares their events with the timetables and the bookings."""

import datetime
import json
import secrets
import urllib.error
import urllib.request

import ics
import icalendar
from dateutil import rrule

from instance import Failure

#: The days that are compared, from a week ago on; they reach beyond the end of a term.
DAYS = 70


def check(instance):
    """Compares the feeds of groups and of a lecturer with their timetables, and that of a customer with the bookings."""
    feeds, lessons = _compare_timetables(instance)
    return f"{feeds} feeds, {lessons} lessons; {_compare_bookings(instance)} bookings"


def _compare_timetables(instance):
    owners = _owners(instance)
    days = [datetime.date.today() + datetime.timedelta(days=count - 7) for count in range(DAYS)]
    compared = 0
    for owner in owners:
        made = _request(instance, "/v1/schedule/calendars", instance.user, owner)
        name, value = next(iter(owner.items()))
        text = _feed(instance, made["path"])
        expected = {
            (lesson["subject"], lesson["startsAt"], lesson.get("endsAt"))
            for day in days
            for lesson in instance.call(f"/v1/schedule/day?{name}={value}&date={day}")["lessons"]
            if "startsAt" in lesson}
        found = {event for event in _events(text) if days[0] <= _minsk_day(event[1]) <= days[-1]}
        if found != expected:
            raise Failure(f"{owner}: only in the feed {sorted(found - expected)[:3]}, "
                          f"only in the timetable {sorted(expected - found)[:3]}")
        compared += len(found)
        _request(instance, f"/v1/schedule/calendars/{made['calendar']['id']}", instance.user, verb="DELETE")
        _expect_revoked(instance, made)
    if compared < 50:
        raise Failure(f"only {compared} lessons were compared")
    return len(owners), compared


def _compare_bookings(instance):
    """Compares a customer's feed with two bookings, and again after one was moved and the other cancelled."""
    customer = instance.register()
    day = datetime.date.today() + datetime.timedelta(days=5)
    slots = instance.call(f"/v1/park/slots?date={day}")["items"]
    free = [slot for slot in slots if slot["state"] == "free" and slot["reverseId"] == "big"]
    made = _request(instance, "/v1/park/calendar", customer, {})
    bookings = [_request(instance, "/v1/bookings", customer, _wish(slot, sets) | {"payWith": "on-site"})
                for slot, sets in [(free[0], 1), (free[4], 2)]]
    _expect_bookings(_feed(instance, made["path"]), bookings)
    cancelled = _request(instance, f"/v1/bookings/{bookings[0]['id']}/cancellation", customer, {})
    moved = _request(instance, f"/v1/bookings/{bookings[1]['id']}/move", customer, _wish(free[8], 1))
    if cancelled["state"] != "cancelled" or moved["id"] != bookings[1]["id"]:
        raise Failure(f"not cancelled or moved: {cancelled} {moved}")
    _expect_bookings(_feed(instance, made["path"]), [moved])
    _request(instance, "/v1/park/calendar", customer, verb="DELETE")
    _expect_revoked(instance, made)
    return len(bookings)


def _wish(slot, sets):
    return {"reverseId": slot["reverseId"], "startsAt": slot["startsAt"], "sets": sets}


def _expect_bookings(text, bookings):
    found = {
        (str(event["UID"]), _instant(event.decoded("DTSTART")), _instant(event.decoded("DTEND")),
         str(event["DESCRIPTION"]))
        for event in _parsed(text)}
    expected = {(f"{one['id']}@vokol", one["startsAt"], one["endsAt"], f"Sets: {one['sets']}") for one in bookings}
    if found != expected:
        raise Failure(f"in the feed {sorted(found)}, booked {sorted(expected)}")


def _owners(instance):
    """Two groups with a timetable, one of them part-time if there is one, and a lecturer."""
    groups = instance.call("/v1/schedule/groups?limit=200")["items"]
    usual, part_time, lecturer = None, None, None
    for group in groups:
        timetable = instance.call(f"/v1/schedule/groups/{group['number']}")
        if not timetable["lessons"]:
            continue
        if timetable["isPartTime"]:
            part_time = part_time or group["number"]
        else:
            usual = usual or group["number"]
            slugs = [one.get("slug") for lesson in timetable["lessons"] for one in lesson["lecturers"]]
            lecturer = lecturer or next(filter(None, slugs), None)
        if usual and part_time and lecturer:
            break
    if not usual or not lecturer:
        raise Failure("no group with a timetable was found")
    return [{"group": usual}, {"lecturer": lecturer}] + ([{"group": part_time}] if part_time else [])


def _feed(instance, path):
    """Reads a feed as a calendar program does: without signing in, and again with the tag of the first answer."""
    with urllib.request.urlopen(instance.url + path, context=instance.context, timeout=30) as answer:
        kind, tag, text = answer.headers["Content-Type"], answer.headers["ETag"], answer.read().decode()
    if kind != "text/calendar; charset=utf-8":
        raise Failure(f"the feed has the type {kind}")
    again = urllib.request.Request(instance.url + path, headers={"If-None-Match": tag})
    try:
        urllib.request.urlopen(again, context=instance.context, timeout=30)
        raise Failure("an unchanged feed is sent again")
    except urllib.error.HTTPError as error:
        if error.code != 304:
            raise Failure(f"an unchanged feed is answered with {error.code}") from None
    return text


def _parsed(text):
    """The events that both parsers read."""
    calendar = icalendar.Calendar.from_ical(text)
    parsed = list(calendar.walk("VEVENT"))
    uids = {str(event["UID"]) for event in parsed}
    if calendar.errors or any(event.errors for event in parsed):
        raise Failure(f"icalendar finds errors: {calendar.errors}")
    if len(uids) != len(parsed) or {event.uid for event in ics.Calendar(text).events} != uids:
        raise Failure("the UIDs are not unique, or ics reads others")
    return parsed


def _events(text):
    """The occurrences of all events with a time: subject, start and end."""
    for event in _parsed(text):
        start = event.decoded("DTSTART")
        if not isinstance(start, datetime.datetime):
            continue
        if str(start.tzinfo) != "Europe/Minsk":
            raise Failure(f"a start has the zone {start.tzinfo}")
        length = event.decoded("DTEND") - start if "DTEND" in event else None
        rule = event.get("RRULE")
        starts = rrule.rrulestr(rule.to_ical().decode(), dtstart=start) if rule else [start]
        subject = str(event["SUMMARY"]).rsplit(", ", 1)[0]
        for one in starts:
            yield subject, _instant(one), None if length is None else _instant(one + length)


def _instant(moment):
    return moment.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _minsk_day(instant):
    moment = datetime.datetime.strptime(instant, "%Y-%m-%dT%H:%M:%SZ") + datetime.timedelta(hours=3)
    return moment.date()


def _expect_revoked(instance, made):
    try:
        urllib.request.urlopen(instance.url + made["path"], context=instance.context, timeout=30)
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return
    raise Failure("a revoked feed is still there")


def _request(instance, path, token, body=None, verb=None):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json",
               "Idempotency-Key": secrets.token_hex(16)}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(instance.url + path, data, headers, method=verb)
    try:
        with urllib.request.urlopen(request, context=instance.context, timeout=30) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        raise Failure(f"{path}: {error.read().decode()}") from None
