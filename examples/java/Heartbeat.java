import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/** java Heartbeat.java SERVICE: says that it is alive until it is told to stop. The JDK alone, from 17. */
public class Heartbeat {
    static final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    static final String url = System.getenv("SERVICE_MONITOR_URL");
    static final String key = System.getenv("SERVICE_MONITOR_API_KEY");
    static volatile String id;

    public static void main(String[] args) throws Exception {
        if (args.length == 0 || isMissing(url) || isMissing(key)) {
            System.err.println("usage: SERVICE_MONITOR_URL=… SERVICE_MONITOR_API_KEY=… java Heartbeat.java SERVICE");
            System.exit(1);
        }
        // A shutdown hook also runs after an exception that nobody caught; that one is no stop, so no hook may run.
        Thread.setDefaultUncaughtExceptionHandler((thread, fault) -> {
            fault.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        Runtime.getRuntime().addShutdownHook(new Thread(Heartbeat::stop));
        var who = """
            {"serviceName": "%s", "environment": "production", "instanceId": "%s"}
            """.formatted(args[0], InetAddress.getLocalHost().getHostName());
        while (true) {
            var pauseMs = 1000L;
            try {
                if (id == null) id = field("instanceId", ask("POST", "/api/services/register", who));
                var answer = ask("POST", "/api/services/heartbeat", "{\"instanceId\": \"%s\"}".formatted(id));
                pauseMs = (long) (Double.parseDouble(field("nextHeartbeatSeconds", answer)) * 1000);
            } catch (java.io.IOException problem) {
                System.err.println(problem);
            }
            Thread.sleep(pauseMs);
        }
    }

    static String ask(String method, String path, String body) throws java.io.IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(10))
            .header("X-API-Key", key)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() < 300) return response.body();
        // The monitor does not know it any more: register again.
        if (response.statusCode() == 404) id = null;
        throw new java.io.IOException(method + " " + path + ": " + response.statusCode() + " " + response.body());
    }

    static boolean isMissing(String value) {
        return value == null || value.isEmpty();
    }

    static String field(String name, String json) {
        var found = Pattern.compile("\"%s\":\"?([^\",}]*)".formatted(name)).matcher(json);
        return found.find() ? found.group(1) : null;
    }

    /** No outage. A kill -9 never comes here; its silence is noticed. */
    static void stop() {
        try {
            if (id != null) ask("DELETE", "/api/instances/" + id, "");
        } catch (Exception problem) {
            System.err.println(problem);
        }
    }
}
