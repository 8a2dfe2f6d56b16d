#!/bin/sh
# Which rulings change against another branch? Of a pull request CI asks it too.
#     sh changes.sh main       more options go to `judge diff`
# It ends with 1 while an answer or a fact changes that accepted.toml does not accept.
set -eu
cd "$(dirname "$0")"
base=${1:?against which branch: sh changes.sh main}
shift
if [ -f accepted.toml ]; then
    set -- --accept accepted.toml "$@"
fi
judge diff @SIDES@ rulings "$@"
