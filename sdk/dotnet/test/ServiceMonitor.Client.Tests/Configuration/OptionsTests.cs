using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client.Registration;

namespace ServiceMonitor.Client.Tests.Configuration;

public sealed class OptionsTests
{
    [Fact]
    public void The_section_sets_every_option()
    {
        var options = Read(new()
        {
            ["ServiceMonitor:Enabled"] = "false",
            ["ServiceMonitor:BaseUrl"] = "https://monitor.test",
            ["ServiceMonitor:ApiKey"] = "key",
            ["ServiceMonitor:ServiceName"] = " orders ",
            ["ServiceMonitor:Environment"] = "staging",
            ["ServiceMonitor:Version"] = "1.2",
            ["ServiceMonitor:InstanceId"] = "a",
            ["ServiceMonitor:Url"] = "http://a:1",
            ["ServiceMonitor:HeartbeatInterval"] = "00:00:10",
            ["ServiceMonitor:RequestTimeout"] = "5s",
            ["ServiceMonitor:ShutdownTimeout"] = "250ms",
            ["ServiceMonitor:EnableMetrics"] = "false",
            ["ServiceMonitor:EnableRequestTracking"] = "False",
            ["ServiceMonitor:ThrowOnInvalidConfiguration"] = "true",
            ["ServiceMonitor:Hostname"] = "web-1",
            ["ServiceMonitor:Port"] = "8080",
            ["ServiceMonitor:EnableHealthChecks"] = "false",
            ["ServiceMonitor:HealthTimeout"] = "2s",
            ["ServiceMonitor:EnableHeartbeatTracing"] = "true",
            ["ServiceMonitor:Metadata:region"] = "north",
            ["ServiceMonitor:Metadata:rack:row"] = "7",
            ["ServiceMonitor:Metadata:disks:0"] = "sda",
            ["ServiceMonitor:Metadata:disks:1"] = "sdb",
            ["ServiceMonitor:Labels:team"] = "shop",
        });

        Assert.Equal(
            (false, "https://monitor.test", "key", "orders", "staging", "1.2", "a"),
            (options.Enabled, options.BaseUrl, options.ApiKey, options.ServiceName, options.Environment, options.Version, options.InstanceId));
        Assert.Equal(
            ("http://a:1", 10, 5, 0.25, false, false, true),
            (options.Url, options.HeartbeatInterval.TotalSeconds, options.RequestTimeout.TotalSeconds, options.ShutdownTimeout.TotalSeconds, options.EnableMetrics, options.EnableRequestTracking, options.ThrowOnInvalidConfiguration));
        Assert.Equal(
            ("web-1", 8080, false, 2, true),
            (options.Hostname, options.Port, options.EnableHealthChecks, options.HealthTimeout.TotalSeconds, options.EnableHeartbeatTracing));
        Assert.Equal("""{"disks":["sda","sdb"],"rack":{"row":"7"},"region":"north","labels":{"team":"shop"}}""", OwnMetadata.Of(options).ToJsonString());
    }

    [Theory]
    [InlineData("Monitoring")]
    [InlineData("")]
    public void A_section_of_ones_own_choice_or_a_whole_configuration_can_be_given(string name)
    {
        var configuration = new ConfigurationBuilder().AddInMemoryCollection(new Dictionary<string, string?>
        {
            [name.Length == 0 ? "ServiceMonitor:ServiceName" : $"{name}:ServiceName"] = "given",
            [name.Length == 0 ? "ServiceMonitor:Port" : $"{name}:Port"] = "far too large",
        }).Build();
        IConfiguration given = name.Length == 0 ? configuration : configuration.GetSection(name);
        using var services = new ServiceCollection().AddMonitor(given, options => options.Version = "code").BuildServiceProvider();
        var options = services.GetRequiredService<IOptions<ServiceMonitorOptions>>().Value;

        Assert.Equal(("given", "code"), (options.ServiceName, options.Version));
        Assert.Equal($"{(name.Length == 0 ? "ServiceMonitor" : name)}:Port must be a port between 1 and 65535", Assert.Single(options.Unreadable));
    }

    [Fact]
    public void Variables_win_over_the_section_and_code_wins_over_both()
    {
        Dictionary<string, string?> settings = new()
        {
            ["ServiceMonitor:ServiceName"] = "section",
            ["SERVICE_MONITOR_SERVICE"] = "variable",
            ["ServiceMonitor:Version"] = "section",
            ["SERVICE_MONITOR_VERSION"] = "variable",
        };

        var options = Read(settings, set => set.Version = "code");

        Assert.Equal(("variable", "code"), (options.ServiceName, options.Version));
    }

    [Fact]
    public void An_empty_value_counts_as_none()
    {
        var options = Read(new() { ["ServiceMonitor:BaseUrl"] = "http://a", ["SERVICE_MONITOR_URL"] = "", ["SERVICE_MONITOR_ENABLED"] = " " });

        Assert.Equal(("http://a", true), (options.BaseUrl, options.Enabled));
    }

    [Fact]
    public void The_key_can_come_from_a_file()
    {
        var file = Path.GetTempFileName();
        File.WriteAllText(file, "from-file\n");

        Assert.Equal("from-file", Read(new() { ["SERVICE_MONITOR_API_KEY_FILE"] = file }).ApiKey);
        Assert.Equal("outright", Read(new() { ["SERVICE_MONITOR_API_KEY_FILE"] = file, ["SERVICE_MONITOR_API_KEY"] = "outright" }).ApiKey);
        File.Delete(file);
        Assert.Contains("cannot be read", Read(new() { ["SERVICE_MONITOR_API_KEY_FILE"] = file }).Unreadable.Single(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("30", 30_000)]
    [InlineData("30s", 30_000)]
    [InlineData("250ms", 250)]
    [InlineData("1.5m", 90_000)]
    [InlineData("6h", 21_600_000)]
    [InlineData("00:01:00", 60_000)]
    public void Durations_are_written_as_in_the_monitor_or_as_in_dotnet(string text, double milliseconds) =>
        Assert.Equal(milliseconds, Read(new() { ["SERVICE_MONITOR_HEARTBEAT_INTERVAL"] = text }).HeartbeatInterval.TotalMilliseconds);

    [Fact]
    public void Every_value_that_cannot_be_understood_is_kept_for_the_list_of_errors()
    {
        var options = Read(new()
        {
            ["ServiceMonitor:HeartbeatInterval"] = "often",
            ["SERVICE_MONITOR_REQUEST_TIMEOUT"] = "-5s",
            ["SERVICE_MONITOR_ENABLED"] = "maybe",
        });

        Assert.Equal(
            ["ServiceMonitor:HeartbeatInterval", "SERVICE_MONITOR_ENABLED", "SERVICE_MONITOR_REQUEST_TIMEOUT"],
            options.Unreadable.Select(error => error.Split(' ')[0]));
    }

    [Fact]
    public void Without_any_configuration_there_are_the_documented_defaults()
    {
        using var services = new ServiceCollection().AddMonitor().BuildServiceProvider();
        var options = services.GetRequiredService<IOptions<ServiceMonitorOptions>>().Value;

        Assert.Equal((true, 30, 10, 3), (options.Enabled, options.HeartbeatInterval.TotalSeconds, options.RequestTimeout.TotalSeconds, options.ShutdownTimeout.TotalSeconds));
        Assert.Equal((true, true, false), (options.EnableMetrics, options.EnableRequestTracking, options.ThrowOnInvalidConfiguration));
    }

    private static ServiceMonitorOptions Read(Dictionary<string, string?> settings, Action<ServiceMonitorOptions>? code = null)
    {
        var configuration = new ConfigurationBuilder().AddInMemoryCollection(settings).Build();
        using var services = new ServiceCollection().AddSingleton<IConfiguration>(configuration).AddMonitor(code).BuildServiceProvider();
        return services.GetRequiredService<IOptions<ServiceMonitorOptions>>().Value;
    }
}
