// go run heartbeat.go SERVICE: says that it is alive until it is told to stop. Standard library only.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

var client = http.Client{Timeout: 10 * time.Second}

type answer struct {
	InstanceID           string
	NextHeartbeatSeconds float64
}

func ask(method, path string, body any) (found answer, status int, err error) {
	text, _ := json.Marshal(body)
	request, err := http.NewRequest(method, os.Getenv("SERVICE_MONITOR_URL")+path, bytes.NewReader(text))
	if err != nil {
		return
	}
	request.Header.Set("X-API-Key", os.Getenv("SERVICE_MONITOR_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return found, response.StatusCode, fmt.Errorf("%s %s: %s", method, path, response.Status)
	}
	if method != "DELETE" {
		err = json.NewDecoder(response.Body).Decode(&found)
	}
	return found, response.StatusCode, err
}

func main() {
	if len(os.Args) < 2 || os.Getenv("SERVICE_MONITOR_URL") == "" || os.Getenv("SERVICE_MONITOR_API_KEY") == "" {
		fmt.Fprintln(os.Stderr, "usage: SERVICE_MONITOR_URL=… SERVICE_MONITOR_API_KEY=… heartbeat SERVICE")
		os.Exit(1)
	}
	stopping, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	hostname, _ := os.Hostname()
	who := map[string]string{"serviceName": os.Args[1], "environment": "production", "instanceId": hostname}
	for id := ""; ; {
		pause := time.Second
		if id == "" {
			registered, _, err := ask("POST", "/api/services/register", who)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			id = registered.InstanceID
		}
		if id != "" {
			beat, status, err := ask("POST", "/api/services/heartbeat", map[string]string{"instanceId": id})
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
			} else {
				pause = time.Duration(beat.NextHeartbeatSeconds * float64(time.Second))
			}
			if status == http.StatusNotFound {
				id = "" // The monitor does not know it any more: register again.
			}
		}
		select {
		case <-time.After(pause):
		case <-stopping.Done():
			// No outage. A panic never comes here; its silence is noticed.
			if id != "" {
				ask("DELETE", "/api/instances/"+id, nil)
			}
			return
		}
	}
}
