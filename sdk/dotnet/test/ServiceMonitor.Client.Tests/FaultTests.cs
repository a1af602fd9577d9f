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
        await using var app = await StartAsync(monitor, options => options.BaseUrl = $"{monitor.Url}/");

        var line = (await app.Logs.LineAsync(2)).Text;
        Assert.Contains(text.Replace("{0}", monitor.Url, StringComparison.Ordinal), line, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', line);
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
        Assert.Contains("/api/services/heartbeat: {\"detail\":\"/metadata: is  not valid\"}", (await app.Logs.LineAsync(6)).Text, StringComparison.Ordinal);
        await clock.PassAsync(Interval);
        await monitor.BeatAsync();
        await clock.WaitsForAsync(Interval);
        Assert.Equal(1, app.Logs.Count(6));
    }

    private Task<MonitoredApp> StartAsync(StandInMonitor monitor, Action<ServiceMonitorOptions>? options = null) =>
        MonitoredApp.StartAsync(monitor.Url, options, clock);

    private static void AssertOneWarning(MonitoredApp app, string task) => Assert.Single(
        app.Logs.OurLines,
        line => line.Level >= LogLevel.Warning && line.Text.StartsWith(task, StringComparison.Ordinal));
}
