using Microsoft.Extensions.DependencyInjection;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

public sealed class StatusTests
{
    private readonly ManualTimeProvider clock = new();

    [Fact]
    public async Task It_says_whether_the_monitor_knows_the_instance_when_it_took_a_heartbeat_and_what_failed()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);
        var status = app.App.Services.GetRequiredService<IServiceMonitorStatus>();
        var start = clock.GetUtcNow();

        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(30));
        Assert.Equal((true, "a4472461-45cd-8f71-9126-afabdbb36fa5"), (status.IsRegistered, status.InstanceId));
        Assert.Equal((start, null, null), (status.LastAcceptedHeartbeat, status.LastError, status.LastErrorAt));

        monitor.OnBeat = Reply.Status(503);
        clock.Advance(TimeSpan.FromSeconds(30));
        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(1));
        Assert.Equal((start, start.AddSeconds(30)), (status.LastAcceptedHeartbeat, status.LastErrorAt));
        Assert.Equal($"Heartbeat failed: HTTP 503 from {monitor.Url}/api/services/heartbeat", status.LastError);
    }

    [Fact]
    public async Task Before_the_first_registration_there_is_nothing()
    {
        await using var app = MonitoredApp.Build("http://127.0.0.1:1");
        var status = app.App.Services.GetRequiredService<IServiceMonitorStatus>();

        Assert.Equal((false, null, null), (status.IsRegistered, status.InstanceId, status.LastAcceptedHeartbeat));
    }
}
