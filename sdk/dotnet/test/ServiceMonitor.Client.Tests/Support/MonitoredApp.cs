using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client.Retry;

namespace ServiceMonitor.Client.Tests.Support;

/// <summary>A web application with the SDK in it, on a real port. Chance is fixed: every wait has its full length.</summary>
internal sealed class MonitoredApp : IAsyncDisposable
{
    internal const string ApiKey = "smk_testtest_0123456789012345678901234567890123456789abc";

    private MonitoredApp(WebApplication app, LogCollector logs) => (App, Logs) = (app, logs);

    internal WebApplication App { get; }

    internal LogCollector Logs { get; }

    internal Uri Url => new(App.Urls.Single());

    internal static async Task<MonitoredApp> StartAsync(
        string monitorUrl,
        Action<ServiceMonitorOptions>? options = null,
        TimeProvider? clock = null,
        Action<WebApplicationBuilder>? build = null,
        Action<WebApplication>? pipeline = null,
        bool setsAddress = true)
    {
        var app = Build(monitorUrl, options, clock, build, setsAddress);
        (pipeline ?? (added => added.UseMonitorTracking()))(app.App);
        await app.App.StartAsync().WithTimeout();
        return app;
    }

    internal static MonitoredApp Build(
        string monitorUrl,
        Action<ServiceMonitorOptions>? options = null,
        TimeProvider? clock = null,
        Action<WebApplicationBuilder>? build = null,
        bool setsAddress = true)
    {
        var builder = WebApplication.CreateSlimBuilder();
        var logs = new LogCollector();
        builder.Logging.ClearProviders().AddProvider(logs).SetMinimumLevel(LogLevel.Trace);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        if (clock is not null) builder.Services.AddSingleton(clock);
        builder.Services.AddSingleton(new Waits(() => 1));
        builder.Services.AddMonitor(set =>
        {
            // Code wins over configuration: whoever changes the latter wants it to count.
            if (setsAddress) (set.BaseUrl, set.ApiKey, set.ServiceName) = (monitorUrl, ApiKey, "orders");
            options?.Invoke(set);
        });
        build?.Invoke(builder);
        return new(builder.Build(), logs);
    }

    /// <summary>Stops as on SIGTERM. The host's own clock is real, so this has a real limit.</summary>
    internal Task StopAsync() => App.StopAsync().WithTimeout();

    public async ValueTask DisposeAsync()
    {
        await App.StopAsync().WithTimeout();
        await App.DisposeAsync();
    }
}
