using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>The monitor of this checkout with a Redis of its own, at a pace that fits a test.</summary>
internal sealed class MonitorProgram : IAsyncDisposable
{
    private readonly DirectoryInfo data;
    private readonly HttpClient client;
    private readonly ChildProcess process;

    private MonitorProgram(ChildProcess process, DirectoryInfo data, Uri url)
    {
        (this.process, this.data) = (process, data);
        client = new HttpClient { BaseAddress = url, DefaultRequestHeaders = { { "X-API-Key", MonitoredApp.ApiKey } } };
    }

    internal string Url => client.BaseAddress!.ToString();

    internal static string Node => Path.Combine(Repository.Root, "node_modules", ".bin", "node");

    /// <summary>What `npm test` bundles starts in half the time.</summary>
    private static string Program =>
        Environment.GetEnvironmentVariable("TEST_PROGRAM") ?? Path.Combine(Repository.Root, "src", "main.ts");

    /// <summary>Starts with nothing in its Redis; port 0 is any free one.</summary>
    internal static async Task<MonitorProgram> StartAsync(int port = 0, string? settings = null)
    {
        var data = Directory.CreateTempSubdirectory("service-monitor-");
        var file = Path.Combine(data.FullName, "monitor.yaml");
        await File.WriteAllTextAsync(file, settings ?? "channels: []\n");
        var process = ChildProcess.Start(Node, [Program, "start"], new Dictionary<string, string>
        {
            ["MONITOR_DATA_DIR"] = data.FullName,
            ["MONITOR_CONFIG"] = file,
            ["MONITOR_PORT"] = $"{port}",
            ["MONITOR_API_KEY"] = MonitoredApp.ApiKey,
            ["MONITOR_HEARTBEAT_INTERVAL"] = "1s",
            ["MONITOR_HEARTBEAT_GRACE"] = "300ms",
            ["MONITOR_DOWN_AFTER"] = "4s",
            ["MONITOR_BLIND_AFTER"] = "1s",
        });
        var line = await process.LineAsync("\"address\":");
        return new(process, data, new Uri((string)JsonNode.Parse(line)!["address"]!));
    }

    internal void Freeze() => process.Signal(ChildProcess.Stop);

    internal void Thaw() => process.Signal(ChildProcess.Continue);

    /// <summary>The only instance of a service, as soon as it is as wanted.</summary>
    internal Task<JsonNode> InstanceAsync(string service, Func<JsonNode, bool> isWanted) =>
        UntilAsync(service, timeout => InstanceAsync(service, timeout), isWanted);

    /// <summary>The incident follows the status of the instance by an event.</summary>
    internal Task<JsonNode> OpenIncidentAsync(string service) =>
        UntilAsync(service, async _ => await ServiceAsync(service), found => found["openIncidentId"] is not null);

    private async Task<JsonNode> UntilAsync(
        string service, Func<CancellationToken, Task<JsonNode?>> ask, Func<JsonNode, bool> isWanted)
    {
        using var timeout = new CancellationTokenSource(TestTimeout.Limit);
        // The monitor has no event for what it stored last, so it is asked.
        using var pace = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        JsonNode? seen = null;
        try
        {
            do
            {
                seen = await AnswerOrBusyAsync(ask, timeout.Token) ?? seen;
                if (seen is not null && isWanted(seen)) return seen;
            }
            while (await pace.WaitForNextTickAsync(timeout.Token));
        }
        catch (OperationCanceledException)
        {
            // Told below, with what was there instead.
        }

        throw new TimeoutException($"{service} did not become as wanted; it is {seen?.ToJsonString() ?? "unknown"}\n{process.Output}");
    }

    internal Task<JsonNode> StatusAsync(string service, string status) => InstanceAsync(service, instance => (string?)instance["status"] == status);

    internal async Task<JsonNode> ServiceAsync(string service) =>
        (await client.GetFromJsonAsync<JsonNode>($"api/services?name={service}"))!["items"]!.AsArray().Single()!;

    internal async Task<JsonArray> IncidentsAsync(string service) =>
        (await client.GetFromJsonAsync<JsonNode>($"api/incidents?serviceId={(await ServiceAsync(service))["serviceId"]}"))!["items"]!.AsArray();

    /// <summary>A key that may send heartbeats: its id, and what is sent.</summary>
    internal async Task<(string Id, string Text)> MakeKeyAsync(string name)
    {
        using var answer = await client.PostAsJsonAsync("api/keys", new { name, scopes = new[] { "ingest" } });
        var made = await answer.Content.ReadFromJsonAsync<JsonNode>();
        return ((string)made!["keyId"]!, (string)made["key"]!);
    }

    internal async Task RevokeKeyAsync(string id)
    {
        using var answer = await client.DeleteAsync($"api/keys/{id}");
        Assert.True(answer.IsSuccessStatusCode);
    }

    public async ValueTask DisposeAsync()
    {
        await process.DisposeAsync();
        client.Dispose();
        data.Delete(recursive: true);
    }

    /// <summary>503 asks for another try; on a busy machine it comes now and then.</summary>
    private static async Task<JsonNode?> AnswerOrBusyAsync(
        Func<CancellationToken, Task<JsonNode?>> ask, CancellationToken cancel)
    {
        try
        {
            return await ask(cancel);
        }
        catch (HttpRequestException busy) when (busy.StatusCode == HttpStatusCode.ServiceUnavailable)
        {
            return null;
        }
    }

    private async Task<JsonNode?> InstanceAsync(string service, CancellationToken cancel)
    {
        var services = (await client.GetFromJsonAsync<JsonNode>($"api/services?name={service}", cancel))!["items"]!.AsArray();
        if (services is not [{ } found]) return null;
        var instances = await client.GetFromJsonAsync<JsonNode>($"api/services/{found["serviceId"]}/instances", cancel);
        return instances!["items"]!.AsArray() is [{ } instance] ? instance : null;
    }
}
