"""In-memory store with the part of S3 that backups need."""

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files: dict[str, bytes]
    forbidden: bool

    def do_PUT(self) -> None:
        body = self.body()
        self.files[unquote(urlsplit(self.path).path)] = body
        self.answer(200, b"", ETag='"1"')

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if "list-type" in parse_qs(parts.query):
            prefix = parse_qs(parts.query).get("prefix", [""])[0]
            self.answer(403 if self.forbidden else 200, self.listing(parts.path, prefix))
        elif unquote(parts.path) in self.files:
            self.answer(200, self.files[unquote(parts.path)], ETag='"1"')
        else:
            self.answer(404, b"<Error><Code>NoSuchKey</Code></Error>")

    def do_HEAD(self) -> None:
        found = self.files.get(unquote(urlsplit(self.path).path))
        self.answer(404 if found is None else 200, found or b"", ETag='"1"')

    def do_DELETE(self) -> None:
        self.files.pop(unquote(urlsplit(self.path).path), None)
        self.answer(204, b"")

    def listing(self, bucket: str, prefix: str) -> bytes:
        if self.forbidden:
            return b"<Error><Code>AccessDenied</Code><Message>Not yours</Message></Error>"
        start = bucket.rstrip("/") + "/"
        keys = (path.removeprefix(start) for path in self.files if path.startswith(start))
        found = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>1</Size></Contents>"
            for key in sorted(keys)
            if key.startswith(prefix)
        )
        return (
            f"<ListBucketResult><IsTruncated>false</IsTruncated>{found}</ListBucketResult>".encode()
        )

    def body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            return self.signed_pieces(self.transferred())
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_signed = "aws-chunked" in self.headers.get("Content-Encoding", "")
        return self.signed_pieces(raw) if is_signed else raw

    def transferred(self) -> bytes:
        found = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def signed_pieces(self, raw: bytes) -> bytes:
        found, rest = b"", raw
        while rest:
            head, _, rest = rest.partition(b"\r\n")
            size = int(head.split(b";")[0], 16)
            if not size:
                break
            found, rest = found + rest[:size], rest[size + 2 :]
        return found

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Silence the log."""


@contextlib.contextmanager
def serve(*, forbidden: bool = False) -> Iterator[tuple[str, dict[str, bytes]]]:
    files: dict[str, bytes] = {}
    handler = type("Own", (Handler,), {"files": files, "forbidden": forbidden})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", files
    finally:
        server.shutdown()
        server.server_close()
