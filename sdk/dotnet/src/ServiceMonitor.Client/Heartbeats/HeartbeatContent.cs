using ServiceMonitor.Client.Configuration;
using ServiceMonitor.Client.Metrics;
using ServiceMonitor.Client.Tracking;
using ServiceMonitor.Client.Transport;

namespace ServiceMonitor.Client.Heartbeats;

/// <summary>What a heartbeat says, measured at the moment it is sent.</summary>
internal sealed class HeartbeatContent(SystemMetrics system, RequestTracker requests, MonitorConfiguration configuration, TimeProvider clock)
{
    internal async Task<HeartbeatMetadata> MeasureAsync(bool onlyTime)
    {
        var options = configuration.Options;
        var content = new HeartbeatMetadata { Timestamp = WireTime.Format(clock.GetUtcNow()) };
        if (onlyTime) return content;
        if (options.EnableMetrics) content = await system.AddToAsync(content).ConfigureAwait(false);
        // Without the middleware nothing is counted, and a zero would be a lie.
        if (!options.EnableRequestTracking || !requests.IsAttached) return content;
        return content with
        {
            RequestsPerMinute = requests.RequestsInLastMinute(),
            ActiveConnections = requests.Active,
        };
    }
}
