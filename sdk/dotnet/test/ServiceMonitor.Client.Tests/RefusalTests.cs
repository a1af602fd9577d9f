using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>A key that the monitor does not take: said once, tried again in time, and read again.</summary>
public sealed class RefusalTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();

    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    public async Task A_key_that_is_refused_is_said_once_and_tried_again_within_the_interval(int status)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Status(status);
        await using var app = await StartAsync(monitor);

        foreach (var seconds in new[] { 1, 2, 4, 8, 16, 30 })
        {
            await monitor.RegistrationAsync();
            await clock.PassAsync(seconds * Second);
        }

        await monitor.RegistrationAsync();
        await clock.WaitsForAsync(Interval);
        (monitor.OnRegister, monitor.OnBeat) = (Reply.Registered(), Reply.Status(status));
        clock.Advance(Interval);
        foreach (var seconds in new[] { 1, 2, 4 })
        {
            await monitor.BeatAsync();
            await clock.PassAsync(seconds * Second);
        }

        var errors = app.Logs.OurLines.Where(line => line.Level == LogLevel.Error).ToList();
        Assert.Equal(["Registration", "Heartbeat"], errors.Select(line => line.Text.Split(':')[0]));
    }

    [Theory]
    [InlineData(401)]
    [InlineData(403)]
    public async Task After_a_refusal_the_key_is_read_again(int status)
    {
        var key = MonitoredApp.ApiKey;
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(status);
        await using var app = await StartAsync(monitor, options => options.ApiKey = key);

        Assert.Equal(MonitoredApp.ApiKey, (await monitor.BeatAsync()).Headers["X-API-Key"]);
        await clock.WaitsForAsync(Second);
        (key, monitor.OnBeat) = ("smk_rotated", Reply.Beaten());
        clock.Advance(Second);
        Assert.Equal("smk_rotated", (await monitor.BeatAsync()).Headers["X-API-Key"]);

        await clock.WaitsForAsync(Interval);
        // Nobody refused this one: a key that cannot be used now is not even looked at.
        key = string.Empty;
        clock.Advance(Interval);
        Assert.Equal("smk_rotated", (await monitor.BeatAsync()).Headers["X-API-Key"]);
    }

    [Fact]
    public async Task A_key_that_cannot_be_read_again_leaves_the_old_one()
    {
        var file = Path.GetTempFileName();
        await File.WriteAllTextAsync(file, "smk_first");
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Status(401);
        await using var app = await MonitoredApp.StartAsync(
            monitor.Url,
            options => options.ApiKey = File.ReadAllText(file).Trim(),
            clock);

        Assert.Equal("smk_first", (await monitor.RegistrationAsync()).Headers["X-API-Key"]);
        await clock.WaitsForAsync(Second);
        File.Delete(file);
        clock.Advance(Second);
        Assert.Equal("smk_first", (await monitor.RegistrationAsync()).Headers["X-API-Key"]);
        await clock.WaitsForAsync(2 * Second);
        await File.WriteAllTextAsync(file, "smk_second\n");
        clock.Advance(2 * Second);
        Assert.Equal("smk_second", (await monitor.RegistrationAsync()).Headers["X-API-Key"]);
        File.Delete(file);
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock);
}
