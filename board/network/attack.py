"""Attacks the network's side of a clock, and looks what became of the clock meanwhile.

    attack.py ADDRESS TOKEN PROCESS EVENTS

ADDRESS opens the clock, TOKEN is a paired device's, PROCESS the number of its noiseclock-web, EVENTS the file of its
events. `noiseclock` must reach the clock as its household does. Prints a line for each attack. The exit status is 0 if
everything was refused, an alarm rang in the midst of it as it does in a quiet minute, another client never waited, and
the memory stayed small.
"""

import contextlib
import datetime
import http.client
import itertools
import json
import multiprocessing
import resource
import socket
import sys
import threading
import time
from subprocess import SubprocessError

from peer import address, another, answer, ask, change, chunks, connect, crowd
from peer import has_ended, head, host, household, is_json, is_sound, made_up, memory, observe
from peer import paired, place, post, rings, slow_bodies, slow_heads, status, thief, token, upload

# Seconds until another client is answered, and seconds by which an alarm may ring later than in a quiet minute.
longest_answer = 1.0
longest_delay = 0.25
# KiB of memory that noiseclock-web may have had at once.
most_memory = 24 * 1024
fork = multiprocessing.get_context("fork")

# Each attack is a generator. For each try it yields its name, the status that came, and the statuses that are right.


def guesses():
    """five wrong guesses end a code, and the next one waits, each time twice as long"""

    def guess(code="000000"):
        return post("/api/v1/pair/confirm", {"code": code, "name": "Thief"})[0]

    yield "a code", post("/api/v1/pair", {})[0], [200]
    for count in range(5):
        yield f"guess {count + 1}", guess(), [403]
    yield "a guess after the last one", guess(), [409]
    for longest in (30, 60):
        refusal, headers, _ = post("/api/v1/pair", {})
        yield "another code", refusal, [429]
        yield "its wait", int(headers.get("Retry-After", 0)), range(longest - 9, longest + 1)
        # Who is at the clock gets a code at once, at which the thief may guess as often.
        code = household("pair")["pairing"]["code"]
        for count in range(5):
            yield f"guess {count + 1} at the household's", guess(f"{(int(code) + 1) % 10**6:06}"), [403]
        yield "the code that was guessed at", guess(code), [409]


def foreign():
    """a Host, an Origin or a page of others"""
    for name in ("evil.example", "localhost.evil.example", f"{place[0]}.evil.example", "evil.example:80"):
        yield name, status(head("GET / HTTP/1.1", f"Host: {name}")), [421]
    for name in ("", "a b", f"evil@{place[0]}", f"{place[0]}:0", f"{place[0]}:x", f"{place[0]}/", "[::1"):
        yield f"Host: {name}", status(head("GET / HTTP/1.1", f"Host: {name}")), [400]
    yield "no Host", status(head("GET / HTTP/1.1")), [400]
    for origin in ("http://evil.example", "null", f"http://{place[0]}:1", "file://", ""):
        yield f"Origin: {origin}", status(head(change, host, paired, f"Origin: {origin}")), [403]
    yield "another site", status(head(change, host, paired, "Sec-Fetch-Site: cross-site")), [403]
    for site in ("same-site", "cross-site", "x"):
        cookie = head(change, host, f"Cookie: noiseclock={token}", f"Sec-Fetch-Site: {site}")
        yield f"the cookie from a page of {site}", status(cookie), [401, 403]


def forms():
    """what a page of others can send without asking"""
    for kind in ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "text/json", ""):
        for line in (change, upload):
            body = head(line, host, paired, f"Content-Type: {kind}", "Content-Length: 2") + b"{}"
            yield f"{line} as {kind}", status(body), [415]


def headers():
    """repeated and contradicting headers: one refusal, and the connection ends, so that nothing hides in a body"""
    length, coding = "Content-Length: 2", "Transfer-Encoding: chunked"
    for lines in (
        *([host], ["Host: evil.example"], [length, length], [length, "Content-Length: 200"], [length, coding]),
        *([coding, coding], ["Transfer-Encoding: gzip, chunked"], ["Transfer-Encoding: x"], [length + ", 2"]),
        *(["Content-Length: +2"], ["Content-Length: 0x2"], ["Content-Length: -2"], ["Content-Length : 2"]),
        *(["Content-Type: text/plain"], [paired], [made_up], ["Cookie: a=b", "Cookie: a=c"], ["X: a\x01b"]),
        ["Origin: http://" + host[6:], "Origin: http://evil.example"],
        ["Sec-Fetch-Site: none", "Sec-Fetch-Site: cross-site"],
        ['If-Match: "1"', 'If-Match: "2"'],
        # A lone LF or CR ends a line here (RFC 9112 allows the first), and hides none.
        *(["X: a\nHost: evil.example"], ["X: a\rHost: evil.example"]),
    ):
        with connect() as connection:
            hidden = head("GET /api/v1/status HTTP/1.1", host)
            connection.sendall(head(change, host, is_json, paired, *lines) + b"{}" + hidden)
            yield repr(lines), answer(connection)[0], [400, "closed"]
            yield f"what hides behind {lines}", answer(connection)[0], ["closed"]


def targets():
    """targets in another form, and ways out of the folder"""
    for expected, tried in {
        404: "/etc/passwd /../../etc/passwd /api/v1/../v1/status /api/v1/./status /api/v1/%2e%2e/v1/status "
        "/api/v1/..%2fv1%2fstatus /api%2fv1%2fstatus /api/v1/..\\status //api/v1/status /api/v1/status/",
        400: "/api/v1/status%00 /%00 /api/v1/status%0d%0aX:%20y /api/v1/%ff /api/v1/%c0%ae%c0%ae /api/v1/%zz /api/v1/% "
        f"/api/v1/status#x {address}/api/v1/status http://evil.example/ evil.example:80 *",
        414: "/" + "x" * 3000,
    }.items():
        for target in tried.split():
            yield target[:60], status(head(f"GET {target} HTTP/1.1", host)), [expected]
    yield "a NUL", status(head("GET /etc/passwd\0/ HTTP/1.1", host)), [400, 404, "closed"]
    yield "HTTP/2", status(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), [400, 505, "closed"]
    yield "TLS", status(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"), [400, "closed"]
    favourite = "DELETE /api/v1/mix/favourite/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1"
    yield "a name that is a path", status(head(favourite, host, paired)), [404, 422]


def changes():
    """what the description leaves to devices, without a token and with one that was made up"""
    document = json.loads(ask(head("GET /api/v1/openapi.json HTTP/1.1", host))[2])
    client = http.client.HTTPConnection(*place, timeout=10, source_address=(crowd[0], 0))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if {} in operation.get("security", [{}]) or path.startswith("/api/v1/pair"):
                continue
            for parameter in operation.get("parameters", []):
                example = parameter.get("example")
                if parameter.get("in") == "path":
                    path = path.replace("{%s}" % parameter["name"], str(example or 1))
                elif parameter.get("required"):
                    path += f"?{parameter['name']}={example}"
            # The history is a query, and no stranger's either.
            content = operation.get("requestBody", {"content": {"application/json": {}}})["content"]
            kind = next(iter(content))
            examples = [one["value"] for one in content[kind].get("examples", {}).values()]
            body = content[kind].get("example", examples[0] if examples else {})
            for proof in ({}, {"Authorization": f"Bearer {'0' * 32}"}, {"Cookie": f"noiseclock={'0' * 32}"}):
                sent = (None, proof) if method == "get" else (json.dumps(body), {"Content-Type": kind, **proof})
                client.request(method.upper(), path, *sent)
                reply = client.getresponse()
                reply.read()
                yield f"{method} {path} {list(proof)}", reply.status, [401]


class Slow(threading.Thread):
    """Connections that send a byte every 2 s, until the server ends them."""

    def __init__(self, source, beginning):
        super().__init__(daemon=True)
        self.connections = [connect(source) for _ in range(10)]
        for connection in self.connections:
            connection.sendall(beginning)
        self.start_time, self.times = time.monotonic(), []
        self.start()

    def run(self):
        for step in itertools.count(1):
            if not self.connections or step > 300:
                break
            time.sleep(0.1)
            for connection in list(self.connections):
                if has_ended(connection):
                    self.times.append(time.monotonic() - self.start_time)
                    self.connections.remove(connection)
                elif step % 20 == 0:
                    with contextlib.suppress(OSError):
                        connection.sendall(b" ")


def begin_slow():
    body = head(change, host, paired, is_json, "Content-Length: 60000")
    return Slow(slow_heads, b"GET /"), Slow(slow_bodies, body)


def slow():
    """heads and bodies of a byte every 2 s, which end after 10 s and 20 s"""
    for what, attack, (least, most) in zip(("head", "body"), slow_ones, ((9, 14), (19, 25))):
        attack.join()
        yield f"slow connections with a {what} that ended", len(attack.times), [10]
        for end in attack.times:
            yield f"the end of a slow {what} in s", int(end), range(least, most)


def oversized():
    """heads of 64 KiB, and bodies of 1 MiB and of more than there is"""
    first = "GET /api/v1/status HTTP/1.1"
    yield "a long header", status(head(first, host, "X: " + "x" * 65536)), [431]
    yield "many headers", status(head(first, host, *(f"X-{number}: x" for number in range(6000)))), [431]
    yield "a long name", status(head(first, host, "x" * 65536 + ": x")), [431]
    yield "a long target", status(head(f"GET /{'x' * 65536} HTTP/1.1", host)), [414, 431]
    yield "a long method", status(head(f"{'X' * 65536} / HTTP/1.1", host)), [400, 414, 431, "closed"]
    yield "9 KiB", status(head(first, host, "X: " + "x" * 9216)), [431]
    body = head(change, host, paired, is_json, f"Content-Length: {2**20}")
    yield "a body of 1 MiB", status(body, bytes(2**20)), [413]
    for length in (2**63 - 1, 10**20):
        yield f"{length} bytes", status(head(change, host, paired, is_json, f"Content-Length: {length}"), b"{}"), [413]
    chunked = head(change, host, paired, is_json, "Transfer-Encoding: chunked")
    yield "1 MiB in chunks", status(chunked, *chunks(2**20)), [413]
    nested = head(change, host, paired, is_json, "Content-Length: 60000")
    yield "60,000 brackets", status(nested, b"[" * 60000), [400]


def uploads():
    """uploads of 70 MiB, torn ones, and ones of strangers, after which a paired device's file is looked at"""

    def begin(size, proof=paired):
        return head(upload, host, is_sound, size, proof)

    def look():
        return status(begin("Content-Length: 5") + b"noise")

    big, chunked = f"Content-Length: {70 * 2**20}", begin("Transfer-Encoding: chunked")
    for proof, expected in ((made_up, [401, 413]), (paired, [413])):
        yield "70 MiB", status(begin(big, proof), bytes(70 * 2**20)), expected
    yield "70 MiB in chunks", status(chunked, *chunks(70 * 2**20)), [413, "closed"]
    yield "a little more than 64 MiB in chunks", status(chunked, *chunks(2**26 + 2**19)), [413]
    for _ in range(20):
        with connect() as connection:
            connection.sendall(begin("Content-Length: 50000000") + bytes(100000))
    # The server has read what is left of them as soon as it had a moment.
    time.sleep(1)
    yield "a file after torn ones", look(), [409]
    with connect(thief) as connection:
        connection.sendall(begin("Content-Length: 60000000", made_up) + b"x")
        time.sleep(0.2)
        yield "a file beside a stranger's", look(), [409]


def streams():
    """streams that nobody reads; another reader's goes on"""
    with connect(another) as reader:
        reader.sendall(head("GET /api/v1/events?query=time.status HTTP/1.1", host))
        unread = []
        for number in range(24):
            connection = socket.socket()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            connection.bind((crowd[number % 8], 0))
            connection.connect(place)
            every = "&".join(f"query={name}" for name in ("sound.list", "status", "display.picture", "health.status"))
            connection.sendall(head(f"GET /api/v1/events?{every} HTTP/1.1", host))
            unread.append(connection)
        end = time.monotonic() + 6
        while time.monotonic() < end:
            for level in (20, 30):
                body = json.dumps({"volume": level}).encode()
                length = f"Content-Length: {len(body)}"
                status(head("POST /api/v1/noise/volume HTTP/1.1", host, paired, is_json, length) + body)
        reader.settimeout(3)
        reader.recv(2**20)
        yield "another reader's next word", b"event: alive" in reader.recv(2**20), [True]
        # The reader's is one of the 16.
        ended = sum(has_ended(connection, 0.05) for connection in unread)
        yield "streams that ended", ended, range(len(unread) - 15, len(unread) + 1)


def flood():
    """1,000 connections from 8 addresses, again and again, silent, with a word, and with whole requests"""
    words = itertools.cycle([b"", b"GET /", head("GET /api/v1/status HTTP/1.1", host)])
    rounds = 0
    while rounds < 3 or (len(rings()) < 2 and rounds < 60):
        word, connections = next(words), []
        for number in range(1000):
            connection = socket.socket()
            connection.bind((crowd[number % 8], 0))
            connection.setblocking(False)
            connection.connect_ex(place)
            connections.append(connection)
        time.sleep(0.5)
        for connection in connections:
            with contextlib.suppress(OSError):
                connection.send(word)
        time.sleep(0.5)
        if not word.endswith(b"\n"):
            yield "connections that are kept", sum(not has_ended(one) for one in connections), range(129)
        for connection in connections:
            connection.close()
        rounds += 1
    yield "rings meanwhile", len(rings()), [2]


def run(attack):
    """Whether all was as it should be."""
    worst.value, problem.value, asked.value = 0, b"", 0
    tried, failures = 0, []
    begin = time.monotonic()
    try:
        for what, came, expected in attack():
            tried += 1
            if came not in expected:
                failures.append(f"{what}: {came}, expected {expected}")
    except (OSError, http.client.HTTPException, SubprocessError, ValueError) as error:
        failures.append(f"it broke off: {error!r}")
    # A quick one is over before another client comes.
    while asked.value < 2:
        time.sleep(0.05)
    if worst.value > longest_answer:
        failures.append(f"another client waited for {worst.value:.2f} s")
    if problem.value:
        failures.append(f"another client got {problem.value.decode()}")
    figures = f"{tried} tried in {time.monotonic() - begin:.0f} s; another client waited {worst.value:.3f} s at most"
    print(f"{'FAILED' if failures else 'ok    '}  {attack.__doc__} ({figures})", flush=True)
    for failure in failures[:20]:
        print(f"        {failure}")
    return not failures


def quiet():
    """nothing: an alarm rings in a quiet minute"""
    for _ in itertools.takewhile(lambda _: not rings(), range(700)):
        time.sleep(0.1)
    household("stop")
    yield "rings", len(rings()), [1]


def kept():
    """Of all that strangers would like to change."""
    alarms = [(alarm["id"], alarm["schedule"]) for alarm in household("alarm", "list")["alarms"]]
    return alarms, [device["name"] for device in household("device", "list")["devices"]]


def afterwards():
    """the clock afterwards: alarms and devices are as before, the alarm was no later, the memory stayed small"""
    yield "alarms and devices", kept(), [before]
    late = rings()
    print(f"        An alarm was heard {late[0]:.3f} s after its minute in a quiet one, {late[1]:.3f} s in the attack.")
    yield "the alarm in the attack was as early as the quiet one", late[1] - late[0] <= longest_delay, [True]
    most, files = memory()
    print(f"        noiseclock-web had {most / 1024:.1f} MiB at most, {files / 1024:.1f} of them pages of its files.")
    yield "KiB of memory", most, range(most_memory)


# More than 1,000 connections at once.
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
now = datetime.datetime.fromisoformat(household("status")["status"]["local"])
# The next minute that is not just beginning, and the one after it.
for minutes in (1, 2):
    household("alarm", "add", f"{now + datetime.timedelta(minutes=minutes, seconds=5):%H:%M}")
worst, problem, asked = fork.Value("d", 0), fork.Array("c", 100), fork.Value("i", 0)
observer = fork.Process(target=observe, args=(worst, problem, asked), daemon=True)
observer.start()
good = run(quiet)
before = kept()
slow_ones = begin_slow()
attacks = [guesses, foreign, forms, headers, targets, changes, oversized, slow, uploads, streams, flood, afterwards]
for attack in attacks:
    good = run(attack) and good
observer.terminate()
sys.exit(not good)
