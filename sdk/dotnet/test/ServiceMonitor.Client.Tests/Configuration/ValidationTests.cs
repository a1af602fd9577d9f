using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Configuration;

public sealed class ValidationTests
{
    [Fact]
    public void Valid_options_have_no_errors() => Assert.Empty(OptionsValidator.Validate(Valid()));

    [Fact]
    public void Every_error_is_told_at_once()
    {
        var options = Valid();
        (options.BaseUrl, options.ApiKey, options.ServiceName, options.Environment) = (null, null, null, "a\u202Eb");
        options.HeartbeatInterval = TimeSpan.Zero;
        // The section of the host, and given to AddMonitor too.
        options.Unreadable.Add("ServiceMonitor:Enabled must be true or false");
        options.Unreadable.Add("ServiceMonitor:Enabled must be true or false");

        Assert.Equal(
            ["ServiceMonitor:Enabled", "BaseUrl", "ApiKey", "ServiceName", "Environment", "HeartbeatInterval"],
            OptionsValidator.Validate(options).Select(error => error.Split(' ')[0]));
    }

    public static TheoryData<string, Action<ServiceMonitorOptions>> Mistakes => new()
    {
        { "BaseUrl", options => options.BaseUrl = "monitor.test" },
        { "BaseUrl", options => options.BaseUrl = "ftp://monitor.test" },
        { "ApiKey", options => options.ApiKey = "a key" },
        { "ApiKey", options => options.ApiKey = "a\nkey" },
        { "ApiKey", options => options.ApiKey = "schlüssel" },
        { "ServiceName", options => options.ServiceName = new string('a', 129) },
        { "ServiceName", options => options.ServiceName = "a\u200Bb" },
        { "Version", options => options.Version = new string('1', 129) },
        { "InstanceId", options => options.InstanceId = "a\u0000" },
        { "Url", options => options.Url = "a:1" },
        { "Hostname", options => options.Hostname = "web\n1" },
        { "Port", options => options.Port = 0 },
        { "HealthTimeout", options => options.HealthTimeout = TimeSpan.Zero },
        { "Labels", options => options.Labels[""] = "a" },
        { "Metadata", options => options.Labels["k"] = new string('v', 13_000) },
        { "HeartbeatInterval", options => options.HeartbeatInterval = TimeSpan.FromDays(8) },
        { "RequestTimeout", options => options.RequestTimeout = Timeout.InfiniteTimeSpan },
        { "ShutdownTimeout", options => options.ShutdownTimeout = TimeSpan.FromMinutes(1) },
        { "Metadata", options => options.Metadata[new string('k', 65)] = "" },
        { "Metadata", options => options.Metadata["k"] = new string('v', 13_000) },
        { "Metadata", options => Enumerable.Range(0, 49).ToList().ForEach(key => options.Metadata[$"{key}"] = "") },
    };

    [Theory]
    [MemberData(nameof(Mistakes))]
    public void Each_mistake_is_named(string option, Action<ServiceMonitorOptions> make)
    {
        var options = Valid();
        make(options);

        Assert.StartsWith(option, Assert.Single(OptionsValidator.Validate(options)), StringComparison.Ordinal);
    }

    [Fact]
    public void Names_are_taken_and_refused_as_the_monitor_does()
    {
        var names = Repository.Wire("names.json");
        var longest = string.Concat(Enumerable.Repeat((string)names["longest"]!["character"]!, (int)names["longest"]!["times"]!));

        var taken = names["taken"]!.AsArray().Select(name => (string)name!["sent"]!).Append(longest);
        Assert.All(taken, name => Assert.Empty(OptionsValidator.Validate(Called(name))));
        var refused = names["refused"]!.AsArray().Select(name => (string)name!);
        Assert.All([.. refused, "a\uD800b", longest + longest[..2]], name => Assert.Single(OptionsValidator.Validate(Called(name))));

        static ServiceMonitorOptions Called(string name)
        {
            var options = Valid();
            options.ServiceName = name;
            return options;
        }
    }

    private static ServiceMonitorOptions Valid() => new()
    {
        BaseUrl = "https://monitor.test/base",
        ApiKey = "smk_a_b",
        ServiceName = "orders",
        Environment = "production",
    };
}
