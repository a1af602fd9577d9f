#!/usr/bin/env bash
# heartbeat.sh SERVICE: says that it is alive until it is told to stop. Needs curl.
[[ $1 && $SERVICE_MONITOR_URL && $SERVICE_MONITOR_API_KEY ]] || { echo 'usage: SERVICE_MONITOR_URL=… SERVICE_MONITOR_API_KEY=… heartbeat.sh SERVICE' >&2; exit 1; }
ask() { curl -fsSm 10 -X "$1" "$SERVICE_MONITOR_URL$2" -H @<(echo "X-API-Key: $SERVICE_MONITOR_API_KEY") -H 'Content-Type: application/json' -d "${3:-}"; }
field() { sed -E "s/.*\"$1\":\"?([^\",}]*).*/\1/"; }
trap 'trap "" TERM INT; [ "$id" ] && ask DELETE "/api/instances/$id"; exit 0' TERM INT # No outage. A kill -9 never comes here; its silence is noticed.
while :; do
  [ "$id" ] || id=$(ask POST /api/services/register "{\"serviceName\":\"$1\",\"environment\":\"production\",\"instanceId\":\"$HOSTNAME\"}" | field instanceId)
  pause=$(ask POST /api/services/heartbeat "{\"instanceId\":\"$id\"}" | field nextHeartbeatSeconds)
  if [ "$pause" ]; then [ "$said" ] || echo "$1 is alive: $SERVICE_MONITOR_URL"; said=1; else id=; fi # Perhaps the monitor forgot it; registering twice does no harm.
  sleep "${pause:-$((5 + RANDOM % 6))}" & wait $!
done
