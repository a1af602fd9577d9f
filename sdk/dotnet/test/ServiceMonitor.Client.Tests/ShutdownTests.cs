using System.Diagnostics;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

public sealed class ShutdownTests
{
    [Fact]
    public async Task A_stop_takes_the_instance_back_and_no_heartbeat_follows()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Registered("33333333-3333-8333-8333-333333333333");
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.HeartbeatInterval = TimeSpan.FromMilliseconds(100));
        await monitor.BeatAsync();
        var beatsAtDeregistration = 0;
        monitor.OnStop = context =>
        {
            beatsAtDeregistration = monitor.BeatsWaiting;
            return Reply.Status(204)(context);
        };

        await app.StopAsync();

        Assert.Equal("/api/instances/33333333-3333-8333-8333-333333333333", (await monitor.StopAsync()).Path);
        Assert.Equal(beatsAtDeregistration, monitor.BeatsWaiting);
        await app.Logs.LineAsync(13);
    }

    [Fact]
    public async Task The_instance_deregisters_while_the_application_still_serves()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        var status = 0;
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        var url = app.Url;
        monitor.OnStop = async context =>
        {
            using var client = new HttpClient();
            status = (int)(await client.GetAsync(url)).StatusCode;
            await Reply.Status(204)(context);
        };
        await monitor.BeatAsync();

        await app.StopAsync();

        Assert.Equal(404, status);
    }

    [Fact]
    public async Task A_monitor_that_hangs_holds_up_the_stop_for_no_longer_than_the_limit()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnStop = Reply.Hang();
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        await monitor.BeatAsync();

        var watch = Stopwatch.StartNew();
        await app.StopAsync();

        Assert.InRange(watch.Elapsed.TotalSeconds, 2.9, 6);
        await app.Logs.LineAsync(14);
    }

    [Fact]
    public async Task A_registration_on_its_way_is_awaited_so_that_the_instance_can_be_taken_back()
    {
        var answer = new TaskCompletionSource();
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Once(answer.Task, Reply.Registered("44444444-4444-8444-8444-444444444444"));
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        await monitor.RegistrationAsync();

        var stop = app.StopAsync();
        answer.SetResult();
        await stop;

        Assert.EndsWith("44444444-4444-8444-8444-444444444444", (await monitor.StopAsync()).Path, StringComparison.Ordinal);
        // The server of the application is stopped first: the answer may reach the client before the stop does.
        Assert.InRange(monitor.BeatsWaiting, 0, 1);
    }

    [Theory]
    [InlineData(404)]
    [InlineData(405)]
    [InlineData(500)]
    public async Task A_monitor_without_a_deregistration_is_no_reason_to_fail(int status)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnStop = Reply.Status(status);
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        await monitor.BeatAsync();

        await app.StopAsync();

        await app.Logs.LineAsync(status == 404 ? 13 : 14);
    }

    [Theory]
    [InlineData("503")]
    [InlineData("reset")]
    [InlineData("redirect")]
    [InlineData("html")]
    public async Task A_deregistration_that_fails_is_tried_again(string fault)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnStop = context =>
        {
            monitor.OnStop = Reply.Status(204);
            return Fault.Named(fault)(context);
        };
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        await monitor.BeatAsync();

        await app.StopAsync();

        await monitor.StopAsync();
        await monitor.StopAsync();
        await app.Logs.LineAsync(13);
        Assert.Equal(0, app.Logs.Count(14));
    }

    [Fact]
    public async Task A_monitor_that_refuses_the_connection_for_a_moment_still_gets_the_deregistration()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        // More time than the default: the monitor has to start in it, on a machine that may be busy.
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.ShutdownTimeout = TimeSpan.FromSeconds(20));
        await monitor.BeatAsync();
        await monitor.CloseAsync();

        var stop = app.StopAsync();
        await monitor.OpenAsync();
        await stop;

        await app.Logs.LineAsync(13);
    }

    [Fact]
    public async Task A_deregistration_waits_for_as_long_as_Retry_After_asks()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnStop = context =>
        {
            monitor.OnStop = Reply.Status(204);
            return Reply.Status(429, retryAfter: "1")(context);
        };
        await using var app = await MonitoredApp.StartAsync(monitor.Url);
        await monitor.BeatAsync();

        var watch = Stopwatch.StartNew();
        await app.StopAsync();

        Assert.InRange(watch.Elapsed.TotalSeconds, 0.98, 6);
        await app.Logs.LineAsync(13);
    }

    [Fact]
    public async Task A_deregistration_whose_key_is_refused_is_tried_with_the_key_that_is_there_now()
    {
        var key = MonitoredApp.ApiKey;
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnStop = context => Reply.Status(context.Request.Headers["X-API-Key"] == "smk_rotated" ? 204 : 401)(context);
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.ApiKey = key);
        await monitor.BeatAsync();
        key = "smk_rotated";

        await app.StopAsync();

        await app.Logs.LineAsync(13);
    }

    [Fact]
    public async Task With_no_time_for_it_there_is_no_deregistration()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await MonitoredApp.StartAsync(monitor.Url, options => options.ShutdownTimeout = TimeSpan.Zero);
        await monitor.BeatAsync();

        await app.StopAsync();

        Assert.Equal(0, app.Logs.Count(13));
    }

    [Fact]
    public async Task An_application_that_never_started_has_nothing_to_take_back()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = MonitoredApp.Build(monitor.Url);

        await app.StopAsync();

        Assert.Equal(0, app.Logs.Count(13) + app.Logs.Count(14));
    }
}
