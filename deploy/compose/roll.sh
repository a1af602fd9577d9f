#!/bin/sh
# Replaces the nodes of docker-compose.yml one at a time, with no heartbeat refused: for a new version or other settings.
#
#   deploy/compose/roll.sh             API nodes, then workers
#   deploy/compose/roll.sh worker      the nodes of one role
#
# COMPOSE_PROJECT_NAME and the like are as for docker compose itself; COMPOSE='docker-compose' for that of old engines.
#
# A new node is started beside the old ones. When it is ready and nginx has heard of it, an old one is told to stop: it
# serves on for MONITOR_DRAIN, then ends. A new node that does not become ready is taken away, and the old ones stay.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- api worker
compose=${COMPOSE:-docker compose}
$compose version >/dev/null 2>&1 || compose=docker-compose

is_ready() { docker exec "$1" node -e "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))" 2>/dev/null; }

for role in "$@"; do
  for old in $($compose ps -q "$role"); do
    before=$($compose ps -q "$role")
    $compose up -d --no-deps --no-build --no-recreate --scale "$role=$(($(echo "$before" | wc -l) + 1))" "$role"
    new=$($compose ps -q "$role" | grep -vxF "$before")
    tries=0
    until is_ready "$new"; do
      tries=$((tries + 1))
      if [ "$tries" -ge 60 ]; then
        docker logs --tail 20 "$new" >&2
        docker rm -f "$new" >/dev/null
        echo "The new $role node did not become ready; the others are as they were." >&2
        exit 1
      fi
      sleep 1
    done
    # nginx looks for new nodes every two seconds.
    sleep 3
    docker stop --time 15 "$old" >/dev/null
    docker rm "$old" >/dev/null
    echo "$role: one node replaced"
  done
done
