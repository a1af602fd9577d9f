using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>Whatever the monitor does, the application runs and the SDK finds its way back.</summary>
public sealed class FaultTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();

    public static TheoryData<string> Faults => [.. Fault.Names];

    [Theory]
    [InlineData("404")]
    [MemberData(nameof(Faults))]
    public async Task A_registration_that_fails_is_tried_again_until_it_works(string fault)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Fault.Named(fault);
        await using var app = await StartAsync(monitor);

        await monitor.RegistrationAsync();
        await clock.PassAsync(Second);
        await monitor.RegistrationAsync();
        await clock.WaitsForAsync(2 * Second);
        monitor.OnRegister = Reply.Registered();
        clock.Advance(2 * Second);
        await monitor.RegistrationAsync();
        await monitor.BeatAsync();

        AssertOneWarning(app, "Registration");
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task A_heartbeat_that_fails_is_retried_with_longer_and_longer_waits(string fault)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Fault.Named(fault);
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        foreach (var seconds in new[] { 1, 2, 4, 8, 16, 30, 30 })
        {
            await clock.PassAsync(seconds * Second);
            await monitor.BeatAsync();
        }

        await clock.WaitsForAsync(Interval);
        monitor.OnBeat = Reply.Beaten();
        clock.Advance(Interval);
        await monitor.BeatAsync();
        await app.Logs.LineAsync(4);
        // One fresh heartbeat, not the eight that failed.
        await clock.PassAsync(Interval);
        await monitor.BeatAsync();
        Assert.Equal(0, monitor.BeatsWaiting);
        AssertOneWarning(app, "Heartbeat");
    }

    [Theory]
    [InlineData("redirect", "HTTP 302 from {0}/api/services/register: a redirect to http://127.0.0.1:1/elsewhere, which is not followed")]
    [InlineData("html", "HTTP 200 from {0}/api/services/register: a page where JSON was expected")]
    [InlineData("truncated", "HTTP 200 from {0}/api/services/register: the answer is not the JSON")]
    [InlineData("404", "HTTP 404 from {0}/api/services/register: there is no monitor under this path")]
    [InlineData("503", "HTTP 503 from {0}/api/services/register)")]
    [InlineData("reset", "({0}/api/services/register))")]
    public async Task What_answers_instead_of_the_monitor_is_said_with_its_address_in_one_line(string fault, string text)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Fault.Named(fault);
        await using var app = await StartAsync(monitor, options => options.BaseUrl = $"{monitor.Url}//");

        var line = (await app.Logs.LineAsync(2)).Text;
        Assert.Contains(text.Replace("{0}", monitor.Url, StringComparison.Ordinal), line, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', line);
    }

    [Fact]
    public async Task A_trouble_that_becomes_another_is_said_once_more_after_a_minute()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(502);
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        monitor.OnBeat = Reply.Status(401);
        foreach (var seconds in new[] { 1, 2, 4, 8, 16, 30 })
        {
            Assert.Equal(0, app.Logs.Count(5));
            await clock.PassAsync(seconds * Second);
            await monitor.BeatAsync();
        }

        await clock.WaitsForAsync(Interval);
        monitor.OnBeat = Reply.Beaten();
        clock.Advance(Interval);
        await monitor.BeatAsync();
        Assert.EndsWith("works again after 7 failed attempts", (await app.Logs.LineAsync(4)).Text, StringComparison.Ordinal);
        Assert.Equal((1, 1), (app.Logs.Count(2), app.Logs.Count(5)));
    }

    [Fact]
    public async Task One_attempt_that_failed_is_called_one()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(502);
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        monitor.OnBeat = Reply.Beaten();
        await clock.PassAsync(Second);
        Assert.EndsWith("works again after 1 failed attempt", (await app.Logs.LineAsync(4)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_id_that_would_forge_a_line_of_the_log_is_not_the_monitors()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnRegister = Reply.Registered(@"a\r\u001b[31mERROR all is well");
        await using var app = await StartAsync(monitor);

        Assert.Contains("no instanceId", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_monitor_that_is_down_at_the_start_is_found_when_it_comes()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await monitor.CloseAsync();
        await using var app = await StartAsync(monitor);

        await clock.WaitsForAsync(Second);
        await monitor.OpenAsync();
        clock.Advance(Second);
        await monitor.RegistrationAsync();
        await monitor.BeatAsync();
        await app.Logs.LineAsync(4);
    }

    [Fact]
    public async Task A_monitor_that_hangs_is_given_up_in_time_and_asked_again()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Hang();
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        monitor.OnBeat = Reply.Beaten();
        await clock.PassAsync(TimeSpan.FromSeconds(10));
        await clock.PassAsync(Second);
        await monitor.BeatAsync();
        Assert.Contains("no answer in time", (await app.Logs.LineAsync(2)).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("20", 22)]
    [InlineData("Sat, 21 Nov 2026 12:00:25 GMT", 27.5)]
    [InlineData("86400", 30)]
    public async Task Retry_After_is_obeyed_but_for_no_longer_than_an_interval(string header, double seconds)
    {
        await using var monitor = await StandInMonitor.StartAsync();
        monitor.OnBeat = Reply.Status(429, retryAfter: header);
        await using var app = await StartAsync(monitor);

        await monitor.BeatAsync();
        await clock.PassAsync(seconds * Second);
        await monitor.BeatAsync();
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock);

    private static void AssertOneWarning(MonitoredApp app, string task) => Assert.Single(
        app.Logs.OurLines,
        line => line.Level >= LogLevel.Warning && line.Text.StartsWith(task, StringComparison.Ordinal));
}
