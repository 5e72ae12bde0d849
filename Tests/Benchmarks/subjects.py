"""The subjects of the benchmarks: an instance of Vokol, and our gateway, nginx and HAProxy in front of equal stubs."""
import json
import os
import socket
import subprocess

from measure import wait_until

ANSWER_BYTES = 300
# A rate that no subject reaches, so that every call is counted against a limit and none is refused.
UNREACHED = 1_000_000


def free_port(count=1):
    """Returns a free port that `count` - 1 free ones follow, as `vokol up --gateways` needs them."""
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        if all(is_free(port + index) for index in range(1, count)):
            return port


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except (OSError, OverflowError):
            return False


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Running:
    """A program that runs in the foreground until the end of the benchmark."""

    all = []

    def __init__(self, name, command, log, port=None, environment=None):
        self.name = name
        self.log = log
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
                env={**os.environ, **(environment or {})})
        Running.all.append(self)
        if port:
            wait_until(f"{name} to listen on {port}; see {log}", lambda: self.check() and listens(port))

    @property
    def pid(self):
        return self.process.pid

    def check(self):
        if self.process.poll() is not None:
            with open(self.log) as file:
                raise SystemExit(f"bench: {self.name} has ended:\n{file.read()[-2000:]}")
        return True

    def stop(self):
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Instance(Running):
    """A complete instance, started by `vokol up`."""

    def __init__(self, programs, place, environment=None, simulated=False, generator=None, arguments=()):
        os.makedirs(place, mode=0o711, exist_ok=True)
        self.directory = f"{place}/instance"
        self.vokol = f"{programs}/vokol"
        # An earlier build is measured by the same generator.
        self.load = f"{generator or self.vokol}-load"
        # Further gateways take the ports that follow.
        self.port = free_port(4)
        super().__init__(
            "vokol up",
            [self.vokol, "up", "--directory", self.directory, "--port", str(self.port),
             "--redirect-port", str(free_port()), "--simulate" if simulated else "--no-simulate", *arguments],
            f"{place}/up.log",
            environment={
                "VOKOL_LOG_CALLS": "false",
                # Lets the users of the open loop register at once; the limits per user keep their defaults.
                "VOKOL_REGISTRATIONS_PLACE_LIMIT": "100000", "VOKOL_MAIL_BUDGET": "10000000",
                "VOKOL_LIMITS_ADDRESS_RATE": str(UNREACHED), "VOKOL_LIMITS_ADDRESS_BURST": str(UNREACHED),
                # All users of the open loop are behind one address.
                "VOKOL_LIMITS_ADDRESS_CONNECTIONS": "10000",
            } | (environment or {}))
        wait_until(f"the instance; see {self.log}", lambda: self.check() and "Ready in" in open(self.log).read(), 300)

    def record(self):
        with open(f"{self.directory}/instance.json") as file:
            return json.load(file)

    def pids(self):
        return {process["name"]: process["pid"] for process in self.record()["processes"]}

    def replica(self, name):
        return next(process for process in self.record()["processes"] if process["name"] == name)

    def secret(self, name):
        with open(f"{self.directory}/secrets/{name}") as file:
            return file.read().strip()

    def token(self):
        """Returns an access token of the demonstration account, valid for five minutes."""
        with open(f"{self.directory}/secrets/demonstration.json") as file:
            account = json.load(file)
        answer = subprocess.run(
            [self.vokol, "call", "--directory", self.directory, "--raw", "auth.login", f"email={account['email']}",
             f"password={account['password']}"], capture_output=True, text=True, check=True)
        return json.loads(answer.stdout)["accessToken"]

    @property
    def certificate(self):
        return f"{self.directory}/certificates/server.pem"

    @property
    def key(self):
        return f"{self.directory}/certificates/server.key"

    @property
    def authority(self):
        return f"{self.directory}/certificates/ca.pem"


def line_stub(programs, place, instance):
    port = free_port()
    return port, Running(
        "line stub",
        [f"{programs}/vokol-bench-stub", "lines", str(port), str(ANSWER_BYTES), instance.secret("link")],
        f"{place}/line-stub.log", port)


def http_stub(programs, place):
    port = free_port()
    return port, Running(
        "HTTP stub", [f"{programs}/vokol-bench-stub", "http", str(port), str(ANSWER_BYTES)],
        f"{place}/http-stub.log", port)


def gateway(programs, place, instance, stub_port=None, name="Vokol", limits=(), wrapper=(), replicas=None, logs=False):
    """Starts our gateway, under `wrapper`, with the real auth behind it, and in place of museums the stub or `replicas`."""
    port = free_port()
    subject = Running(
        name,
        [*wrapper, f"{programs}/vokol-gateway", "--listen-host", "127.0.0.1", "--listen-port", str(port), "--redirect-port", "-1",
         "--admin-port", str(free_port()), "--tls-certificate", instance.certificate, "--tls-key", instance.key,
         "--replicas-auth", f"127.0.0.1:{instance.replica('auth')['port']}",
         "--replicas-museums", replicas or f"127.0.0.1:{stub_port}", "--log-calls", "true" if logs else "false",
         "--limits-user-rate", str(UNREACHED), "--limits-user-burst", str(UNREACHED),
         "--limits-user-inflight", "65536", "--limits-user-service-inflight", "4095",
         "--limits-address-service-inflight", "4095", "--limits-guard-rate", str(UNREACHED),
         "--limits-guard-burst", str(UNREACHED), "--limits-address-connections", "10000", *limits],
        f"{place}/gateway-{port}.log", port,
        {"VOKOL_LINK_SECRET_FILE": f"{instance.directory}/secrets/link"})
    subject.port = port
    return subject


NGINX = """
daemon off; worker_processes {workers}; pid {place}/nginx-{port}.pid; error_log {place}/nginx-error.log crit;
events {{ worker_connections 4096; }}
http {{
    access_log {log}; keepalive_timeout 300s; keepalive_requests 1000000000; tcp_nodelay on;
    limit_req_zone $http_authorization zone=user:16m rate={rate}r/s;
    upstream stub {{ server 127.0.0.1:{stub}; keepalive 256; keepalive_requests 1000000000; }}
    server {{
        listen 127.0.0.1:{port} ssl http2 backlog=4096;
        ssl_certificate {certificate}; ssl_certificate_key {key}; ssl_protocols TLSv1.3;
        location / {{
            limit_req zone=user burst={rate} nodelay;
            proxy_pass http://stub; proxy_http_version 1.1; proxy_set_header Connection "";
        }}
    }}
}}
"""


def nginx(place, instance, stub_port, workers, logs=False):
    port = free_port()
    path = f"{place}/nginx-{port}.conf"
    with open(path, "w") as file:
        file.write(NGINX.format(
            place=place, port=port, stub=stub_port, certificate=instance.certificate, key=instance.key,
            workers=workers, rate=UNREACHED,
            log=f"{place}/nginx-access.log" if logs else "off"))
    subject = Running("nginx", ["nginx", "-p", place, "-c", path], f"{place}/nginx-{port}.log", port)
    subject.port = port
    return subject


HAPROXY = """
global
    nbthread {threads}
    maxconn 4096
    ssl-default-bind-options ssl-min-ver TLSv1.3
    # The cipher that the others negotiate with the generator; by default HAProxy would choose AES-256.
    ssl-default-bind-ciphersuites TLS_AES_128_GCM_SHA256
defaults
    mode http
    {log}
    timeout client 300s
    timeout server 30s
    timeout connect 1s
    timeout http-keep-alive 300s
    option http-keep-alive
    http-reuse always
frontend edge
    bind 127.0.0.1:{port} ssl crt {place}/haproxy.pem alpn h2,http/1.1 backlog 4096
    stick-table type string len 1024 size 100k expire 60s store http_req_rate(1s)
    http-request track-sc0 req.hdr(authorization)
    http-request deny deny_status 429 if {{ sc_http_req_rate(0) gt {rate} }}
    default_backend stub
backend stub
    server one 127.0.0.1:{stub} pool-max-conn 256
"""


def haproxy(place, instance, stub_port, threads, logs=False):
    port = free_port()
    with open(f"{place}/haproxy.pem", "w") as file:
        for part in (instance.certificate, instance.key):
            with open(part) as source:
                file.write(source.read())
    path = f"{place}/haproxy-{port}.cfg"
    with open(path, "w") as file:
        file.write(HAPROXY.format(place=place, port=port, stub=stub_port, threads=threads, rate=UNREACHED,
            log="log stdout format raw local0\n    option httplog" if logs else ""))
    subject = Running("HAProxy", ["haproxy", "-f", path, "-db"], f"{place}/haproxy-{port}.log", port)
    subject.port = port
    return subject
