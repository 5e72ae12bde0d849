"""Real faults of an instance, each with the alerts that it makes fire."""

import contextlib
import datetime
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from traffic import call, many_calls, new_place, process, processes, repeating

#: Settings under which a fault of seconds is enough.
SETTINGS = {
    # One thread hashes passwords, each of which takes some milliseconds.
    "VOKOL_AUTH_PASSWORDS_COST": "11", "VOKOL_AUTH_PASSWORDS_THREADS": "1",
    # Guesses are counted, not slowed down: the usual sign-ins come from the same address.
    "VOKOL_THROTTLE_PLACE_FREE": "100000",
    # A budget for codes that one burst uses up; strangers may use all of it at once.
    "VOKOL_SMS_BUDGET": "30", "VOKOL_MAIL_BUDGET": "30", "VOKOL_CODES_BUDGET_HOUR": "100",
    "VOKOL_CODES_BUDGET_ACCOUNTS": "0", "VOKOL_CODES_BUDGET_DEVICES": "0",
    "VOKOL_REGISTRATIONS_PLACE_LIMIT": "1000", "VOKOL_SMS_LIMITS_PLACE": "1000",
    # Codes by SMS that nobody enters count a minute later.
    "VOKOL_SMS_CODES_LIFETIME": "60s", "VOKOL_CODES_WORK_MINIMUM": "20",
    "VOKOL_SESSIONS_GRACE": "0s",
    # The usual searches for addresses do not wait in turn.
    "VOKOL_NOMINATIM_INTERVAL": "0s",
    "VOKOL_LIMITS_USER_INFLIGHT": "1000", "VOKOL_LIMITS_USER_SERVICE_INFLIGHT": "1000",
}

#: Alerts whose faults cannot be made here, with the reason; rules.py makes them in computed time.
NOT_MADE = {
    "VokolTimetablesOld": "fires only once `schedule` has been running for 25 hours",
}


def fault(*alerts):
    """Declares a fault that makes these alerts fire."""
    def declare(function):
        manager = contextlib.contextmanager(function)
        manager.alerts = set(alerts)
        return manager
    return declare


# Processes


@fault("VokolProcessDown", "VokolCallsFail")
def stopped_service(instance):
    """All replicas of `museums` hang."""
    with _stopped(each["pid"] for each in processes(instance, "museums")):
        yield


@fault("VokolReplicaEjected")
def silent_replica(instance):
    """One of two replicas of `museums` hangs."""
    with _stopped([process(instance, "museums-2")["pid"]]):
        yield


@fault("VokolProcessRestarts", "VokolNoReplica")
def crashing_service(instance):
    """The only replica of `schedule` crashes again and again, soon after each start."""
    killed = set()

    def crash():
        pid = process(instance, "schedule")["pid"]
        if pid in killed or not _is_ready(instance, "schedule"):
            return
        # Prometheus scrapes once a second, and must have seen this start.
        time.sleep(1.5)
        killed.add(pid)
        _kill(pid)

    with repeating(crash, pause=0.1):
        yield


@fault("VokolLogIncomplete")
def unread_log(instance):
    """Nobody reads the log of the second gateway any more."""
    instance.piped.is_read.clear()
    try:
        with many_calls(instance, "auth.jwks", dict, 20, port=instance.piped.port):
            yield
    finally:
        instance.piped.is_read.set()


@fault("VokolTelemetryLost")
def lost_telemetry(instance):
    """The collector refuses everything."""
    instance.collector.is_away = True
    try:
        yield
    finally:
        instance.collector.is_away = False


@fault("VokolLimitStoreAway")
def no_store(instance):
    """The store of limits ends, and comes back empty."""
    instance.store.stop()
    try:
        yield
    finally:
        instance.store.start()


@fault("VokolConnectionsRefused")
def refused_connections(instance):
    """An address opens connections and begins no handshake on them."""
    held = []

    def connect():
        for _ in range(20):
            with contextlib.suppress(OSError):
                # Of another network than the usual calls.
                held.append(socket.create_connection(
                    ("127.0.0.1", instance.port), timeout=1, source_address=("127.0.1.1", 0)))
        while len(held) > 400:
            held.pop(0).close()

    with repeating(connect, pause=0.2):
        yield
    for each in held:
        each.close()


# Databases


@fault("VokolNoDatabase")
def no_database(instance):
    """PostgreSQL ends and cannot start again."""
    configuration = instance.directory / "postgres/data/postgresql.conf"
    away = configuration.with_suffix(".away")
    configuration.rename(away)
    try:
        os.kill(process(instance, "postgres")["pid"], signal.SIGKILL)
        yield
    finally:
        away.rename(configuration)


@fault("VokolDatabaseBusy", "VokolShedding", "VokolMethodSlow")
def slow_database(instance):
    """Each statement on museums takes 0.7 s, below more searches than there are connections."""
    _sql(instance, "museums", "CREATE POLICY slow ON museums USING ((SELECT pg_sleep(0.7) IS NOT NULL)); "
         "ALTER TABLE museums ENABLE ROW LEVEL SECURITY; ALTER TABLE museums FORCE ROW LEVEL SECURITY")
    try:
        with many_calls(instance, "museums.search", lambda: {"query": secrets.token_hex(4)}, 120, token=instance.user):
            yield
    finally:
        _sql(instance, "museums", "ALTER TABLE museums NO FORCE ROW LEVEL SECURITY; "
             "ALTER TABLE museums DISABLE ROW LEVEL SECURITY; DROP POLICY slow ON museums")


# Accounts


@fault("VokolPasswordGuessing", "VokolSignInsBusy")
def guessed_passwords(instance):
    """Somebody guesses the passwords of many accounts, and of a single one, which is soon throttled."""
    def guess(email=None):
        return {"email": email or f"{secrets.token_hex(8)}@example.org", "password": secrets.token_hex(12)}

    with many_calls(instance, "auth.login", guess, 60):
        with many_calls(instance, "auth.login", lambda: guess("ada@example.org"), 4):
            yield


@fault("VokolTokensReused")
def reused_tokens(instance):
    """Refresh tokens that were exchanged are presented again."""
    account = instance.customers[0]
    session = {name: account[name] for name in ["email", "password"]}
    old = []
    while len(old) < 15:
        first = call(instance, "/v1/sessions", session, token="")
        if first and call(instance, "/v1/sessions/refresh", {"refreshToken": first["refreshToken"]}, token=""):
            old.append(first["refreshToken"])
    for token in old:
        call(instance, "/v1/sessions/refresh", {"refreshToken": token}, token="")
    yield


@fault("VokolSMSBudget", "VokolMailBudget", "VokolCodesWithheld", "VokolCodesUnused", "VokolWorkRequired",
       "VokolMessagesNotDelivered")
def used_up_codes(instance):
    """A stranger requests codes by SMS and mail that nobody enters, while no message can be delivered.

    It ends when a day has passed, to which the counts are moved, and messages can be delivered again.
    """
    outbox, away = instance.directory / "outbox.jsonl", instance.directory / "outbox.away"
    outbox.rename(away)
    # A file cannot be opened here.
    outbox.mkdir()
    try:
        version = instance.call("/v1/declaration")["version"]

        def request(number):
            call(instance, "/v1/phone/codes", {"phone": f"+37529{number:07}"}, token="")
            call(instance, "/v1/accounts", {
                "login": "Ada", "email": f"{secrets.token_hex(8)}@example.org", "password": secrets.token_hex(12),
                "declaration": {"isNotGovernmentMilitary": True, "version": version}}, token="")

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(request, random.sample(range(10**7), 35)))
        yield
    finally:
        outbox.rmdir()
        away.rename(outbox)
        _sql(instance, "auth", "UPDATE code_budget SET hour = hour - 48; DELETE FROM phone_challenge")


# Bookings


@fault("VokolPaymentsForged")
def forged_payments(instance):
    """Somebody reports payments with a wrong signature."""
    def forge():
        call(instance, "/v1/payments/notifications", {"id": secrets.token_hex(8)}, token="")

    with repeating(forge, pause=0.2):
        yield


@fault("VokolSlotsTaken")
def taken_slots(instance):
    """A customer wants a slot that another one holds."""
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 2 * 86_400))
    slots = call(instance, f"/v1/park/slots?date={day}&reverseId=big")["items"]
    slot = next(each for each in slots if each["state"] == "free")
    wanted = {"reverseId": "big", "startsAt": slot["startsAt"], "sets": 1}
    first, second = (each["accessToken"] for each in instance.customers)
    call(instance, "/v1/holds", wanted, token=first)
    with repeating(lambda: call(instance, "/v1/holds", wanted, token=second), pause=0.3):
        yield


# Third parties


@fault("VokolThirdPartyDown", "VokolLookupsFail")
def failing_weather(instance):
    """Both providers of the weather answer with errors."""
    for name in ["open-meteo", "openweathermap"]:
        _simulate(instance, "POST", "faults", {"thirdParty": name, "fault": "status", "status": 500})
    try:
        with repeating(lambda: call(instance, f"/v1/weather?{new_place()}"), pause=0.3, threads=2):
            yield
    finally:
        for name in ["open-meteo", "openweathermap"]:
            _simulate(instance, "DELETE", f"faults?thirdParty={name}")


@fault("VokolThirdPartyLimited")
def limited_weather(instance):
    """The first provider of the weather asks for a pause."""
    _simulate(instance, "POST", "faults", {"thirdParty": "open-meteo", "fault": "limited", "seconds": 20})
    try:
        with repeating(lambda: call(instance, f"/v1/weather?{new_place()}"), pause=0.5):
            yield
    finally:
        _simulate(instance, "DELETE", "faults?thirdParty=open-meteo")


@fault("VokolWeekDiffers")
def shifted_weeks(instance):
    """The university is a week ahead when `schedule` starts and compares the weeks."""
    ahead = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=7)
    _simulate(instance, "PUT", "clock", {"now": ahead.isoformat(timespec="seconds"), "frozen": False})
    _kill(process(instance, "schedule")["pid"])
    try:
        yield
    finally:
        _simulate(instance, "DELETE", "clock")
        _kill(process(instance, "schedule")["pid"])


#: The faults that run at the same time: those of one list one after the other, as they would disturb each other.
TOGETHER = [
    [used_up_codes],
    [failing_weather, limited_weather],
    [reused_tokens, guessed_passwords],
    [taken_slots, forged_payments, shifted_weeks],
    [lost_telemetry, no_store, refused_connections, unread_log],
    [silent_replica, slow_database],
]
#: The faults that disturb all others.
ALONE = [stopped_service, crashing_service, no_database]
ALL = [each for faults in TOGETHER for each in faults] + ALONE


@contextlib.contextmanager
def _stopped(pids):
    pids = list(pids)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


def _kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _is_ready(instance, name):
    with contextlib.suppress(OSError):
        url = f"http://127.0.0.1:{process(instance, name)['adminPort']}/readyz"
        return urllib.request.urlopen(url, timeout=5).status == 200
    return False


def _simulate(instance, method, what, body=None):
    data = None if body is None else json.dumps(body).encode()
    port = process(instance, "simulator")["port"]
    urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/_/{what}", data, method=method)).close()


def _sql(instance, service, statements):
    url = (instance.directory / f"secrets/database-url-{service}").read_text().strip()
    subprocess.run(["psql", "--quiet", "--set", "ON_ERROR_STOP=1", url, "--command", statements],
                   check=True, capture_output=True, timeout=60)
