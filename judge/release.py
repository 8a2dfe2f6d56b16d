"""The release of judge."""

VERSION = "0.2.0"
