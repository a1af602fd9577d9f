using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>A monitor that does not know the instance any more.</summary>
public sealed class ForgottenInstanceTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();

    [Fact]
    public async Task An_instance_that_the_monitor_forgot_registers_again_and_beats_at_once()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Registered("11111111-1111-8111-8111-111111111111");
        await using var app = await StartAsync(monitor);
        await monitor.RegistrationAsync();
        await monitor.BeatAsync();
        await clock.WaitsForAsync(Interval);

        // An empty Redis: the old id is unknown, a registration gives a new one.
        var forgot = Reply.Status(404, """{"code":"instance-unknown"}""");
        var beaten = Reply.Beaten();
        monitor.OnRegister = context =>
        {
            monitor.OnBeat = beaten;
            return Reply.Registered("22222222-2222-8222-8222-222222222222")(context);
        };
        monitor.OnBeat = forgot;
        clock.Advance(Interval);

        Assert.Equal("11111111-1111-8111-8111-111111111111", (await monitor.BeatAsync()).InstanceId);
        await monitor.RegistrationAsync();
        Assert.Equal("22222222-2222-8222-8222-222222222222", (await monitor.BeatAsync()).InstanceId);
        await app.Logs.LineAsync(7);
    }

    [Fact]
    public async Task A_monitor_that_forgets_every_registration_is_not_hammered()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(404);
        await using var app = await StartAsync(monitor);

        foreach (var seconds in new[] { 2, 4, 8 })
        {
            await monitor.RegistrationAsync();
            await monitor.BeatAsync();
            if (seconds == 2)
            {
                await monitor.RegistrationAsync();
                await monitor.BeatAsync();
            }

            await clock.PassAsync(seconds * Second);
        }
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock);
}
