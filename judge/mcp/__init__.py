"""What the tools of `judge mcp` do: they call commands of `judge`, each in a process of its own."""
