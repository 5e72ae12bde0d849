"""Measures search through the whole stack against pgbench with the same statement."""
import os
import re
import resource
import subprocess

from measure import Load, cpu_seconds

QUERIES = ["art museum", "county historical society", "railroad", "children", "garden", "aviation"]


def run_psql(instance, *arguments):
    """Runs psql as the superuser of the instance's PostgreSQL, the system user that runs the server."""
    place = instance.record()["postgres"]
    data = f"{os.path.realpath(instance.directory + '/postgres')}/data"
    owner = os.stat(data)
    command = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", place["socketDirectory"], "-p", str(place["port"])]
    return subprocess.run(
        [*command, *arguments], capture_output=True, text=True, check=True, cwd="/",
        user=owner.st_uid if os.getuid() == 0 else None, group=owner.st_gid if os.getuid() == 0 else None).stdout


def import_museums(programs, instance, csv, times=2):
    """Imports a file, twice by default, and returns the output of `vokol-museums import` for each time."""
    environment = {**os.environ, "VOKOL_MUSEUMS_DATABASE_URL_FILE": f"{instance.directory}/secrets/database-url-museums"}
    outputs = []
    for _ in range(times):
        run = subprocess.run(
            [f"{programs}/vokol-museums", "import", csv], env=environment, capture_output=True, text=True)
        # Status 3: everything was imported except the lines listed.
        if run.returncode not in (0, 3):
            raise SystemExit(f"bench: the import failed: {run.stderr[-2000:]}")
        outputs.append(run.stdout.strip())
    run_psql(instance, "-d", "vokol_museums", "-c", "VACUUM (ANALYZE)")
    return outputs


def captured_statement(instance, query):
    """Returns the statement of a search and its parameters, from PostgreSQL's log."""
    log = f"{instance.directory}/logs/postgres.log"
    size = os.path.getsize(log)
    run_psql(instance, "-d", "postgres", "-c", "ALTER SYSTEM SET log_min_duration_statement = 0",
             "-c", "SELECT pg_reload_conf()", "-c", "SELECT pg_sleep(0.5)")
    subprocess.run(
        [instance.vokol, "call", "--directory", instance.directory, "--demo", "museums.search", f"query={query}"],
        check=True, stdout=subprocess.DEVNULL)
    run_psql(instance, "-d", "postgres", "-c", "ALTER SYSTEM RESET log_min_duration_statement",
             "-c", "SELECT pg_reload_conf()", "-c", "SELECT pg_sleep(0.5)")
    with open(log, encoding="utf-8") as file:
        file.seek(size)
        text = file.read()
    entries = re.split(r"(?m)^(?=\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\])", text)
    found = []
    for entry, detail in zip(entries, entries[1:]):
        statement = re.search(r"vokol_museums LOG:  duration: ([\d.]+) ms  execute [^:]*: (.*)", entry, re.S)
        parameters = re.search(r"DETAIL:  parameters: (.*)", detail, re.S)
        if statement and parameters:
            found.append((float(statement.group(1)), statement.group(2).strip(), parameters.group(1).strip()))
    if len(found) != 1:
        raise SystemExit(f"bench: expected one statement of a search for '{query}', found {len(found)}: {found}")
    return found[0][1], parsed_parameters(found[0][2])


def parsed_parameters(text):
    """Parses parameters such as `$1 = 'it''s', $2 = NULL` into a dictionary by number."""
    found = {}
    for number, value in re.findall(r"\$(\d+) = (NULL|'(?:[^']|'')*')", text):
        found[int(number)] = None if value == "NULL" else value[1:-1].replace("''", "'")
    return found


def pgbench_scripts(instance, place):
    """Returns a script for each query, and the variables that pgbench must define for them.

    pgbench accepts no empty value on its command line, so each client fetches one, once.
    """
    scripts, definitions = [], ["-D", "fetched=0"]
    fetch = "\\if :fetched = 0\nSELECT '' AS empty \\gset\n\\set fetched 1\n\\endif\n"
    for index, query in enumerate(QUERIES):
        statement, parameters = captured_statement(instance, query)
        # The script is one line, whose rest a comment would hide.
        statement = re.sub("--.*", "", statement)
        for number in sorted(parameters, reverse=True):
            value = parameters[number]
            name = f":q{index}p{number}" if value else ":empty" if value == "" else "NULL"
            statement = re.sub(rf"\${number}(?!\d)", name, statement)
            if value:
                definitions += ["-D", f"{name[1:]}={value}"]
        path = f"{place}/search-{index}.sql"
        with open(path, "w", encoding="utf-8") as file:
            # pgbench reads a semicolon at the end of a line as the end of a statement, and :: as a cast.
            file.write(fetch + " ".join(statement.split()) + ";\n")
        os.chmod(path, 0o644)
        scripts += ["-f", path]
    return scripts, definitions


def pgbench_round(instance, scripts, definitions, clients, seconds):
    """Returns the CPU microseconds per query of PostgreSQL and of pgbench, and the queries per second."""
    postgres = instance.pids()["postgres"]
    with open(f"{instance.directory}/secrets/database-url-museums") as file:
        url = file.read().strip()
    before, own = cpu_seconds(postgres), resource.getrusage(resource.RUSAGE_CHILDREN)
    bench = subprocess.run(
        ["pgbench", "-n", "-M", "prepared", "-c", str(clients), "-j", "1", "-T", str(seconds), *definitions, *scripts, url],
        capture_output=True, text=True,
        env={**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan -c jit=off"})
    if bench.returncode != 0:
        raise SystemExit(f"bench: pgbench failed: {bench.stderr[-2000:]}")
    after, children = cpu_seconds(postgres), resource.getrusage(resource.RUSAGE_CHILDREN)
    count = int(re.search(r"number of transactions actually processed: (\d+)", bench.stdout).group(1))
    client = children.ru_utime + children.ru_stime - own.ru_utime - own.ru_stime
    return (after - before) * 1e6 / count, client * 1e6 / count, count / seconds


def stack_round(instance, gateway, token, clients, seconds):
    """Returns the result of `vokol-load` for the same queries through gateway and museums, with PostgreSQL's CPU time."""
    pids = instance.pids()
    postgres = cpu_seconds(pids["postgres"])
    result = Load(
        instance.load, "--directory", instance.directory, "--address", f"localhost:{gateway.port}", "--token", token,
        "--closed", "--connections", clients, "--duration", seconds, "--warm-up", 0, "--mix", "museums.search",
        *[word for query in QUERIES for word in ("--params", f'museums.search={{"query":"{query}"}}')],
        "--pid", gateway.pid, "--pid", pids["museums"], "--pid", pids["postgres"]).result()
    result["postgresMicroseconds"] = (cpu_seconds(pids["postgres"]) - postgres) * 1e6 / max(1, result["all"]["calls"])
    return result
