using System.Globalization;
using ServiceMonitor.Client.Heartbeats;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

public sealed class HeartbeatTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task The_first_heartbeat_follows_the_registration_and_the_next_the_interval()
    {
        var clock = new ManualTimeProvider();
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);

        await monitor.RegistrationAsync();
        Assert.Equal("2026-11-21T12:00:00.000Z", (string?)(await monitor.BeatAsync()).Metadata["timestamp"]);
        await clock.PassAsync(Interval);
        Assert.Equal("2026-11-21T12:00:30.000Z", (string?)(await monitor.BeatAsync()).Metadata["timestamp"]);
        await clock.PassAsync(Interval);
        Assert.Equal("2026-11-21T12:01:00.000Z", (string?)(await monitor.BeatAsync()).Metadata["timestamp"]);
    }

    [Fact]
    public async Task It_carries_plausible_figures()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url);

        var metadata = (await monitor.BeatAsync()).Metadata;

        Assert.InRange((double)metadata["cpu_percent"]!, 0, 100);
        Assert.InRange((double)metadata["memory_mb"]!, 10, 8_000);
        Assert.InRange((double)metadata["total_memory_mb"]!, (double)metadata["memory_mb"]!, 8_000_000);
        Assert.InRange((double)metadata["disk_usage_percent"]!, 0.01, 100);
        Assert.InRange((int)metadata["thread_count"]!, 2, 10_000);
        Assert.Equal(0, (long)metadata["requests_per_minute"]!);
        Assert.Equal(0, (long)metadata["active_connections"]!);
        Assert.True(DateTimeOffset.TryParse((string?)metadata["timestamp"], CultureInfo.InvariantCulture, out _));
    }

    [Fact]
    public async Task Figures_that_are_switched_off_are_not_sent()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => (options.EnableMetrics, options.EnableRequestTracking) = (false, false));

        Assert.Equal(["timestamp"], (await monitor.BeatAsync()).Metadata.Select(entry => entry.Key));
    }

    [Fact]
    public async Task Without_the_middleware_it_sends_no_request_figures_and_says_so()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, pipeline: _ => { });

        var metadata = (await monitor.BeatAsync()).Metadata;

        Assert.Null(metadata["active_connections"]);
        Assert.NotNull(metadata["cpu_percent"]);
        Assert.Contains("UseMonitorTracking", (await app.Logs.LineAsync(10)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_keeps_a_shorter_interval_that_the_monitor_asks_for_at_once()
    {
        var clock = new ManualTimeProvider();
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Json("""{"status":"ok","nextHeartbeatSeconds":20}""");
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);

        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(20));
        monitor.OnBeat = Reply.Beaten();
        clock.Advance(TimeSpan.FromSeconds(20));
        await monitor.BeatAsync();
        await clock.WaitsForAsync(Interval);
        Assert.Equal(2, app.Logs.Count(12));
    }

    [Fact]
    public async Task It_keeps_a_longer_interval_only_when_three_answers_asked_for_it_and_it_is_registered()
    {
        var clock = new ManualTimeProvider();
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Json("""{"status":"ok","nextHeartbeatSeconds":120}""");
        await using var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock);
        Assert.Equal(30, (double)(await monitor.RegistrationAsync()).Body!["heartbeatIntervalSeconds"]!);

        // The first renewal is refused: until one is accepted, the old interval stands.
        var accepted = Reply.Registered();
        monitor.OnRegister = context =>
        {
            monitor.OnRegister = accepted;
            return Reply.Status(503)(context);
        };
        for (var beats = 1; beats <= 3; beats++)
        {
            await monitor.BeatAsync();
            if (beats < 3) await clock.PassAsync(Interval);
        }

        Assert.Equal(120, (double)(await monitor.RegistrationAsync()).Body!["heartbeatIntervalSeconds"]!);
        await clock.WaitsForAsync(Interval);
        await clock.PassAsync(TimeSpan.FromSeconds(1));
        Assert.Equal(120, (double)(await monitor.RegistrationAsync()).Body!["heartbeatIntervalSeconds"]!);
        await app.Logs.LineAsync(4);
        clock.Advance(Interval);
        await monitor.BeatAsync();
        await clock.WaitsForAsync(TimeSpan.FromSeconds(120));
        Assert.Equal(1, app.Logs.Count(12));
    }

    [Fact]
    public async Task It_waits_thirty_seconds_for_the_registration_says_so_and_then_beats_as_soon_as_there_is_one()
    {
        var clock = new ManualTimeProvider();
        var answered = new TaskCompletionSource();
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Once(answered.Task, Reply.Registered());
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.RequestTimeout = TimeSpan.FromSeconds(45), clock);
        await monitor.RegistrationAsync();

        await clock.PassAsync(HeartbeatLoop.RegistrationWait);
        await app.Logs.LineAsync(11);
        // The request's own time was the interval, so it was given up with it; the next one is answered.
        answered.SetResult();
        await clock.PassAsync(TimeSpan.FromSeconds(1));
        await monitor.BeatAsync();
        Assert.Equal(TimeSpan.FromSeconds(30), HeartbeatLoop.RegistrationWait);
    }
}
