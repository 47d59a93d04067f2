"""Webhook receiver in this process: sends a fixed answer and stores requests."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nthanks"


@dataclass
class Receiver:
    port: int
    answer: bytes = OK
    came: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?of=club"


@contextmanager
def receiver(answer: bytes = OK) -> Iterator[Receiver]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = Receiver(server.getsockname()[1], answer)
        threading.Thread(target=listen, args=(server, found), daemon=True).start()
        yield found


def listen(server: socket.socket, found: Receiver) -> None:
    while True:
        try:
            sock, _peer = server.accept()
        except OSError:
            return
        with sock, sock.makefile("rb") as reader:
            first = reader.readline().decode()
            heads = {"": first.strip()}
            while line := reader.readline().decode().strip():
                name, _colon, value = line.partition(": ")
                heads[name.lower()] = value
            found.came.append((heads, reader.read(int(heads.get("content-length", 0)))))
            with suppress(OSError):  # the client can have disconnected
                sock.sendall(found.answer)
