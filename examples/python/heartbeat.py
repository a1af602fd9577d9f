"""python3 heartbeat.py SERVICE: says that it is alive until it is told to stop. Standard library only."""
import json, os, signal, socket, sys, time, urllib.request as http
url, key, names = os.getenv("SERVICE_MONITOR_URL"), os.getenv("SERVICE_MONITOR_API_KEY"), sys.argv[1:]
if not (url and key and names): sys.exit("usage: SERVICE_MONITOR_URL=… SERVICE_MONITOR_API_KEY=… heartbeat.py SERVICE")
instance, who = None, {"serviceName": names[0], "environment": "production", "instanceId": socket.gethostname()}
def ask(method, path, body=None):
    headers, data = {"X-API-Key": key, "Content-Type": "application/json"}, body and json.dumps(body).encode()
    request = http.Request(url + path, data, headers, method=method)
    with http.urlopen(request, timeout=10) as answer: return json.loads(answer.read() or "{}")
def stop(*_):  # No outage. A crash never comes here; its silence is noticed.
    try: instance and ask("DELETE", f"/api/instances/{instance}")
    finally: sys.exit()
for told in (signal.SIGTERM, signal.SIGINT): signal.signal(told, stop)
while True:
    try:
        instance = instance or ask("POST", "/api/services/register", who)["instanceId"]
        time.sleep(ask("POST", "/api/services/heartbeat", {"instanceId": instance})["nextHeartbeatSeconds"])
    except Exception as problem:
        instance = None if getattr(problem, "code", 0) == 404 else instance  # 404: unknown; register again.
        print(problem, file=sys.stderr); time.sleep(1)
