"""Measures bookings through the whole stack against pgbench, and slots that many users poll during bookings."""
import datetime
import json
import os
import re
import subprocess
import time

import subjects
from measure import Load, cpu_seconds, errors_of
from search import parsed_parameters, run_psql

ACCOUNTS = 64
CLIENTS = 32
# The number of database connections of the service.
SESSIONS = 8
# The slots of a round, more than it can book.
SLOTS = 6000
# The longest round in seconds. Each of the 32 accounts that are connected may have 100 bookings; fast machines reach
# that limit in a second and a half.
LONGEST_ROUND = 1
SET_MILLISECONDS = 300_000


def call(instance, *words):
    answer = subprocess.run(
        [instance.vokol, "call", "--directory", instance.directory, "--demo", "--raw", *words],
        capture_output=True, text=True)
    if answer.returncode != 0:
        raise SystemExit(f"bench: {words[0]} failed: {answer.stdout}{answer.stderr}")
    return json.loads(answer.stdout)


def administer(programs, instance):
    """Makes the demonstration account an administrator of the park."""
    with open(f"{instance.directory}/secrets/demonstration.json") as file:
        email = json.load(file)["email"]
    subprocess.run(
        [f"{programs}/vokol-auth", "grant", "admin", email], check=True, capture_output=True,
        env={**os.environ, "VOKOL_AUTH_DATABASE_URL_FILE": f"{instance.directory}/secrets/database-url-auth",
             "VOKOL_AUTH_SECRET_FILE": f"{instance.directory}/secrets/auth-master"})


def open_park(instance):
    """Opens the park day and night with sets of five minutes, so that there are enough slots."""
    now = call(instance, "booking.configuration")
    park = now["park"] | {
        "setMinutes": 5, "bookingsPerAccount": 100, "horizonDays": 30,
        "hours": [{"weekday": day, "opens": "00:00", "closes": "24:00"} for day in range(1, 8)]}
    call(instance, "booking.configure", f"version={now['version']}", f"park:={json.dumps(park)}")


def coming_slots(instance):
    """Returns the dates of the coming weeks and the slots of one reverse on them."""
    dates = [day["date"] for day in call(instance, "booking.days", "days=28")["items"]][1:]
    slots = []
    for date in dates:
        slots += [slot["startsAt"] for slot in call(instance, "booking.slots", f"date={date}", "reverseId=big")["items"]]
    return dates, slots[:SLOTS]


def book(slot):
    return ["--params", "booking.book=" + json.dumps(
        {"reverseId": "big", "startsAt": slot, "sets": 1, "payWith": "on-site"}, separators=(",", ":"))]


def forget_bookings(instance):
    """Frees all slots, so that each round starts with equal tables.

    The tables keep their pages, because a query plan made for empty tables is unsuitable for those of an open park.
    """
    run_psql(
        instance, "-d", "vokol_booking", "-c", "DELETE FROM slot_claim", "-c", "DELETE FROM idempotency_key",
        "-c", "DELETE FROM booking", "-c", "UPDATE day_version SET version = version + 1",
        "-c", "VACUUM (ANALYZE, TRUNCATE FALSE)", "-c", "CHECKPOINT")


def book_one(instance, slot):
    return call(instance, "booking.book", "reverseId=big", f"startsAt={slot}", "sets=1", "payWith=on-site")


def captured_transaction(instance, slots):
    """Returns the statements of one booking with their parameters from PostgreSQL's log, without BEGIN and COMMIT.

    It is the second booking: a customer's first one begins by reading the person from auth, and then finds the customer
    by another key than the bookings that the rounds make.
    """
    book_one(instance, slots[1])
    log = f"{instance.directory}/logs/postgres.log"
    size = os.path.getsize(log)
    run_psql(instance, "-d", "postgres", "-c", "ALTER SYSTEM SET log_min_duration_statement = 0",
             "-c", "SELECT pg_reload_conf()", "-c", "SELECT pg_sleep(0.5)")
    booking = book_one(instance, slots[0])
    run_psql(instance, "-d", "postgres", "-c", "ALTER SYSTEM RESET log_min_duration_statement",
             "-c", "SELECT pg_reload_conf()", "-c", "SELECT pg_sleep(0.5)")
    with open(log, encoding="utf-8") as file:
        file.seek(size)
        text = file.read()
    sessions = {}
    entries = re.split(r"(?m)^(?=\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\])", text)
    for entry, detail in zip(entries, entries[1:] + [""]):
        found = re.match(r"\S+ \S+ \w+ \[(\d+)\] vokol_booking LOG:  duration: [\d.]+ ms  (statement|execute [^:]*): (.*)", entry, re.S)
        if found:
            parameters = re.search(r"DETAIL:  parameters: (.*)", detail, re.S)
            sessions.setdefault(found.group(1), []).append(
                (found.group(3).strip(), parsed_parameters(parameters.group(1).strip()) if parameters else {}))
    for statements in sessions.values():
        names = [statement for statement, _ in statements]
        inserts = [index for index, name in enumerate(names) if "INSERT INTO booking (" in name]
        if len(inserts) == 1:
            begin = max(index for index, name in enumerate(names[:inserts[0]]) if name.startswith("BEGIN"))
            end = names.index("COMMIT", begin)
            return booking, statements[begin + 1:end]
    raise SystemExit(f"bench: no transaction of a booking among {sessions}")


def number(statement, pattern):
    """Returns the number of the parameter that the pattern finds in a statement."""
    found = re.search(pattern, statement)
    if not found:
        raise SystemExit(f"bench: the statement has no parameter like {pattern}: {statement}")
    return int(found.group(1))


def pgbench_scripts(instance, place, slots):
    """Writes scripts that book other slots for other customers by the same statements.

    One sends each statement by itself, the other sends them in pipelines, as the service does.
    """
    booking, statements = captured_transaction(instance, slots)
    start = int(datetime.datetime.fromisoformat(booking["startsAt"].replace("Z", "+00:00")).timestamp() * 1000)
    owner = run_psql(
        instance, "-d", "vokol_booking", "-c",
        f"SELECT customer_id || ' ' || account_id FROM booking b JOIN customer c ON c.id = b.customer_id WHERE b.id = '{booking['id']}'")
    customer, account = owner.split()
    text, parameters = next(each for each in statements if "INSERT INTO idempotency_key" in each[0])
    key = parameters[number(text, r"SELECT \$\d+::uuid, \$\d+, \$(\d+), \$\d+::bytea")]
    day = parameters[number(text, r"unnest\(\$(\d+)::bigint\[\]\) AS day")]
    replaced = {
        customer: "(:customer)::uuid", account: "(:account)::uuid", key: "(:number)::text", day: "ARRAY[(:day)::bigint]",
        booking["id"]: "('00000000-0000-7000-8000-' || lpad(to_hex((:number)::bigint), 12, '0'))::uuid",
        str(start): "(:start)::bigint", str(start + SET_MILLISECONDS): "(:finish)::bigint",
        str(start // SET_MILLISECONDS): "(:atom)::bigint",
    }
    first_day = int(day.strip("{}"))
    lines = [
        "\\if :turn = 0",
        "SELECT id AS customer, account_id AS account FROM customer ORDER BY id LIMIT 1 OFFSET :client_id \\gset",
        "\\endif", "\\set number random(1, 281474976710655)",
        # Books slots in order, as the other clients do, so that sessions compete for the version of the day.
        f"\\set atom {start // SET_MILLISECONDS} + 1 + :turn * {SESSIONS} + :client_id", "\\set turn :turn + 1",
        f"\\set start :atom * {SET_MILLISECONDS}", f"\\set finish :start + {SET_MILLISECONDS}",
        f"\\set day {first_day} + (:start - {start}) / 86400000"]
    commands = ["BEGIN;"]
    looked = None
    for statement, parameters in statements:
        for position in sorted(parameters, reverse=True):
            value = parameters[position]
            text = "NULL" if value is None else replaced.get(value, "'" + value.replace("'", "''") + "'")
            statement = re.sub(rf"\${position}(?!\d)", lambda _: text, statement)
        # pgbench reads a colon before a letter as a variable; no value contains one except ours.
        commands.append(" ".join(statement.split()) + ";")
        if "clock_timestamp()" in statement:
            looked = len(commands)
    commands.append("COMMIT;")
    if looked is None:
        raise SystemExit("bench: no statement asks for the time")
    # The service waits once, for the results on which it decides; before and after, it sends all statements together.
    together = ["\\startpipeline", *commands[:looked], "\\endpipeline", "\\startpipeline", *commands[looked:], "\\endpipeline"]
    paths = {}
    for name, body in (("pgbench", commands), ("pipeline", together)):
        paths[name] = f"{place}/{name}.sql"
        with open(paths[name], "w", encoding="utf-8") as file:
            file.write("\n".join(lines + body) + "\n")
        os.chmod(paths[name], 0o644)
    return paths, len(statements)


def pgbench_round(instance, script, seconds):
    """Returns the bookings per second, and PostgreSQL's CPU time per booking in microseconds."""
    with open(f"{instance.directory}/secrets/database-url-booking") as file:
        url = file.read().strip()
    before = cpu_seconds(instance.pids()["postgres"])
    bench = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", str(SESSIONS), "-j", "1", "-T", str(max(1, int(seconds))), "-D", "turn=0",
         "-f", script, url], capture_output=True, text=True,
        env={**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan -c jit=off"})
    if bench.returncode != 0:
        raise SystemExit(f"bench: pgbench failed: {bench.stderr[-2000:]}")
    count = int(re.search(r"number of transactions actually processed: (\d+)", bench.stdout).group(1))
    rate = float(re.search(r"tps = ([\d.]+)", bench.stdout).group(1))
    return rate, (cpu_seconds(instance.pids()["postgres"]) - before) * 1e6 / max(1, count)


def stack_round(instance, gateway, slots, seconds):
    """Returns the acknowledged bookings per second, and the CPU time per booking of PostgreSQL and of our processes."""
    pids = instance.pids()
    before = cpu_seconds(pids["postgres"])
    result = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{gateway.port}",
        "--accounts", ACCOUNTS, "--closed", "--connections", CLIENTS, "--duration", seconds, "--warm-up", 0,
        "--mix", "booking.book", *[word for slot in slots for word in book(slot)],
        "--pid", gateway.pid, "--pid", pids["booking"]).result()
    if errors_of(result):
        raise SystemExit(f"bench: bookings were answered with errors: {result['all']['errors']}")
    used = (cpu_seconds(pids["postgres"]) - before) * 1e6 / max(1, result["all"]["calls"])
    return result["all"]["answeredPerSecond"], used, result["watchedMicrosecondsPerCall"]


def booking(options, place, instance):
    """Measures slots for polling users while others book, and then the rates of bookings."""
    administer(options.programs, instance)
    dates, slots = coming_slots(instance)
    gateway = subjects.gateway(
        options.programs, place, instance, instance.replica("museums")["port"], "Vokol for bookings",
        limits=("--replicas-booking", f"127.0.0.1:{instance.replica('booking')['port']}",
                "--limits-address-rate", str(subjects.UNREACHED), "--limits-address-burst", str(subjects.UNREACHED)))
    Load(
        instance.load, "--directory", instance.directory, "--accounts", max(ACCOUNTS, options.accounts), "--users", 1,
        "--duration", 0.1, "--warm-up", 0).result()
    booking_meanwhile = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{gateway.port}",
        "--accounts", ACCOUNTS, "--users", ACCOUNTS, "--rate", 0.25, "--duration", options.open_seconds + 8, "--warm-up", 0,
        "--mix", "booking.book", *[word for slot in slots for word in book(slot)])
    # At sixteen bookings a second, no account reaches its limit of coming bookings. The two loads start one after the
    # other, because both sign in with the same file of accounts.
    time.sleep(3)
    polling = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{instance.port}",
        "--accounts", options.accounts, "--users", options.users, "--rate", 1,
        "--duration", options.open_seconds, "--warm-up", 2, "--mix", "booking.slots",
        *[word for date in dates[:7] for word in ("--params", "booking.slots=" + json.dumps({"date": date}))],
        "--pid", instance.pids()["gateway"], "--pid", instance.pids()["booking"]).result()
    meanwhile = booking_meanwhile.result()
    open_park(instance)
    forget_bookings(instance)
    dates, slots = coming_slots(instance)
    # A first round makes every account a customer.
    stack_round(instance, gateway, slots, 1)
    forget_bookings(instance)
    scripts, statements = pgbench_scripts(instance, place, slots)
    turns, seconds = ("stack", "pgbench", "pipeline"), min(options.seconds, LONGEST_ROUND)
    rounds = []
    for number in range(options.rounds):
        # Rotates the order, so that no subject is always the first.
        for turn in turns[number % 3:] + turns[:number % 3]:
            forget_bookings(instance)
            if turn == "stack":
                rate, used, ours = stack_round(instance, gateway, slots, seconds)
                rounds.append({"stackRate": rate, "stackDatabase": used, "stackOurs": ours})
            else:
                rate, used = pgbench_round(instance, scripts[turn], seconds)
                rounds.append({f"{turn}Rate": rate, f"{turn}Database": used})
    gateway.stop()
    return {
        "polling": polling, "meanwhile": meanwhile, "statements": statements,
        **{name: [each[name] for each in rounds if name in each]
           for name in ("pgbenchRate", "pgbenchDatabase", "pipelineRate", "pipelineDatabase", "stackRate",
                        "stackDatabase", "stackOurs")}}
