"""The web form and its pages for phones in the local network; an extra that needs starlette and uvicorn."""
