using System.Net;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using ServiceMonitor.Client.Tests.Support;

namespace ServiceMonitor.Client.Tests.Configuration;

public sealed class InvalidConfigurationTests
{
    [Fact]
    public async Task The_application_runs_the_SDK_is_idle_and_one_line_lists_every_error()
    {
        await using var app = await MonitoredApp.StartAsync("nonsense", options => options.ApiKey = null);

        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.NotFound, (await client.GetAsync(app.Url)).StatusCode);
        await app.StopAsync();

        var line = Assert.Single(app.Logs.OurLines);
        Assert.Equal((8, LogLevel.Error), (line.Id, line.Level));
        Assert.Contains("BaseUrl must be", line.Text, StringComparison.Ordinal);
        Assert.Contains("ApiKey is missing", line.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_stops_the_start_where_that_is_wanted()
    {
        var app = MonitoredApp.Build("nonsense", options => (options.ApiKey, options.ThrowOnInvalidConfiguration) = (null, true));

        var error = await Assert.ThrowsAsync<OptionsValidationException>(() => app.App.StartAsync());

        Assert.Equal(2, error.Failures.Count());
        await app.App.DisposeAsync();
    }

    [Fact]
    public async Task An_error_in_the_applications_own_delegate_is_told_and_leaves_it_running()
    {
        await using var app = await MonitoredApp.StartAsync("http://a", _ => throw new InvalidOperationException("on purpose"));

        Assert.Contains("InvalidOperationException: on purpose", Assert.Single(app.Logs.OurLines).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Switched_off_it_asks_for_nothing_and_says_so_once()
    {
        await using var app = await MonitoredApp.StartAsync("nonsense", options => (options.ApiKey, options.Enabled) = (null, false));
        await app.StopAsync();

        Assert.Equal(9, Assert.Single(app.Logs.OurLines).Id);
    }
}
