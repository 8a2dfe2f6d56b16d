"""How fast `judge` is: `python -m bench` measures and writes bench/latest.md. No test reads a clock."""
