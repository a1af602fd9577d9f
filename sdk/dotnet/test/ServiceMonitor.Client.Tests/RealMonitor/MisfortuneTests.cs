using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.RealMonitor;

/// <summary>What lies between an application and the real monitor misbehaves, and nobody is called Down for it.</summary>
[Collection(Alone.Name)]
public sealed class MisfortuneTests(SharedMonitor shared) : IClassFixture<SharedMonitor>, IAsyncLifetime
{
    private readonly MonitorProgram monitor = shared.Program;
    private Detour detour = null!;

    public async Task InitializeAsync() => detour = await Detour.StartAsync(monitor);

    public async Task DisposeAsync() => await detour.DisposeAsync();

    [RealMonitorFact]
    public async Task A_key_that_is_rotated_in_its_file_needs_no_restart_and_makes_nobody_Down()
    {
        var (old, rotated) = (await monitor.MakeKeyAsync("old"), await monitor.MakeKeyAsync("rotated"));
        var file = Path.GetTempFileName();
        await File.WriteAllTextAsync(file, old.Text);
        await using var app = await MonitoredApp.StartAsync(detour.Url, setsAddress: false, build: builder => builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["ServiceMonitor:BaseUrl"] = detour.Url,
            ["ServiceMonitor:ApiKeyFile"] = file,
            ["ServiceMonitor:ServiceName"] = "rotated",
            ["ServiceMonitor:HeartbeatInterval"] = "1s",
        }));
        Assert.Equal(old.Text, await detour.NextHeartbeatAsync());

        await File.WriteAllTextAsync(file, rotated.Text);
        await monitor.RevokeKeyAsync(old.Id);

        while (await detour.NextHeartbeatAsync() != rotated.Text)
        {
            // The monitor takes the old one until it has read the keys anew.
        }

        Assert.Single(app.Logs.OurLines, line => line.Text.StartsWith("Heartbeat: the monitor does not accept the API key (HTTP 401", StringComparison.Ordinal));
        await monitor.StatusAsync("rotated", "Healthy");
        Assert.Empty(await monitor.IncidentsAsync("rotated"));
        File.Delete(file);
    }

    [RealMonitorFact]
    public async Task One_odd_answer_to_a_heartbeat_makes_nobody_Down()
    {
        await using var app = await StartAsync("blip");
        await detour.NextHeartbeatAsync();

        foreach (var odd in new[] { Reply.Status(401), Reply.Status(403), Reply.Status(503, retryAfter: "3600"), WantsAnHour })
        {
            var once = new Queue<RequestDelegate>([odd]);
            detour.Misbehaves = request => Detour.IsHeartbeat(request) && once.TryDequeue(out var first) ? first : null;
            while (once.Count > 0) await detour.NextHeartbeatAsync();
            await detour.NextHeartbeatAsync();
        }

        await monitor.StatusAsync("blip", "Healthy");
        Assert.Empty(await monitor.IncidentsAsync("blip"));
    }

    [RealMonitorFact]
    public async Task A_registration_that_is_rejected_once_is_sent_again_at_once()
    {
        var once = new Queue<RequestDelegate>([Reply.Status(400)]);
        detour.Misbehaves = _ => once.TryDequeue(out var first) ? first : null;
        await using var app = await StartAsync("rejected");

        await app.Logs.LineAsync(1);
        Assert.Equal(1, app.Logs.Count(6));
        await monitor.StatusAsync("rejected", "Healthy");
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
    public async Task A_deregistration_that_is_answered_503_with_a_Retry_After_and_then_reset_is_tried_again_and_accepted()
    {
        var faults = new Queue<RequestDelegate>([Reply.Status(503, retryAfter: "1"), Fault.Named("reset")]);
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
    public async Task A_redirect_is_called_what_it_is_and_not_followed()
    {
        detour.Misbehaves = _ => Fault.Named("redirect");
        await using var app = await StartAsync("redirected");
        Assert.Contains($"HTTP 302 from {detour.Url}/api/services/register: a redirect to http://127.0.0.1:1/elsewhere, which is not followed", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);

        detour.Misbehaves = _ => null;

        await monitor.StatusAsync("redirected", "Healthy");
    }

    [RealMonitorFact]
    public async Task A_wrong_path_of_the_real_monitor_is_said_with_address_and_status()
    {
        await using var app = await MonitoredApp.StartAsync($"{monitor.Url}wrong");

        Assert.Contains($"HTTP 404 from {monitor.Url}wrong/api/services/register: there is no monitor under this path", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);
    }

    private static RequestDelegate WantsAnHour { get; } =
        Reply.Json("""{"status":"ok","timestamp":"2026-11-21T12:00:00.000Z","message":"Heartbeat received.","nextHeartbeatSeconds":3600}""");

    private Task<MonitoredApp> StartAsync(string service, Action<ServiceMonitorOptions>? options = null) => MonitoredApp.StartAsync(detour.Url, set =>
    {
        (set.ServiceName, set.HeartbeatInterval) = (service, TimeSpan.FromSeconds(1));
        options?.Invoke(set);
    });
}
