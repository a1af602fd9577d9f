using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests;

/// <summary>Options that change while the application runs are in force without a restart.</summary>
public sealed class OptionsChangeTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(30);
    private readonly ManualTimeProvider clock = new();

    [Fact]
    public async Task What_is_said_of_an_instance_is_registered_anew()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("ServiceMonitor:Labels:team", "shop"));

        Assert.Equal("shop", (string?)(await monitor.RegistrationAsync()).Metadata["labels"]!["team"]);
        await app.Logs.LineAsync(19);
        Assert.Equal(0, monitor.StopsWaiting);
    }

    [Fact]
    public async Task A_shorter_interval_is_kept_at_once()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);
        await clock.WaitsForAsync(Interval);

        Change(app, ("ServiceMonitor:HeartbeatInterval", "20s"));

        Assert.Equal(20, (double?)(await monitor.RegistrationAsync()).Body!["heartbeatIntervalSeconds"]);
        await monitor.BeatAsync();
        await clock.PassAsync(TimeSpan.FromSeconds(20));
        await monitor.BeatAsync();
    }

    [Fact]
    public async Task An_instance_of_another_service_begins_with_the_deregistration_of_the_old_one()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("ServiceMonitor:Environment", "staging"));

        Assert.EndsWith("a4472461-45cd-8f71-9126-afabdbb36fa5", (await monitor.StopAsync()).Path, StringComparison.Ordinal);
        Assert.Equal("staging", (string?)(await monitor.RegistrationAsync()).Body!["environment"]);
    }

    [Fact]
    public async Task Another_monitor_gets_the_registration_and_the_old_one_a_deregistration()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var another = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("ServiceMonitor:BaseUrl", another.Url), ("ServiceMonitor:ApiKey", "smk_another"));

        Assert.Equal(MonitoredApp.ApiKey, (await monitor.StopAsync()).Headers["X-API-Key"]);
        Assert.Equal("smk_another", (await another.RegistrationAsync()).Headers["X-API-Key"]);
    }

    [Fact]
    public async Task It_can_be_switched_off_and_on()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("ServiceMonitor:Enabled", "false"));
        await monitor.StopAsync();
        await app.Logs.LineAsync(9);
        Assert.Equal(0, monitor.BeatsWaiting);

        Change(app, ("ServiceMonitor:Enabled", "true"));
        await monitor.RegistrationAsync();
        await app.Logs.LineAsync(19);
    }

    [Fact]
    public async Task A_configuration_that_is_mended_starts_what_a_bad_one_had_kept_idle()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor, ("ServiceMonitor:HeartbeatInterval", "often"));
        await app.Logs.LineAsync(8);

        Change(app, ("ServiceMonitor:HeartbeatInterval", "10s"));

        Assert.Equal(10, (double?)(await monitor.RegistrationAsync()).Body!["heartbeatIntervalSeconds"]);
        await monitor.BeatAsync();
    }

    [Fact]
    public async Task One_that_is_not_valid_changes_nothing_and_is_said()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("ServiceMonitor:HeartbeatInterval", "often"));

        Assert.Contains("HeartbeatInterval must be a duration", (await app.Logs.LineAsync(20)).Text, StringComparison.Ordinal);
        await clock.PassAsync(Interval);
        await monitor.BeatAsync();
    }

    [Fact]
    public async Task A_setting_of_the_application_itself_is_none_of_ours()
    {
        await using var monitor = await StandInMonitor.StartAsync();
        await using var app = await StartAsync(monitor);

        Change(app, ("Shop:Greeting", "hello"));

        await clock.PassAsync(Interval);
        await monitor.BeatAsync();
        Assert.Equal(0, app.Logs.Count(19));
    }

    private static void Change(MonitoredApp app, params (string Name, string Value)[] settings)
    {
        var configuration = (IConfigurationRoot)app.App.Configuration;
        foreach (var (name, value) in settings) configuration[name] = value;
        configuration.Reload();
    }

    private async Task<MonitoredApp> StartAsync(StandInMonitor monitor, (string Name, string Value)? wrong = null)
    {
        var app = await MonitoredApp.StartAsync(monitor.Url, clock: clock, setsAddress: false, build: builder => builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?>
        {
            ["ServiceMonitor:BaseUrl"] = monitor.Url,
            ["ServiceMonitor:ApiKey"] = MonitoredApp.ApiKey,
            [wrong?.Name ?? "ServiceMonitor:ServiceName"] = wrong?.Value ?? "orders",
        }));
        if (wrong is not null) return app;
        await monitor.RegistrationAsync();
        await monitor.BeatAsync();
        return app;
    }
}
