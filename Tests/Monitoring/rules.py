"""Checks with promtool that every alert fires when its fault is made, and ends after it."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

import yaml
from instance import Failure

import faults

ALERTS = Path(__file__).resolve().parents[2] / "deploy/monitoring/alerts.yml"


class Case:
    """A fault that begins and ends, as series of which one value is given per step of `minutes`."""

    def __init__(self, alert, *, start=20, end=60, fires=40, ended=80, minutes=1, gauges=(), counters=(), series=()):
        """`gauges` and `counters` give the values, or the increases per step, without and with the fault."""
        self.alert, self.start, self.fires, self.ended, self.minutes = alert, start, fires, ended, minutes
        self.series = dict(series)
        for name, (normal, bad) in dict(gauges).items():
            self.series[name] = [bad if start <= step < end else normal for step in range(ended + 1)]
        for name, (normal, bad) in dict(counters).items():
            total, self.series[name] = 0, []
            for step in range(ended + 1):
                total += bad if start <= step < end else normal
                self.series[name].append(total)

    def test(self):
        """Returns the test in promtool's form: not firing before the fault, firing during it, ended after it."""
        expression = f'count(ALERTS{{alertname="{self.alert}",alertstate="firing"}})'

        def at(step, is_firing):
            return {"expr": f"{expression} > bool 0", "eval_time": f"{step * self.minutes}m",
                    "exp_samples": [{"labels": "{}", "value": 1}] if is_firing else []}

        return {
            "interval": f"{self.minutes}m",
            "input_series": [{"series": name, "values": " ".join(map(str, values))}
                             for name, values in self.series.items()],
            "promql_expr_test": [at(self.start - 1, False), at(self.fires, True), at(self.ended, False)],
        }


CASES = [
    Case("VokolCallsFail", counters={
        'vokol_gateway_calls_total{method="museums.get",code="ok"}': (600, 600),
        'vokol_gateway_calls_total{method="museums.get",code="unavailable"}': (1, 60)}),
    Case("VokolMethodSlow", counters={
        f'vokol_gateway_call_duration_seconds_bucket{{method="museums.get",le="{bound}"}}': rates
        for bound, rates in {"0.1": (100, 50), "0.5": (100, 50), "1.0": (100, 100), "+Inf": (100, 100)}.items()}),
    Case("VokolNoReplica", gauges={
        'vokol_gateway_linked_replicas{service="auth",instance="a"}': (1, 1),
        'vokol_gateway_linked_replicas{service="auth",instance="b"}': (1, 0)}),
    Case("VokolReplicaEjected", gauges={'vokol_gateway_ejected_replicas{service="museums"}': (0, 1)}),
    Case("VokolShedding", counters={
        'vokol_gateway_shed_calls_total{service="museums",priority="low",caller="anonymous"}': (0, 60)}),
    Case("VokolConnectionsRefused", counters={
        'vokol_gateway_refused_connections_total{reason="address"}': (10, 120)}),
    Case("VokolConnectionsRefused", gauges={"vokol_gateway_connections": (800, 9001)}),
    Case("VokolLimitStoreAway", gauges={'vokol_limit_store_up{instance="a"}': (1, 0)}),
    Case("VokolProcessDown", gauges={'up{job="vokol-auth"}': (1, 0)}, fires=22, ended=61),
    Case("VokolProcessRestarts", fires=40, ended=80, series={
        'process_start_time_seconds{job="vokol-auth"}':
            [100 + max(0, min(step, 60) - 20) // 3 for step in range(81)]}),
    Case("VokolLogIncomplete", counters={"vokol_log_lines_dropped_total": (0, 5)}),
    Case("VokolTelemetryLost", counters={'vokol_telemetry_spans_total{outcome="dropped"}': (0, 5)}),
    Case("VokolTelemetryLost", counters={'vokol_telemetry_trace_exports_total{outcome="failed"}': (0, 1)}),
    Case("VokolTelemetryLost", counters={'vokol_telemetry_metric_exports_total{outcome="refused"}': (0, 1)}),
    Case("VokolNoDatabase", gauges={
        'vokol_postgres_connections{job="vokol-auth",state="busy"}': (0, 0),
        'vokol_postgres_connections{job="vokol-auth",state="idle"}': (1, 0)}),
    Case("VokolDatabaseBusy", gauges={"vokol_postgres_waiting": (0, 3)}),
    Case("VokolDatabaseBusy", counters={'vokol_postgres_refused_total{reason="full"}': (0, 3)}),
    Case("VokolMessagesNotDelivered", counters={'vokol_notify_deliveries_total{outcome="dead"}': (0, 1)}),
    Case("VokolMessagesNotDelivered", counters={'vokol_notify_deliveries_total{outcome="retried"}': (0, 12)}),
    Case("VokolPasswordGuessing", counters={
        'vokol_auth_logins_total{outcome="wrong"}': (30, 200), 'vokol_auth_logins_total{outcome="throttled"}': (0, 200),
        'vokol_auth_logins_total{outcome="right"}': (900, 900)}),
    Case("VokolTokensReused", counters={'vokol_auth_refreshes_total{outcome="reused"}': (0, 1)}, ended=130),
    Case("VokolSignInsBusy", gauges={"vokol_auth_hashing_slots": (4, 40)}),
    Case("VokolSMSBudget", gauges={
        "vokol_auth_sms_paused": (0, 0), "vokol_auth_sms_today": (10, 81), "vokol_auth_sms_budget": (100, 100)}),
    Case("VokolSMSBudget", gauges={
        "vokol_auth_sms_paused": (0, 1), "vokol_auth_sms_today": (10, 10), "vokol_auth_sms_budget": (100, 100)}),
    Case("VokolMailBudget", gauges={
        "vokol_auth_mail_paused": (0, 0), "vokol_auth_mail_today": (10, 81), "vokol_auth_mail_budget": (100, 100)}),
    Case("VokolMailBudget", gauges={
        "vokol_auth_mail_paused": (0, 1), "vokol_auth_mail_today": (10, 10), "vokol_auth_mail_budget": (100, 100)}),
    Case("VokolCodesWithheld", gauges={"vokol_auth_sms_withheld": (0, 1), "vokol_auth_mail_withheld": (0, 0)}),
    Case("VokolCodesWithheld", gauges={"vokol_auth_sms_withheld": (0, 0), "vokol_auth_mail_withheld": (0, 1)}),
    Case("VokolWorkRequired", gauges={'vokol_auth_work_bits{kind="sms"}': (0, 14)}),
    Case("VokolCodesUnused", end=80, fires=60, ended=115, counters={
        'vokol_auth_code_requests_total{outcome="sent"}': (6, 30),
        'vokol_auth_verifications_total{outcome="right"}': (5, 0)}),
    Case("VokolPaymentsForged", counters={'vokol_booking_notifications_total{outcome="refused"}': (0, 2)}),
    Case("VokolSlotsTaken", end=120, fires=100, ended=160, counters={
        'vokol_booking_bookings_total{outcome="taken"}': (3, 60),
        'vokol_booking_bookings_total{outcome="booked"}': (6, 6)}),
    Case("VokolThirdPartyDown", fires=55, gauges={
        'vokol_upstream_breaker_open{job="vokol-aggregator",host="open-meteo"}': (0, 1)}),
    Case("VokolLookupsFail", counters={
        'vokol_upstream_lookups_total{cache="weather",result="failed"}': (1, 60),
        'vokol_upstream_lookups_total{cache="weather",result="fresh"}': (60, 60)}),
    Case("VokolThirdPartyLimited", counters={
        'vokol_upstream_refusals_total{host="newsapi",reason="quota"}': (0, 1)}),
    Case("VokolWeekDiffers", gauges={"vokol_schedule_week_differs": (0, 1)}),
    # In hours; time begins at 0, where the process has started, too.
    Case("VokolTimetablesOld", minutes=60, start=40, end=80, fires=70, ended=90,
         counters={'vokol_schedule_rounds_total{outcome="finished"}': (1, 0)},
         gauges={'process_start_time_seconds{job="vokol-schedule"}': (0, 0)}),
]


def alerts():
    """Returns the alerting rules by name."""
    return {rule["alert"]: rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]}


def check(_):
    untested = set(alerts()) - {case.alert for case in CASES}
    if untested:
        raise Failure(f"no case makes the fault of {', '.join(sorted(untested))}")
    made = {name for fault in faults.ALL for name in fault.alerts}
    if set(alerts()) - made != set(faults.NOT_MADE):
        raise Failure(f"neither made nor excused by faults.py: {sorted((set(alerts()) - made) ^ set(faults.NOT_MADE))}")
    _promtool("check", "rules", str(ALERTS))
    with tempfile.TemporaryDirectory() as directory:
        # A file for each length of step, because the rules are evaluated once a step.
        for minutes in sorted({case.minutes for case in CASES}):
            path = Path(directory) / f"cases-{minutes}.yml"
            # JSON is YAML.
            path.write_text(json.dumps({
                "rule_files": [str(ALERTS)], "evaluation_interval": f"{minutes}m",
                "tests": [case.test() for case in CASES if case.minutes == minutes]}))
            _promtool("test", "rules", str(path))
    return f"{len(alerts())} alerts fire and end in {len(CASES)} cases"


def _promtool(*arguments):
    try:
        done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, timeout=120)
    except FileNotFoundError:
        raise Failure("promtool is missing; deploy/prepare test installs it") from None
    if done.returncode:
        raise Failure(re.sub(r"\n{2,}", "\n", done.stdout + done.stderr))
