"""The form and the page for phones in the local network. An extra: it needs starlette and uvicorn."""
