using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>A request that the monitor does not take: the next one is another, or smaller.</summary>
public sealed class RejectionTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();

    [Theory]
    [InlineData(400)]
    [InlineData(422)]
    public async Task A_registration_that_is_rejected_is_sent_again_within_the_interval(int status)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Status(status);
        await using var app = await StartAsync(monitor);

        await monitor.RegistrationAsync();
        await clock.WaitsForAsync(Second);
        monitor.OnRegister = Reply.Registered();
        clock.Advance(Second);
        await monitor.RegistrationAsync();
        await monitor.BeatAsync();
        Assert.Equal(1, app.Logs.Count(6));
    }

    [Fact]
    public async Task A_heartbeat_that_is_too_large_is_sent_without_its_figures()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(413);
        await using var app = await StartAsync(monitor);

        Assert.NotNull((await monitor.BeatAsync()).Metadata["cpu_percent"]);
        Assert.Equal(["timestamp"], (await monitor.BeatAsync()).Metadata.Select(entry => entry.Key));
        await clock.PassAsync(Interval);
        Assert.Single((await monitor.BeatAsync()).Metadata);
    }

    [Fact]
    public async Task A_registration_that_is_too_large_is_sent_without_the_applications_metadata()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Status(413);
        await using var app = await StartAsync(monitor, options => options.Metadata["region"] = "north");

        Assert.NotNull((await monitor.RegistrationAsync()).Metadata["region"]);
        Assert.Null((await monitor.RegistrationAsync()).Metadata["region"]);
        await clock.WaitsForAsync(2 * Second);
    }

    [Fact]
    public async Task A_heartbeat_that_is_rejected_is_not_repeated_before_the_next_is_due()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(400, "{\"detail\":\"/metadata: is\r\nnot valid\"}");
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        Assert.Contains("/api/services/heartbeat: {\"detail\":\"/metadata: is not valid\"}", (await app.Logs.LineAsync(6)).Text, StringComparison.Ordinal);
        await clock.PassAsync(Interval);
        await monitor.BeatAsync();
        await clock.WaitsForAsync(Interval);
        Assert.Equal(1, app.Logs.Count(6));
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock);
}
