"""Each request that the application answers as a span; put before it only where traces are collected."""

from showground.core.tracing import span
from showground.surfaces.asgi import OPERATION, SEND_WHOLE, App, Message, Receive, Scope, Send, arrival_of, header


def traced(app: App) -> App:
    """A span for each request, below the caller's own if it sends a traceparent (W3C Trace Context)."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        scope.pop(SEND_WHOLE, None)  # it would pass by `send_and_note`
        method, parent = scope["method"], header(scope, b"traceparent")

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                opened.note(status=message["status"])
            await send(message)

        with span(method, parent=parent, request_id=arrival_of(scope).request_id) as opened:
            await app(scope, receive, send_and_note)
            if OPERATION in scope:  # a page's is its address with names in place of values
                opened.rename(f"{method} {scope[OPERATION]}")

    return answer
