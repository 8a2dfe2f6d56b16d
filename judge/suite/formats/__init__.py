"""How a suite that was examined is told: for people, and for tools that show test results."""
