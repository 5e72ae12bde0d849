"""Sends every example of docs/openapi.json to an instance and compares the answers with the document."""

import http.client
import json

from document import Document
from instance import Failure

#: Operations whose examples name things of another instance or of a past day, and how these may be refused.
#: All other examples must succeed.
REFUSALS = {
    "auth.login": [(403, "credentials-wrong")],
    "auth.verifyCode": [(403, "code-expired")],
    "auth.refresh": [(401, "session-ended")],
    "auth.verifyEmail": [(403, "code-expired")],
    "auth.completeRegistration": [(403, "registration-expired")],
    # The example of `auth.requestCode` has the same number.
    "auth.setPhone": [(429, "too-many-codes")],
    "auth.confirmPhone": [(403, "code-expired")],
    "auth.confirmEmail": [(403, "code-expired")],
    "auth.resetPassword": [(403, "code-expired")],
    "auth.deleteAccount": [(403, "code-expired")],
    "auth.changePassword": [(403, "password-wrong")],
    "auth.completeSignIn": [(403, "sign-in-expired")],
    "auth.loginWithPasskey": [(403, "passkey-invalid")],
    "auth.confirmAuthenticator": [(403, "code-wrong")],
    "auth.renewRecoveryCodes": [(409, "authenticator-unset")],
    "auth.addPasskey": [(403, "passkey-invalid")],
    "auth.provePresence": [(403, "code-wrong")],
    "auth.grantRole": [(404, "account-unknown")],
    "auth.revokeRole": [(404, "account-unknown")],
    **dict.fromkeys(
        ["auth.account", "auth.lockAccount", "auth.unlockAccount", "auth.endSessions", "auth.accountAudit"],
        [(404, "account-unknown")]),
    "auth.removeRule": [(404, "rule-unknown")],
    "auth.decideReview": [(404, "review-unknown")],
    "history.get": [(404, "no-such-entry")],
    # The simulated university has other lecturers.
    "schedule.forLecturer": [(404, "unknown-lecturer")],
    "schedule.next": [(404, "unknown-lecturer")],
    # The index of rooms is made a while after the start.
    "schedule.forRoom": [(404, "unknown-room")],
    # No feeds have the examples' secrets.
    **dict.fromkeys(["schedule.calendarFile", "booking.calendarFile"], [(404, None)]),
    # A new instance has no pictures.
    "museums.pictureBytes": [(404, None)],
    # The example's version is another one, and nobody has changed the museum.
    **dict.fromkeys(
        ["museums.put", "museums.remove", "museums.restore", "museums.revert", "museums.setPicture",
         "museums.removePicture"], [(409, "museum-changed")]),
    "museums.edit": [(404, "unknown-edit")],
    "booking.hold": [(409, "past")],
    "booking.wait": [(409, "past")],
    "booking.book": [(409, "hold-expired")],
    **dict.fromkeys(
        ["booking.get", "booking.cancel", "booking.reschedule", "booking.payment", "booking.refund", "booking.checkIn",
         "booking.noShow", "booking.note", "booking.settle", "booking.payBack", "booking.reopen", "booking.decide",
         "booking.reverseDecision", "booking.explain", "booking.appeal", "booking.rejectAppeal", "booking.customer",
         "booking.sellPass", "booking.correctPass"], [(404, None)]),
    # The body that is sent has no signature.
    "booking.notifyPayment": [(403, "not-believed")],
    "booking.bookFor": [(409, "past")],
    "booking.close": [(422, "/to future")],
    "booking.configure": [(409, "version-changed")],
}


def check(instance):
    """Sends each operation's example without a token where one is needed, then as the caller that it needs."""
    document = Document()
    connection = http.client.HTTPSConnection("localhost", instance.port, context=instance.context, timeout=30)
    faults, refused = _served_faults(connection, document), 0
    for operation in document.operations:
        if operation.needs_token:
            status, reason, differences = _send(connection, operation, None)
            faults += [f"{operation.id} without a token: {one}" for one in differences]
            if status != 401:
                faults.append(f"{operation.id} without a token answers {status} {reason}")
        token = instance.admin if operation.roles else instance.user if operation.takes_token else None
        status, reason, differences = _send(connection, operation, token)
        faults += [f"{operation.id}: {one}" for one in differences]
        if status >= 300:
            refused += 1
            if (status, reason) not in REFUSALS.get(operation.id, []):
                faults.append(f"{operation.id} refuses its example with {status} {reason}")
    connection.close()
    if faults:
        raise Failure("\n".join(faults))
    return f"{len(document.operations)} examples, {refused} of them refused as declared"


def _send(connection, operation, token):
    target, fields, body = operation.example_request()
    if token:
        fields["Authorization"] = f"Bearer {token}"
    connection.request(operation.verb, target, body, fields)
    answer = connection.getresponse()
    fields = {name.lower(): value for name, value in answer.getheaders()}
    if fields.get("content-type") == "text/event-stream":
        # A stream does not end: its first line shows that it began.
        content = answer.readline()
        connection.close()
    else:
        content = answer.read()
    reason = _reason(json.loads(content)) if answer.status >= 400 else None
    return answer.status, reason, operation.answer_faults(answer.status, fields, content)


def _reason(problem):
    """The reason of an error, or the rules of its faults."""
    # `POST /rpc` answers with a JSON-RPC object.
    problem = problem.get("error", {}).get("data") or problem
    rules = [f"{fault['pointer']} {fault['rule']}" for fault in problem.get("errors", [])]
    return problem.get("reason") or ", ".join(rules) or None


def _served_faults(connection, document):
    """The gateway serves the document of the repository, with the access rights of the instance."""
    connection.request("GET", "/openapi.json")
    served = Document(json.loads(connection.getresponse().read()))
    known = {operation.id: operation.outline() for operation in document.operations}
    current = {operation.id: operation.outline() for operation in served.operations}
    return [f"the instance serves another {name}" for name in sorted(known.keys() | current.keys())
            if known.get(name) != current.get(name)]
