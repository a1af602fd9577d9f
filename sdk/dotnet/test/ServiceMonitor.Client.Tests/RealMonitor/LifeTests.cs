using System.Diagnostics;
using System.Text.Json.Nodes;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>A real application and the real monitor, each a process of its own.</summary>
[Collection(Alone.Name)]
public sealed class LifeTests(SharedMonitor shared) : IClassFixture<SharedMonitor>
{
    private readonly MonitorProgram monitor = shared.Program;

    [RealMonitorFact]
    public async Task An_application_is_Healthy_freezes_to_Degraded_and_Down_thaws_to_Recovered_and_ends_Stopped()
    {
        await using var app = SampleProgram.Start(monitor.Url, "shop");

        var instance = await monitor.StatusAsync("shop", "Healthy");
        AssertDescribed(instance);

        app.Signal(ChildProcess.Stop);
        await monitor.StatusAsync("shop", "Degraded");
        await monitor.StatusAsync("shop", "Down");
        await monitor.OpenIncidentAsync("shop");

        app.Signal(ChildProcess.Continue);
        await monitor.StatusAsync("shop", "Recovered");
        await monitor.StatusAsync("shop", "Healthy");

        var watch = Stopwatch.StartNew();
        app.Signal(ChildProcess.Terminate);
        await app.EndAsync();
        Assert.InRange(watch.Elapsed.TotalSeconds, 0, 6);
        Assert.Equal(0, app.ExitCode);
        await monitor.StatusAsync("shop", "Stopped");
    }

    [RealMonitorFact]
    public async Task An_application_whose_worker_crashes_is_Down_with_an_incident()
    {
        await using var app = SampleProgram.Start(monitor.Url, "crashing");
        await AskAsync("crashing", "/crash");
        await app.EndAsync();

        Assert.Contains("is not deregistered", app.Output, StringComparison.Ordinal);
        await monitor.StatusAsync("crashing", "Down");
        await monitor.OpenIncidentAsync("crashing");
    }

    [RealMonitorFact]
    public async Task An_application_that_dies_of_an_exception_on_a_thread_of_its_own_is_Down()
    {
        await using var app = SampleProgram.Start(monitor.Url, "dying");
        await AskAsync("dying", "/throw");
        await app.EndAsync();

        Assert.Contains("Unhandled exception", app.Output, StringComparison.Ordinal);
        await monitor.StatusAsync("dying", "Down");
    }

    [RealMonitorFact]
    public async Task An_application_that_ends_with_an_exit_code_other_than_0_is_Down()
    {
        await using var app = SampleProgram.Start(monitor.Url, "failing");
        await AskAsync("failing", "/exit/3");
        await app.EndAsync();

        Assert.Equal(3, app.ExitCode);
        await monitor.StatusAsync("failing", "Down");
    }

    [RealMonitorFact]
    public async Task An_application_whose_health_check_fails_says_so_with_the_reason_and_is_not_Down()
    {
        await using var app = SampleProgram.Start(monitor.Url, "sick");
        await monitor.InstanceAsync("sick", seen => (string?)seen["health"] == "healthy");
        await AskAsync("sick", "/sell-out");

        var instance = await monitor.InstanceAsync("sick", seen => (string?)seen["health"] == "unhealthy");

        Assert.Equal("stock: nothing left", (string?)instance["healthReasons"]);
        Assert.Equal("Healthy", (string?)instance["status"]);
    }

    [RealMonitorFact]
    public async Task An_application_under_load_shows_its_requests_and_its_use_of_the_machine()
    {
        await using var app = SampleProgram.Start(monitor.Url, "busy");
        var url = new Uri((string)(await monitor.StatusAsync("busy", "Healthy"))["url"]!);

        using var client = new HttpClient { BaseAddress = url };
        using var leave = new CancellationTokenSource();
        var open = Enumerable.Range(0, 3).Select(_ => client.GetAsync("/wait", leave.Token)).ToList();
        for (var request = 0; request < 40; request++) Assert.Equal("Hello", await client.GetStringAsync("/"));

        var instance = await monitor.InstanceAsync("busy", seen => Figure(seen, "requests_per_minute") >= 43);
        Assert.Equal(3, Figure(instance, "active_connections"));
        Assert.InRange(Figure(instance, "cpu_percent"), 0, 100);
        Assert.InRange(Figure(instance, "memory_mb"), 10, 2_000);
        Assert.InRange(Figure(instance, "total_memory_mb"), Figure(instance, "memory_mb"), 8_000_000);
        Assert.InRange(Figure(instance, "disk_usage_percent"), 0.01, 100);
        Assert.InRange(Figure(instance, "thread_count"), 5, 500);

        await leave.CancelAsync();
        await monitor.InstanceAsync("busy", seen => Figure(seen, "active_connections") == 0);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Task.WhenAll(open));
    }

    [RealMonitorFact(NeedsOlderFramework = true)]
    public async Task The_build_for_the_older_framework_does_the_same()
    {
        await using var app = SampleProgram.Start(monitor.Url, "older", "net8.0");

        AssertDescribed(await monitor.StatusAsync("older", "Healthy"));
        app.Signal(ChildProcess.Terminate);
        await app.EndAsync();
        await monitor.StatusAsync("older", "Stopped");
    }

    private async Task AskAsync(string service, string path)
    {
        using var client = new HttpClient { BaseAddress = new Uri((string)(await monitor.StatusAsync(service, "Healthy"))["url"]!) };
        using var answer = await client.GetAsync(path);
        Assert.True(answer.IsSuccessStatusCode);
    }

    private static void AssertDescribed(JsonNode instance)
    {
        Assert.Equal($"{instance["hostname"]}:{instance["port"]}", (string?)instance["instanceKey"]);
        Assert.Equal($"http://127.0.0.1:{instance["port"]}", (string?)instance["url"]);
        Assert.Equal(1, (double)instance["expectedIntervalSeconds"]!);
        Assert.Equal((int)instance["processId"]!, (int)instance["metadata"]!["process_id"]!);
        Assert.Equal("yes", (string?)instance["metadata"]!["sample"]);
        Assert.StartsWith(".NET ", (string?)instance["metadata"]!["framework"], StringComparison.Ordinal);
    }

    private static double Figure(JsonNode instance, string key) => (double?)instance["lastHeartbeat"]?[key] ?? -1;
}
