using Microsoft.AspNetCore.Http;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>What lies between an application and the real monitor misbehaves, and nobody is called Down for it.</summary>
[Collection(Alone.Name)]
public sealed class MisfortuneTests : IAsyncLifetime
{
    private const string Policy = "channels: []\nservices:\n  - { match: { service: slow }, heartbeatInterval: 2s, downAfter: 8s }\n";

    private MonitorProgram monitor = null!;
    private Detour detour = null!;

    public async Task InitializeAsync()
    {
        monitor = await MonitorProgram.StartAsync(settings: Policy);
        detour = await Detour.StartAsync(monitor);
    }

    public async Task DisposeAsync()
    {
        await detour.DisposeAsync();
        await monitor.DisposeAsync();
    }

    [RealMonitorFact]
    public async Task A_key_that_is_refused_and_rotated_costs_no_restart_and_no_Down()
    {
        var key = MonitoredApp.ApiKey;
        await using var app = await StartAsync("rotated", options => options.ApiKey = key);
        await monitor.StatusAsync("rotated", "Healthy");

        // The key is revoked, as the detour plays it, and the application's configuration gets the new one.
        detour.Misbehaves = request => request.Headers["X-API-Key"] == MonitoredApp.ApiKey ? Reply.Status(401) : AsTheMonitorWouldTake(request);
        await app.Logs.LineAsync(5);
        key = "smk_rotated";

        await app.Logs.LineAsync(4);
        await monitor.StatusAsync("rotated", "Healthy");
        Assert.Empty(await monitor.IncidentsAsync("rotated"));
    }

    [RealMonitorFact]
    public async Task A_longer_interval_of_the_monitors_policy_is_registered_before_it_is_kept()
    {
        await using var app = await StartAsync("slow");

        Assert.Contains("every 2 s", (await app.Logs.LineAsync(12)).Text, StringComparison.Ordinal);
        Assert.Equal(2, app.Logs.Count(1));
        await monitor.StatusAsync("slow", "Healthy");
    }

    [RealMonitorFact]
    public async Task A_deregistration_that_is_answered_503_and_then_reset_is_tried_again_and_accepted()
    {
        var faults = new Queue<RequestDelegate>([Fault.Named("503"), Fault.Named("reset")]);
        detour.Misbehaves = request => HttpMethods.IsDelete(request.Method) && faults.TryDequeue(out var fault) ? fault : null;
        await using var app = await StartAsync("deregistration");
        await monitor.StatusAsync("deregistration", "Healthy");

        await app.StopAsync();

        await monitor.StatusAsync("deregistration", "Stopped");
        Assert.Empty(faults);
    }

    [RealMonitorFact]
    public async Task A_captive_portal_is_called_what_it_is_and_forgotten_when_it_lets_pass()
    {
        detour.Misbehaves = _ => Fault.Named("html");
        await using var app = await StartAsync("portal");
        Assert.Contains($"HTTP 200 from {detour.Url}/api/services/register: a page where JSON was expected", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);

        detour.Misbehaves = _ => null;

        await monitor.StatusAsync("portal", "Healthy");
    }

    [RealMonitorFact]
    public async Task A_wrong_path_of_the_real_monitor_is_said_with_address_and_status()
    {
        await using var app = await MonitoredApp.StartAsync($"{monitor.Url}wrong");

        Assert.Contains($"HTTP 404 from {monitor.Url}wrong/api/services/register: there is no monitor under this path", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);
    }

    /// <summary>The new key is the detour's own; the monitor gets the one that it knows.</summary>
    private static RequestDelegate? AsTheMonitorWouldTake(HttpRequest request)
    {
        request.Headers["X-API-Key"] = MonitoredApp.ApiKey;
        return null;
    }

    private Task<MonitoredApp> StartAsync(string service, Action<ServiceMonitorOptions>? options = null) => MonitoredApp.StartAsync(detour.Url, set =>
    {
        (set.ServiceName, set.HeartbeatInterval) = (service, TimeSpan.FromSeconds(1));
        options?.Invoke(set);
    });
}
