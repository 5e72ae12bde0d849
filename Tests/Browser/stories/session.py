"""The session: no script sees the refresh token, and another site cannot use it."""

REFRESH = """async () => {
  const response = await fetch("/v1/sessions/refresh", {
    method: "POST", body: "{}", headers: { "Content-Type": "application/json", "X-Vokol-Session": "cookie" } });
  return { status: response.status, body: await response.json() };
}"""


def test_session_is_refreshed_by_a_cookie_that_scripts_cannot_read(visit, engine):
    page = visit("/about", signed_in_as="rider")
    assert page.evaluate("() => document.cookie") == ""
    answer = page.evaluate(REFRESH)
    assert answer["status"] == 200 and answer["body"]["accessToken"]
    assert "refreshToken" not in answer["body"]


def test_session_is_not_there_for_a_guest(visit, engine):
    page = visit("/about")
    assert page.evaluate(REFRESH)["status"] == 401
