using System.ComponentModel;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ServiceMonitor.Client;
using ServiceMonitor.Client.AspNetCore;
using ServiceMonitor.Client.AspNetCore.Tracking;
using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Web;

namespace Microsoft.AspNetCore.Builder;

/// <summary>The tracking hook of Service Monitor.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ServiceMonitorApplicationBuilderExtensions
{
    private const string Mark = "__ServiceMonitorTracking";

    /// <summary>
    /// Counts requests for the heartbeats. Put it first in the pipeline, so that requests which fail are counted too.
    /// Needed for <see cref="ServiceMonitorOptions.EnableRequestTracking"/>; does nothing where that is off.
    /// </summary>
    /// <param name="app">The application.</param>
    /// <returns>The application.</returns>
    public static IApplicationBuilder UseMonitorTracking(this IApplicationBuilder app)
    {
        ArgumentNullException.ThrowIfNull(app);
        if (app.ApplicationServices.GetService<MonitorConfiguration>() is not { } configuration)
        {
            return WithoutEffect(app, "services.AddMonitor() was not called");
        }

        if (!configuration.TracksRequests) return app;
        if (!app.Properties.TryAdd(Mark, true)) return WithoutEffect(app, "requests are tracked already");

        var tracker = ((AspNetCoreServer)app.ApplicationServices.GetRequiredService<IWebServer>()).Tracker;
        tracker.IsAttached = true;
        return app.Use(next => new RequestTrackingMiddleware(next, tracker).InvokeAsync);
    }

    private static IApplicationBuilder WithoutEffect(IApplicationBuilder app, string reason)
    {
        if (app.ApplicationServices.GetService<ILogger<HeartbeatBackgroundService>>() is { } logger)
        {
            Log.HookWithoutEffect(logger, "UseMonitorTracking", reason);
        }

        return app;
    }
}
