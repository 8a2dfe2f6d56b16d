#!/bin/sh
# Is the rulebook in order, and does every ruling hold? CI runs this too.
#     sh check.sh              more options go to `judge test`:
#     sh check.sh --update     keep the traces that are new or have changed
set -eu
cd "$(dirname "$0")"
judge lint @LINT@ >&2
judge test rulings@RULES@ "$@"
