"""A user's story, told with the generated Python client: python_story.py DIRECTORY; facts of the instance on stdin."""

import datetime
import hashlib
import hmac
import io
import json
import re
import secrets
import ssl
import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from vokol_client import AuthenticatedClient, Client  # noqa: E402
from vokol_client.api.accounts import auth_declaration, auth_me, auth_register, auth_verify_email  # noqa: E402
from vokol_client.api.bookings import booking_book, booking_cancel  # noqa: E402
from vokol_client.api.catalogues import schedule_groups  # noqa: E402
from vokol_client.api.museums import museums_map, museums_search  # noqa: E402
from vokol_client.api.park import booking_slots  # noqa: E402
from vokol_client.api.passes import booking_notify_payment, booking_payment, booking_top_up  # noqa: E402
from vokol_client.api.sign_in import auth_login  # noqa: E402
from vokol_client.api.timetables import schedule_for_group  # noqa: E402
from vokol_client.api.weather import weather_current  # noqa: E402
from vokol_client.models import (  # noqa: E402
    AuthLoginParams, AuthRegisterParams, AuthVerifyEmailParams, BookingBookParams, BookingTopUpParams, PaymentWayInput)
from vokol_client.types import File  # noqa: E402

FACTS = json.load(sys.stdin)
TLS = ssl.create_default_context(cafile=FACTS["authority"])
ANONYMOUS = Client(base_url=FACTS["url"], verify_ssl=TLS, timeout=30, raise_on_unexpected_status=True)
EMAIL, PASSWORD = f"python-{secrets.token_hex(6)}@example.org", secrets.token_hex(12)


def code():
    """Waits for the message with the code."""
    for _ in range(400):
        outbox = Path(FACTS["outbox"])
        lines = outbox.read_text().splitlines() if outbox.exists() else []
        for message in map(json.loads, lines):
            if message["to"] == EMAIL:
                return re.search(r"\b\d{6}\b", message["text"])[0]
        time.sleep(0.05)
    raise AssertionError("no message with a code")


# 1 to 3: a user registers, proves the address and signs in.
declaration = auth_declaration.sync(client=ANONYMOUS)
challenge = auth_register.sync(client=ANONYMOUS, body=AuthRegisterParams.from_dict({
    "login": "Ада", "email": EMAIL, "password": PASSWORD,
    "declaration": {"isNotGovernmentMilitary": True, "version": declaration.version}}))
verified = auth_verify_email.sync(
    client=ANONYMOUS, body=AuthVerifyEmailParams(challenge_id=challenge.challenge_id, code=code()))
assert verified.user.email == EMAIL, verified
tokens = auth_login.sync(client=ANONYMOUS, body=AuthLoginParams(email=EMAIL, password=PASSWORD))
client = AuthenticatedClient(
    base_url=FACTS["url"], verify_ssl=TLS, timeout=30, token=tokens.access_token, raise_on_unexpected_status=True)
assert auth_me.sync(client=client).id == verified.user.id

# 4 and 5: museums near a place, and on a map.
museums = museums_search.sync(client=client, near=[53.4512, 26.4729], limit=3, accept_language="ru")
assert museums.items[0].id == "by-mir-castle" and museums.items[0].distance < 1_000, museums
assert len(museums.items) == 3 and museums.items[0].language == "ru", museums
shown = museums_map.sync(client=client, bbox=[26.4, 53.4, 27.7, 54], zoom=9)
assert shown.total > 0 and len(shown.points) + len(shown.clusters) > 0, shown

# 6: a timetable.
groups = schedule_groups.sync(client=client, limit=20)
timetable = schedule_for_group.sync(groups.items[-1].number, client=client)
assert timetable.group.number == groups.items[-1].number, timetable

# 7: the weather.
weather = weather_current.sync(client=client, latitude=53.9, longitude=27.5667)
assert -60 < weather.temperature < 60, weather

# 8: a booking, repeated with its key, and cancelled.
day = datetime.date.today() + datetime.timedelta(days=5)
slots = booking_slots.sync(client=ANONYMOUS, date=day)
slot = next(slot for slot in slots.items if slot.state == "free")
key = str(uuid.uuid4())
request = BookingBookParams(
    reverse_id=slot.reverse_id, starts_at=slot.starts_at, sets=1, pay_with=PaymentWayInput.ON_SITE)
booking = booking_book.sync(client=client, body=request, idempotency_key=key)
assert booking.state == "booked" and booking.starts_at == slot.starts_at, booking
assert booking_book.sync(client=client, body=request, idempotency_key=key).id == booking.id
assert booking_cancel.sync(booking.id, client=client).state == "cancelled"

# 9: bytes with a signature over them, as the payment provider sends them.
payment = booking_top_up.sync(client=client, idempotency_key=str(uuid.uuid4()), body=BookingTopUpParams(
    product_id="ten-sets", return_url="https://example.org/paid"))
body = json.dumps({
    "id": f"simulated-{payment.id}", "order": str(payment.id), "amount": payment.price.amount,
    "currency": payment.price.currency, "status": "successful"}).encode()
signature = hmac.new(FACTS["paymentsSecret"].encode(), body, hashlib.sha256).hexdigest()
provider = Client(base_url=FACTS["url"], verify_ssl=TLS, timeout=30, headers={"Content-Signature": signature})
assert booking_notify_payment.sync_detailed(client=provider, body=File(io.BytesIO(body))).status_code == 200
assert booking_payment.sync(payment.id, client=client).state == "paid"
forged = booking_notify_payment.sync(client=ANONYMOUS, body=File(io.BytesIO(body)))
assert forged.status == 403 and forged.reason == "not-believed", forged

# 10: a fault with its rule and its limits.
invalid = museums_search.sync(client=client, limit=1_000)
assert invalid.status == 422 and invalid.errors[0].pointer == "/limit", invalid
assert invalid.errors[0].rule == "range" and invalid.errors[0].limits.to_dict() == {"min": 1, "max": 100}, invalid

# 11: a reason with details.
wrong = auth_login.sync(client=ANONYMOUS, body=AuthLoginParams(email=EMAIL, password="another password"))
assert wrong.status == 403 and wrong.reason == "credentials-wrong" and wrong.details.tries_left > 0, wrong

print("11 steps, 17 calls")
