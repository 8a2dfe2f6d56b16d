"""`python -m judge` is `judge`."""

from judge.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
