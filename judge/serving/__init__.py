"""The web form and its pages for phones in the local network. It is an extra that needs starlette and
uvicorn.
"""
