"""The attackers' way to the clock, as raw bytes from chosen addresses, and what others see of it meanwhile."""

import contextlib
import datetime
import http.client
import itertools
import json
import select
import socket
import subprocess
import sys
import time

# Sources: eight addresses flood; the slow ones and another client have their own.
crowd = [f"127.0.0.{number}" for number in range(1, 9)]
another, slow_heads, slow_bodies, thief = "127.0.0.9", "127.0.0.10", "127.0.0.11", "127.0.0.12"
address, token, process, events = sys.argv[1:]
place = address.removeprefix("http://").split(":")
place = (place[0], int(place[1]))
host = f"Host: {place[0]}:{place[1]}"
paired = f"Authorization: Bearer {token}"
made_up = f"Authorization: Bearer {'0' * 32}"
is_json, is_sound = "Content-Type: application/json", "Content-Type: audio/ogg"
change, upload = "POST /api/v1/noise/stop HTTP/1.1", "POST /api/v1/sound/import?name=noise.ogg HTTP/1.1"


def connect(source=crowd[0]):
    return socket.create_connection(place, timeout=10, source_address=(source, 0))


def head(*lines):
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def answer(connection):
    """(status, headers, body) of the next answer; status "closed" if the connection ends without one."""
    try:
        reply = http.client.HTTPResponse(connection)
        reply.begin()
        return reply.status, reply.headers, reply.read()
    except TimeoutError:
        return "nothing", {}, b""
    except (OSError, http.client.HTTPException):
        return "closed", {}, b""


def ask(*pieces):
    """The answer to what these bytes say, on a connection of its own. Whoever is refused may stop listening."""
    with connect() as connection:
        with contextlib.suppress(ConnectionError):
            for piece in pieces:
                connection.sendall(piece)
        return answer(connection)


def status(*pieces):
    return ask(*pieces)[0]


def post(path, body):
    body = json.dumps(body)
    return ask(head(f"POST {path} HTTP/1.1", host, is_json, f"Content-Length: {len(body)}"), body.encode())


def chunks(size):
    """A chunked body."""
    piece = b"10000\r\n" + bytes(65536) + b"\r\n"
    return itertools.chain(itertools.repeat(piece, size // 65536), [b"0\r\n\r\n"])


def has_ended(connection, patience=0.0):
    """Whether the server has ended the connection; what it sent before is dropped."""
    try:
        while select.select([connection], [], [], patience)[0]:
            if not connection.recv(65536):
                return True
        return False
    except OSError:
        return True


def household(*words):
    reply = subprocess.run(["noiseclock", *words, "--json"], check=True, capture_output=True, text=True)
    return json.loads(reply.stdout)


def observe(worst, problem, asked):
    """Another client, in a process of its own: the work of the attacks would delay it."""
    while True:
        begin = time.monotonic()
        try:
            with connect(another) as connection:
                connection.sendall(head("GET /api/v1/status HTTP/1.1", host))
                came = str(answer(connection)[0])
        except OSError as error:
            came = str(error)
        took = time.monotonic() - begin
        worst.value = max(worst.value, took)
        if came != "200":
            problem.value = came.encode()[:99]
        asked.value += 1
        time.sleep(max(0, 0.2 - took))


def rings():
    """How many seconds after its minute each alarm was heard."""

    def instant(text):
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))

    late, scheduled = [], None
    with open(events) as lines:
        for event in map(json.loads, filter(lambda line: line.endswith("\n"), lines)):
            scheduled = event["scheduled"] if event["event"] == "alarm.fired" else scheduled
            if event["event"] == "ring.heard":
                late.append((instant(event["wall"]) - instant(scheduled)).total_seconds())
    return late


def memory():
    """(most, pages of files now) in KiB."""
    with open(f"/proc/{process}/status") as lines:
        values = dict(line.split(":") for line in lines)
    return tuple(int(values[name].split()[0]) for name in ("VmHWM", "RssFile"))
